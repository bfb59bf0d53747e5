"""E of a polynomial in the entries of a Gaussian matrix, monomial by monomial: E z^{2m} = (2m-1)!!.

Nothing here knows of pairings, traces or words in S, so it can judge those who do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from theory.matrices import Dense
from theory.trace_polynomial import Word

Grid = list[list[Any]]


def _product(left: Grid, right: Grid) -> Grid:
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in left]


def _transpose(grid: Grid) -> Grid:
    return [list(column) for column in zip(*grid, strict=True)]


def _mean(polynomial: Any) -> Fraction:
    total = fmpq(0)
    for exponents, coefficient in polynomial.terms():
        for exponent in exponents:
            coefficient = coefficient * (exponent % 2 == 0)
            for odd in range(1, int(exponent), 2):
                coefficient = coefficient * odd
        total += coefficient
    return Fraction(int(total.p), int(total.q))


def gaussian_expectation(
    traces: Sequence[Word], matrices: Mapping[str, Dense], n: int, root: Dense
) -> Fraction:
    """E prod tr(w_i) with X = root Z, Z of shape (d, n) with iid N(0, 1) entries, S = X X' / n."""
    d = root.dimension
    names = [f"z{i}_{j}" for i in range(d) for j in range(n)]
    ring = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
    z = [[ring.gen(i * n + j) for j in range(n)] for i in range(d)]

    def grid(matrix: Dense) -> Grid:
        return [
            [ring.constant(fmpq(entry.numerator, entry.denominator)) for entry in row]
            for row in matrix.rows
        ]

    c = grid(root)
    x = _product(c, z)
    s = [[entry / n for entry in row] for row in _product(x, _transpose(x))]
    known = {
        "S": s,
        "Sigma": _product(c, _transpose(c)),
        **{a: grid(m) for a, m in matrices.items()},
    }
    total = ring.constant(1)
    for letters in traces:
        product = [[ring.constant(int(i == j)) for j in range(d)] for i in range(d)]
        for name, flag in letters:
            factor = known[name]
            product = _product(product, _transpose(factor) if flag else factor)
        total *= sum(product[i][i] for i in range(d))
    return _mean(total)
