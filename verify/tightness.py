"""largest left / right of one part over listed points, exactly: how tight an inequality is, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.checks.common import point_json
from verify.evaluate import EvaluationError, ball_ends, exact_json, value
from verify.language import parse
from verify.statement import Statement

Tightness = Callable[[Statement], Mapping[str, Any]]


def size(number: Any) -> Fraction:
    """The lower end of a value, to compare ratios with."""
    return ball_ends(number)[0] if hasattr(number, "mid") else Fraction(number)


def largest(part: str, points: Iterable[Mapping[str, Any]], note: str = "",
            less: str = "0") -> Tightness:
    """A function of the statement: the largest (left - less) / (right - less) of a part.

    Args:
        part: name of a conclusion of the form a <= b (or a >= b, then sides are exchanged).
        points: where to evaluate; points outside the hypotheses do not count.
        note: one sentence for the report.
        less: an expression that both sides contain and that hides how tight the rest is.
    """
    listed = list(points)

    def compute(statement: Statement) -> Mapping[str, Any]:
        best: tuple[Any, Mapping[str, Any]] | None = None
        for point in listed:
            if not statement.evaluate(point).applies:
                continue
            environment = statement.environment(point)
            tree = statement.conclusion_trees[part]
            left, right = (["-", side, parse(less)] for side in tree[1:])
            try:
                upside_down = tree[0] in (">=", ">")
                ratio = value(["/", right, left] if upside_down else ["/", left, right], environment)
            except EvaluationError:
                continue
            if best is None or size(ratio) > size(best[0]):
                best = ratio, point
        if best is None:
            return {}
        shown = exact_json(best[0])
        return {"ratio": shown if isinstance(shown, str) else shown["expr"],
                "at": point_json(best[1]), "note": note}

    return compute
