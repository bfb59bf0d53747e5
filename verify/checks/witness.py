"""|mean - exact| <= z * standard error: simulation of the definition against an exact value.

The independent witness that the definition was encoded rightly. N is fixed before looking; the
threshold comes from the check's share of the run's one false-alarm budget, widened for skewed draws;
the smallest error that N draws would have caught stands in the evidence. A disagreement puts the
product in doubt, so it is an internal failure and not a verdict about the paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verify.checks.common import point_json
from verify.claim import Context
from verify.evaluate import ball_ends, value
from verify.language import parse
from verify.statement import Statement
from verify.verdict import Evidence, Verdict

Sampler = Callable[[Mapping[str, Any], int, int, str], Any]


def ours(statement: Statement, context: Context) -> bool:
    """True unless somebody altered the constants: then a disagreement is about the alteration."""
    return context.original is None or statement.constants == context.original.constants


@dataclass(frozen=True)
class Witness:
    """Simulates the definition at one point and compares with the exact value of ``expression``.

    Attributes:
        sampler: (point, draws, seed, device) to a 1-d array of independent samples.
        expression: what their mean estimates, as text of the language.
        point: exact parameter values.
        draws: N of the quick profile; the full profile takes ten times as many.
        parts: the conclusions that the witness supports by itself; usually none.
    """

    sampler: Sampler
    expression: str
    point: Mapping[str, Any]
    draws: int = 20_000
    parts: tuple[str, ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """SUPPORTED; UNDECIDED where the tails are too heavy; an internal failure if it disagrees."""
        from numerics.estimates import compare

        draws = self.draws * (10 if context.full else 1)
        exact = value(parse(self.expression), statement.environment(dict(self.point)))
        expected = float(sum(ball_ends(exact)) / 2) if hasattr(exact, "mid") else float(exact)
        samples = self.sampler(self.point, draws, context.seed, context.device)
        found = compare(samples, expected, context.false_alarm)
        where = ", ".join(f"{k} = {v}" for k, v in point_json(self.point).items())
        summary = (f"{self.expression} at {where}: exact {expected:.6g}, simulated {found.mean:.6g} "
                   f"+- {found.standard_error:.2g} (N = {draws}, z = {found.z:+.2f}, "
                   f"limit {found.threshold:.2f}, would catch an error of "
                   f"{100 * found.relative_detectable:.2g} %)")
        data = self._data(found, draws, context)
        if found.consistent is None:
            return Evidence(Verdict.UNDECIDED, self.parts, "simulation", f"{summary}; {found.note}",
                            data=data)
        return Evidence(Verdict.SUPPORTED if found.consistent else Verdict.UNDECIDED, self.parts,
                        "simulation", summary, data=data,
                        internal_failure=not found.consistent and ours(statement, context))

    def _data(self, found: Any, draws: int, context: Context) -> dict[str, Any]:
        """The comparison as JSON; what is infinite, as the limit of heavy tails, is None."""
        return {"expression": self.expression, "N": draws, "z": _finite(found.z),
                "limit": _finite(found.threshold), "false_alarm": context.false_alarm,
                "smallest_detectable_relative_error": _finite(found.relative_detectable),
                "skewness": _finite(found.skewness),
                "share_of_largest_0.1_percent": _finite(found.top_share),
                **({"note": found.note} if found.note else {})}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
