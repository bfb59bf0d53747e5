"""OUT -> what other commands left there for the report: mutation, seeds, experiments.

A file that is missing, damaged or of another schema counts as absent. What other sources made is
shown and called so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMA = 1
NEEDED = ("profile", "seed", "device", "training", "training seconds", "choices", "rows")


@dataclass(frozen=True)
class Stored:
    """What was found, None or empty where there is nothing.

    Attributes:
        mutation: what ``mutate --out`` wrote.
        seeds: what ``tools/seeds.py`` wrote.
        experiments: by figure, what ``experiments`` wrote, with "current".
        tables: by figure, the Markdown that the command wrote beside.
        files: names of the pictures in the folder ``experiments``.
    """

    mutation: Mapping[str, Any] | None = None
    seeds: Mapping[str, Any] | None = None
    experiments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    files: frozenset[str] = frozenset()


def stored(out: Path) -> Stored:
    """All of it, from the folder of the report."""
    from numerics.experiments import FIGURES
    from numerics.experiments import stored as stored_figure

    folder = out / "experiments"
    figures = {name: stored_figure(folder, name) for name in FIGURES}
    tables = {name: path.read_text(encoding="utf-8", errors="replace") for name in FIGURES
              if (path := folder / f"{name}.md").is_file()}
    return Stored(
        _read(out / "mutation.json", ("mutants", "controls", "confidence")),
        _read(out / "seeds.json", ("checks", "seeds", "false_alarm")),
        {name: found for name, found in figures.items()
         if found is not None and all(key in found for key in NEEDED)},
        tables, frozenset(p.name for p in folder.glob("fig*.*")))


def measured_with(stored_hash: Any, run: Mapping[str, Any]) -> str:
    """Whether a result belongs to the sources of this run, in words."""
    if stored_hash and stored_hash == run.get("sources"):
        return "Measured with the sources of this run."
    return (f"**Measured with other sources** ({str(stored_hash)[:12] or 'unknown'}) than those "
            "of this run.")


def _read(path: Path, needed: tuple[str, ...]) -> Mapping[str, Any] | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return None
    return value if all(key in value for key in needed) else None
