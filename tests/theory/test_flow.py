from fractions import Fraction

import pytest

from theory.flow import (
    loss_decay,
    position,
    time_between,
    time_to_loss,
    velocity,
)
from theory.losses import loss_gradient
from theory.matrices import diagonal, frobenius_squared
from theory.optimum import optimal_loss, optimum, scalar_loss, value_at


def log_two(places: int) -> Fraction:
    """sum 1 / (k 2^k), truncated below 2^-places."""
    return sum((Fraction(1, k * 2**k) for k in range(1, places)), Fraction(0))


@pytest.mark.parametrize(("L", "n", "d"), [(1, 20, 10), (2, 7, 3), (4, 50, 1000)])
def test_velocity_is_minus_the_gradient(L: int, n: int, d: int) -> None:
    for a in (Fraction(0), Fraction(1, 3), Fraction(2)):
        A = diagonal([(a, d)])
        gradient = loss_gradient(L, n, A)
        assert gradient == diagonal([(-value_at(velocity(L, n, d), a), d)])
        assert loss_decay(L, n, d, a) == -frobenius_squared(gradient)


def test_one_layer_time_is_a_logarithm() -> None:
    """L = 1: a' = 2 - (2/a*) a, so half the way takes a* log(2) / 2."""
    n, d = 20, 10
    a = Fraction(n, n + d + 1)
    found = time_between(1, n, d, 0, a / 2, digits=40)
    expected = a * log_two(200) / 2
    assert found.lo - Fraction(1, 10**40) < expected < found.hi + Fraction(1, 10**40)
    assert found.hi - found.lo <= found.lo / 10**40
    # from above it takes the same time to halve the distance
    above = time_between(1, n, d, 2 * a, 3 * a / 2, digits=20)
    assert above.lo <= found.hi and found.lo <= above.hi


@pytest.mark.parametrize(("L", "n", "d"), [(2, 1000, 10), (3, 5, 4), (8, 10**6, 10)])
def test_times_add_up_and_lie_between_riemann_sums(L: int, n: int, d: int) -> None:
    """1 / (-p'/d) is increasing in a below a*: step sums bound the integral from both sides."""
    end = optimum(L, n, d).lo * Fraction(3, 5)
    found = time_between(L, n, d, 0, end)
    field = velocity(L, n, d)
    steps = 50
    slopes = [1 / value_at(field, end * i / steps) for i in range(steps + 1)]
    assert sum(slopes[:-1]) * end / steps < found.lo <= found.hi < sum(slopes[1:]) * end / steps
    middle = end / 3
    parts = time_between(L, n, d, 0, middle), time_between(L, n, d, middle, end)
    assert parts[0].lo + parts[1].lo <= found.hi and found.lo <= parts[0].hi + parts[1].hi


def test_time_to_a_loss() -> None:
    L, n, d, level = 2, 1000, 10, Fraction(1, 10)
    found = time_to_loss(L, n, d, 0, level, digits=10)
    early = position(L, n, d, 0, found.lo * Fraction(99, 100))
    late = position(L, n, d, 0, found.hi * Fraction(101, 100))
    assert scalar_loss(L, n, d, early.hi) > level > scalar_loss(L, n, d, late.lo)
    assert time_to_loss(L, n, d, 1, level).lo == 0
    # from above a* as well
    assert time_to_loss(L, n, d, 3, level).lo > 0


def test_a_level_just_above_the_least_loss_is_reached_and_one_below_is_not() -> None:
    L, n, d = 2, 100, 3
    least = optimal_loss(L, n, d, digits=40)
    assert time_to_loss(L, n, d, 0, least.hi * (1 + Fraction(1, 10**12)), digits=6).lo > 1
    with pytest.raises(ValueError, match="stays above its least value"):
        time_to_loss(L, n, d, 0, least.lo)


def test_position_and_time_are_inverse() -> None:
    L, n, d = 3, 40, 6
    for start in (Fraction(0), Fraction(3, 2)):
        found = position(L, n, d, start, Fraction(1, 7), digits=9)
        assert found.hi - found.lo < Fraction(1, 10**8)
        nearer, farther = sorted((found.lo, found.hi), key=lambda a: abs(a - start))
        assert time_between(L, n, d, start, nearer).lo <= Fraction(1, 7)
        assert time_between(L, n, d, start, farther).hi >= Fraction(1, 7)
    assert position(L, n, d, 1, 0).lo == 1


def test_position_after_a_long_time_is_the_optimum() -> None:
    for L in (1, 2):
        found = position(L, 20, 10, 0, 10**6)
        assert found.lo <= optimum(L, 20, 10).hi and optimum(L, 20, 10).lo <= found.hi
        assert found.hi - found.lo < Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: time_between(2, 20, 10, 0, 2), "does not pass 2 I"),
        (lambda: time_between(2, 20, 10, Fraction(1, 2), 0), "does not pass 0 I"),
        (lambda: position(2, 20, 10, 0, -1), "must not be negative, got -1"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
