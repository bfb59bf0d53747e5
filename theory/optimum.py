"""a* = argmin_a E tr (I - a W)^{2L}, the root of an integer polynomial, to any number of digits.

p(a) = E tr (I - a W)^{2L} has p'' = 2L (2L-1) E tr W^2 (I - a W)^{2L-2} > 0 for all positive
integers n, d: W^2 (I - a W)^{2L-2} is positive semidefinite, and zero with probability 0. So p is
strictly convex and p' has exactly one real root; two signs of p' at rational points certify an
enclosure of it. p'(0) = -2L d < 0, so a* > 0.

The model's loss at A = a Sigma^{-1}, u = 0 is p(a) for every Sigma, and so is the printed one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from theory.matrices import Matrix, Number, exact, identity, inverse, scale
from theory.sturm import sign_at
from theory.wishart import central_moment_coefficients

MAX_DIGITS = 5000


@dataclass(frozen=True)
class Enclosure:
    """A real number x with rational lo <= x <= hi; lo == hi if x is that rational."""

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        if self.lo > self.hi:
            raise ValueError(f"an enclosure needs lo <= hi, got {self.lo} and {self.hi}")

    @property
    def is_exact(self) -> bool:
        """Whether the number is known to be the rational lo."""
        return self.lo == self.hi

    def __contains__(self, value: Number) -> bool:
        return self.lo <= value <= self.hi


def value_at(coefficients: Sequence[Number], point: Number) -> Fraction:
    """sum c_k a^k by Horner's rule."""
    total = Fraction(0)
    for c in reversed(coefficients):
        total = total * point + c
    return total


def _size(name: str, value: Number) -> int:
    number = exact(value)
    if number.denominator != 1 or number < 1:
        raise ValueError(f"{name} must be an integer >= 1, got {number}")
    return int(number)


def scalar_loss(L: int, n: Number, d: Number, a: Number) -> Fraction:
    """p(a) = E tr (I - a W)^{2L}.

    Example:
        >>> scalar_loss(1, 20, 10, 1)
        Fraction(11, 2)
    """
    return value_at(central_moment_coefficients(2 * _size("L", L), n, d), exact(a))


