"""min over A (and P) of E (TF_L(Z) - y_q)^2 by Adam or gradient descent on fresh batches.

Several runs from different initial values are trained side by side on batches of their own. With
the sampler "prompts" a step is what the paper does: tokens, labels, squared errors. With
"bartlett" the loss given X is used (w and x_q integrated out, S drawn directly): the same
expectation, less noise, a cost that does not depend on n. Sigma* = I, u = 0.

Source: looped paper, section 5; the code base it cites for the `published` model.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from numerics import backend, sampling
from numerics.models import (
    layer_product,
    layer_weights,
    published_product,
    reduced_loss,
    transformer_output,
)

CHOICES = {
    "model": ("theory", "published"), "sampler": ("bartlett", "prompts"),
    "schedule": ("constant", "cosine"), "optimiser": ("adam", "descent"),
}
SAVE_SECONDS = 20.0


@dataclass(frozen=True)
class Setting:
    """What to train and how. `layers` distinct layers, the stack looped `loops` times."""

    d: int
    n: int
    loops: int = 1
    layers: int = 1
    model: str = "theory"
    sampler: str = "bartlett"
    optimiser: str = "adam"
    schedule: str = "cosine"
    rate: float = 5e-3
    steps: int = 1500
    batch: int = 128
    runs: int = 3
    std: float = 1e-4
    clip: float = 1000.0
    betas: tuple[float, float] = (0.9, 0.9)
    precision: str = "float32"
    common: bool = False  # the same batch at every step (common random numbers)
    record: int = 50  # steps between points of the history

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(
                    f"{name} must be one of {', '.join(allowed)}, got {getattr(self, name)!r}"
                )
        for name in ("d", "n", "loops", "layers", "steps", "batch", "runs", "record"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")

    def blocks(self) -> int:
        """2 if the block of P is trained beside A, else 1."""
        return 2 if self.model == "published" else 1


@dataclass
class Trained:
    """Final weights (blocks, runs, layers, d, d), A first, and the history of the training loss."""

    setting: Setting
    weights: Tensor
    steps: list[int] = field(default_factory=list)
    snapshots: list[Tensor] = field(default_factory=list)
    seconds: float = 0.0
    overflows: int = 0  # steps of a run whose gradient was not finite; they are left out


def train(
    setting: Setting, seed: int, device: str = "cpu", start: Any = None,
    progress: Callable[[float], None] | None = None, checkpoint: Path | None = None,
) -> Trained:
    """Train all runs of a setting; interrupted training goes on from the checkpoint file.

    Args:
        setting: what and how.
        seed: of the initial values and of all batches.
        device: auto, cpu or cuda.
        start: initial values (blocks, runs, layers, d, d), or None for N(0, std^2).
        progress: called with the finished share.
        checkpoint: file that holds the state of an unfinished training; removed at the end.

    Returns:
        The final weights and a snapshot of them every `record` steps.
    """
    generator = backend.generator(seed, device)
    precision = backend.resolve_precision(setting.precision)
    shape = (setting.blocks(), setting.runs, setting.layers, setting.d, setting.d)
    if start is None:
        weights = setting.std * sampling.normal(shape, generator, precision)
    else:
        weights = torch.as_tensor(start).to(generator.device, precision).expand(shape).clone()
    weights.requires_grad_()
    optimiser = _optimiser(setting, weights)
    result = Trained(setting, weights)
    first = _load(checkpoint, result, optimiser, generator)
    _loop(result, optimiser, generator, first, progress, checkpoint)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    result.weights = weights.detach()
    return result


def evaluate(
    weights: Tensor, setting: Setting, draws: Tensor, loops: int | None = None
) -> Tensor:
    """Loss given each S for each run, (runs, draws), in float64.

    Args:
        weights: (blocks, runs, layers, d, d).
        setting: gives the model and, unless `loops` says otherwise, the number of loops.
        draws: sample covariances (draws, d, d).
        loops: times the stack is applied.
    """
    with torch.no_grad():
        s = draws.to(torch.float64)
        rows = [
            reduced_loss(_product(weights[:, run : run + 1].to(s), setting, s.unsqueeze(0), loops))
            for run in range(weights.shape[1])
        ]
    return torch.cat(rows)


def _loop(
    result: Trained, optimiser: torch.optim.Optimizer, generator: torch.Generator, first: int,
    progress: Callable[[float], None] | None, checkpoint: Path | None,
) -> None:
    setting, weights = result.setting, result.weights
    schedule = _schedule(setting)
    state = generator.get_state()
    began = saved = time.monotonic()
    for step in range(first, setting.steps):
        if step % setting.record == 0:
            result.steps.append(step)
            result.snapshots.append(weights.detach().clone())
            if progress is not None:
                progress(step / setting.steps)
        if setting.common:
            generator.set_state(state)
        for group in optimiser.param_groups:
            group["lr"] = setting.rate * schedule(step)
        optimiser.zero_grad()
        batch_losses(weights, setting, generator).mean(1).sum().backward()
        result.overflows += _clip(weights, setting.clip)
        optimiser.step()
        if checkpoint is not None and time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            _save(checkpoint, result, optimiser, generator, step + 1)
    result.steps.append(setting.steps)
    result.snapshots.append(weights.detach().clone())
    result.seconds += time.monotonic() - began


def batch_losses(weights: Tensor, setting: Setting, generator: torch.Generator) -> Tensor:
    """Losses of one fresh batch per run, (runs, batch), differentiable in the weights."""
    runs, size, d = setting.runs, setting.batch, setting.d
    if setting.sampler == "prompts":
        prompts = sampling.looped_prompts(runs * size, setting.n, d, generator, dtype=weights.dtype)
        z = prompts.tokens().reshape(runs, size, d + 1, -1)
        output = transformer_output(z, _token_stack(weights, setting))
        return (output - prompts.label.reshape(runs, size)).square()
    s = sampling.covariances(runs * size, setting.n, d, generator, dtype=weights.dtype)
    return reduced_loss(_product(weights, setting, s.reshape(runs, size, d, d), None))


def _product(weights: Tensor, setting: Setting, s: Tensor, loops: int | None) -> Tensor:
    """K for each run and draw: s (runs, draws, d, d), weights (blocks, runs, layers, d, d)."""
    repeats = setting.loops if loops is None else loops
    a = [layer.unsqueeze(1) for layer in weights[0].unbind(1)]
    if setting.model == "theory":
        return layer_product(s, a * repeats)
    p = [layer.unsqueeze(1) for layer in weights[1].unbind(1)]
    return published_product(s, list(zip(p, a, strict=True)) * repeats)


def _token_stack(weights: Tensor, setting: Setting) -> list[tuple[Tensor, Tensor]]:
    block = weights[1] if setting.model == "published" else None
    p, q = layer_weights(weights[0], None, block)
    layers = zip(p.unbind(1), q.unbind(1), strict=True)
    return [(pl.unsqueeze(1), ql.unsqueeze(1)) for pl, ql in layers] * setting.loops


def _optimiser(setting: Setting, weights: Tensor) -> torch.optim.Optimizer:
    if setting.optimiser == "adam":
        return torch.optim.Adam([weights], lr=setting.rate, betas=setting.betas)
    return torch.optim.SGD([weights], lr=setting.rate)


def _schedule(setting: Setting) -> Callable[[int], float]:
    """Constant 1, or 1 for half of the steps and then half a cosine down to 0."""
    half = setting.steps / 2

    def cosine(step: int) -> float:
        return 1.0 if step < half else 0.5 * (1 + math.cos(math.pi * (step - half) / half))

    return cosine if setting.schedule == "cosine" else lambda _: 1.0


def _clip(weights: Tensor, limit: float) -> int:
    """Scale each run's gradient to norm at most `limit`; a run does not see the others.

    With many loops a rare S overflows float32: that run's gradient is set to zero, and counted.
    """
    norms = weights.grad.to(torch.float64).square().sum((0, 2, 3, 4), keepdim=True).sqrt()
    finite = norms.isfinite()
    scale = (limit / norms.clamp_min(1e-30)).clamp_max(1.0).to(weights.dtype)
    weights.grad = torch.where(finite, weights.grad * scale, torch.zeros_like(weights.grad))
    return int((~finite).sum())


def _save(
    path: Path, result: Trained, optimiser: torch.optim.Optimizer, generator: torch.Generator,
    step: int,
) -> None:
    """Write the state beside the file and rename it: a kill leaves the old state or the new."""
    beside = path.with_suffix(".tmp")
    state = {
        "step": step, "weights": result.weights.detach(), "optimiser": optimiser.state_dict(),
        "generator": generator.get_state(), "steps": result.steps,
        "snapshots": result.snapshots, "seconds": result.seconds, "overflows": result.overflows,
    }
    torch.save(state, beside)
    beside.replace(path)


def _load(
    path: Path | None, result: Trained, optimiser: torch.optim.Optimizer,
    generator: torch.Generator,
) -> int:
    """The step to go on from; 0 where there is no state or it cannot be read."""
    if path is None or not path.exists():
        return 0
    try:
        state = torch.load(path, weights_only=True)
    except Exception:  # noqa: BLE001 - a damaged state means starting again, whatever broke
        return 0
    with torch.no_grad():
        result.weights.copy_(state["weights"])
    optimiser.load_state_dict(state["optimiser"])
    generator.set_state(state["generator"])
    result.steps, result.snapshots = state["steps"], state["snapshots"]
    result.seconds, result.overflows = state["seconds"], state["overflows"]
    return int(state["step"])
