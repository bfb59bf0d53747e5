"""Layers with their own parameters: typed-in values, and the full definition where layers are equal."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from theory.matrices import dense
from theory.quantities import QUANTITIES

ONE, TWO, ZERO = dense([[1]]), dense([[2]]), dense([[0]])
ROOT = dense([[2, 1], [1, 3]])
UNIT = dense([[1, 0], [0, 1]])


def q(name, *arguments):
    return QUANTITIES[name](*arguments)


def test_one_layer_on_two_examples_by_hand() -> None:
    X, w, x_q = dense([[1, 2]]), (F(3),), (F(5),)
    # y'X'A x = (3 * 1 + 6 * 2) x = 15 x
    assert [q("attention_entry", X, w, x_q, ONE, F(2), F(i)) for i in (1, 2, 3)] == [15, 30, 75]
    assert [q("prompt_entry", X, w, x_q, F(2), F(i)) for i in (1, 2, 3)] == [3, 6, 0]
    assert [q("layer_entry", X, w, x_q, ONE, F(2), F(i)) for i in (1, 2, 3)] == [
        3 - F(15, 2), 6 - 15, -F(75, 2)]
    assert q("gram", X, w) == (15,)
    assert q("slope_at_zero", X, w, (F(1),)) == -30


def test_two_layers_with_u_by_hand() -> None:
    # d = n = 1, X = 1: v -> v (1 - a) - u a; w = 1, (a, u) = (2, 3), then (5, 7)
    X, A, u = ONE, dense([[2, 5]]), dense([[3, 7]])
    after_one = 1 * (1 - 2) - 3 * 2
    after_two = after_one * (1 - 5) - 7 * 5
    assert q("layer_entry", X, (F(1),), (F(1),), A, F(2), F(1), u) == after_two == -7
    assert q("unrolled", X, (F(1),), (F(1),), A, u, F(-1)) == -7
    assert q("unrolled", X, (F(1),), (F(1),), A, u, F(1)) == 15


def test_an_index_outside_the_prompt_is_refused() -> None:
    with pytest.raises(ValueError, match=r"token: got 4, allowed 1\.\.3"):
        q("attention_entry", dense([[1, 2]]), (F(3),), (F(5),), ONE, F(2), F(4))


@pytest.mark.parametrize(("n", "A", "u", "R", "value", "printed"), [
    (2, ONE, ONE, ONE, 3, 7),
    (2, ZERO, ZERO, TWO, 1, 1),
    (3, dense([[1, 0], [0, 0]]), dense([[0], [0]]), UNIT, 2, F(5, 3)),
])
def test_losses_by_hand(n, A, u, R, value, printed) -> None:
    assert q("layered_loss", F(n), A, u, R) == value
    assert q("printed_layered_loss", F(n), A, u, R) == printed


@pytest.mark.parametrize("n", [1, 2, 3])
def test_signs_give_the_gaussian_mean_over_query_and_weights(n) -> None:
    A, u = dense([[1, 2], [-1, F(1, 2)]]), (F(1), F(-2))
    assert q("layered_loss", F(n), A, u, ROOT) == q("defined_loss", F(1), F(n), F(2), A, ROOT, u)


def test_equal_layers_are_the_looped_model() -> None:
    A, u = F(2, 3), F(3)
    layers, vectors = dense([[A, A, A]]), dense([[u, u, u]])
    looped = q("defined_loss", F(3), F(2), F(1), dense([[A]]), TWO, (u,))
    assert q("layered_loss", F(2), layers, vectors, TWO) == looped


def test_the_average_over_w_loses_its_covariance_as_printed() -> None:
    assert q("printed_average", F(2), ZERO, TWO) == 4
    assert q("conditional_average", ONE, (F(6),), ZERO, TWO) == 9
    assert q("query_square", ONE, (F(6),), ZERO, TWO) == 9
