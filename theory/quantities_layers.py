"""Quantities of layers with their own parameters: the definition, and the unrolled formulas.

A = [A^(0) ... A^(t-1)] is (d, t d), u = [u^(0) ... u^(t-1)] is (d, t), S = (1/n) X X' with X of shape
(d, n), and products run from left to right: prod (I - S A^(i)) = (I - S A^(0)) (I - S A^(1)) ...
Entries are Fractions or rational functions, so that an identity can be proved for all data of a size.

Source:  (2)-(9) and Theorem A.1 of the looped paper.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory import definitions
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows

Rows = list[list[Any]]


def times(left: Any, right: Any) -> Rows:
    """The product of two matrices given by their rows."""
    columns = list(zip(*right, strict=True))
    return [[dot(row, column) for column in columns] for row in left]


def transposed(matrix: Any) -> Rows:
    """The transpose of a matrix given by its rows."""
    return [list(column) for column in zip(*matrix, strict=True)]


def sample_covariance(data: Any) -> Rows:
    """S = (1/n) X X'."""
    return [[dot(row, other) / len(row) for other in data] for row in data]


def blocks(A: Any) -> list[Rows]:
    """[A^(0), ..., A^(t-1)] of the (d, t d) matrix A."""
    whole = rows(A)
    d = len(whole)
    if len(whole[0]) % d:
        raise ValueError(f"got {len(whole[0])} columns, allowed a multiple of {d}")
    return [[list(row[i:i + d]) for row in whole] for i in range(0, len(whole[0]), d)]


def columns_of(u: Any) -> list[Any]:
    """[u^(0), ..., u^(t-1)]; a vector is the u of one layer."""
    return [list(u)] if isinstance(u, tuple) else transposed(rows(u))


def layers(A: Any, u: Any = None) -> list[definitions.Layer]:
    """The (P, Q) of (11), one per block of A."""
    steps = blocks(A)
    vectors = columns_of(u) if u is not None else [None] * len(steps)
    return [definitions.layer(step, vector) for step, vector in zip(steps, vectors, strict=True)]


def chain(X: Any, A: Any) -> Rows:
    """M = prod (I - S A^(i))."""
    S = sample_covariance(rows(X))
    M = [[Fraction(i == j) for j in range(len(S))] for i in range(len(S))]
    for block in blocks(A):
        move = times(times(M, S), block)
        M = [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(M, move, strict=True)]
    return M


def u_sum(X: Any, A: Any, u: Any) -> list[Any]:
    """c' = sum_i u^(i)' S A^(i) prod_{j>i} (I - S A^(j)), by Horner's rule."""
    S = sample_covariance(rows(X))
    c = [Fraction(0)] * len(S)
    for block, vector in zip(blocks(A), columns_of(u), strict=True):
        # c'(I - S A) + u'S A = c' + (u - c)'S A
        move = times(times([[a - b for a, b in zip(vector, c, strict=True)]], S), block)[0]
        c = [a + b for a, b in zip(c, move, strict=True)]
    return c


def item(sequence: Any, index: Any, what: str) -> Any:
    """The entry with this number, from 1; ValueError if there is none."""
    position = integer(index, what)
    if not 1 <= position <= len(sequence):
        raise ValueError(f"{what}: got {position}, allowed 1..{len(sequence)}")
    return sequence[position - 1]


@quantity("attention_entry", "attention_entry(X, w, x_q, A, r, i): entry (r, i) of Attn(Z^(0); Q, P), "
                             "(2) with P, Q of (5) and y = X'w")
def attention_entry(X: Any, w: Any, x_q: Any, A: Any, r: Any, i: Any) -> Any:
    """PZM(Z'QZ) at one row and token, both counted from 1."""
    data = rows(X)
    Z = definitions.prompt(data, definitions.labels(data, w), x_q)
    output = definitions.attention(Z, *definitions.layer(rows(A)))
    return item(item(output, r, "row"), i, "token")


@quantity("prompt_entry", "prompt_entry(X, w, x_q, r, i): entry (r, i) of Z^(0) = [X x_q; y' 0], y = X'w")
def prompt_entry(X: Any, w: Any, x_q: Any, r: Any, i: Any) -> Any:
    """One entry of the prompt, counted from 1."""
    data = rows(X)
    state = definitions.prompt(data, definitions.labels(data, w), x_q)
    return item(item(state, r, "row"), i, "token")


@quantity("layer_entry", "layer_entry(X, w, x_q, A, r, i[, u]): entry (r, i) of Z^(t) after the layers "
                         "A = [A^(0) .. A^(t-1)], u = [u^(0) .. u^(t-1)]; (2), (3), (11), y = X'w")
def layer_entry(X: Any, w: Any, x_q: Any, A: Any, r: Any, i: Any, u: Any = None) -> Any:
    """One entry of the last state, token by token."""
    data = rows(X)
    state = definitions.looped_states(data, definitions.labels(data, w), x_q, layers(A, u))[-1]
    return item(item(state, r, "row"), i, "token")


@quantity("unrolled", "unrolled(X, w, x, A, u, sign) = w'prod(I - S A^(i)) x + sign * "
                      "sum_i u^(i)'S A^(i) prod_{j>i}(I - S A^(j)) x")
def unrolled(X: Any, w: Any, x: Any, A: Any, u: Any, sign: Any) -> Any:
    """The right side of (12) and (13) at one vector x."""
    return dot(times([list(w)], chain(X, A))[0], x) + sign * dot(u_sum(X, A, u), x)


@quantity("token", "token(X, x_q, i): column i of [X x_q], from 1")
def token(X: Any, x_q: Any, i: Any) -> Any:
    """A context vector, or the query for i = n + 1."""
    columns = [*zip(*rows(X), strict=True), tuple(x_q)]
    return item(columns, i, "token")


@quantity("gram", "gram(X, w) = X X'w, which is X y for the labels y = X'w")
def gram(X: Any, w: Any) -> Any:
    """X y."""
    data = rows(X)
    return tuple(dot(row, definitions.labels(data, w)) for row in data)


@quantity("pair", "pair(v, M, x) = v'M x")
def pair(v: Any, M: Any, x: Any) -> Any:
    """A bilinear form."""
    return dot(v, [dot(row, x) for row in rows(M)])


@quantity("dot", "dot(v, x) = v'x")
def inner(v: Any, x: Any) -> Any:
    """The scalar product of two vectors."""
    return dot(v, x)


@quantity("slope_at_zero", "slope_at_zero(X, w, v): derivative at s = 0 of |X'(s v) - y|^2, y = X'w")
def slope_at_zero(X: Any, w: Any, v: Any) -> Any:
    """(f(1) - f(-1)) / 2 for the quadratic f(s): its exact derivative at 0."""
    data = rows(X)
    y, p = definitions.labels(data, w), definitions.labels(data, v)
    ends = [sum(((s * a - b) ** 2 for a, b in zip(p, y, strict=True)), Fraction(0)) for s in (1, -1)]
    return (ends[0] - ends[1]) / 2
