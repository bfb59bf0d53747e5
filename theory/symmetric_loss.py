"""The population loss of a symmetric preconditioner A, through the power sums p_r = tr B^r.

B = Sigma^{1/2} A Sigma^{1/2} is symmetric, and W = (1/n) Z Z' is the sample covariance of whitened
data. Then with c_i = (-1)^i C(L, i) and the covariance B in place of Sigma in `contractions`

    model     (I - W B)^L ((I - W B)^L)' = sum c_i c_j (W B)^i (B W)^j
    printed   tr (I - W B)^{2L},   and   M' W M = sum c_i c_j W (B W)^(i + j) for the term in u

where (W B)^i (B W)^j has the moments of B^{-1} G^i B G^j, G = B^{1/2} W B^{1/2}: the negative power
is used up by the first contraction, so that B may be singular. Every expectation is a polynomial
in B with coefficients in the p_r, and p_r = tr (Sigma A)^r is rational. Invariance under rotations
makes the gradient at a symmetric B symmetric, so it is that of the loss as a function of the p_r.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from theory.contractions import State, expectations, sensitivities, weight, word
from theory.matrices import (
    Diagonal,
    Matrix,
    add,
    identity,
    multiply,
    scale,
    trace,
)

Part = tuple[State, int]
"""A state and the power f of B that stands before it: E[B^f chain]."""


def _signed(L: int, i: int) -> int:
    return -comb(L, i) if i % 2 else comb(L, i)


@lru_cache(maxsize=64)
def first_term(L: int, formula: str) -> Mapping[Part, int]:
    """The loss at u = 0 as a combination of parts, each of degree `weight` in B."""
    if formula == "printed":
        return {(word(k), 0): _signed(2 * L, k) for k in range(2 * L + 1)}
    parts: dict[Part, int] = {(word(0), 0): 1}
    for i in range(1, L + 1):
        parts[word(i), 0] = 2 * _signed(L, i)
        for j in range(i, L + 1):
            parts[word(i, j), -1] = _signed(L, i) * _signed(L, j) * (1 if i == j else 2)
    return parts


@lru_cache(maxsize=64)
def second_term(L: int, formula: str) -> Mapping[Part, int]:
    """The matrix between v' and v in the term of u, v = Sigma^{1/2} u, by parts."""
    parts: dict[Part, int] = {}
    for i in range(1, L + 1):
        for j in range(i, L + 1):
            state = word(i, j) if formula == "model" else word(i + j + 1)
            coefficient = _signed(L, i) * _signed(L, j) * (1 if i == j else 2)
            parts[state, -1] = parts.get((state, -1), 0) + coefficient
    return parts


class Preconditioner:
    """Sigma A for a symmetric A: its power sums, and what is read off powers of B."""

    def __init__(self, A: Matrix, sigma: Matrix, degree: int) -> None:
        self.sigma = sigma
        self.product = multiply(sigma, A)
        self.scale = _common_denominator(self.product)
        power: Matrix = identity(A.shape[0])
        self.powers = [power]
        for _ in range(degree):
            power = multiply(power, self.product)
            self.powers.append(power)
        # p_r q^r: the power sums of the integer matrix q Sigma A
        self.integer_sums = [int(trace(m) * self.scale**r) for r, m in enumerate(self.powers)]

    def power_sum(self, r: int) -> Fraction:
        """tr B^r = tr (Sigma A)^r."""
        return Fraction(self.integer_sums[r], self.scale**r)

    def between(self, r: int) -> Matrix:
        """Sigma^{1/2} B^r Sigma^{1/2} = (Sigma A)^r Sigma."""
        return multiply(self.powers[r], self.sigma)


def _common_denominator(matrix: Matrix) -> int:
    if isinstance(matrix, Diagonal):
        return lcm(*(value.denominator for value, _ in matrix.spectrum))
    return lcm(*(entry.denominator for row in matrix.rows for entry in row))


def _coefficients(parts: Mapping[Part, int], n: Fraction, b: Preconditioner) -> list[Fraction]:
    """[c_0, c_1, ...] with sum of the parts, each divided by n^weight, equal to sum c_f B^f."""
    values = expectations({s for s, _ in parts}, n.numerator, b.integer_sums, n.denominator)
    total: dict[int, Fraction] = {}
    for (state, f), coefficient in parts.items():
        k = weight(state)
        degree = k + f + (len(state[0]) - 1)
        for r, value in enumerate(values[state], f):
            if value:
                denominator = n.numerator**k * b.scale ** (degree - r)
                total[r] = total.get(r, Fraction(0)) + Fraction(coefficient * value, denominator)
    return [total.get(r, Fraction(0)) for r in range(max(total, default=-1) + 1)]


def loss(
    L: int, n: Fraction, A: Matrix, sigma: Matrix, square: Matrix | None, formula: str
) -> Fraction:
    """L(A, u) for a symmetric A.

    Args:
        L: number of loops.
        n: number of examples.
        A: symmetric (d, d).
        sigma: population covariance (d, d).
        square: u u', or only its diagonal if Sigma and A are both Diagonal; None for u = 0.
        formula: "model" or "printed".
    """
    b = Preconditioner(A, sigma, 2 * L + 1)
    first = _coefficients(first_term(L, formula), n, b)
    total = sum((c * b.power_sum(r) for r, c in enumerate(first)), Fraction(0))
    if square is not None:
        second = _coefficients(second_term(L, formula), n, b)
        for r, c in enumerate(second):
            total += c * trace(multiply(square, b.between(r)))
    return total


def gradient(L: int, n: Fraction, A: Matrix, sigma: Matrix, formula: str) -> Matrix:
    """G = Sigma^{1/2} (sum_r r dL/dp_r B^(r-1)) Sigma^{1/2} at a symmetric A, u = 0."""
    b = Preconditioner(A, sigma, 2 * L)
    parts, sums = first_term(L, formula), b.integer_sums
    values = expectations({s for s, _ in parts}, n.numerator, sums, n.denominator)
    unit = n.numerator * b.scale
    slopes = [0] * len(sums)
    weights: dict[State, list[int]] = {}
    for (state, f), coefficient in parts.items():
        factor = coefficient * unit ** (2 * L - weight(state))
        row = [0] * len(values[state])
        for r, value in enumerate(values[state]):
            if f + r >= 0:
                slopes[f + r] += factor * value
                row[r] = factor * sums[f + r]
        weights[state] = row
    inner = sensitivities(weights, n.numerator, sums, n.denominator)
    total: Matrix = scale(0, sigma)
    for r in range(1, len(sums)):
        slope = Fraction((slopes[r] + inner[r]) * b.scale**r, unit ** (2 * L))
        total = add(total, scale(r * slope, b.between(r - 1)))
    return total


@lru_cache(maxsize=32)
def loss_polynomial(L: int, formula: str = "model") -> fmpz_mpoly:
    """n^{2L} L(A, 0) for every symmetric A, as a polynomial in n, p0 = d and p_r = tr (Sigma A)^r.

    Example:
        >>> loss_polynomial(1)
        n^2*p0 - 2*n^2*p1 + n^2*p2 + n*p0*p2 + n*p2
    """
    names = ["n", *(f"p{r}" for r in range(2 * L + 1))]
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    n, *sums = context.gens()
    parts = first_term(L, formula)
    values = expectations({s for s, _ in parts}, n, sums)
    total = context.constant(0)
    for (state, f), coefficient in parts.items():
        for r, value in enumerate(values[state], f):
            if r >= 0:
                total += coefficient * value * n ** (2 * L - weight(state)) * sums[r]
    return total
