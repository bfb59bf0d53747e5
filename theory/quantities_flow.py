"""Quantities of the landscape: time along the gradient flow, one shear, the expansion (26).

Source:  looped paper, Theorem 3.3 (1), section 3.7, (25)-(26).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from flint import ctx

from theory.matrices import Dense, dense
from theory.quantities import QUANTITIES, enclosure, integer, quantity


@quantity("flow_time", "flow_time(L, n, d, a, xi): time at which dA/dt = -grad loss(A), A(0) = a I, "
                       "Sigma* = I, first has loss <= xi: the integral of d/|p'| for p = E tr (I - a W)^{2L}")
def _flow_time(L: Any, n: Any, d: Any, a: Any, xi: Any) -> Any:
    """A(t) = a(t) I with a' = -p'(a)/d; half the working precision in digits."""
    digits = max(8, ctx.prec * 30103 // 200_000)
    return enclosure(*_time_ends(integer(L, "flow_time"), n, d, a, xi, digits))


@lru_cache(maxsize=512)
def _time_ends(L: int, n: Any, d: Any, a: Any, xi: Any, digits: int) -> tuple[Fraction, Fraction]:
    """Ends of the time; a relation and both its sides are evaluated apart at one point."""
    from theory.flow import time_to_loss

    found = time_to_loss(L, n, d, a, xi, digits)
    return found.lo, found.hi


@quantity("shear", "shear(t) = [[1, t], [0, 1]]; I - shear(t) is nilpotent")
def _shear(t: Any) -> Dense:
    """A matrix that is not symmetric for t != 0."""
    return dense([[1, t], [0, 1]])


@quantity("double_sum_26", "double_sum_26(L, n, d, i, a) = sum_{k<=i, l<=2L-1-i} binomial(2L-1-i, k) "
                           "binomial(i, l) (-a)^{k+l} moment(k+l+1, n, d): (26) at A = a I; over functions")
def _double_sum_26(L: Any, n: Any, d: Any, i: Any, a: Any) -> Any:
    """The two binomial coefficients stand as printed."""
    return _double_sum(integer(L, "double_sum_26"), n, d, integer(i, "double_sum_26"), a, True)


@quantity("double_sum_25", "double_sum_25(L, n, d, i, a): the same with binomial(i, k) and "
                           "binomial(2L-1-i, l); over functions")
def _double_sum_25(L: Any, n: Any, d: Any, i: Any, a: Any) -> Any:
    """The expansion of (25)."""
    return _double_sum(integer(L, "double_sum_25"), n, d, integer(i, "double_sum_25"), a, False)


def _double_sum(L: int, n: Any, d: Any, i: int, a: Any, exchanged: bool) -> Any:
    total: Any = Fraction(0)
    rest = 2 * L - 1 - i
    upper = (rest, i) if exchanged else (i, rest)
    for k in range(i + 1):
        for m in range(rest + 1):
            weight = comb(upper[0], k) * comb(upper[1], m) * (-1) ** (k + m)
            if weight:
                total = total + weight * a ** (k + m) * QUANTITIES["moment"](Fraction(k + m + 1), n, d)
    return total
