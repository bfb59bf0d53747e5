"""A' = -grad L(A), Sigma = I: on A = a I it is a' = -p'(a)/d, whose times are certified integrals.

p(a) = E tr (I - a W)^{2L}. At A = a I the gradient is (p'(a)/d) I, by invariance under rotations,
so that the flow of matrices started at a I stays on that line. p' is increasing with the root a*:
a(t) moves monotonically to a* without reaching it, and the time from a_0 to a_1 on one side of a*
is the integral of d / (-p') from a_0 to a_1, enclosed by rigorous quadrature in ball arithmetic.

Other starting points: `follow`, rational but not certified.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, acb_poly, arb, ctx, fmpq, fmpq_poly

from theory.follow import Followed, follow, runge_kutta_step
from theory.matrix_values import Number, exact
from theory.optimum import Enclosure, optimal_loss, optimum, optimum_polynomial, value_at
from theory.sturm import sign_at
from theory.wishart import central_moment_coefficients

__all__ = [
    "MAX_BITS",
    "Followed",
    "enclosure",
    "follow",
    "loss_decay",
    "position",
    "runge_kutta_step",
    "time_between",
    "time_to_loss",
    "velocity",
]

MAX_BITS = 1 << 14


def velocity(L: int, n: Number, d: Number) -> list[Fraction]:
    """[c_0 .. c_{2L-1}] with a' = sum c_k a^k = -p'(a)/d along the flow from A = a I.

    Example:
        >>> velocity(1, 20, 10)
        [Fraction(2, 1), Fraction(-31, 10)]
    """
    coefficients = central_moment_coefficients(2 * L, n, d)
    return [-k * c / exact(d) for k, c in enumerate(coefficients)][1:]


def loss_decay(L: int, n: Number, d: Number, a: Number) -> Fraction:
    """dL/dt = -||grad L||^2 = -p'(a)^2 / d at A = a I.

    Source:  looped paper, remark after Theorem 3.4.
    """
    speed = value_at(velocity(L, n, d), exact(a))
    return -(speed**2) * exact(d)


def enclosure(ball: arb) -> Enclosure:
    """Rational ends of a finite ball."""
    ends = []
    for end in (ball.lower(), ball.upper()):
        mantissa, exponent = end.man_exp()
        ends.append(int(mantissa) * Fraction(2) ** int(exponent))
    return Enclosure(*ends)


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _integral(
    field: fmpq_poly, centre: Fraction, start: Fraction, end: Fraction, bits: int
) -> Enclosure | None:
    """The integral of 1 / field(a - centre) from start to end; None if the bits do not suffice."""
    before = ctx.prec
    ctx.prec = bits
    try:
        polynomial = acb_poly(field)
        low, high = acb(_rational(start - centre)), acb(_rational(end - centre))
        value = acb.integral(lambda z, analytic: 1 / polynomial(z), low, high).real
        return enclosure(value) if value.is_finite() else None
    finally:
        ctx.prec = before


def _narrow(found: Enclosure, digits: int) -> bool:
    return bool((found.hi - found.lo) * 10**digits <= abs(found.lo))


def time_between(L: int, n: Number, d: Number, start: Number, end: Number, digits: int = 20) -> Enclosure:
    """The time that the flow takes from A = start I to A = end I.

    Args:
        L: number of loops.
        n: number of examples, a positive integer.
        d: dimension, a positive integer.
        start: a at time 0.
        end: a later on, between start and a*.
        digits: the relative width is at most 10^-digits.

    Raises:
        ValueError: end is not on the way, or the precision needed is above MAX_BITS.

    Example:
        >>> found = time_between(1, 20, 10, 0, Fraction(10, 31))       # log(2) / 3.1
        >>> Fraction("0.223595864696756") < found.lo <= found.hi < Fraction("0.223595864696757")
        True
    """
    a, b = exact(start), exact(end)
    polynomial = optimum_polynomial(L, n, d)
    side = sign_at(polynomial, a)
    if a == b:
        return Enclosure(Fraction(0), Fraction(0))
    if side == 0 or sign_at(polynomial, b) != side or (b - a) * side > 0:
        raise ValueError(f"the flow from {a} I does not pass {b} I on its way to a*")
    # Around a* the zeros of p' crowd together: in powers of a - a* the balls stay small.
    centre, bits = optimum(L, n, d, digits).lo, 64 + 4 * digits
    field = fmpq_poly([_rational(c) for c in velocity(L, n, d)])(fmpq_poly([_rational(centre), 1]))
    while bits <= MAX_BITS:
        found = _integral(field, centre, a, b, bits)
        if found is not None and found.lo > 0 and _narrow(found, digits):
            return found
        bits *= 2
    raise ValueError(f"more than {MAX_BITS} bits are needed for {digits} digits of this time")


def time_to_loss(L: int, n: Number, d: Number, start: Number, level: Number, digits: int = 20) -> Enclosure:
    """The time at which the flow from A = start I first has loss <= level.

    The loss falls strictly along the flow, towards its least value p(a*), which it never attains.

    Raises:
        ValueError: level is not above the least value, or the precision needed is too high.

    Source:  looped paper, Theorem 3.3 (1), for A(0) = a I.

    Example:
        >>> found = time_to_loss(2, 1000, 10, 0, 1)
        >>> Fraction("0.280232229") < found.lo < found.hi < Fraction("0.280232230")
        True
    """
    a, target = exact(start), exact(level)
    p = central_moment_coefficients(2 * L, n, d)
    if value_at(p, a) <= target:
        return Enclosure(Fraction(0), Fraction(0))
    wanted = digits
    while True:
        if optimal_loss(L, n, d, wanted).lo >= target:
            raise ValueError(f"the loss stays above its least value, which is at least {target}")
        near, far = _crossing(p, target, a, optimum(L, n, d, wanted), 4 * wanted)
        if far is not None:
            lower = time_between(L, n, d, a, near, digits + 2)
            upper = time_between(L, n, d, a, far, digits + 2)
            found = Enclosure(lower.lo, upper.hi)
            if _narrow(found, digits):
                return found
        wanted *= 2


def _crossing(
    p: list[Fraction], target: Fraction, start: Fraction, root: Enclosure, halvings: int
) -> tuple[Fraction, Fraction | None]:
    """(near, far) with p(near) > target >= p(far) between start and a*; far None if not found."""
    near, far = start, root.lo if start < root.lo else root.hi
    if value_at(p, far) > target:
        return near, None
    for _ in range(halvings):
        middle = (near + far) / 2
        if value_at(p, middle) > target:
            near = middle
        else:
            far = middle
    return near, far


def position(L: int, n: Number, d: Number, start: Number, t: Number, digits: int = 12) -> Enclosure:
    """a(t) for a(0) = start, to a width of 10^-digits max(|start|, a*).

    By bisection of the time, so a few dozen integrals.

    Raises:
        ValueError: t is negative, or the precision needed is above MAX_BITS.

    Example:
        >>> found = position(1, 20, 10, 0, Fraction(1, 2))    # (20/31) (1 - exp(-31/20))
        >>> Fraction("0.50822711") < found.lo < found.hi < Fraction("0.50822712")
        True
    """
    a, time = exact(start), exact(t)
    if time < 0:
        raise ValueError(f"the time must not be negative, got {time}")
    root = optimum(L, n, d, digits + 2)
    if time == 0:
        return Enclosure(a, a)
    if a in root:
        return root
    goal, beyond = (root.lo, root.hi) if a < root.lo else (root.hi, root.lo)
    # short of an exactly known a*, which is never reached
    far = (a + 10 ** (digits + 2) * goal) / (10 ** (digits + 2) + 1) if root.is_exact else goal
    if time_between(L, n, d, a, far, digits).hi <= time:
        return Enclosure(min(far, beyond), max(far, beyond))
    near = a
    while abs(far - near) * 10**digits > max(abs(a), root.hi):
        middle = (near + far) / 2
        passed = time_between(L, n, d, a, middle, digits + 2)
        if time in passed:
            break
        near, far = (middle, far) if passed.hi < time else (near, middle)
    return Enclosure(min(near, far), max(near, far))
