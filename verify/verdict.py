"""A verdict is a value; the verdict of a statement is the weakest over its parts, never a sum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """The eight values that a reading of a statement can have."""

    PROVED = "PROVED"
    CERTIFIED = "CERTIFIED"
    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    VACUOUS = "VACUOUS"
    UNDECIDED = "UNDECIDED"
    SKIPPED = "SKIPPED"
    ERROR = "ERROR"


PASSES = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.SUPPORTED)
STRENGTH = {Verdict.PROVED: 3, Verdict.CERTIFIED: 2, Verdict.SUPPORTED: 1}


@dataclass
class Evidence:
    """What one check found.

    Attributes:
        verdict: what the check decides about ``parts``; UNDECIDED if it only tried.
        parts: names of the conclusions that it covers.
        method: one word, e.g. ``positivity``, ``counterexample``.
        summary: one line for the report.
        scope: for which parameters, where it passes.
        certificate: JSON data that re-checks it, or None.
        counterexample: the exact point, for REFUTED.
        tightness: largest left over right that it saw, and where.
        internal_failure: True if the product itself is in doubt (a witness disagrees).
    """

    verdict: Verdict
    parts: tuple[str, ...]
    method: str
    summary: str
    scope: str = ""
    certificate: dict[str, Any] | None = None
    counterexample: dict[str, Any] | None = None
    tightness: dict[str, Any] | None = None
    internal_failure: bool = False
    data: dict[str, Any] = field(default_factory=dict)


PROOFS = ("argument", "formal", "identity", "positivity")


def combine(parts: Iterable[str], evidence: Iterable[Evidence]) -> Verdict:
    """Weakest verdict over all parts; one exact counterexample refutes the whole.

    A part that no check decides makes the whole UNDECIDED: silence never passes. Nor does a grid pass
    where a proof of the same part failed: on an altered statement the lapsed proof is the news.
    """
    found = list(evidence)
    wanted = tuple(parts)
    if any(e.verdict is Verdict.REFUTED for e in found):
        return Verdict.REFUTED
    if any(e.verdict is Verdict.VACUOUS for e in found):
        return Verdict.VACUOUS
    best: list[Verdict] = []
    for part in wanted:
        covering = [e for e in found if part in e.parts]
        lapsed = any(e.method in PROOFS and e.verdict is Verdict.UNDECIDED for e in covering)
        passing = [e.verdict for e in covering if e.verdict in PASSES
                   and not (lapsed and e.method == "points" and e.verdict is Verdict.CERTIFIED)]
        if not passing:
            if any(e.verdict is Verdict.ERROR for e in found):
                return Verdict.ERROR
            # a skipped check that would cover nothing anyway is not why the part is open
            if any(e.verdict is Verdict.SKIPPED and part in e.parts for e in found):
                return Verdict.SKIPPED
            return Verdict.UNDECIDED
        best.append(max(passing, key=lambda v: STRENGTH[v]))
    return min(best, key=lambda v: STRENGTH[v]) if best else Verdict.UNDECIDED


def contradiction(evidence: Iterable[Evidence]) -> str | None:
    """The part that one check refutes and another proves: then the product is wrong.

    A grid on which the part holds (CERTIFIED) does not contradict a counterexample elsewhere.
    """
    found = list(evidence)
    refuted = {p for e in found if e.verdict is Verdict.REFUTED for p in e.parts}
    proved = {p for e in found if e.verdict is Verdict.PROVED for p in e.parts}
    return min(refuted & proved, default=None)
