"""records -> figures as SVG and PNG: truth against bound, readable at the width of a column.

Colours are those of Okabe and Ito; a line's style tells the same as its colour. The same input
gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from typing import Any

from verify.report import curves
from verify.report.tables import grouped

BLUE, ORANGE, GREEN, PINK, BLACK = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"
COLOURS = {1: BLUE, 2: ORANGE, 3: GREEN, 5: PINK, 8: BLACK}
STYLE: dict[Any, Any] = {
    "font.size": 10, "axes.grid": True, "grid.color": "#dddddd", "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
    "legend.fontsize": 9, "lines.linewidth": 1.8, "svg.hashsalt": "verify"}
SIZE = (6.4, 4.2)
DIMENSION = 10
TARGETS = ((r"linear, $\sigma^2$ = 0", "linear", Fraction(0)),
           (r"linear, $\sigma^2$ = 25", "linear", Fraction(25)),
           (r"64 ReLUs, $\sigma^2$ = 0", "relu:64", Fraction(0)),
           (r"$(w^\top x)^3$, $\sigma^2$ = 0", "poly:0,1", Fraction(0)),
           (r"even, $\sigma^2$ = 0", "even", Fraction(0)))
MARKS = {"linear": (BLUE, "o"), "relu:64": (ORANGE, "s"), "poly:0,1": (GREEN, "^")}
Records = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Figure:
    """A finished figure: file name without ending, title, caption, and both files."""

    name: str
    title: str
    caption: str
    svg: bytes
    png: bytes


def draw(records: Records) -> list[Figure]:
    """All figures."""
    return [make(records) for make in (optimum_figure, dominance_figure, step_figure)]


def _canvas(bottom: float = 0.13) -> tuple[Any, Any]:
    """A figure with fixed margins, which cost half the time of computed ones, and its axes."""
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=SIZE)
    canvas.subplots_adjust(left=0.12, right=0.98, top=0.92, bottom=bottom)
    return canvas, canvas.add_subplot()


def _finished(name: str, title: str, caption: str, canvas: Any) -> Figure:
    files = []
    for kind, about in (("svg", {"Date": None}), ("png", {"Software": None})):
        stream = BytesIO()
        canvas.savefig(stream, format=kind, dpi=160, metadata=about)
        files.append(stream.getvalue())
    return Figure(name, title, caption, files[0], files[1])


def optimum_figure(records: Records) -> Figure:
    """|a* - 1| against c = 8 delta d^{1/(2L)} over n."""
    from matplotlib import rc_context

    d, loops = DIMENSION, (1, 2, 3)
    sizes = curves.geometric(d + 1, 10**15, 40)
    with rc_context(STYLE):
        canvas, axes = _canvas(bottom=0.28)
        last: dict[int, float] = {}
        for L in loops:
            truth = [(n, float(x)) for n, x in curves.optimum_distance(L, d, sizes)]
            last[L] = truth[-1][1]
            # the curves nearly coincide: hollow markers of growing size show all three
            axes.plot(*zip(*truth, strict=True), color=COLOURS[L], linewidth=1, fillstyle="none",
                      marker={1: "o", 2: "s", 3: "D"}[L], markersize=2 + 2 * L,
                      markevery=(0, 3), label=f"true distance, L = {L}")
        for L in loops:
            axes.plot(sizes, [curves.printed_bound(L, d, n) for n in sizes], "--",
                      color=COLOURS[L], label=f"printed bound c, L = {L}")
        axes.axhline(1, color=BLACK, linewidth=1)
        axes.annotate("above this line the bound allows A = 0", (5e2, 1), fontsize=9,
                      xytext=(0, -12), textcoords="offset points")
        axes.set(xscale="log", yscale="log", xlabel="context length n (examples per prompt)",
                 ylabel=r"relative distance of $A_{opt}$ from $\Sigma_*^{-1}$",
                 title=f"Theorem 3.2: truth and bound, d = {d}")
        axes.legend(ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.16))
        least = ", ".join(f"{grouped(str(curves.bound_below_one(L, d)))} for $L={L}$"
                          for L in loops)
        caption = (
            "Solid: $|a^{\\ast}-1|$, where $a^{\\ast}\\Sigma_{\\ast}^{-1}$ is the minimiser among "
            "symmetric matrices, from exact enclosures. Dashed: the printed "
            f"$c=8\\delta d^{{1/(2L)}}$. The bound is below 1 only from n = {least}. At "
            f"$n=10^{{15}}$, $L=2$ the truth is {last[2]:.2g} and the bound "
            f"{curves.printed_bound(2, d, 10**15):.2g}.")
        return _finished("optimum", "True distance of the optimum and the printed bound", caption,
                         canvas)


def dominance_figure(records: Records) -> Figure:
    """4 L^2 d^{-(L-1)/L} against 1/16 over d, with the exact crossings."""
    from matplotlib import rc_context

    loops = (1, 2, 3, 5, 8)
    sizes = curves.geometric(1, 10**6, 61)
    with rc_context(STYLE):
        canvas, axes = _canvas()
        for L, style in zip(loops, ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))), strict=True):
            d = curves.crossing(L)
            where = "never below" if d is None else f"below from d = {d:,}"
            axes.plot(sizes, [curves.dominance(L, x) for x in sizes], color=COLOURS[L],
                      linestyle=style, label=f"L = {L}: {where}")
            if d is not None:
                axes.plot([d], [curves.dominance(L, d)], "o", color=COLOURS[L], markersize=6)
        axes.axhline(float(curves.FACTOR), color=BLACK, linewidth=1)
        axes.annotate("printed constant 1/16", (1, float(curves.FACTOR)), fontsize=9,
                      xytext=(0, 4), textcoords="offset points")
        axes.set(xscale="log", yscale="log", xlabel="dimension d",
                 ylabel=r"$\Vert\nabla\mathcal{L}\Vert^2\,/\,\mathcal{L}^{(2L-1)/L}$ (no unit)",
                 title=r"Theorem 3.4 at $A=aI$, $n\to\infty$: $4L^2d^{-(L-1)/L}$")
        axes.legend(loc="lower left")
        listed = ", ".join(f"$L={L}$: {curves.crossing(L):,}" for L in loops if L > 1)
        caption = ("At $A=aI$ and $n\\to\\infty$ the squared gradient over the printed power of "
                   "the loss is $4L^2d^{-(L-1)/L}$, for every $a\\ne1$. It falls below the printed "
                   f"1/16 from these exact dimensions on: {listed}.")
        return _finished("dominance", "Gradient dominance constant over the dimension", caption,
                         canvas)


def step_figure(records: Records) -> Figure:
    """Step size times n over n for a few target families, and what was simulated."""
    from matplotlib import rc_context

    d, sizes = DIMENSION, curves.geometric(1, 10**4, 49)
    with rc_context(STYLE):
        canvas, axes = _canvas()
        colours = (BLUE, BLUE, ORANGE, GREEN, PINK)
        styles = ("-", "--", "-.", ":", "-")
        for (label, target, noise), colour, style in zip(TARGETS, colours, styles, strict=True):
            values = [(n, float(x)) for n, x in curves.relative_steps(target, d, noise, sizes)]
            axes.plot(*zip(*values, strict=True), color=colour, linestyle=style, label=label)
        points = [p for p in curves.simulated_steps(records) if p["d"] == d]
        for target in dict.fromkeys(p["target"] for p in points):
            own = [p for p in points if p["target"] == target]
            colour, marker = MARKS.get(target, (BLACK, "o"))
            axes.errorbar([float(p["n"]) for p in own], [float(p["n"]) * float(p["mean"]) for p in own],
                          yerr=[3 * float(p["n"]) * float(p["error"]) for p in own], fmt=marker,
                          color=colour, markersize=5, capsize=3, linewidth=1,
                          label=f"{target}, simulated, 3 s.e.")
        axes.axhline(1, color=BLACK, linewidth=1)
        axes.set(xscale="log", xlabel="context length n (examples per prompt)",
                 ylabel=r"$n\,\eta$ (no unit)", ylim=(-0.03, 1.05),
                 title=f"One layer: exact step size by target family, d = {d}")
        axes.legend(loc="center right")
        caption = ("The optimal one-layer learner takes one step of gradient descent with step "
                   "$\\eta$; the curves are exact, the points are simulations of the layer on drawn "
                   "prompts with 3 standard errors. With few examples per dimension the step is "
                   "much shorter than $1/n$; noise and harder targets shorten it further, and an "
                   "even target is not learned at all.")
        return _finished("step-size", "Step size of the optimal one-layer learner", caption, canvas)
