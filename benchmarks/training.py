"""A training run to equal distance from the optimum, by tokens and by Bartlett's factor.

Same optimiser, same steps; the batches are chosen so that the mean gradient has the same noise,
measured at the optimum. Tokens still end farther from a* I, since their noise is spread over all
entries and that of the loss given X lies along I; where both ran to the end the batch, and so the
time, is scaled by the squared ratio of the distances. A run that would exceed the budget is timed
on some of its steps and scaled, and its ratio is that of equal noise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from benchmarks.clock import once
from benchmarks.ways import Case, flops, numbers, reduced, squared_errors_given_s, tokens
from numerics import backend

STEPS = 300
RATE = 0.02
BATCH = 128  # of the reduced way
CHUNK = 4e6  # numbers per array: larger batches are split, as anyone would

Loss = Callable[[Case, Tensor, int, torch.Generator], Tensor]


def compare_training(
    at: Case, device: torch.device, seed: int, budget: float
) -> dict[str, Any]:
    """Times and final distances of both ways; printed and returned."""
    noise = {name: gradient_noise(loss, at, device, seed) for name, loss in
             (("tokens", squared_errors_given_s), ("reduced", reduced))}
    batch = max(BATCH, math.ceil(BATCH * noise["tokens"] / noise["reduced"]))
    ours = run(reduced, at, BATCH, STEPS, device, seed)
    # Forward and backward cost about three times the forward pass.
    forecast = STEPS * batch * 3 * flops("linear", at) / 2e9
    steps = STEPS if forecast < budget else max(1, int(STEPS * budget / forecast))
    part = batch if steps > 1 else max(1, min(batch, int(budget * 2e9 / 3 / flops("linear", at))))
    smaller = at if numbers("linear", at) * part < 1e8 else Case(at.d, at.n // 64, at.L, at.a)
    theirs = run(_linear, smaller, part, steps, device, seed)
    scale = (STEPS / steps) * (batch / part) * (at.n / smaller.n)
    seconds = theirs["seconds"] * scale
    mark = "" if scale == 1 else "~"
    equal = None
    if steps == STEPS:
        farther = max(1.0, theirs["distance"] / ours["distance"])
        equal = farther**2 * seconds / ours["seconds"]
    print(f"\ntraining, {at.label()}: {STEPS} steps, batches {batch} (tokens, regrouped) and "
          f"{BATCH} (reduced)\n  tokens  {mark}{seconds:.3g} s, distance "
          + (f"{theirs['distance']:.3g}" if steps == STEPS else "not run to the end")
          + f"\n  reduced {ours['seconds']:.3g} s, distance {ours['distance']:.3g}"
          f"\n  ratio   {mark}{seconds / ours['seconds']:.4g} at equal noise"
          + (f", ~{equal:.4g} at equal distance" if equal else ""))
    return {
        "case": at.label(), "steps": STEPS, "batches": {"tokens": batch, "reduced": BATCH},
        "seconds": {"tokens": seconds, "reduced": ours["seconds"]}, "scaled": scale != 1,
        "distance": {"tokens": theirs["distance"] if steps == STEPS else None,
                     "reduced": ours["distance"]},
        "ratio": seconds / ours["seconds"], "ratio at equal distance": equal,
    }


def run(
    loss: Loss, at: Case, batch: int, steps: int, device: torch.device, seed: int
) -> dict[str, float]:
    """Adam from A = 0 with the rate falling to 0; seconds, and |A - a* I|_F / |a* I|_F at the end."""
    generator = backend.generator(seed, device)
    a = torch.zeros(at.d, at.d, dtype=torch.float64, device=device, requires_grad=True)
    optimiser = torch.optim.Adam([a], lr=RATE, betas=(0.9, 0.9))
    size = max(1, min(batch, int(CHUNK / numbers("linear" if loss is _linear else "reduced", at))))

    def train() -> None:
        for step in range(steps):
            optimiser.param_groups[0]["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * step / STEPS))
            optimiser.zero_grad()
            for start in range(0, batch, size):
                part = min(size, batch - start)
                (loss(at, a, part, generator).sum() / batch).backward()
            optimiser.step()

    spent = once(train, device)
    eye = at.a * torch.eye(at.d, dtype=torch.float64, device=device)
    return {"seconds": spent, "distance": float((a.detach() - eye).norm() / eye.norm())}


def gradient_noise(
    loss: Loss, at: Case, device: torch.device, seed: int
) -> float:
    """E |g - E g|^2 of one draw's gradient at A = a* I, from the spread of 256 batches of 16."""
    generator = backend.generator(seed + 1, device)
    a = (at.a * torch.eye(at.d, dtype=torch.float64, device=device)).requires_grad_()
    gradients = []
    for _ in range(256):
        (gradient,) = torch.autograd.grad(loss(at, a, 16, generator).mean(), a)
        gradients.append(gradient)
    return float(16 * torch.stack(gradients).var(0).sum())


def _linear(at: Case, a: Tensor, draws: int, generator: torch.Generator) -> Tensor:
    return tokens(at, a, draws, generator, "gram")
