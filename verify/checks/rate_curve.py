"""eta(n) of a few target families, each point simulated with its own standard error.

The points of the report's step-size figure, and one witness: every point is compared with its exact
value at an equal part of the check's false-alarm share. Where the tails of a family are too heavy
for N draws, the point is shown with its error and the comparison does not speak; the summary says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.checks.witness import Witness, ours
from verify.claim import Context
from verify.evaluate import ball_ends, value
from verify.language import parse
from verify.statement import Statement
from verify.verdict import Evidence, Verdict


@dataclass(frozen=True)
class RateCurve(Witness):
    """Simulates eta over n for several families.

    Attributes:
        sampler: the name of a family to its sampler.
        expression: what is shown, in words.
        point: d, sigma2 and what the expressions need besides n.
        series: the name of a family to its exact rate (text of the language), N of one point in the
            quick profile, and the values of n.
    """

    sampler: Callable[..., Any]
    series: Mapping[str, tuple[str, int, tuple[int, ...]]] = field(default_factory=dict)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """SUPPORTED if no point disagrees and one of them speaks; else an internal failure."""
        from numerics.estimates import compare

        share = context.false_alarm / sum(len(sizes) for _, _, sizes in self.series.values())
        points: list[dict[str, Any]] = []
        silent, wrong, worst = [], [], 0.0
        for target, (expression, few, sizes) in self.series.items():
            draws = few * (10 if context.full else 1)
            for n in sizes:
                at = {**self.point, "n": Fraction(n)}
                exact = value(parse(expression), statement.environment(at))
                expected = float(sum(ball_ends(exact)) / 2) if hasattr(exact, "mid") else float(exact)
                # a seed of its own for every point
                samples = self.sampler(target)(at, draws, context.seed + len(points), context.device)
                found = compare(samples, expected, share)
                points.append({"n": n, "d": int(self.point["d"]), "target": target,
                               "mean": found.mean, "error": found.standard_error, "exact": expected,
                               "N": draws})
                name = f"{target} at n = {n}"
                if found.consistent is None:
                    silent.append(name)
                else:
                    worst = max(worst, abs(found.z))
                    wrong += [name] if not found.consistent else []
        result = self._evidence(points, silent, wrong, worst)
        result.data["false_alarm"] = context.false_alarm
        result.internal_failure = bool(wrong) and ours(statement, context)
        return result

    def _evidence(self, points: list[dict[str, Any]], silent: list[str], wrong: list[str],
                  worst: float) -> Evidence:
        judged = len(points) - len(silent)
        summary = (f"{self.expression}: {len(points)} simulated points of {', '.join(self.series)}, "
                   f"{judged - len(wrong)} of {judged} agree with the exact rate (largest |z| {worst:.2f})")
        if wrong:
            summary += f"; disagree: {', '.join(wrong)}"
        if silent:
            summary += f"; tails too heavy for a comparison: {', '.join(silent)}"
        passed = judged > 0 and not wrong
        return Evidence(Verdict.SUPPORTED if passed else Verdict.UNDECIDED, self.parts, "simulation",
                        summary, data={"eta_points": points})
