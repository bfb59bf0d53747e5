"""(h' v_hat - y_{n+1})^2 of one layer of linear self-attention on fresh prompts, and its eta.

Source: one-step paper, (3), (4), (22), (25), Theorem 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from numerics.estimates import blocks
from numerics.witness.memory import block_size

if TYPE_CHECKING:
    import torch


def one_step_loss_samples(
    n: int, d: int, sigma2: float, eta_or_parameters: Any, target: str, draws: int,
    generator: torch.Generator, *, sigma: Any = None, weights: str = "matched",
    preconditioner: Any = None,
) -> np.ndarray:
    """(h' v_hat_{n+1} - y_{n+1})^2 on fresh prompts; the noise of y_{n+1} counts. (4), (22).

    Args:
        n: context length.
        d: input dimension.
        sigma2: noise variance.
        eta_or_parameters: a number (the construction (25) with that eta), a pair (w, M) for (22),
            or a quadruple (W_K, W_Q, W_V, h).
        target: family of target functions, see `numerics.targets`.
        draws: how many prompts.
        generator: source of the draws, on the device that computes.
        sigma: population covariance of x, None for the identity.
        weights: "matched" w ~ N(0, Sigma^{-1}) or "standard" w ~ N(0, I).
        preconditioner: with a number eta, replaces I in the construction's W_Q (Theorem 2).

    Returns:
        Squared errors (draws,).
    """
    from numerics import sampling

    predict = _one_layer(d, eta_or_parameters, preconditioner, generator)

    def run(size: int) -> Any:
        prompts = sampling.one_step_prompts(
            size, n, d, generator, float(sigma2), sigma, target, weights
        )
        return (predict(prompts.tokens()) - prompts.label).square()

    return blocks(run, draws, block_size((d + 1) * (n + 1)))


def one_step_eta_samples(
    n: int, d: int, sigma2: float, target: str, draws: int, generator: torch.Generator, *,
    sigma: Any = None, weights: str = "matched", preconditioner: Any = None,
) -> tuple[np.ndarray, np.ndarray]:
    """(y_{n+1} s, s^2) with s the layer's output at eta = 1: eta = E[y_{n+1} s] / E[s^2].

    That ratio minimises E(eta s - y_{n+1})^2, the loss of the construction, for any target; pass
    the pair to `numerics.estimates.ratio_samples`.
    """
    from numerics import sampling

    predict = _one_layer(d, 1.0, preconditioner, generator)

    def run(size: int) -> Any:
        import torch

        prompts = sampling.one_step_prompts(
            size, n, d, generator, float(sigma2), sigma, target, weights
        )
        output = predict(prompts.tokens())
        return torch.stack([prompts.label * output, output.square()], dim=-1)

    pairs = blocks(run, draws, block_size((d + 1) * (n + 1)))
    return pairs[:, 0], pairs[:, 1]


def averaged_eta_samples(
    n: int, d: int, sigma2: float, draws: int, generator: torch.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """(E[y_{n+1} s | context, w], E[s^2 | context]) for y = w'x + noise, s the output at eta = 1.

    s and y_{n+1} are linear in the query up to noise of mean 0, and E x x' = I is the mean over the
    d queries sqrt(d) e_k: the layer runs on these in the place of a drawn one, and the spread that
    the query would add is gone. `numerics.estimates.ratio_samples` of the pair estimates eta.
    """
    import torch

    from numerics import sampling

    predict = _one_layer(d, 1.0, None, generator)

    def run(size: int) -> Any:
        kind = {"dtype": torch.float64, "device": generator.device}
        w = torch.randn(size, 1, d, generator=generator, **kind)
        x = torch.randn(size, d, n, generator=generator, **kind)
        y = (w @ x).squeeze(1)
        y = y + sigma2**0.5 * torch.randn(size, n, generator=generator, **kind)
        sums = torch.zeros(size, 2, **kind)
        hidden = torch.zeros(size, **kind)
        for k in range(d):
            query = torch.zeros(size, d, **kind)
            query[:, k] = d**0.5
            output = predict(sampling.Prompts(x, y, query, hidden).tokens())
            label = d**0.5 * w[:, 0, k]
            sums = sums + torch.stack([label * output, output.square()], dim=-1) / d
        return sums

    pairs = blocks(run, draws, block_size((d + 1) * (n + 1)))
    return pairs[:, 0], pairs[:, 1]


def ridge_eta_samples(
    n: int, d: int, sigma2: float, draws: int, generator: torch.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """(w_hat' X'y, y'XX'y) with w_hat the ridge solution: eta as Theorem 1 prints it."""
    import torch

    from numerics import sampling

    def run(size: int) -> Any:
        prompts = sampling.one_step_prompts(size, n, d, generator, float(sigma2))
        moment = (prompts.x @ prompts.y.unsqueeze(-1)).squeeze(-1)
        gram = prompts.x @ prompts.x.mT
        ridge = gram + float(sigma2) * torch.eye(d, dtype=gram.dtype, device=gram.device)
        solution = torch.linalg.lstsq(ridge, moment.unsqueeze(-1)).solution.squeeze(-1)
        return torch.stack([(solution * moment).sum(-1), moment.square().sum(-1)], dim=-1)

    pairs = blocks(run, draws, block_size(d * n))
    return pairs[:, 0], pairs[:, 1]


def _one_layer(
    d: int, parameters: Any, preconditioner: Any, generator: torch.Generator
) -> Any:
    """The prediction as a function of tokens, for eta, (w, M) or (W_K, W_Q, W_V, h)."""
    import torch

    from numerics import backend
    from numerics.models import one_layer_output, reparametrised_output

    device = generator.device
    if isinstance(parameters, tuple | list):
        if len(parameters) == 2:
            w, m = parameters
            w, m = backend.as_vector(w).to(device), backend.as_matrix(m).to(device)
            return lambda z: reparametrised_output(z, w, m)
        if len(parameters) != 4:
            raise ValueError("give eta, (w, M) or (W_K, W_Q, W_V, h)")
        *matrices, head = parameters
        weights = [backend.as_matrix(value).to(device) for value in matrices]
        head = backend.as_vector(head).to(device)
        return lambda z: one_layer_output(z, *weights, head)
    keys = torch.zeros(d + 1, d + 1, dtype=torch.float64, device=device)
    keys[:d, :d] = torch.eye(d, dtype=torch.float64)
    queries, values = keys.clone(), torch.zeros_like(keys)
    if preconditioner is not None:
        queries[:d, :d] = backend.as_matrix(preconditioner)
    values[d, d] = float(parameters)
    head = torch.zeros(d + 1, dtype=torch.float64, device=device)
    head[d] = 1
    return lambda z: one_layer_output(z, keys, queries, values, head)
