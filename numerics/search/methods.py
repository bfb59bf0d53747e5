"""Evolution over everything, gradient ascent over the reals: two searches that fail differently.

The work budget is a number of evaluations of the objective, never seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from numerics.search.space import Point, Space, draw, flatten, mutate, unflatten

Objective = Callable[[Point], float]
Slopes = Callable[[Point], Mapping[str, Any]]


@dataclass(frozen=True)
class Candidate:
    """A point, its margin (positive: the inequality fails there in floating point), its origin."""

    margin: float
    point: Point
    origin: str


def propose(
    objective: Objective, space: Space, evaluations: int = 4000, seed: int = 0, keep: int = 8,
    gradient: Slopes | None = None,
) -> list[Candidate]:
    """Evolution and ascent share the budget; candidates by margin, largest first."""
    half = evaluations // 2
    found = evolve(objective, space, half, seed) + climb(
        objective, space, evaluations - half, seed + 1, gradient=gradient
    )
    return _best(found, keep)


def evolve(
    objective: Objective, space: Space, evaluations: int = 2000, seed: int = 0,
    population: int = 24,
) -> list[Candidate]:
    """(mu + lambda) evolution with step sizes that adapt per individual."""
    generator = np.random.default_rng(seed)
    parents = [(score(objective, point), point, 0.5)
               for point in (draw(space, generator) for _ in range(min(population, evaluations)))]
    spent = len(parents)
    while spent < evaluations:
        children = []
        for _ in range(min(3 * population, evaluations - spent)):
            _, point, step = parents[int(generator.integers(len(parents)))]
            if generator.random() < 0.05:
                point = draw(space, generator)
            step = float(np.clip(step * math.exp(0.6 * generator.normal()), 1e-6, 3.0))
            child = mutate(space, point, step, generator)
            children.append((score(objective, child), child, step))
        spent += len(children)
        parents = sorted(parents + children, key=lambda item: -item[0])[:population]
    return [Candidate(margin, point, "evolution") for margin, point, _ in parents]


def climb(
    objective: Objective, space: Space, evaluations: int = 2000, seed: int = 0, starts: int = 12,
    gradient: Slopes | None = None,
) -> list[Candidate]:
    """Quasi-Newton ascent over the reals, integers fixed, from `starts` random points.

    Args:
        objective: margin at a point.
        space: what is varied.
        evaluations: budget for all starts together.
        seed: of the starts.
        starts: how many.
        gradient: margin's gradient by name at a point; finite differences without it.
    """
    from scipy.optimize import minimize

    generator = np.random.default_rng(seed)
    left, found = evaluations, []
    for index in range(starts):
        if left < 1:
            break
        point = draw(space, generator)
        budget = -(-left // (starts - index))
        counted = _Counted(objective, space, point, budget)
        jacobian = None if gradient is None else counted.jacobian(gradient)
        flat = flatten(space, point)
        try:
            if flat.size:
                minimize(counted, flat, jac=jacobian, method="L-BFGS-B",
                         options={"maxfun": budget, "maxiter": budget})
            else:
                counted(flat)
        except _Spent:
            pass
        left -= counted.count
        found.append(Candidate(counted.margin, counted.point, "ascent"))
    return _best(found, len(found))


class _Spent(Exception):
    """The budget of one start is used up."""


class _Counted:
    """minus the margin as a function of the flat reals; counts, and remembers the best point."""

    def __init__(self, objective: Objective, space: Space, point: Point, budget: int) -> None:
        self.objective, self.space, self.start, self.budget = objective, space, point, budget
        self.count, self.margin, self.point = 0, -math.inf, point

    def __call__(self, flat: np.ndarray) -> float:
        if self.count >= self.budget:
            raise _Spent
        self.count += 1
        point = unflatten(self.space, self.start, flat)
        margin = score(self.objective, point)
        if margin > self.margin:
            self.margin, self.point = margin, point
        return -max(margin, -1e30)

    def jacobian(self, gradient: Slopes) -> Any:
        def flat_gradient(flat: np.ndarray) -> np.ndarray:
            slopes = gradient(unflatten(self.space, self.start, flat))
            names = (*self.space.reals, *self.space.matrices, *self.space.vectors)
            return -np.concatenate([np.asarray(slopes[n], dtype=float).reshape(-1) for n in names])

        return flat_gradient


def score(objective: Objective, point: Point) -> float:
    """The margin, minus infinity where it is not a number."""
    margin = float(objective(point))
    return -math.inf if math.isnan(margin) else margin


def _best(found: list[Candidate], keep: int) -> list[Candidate]:
    return sorted(found, key=lambda candidate: -candidate.margin)[:keep]
