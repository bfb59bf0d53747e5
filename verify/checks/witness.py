"""|mean - exact| <= z * standard error: simulation of the definition against an exact value.

The independent witness that the definition was encoded rightly. N is fixed before looking; the
threshold comes from the run's one false-alarm budget; the smallest error that N draws would have
caught stands in the evidence. A disagreement puts the product in doubt, so it is an internal failure.
"""

from __future__ import annotations

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


def threshold(false_alarm: float) -> float:
    """Two-sided z with P(|Z| > z) = false_alarm for a standard normal Z."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - false_alarm / 2)


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
        """SUPPORTED, or UNDECIDED with ``internal_failure`` if the definition disagrees."""
        draws = self.draws * (10 if context.full else 1)
        exact = value(parse(self.expression), statement.environment(dict(self.point)))
        expected = float(sum(ball_ends(exact)) / 2) if hasattr(exact, "mid") else float(exact)
        samples = self.sampler(self.point, draws, context.seed, context.device)
        mean = float(samples.mean())
        error = float(samples.std(ddof=1)) / draws**0.5
        # without spread the mean is exact up to rounding, and then it must be the value itself
        exactly = abs(mean - expected) <= 1e-9 * max(1.0, abs(expected))
        z = (mean - expected) / error if error > 0 else 0.0 if exactly else 1e9
        limit = threshold(context.false_alarm)
        agrees = abs(z) <= limit
        smallest = 2 * limit * error / abs(expected) if expected else 2 * limit * error
        summary = (f"{self.expression} at {point_json(self.point)}: exact {expected:.6g}, "
                   f"simulated {mean:.6g} +- {error:.2g} (N = {draws}, z = {z:+.2f}, "
                   f"limit {limit:.2f}, would catch an error of {100 * smallest:.2g} %)")
        return Evidence(Verdict.SUPPORTED if agrees else Verdict.UNDECIDED, self.parts, "simulation",
                        summary, internal_failure=not agrees,
                        data={"z": z, "N": draws, "false_alarm": context.false_alarm,
                              "smallest_detectable_relative_error": smallest})
