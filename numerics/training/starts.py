"""Initial values of A that theorems forget: non-symmetric, antisymmetric, nilpotent, singular.

Each kind keeps I - S A within reach of a contraction for n not below d, so that a loss with many
loops does not overflow at the start.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics import backend, sampling

KINDS = ("small", "zero", "identity", "symmetric", "any", "rotated", "nilpotent", "rank one")


def initial_values(d: int, seed: int, kinds: tuple[str, ...] = KINDS, size: float = 0.3) -> Tensor:
    """One run per kind, shape (1, kinds, 1, d, d): the `start` of a looped `theory` training.

    Args:
        d: dimension.
        seed: of the random kinds.
        kinds: any of `KINDS`, repeated ones are drawn afresh.
        size: spectral norm of the random part.

    Raises:
        ValueError: for an unknown kind.
    """
    generator = backend.generator(seed)
    return torch.stack([_start(kind, d, size, generator) for kind in kinds])[None, :, None]


def _start(kind: str, d: int, size: float, generator: torch.Generator) -> Tensor:
    eye = torch.eye(d, dtype=torch.float64)
    noise = sampling.normal((d, d), generator, torch.float64)
    made = {
        "small": 1e-4 * noise, "zero": 0 * eye, "identity": eye,
        "symmetric": eye / 2 + _scaled(noise + noise.mT, size), "any": _scaled(noise, size),
        "rotated": eye / 2 + _scaled(noise - noise.mT, size),
        "nilpotent": _scaled(noise.triu(1), size),
        "rank one": _scaled(noise[:, :1] @ noise[:1], size),
    }
    if kind not in made:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    return made[kind]


def _scaled(matrix: Tensor, size: float) -> Tensor:
    norm = torch.linalg.matrix_norm(matrix, 2)
    return size * matrix / norm.clamp_min(1e-30)
