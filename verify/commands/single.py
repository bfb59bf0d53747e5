"""``check``: decide some statements, alter a constant, or evaluate one point."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from verify import registry
from verify.claim import Claim, Context, split_changes
from verify.commands.common import check_profile, details, device_of, outcome
from verify.commands.limits import limited
from verify.commands.output import pair_text, paragraph, point_text, say
from verify.decide import decide
from verify.domains import DomainError
from verify.domains import check as check_domain
from verify.exits import Exit
from verify.inputs import all_assignments, exact_value
from verify.numerals import exact_text, number, shown
from verify.provenance import provenance
from verify.runner import FALSE_ALARM_SHARE, one_thread
from verify.statement import Statement

MAX_CONSTANT_DIGITS = 100
Changes = dict[str, dict[str, str]]


def claims_of(ids: Iterable[str]) -> list[Claim]:
    """The claims of ids and of paths to claim files, in the order given."""
    found: list[Claim] = []
    for text in ids:
        path = Path(text)
        if text.endswith(".py") or "/" in text:
            if not path.is_file() or path.suffix != ".py":
                raise ValueError(f"got {shown(text)}, allowed an id or an existing claim file NAME.py")
            say(f"{text} is Python and runs now", err=True)
            found += registry.load_file(path, f"user.{path.stem}")
        else:
            found.append(registry.get(text))
    return found


def run_check(ids: list[str], changes: list[str], at: list[str], as_json: bool, profile: str,
              seed: int, device: str) -> int:
    """Decide the claims; exit 0 with ``--with`` and ``--at`` whatever the verdict."""
    check_profile(profile)
    one_thread()
    chosen = device_of(device)
    altered = {name: constant(text, name) for name, text in all_assignments(changes).items()}
    points = all_assignments(at)
    claims = claims_of(ids)
    split = {claim.id: split_changes(claim, altered) for claim in claims}
    if at:
        with limited("this point"):
            results = [at_point(claim, points, split[claim.id]) for claim in claims]
        _print(results[0] if len(results) == 1 else results, as_json,
               [line for result in results for line in _point_lines(result)])
        return Exit.AS_EXPECTED
    context = Context(profile=profile, seed=seed, device=chosen, false_alarm=FALSE_ALARM_SHARE)
    records = [_decided(claim, context, split[claim.id]) for claim in claims]
    payload = {"schema": 1, "run": provenance(seed=seed, device=chosen, profile=profile, jobs=1),
               "statements": records}
    _print(payload, as_json, [line for record in records for line in details(record)])
    return Exit.AS_EXPECTED if altered else outcome(records, strict=False)


def constant(text: str, name: str) -> str:
    """An altered constant; a bound on its length keeps the work of the checks within bounds."""
    found = exact_text(number(text, name))
    if len(found) > MAX_CONSTANT_DIGITS:
        raise ValueError(f"{name}: got {shown(text)}, allowed a number of {MAX_CONSTANT_DIGITS} digits")
    return found


def _decided(claim: Claim, context: Context, changes: Changes) -> dict[str, Any]:
    """The record of one claim; with changes nothing is expected, and commands repeat the changes."""
    record = decide(claim, context, changes)
    options = "".join(f" --with {name}.{constant}={text}" for name, own in changes.items()
                      for constant, text in own.items())
    for name, reading in claim.readings():
        entry = record[name]
        entry["expected"] = None if changes else reading.expectation(context.profile)
        del entry["certificates"]
        for found in (entry["counterexample"], *(e.get("counterexample") for e in entry["evidence"])):
            if found is not None and options and not found["command"].endswith(options):
                found["command"] += options
    return record


def at_point(claim: Claim, texts: dict[str, str], changes: Changes) -> dict[str, Any]:
    """The contract's JSON of ``check --at``; a reading whose parameters are not all given is null."""
    values = {name: exact_value(text, name) for name, text in texts.items()}
    known = {p for _, reading in claim.readings() for p in reading.parameters}
    if unknown := set(values) - known:
        raise DomainError(f"got the parameter {min(unknown)!r}, allowed {', '.join(sorted(known))}")
    result: dict[str, Any] = {"id": claim.id, "at": texts, "printed": None, "repaired": None}
    statements = {name: reading.statement.with_constants(changes.get(name, {}))
                  for name, reading in claim.readings()}
    for name, statement in statements.items():
        own = {k: v for k, v in values.items() if k in statement.parameters}
        if own.keys() == statement.parameters.keys():
            result[name] = _evaluated(statement, own, claim)
        else:
            _check_given(statement, own)
    if result["printed"] is None and result["repaired"] is None:
        raise DomainError("; ".join(f"{name}: got no value for {', '.join(_missing(statement, values))}"
                                    for name, statement in statements.items())
                          + ", allowed a value for every parameter of one reading")
    return result


def _evaluated(statement: Statement, point: dict[str, Any], claim: Claim) -> dict[str, Any]:
    try:
        return statement.evaluate(point).json()
    except (TypeError, AttributeError) as error:
        if claim.paper != "user":
            raise
        raise ValueError(f"got a quantity with an argument of another kind ({error}), "
                         "allowed numbers, vectors and matrices as its meaning says") from error


def _missing(statement: Statement, values: dict[str, Any]) -> list[str]:
    return [f"{name} ({domain})" for name, domain in statement.parameters.items() if name not in values]


def _check_given(statement: Statement, point: dict[str, Any]) -> None:
    for name, value in point.items():
        check_domain(name, value, statement.parameters[name], point)


def _print(payload: Any, as_json: bool, lines: list[str]) -> None:
    if as_json:
        say(json.dumps(payload, indent=1))
    else:
        for line in lines:
            say(line)


def _point_lines(result: dict[str, Any]) -> list[str]:
    lines = paragraph(point_text(result["at"]), f"{result['id']} at ", "  ")
    for name in ("printed", "repaired"):
        reading = result[name]
        if reading is None:
            continue
        lines.append(f"  {name}:" + (" outside the hypotheses" if reading["vacuous"] else ""))
        for text, answer in reading["hypotheses"].items():
            lines += paragraph(f"if {text}: {_word(answer)}", "    ", " " * 8)
        for part in reading["parts"]:
            lines += paragraph(_part_text(part), "    ", " " * 8)
    return lines


def _part_text(part: dict[str, Any]) -> str:
    if part.get("error"):
        return f"then {part['name']}: no value: {part['error']}"
    if part["rhs"] is None:
        return f"then {part['name']}: {part['lhs']}: {_word(part['holds'])}"
    left, right = pair_text(part["lhs"], part["rhs"])
    return f"then {part['name']}: {left} {part['relation']} {right}: {_word(part['holds'])}"


def _word(answer: bool | None) -> str:
    return {True: "holds", False: "fails", None: "undecided"}[answer]
