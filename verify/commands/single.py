"""``check``: decide some statements, alter a constant, or evaluate one point."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from verify import registry
from verify.claim import Claim, Context, split_changes
from verify.commands.common import check_profile, device_of, outcome, table_row
from verify.decide import decide
from verify.domains import DomainError
from verify.domains import check as check_domain
from verify.exits import Exit
from verify.inputs import assignments, exact_value
from verify.runner import FALSE_ALARM_SHARE
from verify.statement import Statement


def claims_of(ids: Iterable[str]) -> list[Claim]:
    """The claims of ids and of paths to claim files, in the order given."""
    found: list[Claim] = []
    for text in ids:
        path = Path(text)
        if text.endswith(".py") or "/" in text:
            if not path.is_file():
                raise ValueError(f"got {text}, allowed an id or an existing claim file")
            typer.echo(f"{text} is Python and runs now", err=True)
            found += registry.load_file(path, f"user.{path.stem}")
        else:
            found.append(registry.get(text))
    return found


def run_check(ids: list[str], changes: list[str], at: list[str], as_json: bool, profile: str,
              seed: int, device: str) -> int:
    """Decide the claims; exit 0 with ``--with`` and ``--at`` whatever the verdict."""
    check_profile(profile)
    claims = claims_of(ids)
    altered = {k: v for text in changes for k, v in assignments(text).items()}
    points = {k: v for text in at for k, v in assignments(text).items()}
    if at:
        results = [at_point(claim, points, altered) for claim in claims]
        _print(results[0] if len(results) == 1 else results, as_json, _point_lines)
        return Exit.AS_EXPECTED
    records = []
    for claim in claims:
        context = Context(claim_id=claim.id, profile=profile, seed=seed, device=device_of(device),
                          false_alarm=FALSE_ALARM_SHARE)
        record = decide(claim, context, split_changes(claim, _exact_texts(altered)))
        for name, reading in claim.readings():
            record[name]["expected"] = None if altered else reading.expectation(profile)
            record[name].pop("certificates")
        records.append(record)
    payload = {"schema": 1, "run": {"profile": profile, "seed": seed}, "statements": records}
    _print(payload, as_json, lambda p: [line for r in p["statements"] for line in table_row(r, details=True)])
    return Exit.AS_EXPECTED if altered else outcome(records, strict=False)


def _exact_texts(altered: dict[str, str]) -> dict[str, str]:
    return {name: str(exact_value(text, name)) for name, text in altered.items()}


def at_point(claim: Claim, texts: dict[str, str], altered: dict[str, str]) -> dict[str, Any]:
    """The contract's JSON of ``check --at`` for one claim."""
    values = {name: exact_value(text, name) for name, text in texts.items()}
    changes = split_changes(claim, _exact_texts(altered))
    known = {p for _, reading in claim.readings() for p in reading.parameters}
    if unknown := set(values) - known:
        raise DomainError(f"got the parameter {min(unknown)!r}, allowed {', '.join(sorted(known))}")
    result: dict[str, Any] = {"id": claim.id, "at": texts, "printed": None, "repaired": None}
    for name, reading in claim.readings():
        statement = reading.statement.with_constants(changes.get(name, {}))
        own = {k: v for k, v in values.items() if k in statement.parameters}
        missing = set(statement.parameters) - set(own)
        if missing and name == "repaired":
            _check_given(statement, own)
            continue
        result[name] = statement.evaluate(own).json()
    return result


def _check_given(statement: Statement, point: dict[str, Any]) -> None:
    for name, value in point.items():
        check_domain(name, value, statement.parameters[name], point)


def _print(payload: Any, as_json: bool, lines: Any) -> None:
    if as_json:
        typer.echo(json.dumps(payload, indent=1))
    else:
        for line in lines(payload):
            typer.echo(line)


def _point_lines(payload: Any) -> list[str]:
    lines = []
    for result in payload if isinstance(payload, list) else [payload]:
        lines.append(f"{result['id']} at {', '.join(f'{k} = {v}' for k, v in result['at'].items())}")
        for name in ("printed", "repaired"):
            reading = result[name]
            if reading is None:
                continue
            lines += [f"  {name}: hypothesis {text}: {_word(h)}" for text, h in reading["hypotheses"].items()]
            for part in reading["parts"]:
                sides = f"{_short(part['lhs'])} {part['relation']} {_short(part['rhs'])}"
                lines.append(f"  {name}: {part['name']}: {sides}: {_word(part['holds'])}")
    return lines


def _short(side: Any) -> str:
    text = side["expr"] if isinstance(side, dict) and "expr" in side else str(side)
    return text if len(text) <= 40 else text[:18] + "..." + text[-18:]


def _word(answer: bool | None) -> str:
    return {True: "holds", False: "fails", None: "undecided"}[answer]
