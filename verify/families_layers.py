"""(t, d, n) -> a prompt with t layers of their own parameters: points for Theorem A.1 and Lemma A.3.

A = [A^(0) ... A^(t-1)] is (d, t d) and u = [u^(0) ... u^(t-1)] is (d, t), as in
``theory.quantities_layers``; ``m`` is the number t d of columns.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory.matrices import dense
from verify.families import Point, integers
from verify.statement import Statement


def basis(d: int, k: int = 0) -> tuple[Fraction, ...]:
    """e_k, counted from 0."""
    return tuple(Fraction(j == k) for j in range(d))


def spread(d: int, n: int) -> Any:
    """X with columns e_1, ..., e_d, e_1, ...: one row of ones at d = 1."""
    return dense([[int(j % d == k) for j in range(n)] for k in range(d)])


def unit_layers(statement: Statement, at: dict[str, int]) -> Point:
    """w* = 0 and, in every layer, A = I and u = e_1: only the u-sum is left."""
    t, d, n = at["t"], at["d"], at["n"]
    point: Point = {
        **integers(t=t, d=d, n=n, m=t * d, i=1), "X": spread(d, n), "w": (Fraction(0),) * d,
        "x_q": basis(d), "A": dense([[int(j % d == k) for j in range(t * d)] for k in range(d)]),
        "u": dense([[int(k == 0)] * t for k in range(d)])}
    return {name: value for name, value in point.items() if name in statement.parameters}


def generic_layers(statement: Statement, at: dict[str, int]) -> Point:
    """Small integers everywhere, different in every layer, no A symmetric for d >= 2.

    R is a root of an anisotropic Sigma*.
    """
    t, d, n = at["t"], at["d"], at["n"]
    point: Point = {
        **integers(t=t, L=t, d=d, n=n, m=t * d, i=n),
        "R": dense([[k + 2 if k == j else 1 for j in range(d)] for k in range(d)]),
        "X": dense([[(3 * k + 2 * j + 1) % 5 - 1 for j in range(n)] for k in range(d)]),
        "w": tuple(Fraction(k + 1) for k in range(d)),
        "x_q": tuple(Fraction(2 - k) for k in range(d)),
        "A": dense([[(2 * k + j + 1) % 4 - 1 for j in range(t * d)] for k in range(d)]),
        "u": dense([[(k + 2 * j) % 3 + 1 for j in range(t)] for k in range(d)])}
    return {name: value for name, value in point.items() if name in statement.parameters}


GRID = [{"t": t, "d": d, "n": n} for t in (1, 2, 3) for d in (1, 2) for n in (1, 2, 3)]


def loss_point(statement: Statement, at: dict[str, int]) -> Point:
    """A = diag(a, 0, ...) in every layer, u = (c, 0, ...), R = r I; a, c from 0 and r from 1."""
    L, d, n = at["L"], at["d"], at["n"]
    point: Point = {
        **integers(L=L, d=d, n=n, m=L * d),
        "A": dense([[at["a"] * int(k == 0 and j % d == 0) for j in range(L * d)] for k in range(d)]),
        "u": dense([[at["c"] * int(k == 0)] * L for k in range(d)]),
        "R": dense([[at["r"] * int(k == j) for j in range(d)] for k in range(d)])}
    return {name: value for name, value in point.items() if name in statement.parameters}


def layered_samples(point: Point, draws: int, seed: int, device: str) -> Any:
    """(TF - y_q)^2 on fresh prompts with the layers of the point, token by token in float64."""
    from numerics.witness import looped_loss_samples, make_generator
    from theory.matrices import multiply
    from theory.quantities_layers import blocks, columns_of

    steps = [dense(block) for block in blocks(point["A"])]
    return looped_loss_samples(
        int(point["L"]), int(point["n"]), steps, multiply(point["R"], point["R"]),
        columns_of(point["u"]), draws, make_generator(seed, device=device), per_layer=True)
