"""exact values behind the figures: optimum against bound, dominance crossings, one-layer step size.

All are exact rationals or integers first and floats only when drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

DIGITS = 40
FACTOR = Fraction(1, 16)  # of Theorem 3.4, as printed


def geometric(first: int, last: int, count: int) -> list[int]:
    """Integers spread evenly on a logarithmic axis, the ends included.

    Example:
        >>> geometric(10, 1000, 3)
        [10, 100, 1000]
    """
    step = (last / first) ** (1 / (count - 1))
    inner = {round(first * step**i) for i in range(1, count - 1)}
    return sorted({first, last} | inner)


def optimum_distance(loops: int, d: int, sizes: Iterable[int]) -> list[tuple[int, Fraction]]:
    """(n, |a* - 1|), where A_opt = a* Sigma*^{-1} is the minimiser among symmetric A."""
    from theory.optimum import optimum

    found = []
    for n in sizes:
        ends = optimum(loops, n, d, digits=DIGITS)
        found.append((n, abs((ends.lo + ends.hi) / 2 - 1)))
    return found


def printed_bound(loops: int, d: int, n: int) -> float:
    """c = 8 delta d^{1/(2L)} with delta = (8 L d / sqrt n)^{1/(2L)}, Theorem 3.2."""
    return float(8 * (8 * loops * d * d / n**0.5) ** (1 / (2 * loops)))


def bound_below_one(loops: int, d: int) -> int:
    """Least n with c < 1: n > 64 L^2 d^4 8^{4L}, an exact integer."""
    return int(64 * loops**2 * d**4 * 8 ** (4 * loops) + 1)


def dominance(loops: int, d: float) -> float:
    """4 L^2 d^{-(L-1)/L}: ||grad||^2 over loss^{(2L-1)/L} at A = a I, n to infinity."""
    return float(4 * loops**2 * d ** (-(loops - 1) / loops))


def crossing(loops: int, factor: Fraction = FACTOR) -> int | None:
    """Least integer d with 4 L^2 d^{-(L-1)/L} < factor; None if there is none (L = 1).

    Example:
        >>> crossing(2), crossing(3), crossing(1)
        (65537, 13825, None)
    """
    if loops == 1:
        return None
    # d^{L-1} > (4 L^2 / factor)^L, in integers
    bound = (4 * loops**2 / Fraction(factor)) ** loops
    low, high = 0, 1
    while high ** (loops - 1) <= bound:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle ** (loops - 1) > bound else (middle, high)
    return high


def relative_steps(target: str, d: int, sigma2: Fraction,
                   sizes: Iterable[int]) -> list[tuple[int, Any]]:
    """(n, n eta) of the optimal one-layer learner for a family of targets."""
    from theory.targets import eta, parse_target

    family = parse_target(target)
    return [(n, n * eta(family, n, d, sigma2)) for n in sizes]


def simulated_steps(records: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What simulations of the one-layer model found: {"n", "d", "target", "mean", "error"}.

    A check that simulates the step size puts a list of these under ``eta_points`` of its data.
    """
    for record in records:
        for name in ("printed", "repaired"):
            for entry in (record[name] or {"evidence": ()})["evidence"]:
                yield from entry.get("data", {}).get("eta_points", ())
