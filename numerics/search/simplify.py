"""Simpler points that still violate: small integers, then coarse numbers."""

from __future__ import annotations

import numpy as np

from numerics.search.methods import Objective, score
from numerics.search.space import Point, Space, project, resize, size

STEPS = (1.0, 0.5, 0.25, 0.125, 1 / 16, 1 / 64, 1 / 1024, 2.0**-20)


def simplify(
    objective: Objective, space: Space, point: Point, floor: float = 0.0, rounds: int = 6
) -> Point:
    """A simpler point whose margin stays above `floor`: smaller integers, then coarse numbers.

    Numbers are replaced by 0, then by multiples of 1, 1/2, 1/4, ... whichever comes first.
    """
    for _ in range(rounds):
        before = repr(point)
        for name in space.integers:
            point = _lower_integer(objective, space, point, name, floor)
        for name in (*space.reals, *space.matrices, *space.vectors):
            point = _coarsen(objective, space, point, name, floor)
        if repr(point) == before:
            break
    return point


def _lower_integer(
    objective: Objective, space: Space, point: Point, name: str, floor: float
) -> Point:
    """The smallest value of the integer, tried in turn from below, at most 64 of them."""
    low, _ = space.integers[name]
    for value in range(low, min(int(point[name]), low + 64)):
        trial = dict(point) | {name: value}
        d = size(space, trial)
        for matrix in space.matrices:
            trial[matrix] = resize(trial[matrix], d)
        for vector in space.vectors:
            trial[vector] = resize(np.diag(trial[vector]), d).diagonal().copy()
        if score(objective, trial) > floor:
            return trial
    return point


def _coarsen(objective: Objective, space: Space, point: Point, name: str, floor: float) -> Point:
    """Round all numbers of one parameter together as coarsely as the margin allows."""
    value = np.asarray(point[name], dtype=float)
    for step in STEPS:
        rounded = np.round(value / step) * step + 0.0
        if name in space.matrices:
            rounded = project(space.matrices[name], rounded)
        trial = dict(point) | {name: float(rounded) if value.ndim == 0 else rounded}
        if score(objective, trial) > floor:
            return trial
    return point
