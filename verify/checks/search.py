"""Adversarial search: candidates from anywhere, confirmation in exact arithmetic, then shrinking.

A family turns a few integer coordinates (L, d, n, ...) into a point of the domain. Candidates may
come from floating-point optimisers; a violation counts only when the statement, evaluated exactly,
satisfies every hypothesis and fails. Shrinking lowers the coordinates in the given order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.checks.common import counterexample
from verify.claim import Context
from verify.domains import DomainError
from verify.evaluate import EvaluationError
from verify.statement import PointResult, Statement
from verify.verdict import Evidence, Verdict

Coordinates = dict[str, int]
Family = Callable[[Statement, Coordinates], Mapping[str, Any] | None]


def plain(statement: Statement, coordinates: Coordinates) -> Mapping[str, Any]:
    """The family whose coordinates are the parameters themselves."""
    return {name: Fraction(v) for name, v in coordinates.items()}


@dataclass(frozen=True)
class Search:
    """Looks for a point that satisfies every hypothesis and fails a part.

    Attributes:
        family: coordinates to a point, or None where it has no point.
        starts: coordinates to try, in order (a list or a function of statement and context).
        order: coordinates to lower, most important first; empty means no shrinking.
        minimum: smallest allowed value of each coordinate; 1 if not given.
        what: the family in words.
    """

    starts: Iterable[Coordinates] | Callable[[Statement, Context], Iterable[Coordinates]]
    what: str
    family: Family = plain
    order: tuple[str, ...] = ()
    minimum: Mapping[str, int] | None = None

    def run(self, statement: Statement, context: Context) -> Evidence:
        """REFUTED with the shrunk counterexample, or UNDECIDED: finding nothing proves nothing."""
        listed = self.starts(statement, context) if callable(self.starts) else self.starts
        parts = tuple(statement.conclusions)
        tried = 0
        for start in listed:
            tried += 1
            result = self._try(statement, start)
            if result is None or result.failing() is None:
                continue
            smallest = self._shrink(statement, dict(start))
            result = self._try(statement, smallest)
            if result is None or result.failing() is None:
                raise RuntimeError("shrinking lost the counterexample")
            found = counterexample(statement, result, context.claim_id, context.reading)
            return Evidence(Verdict.REFUTED, (found["part"],), "counterexample",
                            f"{found['part']} fails in the family: {self.what}",
                            counterexample=found,
                            certificate={"method": "counterexample", **found})
        return Evidence(Verdict.UNDECIDED, parts, "search",
                        f"{tried} candidates, none violates the statement ({self.what})")

    def _try(self, statement: Statement, coordinates: Coordinates) -> PointResult | None:
        try:
            point = self.family(statement, coordinates)
            return None if point is None else statement.evaluate(point)
        except (DomainError, EvaluationError):
            return None

    def _fails(self, statement: Statement, coordinates: Coordinates) -> bool:
        result = self._try(statement, coordinates)
        return result is not None and result.failing() is not None

    def _shrink(self, statement: Statement, coordinates: Coordinates) -> Coordinates:
        """Passes over the coordinates until none can be lowered any more."""
        while True:
            before = dict(coordinates)
            for name in self.order:
                floor = (self.minimum or {}).get(name, 1)
                coordinates = self._lower(statement, coordinates, name, floor)
            if coordinates == before:
                return coordinates

    def _lower(self, statement: Statement, coordinates: Coordinates, name: str,
               floor: int) -> Coordinates:
        """Bisect one coordinate down; failing is not monotone in general, so ends are re-tried."""
        best = dict(coordinates)
        low = floor
        while low < best[name]:
            middle = (low + best[name]) // 2
            if self._fails(statement, {**best, name: middle}):
                best[name] = middle
            else:
                low = middle + 1
        for value in range(floor, min(best[name], floor + 12)):
            if self._fails(statement, {**best, name: value}):
                return {**best, name: value}
        return best
