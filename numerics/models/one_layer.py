"""v_hat_T = sum_{j < T} (W_V v_j)(v_j' W_K' W_Q v_T); the prediction is h' v_hat_T. No 1/n.

Tokens v_i = (x_i, y_i), the query token (x_{n+1}, 0). The papers store X as (n, d) here; the token
matrix z below holds tokens in columns, as for the looped model.

Source: one-step paper, (2), (3), (4), (9), (10), (22).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


def one_layer_output(
    z: Tensor, w_k: Tensor, w_q: Tensor, w_v: Tensor, head: Tensor
) -> Tensor:
    """h' sum_{j <= n} (W_V v_j) (W_K v_j)' (W_Q v_{n+1}): keys, queries, values, then the head.

    Args:
        z: tokens (..., d + 1, n + 1), the query last.
        w_k: keys (d + 1, d + 1).
        w_q: queries (d + 1, d + 1).
        w_v: values (d + 1, d + 1).
        head: h (d + 1,).

    Returns:
        Predictions (...).
    """
    keys = w_k @ z[..., :-1]
    values = w_v @ z[..., :-1]
    query = w_q @ z[..., -1:]
    scores = keys.mT @ query
    return (head @ (values @ scores)).squeeze(-1)


def reparametrised_output(z: Tensor, w: Tensor, m: Tensor) -> Tensor:
    """w' G M v with G = sum_{i <= n} v_i v_i' and v the query token. Equation (22)."""
    context = z[..., :-1]
    return (w @ (context @ (context.mT @ (m @ z[..., -1:])))).squeeze(-1)


class OneLayerAttention(nn.Module):
    """The layer with trainable keys, queries, values and head, started at N(0, std^2).

    Args:
        d: input dimension; the width is d + 1.
        std: standard deviation of the initial entries.
        generator: source of the initial values.
        dtype: number format.
    """

    def __init__(
        self, d: int, std: float = 0.1, generator: torch.Generator | None = None,
        dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        device = generator.device if generator is not None else None
        for name in ("w_k", "w_q", "w_v"):
            start = torch.randn(d + 1, d + 1, generator=generator, dtype=dtype, device=device)
            self.register_parameter(name, nn.Parameter(std * start))
        start = torch.randn(d + 1, generator=generator, dtype=dtype, device=device)
        self.head = nn.Parameter(std * start)

    def forward(self, z: Tensor) -> Tensor:
        """Predictions for the queries of the prompts z (b, d + 1, n + 1), shape (b,)."""
        return one_layer_output(z, self.w_k, self.w_q, self.w_v, self.head)

    def effective(self) -> tuple[Tensor, Tensor]:
        """(w, M) = (W_V' h, W_K' W_Q), all that the prediction depends on. After (22)."""
        return self.w_v.mT @ self.head, self.w_k.mT @ self.w_q
