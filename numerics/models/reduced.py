"""Given X, the model's error is w'K x_q: K = prod_i (I - S A_i) is d x d, and w, x_q integrate out.

E[(w'K x_q)^2 | X] = tr(Sigma*^{-1} K Sigma* K'), which is |K|_F^2 for Sigma* = I. These are
consequences of the layers, so each is tested against the token-by-token model; they are used for
training and for large n, never as the only witness.

Source: looped paper, (12) and (13) at u = 0, with products written left to right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from numerics.backend import as_matrix
from numerics.sampling import laguerre_bidiagonal, square_root


def layer_product(s: Tensor, layers: Sequence[Tensor]) -> Tensor:
    """K = (I - S A_0)(I - S A_1) ... (I - S A_{L-1}), so that v_L' = w' K.

    Args:
        s: sample covariances (..., d, d).
        layers: one A per layer, each broadcastable to s; the same one L times is the looped model.
    """
    product = torch.eye(s.shape[-1], dtype=s.dtype, device=s.device)
    for index, a in enumerate(layers):
        factor = product - s @ a if index == 0 else product - (product @ s) @ a
        product = factor
    return product.expand(s.shape) if product.ndim == 2 else product


def published_product(s: Tensor, layers: Sequence[tuple[Tensor, Tensor]]) -> Tensor:
    """K <- K (I - S T'A T), then T <- (I - P (T S T') A) T, from K = T = I, for each (P, A).

    The inputs change from layer to layer: x_i becomes T x_i. With P = 0 this is `layer_product`.
    """
    eye = torch.eye(s.shape[-1], dtype=s.dtype, device=s.device)
    product, inputs = eye, eye
    for index, (p, a) in enumerate(layers):
        attended = a @ inputs
        product = product - (product @ s) @ (inputs.mT @ attended)
        if index + 1 < len(layers):
            inputs = inputs - p @ (((inputs @ s) @ inputs.mT) @ attended)
    return product


def noise_row(s: Tensor, layers: Sequence[tuple[Tensor, Tensor]]) -> Tensor:
    """r with v_L' = w'K + r': r' <- r'(I - S A) - u'S A for each (A, u), from r = 0."""
    row = torch.zeros(*s.shape[:-2], 1, s.shape[-1], dtype=s.dtype, device=s.device)
    for a, u in layers:
        row = row - ((row + u.unsqueeze(-2)) @ s) @ a
    return row.squeeze(-2)


def reduced_loss(product: Tensor, sigma: Any = None, row: Tensor | None = None) -> Tensor:
    """tr(Sigma*^{-1} K Sigma* K') + r' Sigma* r: the expected squared error given X."""
    if sigma is None:
        loss = product.square().sum((-1, -2))
        return loss if row is None else loss + row.square().sum(-1)
    covariance = as_matrix(sigma, product)
    root, inverse_root = square_root(covariance), square_root(covariance, inverse=True)
    loss = (inverse_root @ product @ root).square().sum((-1, -2))
    return loss if row is None else loss + (row.unsqueeze(-2) @ root).square().sum((-1, -2))


def scalar_loss_samples(
    loops: int, n: int, d: int, a: float, draws: int, generator: torch.Generator
) -> Tensor:
    """|(I - a B B'/n)^L|_F^2 + max(d - n, 0): A = a I, Sigma* = I, from 2 min(n, d) - 1 chi draws.

    The tridiagonal matrix is applied L times to the identity: 3 d^2 L operations a draw.
    """
    main, below = laguerre_bidiagonal(draws, n, d, generator)
    tri_main = main.square()
    tri_main[:, 1:] += below.square()
    tri_main = 1 - a * tri_main / n
    tri_side = (-a / n) * main[:, :-1] * below
    power = torch.eye(main.shape[1], dtype=main.dtype, device=main.device).expand(draws, -1, -1)
    for _ in range(loops):
        moved = tri_main.unsqueeze(-1) * power
        moved[:, 1:] += tri_side.unsqueeze(-1) * power[:, :-1]
        moved[:, :-1] += tri_side.unsqueeze(-1) * power[:, 1:]
        power = moved
    return power.square().sum((-1, -2)) + max(d - n, 0)
