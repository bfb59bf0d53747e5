"""min over W_K, W_Q, W_V, h of E (h' v_hat - y_{n+1})^2 on fresh prompts, from random values.

The predictor is w'G M v with G = sum_i v_i v_i'. With w = (w_x, w_y) and the first d columns of M
split into M_x (d x d) and the row m, its weight vector is C X'y + (M_x' X'X w_x + m w_y y'y) with
C = w_y M_x' + m w_x'. The theorem says C = eta I and the rest 0 (eta Sigma^{-1} for skewed inputs).

Source: one-step paper, (4), (22), Lemma 2, Theorems 1 to 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from numerics import backend, sampling


@dataclass(frozen=True)
class LayerSetting:
    """Data law and schedule: Adam, the rate falling to 0 by half a cosine.

    The last third of the steps uses `final_batch` prompts a step: the error of eta at the end is
    that of a few hundred such batches. Every run has its own prompts, so that the spread over runs
    shows that error.
    """

    n: int
    d: int
    sigma2: float = 0.0
    target: str = "linear"
    sigma: Any = None
    weights: str = "matched"
    steps: int = 3000
    batch: int = 128
    final_batch: int = 1024
    runs: int = 4
    rate: float = 0.01
    std: float = 0.3


@dataclass(frozen=True)
class TrainedLayer:
    """Per run: C (runs, d, d), size of the rest (runs,), and test losses (runs, draws)."""

    predictor: Tensor
    rest: Tensor
    losses: Tensor

    def eta(self) -> Tensor:
        """tr C / d per run."""
        return self.predictor.diagonal(dim1=-2, dim2=-1).mean(-1)

    def best(self) -> int:
        """The run with the smallest test loss. Runs can end at local minima where C is singular."""
        return int(self.losses.mean(1).argmin())


def train_one_layer(
    setting: LayerSetting, seed: int, device: str = "cpu", test_draws: int = 20_000,
    progress: Callable[[float], None] | None = None,
) -> TrainedLayer:
    """Adam on fresh float64 prompts for `runs` random initial values side by side."""
    generator = backend.generator(seed, device)
    width, runs = setting.d + 1, setting.runs
    # Outputs scale like n times the product of four weights: start all of size n^{-1/4} std.
    scale = setting.std * setting.n**-0.25
    shapes = [(runs, width, width)] * 3 + [(runs, width)]
    parameters = [
        (scale * sampling.normal(shape, generator, torch.float64)).requires_grad_()
        for shape in shapes
    ]
    optimiser = torch.optim.Adam(parameters, lr=setting.rate)
    for step in range(setting.steps):
        for group in optimiser.param_groups:
            group["lr"] = setting.rate * 0.5 * (1 + math.cos(math.pi * step / setting.steps))
        optimiser.zero_grad()
        size = setting.batch if 3 * step < 2 * setting.steps else setting.final_batch
        _squared_errors(setting, parameters, size, generator).mean(1).sum().backward()
        optimiser.step()
        if progress is not None and step % 100 == 0:
            progress(step / setting.steps)
    with torch.no_grad():
        losses = _squared_errors(setting, parameters, test_draws, generator)
        return _extract(setting.d, parameters, losses)


def _squared_errors(
    setting: LayerSetting, parameters: list[Tensor], size: int, generator: torch.Generator
) -> Tensor:
    """(runs, size), each run on prompts of its own."""
    prompts = sampling.one_step_prompts(
        size * setting.runs, setting.n, setting.d, generator, setting.sigma2, setting.sigma,
        setting.target, setting.weights,
    )
    z = prompts.tokens().reshape(setting.runs, size, setting.d + 1, setting.n + 1)
    gram = z[..., :-1] @ z[..., :-1].mT
    w, m = _effective(parameters)
    queries = (z[..., -1] @ m.mT).unsqueeze(-1)
    output = ((gram @ queries).squeeze(-1) * w.unsqueeze(1)).sum(-1)
    return (output - prompts.label.reshape(setting.runs, size)).square()


def _effective(parameters: list[Tensor]) -> tuple[Tensor, Tensor]:
    """(w, M) = (W_V' h, W_K' W_Q) per run: (22), the layer with its products regrouped."""
    w_k, w_q, w_v, head = parameters
    return (head.unsqueeze(-2) @ w_v).squeeze(-2), w_k.mT @ w_q


def _extract(d: int, parameters: list[Tensor], losses: Tensor) -> TrainedLayer:
    w, m = _effective(parameters)
    m_x, row = m[:, :d, :d], m[:, d, :d]
    w_x, w_y = w[:, :d], w[:, d]
    predictor = w_y[:, None, None] * m_x.mT + row.unsqueeze(-1) * w_x.unsqueeze(-2)
    inputs = m_x.square().sum((-1, -2)) * w_x.square().sum(-1)
    rest = (inputs + row.square().sum(-1) * w_y.square()).sqrt()
    return TrainedLayer(predictor, rest, losses)
