"""stored experiments -> a section with their figures and tables, one named model at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.report.mathtext import cell, prose
from verify.report.stored import Stored
from verify.report.tables import table

ABOUT = """\
What `python -m verify experiments` stored. Two models are trained and never mixed: **theory** has
the matrix A alone, as in section 3.5; **published** also has the block of P, as in the code that
the paper cites. Medians and quartiles are over runs. Where rare prompts carry the mean, most samples
lie below it; the share of the largest losses in the tables says where."""
TITLES = {"fig1": "Figure 1: loss and distance from a multiple of the identity, for several n",
          "fig2": "Figure 2: loss against loops, looped against distinct layers",
          "fig3": "Figure 3: other covariances, and more loops at test time than in training"}


def experiments(found: Stored) -> Iterator[str]:
    """The section, or nothing if nothing is stored."""
    if not found.experiments:
        return
    yield from ("## Experiments", "", ABOUT, "")
    for name, result in found.experiments.items():
        yield from (f"### {TITLES[name]}", "", _settings(result), "")
        yield from _pictures(name, result, found.files)
        yield from _overview(result["rows"])
        yield from _table(len(result["rows"]), found.tables.get(name, ""))


def _settings(result: Mapping[str, Any]) -> str:
    training = ", ".join(f"{name} {value}" for name, value in result["training"].items())
    made = ("Made with the present sources." if result.get("current")
            else "**Made with other sources** than the present ones.")
    return (f"Profile {result['profile']}, seed {result['seed']}, {result['device']}; training: "
            f"{prose(training)}; {result['training seconds']:.0f} s of training. {made}")


def _pictures(name: str, result: Mapping[str, Any], files: frozenset[str]) -> Iterator[str]:
    for d in sorted({row["d"] for row in result["rows"]}):
        stem = f"{name}-d{d}"
        if f"{stem}.png" in files:
            svg = f" ([SVG](experiments/{stem}.svg))" if f"{stem}.svg" in files else ""
            yield f"![{TITLES[name]}, d = {d}](experiments/{stem}.png)"
            yield ""
            yield f"d = {d}, one column per model{svg}."
            yield ""


def groups(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int, list[Mapping[str, Any]]]]:
    """(model, d, rows): a row belongs to one model."""
    for model, d in dict.fromkeys((row["model"], row["d"]) for row in rows):
        yield model, d, [row for row in rows if (row["model"], row["d"]) == (model, d)]


def _overview(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Measured against exact and published values, in one line per model and dimension."""
    body = []
    for model, d, own in groups(rows):
        excess = [r["predicted"]["excess"] for r in own
                  if (r.get("predicted") or {}).get("excess") is not None]
        ratios = [r["published"]["ratio"] for r in own if r.get("published")]
        body.append((f"**{cell(model)}**", str(d), str(len(own)),
                     f"{_percent(min(excess))} to {_percent(max(excess))}" if excess else "–",
                     f"{min(ratios):.3g} to {max(ratios):.3g} ({len(ratios)} values)"
                     if ratios else "–"))
    yield from table(("model", "d", "rows", "median run over exact mean, minus 1",
                      "measured over published"), body)
    yield ""


def _percent(value: float) -> str:
    return f"{100 * value:+.2g} %" if abs(value) < 10 else f"{value:+.2g} times"


def _table(rows: int, written: str) -> Iterator[str]:
    """The tables that the command wrote, folded; those of older sources have other columns."""
    if not written:
        return
    yield from (f"<details><summary>All {rows} rows</summary>", "")
    for line in written.splitlines():
        # no headings, which would mix with those of the report; the first one is said above
        if line.startswith("## "):
            yield f"**{line.removeprefix('## ')}**"
        elif not line.startswith("# "):
            yield line
    yield from ("", "</details>", "")
