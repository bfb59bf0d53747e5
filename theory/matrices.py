"""A B, A + B, A^{-1}, A >= 0 for exact rational matrices, Dense or Diagonal, without rounding.

Two Diagonals combine run by run, so that a matrix of dimension 10^6 with two distinct values costs
what a 2 x 2 matrix costs. Dense arithmetic runs on flint's rational matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from theory.matrix_values import (
    MAX_DENSE_DIMENSION,
    Dense,
    Diagonal,
    Matrix,
    Number,
    compact,
    dense,
    diagonal,
    exact,
    from_flint,
    identity,
    to_dense,
    to_flint,
)

__all__ = [
    "MAX_DENSE_DIMENSION",
    "Dense",
    "Diagonal",
    "Matrix",
    "Number",
    "add",
    "apply",
    "common_runs",
    "compact",
    "definiteness",
    "dense",
    "diagonal",
    "equal",
    "exact",
    "frobenius_squared",
    "from_flint",
    "identity",
    "inverse",
    "is_positive_definite",
    "is_positive_semidefinite",
    "is_symmetric",
    "loewner_le",
    "multiply",
    "power",
    "quadratic_form",
    "scale",
    "subtract",
    "to_dense",
    "to_flint",
    "trace",
    "transpose",
]


def equal(left: Matrix, right: Matrix) -> bool:
    """A == B entry by entry, whatever the two are stored as."""
    if left.shape != right.shape:
        return False
    return left == right or compact(left) == compact(right)


def common_runs(left: Diagonal, right: Diagonal) -> list[tuple[Fraction, Fraction, int]]:
    """Pairs of diagonal entries (left, right) with the number of neighbouring times each occurs."""
    runs, i, j = [], 0, 0
    left_left, right_left = left.spectrum[0][1], right.spectrum[0][1]
    while True:
        step = min(left_left, right_left)
        runs.append((left.spectrum[i][0], right.spectrum[j][0], step))
        left_left, right_left = left_left - step, right_left - step
        if not left_left:
            i += 1
            if i == len(left.spectrum):
                return runs
            left_left = left.spectrum[i][1]
        if not right_left:
            j += 1
            right_left = right.spectrum[j][1]


def _entrywise(
    left: Diagonal, right: Diagonal, operation: Callable[[Fraction, Fraction], Fraction]
) -> Diagonal:
    return diagonal((operation(a, b), m) for a, b, m in common_runs(left, right))


def _same_shape(left: Matrix, right: Matrix) -> None:
    if left.shape != right.shape:
        raise ValueError(f"shapes {left.shape} and {right.shape} do not agree")


def add(left: Matrix, right: Matrix) -> Matrix:
    """A + B."""
    _same_shape(left, right)
    if isinstance(left, Diagonal) and isinstance(right, Diagonal):
        return _entrywise(left, right, lambda a, b: a + b)
    pairs = zip(to_dense(left).rows, to_dense(right).rows, strict=True)
    return Dense(tuple(tuple(a + b for a, b in zip(*rows, strict=True)) for rows in pairs))


def scale(factor: Number, matrix: Matrix) -> Matrix:
    """c A."""
    c = exact(factor)
    if isinstance(matrix, Diagonal):
        return diagonal((c * value, multiplicity) for value, multiplicity in matrix.spectrum)
    return Dense(tuple(tuple(c * entry for entry in row) for row in matrix.rows))


def subtract(left: Matrix, right: Matrix) -> Matrix:
    """A - B."""
    return add(left, scale(-1, right))


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """A B."""
    if left.shape[1] != right.shape[0]:
        raise ValueError(f"shapes {left.shape} and {right.shape} cannot be multiplied")
    if isinstance(left, Diagonal) and isinstance(right, Diagonal):
        return _entrywise(left, right, lambda a, b: a * b)
    return from_flint(to_flint(left) * to_flint(right))


def power(matrix: Matrix, exponent: int) -> Matrix:
    """A^k for k >= 0."""
    if exponent < 0:
        raise ValueError(f"a power is a non-negative integer, got {exponent}")
    result: Matrix = identity(matrix.shape[0])
    for bit in bin(exponent)[2:]:
        result = multiply(result, result)
        if bit == "1":
            result = multiply(result, matrix)
    return result


def transpose(matrix: Matrix) -> Matrix:
    """A'."""
    if isinstance(matrix, Diagonal):
        return matrix
    return Dense(tuple(zip(*matrix.rows, strict=True)))


