"""left <= right on a whole region: shift it to the positive orthant and look at the coefficients.

The region is given by lower bounds, ``n = s^2, s = 2kd + t, d = 1 + e`` with t, e >= 0. Each lower
bound must follow from the domain (a positive integer is >= 1) or from a hypothesis whose gap is
(s - lower) times a polynomial without negative coefficients. The conclusion then holds for all
*real* parameters there, because right - left has no negative coefficient in t, e.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly
from flint.utils.flint_exceptions import DomainError

from theory.rational import RationalFunction, nonnegative_coefficients, variables
from verify.checks.common import SHOWN, cases, scope_of, tree_of
from verify.claim import Context
from verify.domains import LOWER_BOUNDS, split
from verify.evaluate import EvaluationError, difference, value
from verify.language import parse
from verify.statement import Statement
from verify.verdict import Evidence, Verdict


class NotCovered(ValueError):
    """The substitution does not cover the region that the hypotheses describe."""


@dataclass(frozen=True)
class Region:
    """Proves inequalities for all real parameters of a region, case by case in ``each``.

    Attributes:
        lower: variable to lower bound (text in constants, integer cases and earlier variables), in
            the order in which they are shifted.
        roots: parameter to the variable that it is the square of, e.g. {"n": "s"}.
        each: integer parameters and the values that are run through.
        parts: names of the conclusions; all if empty.
    """

    lower: Mapping[str, str]
    roots: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, Sequence[int]] = field(default_factory=dict)
    parts: tuple[str, ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """PROVED if all gaps have non-negative coefficients, else UNDECIDED with the reason."""
        parts = self.parts or tuple(statement.conclusions)
        found = []
        for case in cases(self.each):
            where = ", ".join(f"{k} = {v}" for k, v in case.items()) or "the region"
            try:
                found.append(self._case(statement, parts, case))
            except (NotCovered, EvaluationError, TypeError) as error:
                return Evidence(Verdict.UNDECIDED, parts, "positivity", f"{where}: {error}")
        region = ", ".join(f"{v} >= {b}" for v, b in self.lower.items())
        region += "".join(f", {p} = {v}^2" for p, v in self.roots.items())
        scope = ", ".join(filter(None, [f"all real parameters with {region}", scope_of(self.each)]))
        return Evidence(
            Verdict.PROVED, parts, "positivity",
            "right - left has no negative coefficient after the shift", scope=scope,
            certificate={"method": "positivity",
                         "lower": [[v, parse(b)] for v, b in self.lower.items()],
                         "roots": dict(self.roots),
                         "parts": list(parts), "cases": found})

    def _case(self, statement: Statement, parts: Sequence[str],
              case: Mapping[str, Fraction]) -> dict[str, Any]:
        names = list(self.lower)
        free = variables(names)
        cover = {v: self._covers(statement, v, free, case) for v in names}
        shift = variables([f"{v}_" for v in names])
        values: dict[str, Any] = {}
        for v in names:
            environment = statement.environment({**case, **values})
            values[v] = shift[f"{v}_"] + value(parse(self.lower[v]), environment)
        environment = statement.environment({**case, **values, **self._squares(values)})
        gaps = {p: self._positive(statement, p, environment) for p in parts}
        # large ones would fill the report, and the re-checker computes each of them anyway
        shown = {p: tree_of(g) for p, g in gaps.items() if len(g.numerator) <= SHOWN}
        return {"integers": {k: str(v) for k, v in case.items()}, "cover": cover, "gaps": shown}

    def _squares(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {parameter: values[v] ** 2 for parameter, v in self.roots.items()}

    def _positive(self, statement: Statement, part: str,
                  environment: Mapping[str, Any]) -> RationalFunction:
        gap, strict = difference(statement.conclusion_trees[part], environment)
        if statement.conclusion_trees[part][0] == "=":
            if not gap.numerator.is_zero():
                raise NotCovered(f"{part}: the difference of the two sides is not zero")
            return gap
        p, q = _oriented(gap)
        if not nonnegative_coefficients(q):
            raise NotCovered(f"{part}: the denominator's sign is not clear")
        if not nonnegative_coefficients(p):
            worst = min(p.coeffs())
            raise NotCovered(f"{part}: a negative coefficient remains ({str(worst)[:40]})")
        if strict and dict(p.to_dict()).get((0,) * len(self.lower), 0) == 0:
            raise NotCovered(f"{part}: strictness fails at the corner of the region")
        return RationalFunction(p, q)

    def _covers(self, statement: Statement, variable: str, free: Mapping[str, RationalFunction],
                case: Mapping[str, Fraction]) -> Any:
        """Why variable >= lower bound: from its domain, or the hypothesis and the cofactor."""
        known = {**case, **free, **self._squares(free)}
        environment = statement.environment(known)
        bound = value(parse(self.lower[variable]), environment)
        root_of = next((p for p, v in self.roots.items() if v == variable), variable)
        domain = LOWER_BOUNDS.get(split(statement.parameters[root_of])[0])
        if isinstance(bound, Fraction) and domain is not None and bound <= domain:
            return "domain"
        wanted = free[variable] - bound
        for index, tree in enumerate(statement.hypothesis_trees.values()):
            try:
                gap, _ = difference(tree, environment)
                p = gap.numerator / wanted.reduced().numerator
            except (EvaluationError, TypeError, DomainError):
                continue
            if nonnegative_coefficients(p) and nonnegative_coefficients(gap.denominator):
                return {"hypothesis": index, "cofactor": tree_of((gap / wanted).reduced())}
        raise NotCovered(f"{variable} >= {self.lower[variable]} does not follow from a hypothesis")


def _oriented(gap: RationalFunction) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """p / q with the sign moved so that q's coefficients are not all negative."""
    if all(c <= 0 for c in gap.denominator.coeffs()):
        return -gap.numerator, -gap.denominator
    return gap.numerator, gap.denominator
