"""Quantities of one prompt: what the transformers of both papers put out, and gradient descent.

They take data as it stands (X with one example per column, Fractions or rational functions as
entries), so that an identity can be proved for all data of a size at once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory import definitions
from theory.matrices import Dense, to_dense
from theory.quantities import integer, quantity


def rows(matrix: Any) -> tuple[tuple[Any, ...], ...]:
    """The rows of a matrix value."""
    return matrix.rows if isinstance(matrix, Dense) else to_dense(matrix).rows


def dot(left: Any, right: Any) -> Any:
    """sum a_i b_i."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


@quantity("looped_output", "looped_output(L, X, w, x_q, A[, u]) = TF_L on the prompt with y = X'w; (2)-(4)")
def looped_output(L: Any, X: Any, w: Any, x_q: Any, A: Any, u: Any = None) -> Any:
    """TF_L, token by token."""
    data = rows(X)
    layer = definitions.layer(rows(A), u)
    return definitions.looped_forward(data, definitions.labels(data, w), x_q,
                                      [layer] * integer(L, "looped_output"))


@quantity("gd_prediction", "gd_prediction(L, X, w, x_q, A, step) = w_L'x_q with w_0 = 0 and "
                           "w_{t+1} = w_t - (step/n) A X (X'w_t - y), y = X'w")
def gd_prediction(L: Any, X: Any, w: Any, x_q: Any, A: Any, step: Any) -> Any:
    """The prediction after L steps of preconditioned gradient descent on |X'w - y|^2 / 2."""
    data, preconditioner = rows(X), rows(A)
    examples = list(zip(*data, strict=True))
    iterate: list[Any] = [Fraction(0)] * len(data)
    for _ in range(integer(L, "gd_prediction")):
        residuals = [dot(iterate, x) - dot(w, x) for x in examples]
        gradient = [dot(row, residuals) for row in data]
        move = [dot(row, gradient) for row in preconditioner]
        iterate = [a - step * b / len(examples) for a, b in zip(iterate, move, strict=True)]
    return dot(iterate, x_q)


def gaussian_mean(polynomial: Any) -> Fraction:
    """E p(z) for a polynomial p and independent standard normal z_i: monomials by Isserlis' theorem."""
    total = Fraction(0)
    for exponents, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        weight = Fraction(int(coefficient.p), int(coefficient.q))
        for e in exponents:
            if e % 2:
                weight = Fraction(0)
                break
            for i in range(1, int(e), 2):
                weight *= i
        total += weight
    return total


MAX_DATA = 14


@quantity("defined_loss", "defined_loss(L, n, d, A[, R[, u]]) = E (TF_L - w'x_q)^2 from (2)-(4) with "
                          "x = R z, w = R^{-1} g, so Sigma* = R^2, by integrating every monomial")
def defined_loss(L: Any, n: Any, d: Any, A: Any, R: Any = None, u: Any = None) -> Fraction:
    """The population loss straight from its definition, for small n and d."""
    from theory.matrices import identity, inverse
    from theory.rational import variables

    size, dimension = integer(n, "defined_loss"), integer(d, "defined_loss")
    if dimension * (size + 2) > MAX_DATA:
        raise ValueError(f"defined_loss: got d (n + 2) = {dimension * (size + 2)}, allowed {MAX_DATA}")
    root = R if R is not None else identity(dimension)
    names = [f"z_{i}_{j}" for i in range(dimension) for j in range(size + 2)]
    symbols = variables(names)
    columns = [[symbols[f"z_{i}_{j}"] for i in range(dimension)] for j in range(size + 2)]
    mixed = [[dot(row, column) for row in rows(root)] for column in columns[:size + 1]]
    w = [dot(row, columns[-1]) for row in rows(inverse(root))]
    X, x_q = tuple(zip(*mixed[:size], strict=True)), mixed[size]
    layer = definitions.layer(rows(A), u)
    error = definitions.looped_forward(X, definitions.labels(X, w), x_q,
                                       [layer] * integer(L, "defined_loss")) - dot(w, x_q)
    return gaussian_mean((error * error).numerator) / _constant(error) ** 2


def _constant(function: Any) -> Fraction:
    """The denominator of a rational function that is a polynomial over a number."""
    terms = function.denominator.to_dict()
    if set(map(sum, terms)) != {0}:
        raise ValueError("got a denominator that is not a number")
    value = next(iter(terms.values()))
    return Fraction(int(value.p), int(value.q))
