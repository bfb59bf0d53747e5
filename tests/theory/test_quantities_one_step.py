"""The vocabulary of the one-layer paper at typed values, and against the looped paper's engine."""

from fractions import Fraction as F

import pytest

from theory import losses, matrices
from theory.matrices import dense, identity
from theory.quantities import QUANTITIES as Q

X = dense([[1, 2], [0, 1]])
Y = (F(3), F(-1))


def test_ridge_on_given_data():
    # XX' = [[5, 2], [2, 1]], Xy = (1, -1); (XX' + I)^{-1} Xy = (1/8) [[2, -2], [-2, 6]] (1, -1)
    assert Q["ridge_fit"](X, Y, F(1), (F(1), F(0))) == F(4, 8)
    assert Q["ridge_fit"](X, Y, F(1), (F(0), F(1))) == F(-8, 8)
    assert Q["posterior_fit"](X, Y, F(1), (F(1), F(0))) == F(1, 2)
    assert Q["posterior_fit"](X, Y, F(2), (F(0), F(1))) == Q["ridge_fit"](X, Y, F(2), (F(0), F(1)))
    assert Q["scatter_form"](X, (F(1), F(0)), (F(0), F(1))) == 2
    assert Q["ridge_form"](X, F(1), F(1), (F(1), F(0)), (F(0), F(1))) == 2
    assert Q["ridge_form"](X, F(1), F(2), (F(1), F(0)), (F(0), F(1))) != 2  # another strength
    assert Q["ridge_resolvent"](X, F(1)) == F(8, 8)
    assert Q["ridge_norm"](X, F(1)) == 2 - F(8, 8)


def test_commutant_of_the_plane():
    J = dense([[0, -1], [1, 0]])
    assert Q["commutant_defect"](J) == 0 and Q["deviation"](J) == 2 and Q["skew_norm"](J) == 2
    in_space = dense([[0, -1, 0], [1, 0, 0], [0, 0, 0]])
    assert Q["commutant_defect"](in_space) == 2 * 3 * 2 - 4 * 2


def test_half_squares_and_its_slope():
    w, v = (F(1), F(2)), (F(1), F(0))
    # residuals w'x - y: 1 - 3 = -2 and 4 + 1 = 5
    assert Q["half_squares"](X, Y, w) == F(29, 2)
    assert Q["squares_slope"](X, Y, w, v) == -2 + 10
    assert Q["squares_change"](X, Y, w, v) == -2 + 10


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 2), (2, 3)])
def test_one_loop_of_the_looped_paper_has_the_loss_of_a_layer(n, d):
    """Two engines: words in S with an outer vector u, and the closed form in w and M."""
    A = dense([[F(i + 2 * j + 1, 3) for j in range(d)] for i in range(d)])
    u = tuple(F(i + 1, 2) for i in range(d))
    expected = losses.loss(1, F(n), A, sigma=identity(d), u=u, formula="model")
    M = dense([*([x / n for x in row] + [F(0)] for row in A.rows), [F(0)] * (d + 1)])
    transposed = dense([*([x / n for x in row] + [F(0)] for row in matrices.transpose(A).rows),
                        [F(0)] * (d + 1)])
    assert Q["layer_loss"](F(n), (*u, F(1)), M, F(0)) == expected
    assert d == 1 or Q["layer_loss"](F(n), (*u, F(1)), transposed, F(0)) != expected


def test_embedding_of_one_loop():
    w, x_q, u = (F(1), F(2)), (F(1), F(-1)), (F(0), F(0))
    A = dense([[1, 1], [0, 2]])
    assert Q["embedded_output"](X, w, x_q, A, u) == Q["looped_output"](F(1), X, w, x_q, A)
    assert Q["scaled_output"](X, w, x_q, F(2)) == Q["gradient_step"](X, (F(1), F(4)), x_q, F(1))


def test_rotation_by_ninety_degrees():
    assert Q["turn"](F(1)).rows == ((0, -1), (1, 0))
    assert Q["mapped"](Q["turn"](F(1)), (F(1), F(0))) == (0, 1)


def test_targets_in_the_vocabulary():
    assert Q["target_rate"](Q["relu_V"](F(4), F(10)), Q["relu_Q"](F(4), F(10)), F(20), F(10),
                            F(1)) == F(1, 44)
    # f = w'x + (w'x)^3 in one dimension: V = 1 + 6 * 3 + 9 * 15, F = 1 + 6 * 3 + 15 * 15 ... by pairs
    c, d = (F(1), F(1)), F(1)
    assert Q["poly_V"](c, d) == 1 + 2 * 3 * 3 + 9 * 15
    assert Q["poly_F"](c, d) == 1 + 2 * 3 * 3 + 15 * 15
    assert Q["poly_Q"](c, d) == 3 + 2 * 3 * 15 + 15 * 105
    ball = Q["target_rate"](Q["deep_V"](F(2), F(4)), F(24), F(12), F(4), F(1, 2))
    assert 0.03 < float(ball) < 0.05


def test_two_heads_with_one_silent_are_one_head():
    w, M = (F(1), F(2)), dense([[F(1, 3), 0], [F(1, 5), 0]])
    silent, nothing = (F(0), F(0)), dense([[0, 0], [0, 0]])
    assert Q["heads_loss"](F(2), w, M, silent, nothing, F(1)) == Q["layer_loss"](F(2), w, M, F(1))


def test_singular_ratio_is_too_large():
    rate = Q["singular_rate"](F(1), F(2), F(1), F(1))
    assert rate == F(1, 5) and float(Q["singular_ratio"](F(1), F(2), F(1), F(1))) > 0.26


def test_residual_of_a_cubic_target():
    # d = 1, f = w x + (w x)^3, v_f = w + 3 w^3: f - v_f x = w^3 (x^3 - 3 x), E w^6 E (x^3 - 3 x)^2 = 15 * 6
    assert Q["poly_residual"]((F(1), F(1)), F(1)) == 90
    assert Q["poly_residual"]((F(5),), F(3)) == 0
    assert Q["poly_residual"]((F(1), F(1)), F(2)) == 6 * 2 * 4 * 6  # 6 E|w|^6


def test_network_by_hand():
    # W x = 3, g(3) = 3 + 9 = 12, H 12 = 24, g(24) = 24 + 576 = 600, a 600 = -600
    W, H = dense([[1, 1]]), dense([[2]])
    assert Q["network_output"](W, H, (F(-1),), (F(1), F(1)), (F(1), F(2))) == -600
    assert Q["opposite"]((F(2), F(-3))) == (F(-2), F(3))
