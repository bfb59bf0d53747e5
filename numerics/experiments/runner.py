"""Run the cells of a figure, in any order and with any interruption, then write what it shows."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from numerics.experiments.plan import CHOICES, FIGURES, PROFILES, TRAINING, Cell, cells
from numerics.experiments.store import key, read_json, source_hash, write_json

Progress = Callable[[str, float], None]
Exact = Mapping[str, Callable[..., Any]]

__all__ = ["FIGURES", "PROFILES", "run", "source_hash", "stored"]


def run(
    figure: str, out_dir: str | Path, profile: str = "quick", seed: int = 0, device: str = "cpu",
    progress: Progress | None = None, resume: bool = True, exact: Exact | None = None,
    jobs: int = 1,
) -> dict[str, Any]:
    """Train, test and write out_dir/{figure}.json, .md and {figure}-d{5,10}.svg and .png.

    Every finished training is stored under out_dir/cells as it ends (and its state every 20 s
    while it runs), so a run that is killed goes on where it was.

    Args:
        figure: fig1, fig2, fig3.
        out_dir: where results go.
        profile: quick (5 minutes on 2 cores), full (30), published (hours).
        seed: root seed; each training derives its own from its name.
        device: auto, cpu or cuda.
        progress: called with what is being done and the finished share of the figure.
        resume: use stored trainings with the same settings, seed and sources.
        exact: predictions as floats, any of "optimum" (L, n, d) -> a, "optimal_loss" (L, n, d),
            "loss" (L, n, d, a) = E tr (I - a W)^{2L}; each may return None.
        jobs: processes.

    Returns:
        What the JSON file holds.

    Raises:
        ValueError: for an unknown figure or profile.
    """
    began = time.monotonic()
    out, plan = Path(out_dir), cells(figure, profile)
    source = source_hash()
    paths = {cell: out / "cells" / f"{_cell_key(cell, seed, device, source)}.json" for cell in plan}
    if not resume:
        for path in paths.values():
            path.unlink(missing_ok=True)
            path.with_suffix(".pt").unlink(missing_ok=True)
    done = {cell: value for cell, path in paths.items() if (value := read_json(path))}
    for cell, value in _compute([c for c in plan if c not in done], paths, seed, device,
                                progress, jobs, len(done), len(plan)):
        done[cell] = value
    from numerics.experiments.rows import rows

    result = {
        "schema": 1, "figure": figure, "profile": profile, "seed": seed, "device": device,
        "source": source, "python": platform.python_version(), "versions": _versions(),
        "training": TRAINING[profile], "choices": list(CHOICES),
        "rows": rows(figure, {cell: done[cell] for cell in plan}, exact or {}),
        "training seconds": round(sum(value["seconds"] for value in done.values()), 1),
        "seconds": round(time.monotonic() - began, 1),
    }
    write_json(out / f"{figure}.json", result)
    _write_pictures(figure, result, out)
    if progress is not None:
        progress(f"{figure} written", 1.0)
    return result


def stored(out_dir: str | Path, figure: str) -> dict[str, Any] | None:
    """The stored result of a figure; "current" says whether today's sources would give the same."""
    value = read_json(Path(out_dir) / f"{figure}.json")
    if not isinstance(value, dict) or value.get("schema") != 1:
        return None
    return value | {"current": value.get("source") == source_hash()}


def _cell_key(cell: Cell, seed: int, device: str, source: str) -> str:
    return key(cell.name(), cell.setting(), seed, device, source)


def _compute(
    waiting: list[Cell], paths: Mapping[Cell, Path], seed: int, device: str,
    progress: Progress | None, jobs: int, ready: int, total: int,
) -> Iterator[tuple[Cell, dict[str, Any]]]:
    """Each waiting cell with its result, stored before it is yielded."""
    if jobs <= 1 or len(waiting) <= 1:
        for index, cell in enumerate(waiting):
            def report(share: float, at: int = index, name: str = cell.name()) -> None:
                if progress is not None:
                    progress(name, (ready + at + share) / total)

            yield cell, _one(cell, paths[cell], seed, device, report)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    # The longest first, so that no process is left with a long one at the end.
    waiting = sorted(waiting, key=lambda c: -c.loops * c.layers * c.d * (1 + (c.model != "theory")))
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        own = os.getpid()
        tasks = {pool.submit(_in_pool, own, cell, paths[cell], seed, device): cell
                 for cell in waiting}
        for finished, task in enumerate(as_completed(tasks), start=1):
            if progress is not None:
                progress(tasks[task].name(), (ready + finished) / total)
            yield tasks[task], task.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _one(
    cell: Cell, path: Path, seed: int, device: str,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    from numerics.experiments.cells import run_cell

    path.parent.mkdir(parents=True, exist_ok=True)
    value = run_cell(cell, seed, device, path.with_suffix(".pt"), progress)
    write_json(path, value)
    return value


def _in_pool(parent: int, *args: Any) -> dict[str, Any]:
    """As `_one`, ending with the process that asked for it: a killed run leaves no workers."""
    def watch(_: float) -> None:
        if os.getppid() != parent:
            os._exit(1)

    watch(0.0)
    return _one(*args, watch)


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in ("torch", "numpy", "matplotlib")}


def _write_pictures(figure: str, result: Mapping[str, Any], out: Path) -> None:
    from numerics.experiments.pictures import draw
    from numerics.experiments.table import table

    (out / f"{figure}.md").write_text(table(result), encoding="utf-8")
    draw(result, out)
