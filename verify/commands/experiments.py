"""``experiments``: reproduce section 5 of the looped paper; ``all`` reads what this stores.

The exact predictions that the figures draw are passed in from here, so that the numerics never
import a derived formula.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.commands.common import device_of
from verify.commands.output import say
from verify.exits import Exit
from verify.store import locked

# beyond, the moments of order 2L cost more than the curve is worth
MAX_EXACT_LOOPS = 10


def predictions() -> Mapping[str, Callable[..., Any]]:
    """Exact values as floats: the scalar optimum, its loss, and the loss of A = a I."""
    from theory.optimum import optimal_loss, optimum
    from theory.quantities import QUANTITIES

    def middle(found: Any) -> float:
        return float((found.lo + found.hi) / 2)

    def loss(L: int, n: int, d: int, a: float) -> float | None:
        if L > MAX_EXACT_LOOPS:
            return None
        # a float is a rational number, so nothing is rounded before the end
        return float(QUANTITIES["scalar_loss"](2 * L, Fraction(n), Fraction(d), Fraction(a)))

    return {"optimum": lambda L, n, d: middle(optimum(L, n, d)),
            "optimal_loss": lambda L, n, d: middle(optimal_loss(L, n, d)), "loss": loss}


def run_experiments(figure: str, profile: str, seed: int, device: str, out: Path, resume: bool) -> int:
    """Train what is not stored yet and write results, tables and pictures to OUT/experiments.

    ``resume`` is accepted for clarity: finished trainings with the same settings are always kept.
    """
    from numerics.experiments import FIGURES, PROFILES, run

    if figure not in (*FIGURES, "all"):
        raise ValueError(f"got the figure {figure!r}, allowed {', '.join(FIGURES)}, all")
    if profile not in PROFILES:
        raise ValueError(f"got the profile {profile!r}, allowed {', '.join(PROFILES)}")
    folder = out / "experiments"
    with locked(folder):
        for name in FIGURES if figure == "all" else (figure,):
            result = run(name, folder, profile, seed, device_of(device), _report(name),
                         exact=predictions(), jobs=os.cpu_count() or 1)
            say(f"{name}: {len(result['rows'])} rows, {result['training seconds']:.0f} s of training, "
                       f"written to {folder / name}.md")
    return Exit.AS_EXPECTED


def _report(figure: str) -> Callable[[str, float], None]:
    def progress(what: str, share: float) -> None:
        say(f"{figure} {100 * share:3.0f} %  {what}", err=True)

    return progress
