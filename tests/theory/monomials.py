"""E of a polynomial in iid N(0, 1) entries, by E z^m = (m - 1)!! monomial by monomial.

The plainest definition there is: the data matrix is written out, the products are multiplied out.
Slow, so for tiny n and d only; it shares nothing with the contraction of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Rows = list[list[Any]]


def rational(value: Fraction | int) -> fmpq:
    value = Fraction(value)
    return fmpq(value.numerator, value.denominator)


def gaussian_entries(d: int, n: int) -> Rows:
    """The (d, n) matrix Z of independent symbols."""
    context = fmpq_mpoly_ctx.get([f"z{i}_{j}" for i in range(d) for j in range(n)])
    symbols = iter(context.gens())
    return [[next(symbols) for _ in range(n)] for _ in range(d)]


def product(*factors: Sequence[Sequence[Any]]) -> Rows:
    result = [list(row) for row in factors[0]]
    for factor in factors[1:]:
        columns = list(zip(*factor, strict=True))
        result = [
            [sum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in result
        ]
    return result


def transpose(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def constants(rows: Sequence[Sequence[Fraction | int]]) -> Rows:
    return [[rational(entry) for entry in row] for row in rows]


def minus(left: Rows, right: Rows) -> Rows:
    return [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(left, right, strict=True)]


def eye(d: int) -> Rows:
    return [[fmpq(int(i == j)) for j in range(d)] for i in range(d)]


def power(rows: Rows, k: int) -> Rows:
    return product(eye(len(rows)), *[rows] * k)


def trace(rows: Rows) -> Any:
    return sum(rows[i][i] for i in range(len(rows)))


def sample_covariance(root: Sequence[Sequence[Fraction | int]], n: int) -> Rows:
    """S = R Z Z' R' / n, for x = R z with covariance R R'."""
    z = gaussian_entries(len(root), n)
    x = product(constants(root), z)
    return [[entry / n for entry in row] for row in product(x, transpose(x))]


def odd_factorial(m: int) -> int:
    """E z^m for z ~ N(0, 1)."""
    return 0 if m % 2 else prod(range(1, m, 2))


def expectation(polynomial: Any) -> Fraction:
    if not isinstance(polynomial, fmpq_mpoly):
        value = fmpq(polynomial)
        return Fraction(int(value.p), int(value.q))
    total = fmpq(0)
    for exponents, coefficient in polynomial.terms():
        total += coefficient * prod(odd_factorial(int(m)) for m in exponents)
    return Fraction(int(total.p), int(total.q))
