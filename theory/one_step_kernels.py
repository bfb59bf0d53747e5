"""k_D(cos t) = cos t_D, t_{i+1} = arccos((sin t_i + (pi - t_i) cos t_i) / pi): deep ReLU networks.

A ReLU network of infinite width with D hidden layers, scaled so that E f(x)^2 = |x|^2, is a
Gaussian process with E f(x) f(x') = |x| |x'| k_D(cos t), t the angle between x and x'. What the
one-layer optimum needs of it is E[c k_D(c)] for the cosine c of two independent uniform directions:
rational for D <= 1, else a ball with a proven radius.

Source: Cho and Saul (2009), arc-cosine kernel of degree 1; one-step paper, section 5.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial

from flint import acb, arb, ctx, fmpq

MAX_DEPTH = 32
_BITS = 128
_TOLERANCE_BITS = 90
_TERMS = 30
# (sin t - t cos t) / t^3 = sum_{k >= 1} (-1)^{k+1} 2k / (2k+1)! t^{2k-2}
_SERIES = [fmpq((-1) ** (k + 1) * 2 * k, factorial(2 * k + 1)) for k in range(1, _TERMS + 1)]
# for |t| < 1 the terms left out sum to less than twice the first of them
_REMAINDER = fmpq(4 * (_TERMS + 1), factorial(2 * _TERMS + 3))


def _cubic_quotient(t: acb) -> acb:
    """(sin t - t cos t) / t^3, entire; by its series near 0, where the quotient loses digits."""
    if not bool(abs(t) < 1):
        return (t.sin() - t * t.cos()) / t**3
    total, power, square = acb(0), acb(1), t * t
    for coefficient in _SERIES:
        total += power * coefficient
        power *= square
    error = arb(0, arb(_REMAINDER))
    return total + acb(error, error)


def _shrink(t: acb) -> acb:
    """sin(t_1/2)^2 / sin(t/2)^2 = 1 - (sin t - t cos t)/(2 pi sin(t/2)^2), no pole near [0, pi]."""
    half = (t / 2).sinc()
    return 1 - 2 * t * _cubic_quotient(t) / (acb.pi() * half * half)


def next_angle(t: acb) -> acb:
    """t_1 = arccos((sin t + (pi - t) cos t)/pi), not finite unless it is analytic on all of t.

    The value at the midpoint plus radius times the derivative (1 - t/pi) sin t / sin t_1: a ball of
    angles then keeps its size from layer to layer instead of doubling.
    """
    middle = t.mid()
    sine = (middle / 2).sin() * _shrink(middle).sqrt(analytic=True)
    angle = 2 * sine.asin()
    if t.is_exact():
        return angle
    root = _shrink(t).sqrt(analytic=True)
    sine = (t / 2).sin() * root
    cosine = (1 - sine * sine).sqrt(analytic=True)
    slope = (1 - t / acb.pi()) * (t / 2).cos() / (root * cosine)
    return angle + (t - middle) * slope


def kernel(depth: int, t: acb) -> acb:
    """k_D(cos t)."""
    for _ in range(depth):
        t = next_angle(t)
    return t.cos()


def _sphere_mass(d: int) -> arb:
    """integral of sin^{d-2} over [0, pi] = sqrt(pi) Gamma((d-1)/2) / Gamma(d/2)."""
    return arb.pi().sqrt() * (arb(d - 1) / 2).gamma() / (arb(d) / 2).gamma()


@lru_cache(maxsize=256)
def cosine_correlation(depth: int, d: int) -> Fraction | arb:
    """E[c k_D(c)], c = x'x'/(|x||x'|) for independent standard Gaussian x, x' in R^d.

    Args:
        depth: D, the number of hidden layers; 0 is the linear target.
        d: dimension, a positive integer.

    Returns:
        A Fraction for depth <= 1 (1/d and 1/(2d): the odd part of k_1(c) is c/2), else a ball.

    Raises:
        ValueError: depth outside 0 .. MAX_DEPTH, d < 1, or an integral that did not converge.

    Example:
        >>> cosine_correlation(1, 10)
        Fraction(1, 20)
    """
    if not 0 <= depth <= MAX_DEPTH or d < 1:
        raise ValueError(f"got depth {depth} and d {d}, allowed depth 0 .. {MAX_DEPTH} and d >= 1")
    if depth <= 1:
        return Fraction(1, d * (1 + depth))
    before = ctx.prec
    ctx.prec = _BITS
    try:
        if d == 1:  # c = 1 or c = -1
            return (1 - kernel(depth, acb.pi()).real) / 2
        tolerance = arb(2) ** -_TOLERANCE_BITS / (d * d)
        mass = acb.integral(lambda t, _: t.cos() * kernel(depth, t) * t.sin() ** (d - 2),
                            0, arb.pi(), rel_tol=tolerance, abs_tol=tolerance).real
        value = mass / _sphere_mass(d)
    finally:
        ctx.prec = before
    if not value.is_finite():
        raise ValueError(f"the integral for depth {depth}, d {d} did not converge")
    return value
