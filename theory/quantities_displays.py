"""Quantities for the displays of the one-layer paper's proofs: gradients, blocks, rotations.

X holds one example per column; A = M[:, 1:d]'. Averages are integrals of the definition, for small n
and d; entries may be rational functions.

Source: one-step paper, (50)-(81), (98)-(128), (180)-(183).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from theory import one_step
from theory.matrices import Dense
from theory.one_step_definition import Prompt, parameter_names, substitute
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows
from theory.quantities_one_step import defined_step_distance, entries


@cache
def _pairing(n: int, d: int, what: str) -> Any:
    """E (A_N G z)'(...) in the entries of w, M and of z, N."""
    names = [parameter_names(d, tag) for tag in ("", "b")]
    every = [name for w, M in names for name in (*w, *(m for row in M for m in row))]
    prompt = Prompt(n, d, [*every, "rate"])
    g = prompt.variables
    predictors = [prompt.effective_predictor([g[name] for name in w], [[g[m] for m in row] for row in M])
                  for w, M in names]
    if what == "regressor":
        return prompt.mean(prompt.dot(predictors[0], prompt.regressor))
    if what == "moment":
        return prompt.mean(prompt.dot(predictors[0], prompt.gradient()))
    gaps = [a - g["rate"] * b for a, b in zip(predictors[0], prompt.gradient(), strict=True)]
    return prompt.mean(prompt.dot(predictors[1], gaps))


@quantity("gradient_pairing", "gradient_pairing(n, w, M, z, N, sigma2, rate) = E (A_N G z)'(A_M G w - "
                              "rate X'y)")
def gradient_pairing(n: Any, w: Any, M: Any, z: Any, N: Any, sigma2: Any, rate: Any) -> Any:
    """Half the derivative of the distance: N = M in w along z, z = w in M along N."""
    values = {**entries(w, M), **entries(z, N, "b"), "sigma2": sigma2, "rate": rate}
    return substitute(_pairing(integer(n, "gradient_pairing"), len(w) - 1, "gap"), values)


@quantity("predictor_regressor", "predictor_regressor(n, w, M) = E (A G w)'w* = E (A G w)'what")
def predictor_regressor(n: Any, w: Any, M: Any) -> Any:
    """The left side of (54) in the direction w."""
    return substitute(_pairing(integer(n, "predictor_regressor"), len(w) - 1, "regressor"),
                      {**entries(w, M), "sigma2": Fraction(0)})


@quantity("predictor_moment", "predictor_moment(n, w, M, sigma2) = E (A G w)'X'y")
def predictor_moment(n: Any, w: Any, M: Any, sigma2: Any) -> Any:
    """The right side of (54), without eta."""
    return substitute(_pairing(integer(n, "predictor_moment"), len(w) - 1, "moment"),
                      {**entries(w, M), "sigma2": sigma2})


@quantity("distance_change_w", "distance_change_w(n, w, M, z, sigma2, rate) = J(w + z, M) - J(w, M) - "
                               "E|A G z|^2, J = E|A G w - rate X'y|^2")
def distance_change_w(n: Any, w: Any, M: Any, z: Any, sigma2: Any, rate: Any) -> Any:
    """What is linear in z."""
    moved = tuple(a + b for a, b in zip(w, z, strict=True))
    return (defined_step_distance(n, moved, M, sigma2, rate)
            - defined_step_distance(n, w, M, sigma2, rate)
            - defined_step_distance(n, z, M, sigma2, Fraction(0)))


@quantity("distance_change_M", "distance_change_M(n, w, M, N, sigma2, rate) = J(w, M + N) - J(w, M) - "
                               "E|A_N G w|^2")
def distance_change_M(n: Any, w: Any, M: Any, N: Any, sigma2: Any, rate: Any) -> Any:  # noqa: N802
    """What is linear in N."""
    moved = Dense(tuple(tuple(a + b for a, b in zip(m, v, strict=True))
                        for m, v in zip(rows(M), rows(N), strict=True)))
    return (defined_step_distance(n, w, moved, sigma2, rate)
            - defined_step_distance(n, w, M, sigma2, rate)
            - defined_step_distance(n, w, N, sigma2, Fraction(0)))


@quantity("step_trace", "step_trace(w, M) = tr T, T = q B + c p', w = (p, q), M[:, 1:d]' = [B c]")
def step_trace(w: Any, M: Any) -> Any:
    """tr T."""
    T = one_step.layer(w, rows(M)).T
    return sum((T[i][i] for i in range(len(T))), Fraction(0))


@quantity("block_form", "block_form(X, y, p, q) = sum over the four blocks x x', y x, y x', y^2 of (57)")
def block_form(X: Any, y: Any, p: Any, q: Any) -> Any:
    """p' [[sum x x', sum y x], [sum y x', sum y^2]] q."""
    total: Any = Fraction(0)
    for x, label in zip(zip(*rows(X), strict=True), y, strict=True):
        upper = dot(p[:-1], x) * dot(q[:-1], x) + label * dot(p[:-1], x) * q[-1]
        lower = p[-1] * label * dot(q[:-1], x) + p[-1] * label * label * q[-1]
        total = total + upper + lower
    return total


@quantity("turn", "turn(t) = [[1 - t^2, -2t], [2t, 1 - t^2]]/(1 + t^2), a rotation of the plane")
def turn(t: Any) -> Any:
    """Every rotation but that by 180 degrees; t = 1 is the one by 90 degrees."""
    scale = 1 + t * t
    return Dense((((1 - t * t) / scale, -2 * t / scale), (2 * t / scale, (1 - t * t) / scale)))


@quantity("label_kernel", "label_kernel(X, sigma2, y, z) = y'E[label label' | X]z = y'(X'X + sigma2 I)z")
def label_kernel(X: Any, sigma2: Any, y: Any, z: Any) -> Any:
    """The paper's M(X) as a bilinear form."""
    sums = [[dot(row, v) for row in rows(X)] for v in (y, z)]
    return dot(*sums) + sigma2 * dot(y, z)
