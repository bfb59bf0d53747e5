"""Draws per block = numbers per block / numbers per draw, and generators by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

BLOCK_NUMBERS = 200_000  # floating-point numbers per block and array: they stay in the cache


def block_size(numbers_per_draw: int) -> int:
    """At least one draw a block, at most `BLOCK_NUMBERS` numbers unless one draw has more."""
    return max(1, BLOCK_NUMBERS // numbers_per_draw)


def make_generator(seed: int, name: str = "", device: str = "cpu") -> torch.Generator:
    """A generator for the check called `name`, its seed derived from the root seed."""
    from numerics import backend

    return backend.generator(backend.derive_seed(seed, name), device)
