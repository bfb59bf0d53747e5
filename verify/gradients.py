"""|grad p| >= 2L p^{(2L-1)/2L} d^{-(L-1)/2L} (P - Q)/(P + Q): the steps of gradient dominance.

p(A) = E tr (I - S A)^{2L} for symmetric A and Sigma* = I, Y = I - S^{1/2} A S^{1/2}, Z = Y - Y_a with
Y_a = I - a S, P = p(A)^{1/2L}, Q = p(a I)^{1/2L}.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from theory.matrices import dense, diagonal
from verify.checks import Formal, Identity, Points, Region, Step
from verify.claim import Context
from verify.families import integers
from verify.statement import Statement

VALUES = (Fraction(-1), Fraction(1, 2), Fraction(2))


def quadratic_grid(statement: Statement, context: Context) -> Iterator[dict[str, Any]]:
    """Symmetric 2 x 2 matrices over three values of each entry, and some 1 x 1, 3 x 3 ones."""
    for n in (1, 2, 3):
        for a, b, c in product(VALUES, repeat=3):
            yield {**integers(n=n, d=2), "A": dense([[a, b], [b, c]])}
        for a in VALUES:
            yield {**integers(n=n, d=1), "A": dense([[a]])}
            yield {**integers(n=n, d=3), "A": dense([[a, 1, 0], [1, -2, 3], [0, 3, 1]])}


HOELDER = Step(
    "<grad p(A), A - a I> = 2L E tr Y^{2L-1} (Y - Y_a) >= 2L (P^{2L} - P^{2L-1} Q), by Hoelder for "
    "the Schatten norms and the expectation")

SECOND_MOMENT = Step(
    "E tr (S^{1/2} D S^{1/2})^2 = (1 + 1/n) tr D^2 + (tr D)^2/n >= (1 + 1/n) |D|^2 for symmetric D",
    "printed_loss(1, n, A) = d - 2*trace(A) + (1 + 1/n)*norm_sq(A) + trace(A)^2/n",
    Points(quadratic_grid, "n = 1, 2, 3, d = 1, 2, 3",
           because="both sides are invariant under rotations, so A = diag(a): E tr (WA)^2 = sum a_i a_j "
                   "E W_ij^2, where E W_ij^2 is free of d, one number for i = j and one for i != j, each "
                   "of degree 1 in 1/n (pairs of equal or different columns): d = 1, 2 and three n "
                   "decide them"),
    keep=("n", "d", "A"), hypotheses=())

MODEL_MOMENT = Step(
    "one loop: |I - W A|_F^2 = d - 2 tr WA + tr W^2 AA', with E W = I and E W^2 = alpha_2 I as W is "
    "invariant under rotations; alpha_2 for all real n, d",
    "moment(2, n, d) = 1 + (d + 1)/n", Identity(free=("n", "d")), keep=("n", "d"), hypotheses=())


def square(relation: str, text: str) -> Step:
    """An equation of quadratic forms in every entry of kappa A (written A), kappa = 1 + (d+1)/n."""
    return Step(
        text + ", kappa = 1 + (d+1)/n and kappa A written A; sums over entries, all alike off the "
        "diagonal and on it, so d = 1, 2, 3 decide it",
        relation, Formal(({"d": 1}, {"d": 2}, {"d": 3})), keep=("d", "A"), hypotheses=())


LEAST_VALUE = Step(
    "the least value, at I/kappa = n/(n+d+1) I, is the optimal loss d (d+1)/(n+d+1)",
    "scalar_loss(2, n, d, n/(n + d + 1)) = d*(d + 1)/(n + d + 1)", Identity(free=("n", "d")),
    keep=("n", "d"), hypotheses=())

EVEN_ORDER = Step(
    "with D = A - a I: E tr Z^2 <= d^{(L-1)/L} (E tr Z^{2L})^{1/L} <= d^{(L-1)/L} (P + Q)^2: tr Z^2 <= "
    "d^{(L-1)/L} (tr Z^{2L})^{1/L} (Jensen; by machine for two eigenvalues s -+ e), then Minkowski",
    "2*((s^2 + e^2))^L <= (s + e)^(2*L) + (s - e)^(2*L)",
    Region(lower={"s": "0", "e": "0"}, each={"L": range(1, 11)}),
    parameters={"s": "nonnegative real", "e": "nonnegative real"}, keep=("L",), hypotheses=())

SHAPES: tuple[list[list[int | str]], ...] = ([[1, 0], [0, 0]], [[2, 1], [1, 0]], [[-1, 0], [0, 1]],
          [["7/8", "1/8"], ["1/8", "3/4"]], [["1/2", 0], [0, "3/4"]])


def dominance_points(statement: Statement, full: bool) -> Iterator[dict[str, Any]]:
    """A = 0 and a = 1 for a huge n, where the inequality is nearly an equality; then all kinds of A."""
    yield {**integers(L=1, n=10**24, d=1), "A": diagonal([(0, 1)]), "a": Fraction(1)}
    for L, d in ((1, 1), (2, 3), (3, 40), (2, 10**4)):
        yield {**integers(L=L, n=10**16, d=d), "A": diagonal([(0, d)]), "a": Fraction(1)}
    for L, n, d in ((1, 1, 1), (1, 2, 3), (2, 5, 2), (2, 40, 7)):
        yield {**integers(L=L, n=n, d=d), "A": diagonal([(Fraction(-3), d)]), "a": Fraction(1, 2)}
    for L in (1, 2, 3) if full else (1, 2):
        for n, rows in product((1, 3, 1000), SHAPES):
            yield {**integers(L=L, n=n, d=2), "a": Fraction(n, n + 3),
                   "A": dense([[Fraction(x) for x in row] for row in rows])}


def quadratic_real_grid(statement: Statement, context: Context) -> Iterator[dict[str, Any]]:
    """0, +-e_i, e_i + e_j for the entries of a real 2 x 2 matrix: they decide a quadratic polynomial."""
    for n in (1, 2, 3):
        for i, j in product(range(-1, 4), repeat=2):
            entries = [(k == i) + (k == j) for k in range(4)]
            if i < j:
                yield {**integers(n=n, d=2), "A": dense([entries[:2], entries[2:]])}
            if i == j >= 0:
                yield {**integers(n=n, d=2), "A": dense([[-(k == i) for k in row]
                                                         for row in ((0, 1), (2, 3))])}
        yield {**integers(n=n, d=2), "A": dense([[0, 0], [0, 0]])}
        yield {**integers(n=n, d=3), "A": dense([[2, 1, 0], [2, -2, 3], [0, 1, 1]])}
        yield {**integers(n=n, d=1), "A": dense([[n - 2]])}


def shear_points(statement: Statement, at: dict[str, int]) -> dict[str, Any] | None:
    """A = [[1, t], [0, 1]], n = s^2: (I - A)^2 = 0, so loss and gradient are of order t^4/n, t^3/n."""
    if at["d"] != 2:
        return None
    return {**integers(L=at["L"], n=at["s"] ** 2, d=2), "A": dense([[1, at["t"]], [0, 1]])}
