"""|mean - predicted| + t s/sqrt(runs) <= tolerance * predicted: layers trained by gradient descent.

W_K, W_Q, W_V and h start at random values and follow plain gradient steps on fresh prompts, with
numbers of steps and runs fixed beforehand. A layer's predictor is x'T X'y and a rest; training
reaches the prediction T* if T T*^{-1} = I and its loss is that of T*. Each run has its own prompts,
so the runs are independent and their spread is the noise: Student's t over the runs gives an
interval for every entry and for the loss. The check passes if all intervals lie within the stated
tolerance, fails if one lies outside it, and else says that the runs do not resolve it.

Gradient descent also ends at local minima, with a clearly larger loss. A run counts as one that
reached the minimum if its own test loss is within a tenth of the smallest: the prediction plays no
part in that choice. In the quick profile nothing is trained and nothing is covered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from verify.checks.common import point_json
from verify.checks.witness import Witness, ours
from verify.claim import Context
from verify.evaluate import ball_ends, value
from verify.language import parse
from verify.statement import Statement
from verify.verdict import Evidence, Verdict

LEAST_RUNS = 5
POWER_QUANTILE = 2.33  # an error of the size called detectable is found with probability 0.99
NEAR = 1.1  # a run is at the minimum if its loss is below this times the smallest
Layers = Any  # numerics.training.TrainedLayer


@dataclass(frozen=True)
class Trained(Witness):
    """Trains layers at one point and compares predictor and loss with what is predicted.

    Attributes:
        sampler: (point, T*, runs, seed, device) to trained layers; see ``verify.layer_points``.
        expression: the predicted T*, a matrix or a number eta for eta I, as text of the language.
        point: exact parameter values.
        draws: how many runs.
        least: the predicted loss, as text of the language.
        tolerance: largest relative error of an entry of T and of the loss that passes.
        parts: none: a training supports no conclusion by itself.
    """

    sampler: Callable[..., Layers]
    draws: int = 48
    least: str = "0"
    tolerance: float = 0.03

    def run(self, statement: Statement, context: Context) -> Evidence:
        """SUPPORTED, UNDECIDED, or an internal failure; SKIPPED in the quick profile."""
        if not context.full:
            return Evidence(Verdict.SKIPPED, (), "training", "trained in the full profile only: "
                            + self._subject())
        environment = statement.environment(dict(self.point))
        d = int(self.point["d"])
        best = _matrix(value(parse(self.expression), environment), d)
        least = _number(value(parse(self.least), environment))
        layers = self.sampler(self.point, best, self.draws, context.seed, context.device)
        found = self._judged(layers, best, least, context.false_alarm)
        found.data["false_alarm"] = context.false_alarm
        return replace(found, internal_failure=found.internal_failure and ours(statement, context))

    def _subject(self) -> str:
        where = ", ".join(f"{k} = {v}" for k, v in point_json(self.point).items())
        return f"T* = {self.expression}, loss {self.least} at {where}"

    def _judged(self, layers: Layers, best: Any, least: float, false_alarm: float) -> Evidence:
        import numpy as np

        from numerics.estimates import compare

        losses = _array(layers.losses)
        means = losses.mean(1)
        reached = means < NEAR * np.nanmin(means)
        count = int(reached.sum())
        if count < LEAST_RUNS:
            return Evidence(Verdict.UNDECIDED, (), "simulation",
                            f"{self._subject()}: {count} of {self.draws} runs reached the least loss, "
                            f"too few for a comparison")
        reference = _array(layers.reference)[reached]
        ratios = _array(layers.predictor)[reached] @ np.linalg.inv(np.array(best))
        gaps = (ratios - np.eye(len(best))).reshape(count, -1)
        excess = (losses[reached] - reference).mean(1) / least
        share = false_alarm / (gaps.shape[1] + 2)
        columns = np.concatenate([gaps, excess[:, None]], axis=1)
        known = compare(reference.reshape(-1), least, share)
        return self._evidence(columns, known, count, ratios, least, share)

    def _evidence(self, columns: Any, known: Any, count: int, ratios: Any, least: float,
                  share: float) -> Evidence:
        """``columns`` are the relative errors of the runs: entries of T T*^{-1} - I, then the loss."""
        from scipy.special import stdtrit

        gaps, errors = abs(columns.mean(0)), columns.std(0, ddof=1) / count**0.5
        limit = -float(stdtrit(count - 1, share / 2))
        shown = float((gaps + limit * errors).max())
        rates = ratios.diagonal(axis1=1, axis2=2).mean(1)
        rate, spread = float(rates.mean()), float(rates.std(ddof=1)) / count**0.5
        loss = float(least * (1 + columns[:, -1].mean()))
        outside = bool((gaps - limit * errors > self.tolerance).any()) or known.consistent is False
        inside = shown <= self.tolerance and known.consistent is True
        summary = (
            f"{self._subject()}: {count} of {self.draws} runs of gradient descent from random values "
            f"reached the least loss; learned over predicted rate {rate:.4f} +- {spread:.2g}, entries of "
            f"T T*^-1 - I at most {gaps[:-1].max():.2g}, loss {loss:.5g} against {least:.5g}; every error "
            f"shown to be below {100 * shown:.2g} % (tolerance {100 * self.tolerance:g} %, "
            f"t = {limit:.1f}); the loss of T* itself: {known.line()}")
        detectable = self.tolerance + (limit + POWER_QUANTILE) * float(errors.max())
        return Evidence(Verdict.SUPPORTED if inside else Verdict.UNDECIDED, (), "simulation", summary,
                        internal_failure=outside,
                        data={"N": count, "runs": self.draws, "rate_ratio": rate, "rate_error": spread,
                              "largest_error_shown": shown, "tolerance": self.tolerance,
                              "t_limit": limit, "loss": loss, "least": least,
                              "smallest_detectable_relative_error": detectable})


def _number(exact: Any) -> float:
    return float(sum(ball_ends(exact)) / 2) if hasattr(exact, "mid") else float(exact)


def _matrix(exact: Any, d: int) -> list[list[float]]:
    """A matrix of the language, or eta I, as floats."""
    from theory.matrices import Dense, Diagonal, to_dense

    if isinstance(exact, Dense | Diagonal):
        return [[float(entry) for entry in row] for row in to_dense(exact).rows]
    rate = _number(exact)
    return [[rate * (i == j) for j in range(d)] for i in range(d)]


def _array(tensor: Any) -> Any:
    import numpy as np

    return np.asarray(tensor.detach().cpu().numpy() if hasattr(tensor, "detach") else tensor)

