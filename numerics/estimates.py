"""z = (mean - expected) / (s / sqrt(N)), N fixed beforehand, against a threshold set by a budget.

The sample standard error normalises the sum. For such sums P(z > x) is (1 - Phi(x)) times
exp(-x^3 g / (3 sqrt(N))), g the skewness (Jing, Shao and Wang 2003): a skewed summand gives more
false alarms than a normal one. The threshold is raised until that is paid for; where no threshold
in the range of the theorem does it, the draws are called heavy-tailed and the comparison does not
speak. No torch here: draws are anything with `tolist` or a sequence of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

POWER = 0.99  # an error of the size called detectable is found with this probability


def threshold(false_alarm: float, entries: int = 1, skewness: float = 0.0, draws: int = 1) -> float:
    """x with 2 (1 - Phi(x)) exp(c x^3) = false_alarm / entries, c = |skewness| / (3 sqrt(draws)).

    Returns infinity where no x <= 1/(6c) solves it: beyond, the correction grows faster than the
    normal tail falls.

    Raises:
        ValueError: unless 0 < false_alarm < 1 and entries >= 1.
    """
    if not 0 < false_alarm < 1 or entries < 1:
        raise ValueError(f"need 0 < false_alarm < 1 and entries >= 1, got {false_alarm}, {entries}")
    share = false_alarm / entries
    x = -NormalDist().inv_cdf(share / 2)
    c = abs(skewness) / (3 * draws**0.5)
    for _ in range(200):  # fixed point: x rises monotonically to the smallest solution
        if 6 * c * x > 1:
            return math.inf
        following = -NormalDist().inv_cdf(share / 2 * math.exp(-c * x**3))
        if following - x <= 1e-9:
            break
        x = following
    return x


@dataclass(frozen=True)
class Comparison:
    """Draws against an expected value (or array of values, the worst entry shown).

    `consistent` is None where the tails are too heavy for the comparison to speak.
    """

    draws: int
    entries: int
    mean: float
    expected: float
    standard_error: float
    z: float
    threshold: float
    false_alarm: float
    detectable: float
    relative_detectable: float
    skewness: float
    top_share: float
    consistent: bool | None
    note: str

    def summary(self) -> dict[str, Any]:
        """All fields as plain JSON values."""
        return asdict(self)

    def line(self) -> str:
        """One line for a report: N, z, threshold, false-alarm share, smallest detectable error."""
        text = (
            f"N = {self.draws}, mean {self.mean:.6g} against {self.expected:.6g}, z = {self.z:+.2f}"
            f" (threshold {self.threshold:.2f}, false-alarm share {self.false_alarm:.1e}); would "
            f"detect an error of {self.detectable:.2g} ({100 * self.relative_detectable:.2g} %)"
        )
        return text + (f"; {self.note}" if self.note else "")


def compare(
    samples: Any, expected: Any, false_alarm: float, standard_error: float | None = None
) -> Comparison:
    """Mean of draws against what theory expects; the false-alarm share is split over the entries.

    Args:
        samples: (N,) or (N, ...) draws, N decided before they were looked at.
        expected: the value, or array of values of shape (...).
        false_alarm: probability of calling a true value inconsistent.
        standard_error: the exact one, where it is known (scalar draws); it then replaces the
            sample's, and the bound on the tails is Chebyshev's, which always holds.

    Raises:
        ValueError: for fewer than two draws, shapes that differ, or draws that are not finite.
    """
    values = _array(samples)
    draws = len(values)
    target = _array(expected)
    if draws < 2 or values.shape[1:] != target.shape:
        raise ValueError(f"draws of shape {values.shape} cannot be compared with {target.shape}")
    if not np.isfinite(values).all():
        raise ValueError("some draws are not finite")
    flat, target = values.reshape(draws, -1), target.reshape(-1)
    if standard_error is not None:
        if flat.shape[1] != 1:
            raise ValueError("an exact standard error needs scalar draws")
        return _with_exact_error(flat[:, 0], float(target[0]), false_alarm, standard_error)
    means, errors, skews = _moments(flat)
    scores = _scores(means - target, errors, np.abs(flat).max(0))
    worst = int(np.argmax(np.abs(scores)))
    skew = float(skews[np.argmax(np.abs(skews))])
    limit = threshold(false_alarm, flat.shape[1], skew, draws)
    heavy = math.isinf(limit)
    detectable = (limit + NormalDist().inv_cdf(POWER)) * float(errors.max())
    return Comparison(
        draws, flat.shape[1], float(means[worst]), float(target[worst]), float(errors[worst]),
        float(scores[worst]), limit, false_alarm, detectable,
        _relative(detectable, float(np.abs(target).max())), skew, _top_share(flat[:, worst]),
        None if heavy else bool(abs(scores[worst]) <= limit), _heavy_note(heavy, skew),
    )


def blocks(
    sampler: Callable[[int], Any], draws: int, block: int
) -> np.ndarray:
    """Concatenate sampler(size) over blocks until `draws` are there; bounds the memory used."""
    parts = []
    while draws > 0:
        parts.append(_array(sampler(min(block, draws))))
        draws -= block
    return np.concatenate(parts)


def ratio_samples(numerators: Any, denominators: Any) -> np.ndarray:
    """R + (a_i - R b_i) / mean(b), R = mean(a)/mean(b): draws whose mean and error are the ratio's.

    The delta method: exact to first order in 1/N, with a bias of order 1/N.
    """
    top, bottom = _array(numerators), _array(denominators)
    ratio = top.mean() / bottom.mean()
    return ratio + (top - ratio * bottom) / bottom.mean()


def _with_exact_error(
    values: np.ndarray, expected: float, false_alarm: float, standard_error: float
) -> Comparison:
    """Chebyshev: |mean - expected| exceeds se / sqrt(p) with probability at most p."""
    limit = false_alarm**-0.5
    mean = float(values.mean())
    score = (mean - expected) / standard_error
    detectable = (limit + (1 - POWER) ** -0.5) * standard_error
    return Comparison(
        len(values), 1, mean, expected, standard_error, score, limit, false_alarm, detectable,
        _relative(detectable, abs(expected)), 0.0, _top_share(values), abs(score) <= limit,
        "exact standard error, Chebyshev's bound: holds for any tails",
    )


def _moments(flat: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means, standard errors and skewness of the columns."""
    draws = len(flat)
    means = flat.mean(0)
    centred = flat - means
    variances = (centred**2).sum(0) / (draws - 1)
    # Equal draws differ by rounding alone: that is no spread, and no error to judge a mean by.
    variances[np.sqrt(variances) <= 1e-12 * np.abs(flat).max(0)] = 0.0
    scale = np.where(variances > 0, variances, 1.0)
    skews = (centred**3).mean(0) / scale**1.5
    return means, np.sqrt(variances / draws), skews


def _scores(gaps: np.ndarray, errors: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """z per entry; an entry without spread is compared up to rounding of the draws' size."""
    rounding = 1e-12 * np.maximum(sizes, 1.0)
    spread = errors > 0
    exact = np.where(np.abs(gaps) <= rounding, 0.0, np.inf)
    return np.where(spread, gaps / np.where(spread, errors, 1.0), exact)


def _top_share(values: np.ndarray) -> float:
    """Share of the sum of |draws| that the largest 0.1 % of them carry."""
    sizes = np.sort(np.abs(values))
    total = float(sizes.sum())
    return float(sizes[-max(1, len(sizes) // 1000):].sum()) / total if total > 0 else 0.0


def _relative(detectable: float, size: float) -> float:
    return detectable / size if size > 0 else math.inf


def _heavy_note(heavy: bool, skewness: float) -> str:
    if not heavy:
        return ""
    return (
        f"heavy tails (skewness {skewness:.3g} in the draws): simulation does not resolve this "
        "quantity at this N"
    )


def _array(values: Any) -> np.ndarray:
    if hasattr(values, "detach"):
        values = values.detach().cpu().numpy()
    return np.asarray(values, dtype=np.float64)
