"""Quantities of section 5 and Theorem 4.5 of the looped paper: another instance, layers of their own.

X holds one example per column, S = (1/n) XX', W the sample covariance for Sigma* = I.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from flint import arb

from theory import rational
from theory.quantities import integer, isotropic_value, quantity
from theory.quantities_definition import dot, rows
from theory.quantities_one_step import solve


@quantity("loop_error", "loop_error(L, X, w, x_q, P, a) = TF_L - w'x_q for A = a P: -w'(I - a S P)^L x_q; "
                        "over functions, and a may be a ball")
def loop_error(L: Any, X: Any, w: Any, x_q: Any, P: Any, a: Any) -> Any:
    """-sum_k binomial(L, k) (-a)^k w'(S P)^k x_q."""
    data, order = rows(X), integer(L, "loop_error")
    examples = list(zip(*data, strict=True))
    image, total = list(x_q), Fraction(0) if not isinstance(a, arb) else arb(0)
    for k in range(order + 1):
        term = -((-1) ** k) * comb(order, k) * dot(w, image)
        total = total + (rational.ball(term) if isinstance(a, arb) else term) * a**k
        moved = [dot(row, image) for row in rows(P)]
        weights = [dot(moved, x) for x in examples]
        image = [dot(row, weights) / len(examples) for row in data]
    return total


@quantity("distinct_loss", "distinct_loss(L, n, d) = min E tr prod_{i<=L} (I - a_i W)^2 over numbers a_i: "
                           "L layers A_i = a_i I of their own, Sigma* = I; over functions")
def distinct_loss(L: Any, n: Any, d: Any) -> Any:
    """d / x_0 where sum_j m_{i+j} x_j = [i = 0], m_k = (1/d) E tr W^k, i, j <= L.

    The least E tr q(W)^2 over polynomials q of degree L with q(0) = 1; its roots are real and
    positive (they are those of an orthogonal polynomial), so q is a product of L factors 1 - a_i x.
    """
    order = integer(L, "distinct_loss")
    if isinstance(n, Fraction) and isinstance(d, Fraction):
        return _distinct(order, n, d)
    return d / _first(order, n, d)


@lru_cache(maxsize=256)
def _distinct(order: int, n: Fraction, d: Fraction) -> Fraction:
    found: Fraction = d / _first(order, n, d)
    return found


def _first(order: int, n: Any, d: Any) -> Any:
    size = range(order + 1)
    moments = [isotropic_value(k, n, d) / n**k for k in range(2 * order + 1)]
    matrix = [[moments[i + j] for j in size] for i in size]
    return solve(matrix, [Fraction(int(i == 0)) for i in size])[0]
