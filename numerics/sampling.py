"""x_i ~ N(0, Sigma*), w* ~ N(0, Sigma*^{-1}), y_i = w*' x_i, and S = (1/n) sum x_i x_i'.

X is (d, n). Prompts are drawn token by token as both papers define them. For functions of S alone
there are two shortcuts whose cost does not depend on n: Bartlett's decomposition (any Sigma*) and
the bidiagonal model of the eigenvalues (Sigma* = I).

Source: looped paper, section 3.2; one-step paper, section 2. Bartlett (1933); Dumitriu and
Edelman (2002), the beta = 1 Laguerre ensemble.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from numerics.backend import as_matrix
from numerics.targets import target_values


@dataclass(frozen=True)
class Prompts:
    """A batch of prompts: contexts x (b, d, n), y (b, n); queries (b, d) with labels (b,)."""

    x: Tensor
    y: Tensor
    query: Tensor
    label: Tensor

    def tokens(self) -> Tensor:
        """Z^(0) = [[X, x_q], [y', 0]], shape (b, d + 1, n + 1). Looped paper, section 3.3."""
        inputs = torch.cat([self.x, self.query.unsqueeze(-1)], dim=-1)
        hidden = torch.zeros_like(self.label).unsqueeze(-1)
        outputs = torch.cat([self.y, hidden], dim=-1).unsqueeze(-2)
        return torch.cat([inputs, outputs], dim=-2)

    def covariance(self) -> Tensor:
        """S = (1/n) X X', shape (b, d, d)."""
        return self.x @ self.x.transpose(-1, -2) / self.x.shape[-1]

    def to(self, *args: Any) -> Prompts:
        """The same prompts on another device or in another number format."""
        return Prompts(*(t.to(*args) for t in (self.x, self.y, self.query, self.label)))


def square_root(sigma: Tensor, inverse: bool = False, pseudo: bool = False) -> Tensor:
    """Sigma^{1/2}, or Sigma^{-1/2}, symmetric, by eigenvalues.

    Raises:
        ValueError: if sigma is not symmetric positive semidefinite, or if it is singular and an
            inverse is asked for without `pseudo`.
    """
    if not torch.equal(sigma, sigma.mT):
        raise ValueError("the population covariance must be symmetric")
    values, vectors = torch.linalg.eigh(sigma)
    floor = values[-1].abs() * sigma.shape[-1] * torch.finfo(sigma.dtype).eps
    if values[0] < -floor:
        raise ValueError(f"the population covariance has the eigenvalue {float(values[0])} < 0")
    null = values <= floor
    if inverse and not pseudo and bool(null.any()):
        raise ValueError("the population covariance is singular, its inverse does not exist")
    roots = values.clamp_min(0).sqrt()
    if inverse:
        roots = torch.where(null, 0.0, 1 / torch.where(null, 1.0, roots))
    return (vectors * roots) @ vectors.mT


def looped_prompts(
    draws: int, n: int, d: int, generator: torch.Generator, sigma: Any = None,
    dtype: torch.dtype = torch.float64,
) -> Prompts:
    """Prompts of the looped paper: w* ~ N(0, Sigma*^{-1}), no noise. Section 3.2."""
    return one_step_prompts(draws, n, d, generator, sigma=sigma, dtype=dtype)


def one_step_prompts(
    draws: int, n: int, d: int, generator: torch.Generator, sigma2: float = 0.0,
    sigma: Any = None, target: str = "linear", weights: str = "matched",
    dtype: torch.dtype = torch.float64,
) -> Prompts:
    """Prompts of the one-step paper: y_i = f(x_i) + N(0, sigma2), the query's label included.

    Args:
        draws: number of prompts.
        n: context length.
        d: input dimension.
        generator: draws on the device where it lives.
        sigma2: variance of the noise.
        sigma: population covariance (d, d); None is the identity.
        target: a family of `numerics.targets`: linear, relu:m, relu-deep:D, poly:c1,c3, even.
        weights: law of w for the linear target, "matched" N(0, Sigma^{-1}) (with a pseudo-inverse
            where Sigma is singular) or "standard" N(0, I).
        dtype: number format of the draws.

    Raises:
        ValueError: for sizes that are not positive integers or an unknown choice.
    """
    _check_sizes(draws, n, d)
    if weights not in ("matched", "standard"):
        raise ValueError(f"weights must be 'matched' or 'standard', got {weights!r}")
    z = normal((draws, d, n + 1), generator, dtype)
    x, inverse_root = z, None
    if sigma is not None:
        covariance = as_matrix(sigma, z)
        if covariance.shape != (d, d):
            raise ValueError(f"sigma must be {d} x {d}, got {tuple(covariance.shape)}")
        x = square_root(covariance) @ z
        if weights == "matched":
            inverse_root = square_root(covariance, inverse=True, pseudo=True)
    y = target_values(target, x, generator, inverse_root)
    if sigma2 < 0:
        raise ValueError(f"sigma2 is a variance, got {sigma2}")
    if sigma2 > 0:
        y = y + sigma2**0.5 * normal(tuple(y.shape), generator, dtype)
    return Prompts(x[..., :n].contiguous(), y[:, :n], x[..., n], y[:, n])


def covariances(
    draws: int, n: int, d: int, generator: torch.Generator, sigma: Any = None,
    method: str = "bartlett", dtype: torch.dtype = torch.float64,
) -> Tensor:
    """S = (1/n) Sigma*^{1/2} T T' Sigma*^{1/2}, shape (draws, d, d); T as in `bartlett_factor`.

    `method` "prompts" builds S from n drawn columns instead: same law, cost linear in n.

    Raises:
        ValueError: for an unknown method.
    """
    if method not in ("bartlett", "prompts"):
        raise ValueError(f"method must be 'bartlett' or 'prompts', got {method!r}")
    _check_sizes(draws, n, d)
    if method == "bartlett":
        factor = bartlett_factor(draws, n, d, generator, dtype)
    else:
        factor = normal((draws, d, n), generator, dtype)
    if sigma is not None:
        factor = square_root(as_matrix(sigma, factor)) @ factor
    return factor @ factor.mT / n


def bartlett_factor(
    draws: int, n: int, d: int, generator: torch.Generator, dtype: torch.dtype = torch.float64
) -> Tensor:
    """T with T T' ~ Wishart_d(n, I): lower trapezoidal (d, min(n, d)), T_ii^2 ~ chi^2_{n-i+1}.

    X = T Q with Q having orthonormal rows (Gram-Schmidt on the rows of X), hence X X' = T T';
    for n < d the rows below the n-th are standard normal. The cost does not depend on n.
    """
    width = min(n, d)
    factor = normal((draws, d, width), generator, dtype).tril(-1)
    freedom = n - torch.arange(width, dtype=dtype, device=generator.device)
    factor.diagonal(dim1=-2, dim2=-1).copy_(chi(freedom.expand(draws, width), generator))
    return factor


def laguerre_bidiagonal(
    draws: int, n: int, d: int, generator: torch.Generator, dtype: torch.dtype = torch.float64
) -> tuple[Tensor, Tensor]:
    """(diagonal, below) of a lower bidiagonal B: B B'/n has the law of the eigenvalues of W.

    With r = min(n, d) and m = max(n, d): diagonal chi_m ... chi_{m-r+1} (draws, r), below
    chi_{r-1} ... chi_1 (draws, r - 1). For n < d the other d - n eigenvalues of W are zero.
    """
    _check_sizes(draws, n, d)
    small, large = min(n, d), max(n, d)
    steps = torch.arange(small, dtype=dtype, device=generator.device)
    diagonal = chi((large - steps).expand(draws, small), generator)
    below = chi((small - 1 - steps[: small - 1]).expand(draws, small - 1), generator)
    return diagonal, below


def rotations(
    draws: int, d: int, generator: torch.Generator, dtype: torch.dtype = torch.float64
) -> Tensor:
    """Haar-distributed orthogonal matrices (draws, d, d): QR of a Gaussian, signs of R undone."""
    q, r = torch.linalg.qr(normal((draws, d, d), generator, dtype))
    return q * torch.sign(r.diagonal(dim1=-2, dim2=-1)).unsqueeze(-2)


def normal(shape: tuple[int, ...], generator: torch.Generator, dtype: torch.dtype) -> Tensor:
    """Standard normal draws on the generator's device."""
    return torch.randn(shape, generator=generator, dtype=dtype, device=generator.device)


def chi(freedom: Tensor, generator: torch.Generator) -> Tensor:
    """chi_k draws, k = freedom (any positive reals, up to 10^15): square roots of 2 Gamma(k/2)."""
    # On a GPU torch draws the gamma's uniforms with 32 bits: a relative error of 1e-9 in the law.
    return torch.sqrt(2 * torch._standard_gamma(freedom.contiguous() / 2, generator=generator))


def _check_sizes(draws: int, n: int, d: int) -> None:
    for name, value in (("draws", draws), ("n", n), ("d", d)):
        if not isinstance(value, int) or value < 1:
            raise ValueError(f"{name} must be a positive integer, got {value!r}")
