"""records -> errata.md, a note to the authors: what is wrong, an example, what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.report import numbers
from verify.report.graph import dependents
from verify.report.latex import name
from verify.report.mathtext import code, inline, prose, sentence, statement
from verify.report.reading import PASSES, sides
from verify.report.tables import PAPERS, Record, readings

WRONG = ("REFUTED", "VACUOUS")


def has_errata(record: Record) -> bool:
    """True if there is something to tell the authors."""
    return bool(record["errata"]) or record["printed"]["verdict"] in WRONG


def errata(records: Sequence[Record]) -> str:
    """The text of errata.md."""
    return "\n".join(_lines(records)).rstrip() + "\n"


def _lines(records: Sequence[Record]) -> Iterator[str]:
    yield from ("# Errata", "", "A note to the authors. Every example is exact, and its command "
                "shows it; details are in [verification.md](verification.md).", "")
    by_id = {record["id"]: record for record in records}
    users = dependents(records)
    for paper, title in PAPERS.items():
        own = [r for r in records if r["paper"] == paper and has_errata(r)]
        if own:
            yield from (f"## {title}", "")
        for record in own:
            yield from _entry(record, [by_id[i] for i in users[record["id"]]])


def _entry(record: Record, users: Sequence[Record]) -> Iterator[str]:
    printed, repaired = record["printed"], record["repaired"]
    yield from (f"### {record['number']} ({record['id']})", "", statement(printed["text"]), "")
    wrong = record["errata"] or printed["reading"] or "see the verdict"
    yield from (f"**What is wrong.** {sentence(wrong)}{_verdict(printed)}", "")
    if printed["counterexample"]:
        yield from _example(printed["counterexample"])
    if repaired is not None:
        stronger = printed["verdict"] in PASSES
        title = "A stronger statement" if stronger else "What is right"
        yield from (f"**{title}** ({repaired['verdict']}).", "",
                    statement(repaired["text"]), "")
        if repaired.get("change"):
            yield from (sentence(repaired["change"]), "")
    yield from (f"**What survives.** {_survives(printed, users)}", "")


def _verdict(printed: Mapping[str, Any]) -> str:
    if printed["verdict"] in PASSES:
        return " The statement holds when read as meant."
    return f" As printed: {printed['verdict']}."


def _example(found: Mapping[str, Any]) -> Iterator[str]:
    at = ", ".join(f"{inline(name(k))} = {code(numbers.shorten_point(str(v)))}"
                   for k, v in found["point"].items())
    yield from (f"**Smallest example.** At {at}: {sides(found)}.", "")
    if len(found["command"]) <= 400:
        yield from (f"```\n{found['command']}\n```", "")


def _survives(printed: Mapping[str, Any], users: Sequence[Record]) -> str:
    refuted = {p for e in printed["evidence"] if e["verdict"] == "REFUTED" for p in e["parts"]}
    kept = {p for e in printed["evidence"] if e["verdict"] in PASSES for p in e["parts"]} - refuted
    text = ""
    if printed["verdict"] in PASSES:
        text = "The statement itself. "
    elif kept:
        text = f"Of the statement: {', '.join(prose(p) for p in sorted(kept))}. "
    if not users:
        return text + "Nothing else here rests on it."
    listed = "; ".join(f"{user['number']} ({', '.join(_words(user))})" for user in users)
    return f"{text}What rests on it: {prose(listed)}."


def _words(record: Record) -> list[str]:
    return [f"{reading['verdict']}{' as printed' if which == 'printed' else ' repaired'}"
            for which, reading in readings(record)]
