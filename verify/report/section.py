"""one record -> its section of the report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from verify.language import parse
from verify.report.graph import parent
from verify.report.mathtext import cell, code_cell, inline, prose, sentence
from verify.report.reading import reading_lines
from verify.report.tables import Record, heading, link, readings, table


def section(record: Record, by_id: Mapping[str, Record], users: Sequence[str]) -> Iterator[str]:
    """Printed text, machine's reading, evidence, counterexample, repair, and what it hangs on."""
    yield f"### {heading(record)}"
    yield ""
    about = _hangs(record, by_id, users)
    yield f"{sentence(record['title'])} Source: {prose(record['source'])}. {about}".strip()
    yield ""
    yield from reading_lines("As printed", record["printed"])
    if record["explanation"]:
        yield f"*Explanation:* {prose(record['explanation'])}"
        yield ""
    if record["errata"]:
        yield f"*To the authors:* {prose(record['errata'])}"
        yield ""
    if record["repaired"] is not None:
        yield from reading_lines("Repaired", record["repaired"])


def _hangs(record: Record, by_id: Mapping[str, Record], users: Sequence[str]) -> str:
    text = ""
    if record["uses"]:
        listed = ", ".join(link(by_id[i], by_id[i]['number']) if i in by_id else i
                           for i in record["uses"])
        text += f"Rests on {listed}. "
    using = {parent(i) for i in users if record["id"] in by_id[i]["uses"]} | {parent(record["id"])}
    direct = [by_id[i] for i in users if i in using]
    if direct:
        text += f"Used by {', '.join(link(r, r['number']) for r in direct)}."
    return text.strip()


def whole(users: Sequence[str]) -> list[str]:
    """The users without steps of proofs of statements that are users themselves."""
    return [i for i in users if parent(i) == i or parent(i) not in users]


def resting(records: Iterable[Record], by_id: Mapping[str, Record],
            users: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """For each refuted statement: what rests on it, directly or not, and whether that survives."""
    rows = []
    for record in records:
        if record["printed"]["verdict"] != "REFUTED":
            continue
        found: dict[str, list[str]] = {}
        for user in (by_id[i] for i in whole(users[record["id"]])):
            found.setdefault(survival(user), []).append(link(user, user["number"]))
        rows.append((f"{link(record)}<br>{cell(record['number'])}",
                     "<br>".join(f"**{how}:** {', '.join(who)}" for how, who in found.items())
                     or "nothing else"))
    if rows:
        yield from table(("refuted as printed", "what rests on it, and how that fares"), rows)
    else:
        yield "None is refuted as printed."


def survival(record: Record) -> str:
    """'REFUTED, repaired PROVED'."""
    return ", ".join(f"{'repaired ' if name == 'repaired' else ''}{reading['verdict']}"
                     for name, reading in readings(record))


def vocabulary(records: Iterable[Record]) -> Iterator[str]:
    """The quantities that the statements use: name, sign, meaning."""
    from theory.quantities import QUANTITIES
    from verify.report.latex import latex

    found: dict[str, list[Any]] = {}
    for record in records:
        for _, reading in readings(record):
            data = reading["statement"]
            for text in (*data["hypotheses"], *data["conclusions"].values(),
                         *data["definitions"].values()):
                _collect(parse(text), found)
    rows = []
    for name in sorted(found.keys() & QUANTITIES.keys()):
        # what is said there for those who write claims does not help a reader
        told = QUANTITIES[name].meaning.replace("; over functions", "")
        for word, sign in (("what", "ŵ"), ("ubar", "ū")):
            told = re.sub(rf"\b{word}\b", sign, told)
        signature, meaning = _signature(name, told, found[name])
        letters = re.sub(r"[\[\]\s*]", "", signature.partition("(")[2].rstrip(")")).split(",")
        plain = ["call", name, *(["name", s] for s in letters[:len(found[name])] if s)]
        rows.append((code_cell(signature), inline(latex(plain)), cell(meaning or told)))
    yield from table(("in the language", "shown as", "meaning"), rows)


def _signature(name: str, meaning: str, arguments: Sequence[Any]) -> tuple[str, str]:
    """The call as the meaning writes it, and the rest of the meaning."""
    match = re.match(rf"({name}\([^)]*\))\s*(?:[:=]|with)?\s*", meaning)
    if match:
        return match.group(1), meaning[match.end():]
    return f"{name}({', '.join('xyzvw'[:len(arguments)])})", meaning


def _collect(tree: Any, found: dict[str, list[Any]]) -> None:
    """The arguments of one call of each quantity."""
    if not isinstance(tree, list):
        return
    if tree[0] == "call":
        found[tree[1]] = tree[2:]
    for inner in tree[1:]:
        _collect(inner, found)
