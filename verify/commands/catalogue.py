"""``list``, ``show``, ``diff`` and ``new``: what there is, and how to add to it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from verify import registry
from verify.claim import PAPERS, Claim, Reading
from verify.commands.output import paragraph, say, width
from verify.decide import statement_text
from verify.exits import Exit
from verify.numerals import shown
from verify.store import write_atomic

ID_COLUMN = 32  # most ids fit; a longer one moves its own line only


def catalogue_entry(claim: Claim) -> dict[str, Any]:
    """The contract's JSON of ``list`` for one claim."""
    parameters: dict[str, str] = {}
    for _, reading in claim.readings():
        parameters |= {k: v for k, v in reading.parameters.items() if k not in parameters}
    return {"id": claim.id, "paper": claim.paper, "number": claim.number, "title": claim.title,
            "constants": {name: dict(r.constants) for name, r in claim.readings()},
            "parameters": parameters}


def run_list(as_json: bool) -> int:
    """Print all claims."""
    claims = list(registry.all_claims().values())
    if as_json:
        say(json.dumps([catalogue_entry(c) for c in claims], indent=1))
        return Exit.AS_EXPECTED
    for claim in claims:
        text = f"{claim.id:<{ID_COLUMN}}  {claim.number}: {claim.title}"
        say(text if len(text) <= width() else text[:width() - 1].rstrip() + "…")
    return Exit.AS_EXPECTED if claims else Exit.NOTHING_RAN


def run_show(claim_id: str) -> int:
    """Print one claim: printed text, machine's reading, constants."""
    claim = registry.get(claim_id)
    lines = paragraph(f"{claim.id}: {claim.number}, {claim.title}", "", "  ")
    for name in ("source", "errata", "explanation"):
        if text := getattr(claim, name):
            lines += paragraph(text, f"{name}: ", "  ")
    if claim.uses:
        lines += paragraph(", ".join(claim.uses), "uses: ", "  ")
    for name, reading in claim.readings():
        lines += ["", *_reading_lines(name, reading)]
    for line in lines:
        say(line)
    return Exit.AS_EXPECTED


def _reading_lines(name: str, reading: Reading) -> list[str]:
    data = statement_text(reading.statement)
    lines = paragraph(reading.text, f"{name}: ", "  ")
    entries = [("note: ", reading.note)] if reading.note else []
    entries += [("for all ", f"{p}: {domain}") for p, domain in data["parameters"].items()]
    entries += [("constant ", f"{c} = {v}") for c, v in reading.constants.items()]
    entries += [("where ", f"{d} = {text}") for d, text in data["definitions"].items()]
    entries += [("if ", text) for text in data["hypotheses"]]
    entries += [("then ", f"{part}: {text}") for part, text in data["conclusions"].items()]
    for head, text in entries:
        lines += paragraph(text, f"  {head}", " " * 6)
    return [*lines, f"  hash {reading.statement.hash}"]


def _verdicts(path: Path) -> dict[str, dict[str, str]]:
    """{id: {reading: verdict}} of a results file.

    Raises:
        ValueError: the file is not one, and how it differs.
    """
    try:
        payload = json.loads(path.read_text(encoding="utf-8"))
        found = {}
        for statement in payload["statements"]:
            read = {name: statement[name] and statement[name]["verdict"]
                    for name in ("printed", "repaired")}
            if not all(isinstance(text, str) for text in (statement["id"], read["printed"])):
                raise TypeError("an id or a verdict is not a text")
            found[statement["id"]] = {name: str(verdict) for name, verdict in read.items() if verdict}
    except KeyError as error:
        raise _refused(path, f"no {error}") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise _refused(path, str(error)) from error
    return found


def _refused(path: Path, reason: str) -> ValueError:
    return ValueError(f"got {shown(str(path))} ({reason[:120]}), allowed a results.json of this program")


def run_diff(old: Path, new: Path) -> int:
    """Print the verdicts that differ; exit 1 if any does."""
    before, after = _verdicts(old), _verdicts(new)
    changed = 0
    for claim_id in sorted(before.keys() | after.keys()):
        for name in ("printed", "repaired"):
            was, now = before.get(claim_id, {}).get(name), after.get(claim_id, {}).get(name)
            if was != now:
                changed += 1
                say(f"{claim_id} {name}: {was or '-'} -> {now or '-'}")
    say(f"{changed} verdicts differ")
    return Exit.UNEXPECTED if changed else Exit.AS_EXPECTED


TEMPLATE = '''"""<the formula in one line>.

Source:  <paper, number, equation>.
Errata:  none known.
Idea:    <why it is true>.
"""

from verify.checks import Region, Search
from verify.claim import Claim, Reading

CLAIM = Claim(
    number="<as printed>",
    title="<a few words>",
    source="<section, equation>",
    printed=Reading(
        text=r"<LaTeX>",
        parameters={{"n": "positive integer", "d": "positive integer"}},
        constants={{"factor": "2"}},
        conclusions={{"bound": "moment(2, n, d) <= 1 + factor*d/n"}},
        checks=(
            Region(lower={{"d": "1", "n": "1"}}),
            Search([{{"n": n, "d": d}} for n in (1, 10) for d in (1, 5)], "a small grid", order=("d", "n")),
        ),
        expected="PROVED",
        because="<why>",
    ),
    mutants=({{"factor": "1"}},),
)
'''


def run_new(claim_id: str) -> int:
    """Write a template: under verify/claims for an id of a paper, else into this folder."""
    paper, _, name = claim_id.partition(".")
    plain = bool(name) and all(c.isascii() and c.isalnum() or c in "._-" for c in name)
    if paper not in (*PAPERS, "user") or not plain or name[0] in "._-" or len(name) > 100:
        raise ValueError(f"got the id {shown(claim_id)}, allowed {'|'.join(PAPERS)}|user, a dot and a "
                         "name of letters, digits, . _ and -, like user.my-lemma")
    path = (registry.CLAIMS / paper if paper in PAPERS else Path()) / f"{name}.py"
    if os.path.lexists(path):
        raise ValueError(f"got {claim_id}, but {path} exists already; allowed a name that is free")
    write_atomic(path, TEMPLATE.format())
    say(f"wrote {path}; decide it with: python -m verify check {claim_id if paper in PAPERS else path}")
    return Exit.AS_EXPECTED
