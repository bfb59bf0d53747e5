"""dA/dt = -grad L(A), by an adaptive solver for stiff equations; loss and gradient are passed in.

Source: looped paper, Theorem 3.3. Nothing here knows a formula for the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Gradient = Callable[[np.ndarray], np.ndarray]
BUDGET = 100_000  # gradient evaluations for one path
Loss = Callable[[np.ndarray], float]


@dataclass(frozen=True)
class FlowPath:
    """A(t) at the times asked for: points (times, d, d); losses (times,) if a loss was given."""

    times: np.ndarray
    points: np.ndarray
    losses: np.ndarray | None
    evaluations: int


def gradient_flow(
    gradient: Gradient, start: Any, times: Sequence[float], loss: Loss | None = None,
    rtol: float = 1e-9, atol: float = 1e-12,
) -> FlowPath:
    """A(t) for dA/dt = -gradient(A), A(0) = start, at increasing times >= 0.

    Args:
        gradient: A (d, d) to the gradient (d, d), floats.
        start: A(0).
        times: where to report.
        loss: if given, evaluated along the path.
        rtol: relative tolerance of a step.
        atol: absolute tolerance of a step.

    Raises:
        ValueError: if the times do not increase from at least 0.
        RuntimeError: if the solver gives up.
    """
    begin = np.asarray(start, dtype=np.float64)
    grid = np.asarray(times, dtype=np.float64)
    if grid.ndim != 1 or len(grid) == 0 or grid[0] < 0 or (np.diff(grid) <= 0).any():
        raise ValueError(f"times must increase and start at 0 or later, got {list(times)}")
    solution = _solve(gradient, begin, float(grid[-1]), rtol, atol, times=grid)
    points = solution.y.T.reshape(-1, *begin.shape)
    losses = None if loss is None else np.array([loss(point) for point in points])
    return FlowPath(grid, points, losses, int(solution.nfev))


def time_to_reach(
    gradient: Gradient, loss: Loss, start: Any, level: float, limit: float,
    rtol: float = 1e-9, atol: float = 1e-12,
) -> float | None:
    """First t <= limit with L(A(t)) <= level, or None. The loss decreases along the flow."""
    begin = np.asarray(start, dtype=np.float64)
    if loss(begin) <= level:
        return 0.0

    def crossing(_: float, flat: np.ndarray) -> float:
        return loss(flat.reshape(begin.shape)) - level

    crossing.terminal = True
    solution = _solve(gradient, begin, limit, rtol, atol, event=crossing)
    return float(solution.t_events[0][0]) if len(solution.t_events[0]) else None


def _solve(
    gradient: Gradient, begin: np.ndarray, end: float, rtol: float, atol: float,
    times: np.ndarray | None = None, event: Any = None,
) -> Any:
    from scipy.integrate import solve_ivp

    count = 0

    def velocity(now: float, flat: np.ndarray) -> np.ndarray:
        nonlocal count
        count += 1
        if count > BUDGET or not np.isfinite(flat).all():
            raise RuntimeError(f"the flow's solver gave up at t = {now:.6g} of {end:.6g}")
        return -np.asarray(gradient(flat.reshape(begin.shape)), dtype=np.float64).reshape(-1)

    solution = solve_ivp(
        velocity, (0.0, max(end, 1e-300)), begin.reshape(-1), method="LSODA", t_eval=times,
        events=event, rtol=rtol, atol=atol,
    )
    if not solution.success:
        raise RuntimeError(f"the flow's solver gave up: {solution.message}")
    return solution
