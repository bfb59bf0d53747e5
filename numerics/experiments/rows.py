"""From trained cells to the rows of a figure: measured, predicted exactly, published.

A row belongs to one model; the two models never share one. Measured values are given per run and
as median and quartiles over runs; "mean" and "median" over prompts stay apart.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from numerics.experiments.plan import FIG3_LOOPS, Cell
from numerics.experiments.published import (
    ACCURACY,
    PUBLISHED,
    PUBLISHED_CONTEXT,
    PUBLISHED_DIMENSION,
)

Exact = Mapping[str, Callable[..., Any]]
Values = Mapping[Cell, Mapping[str, Any]]


def rows(figure: str, done: Values, exact: Exact) -> list[dict[str, Any]]:
    """The rows of a figure in the order of its plan."""
    if figure == "fig3":
        return [row for cell, value in done.items() for row in _loop_rows(cell, value, exact)]
    return [_row(figure, cell, value, exact) for cell, value in done.items()]


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and quartiles over runs (of few runs: the quartiles interpolate)."""
    if len(values) < 2:
        return {"median": values[0], "low": values[0], "high": values[0]}
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": statistics.median(values), "low": low, "high": high}


def antisymmetric_share(weights: Sequence[Any]) -> list[float]:
    """|(A - A')/2|_F / |A|_F of the last layer's A per run; weights (blocks, runs, layers, d, d)."""
    a = np.asarray(weights, dtype=float)[0, :, -1]
    odd = (a - a.transpose(0, 2, 1)) / 2
    return [float(np.linalg.norm(o) / np.linalg.norm(m)) for o, m in zip(odd, a, strict=True)]


def _row(figure: str, cell: Cell, value: Mapping[str, Any], exact: Exact) -> dict[str, Any]:
    final, batch = value["final"], value["batch"]
    row = {
        "model": cell.model, "d": cell.d, "n": cell.n, "loops": cell.loops,
        "layers": cell.layers, "runs": len(final["loss"]),
        "loss": final["loss"], "loss spread": spread(final["loss"]),
        "standard error": max(final["standard error"]),
        "median": final["median"], "top share": max(final["top share"]),
        "overflows": value["overflows"],
        "batch loss": batch["mean"], "batch standard error": max(batch["standard error"]),
        "settled": _settled(value["history"]),
        "history": value["history"],
        "matrices": {name: final[name] for name in ("A", "P") if name in final},
        "antisymmetric": antisymmetric_share(value["weights"]),
        # For the exact loss of what was trained: nine digits give float32 back.
        "weights": _rounded(value["weights"]) if _exact_speaks(cell) else None,
        "predicted": _predicted(cell, cell.loops, exact, final["loss"]),
        "published": None,
    }
    if figure == "fig2" and _comparable(cell):
        kind = "looped" if cell.layers == 1 else "distinct"
        row["published"] = _against(
            "fig2", f"{kind} {cell.loops * cell.layers}", statistics.median(final["loss"])
        )
    return row


def _loop_rows(cell: Cell, value: Mapping[str, Any], exact: Exact) -> list[dict[str, Any]]:
    found = []
    for law, tests in value["more loops"].items():
        for loops in FIG3_LOOPS:
            test = tests[str(loops)]
            row = {
                "model": cell.model, "d": cell.d, "n": cell.n, "trained loops": cell.loops,
                "loops": loops, "law": law, "mean": test["mean"], "median": test["median"],
                "mean spread": spread(test["mean"]), "median spread": spread(test["median"]),
                "quarter": test["quarter"], "three quarters": test["three quarters"],
                "standard error": max(test["standard error"]),
                "top share": max(test["top share"]),
                "predicted": None, "published": None,
            }
            if law == "same":
                row["predicted"] = _predicted(cell, loops, exact, test["mean"])
            if _comparable(cell) and cell.loops == 2:
                row["published"] = _against(
                    f"fig3 {law}", str(loops), statistics.median(test["mean"])
                )
            found.append(row)
    return found


def _settled(history: Mapping[str, Any]) -> float:
    """Largest relative change, over runs, of the test loss during the last quarter of the steps."""
    quarter = max(1, len(history["loss"]) // 4)
    before, after = history["loss"][-1 - quarter], history["loss"][-1]
    return max(abs(b - a) / a if a > 0 else math.inf for b, a in zip(before, after, strict=True))


def _predicted(
    cell: Cell, loops: int, exact: Exact, measured: Sequence[float]
) -> dict[str, Any] | None:
    """a* of the training loss and the exact loss there at `loops`: the best among symmetric A.

    `excess` below 0 beyond the error of the measured loss means that training found an A that is
    not symmetric and better.
    """
    if not _exact_speaks(cell) or "optimum" not in exact:
        return None
    a = exact["optimum"](cell.loops, cell.n, cell.d)
    if a is None:
        return None
    loss = None
    if loops == cell.loops and "optimal_loss" in exact:
        loss = exact["optimal_loss"](loops, cell.n, cell.d)
    elif "loss" in exact:
        loss = exact["loss"](loops, cell.n, cell.d, a)
    excess = None if loss is None else statistics.median(measured) / float(loss) - 1
    return {"a": float(a), "loss": None if loss is None else float(loss), "excess": excess}


def _exact_speaks(cell: Cell) -> bool:
    return cell.model == "theory" and cell.layers == 1


def _rounded(values: Any) -> Any:
    return [_rounded(v) for v in values] if isinstance(values, list) else float(f"{values:.9g}")


def _comparable(cell: Cell) -> bool:
    return (cell.model == "published" and cell.d == PUBLISHED_DIMENSION
            and cell.n == PUBLISHED_CONTEXT)


def _against(curve: str, name: str, measured: float) -> dict[str, Any] | None:
    """The published range and measured over its nearest end; None where nothing was published."""
    if name not in PUBLISHED[curve]:
        return None
    low, high = PUBLISHED[curve][name]
    nearest = min(max(measured, low), high)
    return {"low": low, "high": high, "ratio": measured / nearest, "accuracy": ACCURACY[curve]}
