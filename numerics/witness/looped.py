"""(TF_L(Z) - y_q)^2 and its gradient in A on fresh prompts; the transformer runs token by token.

Source: looped paper, (2)-(4), (5), section 3.5; Theorem A.1 for distinct layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numerics.estimates import blocks
from numerics.witness.memory import block_size

if TYPE_CHECKING:
    import torch


def looped_loss_samples(
    L: int, n: int, A: Any, sigma: Any, u: Any, draws: int, generator: torch.Generator, *,
    per_layer: bool = False, out_of_distribution: Any = None,
) -> np.ndarray:
    """(TF_L(Z) - y_q)^2 on fresh prompts, the transformer run token by token. (2)-(4), (5).

    Args:
        L: loops.
        n: context length.
        A: d x d, or L of them with `per_layer`.
        sigma: population covariance, None for the identity.
        u: d numbers, L vectors with `per_layer`, or None for 0.
        draws: how many prompts.
        generator: source of the draws, on the device that computes.
        per_layer: each layer has its own A and u (Theorem A.1).
        out_of_distribution: another covariance for the prompts in place of sigma.

    Returns:
        Squared errors (draws,).
    """
    from numerics import sampling

    stack, d = _stack(L, A, u, per_layer, generator)
    law = sigma if out_of_distribution is None else out_of_distribution

    def run(size: int) -> Any:
        prompts = sampling.looped_prompts(size, n, d, generator, law)
        return _squared_error(prompts, stack)

    return blocks(run, draws, block_size((d + 1) * (n + 1)))


def reduced_loss_samples(
    L: int, n: int, A: Any, sigma: Any, u: Any, draws: int, generator: torch.Generator, *,
    per_layer: bool = False,
) -> np.ndarray:
    """E[(TF_L - y_q)^2 | X] by Bartlett's decomposition: less spread, cost independent of n."""
    from numerics import backend, sampling
    from numerics.models import layer_product, noise_row, reduced_loss

    matrices, vectors, d = _parameters(L, A, u, per_layer, generator)
    covariance = None if sigma is None else backend.as_matrix(sigma, matrices[0])

    def run(size: int) -> Any:
        s = sampling.covariances(size, n, d, generator, covariance)
        row = None
        if vectors is not None:
            row = noise_row(s, list(zip(matrices, vectors, strict=True)))
        return reduced_loss(layer_product(s, matrices), covariance, row)

    return blocks(run, draws, block_size(d * d))


def scalar_loss_samples(
    L: int, n: int, d: int, a: float, draws: int, generator: torch.Generator
) -> np.ndarray:
    """tr (I - a W)^{2L} by the bidiagonal model: A = a I, Sigma* = I, any n."""
    from numerics.models import scalar_loss_samples as sampler

    block = block_size(min(n, d) ** 2)
    return blocks(lambda size: sampler(L, n, d, a, size, generator), draws, block)


def looped_gradient_samples(
    L: int, n: int, A: Any, sigma: Any, u: Any, draws: int, generator: torch.Generator
) -> np.ndarray:
    """d/dA (TF_L(Z) - y_q)^2 per prompt by automatic differentiation, (draws, d, d)."""
    import torch

    from numerics import sampling
    from numerics.models import layer_weights, transformer_output

    matrices, vectors, d = _parameters(L, A, u, False, generator)
    row = None if vectors is None else vectors[0]

    def run(size: int) -> Any:
        prompts = sampling.looped_prompts(size, n, d, generator, sigma)
        # One copy of A per prompt: the gradient of the sum then separates into prompts.
        copies = matrices[0].expand(size, d, d).clone().requires_grad_()
        p, q = layer_weights(copies, row)
        output = transformer_output(prompts.tokens(), [(p, q)] * L)
        (gradient,) = torch.autograd.grad((output - prompts.label).square().sum(), copies)
        return gradient

    return blocks(run, draws, block_size((d + 1) * (n + 1 + d)))


def looped_prediction(X: Any, w: Any, x_q: Any, L: int, A: Any, u: Any = None) -> float:
    """TF_L on one given prompt, token by token: X (d, n), y = X'w. For instance-wise bounds."""
    import torch

    from numerics import backend
    from numerics.models import layer_weights, transformer_output
    from numerics.sampling import Prompts

    rows = [backend.as_vector(row) for row in (X.tolist() if hasattr(X, "tolist") else X)]
    x, weight, query = torch.stack(rows), backend.as_vector(w), backend.as_vector(x_q)
    prompt = Prompts(x, weight @ x, query, weight @ query)
    layer = layer_weights(backend.as_matrix(A), None if u is None else backend.as_vector(u))
    return float(transformer_output(prompt.tokens(), [layer] * L))


def _parameters(
    L: int, A: Any, u: Any, per_layer: bool, generator: torch.Generator
) -> tuple[list[Any], list[Any] | None, int]:
    from numerics import backend

    if per_layer and (len(A) != L or (u is not None and len(u) != L)):
        raise ValueError(f"per_layer needs {L} matrices A (and vectors u), one per layer")
    matrices = [backend.as_matrix(a).to(generator.device) for a in (A if per_layer else [A])]
    vectors = None
    if u is not None:
        vectors = [backend.as_vector(v).to(generator.device) for v in (u if per_layer else [u])]
    if not per_layer:
        matrices, vectors = matrices * L, None if vectors is None else vectors * L
    return matrices, vectors, matrices[0].shape[-1]


def _stack(
    L: int, A: Any, u: Any, per_layer: bool, generator: torch.Generator
) -> tuple[list[Any], int]:
    from numerics.models import layer_weights

    matrices, vectors, d = _parameters(L, A, u, per_layer, generator)
    rows = [None] * L if vectors is None else vectors
    return [layer_weights(a, row) for a, row in zip(matrices, rows, strict=True)], d


def _squared_error(prompts: Any, stack: Sequence[Any]) -> Any:
    from numerics.models import transformer_output

    return (transformer_output(prompts.tokens(), stack) - prompts.label).square()
