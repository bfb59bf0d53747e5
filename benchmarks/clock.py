"""Seconds of one thread: CPU time on a CPU (other processes do not count), wall time on a GPU."""

from __future__ import annotations

import time
from collections.abc import Callable

import torch


def seconds(work: Callable[[], object], device: torch.device, least: float = 0.2) -> float:
    """Time of one call: the smallest of three averages over at least `least` / 3 seconds each."""
    work()
    best = float("inf")
    for _ in range(3):
        count, began = 0, _now(device)
        while True:
            work()
            count += 1
            spent = _now(device) - began
            if spent >= least / 3:
                break
        best = min(best, spent / count)
    return best


def once(work: Callable[[], object], device: torch.device) -> float:
    """Time of a single call, for work that is too long to repeat."""
    began = _now(device)
    work()
    return _now(device) - began


def matrix_rate(device: torch.device, size: int = 768) -> float:
    """Floating-point operations per second of a float64 matrix product."""
    x = torch.ones(size, size, dtype=torch.float64, device=device)
    return 2 * size**3 / seconds(lambda: x @ x, device, 0.6)


def bandwidth(device: torch.device, megabytes: int = 128) -> float:
    """Bytes per second read and written by a copy."""
    x = torch.zeros(megabytes * 131_072, dtype=torch.float64, device=device)
    y = torch.empty_like(x)
    return 2 * x.numel() * 8 / seconds(lambda: y.copy_(x), device, 0.6)


def _now(device: torch.device) -> float:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
        return time.perf_counter()
    return time.process_time()
