"""Quantities of section 3.2: the pseudo-inverse, and plain gradient descent on a quadratic.

H is the Hessian of the loss, diagonal in its own basis, and e_t = w_t - w* the error, so that a step
of size s takes e to (I - s H) e.

Source:  section 3.2 of the looped paper.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory import matrices
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows

MAX_STEPS = 2000


def determinant(matrix: Any) -> Any:
    """By the first row: for the few rows that a symbolic identity can have."""
    if not matrix:
        return Fraction(1)
    total: Any = Fraction(0)
    for j, entry in enumerate(matrix[0]):
        minor = [[*row[:j], *row[j + 1:]] for row in matrix[1:]]
        total = total + (-1) ** j * entry * determinant(minor)
    return total


@quantity("least_squares", "least_squares(X, w, i) = entry i of (XX')^{-1} X y, y = X'w")
def least_squares(X: Any, w: Any, i: Any) -> Any:
    """Cramer's rule for (XX') v = Xy."""
    data = [list(row) for row in rows(X)]
    position = integer(i, "i", len(data))
    if position < 1:
        raise ValueError(f"got the entry {position}, allowed 1..{len(data)}")
    gram = [[dot(a, b) for b in data] for a in data]
    labels = [dot(w, column) for column in zip(*data, strict=True)]
    right = [dot(row, labels) for row in data]
    replaced = [[*row[:position - 1], b, *row[position:]] for row, b in zip(gram, right, strict=True)]
    below = determinant(gram)
    if not hasattr(below, "numerator") or below == 0:
        raise ValueError("got a singular XX', allowed an invertible one")
    return determinant(replaced) / below


@quantity("descent_error", "descent_error(H, e, s, t) = |(I - s H)^t e|^2, squared error after t steps of "
                           "gradient descent with step s, H diagonal")
def descent_error(H: Any, e: Any, s: Any, t: Any) -> Any:
    """sum_i (1 - s h_i)^{2t} e_i^2."""
    steps = integer(t, "t", MAX_STEPS)
    diagonal = matrices.to_dense(H).rows
    if any(entry != 0 for i, row in enumerate(diagonal) for j, entry in enumerate(row) if i != j):
        raise ValueError("descent_error: got a Hessian that is not diagonal, allowed a diagonal one")
    return sum(((1 - s * diagonal[i][i]) ** (2 * steps) * x**2 for i, x in enumerate(e)), Fraction(0))


@quantity("condition", "condition(H) = largest over smallest eigenvalue of a positive definite diagonal H")
def condition(H: Any) -> Fraction:
    """kappa."""
    spectrum = matrices.compact(H)
    if not isinstance(spectrum, matrices.Diagonal):
        raise ValueError("condition: got a matrix that is not diagonal, allowed a diagonal one")
    values = [value for value, _ in spectrum.spectrum]
    if min(values) <= 0:
        raise ValueError(f"condition: got the eigenvalue {min(values)}, allowed positive ones")
    return max(values) / min(values)
