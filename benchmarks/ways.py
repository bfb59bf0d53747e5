"""Three ways to draw the loss of L loops of the looped model at A, and what each costs.

plain    build Z, build the (n + 1) x (n + 1) attention map in every layer        O(L d n^2)
linear   the same layers with the product regrouped, P (Z M Z') Q Z               O(L d^2 n)
reduced  the loss given X, S drawn by Bartlett's decomposition                    O(L d^3)
scalar   A = a I only: eigenvalues by the bidiagonal model                        O(L d^2)

The first two return (w'K x_q)^2, the others its mean given X: same expectation, less spread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from numerics import sampling
from numerics.models import (
    layer_product,
    layer_weights,
    reduced_loss,
    scalar_loss_samples,
    transformer_output,
)


@dataclass(frozen=True)
class Case:
    """d, n, L and the multiple of I at which losses are drawn."""

    d: int
    n: int
    L: int
    a: float

    def label(self) -> str:
        """The case in words."""
        return f"d = {self.d}, n = {self.n}, L = {self.L}"


def tokens(case: Case, a: Tensor, draws: int, generator: torch.Generator, associate: str) -> Tensor:
    """(TF_L(Z) - y_q)^2 through the layers."""
    prompts = sampling.looped_prompts(draws, case.n, case.d, generator)
    output = transformer_output(prompts.tokens(), [layer_weights(a)] * case.L, associate)
    return (output - prompts.label).square()


def reduced(case: Case, a: Tensor, draws: int, generator: torch.Generator) -> Tensor:
    """|(I - S A)^L|_F^2."""
    s = sampling.covariances(draws, case.n, case.d, generator)
    return reduced_loss(layer_product(s, [a] * case.L))


def squared_errors_given_s(
    case: Case, a: Tensor, draws: int, generator: torch.Generator
) -> Tensor:
    """(w'K x_q)^2 with w and x_q drawn: the law of the plain way at a cost that is flat in n."""
    s = sampling.covariances(draws, case.n, case.d, generator)
    shape = (draws, 1, case.d)
    w = sampling.normal(shape, generator, s.dtype)
    query = sampling.normal(shape, generator, s.dtype)
    return (w @ layer_product(s, [a] * case.L) @ query.mT).square().reshape(-1)


WAYS: dict[str, Callable[[Case, Tensor, int, torch.Generator], Tensor]] = {
    "plain": lambda c, a, m, g: tokens(c, a, m, g, "scores"),
    "linear": lambda c, a, m, g: tokens(c, a, m, g, "gram"),
    "reduced": reduced,
    "scalar": lambda c, a, m, g: scalar_loss_samples(c.L, c.n, c.d, c.a, m, g),
}


def flops(way: str, case: Case) -> float:
    """Floating-point operations of the products for one draw, an addition counting as one."""
    d, n, layers = case.d, case.n, case.L
    s = d + 1
    if way == "plain":
        return 2 * d * n + layers * (4 * s * s * (n + 1) + 4 * s * (n + 1) ** 2)
    if way == "linear":
        return 2 * d * n + layers * (2 * s * s * n + 4 * s**3 + 2 * s * s * (n + 1))
    r = min(n, d)
    if way == "reduced":
        return 2 * d * d * r + 2 * d**3 + (layers - 1) * 4 * d**3 + 2 * d * d
    return layers * 6 * r * r + 2 * r * r


def numbers(way: str, case: Case) -> float:
    """Numbers in the largest array that one draw needs."""
    if way == "plain":
        return float(case.n + 1) ** 2
    return (case.d + 1) * (case.n + 1.0) if way == "linear" else float(case.d) ** 2
