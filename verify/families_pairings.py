"""(k, p, size) -> a pairing of {1 .. 2k} with n or d: points for the steps of Lemma A.2.

``p`` runs from 1 to (2k - 1)!!.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod

from verify.families import Point, integers


def count(k: int) -> int:
    """(2k - 1)!!."""
    return prod(range(1, 2 * k, 2))


def every_pairing(orders: Iterable[int], size: str = "",
                  sizes: Callable[[int], Iterable[int]] = lambda k: (1,)) -> list[Point]:
    """All pairings of each order; with a further parameter named ``size``, at each of its values."""
    points: list[Point] = []
    for k in orders:
        for p in range(1, count(k) + 1):
            points += [{**integers(k=k, p=p), **(integers(**{size: s}) if size else {})}
                       for s in sizes(k)]
    return points
