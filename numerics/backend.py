"""Devices, number formats, seeds and generators: the one place where they are chosen.

A generator draws where it lives. `generator(seed)` lives on the CPU, so that the same seed gives
the same samples whatever device computes with them; a generator on the GPU is faster and gives
other samples of the same law.
"""

from __future__ import annotations

import hashlib
from typing import Any

import torch
from torch import Tensor

DEVICES = ("auto", "cpu", "cuda")
PRECISIONS = {"float32": torch.float32, "float64": torch.float64}


class DeviceUnavailable(RuntimeError):
    """A device was asked for by name and this machine does not have it."""


def resolve_device(name: str = "auto") -> torch.device:
    """`auto` is the GPU if there is one, else the CPU.

    Raises:
        ValueError: for a name that is not one of `DEVICES`.
        DeviceUnavailable: for "cuda" where torch finds no GPU.
    """
    if name not in DEVICES:
        raise ValueError(f"device must be one of {', '.join(DEVICES)}, got {name!r}")
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise DeviceUnavailable("device 'cuda' was asked for, but torch finds no GPU here")
    return torch.device("cuda" if name != "cpu" and available else "cpu")


def resolve_precision(name: str) -> torch.dtype:
    """The torch number format called `name`.

    Raises:
        ValueError: for a name that is not one of `PRECISIONS`.
    """
    if name not in PRECISIONS:
        raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, got {name!r}")
    return PRECISIONS[name]


def derive_seed(root: int, name: str) -> int:
    """First 63 bits of SHA-256(root, name): independent of order and of the number of workers."""
    digest = hashlib.sha256(f"{root}\0{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def generator(seed: int, device: str | torch.device = "cpu") -> torch.Generator:
    """A fresh generator with this seed on this device."""
    where = device if isinstance(device, torch.device) else resolve_device(device)
    return torch.Generator(device=where).manual_seed(seed)


def single_thread() -> None:
    """One thread for the process: results then do not depend on how many cores there are."""
    torch.set_num_threads(1)


def as_matrix(value: Any, like: Tensor | None = None) -> Tensor:
    """A float64 matrix (or stack of matrices) from anything that spells one.

    Args:
        value: a tensor, nested sequences of numbers (fractions too), or an exact matrix value with
            `rows` (dense) or `spectrum` ((value, multiplicity) pairs of a diagonal matrix).
        like: a tensor whose device and number format to take.

    Raises:
        ValueError: if the last two sizes differ.
    """
    if not isinstance(value, Tensor):
        value = torch.tensor(_nested_floats(value), dtype=torch.float64)
    if value.ndim < 2 or value.shape[-1] != value.shape[-2]:
        raise ValueError(f"a square matrix is needed, got shape {tuple(value.shape)}")
    return value.to(torch.float64) if like is None else value.to(like)


def as_vector(value: Any, like: Tensor | None = None) -> Tensor:
    """A float64 vector from a tensor or a sequence of numbers."""
    if not isinstance(value, Tensor):
        value = torch.tensor(_nested_floats(value), dtype=torch.float64)
    if value.ndim < 1:
        raise ValueError("a vector is needed, got a single number")
    return value.to(torch.float64) if like is None else value.to(like)


def _nested_floats(value: Any) -> Any:
    if hasattr(value, "spectrum"):
        diagonal = [float(v) for v, multiplicity in value.spectrum for _ in range(multiplicity)]
        return torch.diag(torch.tensor(diagonal, dtype=torch.float64)).tolist()
    if hasattr(value, "rows"):
        return _nested_floats(value.rows)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_nested_floats(entry) for entry in value]
    return float(value)
