"""parameters, constants, hypotheses => conclusions: one reading of a statement, as data.

The tree of a statement is JSON; its hash is the SHA-256 of the canonical text. ``--with``, mutation,
certificates and the report's "as the machine reads it" all come from this one tree.
"""

from __future__ import annotations

import difflib
import hashlib
import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from theory.quantities import QUANTITIES
from verify import domains
from verify.evaluate import EvaluationError, exact_json, holds, value
from verify.language import RELATIONS, Tree, calls, names, parse, to_text
from verify.numerals import number

MIRRORED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "=", "!=": "!="}


def plain(tree: Tree) -> Tree:
    """The relation without a common positive factor or summand, and without slack that weakens it.

    Example:
        >>> plain(parse("3*x <= 3*(y + 1)"))
        ['<=', ['name', 'x'], ['name', 'y']]
    """
    while len(tree) == 3 and tree[0] in MIRRORED:
        head, left, right = tree
        if left[0] == right[0] == "*" and left[1] == right[1] and _positive(left[1]):
            tree = [head, left[2], right[2]]
        elif left[0] == right[0] == "+" and left[2] == right[2] and _positive(left[2]):
            tree = [head, left[1], right[1]]
        elif (head, right[0]) in (("<=", "+"), (">=", "-")) and _positive(right[2]):
            tree = [head, left, right[1]]
        else:
            return tree
    return tree


def _positive(tree: Tree) -> bool:
    return bool(tree[0] == "num" and Fraction(tree[1]) > 0)


class StatementError(ValueError):
    """A statement that is not well formed, or a constant or parameter that it does not have."""


def _near(name: str) -> list[str]:
    """Quantities with names like this one, or any few."""
    return difflib.get_close_matches(name, list(QUANTITIES), n=5, cutoff=0.4) or sorted(QUANTITIES)[:8]


@cache
def _signature(name: str) -> inspect.Signature:
    return inspect.signature(QUANTITIES[name].function)


