"""point -> independent draws of the definition: what ``Witness`` compares with exact values.

Each sampler runs the transformers of the papers, or draws a sample covariance, in float64; none
of them knows a closed form. Seeds come from the check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Point = Mapping[str, Any]


def looped_loss(point: Point, draws: int, seed: int, device: str) -> Any:
    """(TF_L - y_q)^2 on fresh prompts, at L, n, A and, if given, Sigma (or its root R) and u."""
    from numerics.witness import looped_loss_samples, make_generator
    from theory.matrices import multiply

    sigma = point.get("Sigma")
    if "R" in point:
        sigma = multiply(point["R"], point["R"])
    return looped_loss_samples(int(point["L"]), int(point["n"]), point["A"], sigma, point.get("u"),
                               draws, make_generator(seed, device=device))


def covariance_moment(point: Point, draws: int, seed: int, device: str) -> Any:
    """tr(S^k) / d for Sigma = I, whose mean is alpha_{n,d,k}, at k, n, d."""
    from numerics.witness import make_generator, moment_samples

    powers = moment_samples(int(point["n"]), int(point["d"]), int(point["k"]), None, draws,
                            make_generator(seed, device=device))
    return powers.trace(axis1=1, axis2=2) / int(point["d"])


def moment_entry(point: Point, draws: int, seed: int, device: str) -> Any:
    """The entry of S^k that belongs to the j-th largest eigenvalue of a diagonal Sigma."""
    from numerics.witness import make_generator, moment_samples

    values = [float(v) for v, m in point["Sigma"].spectrum for _ in range(m)]
    index = sorted(range(len(values)), key=lambda i: -values[i])[int(point["j"]) - 1]
    powers = moment_samples(int(point["n"]), int(point["d"]), int(point["k"]), point["Sigma"], draws,
                            make_generator(seed, device=device))
    return powers[:, index, index]
