"""statement -> altered statements: false ones with an exact witness, and true controls.

A mutant counts only if some point of the domain satisfies its hypotheses and exactly fails its
conclusion, found here and not by the checks that are on trial. A control is true because the
original is: another way of writing it, a further hypothesis, or a weaker conclusion.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

from verify.checks import Points, Search
from verify.claim import Claim, Context, Reading
from verify.domains import DomainError
from verify.evaluate import EvaluationError
from verify.language import Tree, to_text
from verify.statement import MIRRORED, Statement

REVERSED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "<", "!=": "="}
POOL = 60


@dataclass(frozen=True)
class Mutant:
    """An altered statement and what was altered."""

    operator: str
    where: str
    statement: Statement


def nodes(tree: Tree, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Every node of a tree with its path."""
    yield path, tree
    for index, child in enumerate(tree):
        if isinstance(child, list):
            yield from nodes(child, (*path, index))


def changed(tree: Tree, path: tuple[int, ...], node: Tree) -> Tree:
    """A copy of the tree with one node replaced."""
    if not path:
        return node
    result = copy.deepcopy(tree)
    parent = result
    for index in path[:-1]:
        parent = parent[index]
    parent[path[-1]] = node
    return result


def node_variants(node: Tree, statement: Statement) -> Iterator[tuple[str, Tree]]:
    """The generic operators at one node of a conclusion."""
    head = node[0]
    if head in REVERSED:
        yield "direction", [REVERSED[head], *node[1:]]
        yield "right side times 2", [head, node[1], ["*", ["num", "2"], node[2]]]
        yield "right side divided by 2", [head, node[1], ["/", node[2], ["num", "2"]]]
        yield "right side minus 1", [head, node[1], ["-", node[2], ["num", "1"]]]
    elif head == "num" and node[1] != "0":
        yield "number plus 1", ["num", str(Fraction(node[1]) + 1)]
    elif head in "+-" and len(node) == 3:
        yield "sign", ["-" if head == "+" else "+", *node[1:]]
    elif head == "^":
        yield "exponent plus 1", ["^", node[1], ["+", node[2], ["num", "1"]]]
        yield "exponent minus 1", ["^", node[1], ["-", node[2], ["num", "1"]]]
    elif head == "name" and node[1] in statement.constants:
        yield "constant times 2", ["*", ["num", "2"], node]
        yield "constant divided by 2", ["/", node, ["num", "2"]]
    elif head == "name" and node[1] in ("n", "d") and {"n", "d"} <= statement.parameters.keys():
        yield "d for n", ["name", "d" if node[1] == "n" else "n"]
    elif head == "name" and node[1] in ("k", "L"):
        yield "off by one", ["+", node, ["num", "1"]]
    elif head == "call" and node[1] == "transpose":
        yield "transpose", node[2]


def mutants(statement: Statement) -> Iterator[Mutant]:
    """All single changes of the conclusions, and each hypothesis dropped."""
    for part, tree in statement.conclusion_trees.items():
        for path, node in nodes(tree):
            for operator, variant in node_variants(node, statement):
                text = to_text(changed(tree, path, variant))
                yield Mutant(operator, part, replace(
                    statement, conclusions={**statement.conclusions, part: text}))
    for index, text in enumerate(statement.hypotheses):
        left = statement.hypotheses[:index] + statement.hypotheses[index + 1:]
        yield Mutant("dropped hypothesis", text, replace(statement, hypotheses=left))


def controls(statement: Statement) -> Iterator[Mutant]:
    """Other ways of writing the statement, and consequences of it."""
    for part, tree in statement.conclusion_trees.items():
        if tree[0] not in MIRRORED:
            continue
        forms = {
            "sides exchanged": [MIRRORED[tree[0]], tree[2], tree[1]],
            "both sides times 3": [tree[0], *(["*", ["num", "3"], a] for a in tree[1:])],
            "both sides plus 1": [tree[0], *(["+", a, ["num", "1"]] for a in tree[1:])],
        }
        if tree[0] in ("<", ">"):
            forms["not strict"] = [tree[0] + "=", *tree[1:]]
        if tree[0] == "<=":
            forms["right side plus 1"] = ["<=", tree[1], ["+", tree[2], ["num", "1"]]]
        if tree[0] == ">=":
            forms["right side minus 1"] = [">=", tree[1], ["-", tree[2], ["num", "1"]]]
        for operator, form in forms.items():
            yield Mutant(operator, part, replace(
                statement, conclusions={**statement.conclusions, part: to_text(form)}))
    if "n" in statement.parameters:
        yield Mutant("a further hypothesis", "n >= 2",
                     replace(statement, hypotheses=(*statement.hypotheses, "n >= 2")))


def pool(claim: Claim, reading: Reading, context: Context) -> list[Mapping[str, Any]]:
    """Points of the domain on which mutants are tried: a small grid, and the claim's own points."""
    statement = reading.statement
    found: list[Mapping[str, Any]] = []
    if all("integer" in d or "real" == d.split()[-1] for d in statement.parameters.values()):
        axes = [(1, 2, 3, 7, 50, 10**4, 10**9) if p == "n" else (1, 2, 3, 5) for p in statement.parameters]
        grid = product(*axes)
        found += [{p: Fraction(v) for p, v in zip(statement.parameters, values, strict=True)}
                  for values in islice(grid, 600)]
    for check in reading.checks:
        if isinstance(check, Points):
            listed = check.points(statement, context) if callable(check.points) else check.points
            found += list(islice(listed, POOL))
        elif isinstance(check, Search):
            starts = check.starts(statement, context) if callable(check.starts) else check.starts
            for start in islice(starts, POOL):
                try:
                    point = check.family(statement, dict(start))
                except (DomainError, EvaluationError):
                    continue
                if point is not None:
                    found.append(point)
    return found


def witness(statement: Statement, points: list[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """A point that exactly refutes the statement, or None."""
    for point in points:
        try:
            if statement.evaluate(point).failing() is not None:
                return point
        except (DomainError, EvaluationError, ValueError):
            continue
    return None
