"""Figures 1 to 3 as SVG and PNG: one file per d, one column per model, logarithmic axes.

Colours are those of Okabe and Ito (2008), distinct for colour-blind readers too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

MODELS = ("theory", "published")
TITLES = {"theory": "A as in section 3.5", "published": "A and the block of P"}
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLE = {
    "font.size": 8, "axes.titlesize": 8, "legend.fontsize": 6.5, "lines.linewidth": 1.2,
    "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "section 5",
    "svg.fonttype": "none", "axes.grid": True, "grid.alpha": 0.25, "figure.dpi": 160,
}


def draw(result: Mapping[str, Any], out: Path) -> list[Path]:
    """Write {figure}-d{d}.svg and .png for every d among the rows; the paths written."""
    import matplotlib

    paths = []
    with matplotlib.rc_context(STYLE):
        from matplotlib.figure import Figure

        for d in sorted({row["d"] for row in result["rows"]}):
            figure = Figure(figsize=(6.8, 4.8), layout="constrained")
            share = "row" if result["figure"] == "fig1" else False
            axes = figure.subplots(2, 2, sharex="row", sharey=share)
            for column, model in enumerate(MODELS):
                chosen = [r for r in result["rows"] if (r["model"], r["d"]) == (model, d)]
                PANELS[result["figure"]](axes[:, column], chosen)
                axes[0, column].set_title(f"{model}: {TITLES[model]}, d = {d}")
            for ending in ("svg", "png"):
                path = out / f"{result['figure']}-d{d}.{ending}"
                metadata = {"Date": None} if ending == "svg" else None
                figure.savefig(path, metadata=metadata)
                paths.append(path)
    return paths


def _curve(axis: Any, steps: Sequence[float], runs: Any, colour: str, label: str) -> None:
    """Median and quartiles over runs of values (times, runs)."""
    values = np.asarray(runs, dtype=float)
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75], axis=1)
    axis.plot(steps, middle, color=colour, label=label)
    axis.fill_between(steps, low, high, color=colour, alpha=0.2, linewidth=0)


def _context(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Figure 1: test loss, and distance of A to a multiple of I, against steps, for several n."""
    top, bottom = axes
    for colour, row in zip(COLOURS, rows, strict=False):
        history = row["history"]
        _curve(top, history["steps"], history["loss"], colour, f"n = {row['n']}")
        _curve(bottom, history["steps"], history["distance"], colour, f"n = {row['n']}")
        if row["predicted"] and row["predicted"]["loss"]:
            top.axhline(row["predicted"]["loss"], color=colour, linestyle=":", linewidth=1)
    top.set(yscale="log", ylabel="test loss (dotted: exact, symmetric A)", xlabel="step")
    bottom.set(yscale="log", ylabel="|A - (tr A/d) I| / |A|", xlabel="step", ylim=(None, 4))
    bottom.legend(ncols=3, loc="upper right")


def _stacks(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Figure 2: final loss against loops, looped and distinct layers; then loss against steps."""
    top, bottom = axes
    for layers, marker, colour, label in (
        (False, "o", COLOURS[0], "looped"), (True, "s", COLOURS[1], "distinct layers"),
    ):
        chosen = [r for r in rows if (r["layers"] > 1) is layers]
        depth = [r["loops"] * r["layers"] for r in chosen]
        spreads = [r["loss spread"] for r in chosen]
        middle = [s["median"] for s in spreads]
        bars = [[m - s["low"] for m, s in zip(middle, spreads, strict=True)],
                [s["high"] - m for m, s in zip(middle, spreads, strict=True)]]
        top.errorbar(depth, middle, yerr=bars, fmt=marker, color=colour, label=label,
                     markersize=4, fillstyle="none")
        _published(top, depth, chosen, colour)
    exact = [(r["loops"], r["predicted"]["loss"]) for r in rows
             if r["predicted"] and r["predicted"]["loss"]]
    if exact:
        top.plot(*zip(*exact, strict=True), color="black", linewidth=0.9, label="exact, symmetric A")
    top.set(xscale="log", yscale="log", xlabel="loops or layers", ylabel="final test loss")
    top.set_xticks([1, 2, 5, 10], ["1", "2", "5", "10"], minor=False)
    top.minorticks_off()
    top.legend()
    for colour, row in zip(COLOURS, rows, strict=False):
        kind = f"{row['loops']} loops" if row["layers"] == 1 else f"{row['layers']} layers"
        _curve(bottom, row["history"]["steps"], row["history"]["loss"], colour, kind)
    # Rare draws can carry the mean off by any amount while training: those points leave the frame.
    bottom.set(yscale="log", xlabel="step", ylabel="test loss", ylim=(None, 20 * rows[0]["d"]))
    bottom.legend(ncols=3, loc="upper right")


def _loops(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Figure 3: loss against loops at test time; top trained with 2 loops, bottom with 5."""
    trained = sorted({row["trained loops"] for row in rows})
    for axis, count in zip(axes, trained, strict=True):
        for colour, law in zip(COLOURS, ("same", "other"), strict=False):
            chosen = [r for r in rows if (r["trained loops"], r["law"]) == (count, law)]
            loops = [r["loops"] for r in chosen]
            for what, line in (("mean", "-"), ("median", "--")):
                middle = [r[f"{what} spread"]["median"] for r in chosen]
                low = [r[f"{what} spread"]["low"] for r in chosen]
                high = [r[f"{what} spread"]["high"] for r in chosen]
                axis.plot(loops, middle, line, color=colour, label=f"{law}, {what}")
                axis.fill_between(loops, low, high, color=colour, alpha=0.2, linewidth=0)
            _published(axis, loops, chosen, colour)
            exact = [(r["loops"], r["predicted"]["loss"]) for r in chosen
                     if r["predicted"] and r["predicted"]["loss"]]
            if exact:
                axis.plot(*zip(*exact, strict=True), "k.", markersize=4, label="same, exact mean")
        axis.set(xscale="log", yscale="log", xlabel="loops at test time",
                 ylabel=f"loss, trained with {count}")
        axis.set_xticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"], minor=False)
        axis.minorticks_off()
    axes[0].legend(ncols=2)


def _published(
    axis: Any, at: Sequence[int], rows: Sequence[Mapping[str, Any]], colour: str
) -> None:
    """Crosses with the published range as a bar, where there is one."""
    points = [(x, r["published"]) for x, r in zip(at, rows, strict=True) if r["published"]]
    if not points:
        return
    middle = [(p["low"] * p["high"]) ** 0.5 for _, p in points]
    bars = [[m - p["low"] for m, (_, p) in zip(middle, points, strict=True)],
            [p["high"] - m for m, (_, p) in zip(middle, points, strict=True)]]
    axis.errorbar([x for x, _ in points], middle, yerr=bars, fmt="x", color=colour, markersize=6,
                  label="as published")


PANELS = {"fig1": _context, "fig2": _stacks, "fig3": _loops}
