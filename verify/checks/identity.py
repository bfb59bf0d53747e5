"""left = right as rational functions in the free parameters: an exact identity, for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from theory.rational import RationalFunction, variables
from verify.checks.common import cases, scope_of
from verify.claim import Context
from verify.evaluate import difference
from verify.statement import Statement
from verify.verdict import Evidence, Verdict


@dataclass(frozen=True)
class Identity:
    """Proves parts of the form a = b for all values of ``free``, case by case in ``each``.

    Attributes:
        free: parameters that stay symbolic (the identity then holds for all reals, poles excepted).
        each: integer parameters and the values that are run through.
        parts: names of the conclusions; all if empty.
    """

    free: Sequence[str]
    each: Mapping[str, Sequence[int]] = field(default_factory=dict)
    parts: tuple[str, ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """PROVED if every difference is the zero function, else UNDECIDED with the first that is not."""
        parts = self.parts or tuple(statement.conclusions)
        found: list[dict[str, str]] = []
        for case in cases(self.each):
            symbols: dict[str, RationalFunction] = variables(self.free)
            environment = statement.environment({**case, **symbols})
            for part in parts:
                tree = statement.conclusion_trees[part]
                gap, _ = difference(tree, environment)
                if tree[0] != "=" or not gap.numerator.is_zero():
                    where = ", ".join(f"{k} = {v}" for k, v in case.items())
                    return Evidence(Verdict.UNDECIDED, parts, "identity",
                                    f"{part}: right - left = {str(gap)[:200]} at {where or 'all'}")
            found.append({k: str(v) for k, v in case.items()})
        scope = ", ".join(filter(None, ["all " + ", ".join(self.free), scope_of(self.each)]))
        return Evidence(
            Verdict.PROVED, parts, "identity",
            f"both sides are the same rational function in {', '.join(self.free)}", scope=scope,
            certificate={"method": "identity", "parts": list(parts), "cases": found})
