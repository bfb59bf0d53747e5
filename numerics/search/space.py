"""Integers, reals, d x d matrices and vectors: where a search draws and moves points.

A point is a dict: integers by name, reals by name, matrices (d, d) and vectors (d,) as float64
arrays. If there is an integer called "d" it gives the size of matrices and vectors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Point = dict[str, Any]
KINDS = ("any", "symmetric", "positive", "diagonal", "antisymmetric")


@dataclass(frozen=True)
class Space:
    """What is varied: ranges of integers and reals, kinds of d x d matrices, vectors.

    Integers are drawn log-uniformly from (low, high). `size` is d where no integer is called "d".
    """

    integers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    reals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    matrices: Mapping[str, str] = field(default_factory=dict)
    vectors: tuple[str, ...] = ()
    size: int = 2

    def __post_init__(self) -> None:
        for name, kind in self.matrices.items():
            if kind not in KINDS:
                raise ValueError(f"{name} must be one of {', '.join(KINDS)}, got {kind!r}")
        for name, (low, high) in self.integers.items():
            if not 1 <= low <= high:
                raise ValueError(f"{name} needs 1 <= low <= high, got ({low}, {high})")


def size(space: Space, point: Point) -> int:
    """The d of a point."""
    return int(point.get("d", space.size))


def draw(space: Space, generator: np.random.Generator) -> Point:
    """A random point."""
    point: Point = {}
    for name, (low, high) in space.integers.items():
        logarithm = generator.uniform(math.log(low), math.log(high + 1))
        point[name] = min(high, int(math.exp(logarithm)))
    for name, (low, high) in space.reals.items():
        point[name] = float(generator.uniform(low, high))
    d = size(space, point)
    for name, kind in space.matrices.items():
        point[name] = project(kind, _matrix(d, generator))
    for name in space.vectors:
        point[name] = generator.normal(size=d) * 10 ** generator.uniform(-1, 1)
    return point


def _matrix(d: int, generator: np.random.Generator) -> np.ndarray:
    """A multiple of I, plus noise of one of the shapes that theorems forget."""
    scale = 10 ** generator.uniform(-2, 1)
    noise = scale * generator.normal(size=(d, d))
    shape = generator.integers(5)
    if shape == 1:
        noise = noise - noise.T
    elif shape == 2:
        noise = np.triu(noise, 1)
    elif shape == 3:
        noise = scale * np.outer(generator.normal(size=d), generator.normal(size=d))
    elif shape == 4:
        noise = np.diag(np.diag(noise))
    return generator.choice([0.0, 1.0, generator.normal()]) * np.eye(d) + noise


def project(kind: str, matrix: np.ndarray) -> np.ndarray:
    """The nearest matrix of a kind, or nearly: "positive" flips negative eigenvalues."""
    if kind == "symmetric":
        return (matrix + matrix.T) / 2
    if kind == "antisymmetric":
        return (matrix - matrix.T) / 2
    if kind == "diagonal":
        return np.diag(np.diag(matrix))
    if kind == "positive":
        values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
        return (vectors * np.maximum(np.abs(values), 1e-3)) @ vectors.T
    return matrix


def mutate(space: Space, point: Point, step: float, generator: np.random.Generator) -> Point:
    """A point nearby; integers move now and then, matrices follow a change of d."""
    child = dict(point)
    for name, (low, high) in space.integers.items():
        if generator.random() < 0.3:
            moved = child[name] * math.exp(step * generator.normal()) + generator.integers(-1, 2)
            child[name] = int(np.clip(round(moved), low, high))
    for name, (low, high) in space.reals.items():
        moved = child[name] + step * (1 + abs(child[name])) * generator.normal()
        child[name] = float(np.clip(moved, low, high))
    d = size(space, child)
    for name, kind in space.matrices.items():
        old = resize(child[name], d)
        scale = step * (0.1 + float(np.abs(old).max()))
        noise = generator.normal(size=(d, d)) * (generator.random((d, d)) < 0.5)
        child[name] = project(kind, old + scale * noise)
    for name in space.vectors:
        old = resize(np.diag(child[name]), d).diagonal()
        scale = step * (0.1 + float(np.abs(old).max()))
        child[name] = old + scale * generator.normal(size=d)
    return child


def resize(matrix: np.ndarray, d: int) -> np.ndarray:
    """The leading block, or the matrix bordered by its mean diagonal."""
    if len(matrix) == d:
        return matrix
    resized = float(np.diag(matrix).mean()) * np.eye(d)
    common = min(d, len(matrix))
    resized[:common, :common] = matrix[:common, :common]
    return resized


def flatten(space: Space, point: Point) -> np.ndarray:
    """All reals of a point in one vector."""
    names = (*space.reals, *space.matrices, *space.vectors)
    parts = [np.asarray(point[name], dtype=float).reshape(-1) for name in names]
    return np.concatenate(parts) if parts else np.empty(0)


def unflatten(space: Space, like: Point, flat: np.ndarray) -> Point:
    """The point with these reals and the integers of `like`."""
    point, at = dict(like), 0
    for name in (*space.reals, *space.matrices, *space.vectors):
        length = int(np.size(like[name]))
        part = flat[at : at + length].reshape(np.shape(like[name]))
        at += length
        if name in space.matrices:
            point[name] = project(space.matrices[name], part)
        else:
            point[name] = part.copy() if name in space.vectors else float(part)
    return point
