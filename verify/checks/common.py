"""What the kinds of check share: integer cases, polynomials as JSON, counterexamples as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from theory.rational import RationalFunction
from verify.domains import show
from verify.language import Tree, parse
from verify.statement import PointResult, Statement


def cases(each: Mapping[str, Sequence[int]]) -> Iterator[dict[str, Fraction]]:
    """All combinations of the integer parameters that a check runs through."""
    for values in product(*each.values()):
        yield {name: Fraction(v) for name, v in zip(each, values, strict=True)}


def scope_of(each: Mapping[str, Sequence[int]]) -> str:
    """'each k in 1..20' in words."""
    words = []
    for name, values in each.items():
        ordered = sorted(values)
        whole = ordered == list(range(ordered[0], ordered[-1] + 1)) and len(ordered) > 2
        listed = f"{ordered[0]}..{ordered[-1]}" if whole else ", ".join(map(str, ordered))
        words.append(f"each {name} in {listed}" if len(ordered) > 1 else f"{name} = {listed}")
    return ", ".join(words)


SHOWN = 40


def tree_of(function: RationalFunction) -> Tree:
    """p / q as a tree of the language, in the names of its variables."""
    p, q = function.numerator, function.denominator
    return parse(str(p) if q.is_one() else f"({p})/({q})")


def point_json(point: Mapping[str, Any]) -> dict[str, str]:
    """A point as it is typed after ``--at``."""
    return {name: show(value) for name, value in point.items()}


def counterexample(statement: Statement, result: PointResult, claim_id: str,
                   reading: str) -> dict[str, Any]:
    """The contract's counterexample: the point, both sides, and the command that shows it."""
    failing = result.failing()
    if failing is None:
        raise ValueError("the point satisfies the statement")
    point = point_json(result.point)
    at = ",".join(f"{k}={v}" for k, v in point.items())
    return {"point": point, "part": failing["name"], "lhs": failing["lhs"],
            "relation": failing["relation"], "rhs": failing["rhs"],
            "hypotheses": {text: bool(h) for text, h in result.hypotheses.items()},
            "reading": reading,
            "command": f"python -m verify check {claim_id} --at '{at}'"}
