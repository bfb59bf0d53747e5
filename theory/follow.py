"""A' = -grad L(A) from any A(0), by Runge-Kutta steps with exact gradients and rational numbers.

Not certified: the error is estimated by comparing steps with half steps. On A = a I, Sigma = I, the
certified path is in `theory.flow`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from theory.losses import loss, loss_gradient
from theory.matrices import (
    Diagonal,
    Matrix,
    Number,
    add,
    dense,
    diagonal,
    exact,
    frobenius_squared,
    scale,
    subtract,
)


@dataclass(frozen=True)
class Followed:
    """Where the flow was followed to: A(t), its exact loss, and the sum of the error estimates."""

    A: Matrix
    loss: Fraction
    error: Fraction
    steps: int


def _rounded(matrix: Matrix, bits: int) -> Matrix:
    def nearest(x: Fraction) -> Fraction:
        return Fraction(round(x * 2**bits), 2**bits)

    if isinstance(matrix, Diagonal):
        return diagonal((nearest(value), m) for value, m in matrix.spectrum)
    return dense([[nearest(entry) for entry in row] for row in matrix.rows])


def runge_kutta_step(
    L: int,
    n: Number,
    A: Matrix,
    h: Number,
    sigma: Matrix | None = None,
    formula: str = "model",
    bits: int = 80,
) -> Matrix:
    """A + h (k_1 + 2 k_2 + 2 k_3 + k_4) / 6 for A' = -grad L(A).

    Every k is an exact gradient; the points where it is taken and the result are rounded to
    multiples of 2^-bits, so that the rationals do not grow.
    """
    step = exact(h)

    def field(factor: Fraction, slope: Matrix) -> Matrix:
        at = _rounded(add(A, scale(factor, slope)), bits)
        return scale(-1, loss_gradient(L, n, at, sigma, formula=formula))

    k1 = field(Fraction(0), A)
    k2 = field(step / 2, k1)
    k3 = field(step / 2, k2)
    k4 = field(step, k3)
    total = add(add(k1, scale(2, k2)), add(scale(2, k3), k4))
    return _rounded(add(A, scale(step / 6, total)), bits)


def follow(
    L: int,
    n: Number,
    A: Matrix,
    t: Number,
    sigma: Matrix | None = None,
    formula: str = "model",
    tolerance: Number = Fraction(1, 10**8),
    max_steps: int = 4000,
) -> Followed:
    """A(t) for A' = -grad L(A), u = 0, by Runge-Kutta steps with rational numbers.

    Each step is compared with two half steps; these are kept if 1/15 of the distance (Frobenius) is
    at most the tolerance times the step's share of t. An estimate, not a bound.

    Args:
        L: number of loops.
        n: number of examples.
        A: A(0), any real (d, d) matrix.
        t: the time, >= 0.
        sigma: population covariance, None for I.
        formula: "model" or "printed".
        tolerance: for the estimated error at t.
        max_steps: the work allowed.

    Raises:
        ValueError: t is negative, or max_steps are not enough.
    """
    time, allowed = exact(t), exact(tolerance)
    if time < 0 or allowed <= 0:
        raise ValueError(f"t must be >= 0 and the tolerance > 0, got {time} and {allowed}")
    done, h, error, steps = Fraction(0), time, Fraction(0), 0
    while done < time:
        steps += 1
        if steps > max_steps:
            raise ValueError(f"{max_steps} steps reach only time {done} of {time}")
        h = min(h, time - done)
        following, distance = _doubled_step(L, n, A, h, sigma, formula)
        share = (allowed * h / time) ** 2
        if distance > share:
            h /= 2
            continue
        A, done = following, done + h
        error += allowed * h / time
        if distance * 2**12 < share:
            h *= 2
    return Followed(A, loss(L, n, A, sigma, formula=formula), error, steps)


def _doubled_step(
    L: int, n: Number, A: Matrix, h: Fraction, sigma: Matrix | None, formula: str
) -> tuple[Matrix, Fraction]:
    """Two half steps, and the square of their estimated error: 1/15 of the distance to one step."""
    whole = runge_kutta_step(L, n, A, h, sigma, formula)
    half = runge_kutta_step(L, n, A, h / 2, sigma, formula)
    halves = runge_kutta_step(L, n, half, h / 2, sigma, formula)
    return halves, frobenius_squared(subtract(whole, halves)) / 225
