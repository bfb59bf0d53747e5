"""Quantities of the landscape: time along the gradient flow from a multiple of I, one shear.

Source:  looped paper, Theorem 3.3 (1), section 3.7.
"""

from __future__ import annotations

from typing import Any

from flint import ctx

from theory.matrices import Dense, dense
from theory.quantities import enclosure, integer, quantity


@quantity("flow_time", "flow_time(L, n, d, a, xi): time at which dA/dt = -grad loss(A), A(0) = a I, "
                       "Sigma* = I, first has loss <= xi: the integral of d/|p'| for p = E tr (I - a W)^{2L}")
def _flow_time(L: Any, n: Any, d: Any, a: Any, xi: Any) -> Any:
    """A(t) = a(t) I with a' = -p'(a)/d; half the working precision in digits."""
    from theory.flow import time_to_loss

    found = time_to_loss(integer(L, "flow_time"), n, d, a, xi, max(8, ctx.prec * 30103 // 200_000))
    return enclosure(found.lo, found.hi)


@quantity("shear", "shear(t) = [[1, t], [0, 1]]; I - shear(t) is nilpotent")
def _shear(t: Any) -> Dense:
    """A matrix that is not symmetric for t != 0."""
    return dense([[1, t], [0, 1]])
