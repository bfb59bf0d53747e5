from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from theory.losses import loss, loss_gradient
from theory.matrices import diagonal, multiply
from theory.optimum import (
    Enclosure,
    optimal_loss,
    optimal_preconditioner,
    optimum,
    optimum_polynomial,
    scalar_loss,
    sign_at,
    simplest_between,
    value_at,
)
from theory.wishart import alpha


@pytest.mark.parametrize(("n", "d"), [(20, 10), (1, 1), (3, 50), (10**12, 10**6)])
def test_one_layer_optimum_is_known(n: int, d: int) -> None:
    expected = Fraction(n, n + d + 1)
    assert optimum(1, n, d) == Enclosure(expected, expected)
    least = d - Fraction(d * n, n + d + 1)
    assert optimal_loss(1, n, d) == Enclosure(least, least)


def test_scalar_problem_from_chi_square_moments() -> None:
    """d = 1: E (1 - a c/n)^4 with E c^k = n (n+2) .. (n+2k-2)."""
    n, a = 3, Fraction(2, 5)
    moments = [prod(range(n, n + 2 * k, 2)) for k in range(5)]
    expected = sum(comb(4, k) * (-a / n) ** k * m for k, m in enumerate(moments))
    assert scalar_loss(2, n, 1, a) == expected


@pytest.mark.parametrize(("L", "n", "d"), [(2, 20, 10), (3, 2, 40), (5, 100, 7), (4, 1, 1)])
def test_the_gradient_changes_sign_in_the_enclosure(L: int, n: int, d: int) -> None:
    found = optimum(L, n, d, digits=20)
    assert 0 < found.hi - found.lo <= found.lo / 10**20
    for end, sign in ((found.lo, -1), (found.hi, 1)):
        ((slope, _),) = loss_gradient(L, n, diagonal([(end, d)])).spectrum
        assert slope * sign > 0
    outside = found.lo * Fraction(99, 100)
    assert outside not in found
    assert scalar_loss(L, n, d, outside) > optimal_loss(L, n, d).hi


@pytest.mark.parametrize(("L", "n", "d"), [(2, 20, 10), (3, 2, 40), (10, 10**12, 10**6)])
def test_least_loss_is_enclosed(L: int, n: int, d: int) -> None:
    least = optimal_loss(L, n, d, digits=25)
    assert 0 < least.lo <= least.hi <= least.lo * (1 + Fraction(1, 10**25))
    found = optimum(L, n, d, digits=60)
    # loss(lo) is above the least loss by at most the slope there times the width of [lo, hi]
    value = scalar_loss(L, n, d, found.lo)
    assert least.lo <= value <= least.hi + least.lo / 10**25


def test_rough_size_of_the_least_loss() -> None:
    """E tr (W - I)^{2L} <= (4L-1)!! d (d/n)^L for n >= d."""
    for L, n, d in [(2, 1000, 10), (10, 10**12, 10**6)]:
        assert optimal_loss(L, n, d).hi <= prod(range(1, 4 * L, 2)) * d * Fraction(d, n) ** L


def test_second_derivative_is_a_positive_moment() -> None:
    """p''(a) = 2L (2L-1) E tr W^2 (I - a W)^{2L-2} > 0, at a on both sides of a*."""
    for (L, n, d), a in product([(1, 3, 2), (3, 7, 4), (2, 1, 9)], [0, Fraction(1, 2), 3, -2]):
        slopes = optimum_polynomial(L, n, d)
        curvature = value_at([k * c for k, c in enumerate(slopes)][1:], a)
        inner = sum(
            (comb(2 * L - 2, k) * (-a) ** k * d * alpha(k + 2, n, d) for k in range(2 * L - 1)),
            Fraction(0),
        )
        # optimum_polynomial is a positive multiple of p', whose value at 0 is -2L d
        assert curvature * 2 * L * d == -slopes[0] * 2 * L * (2 * L - 1) * inner
        assert inner > 0


def test_many_digits_and_few_digits_agree() -> None:
    few, many = optimum(3, 50, 5, digits=3), optimum(3, 50, 5, digits=400)
    assert few.lo <= many.lo < many.hi <= few.hi
    assert many.hi - many.lo <= many.lo / 10**400


def test_any_covariance() -> None:
    """Sigma diagonal: the loss at a Sigma^{-1} is p(a)."""
    sigma = diagonal([(3, 2), (Fraction(1, 2), 4)])
    low, high = optimal_preconditioner(2, 30, sigma)
    found = optimum(2, 30, 6)
    assert multiply(sigma, low) == diagonal([(found.lo, 6)])
    assert multiply(sigma, high) == diagonal([(found.hi, 6)])
    assert loss(2, 30, low, sigma) == scalar_loss(2, 30, 6, found.lo)


def test_a_rational_root_is_found_exactly() -> None:
    assert simplest_between(Fraction(1, 3), Fraction(1, 3)) == Fraction(1, 3)
    assert simplest_between(Fraction(3, 10), Fraction(4, 10)) == Fraction(1, 3)
    assert simplest_between(Fraction(5, 2), Fraction(7, 2)) == 3


def test_sign_at() -> None:
    # (a - 1/2) (a - 3) = a^2 - 7/2 a + 3/2
    assert [sign_at([3, -7, 2], Fraction(x, 4)) for x in (0, 2, 3, 12, 13)] == [1, 0, -1, 0, 1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: optimum(0, 3, 2), "L must be an integer >= 1, got 0"),
        (lambda: optimum(2, Fraction(3, 2), 2), "n must be an integer >= 1, got 3/2"),
        (lambda: optimum(2, 3, 0), "d must be an integer >= 1, got 0"),
        (lambda: optimum(2, 3, 2, digits=0), "digits must be an integer in 1 .. 5000, got 0"),
        (lambda: Enclosure(Fraction(2), Fraction(1)), "lo <= hi"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