def optimum_polynomial(L: int, n: Number, d: Number) -> list[int]:
    """[c_0 .. c_{2L-1}], a primitive integer polynomial that is a positive multiple of p'(a).

    Example:
        >>> optimum_polynomial(1, 20, 10)
        [-20, 31]
    """
    n, d = _size("n", n), _size("d", d)
    coefficients = central_moment_coefficients(2 * _size("L", L), n, d)
    slopes = [k * c for k, c in enumerate(coefficients)][1:]
    common = lcm(*(c.denominator for c in slopes))
    integers = [int(c * common) for c in slopes]
    divisor = gcd(*integers)
    return [c // divisor for c in integers]


def _cell(polynomial: Sequence[int]) -> tuple[int, int]:
    """(x, m) with the positive root in [x, x + 1] / 2^m and x >= 1."""
    m = 0
    while sign_at(polynomial, Fraction(1, 2**m)) > 0:
        m += 1
    x = 1
    while sign_at(polynomial, Fraction(2 * x, 2**m)) <= 0:
        x *= 2
    return _halve(polynomial, x, 2 * x, m)


def _halve(polynomial: Sequence[int], x: int, y: int, m: int) -> tuple[int, int]:
    """Bisection: sign <= 0 at x / 2^m, > 0 at y / 2^m."""
    while y - x > 1:
        middle = (x + y) // 2
        if sign_at(polynomial, Fraction(middle, 2**m)) <= 0:
            x = middle
        else:
            y = middle
    return x, m


def _refine(polynomial: Sequence[int], x: int, m: int, target: int) -> tuple[int, int]:
    """The same cell at 2^-target: a Newton step where it lands in a cell with both signs."""
    slopes = [k * c for k, c in enumerate(polynomial)][1:]
    while m < target:
        finer = min(2 * m + 8, target)
        middle = Fraction(2 * x + 1, 2 ** (m + 1))
        slope = value_at(slopes, middle)
        guess = middle - value_at(polynomial, middle) / slope if slope else middle
        low, high = x << (finer - m), (x + 1) << (finer - m)
        left = max(low, int(guess * 2**finer) - 1)
        right = min(high, left + 3)
        if (
            left < right
            and sign_at(polynomial, Fraction(left, 2**finer)) <= 0
            and sign_at(polynomial, Fraction(right, 2**finer)) > 0
        ):
            x, m = _halve(polynomial, left, right, finer)
        else:
            x, m = _halve(polynomial, 2 * x, 2 * x + 2, m + 1)
    return x, m


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The rational of least denominator in [low, high], low > 0, by continued fractions.

    Example:
        >>> simplest_between(Fraction(314, 100), Fraction(315, 100))
        Fraction(22, 7)
    """
    p, p_before, q, q_before = 1, 0, 0, 1
    while True:
        whole = -(-low.numerator // low.denominator)
        if whole <= high:
            return Fraction(whole * p + p_before, whole * q + q_before)
        whole -= 1
        p, p_before, q, q_before = whole * p + p_before, p, whole * q + q_before, q
        low, high = 1 / (high - whole), 1 / (low - whole)


def optimum(L: int, n: Number, d: Number, digits: int = 30) -> Enclosure:
    """a* with p'(a*) = 0, to a relative width of at most 10^-digits.

    Exact (lo == hi) if L = 1, where a* = n / (n + d + 1), and if the simplest rational in the
    enclosure is the root.

    Args:
        L: number of loops, >= 1.
        n: number of examples, a positive integer.
        d: dimension, a positive integer.
        digits: 1 .. MAX_DIGITS.

    Raises:
        ValueError: an argument outside these ranges.

    Example:
        >>> optimum(1, 20, 10)
        Enclosure(lo=Fraction(20, 31), hi=Fraction(20, 31))
        >>> Fraction("0.628077476") in optimum(2, 20, 10, digits=8)
        True
    """
    return _root(optimum_polynomial(L, n, d), _checked_digits(digits))


def _checked_digits(digits: int) -> int:
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
        raise ValueError(f"digits must be an integer in 1 .. {MAX_DIGITS}, got {digits!r}")
    return digits


def _root(polynomial: Sequence[int], digits: int) -> Enclosure:
    if len(polynomial) == 2:
        root = Fraction(-polynomial[0], polynomial[1])
        return Enclosure(root, root)
    x, m = _cell(polynomial)
    # x >= 1 and 10 < 2^(10/3): a relative width of 10^-digits, whatever the size of x / 2^m
    x, m = _refine(polynomial, x, m, m + digits * 10 // 3 + 1)
    low, high = Fraction(x, 2**m), Fraction(x + 1, 2**m)
    simple = simplest_between(low, high)
    if sign_at(polynomial, simple) == 0:
        return Enclosure(simple, simple)
    return Enclosure(low, high)


def optimal_loss(L: int, n: Number, d: Number, digits: int = 30) -> Enclosure:
    """p(a*), to a relative width of at most 10^-digits.

    With a* in [lo, hi] and p convex, p(lo) + p'(lo) (hi - lo) <= p(a*) <= min(p(lo), p(hi)).

    Example:
        >>> optimal_loss(1, 20, 10)
        Enclosure(lo=Fraction(110, 31), hi=Fraction(110, 31))
    """
    coefficients = central_moment_coefficients(2 * _size("L", L), _size("n", n), _size("d", d))
    slopes = [k * c for k, c in enumerate(coefficients)][1:]
    polynomial, wanted = optimum_polynomial(L, n, d), _checked_digits(digits)
    while True:
        root = _root(polynomial, wanted)
        value = value_at(coefficients, root.lo)
        low = value + value_at(slopes, root.lo) * (root.hi - root.lo)
        high = min(value, value_at(coefficients, root.hi))
        if low > 0 and high - low <= low / 10**digits:
            return Enclosure(low, high)
        wanted *= 2


def optimal_preconditioner(
    L: int, n: Number, sigma: Matrix | int, digits: int = 30
) -> tuple[Matrix, Matrix]:
    """(lo Sigma^{-1}, hi Sigma^{-1}) around a* Sigma^{-1}; sigma may be the dimension d, for I.

    Example:
        >>> from theory.matrices import diagonal
        >>> optimal_preconditioner(1, 20, diagonal([(2, 9), (1, 1)]))[0].spectrum
        ((Fraction(10, 31), 9), (Fraction(20, 31), 1))
    """
    covariance = identity(sigma) if isinstance(sigma, int) else sigma
    found = optimum(L, n, covariance.shape[0], digits)
    P = inverse(covariance)
    return scale(found.lo, P), scale(found.hi, P)
