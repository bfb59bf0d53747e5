"""``sharpen``: how far a named constant can move before the verdict changes, by exact bisection.

Every probe decides the altered statement from scratch, so both ends are as good as a verdict; what
lies between two probes is not claimed.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from verify import registry
from verify.claim import Claim, Context, split_changes
from verify.commands.output import say
from verify.decide import decide_reading
from verify.exits import Exit
from verify.runner import one_thread
from verify.verdict import PASSES, Verdict

DOUBLINGS = 10
HALVINGS = 10


def probe(claim: Claim, name: str, value: Fraction) -> str:
    """The verdict of the reading with the constant at this value."""
    (reading_name, changes), = split_changes(claim, {name: str(value)}).items()
    reading = dict(claim.readings())[reading_name]
    record = decide_reading(reading, reading.statement.with_constants(changes),
                            Context(claim_id=claim.id, reading=reading_name))
    return str(record["verdict"])


def _kind(verdict: str) -> str:
    return "passes" if verdict in PASSES else "fails" if verdict == Verdict.REFUTED else "open"


def edge(claim: Claim, name: str, start: Fraction, factor: Fraction) -> dict[str, Any] | None:
    """Two values near a change of kind in one direction from the start, or None if there is none."""
    here, kind = start, _kind(probe(claim, name, start))
    for _ in range(DOUBLINGS):
        there = here * factor
        verdict = probe(claim, name, there)
        if _kind(verdict) != kind:
            break
        here = there
    else:
        return None
    for _ in range(HALVINGS):
        middle = _short_between(here, there)
        found = probe(claim, name, middle)
        if _kind(found) == kind:
            here = middle
        else:
            there, verdict = middle, found
    return {"same": str(here), "changed": str(there), "verdict": verdict}


def _short_between(a: Fraction, b: Fraction) -> Fraction:
    """The middle, rounded to a denominator that keeps the probes readable."""
    return ((a + b) / 2).limit_denominator(10**6)


def run_sharpen(claim_id: str, name: str, as_json: bool) -> int:
    """Print the nearest changes of verdict below and above the constant's value."""
    one_thread()
    claim = registry.get(claim_id)
    (reading_name, changes), = split_changes(claim, {name: "1"}).items()
    reading = dict(claim.readings())[reading_name]
    start = Fraction(reading.constants[next(iter(changes))])
    if start == 0:
        raise ValueError(f"{name}: got the value 0, allowed a constant that is not 0")
    result: dict[str, Any] = {"id": claim_id, "name": name, "value": str(start),
                              "verdict": probe(claim, name, start)}
    result["below"] = edge(claim, name, start, Fraction(1, 2))
    result["above"] = edge(claim, name, start, Fraction(2))
    if as_json:
        say(json.dumps(result))
        return Exit.AS_EXPECTED
    say(f"{claim_id} {name} = {start}: {result['verdict']}")
    for side in ("below", "above"):
        found = result[side]
        say(f"  {side}: no change within a factor of 2^{DOUBLINGS}" if found is None else
                   f"  {side}: {result['verdict']} as far as {found['same']}, "
                   f"{found['verdict']} at {found['changed']}")
    return Exit.AS_EXPECTED
