"""Exact evaluation on a finite list of points: a certificate, or a proof where a degree is argued."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from verify.checks.common import counterexample, point_json
from verify.claim import Context
from verify.statement import Statement
from verify.verdict import Evidence, Verdict

Point = Mapping[str, Any]


@dataclass(frozen=True)
class Points:
    """Checks every part at every listed point that satisfies the hypotheses.

    Attributes:
        points: the list, or a function of (statement, context) that makes it.
        where: the grid in words, for the scope.
        because: a degree argument that makes the grid a proof; without one it is CERTIFIED.
        parts: names of the conclusions; all if empty.
    """

    points: Iterable[Point] | Callable[[Statement, Context], Iterable[Point]]
    where: str
    because: str = ""
    parts: tuple[str, ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """CERTIFIED or PROVED, REFUTED by the first failing point, UNDECIDED if none applied."""
        parts = self.parts or tuple(statement.conclusions)
        listed = self.points(statement, context) if callable(self.points) else self.points
        used = []
        for point in listed:
            result = statement.evaluate(point)
            if not result.applies:
                continue
            if result.failing() is not None:
                found = counterexample(statement, result, context.claim_id, context.reading)
                return Evidence(Verdict.REFUTED, (found["part"],), "counterexample",
                                f"{found['part']} is false at {found['point']}",
                                counterexample=found,
                                certificate={"method": "counterexample", **found})
            if any(p["holds"] is None for p in result.parts if p["name"] in parts):
                return Evidence(Verdict.UNDECIDED, parts, "points",
                                f"precision ran out at {point_json(point)}")
            used.append(point_json(point))
        if not used:
            return Evidence(Verdict.UNDECIDED, parts, "points", "no point satisfies the hypotheses")
        verdict = Verdict.PROVED if self.because else Verdict.CERTIFIED
        summary = f"exact at {len(used)} points" + (f": {self.because}" if self.because else "")
        return Evidence(verdict, parts, "points", summary, scope=self.where,
                        certificate={"method": "points", "parts": list(parts), "points": used,
                                     "because": self.because})
