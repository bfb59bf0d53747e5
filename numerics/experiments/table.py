"""The rows of a figure as a Markdown table, one table per model and dimension."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def table(result: Mapping[str, Any]) -> str:
    """A heading, the settings, then the tables."""
    training = ", ".join(f"{name} {value}" for name, value in result["training"].items())
    lines = [
        f"# {result['figure']}, profile {result['profile']}, seed {result['seed']}", "",
        f"Training: {training}. Sources {result['source'][:12]}; "
        f"{result['training seconds']} s of training.", "",
    ]
    lines += [f"- {choice}." for choice in result["choices"]] + [""]
    groups = sorted({(row["model"], row["d"]) for row in result["rows"]}, reverse=True)
    for model, d in groups:
        chosen = [row for row in result["rows"] if (row["model"], row["d"]) == (model, d)]
        body = _loops(chosen) if result["figure"] == "fig3" else _losses(chosen)
        lines += [f"## {model}, d = {d}", "", *body, ""]
    return "\n".join(lines)


def _losses(rows: list[Mapping[str, Any]]) -> list[str]:
    lines = [
        "| n | stack | loss: median (quartiles) over runs | s.e. | one batch of 4000 | exact, "
        "symmetric A | excess | distance of A | antisymmetric share | tr A / d | exact a | "
        "published | ratio |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        matrix, predicted = row["matrices"]["A"], row["predicted"] or {}
        published = row["published"] or {}
        stack = f"{row['loops']} loops" if row["layers"] == 1 else f"{row['layers']} layers"
        cells = [
            row["n"], stack, _spread(row["loss spread"]), _number(row["standard error"]),
            f"{_number(min(row['batch loss']))} to {_number(max(row['batch loss']))}",
            _number(predicted.get("loss")), _percent(predicted.get("excess")),
            _number(max(matrix["distance"])), _number(max(row["antisymmetric"])),
            _number(min(matrix["scale"])),
            _number(predicted.get("a")), _range(published), _number(published.get("ratio")),
        ]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return lines


def _loops(rows: list[Mapping[str, Any]]) -> list[str]:
    lines = [
        "| trained loops | covariance | loops at test | mean over prompts | median over prompts | "
        "share of the largest 0.1 % | exact mean | published | ratio |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        predicted, published = row["predicted"] or {}, row["published"] or {}
        cells = [
            row["trained loops"], row["law"], row["loops"], _spread(row["mean spread"]),
            _spread(row["median spread"]), _percent(row["top share"]),
            _number(predicted.get("loss")), _range(published), _number(published.get("ratio")),
        ]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return lines


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2g} %"


def _spread(values: Mapping[str, float]) -> str:
    return f"{values['median']:.3g} ({values['low']:.3g} to {values['high']:.3g})"


def _range(published: Mapping[str, Any]) -> str:
    if not published:
        return ""
    low, high = published["low"], published["high"]
    return _number(low) if low == high else f"{_number(low)} to {_number(high)}"