def trace(matrix: Matrix) -> Fraction:
    """tr A = sum a_ii."""
    if isinstance(matrix, Diagonal):
        return sum((v * m for v, m in matrix.spectrum), Fraction(0))
    return sum((matrix.rows[i][i] for i in range(matrix.dimension)), Fraction(0))


def frobenius_squared(matrix: Matrix) -> Fraction:
    """||A||_F^2 = tr A A'."""
    if isinstance(matrix, Diagonal):
        return sum((v * v * m for v, m in matrix.spectrum), Fraction(0))
    return sum((entry * entry for row in matrix.rows for entry in row), Fraction(0))


def inverse(matrix: Matrix) -> Matrix:
    """A^{-1}.

    Raises:
        ValueError: A is singular or not square.
    """
    try:
        if isinstance(matrix, Diagonal):
            return diagonal((1 / value, multiplicity) for value, multiplicity in matrix.spectrum)
        matrix.dimension  # noqa: B018 - raises unless square
        return from_flint(to_flint(matrix).inv())
    except ZeroDivisionError:
        raise ValueError("the matrix is singular") from None


def apply(matrix: Matrix, vector: Sequence[Number]) -> tuple[Fraction, ...]:
    """A v."""
    column = dense([[entry] for entry in vector])
    return tuple(row[0] for row in to_dense(multiply(matrix, column)).rows)


def quadratic_form(vector: Sequence[Number], matrix: Matrix) -> Fraction:
    """v' A v."""
    image = apply(matrix, vector)
    return sum((v * image_v for v, image_v in zip(vector, image, strict=True)), Fraction(0))


def is_symmetric(matrix: Matrix) -> bool:
    """A == A'."""
    if isinstance(matrix, Diagonal):
        return True
    return matrix.shape[0] == matrix.shape[1] and transpose(matrix) == matrix


def definiteness(matrix: Matrix) -> int:
    """The sign of the least eigenvalue of a symmetric A: 1 if A > 0, 0 if A >= 0 only, else -1.

    By the pivots of A = L D L'. A zero pivot is harmless only if the rest of its column is zero:
    otherwise the 2 x 2 minor [[0, b], [b, c]] has determinant -b^2 < 0.

    Raises:
        ValueError: A is not symmetric.
    """
    if not is_symmetric(matrix):
        raise ValueError("definiteness is asked of a symmetric matrix, got one that is not symmetric")
    if isinstance(matrix, Diagonal):
        least = min(value for value, _ in matrix.spectrum)
        return (least > 0) - (least < 0)
    rest, sign = to_flint(matrix).tolist(), 1
    while rest:
        (pivot, *column), rest = rest[0], [row[1:] for row in rest[1:]]
        if pivot < 0 or (pivot == 0 and any(entry != 0 for entry in column)):
            return -1
        if pivot == 0:
            sign = 0
            continue
        for i, entry in enumerate(column):
            if entry != 0:
                factor = entry / pivot
                rest[i] = [r - factor * c for r, c in zip(rest[i], column, strict=True)]
    return sign


def is_positive_definite(matrix: Matrix) -> bool:
    """A > 0 for a symmetric A; False for an A that is not symmetric."""
    return is_symmetric(matrix) and definiteness(matrix) > 0


def is_positive_semidefinite(matrix: Matrix) -> bool:
    """A >= 0 for a symmetric A; False for an A that is not symmetric."""
    return is_symmetric(matrix) and definiteness(matrix) >= 0


def loewner_le(left: Matrix, right: Matrix) -> bool:
    """A <= B in the Loewner order: B - A is symmetric positive semidefinite."""
    return is_positive_semidefinite(subtract(right, left))
