"""(L, d, n) -> a point of the domain: families that adversarial searches walk through.

Floating point never enters: each family picks its matrix by exact bisection, so that a shrunk
counterexample has a short rational number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from theory.matrices import dense, diagonal
from verify.evaluate import holds
from verify.statement import Statement

Point = dict[str, Any]
ONE = Fraction(1)


def integers(**values: int) -> Point:
    """Integer parameters of a point as exact values."""
    return {name: Fraction(v) for name, v in values.items()}


@cache
def near_optimum(L: int, n: int, d: int, bits: int = 20) -> Fraction:
    """A short rational a close to the minimiser of E tr (I - a W)^{2L}."""
    from theory.optimum import optimum

    found = optimum(L, Fraction(n), Fraction(d), digits=bits // 3 + 2)
    middle = (found.lo + found.hi) / 2
    return Fraction(round(middle * 2**bits), 2**bits)


def scalar_point(L: int, n: int, d: int, a: Fraction) -> Point:
    """A = a I at (L, n, d)."""
    return {**integers(L=L, n=n, d=d), "A": diagonal([(a, d)])}


def satisfies(statement: Statement, point: Point) -> bool:
    """True if every hypothesis holds exactly at the point."""
    environment = statement.environment(point)
    return all(holds(tree, environment) is True for tree in statement.hypothesis_trees.values())


def flattest_scalar(statement: Statement, at: dict[str, int]) -> Point | None:
    """A = a I with a as close to the minimiser as the hypotheses allow: where a gradient is small.

    The loss falls from a = 0 to the minimiser, so "loss at least so large" is found by bisection.
    """
    L, n, d = at["L"], at["n"], at["d"]
    best = near_optimum(L, n, d)
    if satisfies(statement, scalar_point(L, n, d, best)):
        return scalar_point(L, n, d, best)
    low, high = Fraction(0), best
    if not satisfies(statement, scalar_point(L, n, d, low)):
        return None
    for _ in range(12):
        middle = (low + high) / 2
        if satisfies(statement, scalar_point(L, n, d, middle)):
            low = middle
        else:
            high = middle
    return scalar_point(L, n, d, low)


def fixed_scalar(a: Fraction) -> Callable[[Statement, dict[str, int]], Point]:
    """The family A = a I for one a."""
    return lambda statement, at: scalar_point(at["L"], at["n"], at["d"], a)


def two_clusters(low: Fraction, high: Fraction) -> Callable[[Statement, dict[str, int]], Point | None]:
    """The family A = diag(low, ..., high, ...), half and half: not a multiple of I."""

    def family(statement: Statement, at: dict[str, int]) -> Point | None:
        if at["d"] < 2:
            return None
        half = at["d"] // 2
        return {**integers(**at), "A": diagonal([(low, half), (high, at["d"] - half)])}

    return family


def rotated(b: Fraction, k: Fraction) -> Any:
    """b I + k J with J the rotation by 90 degrees: the simplest non-symmetric perturbation, d = 2."""
    return dense([[b, k], [-k, b]])


def prompts(statement: Statement, at: dict[str, int]) -> Point:
    """Small integer prompts with a matrix A that is not symmetric for d >= 2."""
    n, d = at["n"], at["d"]
    return {**integers(**at),
            "X": dense([[(3 * i + 2 * j + 1) % 5 - 1 for j in range(n)] for i in range(d)]),
            "w": tuple(Fraction(i + 1) for i in range(d)),
            "x_q": tuple(Fraction(2 - i) for i in range(d)),
            "A": dense([[1 if i == j else (2 if i < j else 0) for j in range(d)] for i in range(d)])}


def projection(statement: Statement, at: dict[str, int]) -> Point:
    """A = diag(1, 0, ..., 0), Sigma* = I: the simplest A that is no multiple of I."""
    d = at["d"]
    spectrum = [(1, 1)] + ([(0, d - 1)] if d > 1 else [])
    return {**integers(**at), "A": diagonal(spectrum), "Sigma": diagonal([(1, d)])}


def whitened(L: int, n: int) -> Point:
    """A 2 x 2 matrix A that is not symmetric, with a root R of an anisotropic Sigma*."""
    return {**integers(L=L, n=n, d=2), "A": dense([[1, Fraction(1, 2)], [Fraction(-1, 3), 2]]),
            "R": dense([[2, 1], [1, 1]])}


def two_loops(n: int) -> list[Point]:
    """L = d = 2, an anisotropic root R, two A that are not symmetric: where order and transposes show."""
    shapes = (dense([[1, Fraction(1, 2)], [Fraction(-1, 3), 2]]), dense([[0, 1], [2, -1]]))
    return [{**integers(L=2, n=n, d=2), "A": A, "R": dense([[2, 1], [1, 1]])} for A in shapes]


def light_tails() -> Point:
    """Two loops with a small A and n = 40: the squared error has light tails."""
    return {**integers(L=2, n=40, d=2),
            "A": dense([[Fraction(1, 2), Fraction(1, 10)], [Fraction(-1, 10), Fraction(1, 4)]]),
            "R": dense([[1, Fraction(1, 4)], [Fraction(1, 4), 1]])}


def gentle(L: int, n: int) -> Point:
    """A near the optimum and a mild Sigma* = R^2, where draws of the loss have light enough tails."""
    return {**integers(L=L, n=n, d=2),
            "A": dense([[Fraction(3, 4), Fraction(1, 10)], [Fraction(-1, 10), Fraction(1, 2)]]),
            "R": dense([[1, Fraction(1, 4)], [Fraction(1, 4), 1]])}
