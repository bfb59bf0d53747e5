"""L(w, M) = E (w'G M v_{n+1} - y_{n+1})^2, integrated from the tokens: the executable definition.

Everything here is brute force over independent normals, for small n and d; `theory.one_step` has
the closed forms that it is compared with. X is (n, d), the token of example i is (x_i, y_i).

Source: one-step paper, eq. (2) to (4), (9), (10), (22).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from theory.one_step_moments import gaussian_expectation

MAX_SIZE = 12


class Prompt:
    """Tokens of one prompt as polynomials in independent normals x_ik, e_i, w_k and the parameters.

    Attributes:
        names: parameter names that stay (entries of w and M), before sigma2.
        x: rows x_1 .. x_{n+1} of variables.
        regressor: w_k, the hidden weights.
        y: labels, y_i = w'x_i + e_i with e_i of variance sigma2.
    """

    def __init__(self, n: int, d: int, names: Sequence[str] = ()) -> None:
        if n < 1 or d < 1 or (n + 1) * (d + 1) > MAX_SIZE:
            raise ValueError(f"got n {n}, d {d}, allowed (n + 1)(d + 1) <= {MAX_SIZE}")
        self.n, self.d, self.names = n, d, tuple(names)
        x = [[f"x{i}_{k}" for k in range(d)] for i in range(n + 1)]
        w = [f"t{k}" for k in range(d)]
        e = [f"e{i}" for i in range(n + 1)]
        self.normals = [name for row in x for name in row] + w
        self.noises = dict.fromkeys(e, "sigma2")
        every = [*self.normals, *e, *names, "sigma2"]
        self.context = fmpq_mpoly_ctx.get(every)
        g = dict(zip(every, self.context.gens(), strict=True))
        self.variables = g
        self.x = [[g[name] for name in row] for row in x]
        self.regressor = [g[name] for name in w]
        self.y = [sum((g[a] * b for a, b in zip(row, self.regressor, strict=True)), g[f"e{i}"])
                  for i, row in enumerate(x)]

    def mean(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """E over prompts, a polynomial in the parameters and sigma2."""
        return gaussian_expectation(polynomial, self.normals, self.noises)

    def tokens(self) -> list[list[Any]]:
        """v_1 .. v_{n+1}, the last with 0 in the place of its label."""
        zero = self.context.constant(0)
        return [[*row, self.y[i] if i < self.n else zero] for i, row in enumerate(self.x)]

    def effective_predictor(self, w: Sequence[Any], M: Sequence[Sequence[Any]]) -> list[Any]:
        """A G w with A = M[:, 1:d]', token by token."""
        size, total = range(self.d + 1), [self.context.constant(0)] * self.d
        for token in self.tokens()[:-1]:
            score = sum((w[i] * token[i] for i in size), self.context.constant(0))
            for k in range(self.d):
                total[k] = total[k] + score * sum((token[i] * M[i][k] for i in size),
                                                  self.context.constant(0))
        return total

    def output(self, w: Sequence[Any], M: Sequence[Sequence[Any]]) -> fmpq_mpoly:
        """w'G M v_{n+1} = sum_i (w'v_i)(v_i'M v_{n+1}), eq. (3) and (10)."""
        *context, query = self.tokens()
        size, total = range(self.d + 1), self.context.constant(0)
        moved = [sum((M[i][j] * query[j] for j in size), self.context.constant(0)) for i in size]
        for token in context:
            left = sum((w[i] * token[i] for i in size), self.context.constant(0))
            right = sum((token[i] * moved[i] for i in size), self.context.constant(0))
            total = total + left * right
        return total


def parameter_names(d: int) -> tuple[list[str], list[list[str]]]:
    """('w0', ...) and ('m00', ...), names of the entries of w and M."""
    span = range(d + 1)
    return [f"w{i}" for i in span], [[f"m{i}{j}" for j in span] for i in span]


def symbolic_prompt(n: int, d: int) -> tuple[Prompt, list[Any], list[list[Any]]]:
    """A prompt with the entries of w and M as parameters, and these entries."""
    names, entries = parameter_names(d)
    prompt = Prompt(n, d, [*names, *(m for row in entries for m in row)])
    g = prompt.variables
    return prompt, [g[name] for name in names], [[g[m] for m in row] for row in entries]


def loss_polynomial(n: int, d: int) -> fmpq_mpoly:
    """L(w, M) as a polynomial in the entries of w and M and in sigma2, by integration."""
    prompt, w, M = symbolic_prompt(n, d)
    error = prompt.output(w, M) - prompt.y[n]
    return prompt.mean(error * error)
