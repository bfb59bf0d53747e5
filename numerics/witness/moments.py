"""S^k and products of traces of words in S per draw: what exact Gaussian moments predict.

Source: looped paper, Lemma A.2, Lemma A.5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numerics.estimates import blocks
from numerics.witness.memory import block_size

if TYPE_CHECKING:
    import torch


def moment_samples(
    n: int, d: int, k: int, sigma: Any, draws: int, generator: torch.Generator, *,
    method: str = "prompts",
) -> np.ndarray:
    """S^k per draw, (draws, d, d); `method` "bartlett" makes the cost independent of n."""
    import torch

    from numerics import sampling

    def run(size: int) -> Any:
        s = sampling.covariances(size, n, d, generator, sigma, method)
        return torch.linalg.matrix_power(s, k)

    return blocks(run, draws, block_size(d * (n + d) if method == "prompts" else d * d))


def word_samples(
    traces: Sequence[Sequence[tuple[str, bool]]], matrices: Mapping[str, Any], n: int, d: int,
    sigma: Any, draws: int, generator: torch.Generator, *, method: str = "prompts",
) -> np.ndarray:
    """Product of traces of words per draw; a letter is (name, transposed), "S" the covariance."""
    import torch

    from numerics import backend, sampling

    fixed = {name: backend.as_matrix(value).to(generator.device)
             for name, value in matrices.items()}

    def run(size: int) -> Any:
        s = sampling.covariances(size, n, d, generator, sigma, method)
        product = torch.ones(size, dtype=s.dtype, device=s.device)
        for trace in traces:
            word = torch.eye(d, dtype=s.dtype, device=s.device)
            for name, transposed in trace:
                letter = s if name == "S" else fixed[name]
                word = word @ (letter.mT if transposed else letter)
            product = product * word.diagonal(dim1=-2, dim2=-1).sum(-1)
        return product

    return blocks(run, draws, block_size(d * (n + d) if method == "prompts" else d * d))
