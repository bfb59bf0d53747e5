"""Errors on one instance and layers of their own, against typed-in values and the definition."""

from fractions import Fraction

import pytest
from flint import arb

from theory.matrices import dense, identity
from theory.quantities import QUANTITIES

F = Fraction


def value(name, *arguments):
    """A quantity at ints, which become Fractions."""
    return QUANTITIES[name](*(F(a) if isinstance(a, int) else a for a in arguments))


def test_error_of_the_counterexample_to_theorem_4_5():
    X, P = dense([[171, 171, 171], [1, 1, -1]]), dense([[F(1, 171**2), 0], [0, 1]])
    assert value("loop_error", 1, X, (F(1), F(0)), (F(0), F(1)), P, F(1, 2)) == F(57, 2)


@pytest.mark.parametrize("loops", [1, 2, 3])
def test_error_is_the_models(loops):
    X, A = dense([[1, 2, 0], [0, 1, -1]]), dense([[1, F(1, 2)], [-1, 2]])
    w, x_q = (F(2), F(-1)), (F(1), F(3))
    output = value("looped_output", loops, X, w, x_q, A)
    label = value("inner", w, x_q)
    assert value("loop_error", loops, X, w, x_q, A, 1) == output - label
    half = dense([[e / 2 for e in row] for row in A.rows])
    assert value("loop_error", loops, X, w, x_q, half, 2) == output - label


def test_error_at_a_ball_contains_the_error():
    X = dense([[1, 1]])
    exact = value("loop_error", 2, X, (F(1),), (F(3),), identity(1), F(1, 4))
    ball = value("loop_error", 2, X, (F(1),), (F(3),), identity(1), arb("0.25"))
    assert exact == F(-27, 16)
    assert ball.contains(arb(-27) / 16)


@pytest.mark.parametrize(("loops", "n", "d", "expected"), [
    (1, 2, 1, F(1, 2)), (2, 2, 1, F(1, 3)), (3, 2, 1, F(1, 4)), (1, 20, 10, F(110, 31)),
    (2, 20, 5, F(1795, 4969)),
])
def test_least_loss_of_distinct_layers(loops, n, d, expected):
    assert value("distinct_loss", loops, n, d) == expected


def test_no_product_of_two_factors_is_better():
    moments = [value("moment", k, 7, 3) * 3 for k in range(5)]
    least = value("distinct_loss", 2, 7, 3)
    tries = [F(k, 10) for k in range(-5, 25)]
    for a in tries:
        for b in tries:
            q = [F(1), -(a + b), a * b]
            loss = sum(x * y * moments[i + j] for i, x in enumerate(q) for j, y in enumerate(q))
            assert loss >= least


def test_scalar_loss_at_a_ball():
    exact = value("scalar_loss", 4, 3, 2, F(1, 2))
    assert value("scalar_loss", 4, 3, 2, arb("0.5")).contains(arb(exact.numerator) / exact.denominator)
