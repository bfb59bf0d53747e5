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
    """Data law and schedule: Adam or plain descent, the rate falling to 0 by half a cosine.

    The last third of the steps uses `final_batch` prompts a step: the error of eta at the end is
    that of a few hundred such batches. Every run has its own prompts, so that the spread over runs
    shows that error. `optimiser` is "adam" or "descent" (steps against the gradient itself).
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
    optimiser: str = "adam"


@dataclass(frozen=True)
class TrainedLayer:
    """Per run: C (runs, d, d), size of the rest (runs,), and test losses (runs, draws).

    `averaged` is the mean of C over the last third of the steps; `reference` holds the losses of a
    given preconditioner T, predictor T X'y, on the same test prompts (None if none was given).
    """

    predictor: Tensor
    rest: Tensor
    losses: Tensor
    averaged: Tensor
    reference: Tensor | None = None

    def eta(self) -> Tensor:
        """tr C / d per run."""
        return self.predictor.diagonal(dim1=-2, dim2=-1).mean(-1)

    def best(self) -> int:
        """The run with the smallest test loss. Runs can end at local minima where C is singular."""
        return int(self.losses.mean(1).argmin())


def train_one_layer(
    setting: LayerSetting, seed: int, device: str = "cpu", test_draws: int = 20_000,
    progress: Callable[[float], None] | None = None, reference: Any = None,
) -> TrainedLayer:
    """Training on fresh float64 prompts for `runs` random initial values side by side.

    Args:
        setting: data law and schedule.
        seed: of the initial values and of all prompts.
        device: where it computes.
        test_draws: fresh prompts per run for the test losses.
        progress: called with the share of the steps done, now and then.
        reference: a d x d matrix T whose losses on the test prompts are wanted too.

    Raises:
        ValueError: for an unknown optimiser.
    """
    generator = backend.generator(seed, device)
    parameters = _initial(setting, generator)
    optimiser = _optimiser(setting, parameters)
    total = torch.zeros_like(_predictor(setting.d, parameters)[0])
    tail = 0
    for step in range(setting.steps):
        for group in optimiser.param_groups:
            group["lr"] = setting.rate * 0.5 * (1 + math.cos(math.pi * step / setting.steps))
        optimiser.zero_grad()
        last_third = 3 * step >= 2 * setting.steps
        prompts = _prompts(setting, setting.final_batch if last_third else setting.batch, generator)
        _squared_errors(setting, parameters, prompts).mean(1).sum().backward()
        optimiser.step()
        if last_third:
            total, tail = total + _predictor(setting.d, parameters)[0], tail + 1
        if progress is not None and step % 100 == 0:
            progress(step / setting.steps)
    with torch.no_grad():
        prompts = _prompts(setting, test_draws, generator)
        losses = _squared_errors(setting, parameters, prompts)
        given = None if reference is None else _reference(setting, reference, prompts)
        return TrainedLayer(*_predictor(setting.d, parameters), losses, total / tail, given)


def _initial(setting: LayerSetting, generator: torch.Generator) -> list[Tensor]:
    """W_K, W_Q, W_V, h of all runs. Outputs scale like n times the product of the four."""
    width, runs = setting.d + 1, setting.runs
    scale = setting.std * setting.n**-0.25
    shapes = [(runs, width, width)] * 3 + [(runs, width)]
    return [(scale * sampling.normal(shape, generator, torch.float64)).requires_grad_()
            for shape in shapes]


def _optimiser(setting: LayerSetting, parameters: list[Tensor]) -> torch.optim.Optimizer:
    if setting.optimiser == "adam":
        return torch.optim.Adam(parameters, lr=setting.rate)
    if setting.optimiser == "descent":
        return torch.optim.SGD(parameters, lr=setting.rate)
    raise ValueError(f"optimiser must be 'adam' or 'descent', got {setting.optimiser!r}")


def _prompts(setting: LayerSetting, size: int, generator: torch.Generator) -> sampling.Prompts:
    """size * runs prompts, each run's own."""
    return sampling.one_step_prompts(
        size * setting.runs, setting.n, setting.d, generator, setting.sigma2, setting.sigma,
        setting.target, setting.weights,
    )


def _squared_errors(
    setting: LayerSetting, parameters: list[Tensor], prompts: sampling.Prompts
) -> Tensor:
    """(runs, size), each run on prompts of its own."""
    z = prompts.tokens().reshape(setting.runs, -1, setting.d + 1, setting.n + 1)
    gram = z[..., :-1] @ z[..., :-1].mT
    w, m = _effective(parameters)
    queries = (z[..., -1] @ m.mT).unsqueeze(-1)
    output = ((gram @ queries).squeeze(-1) * w.unsqueeze(1)).sum(-1)
    return (output - prompts.label.reshape(setting.runs, -1)).square()


def _reference(setting: LayerSetting, matrix: Any, prompts: sampling.Prompts) -> Tensor:
    """(runs, size): squared errors of x' T X'y."""
    moment = (prompts.x @ prompts.y.unsqueeze(-1)).squeeze(-1)
    output = (prompts.query * (moment @ backend.as_matrix(matrix, moment).mT)).sum(-1)
    return (output - prompts.label).square().reshape(setting.runs, -1)


def _effective(parameters: list[Tensor]) -> tuple[Tensor, Tensor]:
    """(w, M) = (W_V' h, W_K' W_Q) per run: (22), the layer with its products regrouped."""
    w_k, w_q, w_v, head = parameters
    return (head.unsqueeze(-2) @ w_v).squeeze(-2), w_k.mT @ w_q


def _predictor(d: int, parameters: list[Tensor]) -> tuple[Tensor, Tensor]:
    """C (runs, d, d) and the size of the rest (runs,)."""
    with torch.no_grad():
        w, m = _effective(parameters)
        m_x, row = m[:, :d, :d], m[:, d, :d]
        w_x, w_y = w[:, :d], w[:, d]
        predictor = w_y[:, None, None] * m_x.mT + row.unsqueeze(-1) * w_x.unsqueeze(-2)
        inputs = m_x.square().sum((-1, -2)) * w_x.square().sum(-1)
        return predictor, (inputs + row.square().sum(-1) * w_y.square()).sqrt()
