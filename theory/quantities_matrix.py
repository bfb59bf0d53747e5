"""Quantities of matrices: traces, orders, eigenvalues of diagonal ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory import matrices
from theory.matrices import Matrix
from theory.quantities import integer, quantity


@quantity("trace", "trace of a matrix")
def _trace(A: Matrix) -> Fraction:
    return matrices.trace(A)


@quantity("norm_sq", "squared Frobenius norm of a matrix, or squared length of a vector")
def _norm_sq(A: Any) -> Fraction:
    if isinstance(A, tuple):
        return sum((x * x for x in A), Fraction(0))
    return matrices.frobenius_squared(A)


@quantity("dim", "dimension of a square matrix")
def _dim(A: Matrix) -> Fraction:
    return Fraction(A.shape[0])


@quantity("identity", "identity(d): the unit matrix")
def _identity(d: Any) -> Matrix:
    return matrices.identity(int(d))


@quantity("inverse", "inverse of a matrix")
def _inverse(A: Matrix) -> Matrix:
    return matrices.inverse(A)


@quantity("transpose", "transpose of a matrix")
def _transpose(A: Matrix) -> Matrix:
    return matrices.transpose(A)


@quantity("form", "form(v, M) = v' M v")
def _form(v: Any, M: Matrix) -> Fraction:
    return matrices.quadratic_form(v, M)


@quantity("preceq", "preceq(A, B): B - A is symmetric and positive semidefinite")
def _preceq(A: Matrix, B: Matrix) -> bool:
    return (matrices.is_symmetric(A) and matrices.is_symmetric(B)) and matrices.loewner_le(A, B)


@quantity("symmetric", "symmetric(A): A = A'")
def _symmetric(A: Matrix) -> bool:
    return matrices.is_symmetric(A)


@quantity("psd", "psd(A): A is symmetric and positive semidefinite")
def _psd(A: Matrix) -> bool:
    return matrices.is_symmetric(A) and matrices.is_positive_semidefinite(A)


@quantity("pd", "pd(A): A is symmetric and positive definite")
def _pd(A: Matrix) -> bool:
    return matrices.is_symmetric(A) and matrices.is_positive_definite(A)


@quantity("eigenvalue", "eigenvalue(A, j): j-th largest entry of a diagonal matrix, from 1")
def _eigenvalue(A: Matrix, j: Any) -> Fraction:
    if not isinstance(A, matrices.Diagonal):
        A = matrices.compact(A)
    if not isinstance(A, matrices.Diagonal):
        raise ValueError("eigenvalue: got a matrix that is not diagonal, allowed a diagonal one")
    left = integer(j, "eigenvalue", A.shape[0])
    for value, multiplicity in sorted(A.spectrum, reverse=True):
        left -= multiplicity
        if left <= 0:
            return value
    raise ValueError(f"eigenvalue: got index {j}, allowed 1..{A.shape[0]}")


@quantity("moment_eigenvalue", "moment_eigenvalue(k, n, Sigma, j): eigenvalue of E[S^k] that belongs to "
                               "the j-th largest eigenvalue of a diagonal Sigma")
def _moment_eigenvalue(k: Any, n: Any, sigma: Matrix, j: Any) -> Fraction:
    from theory.wishart import moment_eigenvalues

    wanted = _eigenvalue(sigma, j)
    diagonal = matrices.compact(sigma)
    spectrum = diagonal.spectrum if isinstance(diagonal, matrices.Diagonal) else ()
    for value, _, eigenvalue in moment_eigenvalues(spectrum, integer(k, "moment_eigenvalue"), n):
        if value == wanted:
            return eigenvalue
    raise ValueError("moment_eigenvalue: no such eigenvalue")
