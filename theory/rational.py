"""f = p / q, an exact rational function in named variables, and powers with rational exponents.

The statement language evaluates a formula over Fractions at a point, and over these at a region:
the same code decides one point and proves all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

MAX_EXPONENT = 20_000
MAX_POWER_BITS = 4_000_000


class RationalFunction:
    """p / q with p, q polynomials over the rationals in one context; q is never the zero polynomial."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: fmpq_mpoly, denominator: fmpq_mpoly | None = None) -> None:
        self.numerator = numerator
        self.denominator = numerator.context().constant(1) if denominator is None else denominator
        if self.denominator.is_zero():
            raise ZeroDivisionError("the denominator is the zero polynomial")

    def _lift(self, other: Any) -> RationalFunction:
        if isinstance(other, RationalFunction):
            return other
        value = Fraction(other)
        constant = self.numerator.context().constant(fmpq(value.numerator, value.denominator))
        return RationalFunction(constant)

    def reduced(self) -> RationalFunction:
        """The same function without a common factor of p and q, and with q's leading coefficient 1."""
        common = self.numerator.gcd(self.denominator)
        p, q = self.numerator / common, self.denominator / common
        lead = q.leading_coefficient()
        return RationalFunction(p / lead, q / lead)

    def __add__(self, other: Any) -> RationalFunction:
        o = self._lift(other)
        if self.denominator == o.denominator:
            return RationalFunction(self.numerator + o.numerator, self.denominator)
        return RationalFunction(self.numerator * o.denominator + o.numerator * self.denominator,
                                self.denominator * o.denominator).reduced()

    __radd__ = __add__

    def __neg__(self) -> RationalFunction:
        return RationalFunction(-self.numerator, self.denominator)

    def __sub__(self, other: Any) -> RationalFunction:
        return self + (-self._lift(other))

    def __rsub__(self, other: Any) -> RationalFunction:
        return self._lift(other) + (-self)

    def __mul__(self, other: Any) -> RationalFunction:
        o = self._lift(other)
        return RationalFunction(self.numerator * o.numerator, self.denominator * o.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> RationalFunction:
        o = self._lift(other)
        return RationalFunction(self.numerator * o.denominator,
                                self.denominator * o.numerator).reduced()

    def __rtruediv__(self, other: Any) -> RationalFunction:
        return self._lift(other) / self

    def __pow__(self, exponent: int) -> RationalFunction:
        if exponent < 0:
            return self._lift(1) / self ** (-exponent)
        return RationalFunction(self.numerator**exponent, self.denominator**exponent)

    def __repr__(self) -> str:
        return f"({self.numerator}) / ({self.denominator})"


def parts(value: Any) -> tuple[Any, Any]:
    """(p, q) with value = p / q, each without a denominator of its own; (value, 1) for a number."""
    if not isinstance(value, RationalFunction):
        return value, Fraction(1)
    return RationalFunction(value.numerator), RationalFunction(value.denominator)


def variables(names: Sequence[str]) -> dict[str, RationalFunction]:
    """The generators x_1, ..., x_m of one context as rational functions."""
    context = fmpq_mpoly_ctx.get(list(names))
    return {name: RationalFunction(g) for name, g in zip(names, context.gens(), strict=True)}


def nonnegative_coefficients(polynomial: fmpq_mpoly) -> bool:
    """True if no coefficient is negative, so the polynomial is >= 0 on the positive orthant."""
    return all(c >= 0 for c in polynomial.coeffs())


def ball(value: Fraction) -> arb:
    """The ball of a rational number at the current precision."""
    return arb(fmpq(value.numerator, value.denominator))


def _integer_root(value: int, order: int) -> int | None:
    """The integer r >= 0 with r^order = value, or None."""
    if value in (0, 1):
        return value
    if order == 2:
        root = isqrt(value)
        return root if root * root == value else None
    low, high = 1, 1 << (value.bit_length() // order + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**order < value:
            low = middle + 1
        else:
            high = middle
    return low if low**order == value else None


def exact_root(value: Fraction, order: int) -> Fraction | None:
    """The non-negative rational r with r^order = value, or None if there is none."""
    if value < 0:
        return None
    p, q = _integer_root(value.numerator, order), _integer_root(value.denominator, order)
    return None if p is None or q is None else Fraction(p, q)


def _function_root(value: RationalFunction, order: int) -> RationalFunction:
    """The root that is >= 0 on the positive orthant; raises ValueError if it is not a polynomial one."""
    if order != 2:
        raise ValueError(f"got a root of order {order} of a function, allowed order 2")
    f = value.reduced()
    try:
        p, q = f.numerator.sqrt(), f.denominator.sqrt()
    except DomainError as error:
        raise ValueError("got a square root that is not a rational function on this region") from error
    for candidate in (p, -p):
        if nonnegative_coefficients(candidate) and nonnegative_coefficients(q):
            return RationalFunction(candidate, q)
    raise ValueError("got a square root of unknown sign on this region")


def power(base: Any, exponent: Fraction) -> Any:
    """base^exponent: exact where it is rational, else a ball at the current precision.

    Args:
        base: Fraction >= 0 for a fractional exponent, any Fraction for an integer one, a ball, or a
            RationalFunction (integer exponents and square roots of squares).
        exponent: a rational number.

    Raises:
        ValueError: a fractional power of a negative number, or an exponent beyond MAX_EXPONENT.
        ZeroDivisionError: a negative power of 0.
    """
    top, order = exponent.numerator, exponent.denominator
    if abs(top) > MAX_EXPONENT or order > MAX_EXPONENT:
        raise ValueError(f"got the exponent {exponent}, allowed up to {MAX_EXPONENT}")
    if isinstance(base, RationalFunction):
        return (base if order == 1 else _function_root(base, order)) ** top
    if isinstance(base, arb):
        return base**top if order == 1 else base ** arb(fmpq(top, order))
    value = Fraction(base)
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits * abs(top) > MAX_POWER_BITS:
        raise ValueError(f"got a power of {bits * abs(top)} bits, allowed {MAX_POWER_BITS}")
    if order == 1:
        return value**top
    if value < 0:
        raise ValueError(f"got the power {exponent} of the negative number {value}")
    root = exact_root(value, order)
    return root**top if root is not None else ball(value) ** arb(fmpq(top, order))
