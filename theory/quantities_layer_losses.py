"""Losses of layers with their own parameters: from the definition, as printed and as repaired.

M = prod_i (I - S A^(i)) and c' = sum_i u^(i)'S A^(i) prod_{j>i} (I - S A^(j)), as in
``quantities_layers``; R is symmetric, Sigma* = R^2, x = R z and w* = R^{-1} g with z, g standard normal.

Source:  Lemma A.3 of the looped paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from theory import definitions
from theory.matrices import Dense
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, gaussian_mean, rows
from theory.quantities_layers import (
    Rows,
    blocks,
    chain,
    layers,
    sample_covariance,
    times,
    u_sum,
)
from theory.rational import variables

MAX_DIMENSION = 4
MAX_DATA = 8


def inverse_rows(matrix: Any) -> Rows:
    """The inverse of a positive definite or generic matrix: elimination without exchanges."""
    d = len(matrix)
    work = [[*row, *(Fraction(i == j) for j in range(d))] for i, row in enumerate(matrix)]
    for i in range(d):
        work[i] = [entry / work[i][i] for entry in work[i]]
        for j in range(d):
            if j != i:
                work[j] = [a - work[j][i] * b for a, b in zip(work[j], work[i], strict=True)]
    return [row[d:] for row in work]


def signs(d: int) -> Iterator[tuple[int, ...]]:
    """{-1, 1}^d: the mean over it is the Gaussian mean of a polynomial of degree 2 in each entry."""
    if d > MAX_DIMENSION:
        raise ValueError(f"got the dimension {d}, allowed up to {MAX_DIMENSION}")
    return product((1, -1), repeat=d)


@quantity("conditional_loss", "conditional_loss(X, A, u, R) = E[(TF - w'x_q)^2 | X] over x_q = R z and "
                              "w = R^{-1} g, from (2)-(4); Sigma* = R^2")
def conditional_loss(X: Any, A: Any, u: Any, R: Any) -> Any:
    """The mean over signs z, g: the error is linear in each entry of z and of g."""
    data, root = rows(X), rows(R)
    inverse, stack, d = inverse_rows(root), layers(A, u), len(root)
    total: Any = Fraction(0)
    for g, z in product(list(signs(d)), repeat=2):
        w, x_q = ([dot(row, e) for row in m] for m, e in ((inverse, g), (root, z)))
        error = definitions.looped_forward(data, definitions.labels(data, w), x_q, stack) - dot(w, x_q)
        total = total + error * error
    return total / 4**d


@quantity("conditional_formula", "conditional_formula(X, A, u, R) = |R^{-1} M R|_F^2 + |c'R|^2 with "
                                 "M = prod(I - S A^(i)), c' = sum u^(i)'S A^(i) prod_{j>i}(I - S A^(j))")
def conditional_formula(X: Any, A: Any, u: Any, R: Any) -> Any:
    """Lemma A.3 with the population covariance in the place of S, before the mean over X."""
    root = rows(R)
    first = times(times(inverse_rows(root), chain(X, A)), root)
    second = times([u_sum(X, A, u)], root)
    return sum((entry * entry for row in (*first, *second) for entry in row), Fraction(0))


def over_data(n: Any, R: Any, integrand: Callable[[Dense], Any]) -> Fraction:
    """E f(X) for X = R Z, Z of shape (d, n) standard normal, by integrating every monomial."""
    root = rows(R)
    names = [[f"z_{i}_{j}" for j in range(integer(n, "n"))] for i in range(len(root))]
    if len(root) * len(names[0]) > MAX_DATA:
        raise ValueError(f"got d n = {len(root) * len(names[0])}, allowed up to {MAX_DATA}")
    symbols = variables([name for row in names for name in row])
    data = times(root, [[symbols[name] for name in row] for row in names])
    value = symbols[names[0][0]] * 0 + integrand(Dense(tuple(map(tuple, data))))
    return gaussian_mean(value.reduced().numerator)


@quantity("layered_loss", "layered_loss(n, A, u, R) = E (TF - w'x_q)^2 of the layers A, u; from (2)-(4)")
def layered_loss(n: Any, A: Any, u: Any, R: Any) -> Fraction:
    """The mean of ``conditional_loss`` over X."""
    return over_data(n, R, lambda X: conditional_loss(X, A, u, R))


@quantity("printed_layered_loss", "printed_layered_loss(n, A, u, R) = E |S^{-1/2} M S^{1/2}|_F^2 + "
                                  "E |c'S^{1/2}|^2: Lemma A.3 as printed")
def printed_layered_loss(n: Any, A: Any, u: Any, R: Any) -> Fraction:
    """|S^{-1/2} M S^{1/2}|_F^2 = tr(S^{-1} M S M') and S^{-1} M S = prod (I - A^(i) S)."""

    def integrand(X: Dense) -> Any:
        S = sample_covariance(X.rows)
        other = [[Fraction(i == j) for j in range(len(S))] for i in range(len(S))]
        for block in blocks(A):
            other = minus(other, times(times(other, block), S))
        c = u_sum(X, A, u)
        return trace_product(other, chain(X, A)) + dot(times([c], S)[0], c)

    return over_data(n, R, integrand)


@quantity("printed_average", "printed_average(n, A, R) = E x_q'M^2 x_q = E tr(Sigma* M^2), x_q ~ N(0, R^2)")
def printed_average(n: Any, A: Any, R: Any) -> Fraction:
    """The line of Lemma A.3's proof after the average over w*."""
    covariance = times(rows(R), rows(R))

    def integrand(X: Dense) -> Any:
        M = chain(X, A)
        return trace_product(times(M, M), covariance)

    return over_data(n, R, integrand)


@quantity("conditional_average", "conditional_average(X, x_q, A, R) = E_w[(w'M x_q)^2], w = R^{-1} g")
def conditional_average(X: Any, x_q: Any, A: Any, R: Any) -> Any:
    """The mean over signs g: the square has degree 2 in each of them."""
    inverse = inverse_rows(rows(R))
    image = [dot(row, x_q) for row in chain(X, A)]
    total: Any = Fraction(0)
    for g in signs(len(inverse)):
        total = total + dot([dot(row, g) for row in inverse], image) ** 2
    return total / 2 ** len(inverse)


@quantity("query_square", "query_square(X, x_q, A, R) = x_q'M'Sigma*^{-1} M x_q = |R^{-1} M x_q|^2")
def query_square(X: Any, x_q: Any, A: Any, R: Any) -> Any:
    """What the average over w* is."""
    image = [dot(row, x_q) for row in chain(X, A)]
    whitened = [dot(row, image) for row in inverse_rows(rows(R))]
    return dot(whitened, whitened)


def minus(left: Any, right: Any) -> Rows:
    """A - B."""
    return [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(left, right, strict=True)]


def trace_product(left: Any, right: Any) -> Any:
    """tr(A B')."""
    return sum((dot(a, b) for a, b in zip(left, right, strict=True)), Fraction(0))
