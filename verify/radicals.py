"""r^(1/q): exact comparison of products of rational powers, where balls can never separate a tie.

``(8*L*d/sqrt(n))^(1/(2*L)) < 1/2`` is an equality of two irrational-looking numbers at the very n
where the hypothesis starts; raising both sides to a common power decides it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.language import RELATIONS, Tree

MAX_BITS = 2_000_000


class NotRadical(ValueError):
    """The expression is not a product of rational powers of positive rationals."""


@dataclass(frozen=True)
class Radical:
    """sign * base^(1/order) with base >= 0 and sign in {-1, 0, 1}."""

    sign: int
    base: Fraction
    order: int

    def raised(self, exponent: Fraction) -> Radical:
        """The power with a rational exponent.

        Raises:
            NotRadical: a fractional power of a negative number, or a power too large to store.
        """
        top, bottom = exponent.numerator, exponent.denominator
        if self.sign < 0 and bottom > 1 or self.sign == 0 and top <= 0:
            raise NotRadical("no real value")
        return Radical(self.sign if top % 2 else abs(self.sign), _power(self.base, top),
                       self.order * bottom)

    def times(self, other: Radical) -> Radical:
        """The product."""
        order = lcm(self.order, other.order)
        base = (_power(self.base, order // self.order) * _power(other.base, order // other.order))
        return Radical(self.sign * other.sign, base, order)

    def rational(self) -> Fraction:
        """The value if the order is 1.

        Raises:
            NotRadical: the order is larger.
        """
        if self.order != 1:
            raise NotRadical("a sum with an irrational term")
        return self.sign * self.base


def rational(value: Fraction) -> Radical:
    """A rational number as a radical of order 1."""
    return Radical((value > 0) - (value < 0), abs(value), 1)


def radical(tree: Tree, environment: Mapping[str, Any]) -> Radical:
    """The exact value of an expression that is a product of rational powers.

    Raises:
        NotRadical: it is not.
    """
    head = tree[0]
    if head == "num":
        return rational(Fraction(tree[1]))
    if head == "name":
        found = environment.get(tree[1])
        if isinstance(found, list):
            return radical(found, environment)
        if isinstance(found, Fraction | int):
            return rational(Fraction(found))
        raise NotRadical(f"the value of {tree[1]}")
    if head == "call" and tree[1] == "sqrt" and len(tree) == 3:
        return radical(tree[2], environment).raised(Fraction(1, 2))
    if head == "neg":
        return rational(Fraction(-1)).times(radical(tree[1], environment))
    if head not in ("+", "-", "*", "/", "^"):
        raise NotRadical(f"the operation {head}")
    left, right = radical(tree[1], environment), radical(tree[2], environment)
    if head == "^":
        return left.raised(right.rational())
    if head == "/":
        return left.times(right.raised(Fraction(-1)))
    if head == "*":
        return left.times(right)
    return rational(left.rational() + (1 if head == "+" else -1) * right.rational())


def decide(tree: Tree, environment: Mapping[str, Any]) -> bool | None:
    """Truth of a relation between two products of rational powers; None if it is not one."""
    if tree[0] not in RELATIONS:
        return None
    try:
        left, right = radical(tree[1], environment), radical(tree[2], environment)
        gap = left.times(right.raised(Fraction(-1))) if right.sign else left
    except (NotRadical, ZeroDivisionError):
        return None
    # the order of two numbers of one sign is that of their quotient and 1
    same = left.sign == right.sign
    above = (gap.base > 1) - (gap.base < 1) if same and right.sign else 0
    order = above * right.sign if same else (left.sign > right.sign) - (left.sign < right.sign)
    return {"<=": order <= 0, "<": order < 0, ">=": order >= 0, ">": order > 0,
            "=": order == 0, "!=": order != 0}[tree[0]]


def _power(base: Fraction, exponent: int) -> Fraction:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > MAX_BITS:
        raise NotRadical("a power too large to store")
    return base**exponent
