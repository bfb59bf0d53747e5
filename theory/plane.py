"""E ||(I - W B)^L||_F^2 for B = b I + k J, J the rotation by 90 degrees: d = 2, any L, exactly.

The law of W is invariant under rotations, and these commute with B, so that W = diag(p, q) may be
taken: the loss is a polynomial in b, k and the moments of p + q = tr W and p q = det W,

    E (n^2 det W)^j (n tr W)^i = prod_{m<j} (n + 2m)(n - 1 + 2m) prod_{m<i} 2 (n + 2j + m),

because a factor det^j turns the Wishart density with n degrees of freedom into that with n + 2j.
For L >= 2 and large n, some k != 0 does better than every symmetric matrix: the minimiser among
those is a* I. Whether b I + k J is the best of all real matrices is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from flint import Ordering, fmpq, fmpz_mpoly_ctx

from theory.matrix_values import Dense, dense
from theory.optimum import optimum

Polynomial = Mapping[tuple[int, int], fmpq]
Pair = tuple[fmpq, fmpq]

NEWTON_STEPS = 200
GUARD_BITS = 64


@dataclass(frozen=True)
class PlaneOptimum:
    """A = b I + k J with its exact loss, an upper bound of the least one over all real A."""

    b: Fraction
    k: Fraction
    loss: Fraction

    @property
    def A(self) -> Dense:
        """[[b, -k], [k, b]]."""
        return dense([[self.b, -self.k], [self.k, self.b]])


@lru_cache(maxsize=16)
def _in_eigenvalues(L: int) -> dict[tuple[int, int], dict[tuple[int, int], int]]:
    """{(i, j): {(x, y): c}}: the sum of c b^x k^y p^i q^j is ||(I - diag(p, q) B)^L||_F^2."""
    context = fmpz_mpoly_ctx.get(("p", "q", "b", "k"), Ordering.lex)
    p, q, b, k = context.gens()
    M = [[1 - p * b, p * k], [-q * k, 1 - q * b]]
    power = [[1 + 0 * p, 0 * p], [0 * p, 1 + 0 * p]]
    for _ in range(L):
        power = [[row[0] * M[0][c] + row[1] * M[1][c] for c in range(2)] for row in power]
    total = sum((entry**2 for row in power for entry in row), 0 * p)
    found: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for (i, j, x, y), c in zip(total.monoms(), total.coeffs(), strict=True):
        found.setdefault((int(i), int(j)), {})[int(x), int(y)] = int(c)
    return found


def trace_determinant_moment(n: int, i: int, j: int) -> fmpq:
    """E (tr W)^i (det W)^j for d = 2.

    Example:
        >>> trace_determinant_moment(3, 1, 0), trace_determinant_moment(3, 0, 1)
        (2, 2/3)
    """
    found = fmpq(1)
    for m in range(j):
        found *= (n + 2 * m) * (n - 1 + 2 * m)
    for m in range(i):
        found *= 2 * (n + 2 * j + m)
    return found / fmpq(n) ** (i + 2 * j)


def _power_sums(n: int, top: int) -> dict[tuple[int, int], fmpq]:
    """E (p q)^j (p^m + q^m) / 2 by Newton's identities P_m = T P_{m-1} - D P_{m-2}."""
    sums: list[dict[tuple[int, int], int]] = [{(0, 0): 2}, {(1, 0): 1}]
    while len(sums) <= top:
        new: dict[tuple[int, int], int] = {}
        for (t, e), c in sums[-1].items():
            new[t + 1, e] = new.get((t + 1, e), 0) + c
        for (t, e), c in sums[-2].items():
            new[t, e + 1] = new.get((t, e + 1), 0) - c
        sums.append(new)
    return {(j, m): sum((c * trace_determinant_moment(n, t, e + j) for (t, e), c in sums[m].items()),
                        fmpq(0)) / 2
            for m in range(top + 1) for j in range((top - m) // 2 + 1)}


def rotation_loss(L: int, n: int) -> Polynomial:
    """{(x, y): c}: the model's loss of A = b I + k J, Sigma* = I, d = 2, is the sum of c b^x k^y.

    Example:
        >>> rotation_loss(1, 3) == {(0, 0): 2, (1, 0): -4, (2, 0): 4, (0, 2): 4}
        True
    """
    moments = _power_sums(n, 2 * L)
    total: dict[tuple[int, int], fmpq] = {}
    for (i, j), terms in _in_eigenvalues(L).items():
        # p and q are exchangeable once k and -k are, and odd powers of k cancel
        moment = moments[min(i, j), abs(i - j)]
        for place, c in terms.items():
            total[place] = total.get(place, fmpq(0)) + c * moment
    return {place: c for place, c in total.items() if c}


def value(polynomial: Polynomial, at: Pair, by_b: int = 0, by_k: int = 0) -> fmpq:
    """The polynomial, or its partial derivative, at (b, k)."""
    total = fmpq(0)
    for (x, y), c in polynomial.items():
        if x >= by_b and y >= by_k:
            for m in range(by_b):
                c = c * (x - m)
            for m in range(by_k):
                c = c * (y - m)
            total += c * at[0] ** (x - by_b) * at[1] ** (y - by_k)
    return total


def best_rotation(L: int, n: int, digits: int = 30) -> PlaneOptimum:
    """The best A = b I + k J found, b and k to so many digits; its loss is exact.

    Newton's method in rational numbers from the best points of a grid around a* I; a step is
    shortened until the loss falls. k = 0, the best symmetric matrix, is among the candidates.

    Args:
        L: number of loops.
        n: number of examples.
        digits: significant digits of b and k.

    Example:
        >>> found = best_rotation(2, 10**6, digits=8)
        >>> found.k > 0, found.loss < 4 * best_rotation(2, 10**6, digits=8).b
        (True, True)
    """
    polynomial = rotation_loss(L, n)
    symmetric = optimum(L, n, 2, digits + 2)
    middle = (symmetric.lo + symmetric.hi) / 2
    star = fmpq(middle.numerator, middle.denominator)
    bits = GUARD_BITS + 4 * digits + 2 * n.bit_length()
    found = [_rounded_decimal((star, fmpq(0)), digits)]
    for start in sorted(_grid(star, n), key=lambda at: value(polynomial, at))[:3]:
        found.append(_rounded_decimal(_newton(polynomial, start, bits, digits), digits))
    best = min(found, key=lambda at: value(polynomial, at))
    return PlaneOptimum(*(Fraction(int(x.p), int(x.q)) for x in (*best, value(polynomial, best))))


def _grid(star: fmpq, n: int) -> Iterator[Pair]:
    """Around a* I, with k on the scale n^(-1/2) that the leading order in n gives."""
    root = star / max(isqrt(n), 1)
    for b in (fmpq(1, 2), fmpq(3, 4), fmpq(1), fmpq(5, 4)):
        for k in (fmpq(1, 4), fmpq(1, 2), fmpq(1), fmpq(2), fmpq(4)):
            yield star * b, root * k


def _newton(polynomial: Polynomial, at: Pair, bits: int, digits: int) -> Pair:
    """A point where the gradient is 0 to the bits, below the start."""
    here = value(polynomial, at)
    for _ in range(NEWTON_STEPS):
        step = _direction(polynomial, at)
        for halvings in range(bits):
            factor = fmpq(1, 2**halvings)
            there = (_rounded(at[0] + factor * step[0], bits), _rounded(at[1] + factor * step[1], bits))
            if value(polynomial, there) < here:
                break
        else:
            return at
        moved = max(abs(there[0] - at[0]) * 10 ** (digits + 2) - abs(at[0]),
                    abs(there[1] - at[1]) * 10 ** (digits + 2) - abs(at[1]))
        at, here = there, value(polynomial, there)
        if moved <= 0:
            return at
    return at


def _direction(polynomial: Polynomial, at: Pair) -> Pair:
    """-H^{-1} grad; where H is not positive definite, each variable by its own curvature."""
    gb, gk = value(polynomial, at, 1, 0), value(polynomial, at, 0, 1)
    hbb, hbk, hkk = (value(polynomial, at, *order) for order in ((2, 0), (1, 1), (0, 2)))
    determinant = hbb * hkk - hbk**2
    if hbb > 0 and determinant > 0:
        return (hbk * gk - hkk * gb) / determinant, (hbk * gb - hbb * gk) / determinant
    return -gb / (abs(hbb) or fmpq(1)), -gk / (abs(hkk) or fmpq(1))


def _rounded(x: fmpq, bits: int) -> fmpq:
    scaled = x * 2**bits
    return fmpq(int((2 * scaled.p + scaled.q) // (2 * scaled.q)), 2**bits)


def _rounded_decimal(at: Pair, digits: int) -> Pair:
    """Both entries to so many significant digits, k taken positive (k and -k have one loss)."""
    found = []
    for x in (at[0], abs(at[1])):
        places = digits
        while x and abs(x) * 10 ** (places - digits + 1) < 1:
            places += max(1, (int(x.q).bit_length() - int(abs(x.p)).bit_length()) * 3 // 10
                          - (places - digits))
        scaled = x * 10**places
        found.append(fmpq(int((2 * scaled.p + scaled.q) // (2 * scaled.q)), 10**places))
    return found[0], found[1]
