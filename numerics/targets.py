"""Families of target functions f, drawn afresh for each prompt, at given points x.

linear           f(x) = w'x, w ~ N(0, I) (or N(0, Sigma^{-1}))
relu:m           f(x) = sum_{j <= m} a_j max(w_j'x, 0), a_j and w_j standard normal, no 1/sqrt(m)
relu-deep:D      Gaussian process, the infinite-width limit of D hidden ReLU layers, E f^2 = |x|^2
poly:c1,c3,...   f(x) = sum_i c_i (w'x)^i over odd i, w ~ N(0, I)
even             f(x) = s |x|^2, s a random sign

Source: one-step paper, section 5, Assumption 1 and its network example; Cho and Saul (2009) for
the arc-cosine kernel.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

FAMILIES = ("linear", "relu:m", "relu-deep:D", "poly:c1,c3,...", "even")


def target_values(
    family: str, x: Tensor, generator: torch.Generator, inverse_root: Tensor | None = None
) -> Tensor:
    """f(x_i) for a fresh f per prompt: x (b, d, m) to values (b, m).

    Args:
        family: one of `FAMILIES`, with its parameters.
        x: points, the columns of each matrix of the batch.
        generator: source of f.
        inverse_root: Sigma^{-1/2} for linear targets with w ~ N(0, Sigma^{-1}).

    Raises:
        ValueError: for an unknown family or parameters that do not parse.
    """
    name, _, argument = family.partition(":")
    if name == "linear" and not argument:
        return _linear(x, generator, inverse_root)
    if name == "relu":
        return _relu(x, generator, _positive(family, argument))
    if name == "relu-deep":
        return _relu_deep(x, generator, _positive(family, argument))
    if name == "poly":
        return _odd_polynomial(x, generator, _coefficients(family, argument))
    if name == "even" and not argument:
        signs = torch.randint(0, 2, (x.shape[0], 1), generator=generator, device=x.device)
        return (2 * signs - 1) * x.square().sum(-2)
    raise ValueError(f"target must be one of {', '.join(FAMILIES)}, got {family!r}")


def _linear(x: Tensor, generator: torch.Generator, inverse_root: Tensor | None) -> Tensor:
    w = _normal(x, (x.shape[0], 1, x.shape[1]), generator)
    if inverse_root is not None:
        w = w @ inverse_root
    return (w @ x).squeeze(1)


def _relu(x: Tensor, generator: torch.Generator, width: int) -> Tensor:
    hidden = _normal(x, (x.shape[0], width, x.shape[1]), generator) @ x
    output = _normal(x, (x.shape[0], 1, width), generator)
    return (output @ hidden.clamp_min(0)).squeeze(1)


def _relu_deep(x: Tensor, generator: torch.Generator, depth: int) -> Tensor:
    """Cholesky factor of |x||y| k^D(cos) times normals, k(cos t) = (sin t + (pi - t) cos t)/pi."""
    norms = x.square().sum(-2).sqrt()
    scale = norms.unsqueeze(-1) * norms.unsqueeze(-2)
    cosine = ((x.mT @ x) / scale).clamp(-1, 1)
    for _ in range(depth):
        angle = torch.arccos(cosine)
        cosine = (torch.sin(angle) + (math.pi - angle) * cosine) / math.pi
        cosine.diagonal(dim1=-2, dim2=-1).fill_(1.0)
    # n points in d dimensions: the kernel is positive definite, but barely so at rounding level.
    ridge = 1e-12 * torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)
    factor = torch.linalg.cholesky(cosine + ridge)
    normals = _normal(x, (x.shape[0], x.shape[-1], 1), generator)
    return (factor @ normals).squeeze(-1) * norms


def _odd_polynomial(x: Tensor, generator: torch.Generator, coefficients: list[float]) -> Tensor:
    s = _linear(x, generator, None)
    return s * sum(c * s.square() ** i for i, c in enumerate(coefficients))


def _normal(x: Tensor, shape: tuple[int, ...], generator: torch.Generator) -> Tensor:
    return torch.randn(shape, generator=generator, dtype=x.dtype, device=x.device)


def _positive(family: str, argument: str) -> int:
    if not argument.isdecimal() or int(argument) < 1:
        raise ValueError(f"target {family!r}: a positive integer is needed after the colon")
    return int(argument)


def _coefficients(family: str, argument: str) -> list[float]:
    try:
        return [float(part) for part in argument.split(",")]
    except ValueError:
        raise ValueError(f"target {family!r}: numbers c1,c3,... are needed after it") from None
