"""points -> a search that tries exactly them: it can refute an altered statement, never pass one.

Beside a written argument, a grid of points (``Points``) would certify an altered statement that fails
elsewhere only; this search leaves it undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from verify.checks import Search
from verify.checks.search import Coordinates
from verify.claim import Context
from verify.statement import Statement

Maker = Callable[[bool], Iterable[Mapping[str, Any]]]


def listed(make: Maker, what: str) -> Search:
    """A search over the points that ``make(full)`` lists, full being True in the full profile."""
    points = cache(lambda full: tuple(make(full)))

    def starts(statement: Statement, context: Context) -> list[Coordinates]:
        return [{"number": i, "full": int(context.full)} for i in range(len(points(context.full)))]

    def family(statement: Statement, at: Coordinates) -> Mapping[str, Any]:
        return points(bool(at["full"]))[at["number"]]

    return Search(starts=starts, family=family, what=what)


def listed_for(make: Callable[[Statement, bool], Iterable[Mapping[str, Any]]], what: str) -> Search:
    """The same for points that depend on the statement's constants: ``make(statement, full)``."""
    found: dict[tuple[str, bool], tuple[Mapping[str, Any], ...]] = {}

    def points(statement: Statement, full: bool) -> tuple[Mapping[str, Any], ...]:
        key = (statement.hash, full)
        if key not in found:
            found[key] = tuple(make(statement, full))
        return found[key]

    def starts(statement: Statement, context: Context) -> list[Coordinates]:
        return [{"number": i, "full": int(context.full)}
                for i in range(len(points(statement, context.full)))]

    def family(statement: Statement, at: Coordinates) -> Mapping[str, Any]:
        return points(statement, bool(at["full"]))[at["number"]]

    return Search(starts=starts, family=family, what=what)
