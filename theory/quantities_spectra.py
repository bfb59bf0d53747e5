"""Eigenvalues of E (I - S~)^k and traces of powers, S~ = (1/n) sum x x' with x ~ N(0, T), T >= 0.

T stands for A^{1/2} Sigma* A^{1/2}; every positive semidefinite T occurs (A = T, Sigma* = I). E of a
polynomial in S~ has the eigenvectors of T, so T is taken diagonal where its eigenvalues are named.

Source:  Lemmas 4.3, A.6 and A.7 of the looped paper.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from theory import matrices
from theory.quantities import QUANTITIES, integer, isotropic_value, quantity
from theory.quantities_definition import dot, rows

MAX_POWER = 24


@quantity("centred_eigenvalue", "centred_eigenvalue(k, n, T, i): eigenvalue of E[(I - S~)^k] at the i-th "
                                "largest eigenvalue of a diagonal T, S~ the sample covariance of N(0, T)")
def centred_eigenvalue(k: Any, n: Any, T: Any, i: Any) -> Fraction:
    """sum_m (-1)^m binomial(k, m) alpha^(i)_m."""
    order = integer(k, "centred_eigenvalue", MAX_POWER)
    moment = QUANTITIES["moment_eigenvalue"]
    return sum(((-1) ** m * comb(order, m) * moment(Fraction(m), n, T, i)
                for m in range(order + 1)), Fraction(0))


@quantity("shifted_moment", "shifted_moment(k, n, d, a, b) = (1/d) E tr (a I + b (W - I))^k, a sum over "
                            "pairings without self-loops; over functions")
def shifted_moment(k: Any, n: Any, d: Any, a: Any, b: Any) -> Any:
    """sum_m binomial(k, m) (a - b)^{k-m} b^m alpha_{n,d,m}."""
    order = integer(k, "shifted_moment", MAX_POWER)
    total: Any = Fraction(0)
    for m in range(order + 1):
        total = total + (comb(order, m) * (a - b) ** (order - m) * b**m * n ** (order - m)
                         * isotropic_value(m, n, d))
    # over one denominator: sums of functions with different ones cost a gcd each
    return total / n**order


@quantity("radius", "radius(T) = max |1 - lambda_j| over the eigenvalues of a diagonal T")
def radius(T: Any) -> Fraction:
    """Largest distance of an eigenvalue from one."""
    spectrum = matrices.compact(T)
    if not isinstance(spectrum, matrices.Diagonal):
        raise ValueError("radius: got a matrix that is not diagonal, allowed a diagonal one")
    return max(abs(1 - value) for value, _ in spectrum.spectrum)


@quantity("sample_trace", "sample_trace(m, n, T) = E tr (I - S~)^m, S~ the sample covariance of N(0, T)")
def sample_trace(m: Any, n: Any, T: Any) -> Fraction:
    """sum_k (-1)^k binomial(m, k) E tr S~^k, by the power sums tr T^j."""
    from theory.wishart import moment_coefficients

    order = integer(m, "sample_trace", MAX_POWER)
    sums = [Fraction(T.shape[0])]
    power = T
    for _ in range(order):
        sums.append(matrices.trace(power))
        power = matrices.multiply(power, T)
    total = Fraction(0)
    for k in range(order + 1):
        coefficients = moment_coefficients(k, n, sums)
        total += (-1) ** k * comb(order, k) * dot(coefficients, sums[:k + 1])
    return total


@quantity("whitened_trace", "whitened_trace(m, X, C) = tr (I - C S C)^m with S = (1/n) XX'")
def whitened_trace(m: Any, X: Any, C: Any) -> Any:
    """The integrand of Lemma 4.1 with C = A^{1/2}."""
    data, root = rows(X), rows(C)
    S = [[dot(a, b) / len(a) for b in data] for a in data]
    return _trace_power(integer(m, "whitened_trace", MAX_POWER), _times(_times(root, S), root))


@quantity("image_trace", "image_trace(m, X, C) = tr (I - S~)^m with S~ = (1/n) (CX)(CX)'")
def image_trace(m: Any, X: Any, C: Any) -> Any:
    """The same with the sample covariance of the vectors C x_i."""
    image = _times(rows(C), rows(X))
    return _trace_power(integer(m, "image_trace", MAX_POWER),
                        [[dot(a, b) / len(a) for b in image] for a in image])


@quantity("data_trace", "data_trace(m, X, A) = tr (I - S A)^m with S = (1/n) XX'")
def data_trace(m: Any, X: Any, A: Any) -> Any:
    """The integrand of the printed loss for a real A."""
    data = rows(X)
    S = [[dot(a, b) / len(a) for b in data] for a in data]
    return _trace_power(integer(m, "data_trace", MAX_POWER), _times(S, rows(A)))


@quantity("power_entry", "power_entry(k, M, i, j) = ((M - I)^k)_{ij}")
def power_entry(k: Any, M: Any, i: Any, j: Any) -> Any:
    """An entry of a power, by repeated multiplication."""
    matrix = rows(M)
    shifted = [[e - (r == c) for c, e in enumerate(row)] for r, row in enumerate(matrix)]
    return _entry(_power(integer(k, "power_entry", MAX_POWER), shifted), i, j)


@quantity("signed_sum", "signed_sum(k, M, first, i, j) = sum_{m=first}^k (-1)^m binomial(k, m) (M^m)_{ij}")
def signed_sum(k: Any, M: Any, first: Any, i: Any, j: Any) -> Any:
    """The right side of (21) at one entry."""
    order = integer(k, "signed_sum", MAX_POWER)
    start = integer(first, "first", order)
    total: Any = Fraction(0)
    for m in range(start, order + 1):
        total = total + (-1) ** m * comb(order, m) * _entry(_power(m, rows(M)), i, j)
    return total


def _times(left: Any, right: Any) -> list[list[Any]]:
    columns = list(zip(*right, strict=True))
    return [[dot(row, column) for column in columns] for row in left]


def _power(m: int, matrix: Any) -> Any:
    result: Any = [[Fraction(r == c) for c in range(len(matrix))] for r in range(len(matrix))]
    for _ in range(m):
        result = _times(result, matrix)
    return result


def _trace_power(m: int, matrix: Any) -> Any:
    """tr (I - M)^m."""
    shifted = [[(r == c) - e for c, e in enumerate(row)] for r, row in enumerate(matrix)]
    power = _power(m, shifted)
    return sum((power[i][i] for i in range(len(power))), Fraction(0))


def _entry(matrix: Any, i: Any, j: Any) -> Any:
    d = len(matrix)
    row, column = integer(i, "i", d), integer(j, "j", d)
    if row < 1 or column < 1:
        raise ValueError(f"got the entry ({row}, {column}), allowed 1..{d}")
    return matrix[row - 1][column - 1]
