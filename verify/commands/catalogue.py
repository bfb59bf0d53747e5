"""``list``, ``show``, ``diff`` and ``new``: what there is, and how to add to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from verify import registry
from verify.claim import PAPERS, Claim, Reading
from verify.decide import statement_text
from verify.exits import Exit


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
        typer.echo(json.dumps([catalogue_entry(c) for c in claims], indent=1))
        return Exit.AS_EXPECTED
    for claim in claims:
        typer.echo(f"{claim.id:<34} {claim.number:<20} {claim.title}"[:80].rstrip())
    return Exit.AS_EXPECTED


def run_show(claim_id: str) -> int:
    """Print one claim: printed text, machine's reading, constants."""
    claim = registry.get(claim_id)
    typer.echo(f"{claim.id}: {claim.number}, {claim.title}\nsource: {claim.source}")
    if claim.errata:
        typer.echo(f"errata: {claim.errata}")
    if claim.uses:
        typer.echo(f"uses: {', '.join(claim.uses)}")
    for name, reading in claim.readings():
        for line in _reading_lines(name, reading):
            typer.echo(line)
    return Exit.AS_EXPECTED


def _reading_lines(name: str, reading: Reading) -> list[str]:
    data = statement_text(reading.statement)
    lines = ["", f"{name}: {reading.text}", f"  note: {reading.note}" if reading.note else ""]
    lines += [f"  for all {p}: {domain}" for p, domain in data["parameters"].items()]
    lines += [f"  constant {c} = {v}" for c, v in reading.constants.items()]
    lines += [f"  where {d} = {text}" for d, text in data["definitions"].items()]
    lines += [f"  if {text}" for text in data["hypotheses"]]
    lines += [f"  then {part}: {text}" for part, text in data["conclusions"].items()]
    lines.append(f"  statement hash {reading.statement.hash}")
    return [line for line in lines if line or line == ""]


def _verdicts(path: Path) -> dict[str, dict[str, str]]:
    try:
        payload = json.loads(path.read_text())
        return {s["id"]: {name: s[name]["verdict"] for name in ("printed", "repaired") if s[name]}
                for s in payload["statements"]}
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"got {path}, allowed a results.json of this program ({error})") from error


def run_diff(old: Path, new: Path) -> int:
    """Print the verdicts that differ; exit 1 if any does."""
    before, after = _verdicts(old), _verdicts(new)
    changed = 0
    for claim_id in sorted(before.keys() | after.keys()):
        for name in ("printed", "repaired"):
            was, now = before.get(claim_id, {}).get(name), after.get(claim_id, {}).get(name)
            if was != now:
                changed += 1
                typer.echo(f"{claim_id} {name}: {was or '-'} -> {now or '-'}")
    typer.echo(f"{changed} verdicts differ")
    return Exit.UNEXPECTED if changed else Exit.AS_EXPECTED


TEMPLATE = '''"""<the formula in one line>.

Source:  <paper, number, equation>.
Errata:  none known.
Idea:    <why it is true>.
"""

from verify.checks import Region
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
        checks=(Region(lower={{"d": "1", "n": "1"}}),),
        expected="PROVED",
        because="<why>",
    ),
    mutants=({{"factor": "1"}},),
)
'''


def run_new(claim_id: str) -> int:
    """Write a template: under verify/claims for an id of a paper, else into this folder."""
    paper, _, name = claim_id.partition(".")
    if not name or not all(c.isalnum() or c in "._-" for c in name):
        raise ValueError(f"got the id {claim_id!r}, allowed {'|'.join(PAPERS)}|user and a name, "
                         "like user.my-lemma")
    folder = registry.CLAIMS / paper if paper in PAPERS else Path()
    if paper not in (*PAPERS, "user"):
        raise ValueError(f"got the paper {paper!r}, allowed {', '.join(PAPERS)}, user")
    path = folder / f"{name}.py"
    if path.exists():
        raise ValueError(f"got {claim_id}, but {path} exists already")
    path.write_text(TEMPLATE.format())
    typer.echo(f"wrote {path}; decide it with: python -m verify check "
               f"{claim_id if paper in PAPERS else path}")
    return Exit.AS_EXPECTED
