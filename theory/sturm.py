"""The number of real roots of an integer polynomial in an interval, by Sturm's theorem.

The chain P_0 = p, P_1 = p', a P_{i-1} = Q P_i - b P_{i+1} with a, b > 0 ends with a multiple of
gcd(p, p'). If p is not zero at the ends, the number of distinct roots between them is the number of
sign changes of the chain at the left end minus that at the right end.

A polynomial is the list of its coefficients, constant term first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from theory.matrix_values import Number, exact

Polynomial = list[int]


def _trimmed(coefficients: Sequence[int]) -> Polynomial:
    result = list(coefficients)
    while result and result[-1] == 0:
        result.pop()
    return result


def _checked(coefficients: Sequence[int]) -> Polynomial:
    if any(isinstance(c, bool) or not isinstance(c, int) for c in coefficients):
        raise ValueError(f"integer coefficients are needed, got {list(coefficients)!r}")
    result = _trimmed(coefficients)
    if not result:
        raise ValueError("the zero polynomial has no isolated roots")
    return result


def derivative(polynomial: Sequence[int]) -> Polynomial:
    """p'."""
    return [k * c for k, c in enumerate(polynomial)][1:]


def _remainder(p: Polynomial, q: Polynomial) -> tuple[int, Polynomial, Polynomial]:
    """(a, Q, R) with a p = Q q + R, deg R < deg q and a > 0, in integers."""
    factor, quotient, rest = 1, [0] * max(1, len(p) - len(q) + 1), list(p)
    lead = q[-1]
    while len(rest) >= len(q):
        shift, top = len(rest) - len(q), rest[-1]
        common = gcd(lead, top)
        scale = abs(lead) // common
        step = top * scale // lead
        factor *= scale
        quotient = [c * scale for c in quotient]
        quotient[shift] += step
        rest = [c * scale for c in rest]
        for i, c in enumerate(q):
            rest[i + shift] -= step * c
        rest = _trimmed(rest)
    return factor, quotient, rest


def sturm_chain(
    polynomial: Sequence[int],
) -> tuple[list[Polynomial], list[tuple[int, Polynomial, int]]]:
    """The chain P_0, P_1, ... and the steps (a, Q, b) with a P_{i-1} = Q P_i - b P_{i+1}.

    Example:
        >>> sturm_chain([-1, 0, 1])
        ([[-1, 0, 1], [0, 2], [1]], [(2, [0, 1], 2), (1, [0, 2], 0)])
    """
    chain = [_checked(polynomial)]
    steps: list[tuple[int, Polynomial, int]] = []
    following = derivative(chain[0])
    while following:
        chain.append(following)
        a, quotient, rest = _remainder(chain[-2], chain[-1])
        b = gcd(*rest) if rest else 0
        steps.append((a, quotient, b))
        following = [-c // b for c in rest]
    return chain, steps


def sign_at(polynomial: Sequence[int], point: Number | None, at_minus: bool = False) -> int:
    """The sign at a rational point; None is +oo, or -oo if at_minus."""
    if point is None:
        top = polynomial[-1]
        odd = at_minus and len(polynomial) % 2 == 0
        return ((top > 0) - (top < 0)) * (-1 if odd else 1)
    p, q = exact(point).as_integer_ratio()
    # the sign of sum c_k p^k q^(m-k), in integers
    total, power = 0, 1
    for c in reversed(polynomial):
        total = total * p + c * power
        power *= q
    return (total > 0) - (total < 0)


def variations(signs: Sequence[int]) -> int:
    """The number of sign changes, zeros left out."""
    kept = [s for s in signs if s]
    return sum(a != b for a, b in zip(kept, kept[1:], strict=False))


def root_certificate(
    polynomial: Sequence[int], lo: Number | None = None, hi: Number | None = None
) -> dict[str, Any]:
    """How many distinct real roots lie between lo and hi (None: no bound), with the proof.

    Returns:
        {"method": "sturm", "polynomial", "lo", "hi", "chain", "steps", "variations", "roots"}; a
        checker verifies the identities of the steps, a, b > 0, and counts the signs.

    Raises:
        ValueError: p is zero at an end, not an integer polynomial, or lo >= hi.

    Example:
        >>> root_certificate([-2, 0, 1], 0)["roots"]
        1
    """
    p = _checked(polynomial)
    if lo is not None and hi is not None and exact(lo) >= exact(hi):
        raise ValueError(f"an interval needs lo < hi, got {lo} and {hi}")
    for end in (lo, hi):
        if end is not None and sign_at(p, end) == 0:
            raise ValueError(f"the polynomial is zero at the end {end}")
    chain, steps = sturm_chain(p)
    changes = [
        variations([sign_at(q, lo, at_minus=True) for q in chain]),
        variations([sign_at(q, hi) for q in chain]),
    ]
    return {
        "method": "sturm",
        "polynomial": [str(c) for c in p],
        "lo": None if lo is None else str(exact(lo)),
        "hi": None if hi is None else str(exact(hi)),
        "chain": [[str(c) for c in q] for q in chain],
        "steps": [[str(a), [str(c) for c in quotient], str(b)] for a, quotient, b in steps],
        "variations": changes,
        "roots": changes[0] - changes[1],
    }


def count_roots(
    polynomial: Sequence[int], lo: Number | None = None, hi: Number | None = None
) -> int:
    """The number of distinct real roots between lo and hi, neither of them a root."""
    return int(root_certificate(polynomial, lo, hi)["roots"])


def positive_certificate(
    polynomial: Sequence[int], lo: Number | None = None, hi: Number | None = None
) -> dict[str, Any] | None:
    """p > 0 on the closed interval from lo to hi: no root in it and positive at an end, or None.

    Unlike for `boxes`, None means that p is not positive on all of the interval.

    Example:
        >>> positive_certificate([1, -1, 1]) is None, positive_certificate([1, -3, 1]) is None
        (False, True)
    """
    p = _checked(polynomial)
    if sign_at(p, lo, at_minus=True) <= 0 or sign_at(p, hi) <= 0:
        return None
    certificate = root_certificate(p, lo, hi)
    return certificate if certificate["roots"] == 0 else None


def isolate(polynomial: Sequence[int], lo: Number, hi: Number) -> list[tuple[Fraction, Fraction]]:
    """Disjoint intervals with rational ends, each with exactly one root of p in (lo, hi).

    An interval (x, x) is a rational root met on the way.

    Raises:
        ValueError: p is zero at an end, or lo >= hi.

    Example:
        >>> isolate([-2, 0, 1], -2, 3)
        [(Fraction(-2, 1), Fraction(1, 2)), (Fraction(1, 2), Fraction(3, 1))]
    """
    p = _checked(polynomial)
    count_roots(p, lo, hi)
    chain, _ = sturm_chain(p)
    found: list[tuple[Fraction, Fraction]] = []
    pending = [(exact(lo), exact(hi))]
    while pending:
        low, high = pending.pop()
        count = variations([sign_at(q, low) for q in chain]) - variations(
            [sign_at(q, high) for q in chain]
        )
        if count == 1:
            found.append((low, high))
        if count > 1:
            middle = _between(p, low, high)
            pending += [(middle, high), (low, middle)]
    return found


def _between(p: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """A point of (low, high) that is not a root; p has finitely many, so one is found."""
    parts = 2
    while True:
        for i in range(1, parts):
            middle = low + (high - low) * Fraction(i, parts)
            if sign_at(p, middle) != 0:
                return middle
        parts += 1
