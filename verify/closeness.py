"""loss(A) small => A near a* Sigma*^{-1}: steps about a*, and points where such statements are tight.

a* = optimum(L, n, d) is the root of p' for the convex p(a) = E tr (I - a W)^{2L}. Because
a W (I - a W)^m = (I - a W)^m - (I - a W)^{m+1},

    p'(a) = (2L/a) (E tr (I - a W)^{2L} - E tr (I - a W)^{2L-1}),

so two values of ``scalar_loss`` at a number a > 0 say on which side of a* it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from theory.matrices import dense, diagonal
from theory.quantities import QUANTITIES
from verify.checks import Points, Region, Step
from verify.checks.common import point_json
from verify.claim import Context
from verify.evaluate import exact_json, value
from verify.families import integers
from verify.language import parse
from verify.statement import Statement

LOOPS = tuple(range(1, 11))
ANYWHERE = {"d": "1", "n": "1"}
GRID = 1000


def at_most(bound: str, text: str, lower: Mapping[str, str] | None = None,
            hypotheses: tuple[str, ...] = ()) -> Step:
    """The step a* <= bound (a positive expression in L, n, d and constants), each L up to 10."""
    return Step(text, f"scalar_loss(2*L - 1, n, d, {bound}) <= scalar_loss(2*L, n, d, {bound})",
                Region(lower=lower or ANYWHERE, each={"L": LOOPS}),
                keep=("L", "n", "d"), hypotheses=hypotheses)


def at_least(bound: str, text: str, lower: Mapping[str, str] | None = None,
             hypotheses: tuple[str, ...] = ()) -> Step:
    """The step bound <= a*."""
    return Step(text, f"scalar_loss(2*L, n, d, {bound}) <= scalar_loss(2*L - 1, n, d, {bound})",
                Region(lower=lower or ANYWHERE, each={"L": LOOPS}),
                keep=("L", "n", "d"), hypotheses=hypotheses)


def constants_step(text: str, relation: str) -> Step:
    """A comparison of named constants with numbers; the sentence carries the mathematics."""
    return Step(f"{text} (by machine: the constants alone)", relation,
                Points([{}], "the constants", because="a comparison of numbers"),
                keep=(), hypotheses=())


BELOW_ONE = at_most("1", "a* <= 1: p'(1) = 2L (E tr (I-W)^{2L} - E tr (I-W)^{2L-1}) >= 0 for every L, "
                         "since E tr (W-I)^m counts pairings without self-loops")
SPECTRAL = Step("T: for A >= 0 with eigenvalues lambda_i of A^{1/2} Sigma* A^{1/2}, spectral Jensen "
                "gives sum_i (1 - lambda_i)^{2L} <= E tr (I - A^{1/2} S A^{1/2})^{2L}, the printed "
                "loss, which is at most the model's (repaired reading of Theorem 4.4)")


CHI_SQUARE = Step(
    "E (1 - lambda s)^{2L} >= (1 - lambda)^{2L} for n s ~ chi^2_n, by Jensen; by machine for lambda >= 1",
    "(1 - lam)^(2*L) <= scalar_loss(2*L, n, 1, lam)",
    Region(lower={"n": "1", "lam": "1"}, each={"L": LOOPS}),
    parameters={"lam": "positive real"}, keep=("L", "n"), hypotheses=("lam >= 1",))


def root_above(value: Fraction, order: int, strict: bool = False) -> Fraction:
    """The least k/1000 with (k/1000)^order >= value (> if strict).

    Example:
        >>> root_above(Fraction(2), 2)
        Fraction(283, 200)
    """
    target, low, high = value * GRID**order, 0, 1
    while high**order < target or (strict and high**order == target):
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if middle**order < target or (strict and middle**order == target):
            low = middle
        else:
            high = middle
    return Fraction(high, GRID)


def delta_power(statement: Statement, L: int, n: int, d: int) -> Fraction:
    """delta^{4L} = (factor L d)^2 / n, which is rational."""
    return (Fraction(statement.constants["delta_factor"]) * L * d) ** 2 / n


def least_eps(statement: Statement, L: int, n: int, d: int, loss: Fraction) -> Fraction:
    """The least eps on the grid with eps > threshold delta and loss <= fraction eps^{2L}."""
    threshold = Fraction(statement.constants["threshold"])
    return max(root_above(loss / Fraction(statement.constants["fraction"]), 2 * L),
               root_above(threshold ** (4 * L) * delta_power(statement, L, n, d), 4 * L, True))


def least_eps_with_noise(statement: Statement, L: int, n: int, d: int,
                         loss: Fraction) -> Fraction | None:
    """The least eps on the grid with loss <= eps^{2L} - delta^{2L} (eps + reach)^{2L}.

    Also eps > threshold delta. n must be a square; None if there is no such eps below 10^12.
    """
    noise = Fraction(statement.constants["delta_factor"]) * L * d / isqrt(n)
    threshold, reach = (Fraction(statement.constants[k]) for k in ("threshold", "reach"))
    floor = root_above(threshold ** (4 * L) * delta_power(statement, L, n, d), 4 * L, True)
    low, high = int(floor * GRID) - 1, 10**15

    def allowed(k: int) -> bool:
        eps = Fraction(k, GRID)
        return loss <= eps ** (2 * L) - noise * (eps + reach) ** (2 * L)

    if not allowed(high):
        return None
    # where the right side is >= 0 it increases in eps
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if allowed(middle) else (middle, high)
    return Fraction(high, GRID)


def population_loss(L: int, n: int, A: Any, sigma: Any = None) -> Fraction:
    """The model's loss at u = 0."""
    arguments = (Fraction(L), Fraction(n), A)
    found: Fraction = QUANTITIES["loss"](*arguments, *([] if sigma is None else [sigma]))
    return found


