"""A margin written in torch as an objective with its gradient by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from numerics.search.methods import Objective, Slopes
from numerics.search.space import Point

if TYPE_CHECKING:
    from torch import Tensor


def differentiate(margin: Callable[[Point], Tensor]) -> tuple[Objective, Slopes]:
    """(objective, gradient) for `propose` from a margin of points whose reals are torch tensors."""

    def objective(point: Point) -> float:
        return float(margin(_tensors(point)).detach())

    def gradient(point: Point) -> dict[str, np.ndarray]:
        import torch

        tensors = _tensors(point)
        leaves = {n: t.requires_grad_() for n, t in tensors.items() if not isinstance(t, int)}
        slopes = torch.autograd.grad(margin(tensors), list(leaves.values()), allow_unused=True)
        return {
            name: np.zeros(leaf.shape) if slope is None else slope.numpy()
            for (name, leaf), slope in zip(leaves.items(), slopes, strict=True)
        }

    return objective, gradient


def _tensors(point: Point) -> Point:
    import torch

    return {
        name: value if isinstance(value, int) else torch.tensor(value, dtype=torch.float64)
        for name, value in point.items()
    }
