"""p(x) >= 0 for all x in a region, by the signs of the coefficients after a change of variables.

A polynomial without negative coefficients is >= 0 on the positive orthant. Three ways to get there,
each returning a certificate in plain JSON types (text for numbers) that re-expands, or None:

    shift       x = x(s), s >= 0, covers the region, and p(x(s)) has no negative coefficient
    boxes       x_i = (a_i + b_i s_i) / (1 + s_i) maps s >= 0 onto [a_i, b_i), x_i = a_i + s_i onto
                [a_i, oo): p, cleared of denominators, has no negative coefficient; else the box
                is cut (on a finite box these are the Bernstein coefficients, times binomials)
    sturm       one variable: see `theory.sturm`

None says that the method did not find a proof, not that the claim is false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mpoly

from theory.matrix_values import Number, exact
from theory.rational import RationalFunction

Certificate = dict[str, Any]
Interval = tuple[Number, Number | None]
"""(a, b) with a < b, or (a, None) for [a, oo)."""

MAX_BOXES = 4096


def terms(polynomial: fmpq_mpoly) -> list[list[Any]]:
    """[[coefficient, [exponents]], ...] with the coefficient as exact text."""
    return [[str(c), [int(e) for e in m]] for m, c in polynomial.terms()]


def is_nonnegative(polynomial: fmpq_mpoly, strict: bool = False) -> bool:
    """No negative coefficient; if strict, a positive constant term as well.

    The polynomial is then >= 0 (> 0) on the whole closed positive orthant.
    """
    coefficients = dict(polynomial.terms())
    constant = coefficients.get((0,) * len(polynomial.degrees()), fmpq(0))
    return all(c >= 0 for c in coefficients.values()) and (constant > 0 or not strict)


def integral(polynomial: fmpq_mpoly) -> fmpq_mpoly:
    """The positive multiple with integer coefficients and no more denominators than needed."""
    return polynomial * lcm(*(int(c.q) for c in polynomial.coeffs()), 1)


def substitute(polynomial: fmpq_mpoly, substitution: Mapping[str, fmpq_mpoly]) -> fmpq_mpoly:
    """p(x(s)), with one polynomial x_i(s) per variable of p, all in one context.

    Raises:
        ValueError: a variable of p is missing, or one is given that p's context does not have.
    """
    names = [str(name) for name in polynomial.context().names()]
    if sorted(names) != sorted(substitution):
        raise ValueError(f"the substitution must name {names}, got {sorted(substitution)}")
    images = [substitution[name] for name in names]
    return polynomial.compose(*images, ctx=images[0].context())


def shift_certificate(
    gap: RationalFunction | fmpq_mpoly,
    substitution: Mapping[str, fmpq_mpoly],
    strict: bool = False,
) -> Certificate | None:
    """gap(x(s)) >= 0 (> 0) for all s >= 0.

    Args:
        gap: p / q, for an inequality right - left.
        substitution: variable of gap to polynomial in s, e.g. {"n": (6 + t)^2, "d": 1 + e}.
        strict: prove > 0.

    Returns:
        {"method": "shift", "variables", "strict", "numerator", "denominator"} with integer
        coefficients, both in s; the denominator's are >= 0 and it is positive for s > 0.

    Raises:
        ValueError: the substitution does not name the variables of gap.

    Example:
        >>> from theory.rational import variables
        >>> x, s = variables(["n", "d"]), variables(["t", "e"])
        >>> n, d = (s["t"] + 2).numerator, (s["e"] + 1).numerator
        >>> found = shift_certificate(1 - x["d"] / (x["n"] * x["d"]), {"n": n, "d": d})
        >>> found["numerator"], found["denominator"]
        ([['1', [1, 0]], ['1', [0, 0]]], [['1', [1, 0]], ['2', [0, 0]]])
    """
    fraction = gap if isinstance(gap, RationalFunction) else RationalFunction(gap)
    p, q = (substitute(part, substitution) for part in (fraction.numerator, fraction.denominator))
    if q.is_zero():
        return None
    if all(c <= 0 for c in q.coeffs()):
        p, q = -p, -q
    p, q = integral(p), integral(q)
    # q without negative coefficients and not zero: positive for s > 0
    if not is_nonnegative(q) or not is_nonnegative(p, strict):
        return None
    names = [str(name) for name in p.context().names()]
    return {
        "method": "shift",
        "variables": names,
        "strict": strict,
        "numerator": terms(p),
        "denominator": terms(q),
    }


def on_orthant(polynomial: fmpq_mpoly, box: Sequence[Interval]) -> fmpq_mpoly:
    """p at x_i = (a_i + b_i s_i)/(1 + s_i) or a_i + s_i, times (1 + s_i)^deg: polynomial in s.

    The variables keep their names. On [a, b) its coefficients are the Bernstein coefficients times
    binomials.
    """
    context = polynomial.context()
    one = context.constant(1)
    for axis, (low, high) in enumerate(box):
        s = context.gens()[axis]
        a = _rational(low)
        top, bottom = (a + s, one) if high is None else (a + _rational(high) * s, 1 + s)
        degree = max(0, int(polynomial.degrees()[axis]))
        slices: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(degree + 1)]
        for monomial, c in polynomial.terms():
            exponents = [int(e) for e in monomial]
            e, exponents[axis] = exponents[axis], 0
            slices[e][tuple(exponents)] = c
        total, power = context.constant(0), one
        for row in reversed(slices):
            total = total * top + context.from_dict(row) * power
            power *= bottom
        polynomial = total
    return polynomial


def _rational(value: Number) -> fmpq:
    number = exact(value)
    return fmpq(number.numerator, number.denominator)


def _cut(interval: Interval) -> Fraction:
    low, high = exact(interval[0]), interval[1]
    return max(2 * low, low + 1) if high is None else (low + exact(high)) / 2


class _Boxes:
    """The search for a cut of the box into pieces with non-negative coefficients."""

    def __init__(self, polynomial: fmpq_mpoly, strict: bool, max_boxes: int) -> None:
        self.polynomial, self.strict, self.left = polynomial, strict, max_boxes
        self.degrees = [max(0, int(e)) for e in polynomial.degrees()]

    def proves(self, image: fmpq_mpoly, box: Sequence[Interval]) -> bool:
        """No negative coefficient; if strict, those at the corners of the closed box positive.

        A coefficient at a corner is positive on the faces that end there, so together they make
        p positive on every face.
        """
        coefficients = {tuple(map(int, m)): c for m, c in image.terms()}
        if any(c < 0 for c in coefficients.values()):
            return False
        sides = zip(self.degrees, box, strict=True)
        corners = product(*((0,) if high is None else (0, e) for e, (_, high) in sides))
        return not self.strict or all(corner in coefficients for corner in corners)

    def tree(self, box: list[Interval], axis: int) -> dict[str, Any] | None:
        """A leaf {"coefficients"}, or a cut {"axis", "at", "low", "high"}; None if out of work."""
        self.left -= 1
        corner = self.polynomial(*(_rational(low) for low, _ in box))
        if corner < 0 or (self.strict and corner == 0) or self.left < 0:
            return None
        image = integral(on_orthant(self.polynomial, box))
        if self.proves(image, box):
            return {"coefficients": terms(image)}
        at, following = _cut(box[axis]), (axis + 1) % len(box)
        low, high = list(box), list(box)
        low[axis], high[axis] = (box[axis][0], at), (at, box[axis][1])
        first = self.tree(low, following)
        second = self.tree(high, following) if first is not None else None
        if first is None or second is None:
            return None
        return {"axis": axis, "at": str(at), "low": first, "high": second}


def box_certificate(
    polynomial: fmpq_mpoly,
    box: Sequence[Interval],
    strict: bool = False,
    max_boxes: int = MAX_BOXES,
) -> Certificate | None:
    """p >= 0 (> 0) on a product of intervals [a, b] or [a, oo), cut into pieces where needed.

    None at once if a corner that is met on the way contradicts the claim.

    Args:
        polynomial: p in m variables.
        box: m intervals, in the order of the context's variables.
        strict: prove > 0 on the closed box.
        max_boxes: the work allowed.

    Returns:
        {"method": "boxes", "variables", "polynomial", "box", "strict", "tree"}; a leaf of the tree
        has the integer coefficients of `on_orthant`, a cut names the axis and the place. If strict,
        the coefficients at exponents 0 or deg (0 on an unbounded side) are positive.

    Raises:
        ValueError: the box does not fit the polynomial, or an interval is empty.

    Example:
        >>> from theory.rational import variables
        >>> x = variables(["x"])["x"]
        >>> box_certificate((x * x - x + 1).numerator, [(0, 1)])["tree"]
        {'coefficients': [['1', [2]], ['1', [1]], ['1', [0]]]}
    """
    names = [str(name) for name in polynomial.context().names()]
    if len(box) != len(names):
        raise ValueError(f"one interval for each of {names} is needed, got {len(box)}")
    for low, high in box:
        if high is not None and exact(low) >= exact(high):
            raise ValueError(f"an interval needs a < b, got [{low}, {high}]")
    tree = _Boxes(polynomial, strict, max_boxes).tree(list(box), 0)
    if tree is None:
        return None
    return {
        "method": "boxes",
        "variables": names,
        "polynomial": terms(polynomial),
        "box": [[str(exact(a)), None if b is None else str(exact(b))] for a, b in box],
        "strict": strict,
        "tree": tree,
    }
