from fractions import Fraction

import pytest

from theory.flow import position
from theory.follow import follow, runge_kutta_step
from theory.losses import loss, loss_gradient
from theory.matrices import Diagonal, add, dense, diagonal, frobenius_squared, scale, to_dense


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
    ("options", "message"),
    [
        ({"t": -1}, "t must be >= 0"),
        ({"t": 1, "tolerance": 0}, "tolerance > 0"),
        ({"t": 1, "max_steps": 1}, "1 steps reach only time"),
    ],
)
def test_bad_input(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        follow(2, 20, diagonal([(0, 2)]), **options)
