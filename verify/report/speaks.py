"""least n, per (L, d), at which all hypotheses hold and the conclusion says something: exact.

By doubling the number of bits of n, then bisection; n holds and n - 1 does not, both evaluated
exactly. The hypotheses of the papers are lower bounds on n, so nothing below holds either; the
first few n are all tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from verify.evaluate import EvaluationError, holds
from verify.language import Tree, names, parse
from verify.radicals import decide
from verify.statement import Statement, StatementError

LOOPS = (1, 2, 3, 5)
DIMENSIONS = (1, 2, 10, 100)
SMALL = 12
MAX_BITS = 1024


def axes_of(statement: Statement) -> dict[str, tuple[int, ...]]:
    """The parameters that the table runs over: L, or k where there is no L, and d."""
    order = "L" if "L" in statement.parameters else "k"
    wanted = {order: LOOPS, "d": DIMENSIONS}
    return {name: values for name, values in wanted.items() if name in statement.parameters}


def conditions(statement: Statement, relation: str | None) -> list[Tree]:
    """The hypotheses in L (or k), d, n alone, and the relation: what the table is about.

    Raises:
        StatementError: the relation involves anything else.
    """
    known = {"n", *axes_of(statement), *statement.constants}
    found = [tree for tree in statement.hypothesis_trees.values()
             if _free(statement, tree) <= known]
    if relation is None:
        return found
    tree = parse(relation)
    if unknown := _free(statement, tree) - known:
        raise StatementError(f"{relation}: got {sorted(unknown)}, "
                             f"allowed {', '.join(sorted(known | {*statement.definitions}))}")
    return [*found, tree]


def left_out(reading: Mapping[str, Any]) -> list[str]:
    """Hypotheses of a record's reading that limit n but involve more: no table counts them."""
    data = reading["statement"]
    statement = Statement(data["parameters"], reading["constants"], tuple(data["hypotheses"]),
                          data["conclusions"], data["definitions"])
    counted = conditions(statement, None)
    return [text for text, tree in statement.hypothesis_trees.items()
            if tree not in counted and "n" in _free(statement, tree)]


def _free(statement: Statement, tree: Tree) -> set[str]:
    """Parameters and constants of a tree, definitions expanded."""
    found: set[str] = set()
    for name in names(tree):
        inner = statement.definition_trees.get(name)
        found |= {name} if inner is None else _free(statement, inner)
    return found


def _true(trees: list[Tree], environment: dict[str, Any]) -> bool:
    """All of them, exactly; a point where an expression has no value does not count.

    Raises:
        ArithmeticError: a relation that the highest precision does not decide.
    """
    for tree in trees:
        try:
            answer = decide(tree, environment)
            if answer is None:
                answer = holds(tree, environment)
        except EvaluationError:
            return False
        if answer is None:
            raise ArithmeticError("precision ran out")
        if not answer:
            return False
    return True


def least(true: Callable[[int], bool]) -> int | None:
    """The n with true(n) and not true(n - 1) that doubling finds; None if there is none.

    Example:
        >>> least(lambda n: n * n >= 10**9), least(lambda n: n < 0)
        (31623, None)
    """
    for n in range(1, SMALL + 1):
        if true(n):
            return n
    low, bits = SMALL, 4
    while not true(1 << bits):
        low, bits = 1 << bits, 2 * bits
        if bits > MAX_BITS:
            return None
    high = 1 << bits
    while high - low > 1:
        # by bits first, so that the steps do not grow with the size of n
        wide = high.bit_length() - low.bit_length() > 1
        half = (high.bit_length() + low.bit_length()) // 2
        middle = 1 << (half - 1) if wide else (low + high) // 2
        middle = min(max(middle, low + 1), high - 1)
        if true(middle):
            high = middle
        else:
            low = middle
    return high


def least_n_table(statement: Statement, speaks_relation: str | None) -> list[dict[str, Any]]:
    """[{"L": 1, "d": 1, "n": "4097"}, ...]; n is None where no n up to 2^1024 is enough.

    Empty if n is no parameter or no condition mentions it: then there is nothing to wait for. The
    keys are the parameters among L (or k) and d that the conditions mention.

    Args:
        statement: with its hypotheses.
        speaks_relation: where the conclusion is not trivial, as text; or None.

    Raises:
        StatementError: the relation involves a parameter other than these.
    """
    trees = conditions(statement, speaks_relation)
    involved = set().union(*(_free(statement, tree) for tree in trees), set())
    if "n" not in statement.parameters or "n" not in involved:
        return []
    axes = {name: values for name, values in axes_of(statement).items() if name in involved}
    table = []
    for values in product(*axes.values()):
        fixed = {name: Fraction(v) for name, v in zip(axes, values, strict=True)}

        def true(n: int, fixed: dict[str, Fraction] = fixed) -> bool:
            return _true(trees, statement.environment({**fixed, "n": Fraction(n)}))

        row: dict[str, Any] = {name: int(v) for name, v in fixed.items()}
        try:
            found = least(true)
            table.append(row | {"n": None if found is None else str(found)})
        except ArithmeticError as error:
            table.append(row | {"n": None, "reason": str(error)})
    return table