def unit(d: int) -> tuple[Fraction, ...]:
    """The first unit vector."""
    return tuple(Fraction(i == 0) for i in range(d))


def scalar_closeness(statement: Statement, at: dict[str, int]) -> dict[str, Any]:
    """A = 10^k I, Sigma* = I, x = e_1, with the least eps that the hypotheses allow."""
    L, d, n = at["L"], at["d"], at["n"]
    A = diagonal([(10 ** at["k"], d)])
    return {**integers(L=L, d=d, n=n), "A": A, "Sigma": diagonal([(1, d)]), "x": unit(d),
            "eps": least_eps(statement, L, n, d, population_loss(L, n, A))}


def noisy_closeness(statement: Statement, at: dict[str, int]) -> dict[str, Any] | None:
    """A = k I, Sigma* = I, x = e_1, n = s^2, with the least eps of Lemma A.9."""
    L, d, n = at["L"], at["d"], at["s"] ** 2
    A = diagonal([(at["k"], d)])
    eps = least_eps_with_noise(statement, L, n, d, population_loss(L, n, A))
    return None if eps is None else {**integers(L=L, d=d, n=n), "A": A, "x": unit(d), "eps": eps,
                                     "Sigma": diagonal([(1, d)])}


def seen(statement: Statement, ratio: str, point: Mapping[str, Any], note: str) -> dict[str, Any]:
    """A reading's tightness: an expression for left over right, exactly, at one point."""
    if statement.evaluate(point).holds is not True:
        return {}
    return {"ratio": exact_json(value(parse(ratio), statement.environment(point))),
            "at": point_json(point), "note": note}


# pairs (A, Sigma*)
SHAPES: tuple[tuple[Any, Any], ...] = (
    ([[1, 0], [0, 0]], [[1, 0], [0, 1]]), ([[1, "1/2"], ["1/2", 1]], [[2, 1], [1, 1]]),
    ([["9/10", 0], [0, "4/5"]], [[1, 0], [0, 1]]), ([[0, 0], [0, 0]], [[3, 1], [1, 2]]),
    ([[20, 3], [3, 1]], [[1, 0], [0, "1/4"]]))


def semidefinite_points(statement: Statement, context: Context) -> Iterator[dict[str, Any]]:
    """Positive semidefinite A, singular and ill-conditioned ones included, anisotropic Sigma*."""
    for L in (1, 2, 3) if context.full else (1, 2):
        for n in (4, 100, 10**6, 10**12):
            for shape, covariance in SHAPES:
                A, sigma = (dense([[Fraction(v) for v in row] for row in rows])
                            for rows in (shape, covariance))
                point = {**integers(L=L, n=n, d=2), "A": A, "Sigma": sigma}
                if "x" in statement.parameters:
                    point["x"] = (Fraction(1), Fraction(-2))
                if "eps" in statement.parameters:
                    loss = population_loss(L, n, A, sigma)
                    noisy = "reach" in statement.constants
                    point["eps"] = (least_eps_with_noise if noisy else least_eps)(
                        statement, L, n, 2, loss)
                if point.get("eps", 1) is not None:
                    yield point