def _check_arguments(tree: Tree) -> None:
    """Raise StatementError for a quantity with too few or too many arguments."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if node[0] == "call":
            try:
                _signature(node[1]).bind(*node[2:])
            except TypeError as error:
                raise StatementError(f"got {to_text(node)} ({error}), allowed "
                                     f"{node[1]}({', '.join(_signature(node[1]).parameters)})") from error
        pending += [child for child in node if isinstance(child, list)]


@dataclass(frozen=True)
class Statement:
    """For all parameters in their domains: all hypotheses imply all conclusions.

    Attributes:
        parameters: name to domain, a word of ``verify.domains``.
        constants: named constants at their values, as exact text ("4", "1/16").
        hypotheses: relations, as text of ``verify.language``.
        conclusions: part name to relation, as text.
        definitions: name to expression (delta, c, ...), expanded where used.
    """

    parameters: Mapping[str, str]
    constants: Mapping[str, str]
    hypotheses: tuple[str, ...]
    conclusions: Mapping[str, str]
    definitions: Mapping[str, str]

    @cached_property
    def definition_trees(self) -> dict[str, Tree]:
        """Parsed definitions."""
        return {name: parse(text) for name, text in self.definitions.items()}

    @cached_property
    def hypothesis_trees(self) -> dict[str, Tree]:
        """Parsed hypotheses, by their text."""
        return {text: parse(text) for text in self.hypotheses}

    @cached_property
    def conclusion_trees(self) -> dict[str, Tree]:
        """Parsed conclusions, by part."""
        return {part: parse(text) for part, text in self.conclusions.items()}

    def tree(self) -> dict[str, Any]:
        """The statement as JSON: what is hashed and what certificates carry."""
        return {
            "parameters": dict(self.parameters),
            "constants": {k: str(Fraction(v)) for k, v in self.constants.items()},
            "definitions": self.definition_trees,
            "hypotheses": list(self.hypothesis_trees.values()),
            "conclusions": self.conclusion_trees,
        }

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON text of the tree."""
        text = json.dumps(self.tree(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def check(self) -> None:
        """Raise StatementError unless every name is declared once, every domain and number exists."""
        named = [*self.parameters, *self.constants, *self.definitions]
        known = set(named)
        if twice := sorted(name for name in known if named.count(name) > 1):
            raise StatementError(f"got {twice[0]!r} twice, allowed one meaning per name")
        for name, domain in self.parameters.items():
            for size in (domains.split(domain)[1], domains.columns(domain)):
                if size is not None and size not in self.parameters:
                    raise StatementError(f"{name}: got {domain}, allowed a size that is a parameter")
        for name, text in self.constants.items():
            number(text, name)
        self._check_definitions()
        trees = [*self.definition_trees.values(), *self.hypothesis_trees.values(),
                 *self.conclusion_trees.values()]
        for tree in trees:
            if unknown := names(tree) - known:
                raise StatementError(f"{to_text(tree)}: got {sorted(unknown)}, "
                                     f"allowed {', '.join(sorted(known))}")
            if strange := calls(tree) - QUANTITIES.keys():
                raise StatementError(f"{to_text(tree)}: got the quantity {min(strange)!r}, "
                                     f"allowed for example {', '.join(_near(min(strange)))}")
            _check_arguments(tree)
        for tree in (*self.hypothesis_trees.values(), *self.conclusion_trees.values()):
            if tree[0] not in (*RELATIONS, "and", "or", "call"):
                raise StatementError(f"got {to_text(tree)}, allowed a relation or a predicate")
        if not self.conclusions:
            raise StatementError("a statement needs a conclusion")

    def _check_definitions(self) -> None:
        """Raise StatementError for a definition that leads back to itself."""
        needs = {name: names(tree) & self.definitions.keys()
                 for name, tree in self.definition_trees.items()}
        while free := [name for name, used in needs.items() if not used & needs.keys()]:
            for name in free:
                del needs[name]
        if needs:
            raise StatementError(f"got the definitions {', '.join(sorted(needs))}, which need each other; "
                                 "allowed definitions that end")

    def with_constants(self, changes: Mapping[str, str]) -> Statement:
        """The altered statement; raises StatementError for a constant that it does not have."""
        for name in changes:
            if name not in self.constants:
                allowed = ", ".join(self.constants) or "none: this reading has no named constants"
                raise StatementError(f"got the constant {name!r}, allowed {allowed}")
        return replace(self, constants={**self.constants, **changes})

    def follows_from(self, other: Statement, part: str) -> bool:
        """True if this part is plainly the other's: same relation, at least its hypotheses.

        Constants may differ. The sides may be exchanged or both scaled or shifted by one number, a
        strict relation gives the other one, and a bound may be given away (``plain``).
        """
        if part not in other.conclusions or self.parameters != other.parameters:
            return False
        if self.definition_trees != other.definition_trees:
            return False
        given = list(self.hypothesis_trees.values())
        if any(tree not in given for tree in other.hypothesis_trees.values()):
            return False
        mine, theirs = self.conclusion_trees[part], other.conclusion_trees[part]
        forms = [theirs]
        if theirs[0] in ("<", ">"):
            forms.append([theirs[0] + "=", *theirs[1:]])
        forms += [[MIRRORED[f[0]], f[2], f[1]] for f in forms if f[0] in MIRRORED]
        return mine in forms or plain(mine) in forms

    def environment(self, point: Mapping[str, Any]) -> dict[str, Any]:
        """Names to values: constants, definitions (as trees) and the parameters of a point."""
        constants = {name: Fraction(text) for name, text in self.constants.items()}
        return {**constants, **self.definition_trees, **point}

    def check_point(self, point: Mapping[str, Any]) -> None:
        """Raise unless the point gives every parameter a value in its domain."""
        for name in point:
            if name not in self.parameters:
                allowed = ", ".join(self.parameters)
                raise StatementError(f"got the parameter {name!r}, allowed {allowed}")
        for name, domain in self.parameters.items():
            if name not in point:
                raise StatementError(f"got no value for {name}, allowed a {domain}")
            domains.check(name, point[name], domain, dict(point))

    def evaluate(self, point: Mapping[str, Any]) -> PointResult:
        """Hypotheses and conclusions at one exact point."""
        self.check_point(point)
        environment = self.environment(point)
        hypotheses = {text: holds(tree, environment)
                      for text, tree in self.hypothesis_trees.items()}
        parts = []
        for part, tree in self.conclusion_trees.items():
            found: dict[str, Any] = {"name": part, "lhs": None, "relation": "holds", "rhs": None,
                                     "holds": None}
            if tree[0] in RELATIONS:
                found["relation"] = tree[0]
            try:
                found["holds"] = holds(tree, environment)
                if tree[0] in RELATIONS:
                    found["lhs"], found["rhs"] = (exact_json(value(a, environment)) for a in tree[1:])
                else:
                    found["lhs"] = to_text(tree)
            except EvaluationError as error:
                # outside the statement: never a counterexample
                found["error"] = str(error)
            parts.append(found)
        return PointResult(dict(point), hypotheses, parts)


@dataclass(frozen=True)
class PointResult:
    """A statement at one point: which hypotheses hold, and every part with both sides."""

    point: dict[str, Any]
    hypotheses: dict[str, bool | None]
    parts: list[dict[str, Any]]

    @property
    def applies(self) -> bool:
        """True if every hypothesis holds."""
        return all(h is True for h in self.hypotheses.values())

    @property
    def holds(self) -> bool | None:
        """Truth of all parts; None if the hypotheses fail or a part is undecided."""
        if not self.applies:
            return None
        found = [p["holds"] for p in self.parts]
        return False if False in found else None if None in found else True

    def failing(self) -> dict[str, Any] | None:
        """The first part that is exactly false where every hypothesis holds, or None."""
        if not self.applies:
            return None
        return next((p for p in self.parts if p["holds"] is False), None)

    def json(self) -> dict[str, Any]:
        """The contract of ``check --at`` for one reading."""
        return {"hypotheses": self.hypotheses, "parts": self.parts, "holds": self.holds,
                "vacuous": not self.applies}
