"""Train one cell and test it: the only part of the experiments that needs torch.

Tests of the final weights of every run: the mean over fresh S of the loss given X (float64, with
its standard error); mean, median and quartiles of the squared error over one fixed batch of
prompts through the token-by-token model; and for looped models the same at other numbers of
loops, on prompts of the training law and of another covariance, x = U D z and w = U D^{-1} g with
U a random rotation.

Source: looped paper, sections 5.1 to 5.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from numerics import backend, sampling, training
from numerics.experiments.plan import (
    CONTEXT,
    FIG3_LOOPS,
    OTHER_SCALES,
    TEST_DRAWS,
    TEST_PROMPTS,
    Cell,
)
from numerics.models import layer_weights, transformer_layers

HISTORY_DRAWS = 1000
OVERFLOW = 1e100  # stands for anything larger: JSON has no infinity


def run_cell(
    cell: Cell, seed: int, device: str, checkpoint: Path | None,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """Weights, history and tests of one cell as plain JSON values."""
    backend.single_thread()
    setting = training.Setting(**cell.setting())
    own = backend.derive_seed(seed, cell.name())
    trained = training.train(setting, own, device, progress=progress, checkpoint=checkpoint)
    # All cells of the same d and n are tested on the same draws: differences are then sharper.
    name = f"test d={cell.d} n={cell.n}"
    fresh = backend.generator(backend.derive_seed(seed, name), "cpu")
    draws = sampling.covariances(TEST_DRAWS[cell.profile], cell.n, cell.d, fresh)
    draws = draws.to(trained.weights.device)
    result = {
        "name": cell.name(), "setting": cell.setting(), "seed": own,
        "seconds": round(trained.seconds, 2), "overflows": trained.overflows,
        "history": _history(trained, draws[:HISTORY_DRAWS]),
        "weights": trained.weights.tolist(),
        "final": _final(trained.weights, setting, draws),
        "batch": _batch(trained.weights, setting, fresh),
    }
    if cell.layers == 1 and cell.loops > 1 and cell.n == CONTEXT:
        result["more loops"] = {
            law: _more_loops(trained.weights, setting, fresh, law) for law in ("same", "other")
        }
    return result


def distance_to_identity(matrices: Tensor) -> Tensor:
    """|M - (tr M / d) I|_F / |M|_F of matrices (..., d, d): free of scale, 0 for multiples of I."""
    eye = torch.eye(matrices.shape[-1], dtype=matrices.dtype, device=matrices.device)
    scale = matrices.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None]
    gap = (matrices - scale * eye).square().sum((-1, -2)).sqrt()
    return gap / matrices.square().sum((-1, -2)).sqrt()


def _shape_of(weights: Tensor) -> dict[str, Any]:
    """Distance and tr M / d of the last layer's A (and block of P), per run."""
    last = weights[:, :, -1].to(torch.float64)
    values = {"A": last[0]} | ({"P": last[1]} if len(last) > 1 else {})
    return {
        name: {
            "distance": distance_to_identity(matrix).tolist(),
            "scale": matrix.diagonal(dim1=-2, dim2=-1).mean(-1).tolist(),
            "distance to I": _to_identity(matrix).tolist(),
        }
        for name, matrix in values.items()
    }


def _to_identity(matrix: Tensor) -> Tensor:
    """|M - I| in the spectral norm: what "very close to identity" says if scale counts."""
    eye = torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.matrix_norm(matrix - eye, 2)


def _history(trained: training.Trained, draws: Tensor) -> dict[str, Any]:
    losses = [_spread(list(training.evaluate(w, trained.setting, draws)))
              for w in trained.snapshots]
    distances = [distance_to_identity(w[0, :, -1].to(torch.float64)).tolist()
                 for w in trained.snapshots]
    return {
        "steps": trained.steps, "loss": [loss["mean"] for loss in losses],
        "median": [loss["median"] for loss in losses], "distance": distances,
    }


def _final(weights: Tensor, setting: training.Setting, draws: Tensor) -> dict[str, Any]:
    losses = training.evaluate(weights, setting, draws)
    spread = _spread(list(losses))
    return {"loss": spread.pop("mean")} | spread | _shape_of(weights)


def _squared_errors(
    weights: Tensor, setting: training.Setting, prompts: sampling.Prompts, loops: Sequence[int]
) -> list[list[Tensor]]:
    """For each number of loops (increasing), per run, the squared errors, token by token."""
    errors: list[list[Tensor]] = [[] for _ in loops]
    for run in weights.to(prompts.x).unbind(1):
        block = run[1] if setting.model == "published" else None
        stack = list(zip(*layer_weights(run[0], None, block), strict=True))
        z, reached = prompts.tokens(), 0
        for index, count in enumerate(loops):
            z = transformer_layers(z, stack * (count - reached))
            reached = count
            errors[index].append((-z[..., -1, -1] - prompts.label).square())
    return errors


def _spread(errors: list[Tensor]) -> dict[str, list[float]]:
    """Mean, its standard error, quartiles, share of the largest 0.1 %, per run."""
    share = max(1, len(errors[0]) // 1000)
    errors = [e.nan_to_num(OVERFLOW, OVERFLOW).clamp_max(OVERFLOW) for e in errors]
    return {
        "mean": [float(e.mean()) for e in errors],
        "standard error": [float(e.std()) / len(e) ** 0.5 for e in errors],
        "median": [float(e.median()) for e in errors],
        "quarter": [float(e.quantile(0.25)) for e in errors],
        "three quarters": [float(e.quantile(0.75)) for e in errors],
        "top share": [float(e.sort().values[-share:].sum() / e.sum()) for e in errors],
    }


def _batch(
    weights: Tensor, setting: training.Setting, generator: torch.Generator
) -> dict[str, list[float]]:
    prompts = sampling.looped_prompts(TEST_PROMPTS, setting.n, setting.d, generator)
    return _spread(_squared_errors(weights.cpu(), setting, prompts, [setting.loops])[0])


def _more_loops(
    weights: Tensor, setting: training.Setting, generator: torch.Generator, law: str
) -> dict[str, Any]:
    if law == "same":
        prompts = sampling.looped_prompts(TEST_PROMPTS, setting.n, setting.d, generator)
    else:
        prompts = other_prompts(TEST_PROMPTS, setting.n, setting.d, generator)
    errors = _squared_errors(weights.cpu(), setting, prompts, FIG3_LOOPS)
    return {str(loops): _spread(e) for loops, e in zip(FIG3_LOOPS, errors, strict=True)}


def other_prompts(draws: int, n: int, d: int, generator: torch.Generator) -> sampling.Prompts:
    """x = U D z, w = U D^{-1} g: w'x has the variance d of the training law, S does not."""
    base = sampling.looped_prompts(draws, n, d, generator)
    rotation = sampling.rotations(draws, d, generator)
    repeats = -(-d // len(OTHER_SCALES))
    scales = torch.tensor(OTHER_SCALES * repeats, dtype=torch.float64)[:d]
    spread = rotation * scales
    query = (spread @ base.query.unsqueeze(-1)).squeeze(-1)
    # w'x = g'D^{-1} U'U D z = g'z: the labels are those of the base prompts.
    return sampling.Prompts(spread @ base.x, base.y, query, base.label)
