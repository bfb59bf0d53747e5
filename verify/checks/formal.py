"""left = right as polynomials in every entry of the data: an exact identity for all data of a size.

Each listed size gives the integer parameters; matrices, data and vectors get one indeterminate per
entry, so a PROVED part holds for every real value of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.matrices import Dense
from theory.rational import RationalFunction, variables
from verify.claim import Context
from verify.domains import DATA, MATRICES, SCALARS, VECTORS, columns, split
from verify.evaluate import difference
from verify.statement import Statement
from verify.verdict import Evidence, Verdict


def generic_point(statement: Statement, size: Mapping[str, int]) -> dict[str, Any]:
    """The point whose integers are ``size`` and whose every other entry is an indeterminate.

    A parameter of a symmetric domain gets one indeterminate per entry on and above the diagonal.
    """
    shapes: dict[str, tuple[int, int]] = {}
    for name, domain in statement.parameters.items():
        kind, dimension = split(domain)
        if name in size:
            continue
        side = size[str(dimension)] if dimension is not None else 1
        if kind in DATA:
            shapes[name] = (side, size[str(columns(domain))])
        elif kind in MATRICES:
            shapes[name] = (side, side)
        else:
            shapes[name] = (1, side if kind in VECTORS else 1)
    symbols = variables([f"{name}_{i}_{j}" for name, (r, c) in shapes.items()
                         for i in range(r) for j in range(c)])
    return {**{k: Fraction(v) for k, v in size.items()},
            **{name: _filled(name, statement.parameters[name], shape, symbols)
               for name, shape in shapes.items()}}


def _filled(name: str, domain: str, shape: tuple[int, int],
            symbols: Mapping[str, RationalFunction]) -> Any:
    kind, _ = split(domain)
    flip = kind in MATRICES and kind != "real matrix"
    entries = tuple(tuple(symbols[f"{name}_{min(i, j)}_{max(i, j)}" if flip else f"{name}_{i}_{j}"]
                          for j in range(shape[1])) for i in range(shape[0]))
    if kind in VECTORS:
        return entries[0]
    if kind in SCALARS:
        return entries[0][0]
    return Dense(entries)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Formal:
    """Proves equations for all data of the listed sizes.

    Attributes:
        sizes: integer parameters, e.g. ({"L": 2, "d": 2, "n": 2},).
        parts: names of the conclusions; all if empty.
    """

    sizes: Sequence[Mapping[str, int]]
    parts: tuple[str, ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """PROVED if every difference is the zero polynomial, else UNDECIDED with the first that is not."""
        parts = self.parts or tuple(statement.conclusions)
        for size in self.sizes:
            environment = statement.environment(generic_point(statement, size))
            for part in parts:
                tree = statement.conclusion_trees[part]
                gap, _ = difference(tree, environment)
                if tree[0] != "=" or not gap.numerator.is_zero():
                    return Evidence(Verdict.UNDECIDED, parts, "formal",
                                    f"{part}: right - left = {str(gap)[:160]} at {dict(size)}")
        listed = "; ".join(", ".join(f"{k} = {v}" for k, v in size.items()) for size in self.sizes)
        free = [p for p in statement.parameters if p not in self.sizes[0]]
        return Evidence(
            Verdict.PROVED, parts, "formal",
            f"the same polynomial in every entry of {', '.join(free)}",
            scope=f"all real {', '.join(free)} at {listed}",
            certificate={"method": "formal", "parts": list(parts),
                         "cases": [{k: str(v) for k, v in s.items()} for s in self.sizes]})
