from fractions import Fraction

import pytest

from theory.flow import (
    follow,
    loss_decay,
    position,
    runge_kutta_step,
    time_between,
    time_to_loss,
    velocity,
)
from theory.losses import loss, loss_gradient
from theory.matrices import Diagonal, add, dense, diagonal, frobenius_squared, scale, to_dense
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


def test_runge_kutta_follows_the_certified_path() -> None:
    followed = follow(2, 1000, diagonal([(0, 10)]), Fraction(1, 10))
    exact = position(2, 1000, 10, 0, Fraction(1, 10))
    assert isinstance(followed.A, Diagonal)
    ((a, _),) = followed.A.spectrum
    assert abs(a - exact.lo) < Fraction(1, 10**8)
    assert followed.error <= Fraction(1, 10**8)
    assert followed.loss == loss(2, 1000, followed.A)


def test_one_step_is_of_fourth_order() -> None:
    """L = 1: the flow is a* (1 - exp(-2t/a*)), and the rule keeps its series up to t^4."""
    n, d = 20, 10
    a, h = Fraction(n, n + d + 1), Fraction(1, 100)
    ((value, _),) = runge_kutta_step(1, n, diagonal([(0, d)]), h, bits=200).spectrum
    x = -2 * h / a
    series = -a * (x + x**2 / 2 + x**3 / 6 + x**4 / 24)
    assert abs(value - series) < Fraction(1, 2**190)


def test_matrices_that_are_not_symmetric_are_followed() -> None:
    start = dense([[1, Fraction(1, 2)], [0, 1]])
    followed = follow(1, 10, start, Fraction(1, 4), tolerance=Fraction(1, 10**6))
    rows = to_dense(followed.A).rows
    # L = 1: A' = 2 I - 2 (1 + (d+1)/n) A entry by entry, so the corner decays by exp(-13/20)
    ratio = sum(Fraction(-13, 20) ** k / [1, 1, 2, 6, 24, 120, 720, 5040, 40320][k] for k in range(9))
    assert abs(rows[0][1] - ratio / 2) < Fraction(1, 10**6)
    assert rows[1][0] == 0
    assert followed.loss < loss(1, 10, start)


def test_the_loss_falls_along_a_step() -> None:
    A = dense([[0, 1], [1, 2]])
    before = loss(2, 50, A)
    after = loss(2, 50, runge_kutta_step(2, 50, A, Fraction(1, 1000)))
    slope = frobenius_squared(loss_gradient(2, 50, A))
    assert 0 < before - after < slope / 1000
    euler = add(A, scale(Fraction(-1, 1000), loss_gradient(2, 50, A)))
    assert abs(loss(2, 50, euler) - after) < (before - after) / 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: time_between(2, 20, 10, 0, 2), "does not pass 2 I"),
        (lambda: time_between(2, 20, 10, Fraction(1, 2), 0), "does not pass 0 I"),
        (lambda: position(2, 20, 10, 0, -1), "must not be negative, got -1"),
        (lambda: follow(2, 20, diagonal([(0, 2)]), -1), "t must be >= 0"),
        (lambda: follow(2, 20, diagonal([(0, 2)]), 1, max_steps=1), "1 steps reach only time"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
