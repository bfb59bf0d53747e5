"""Trace polynomials against the two other routes, and what they say about matrices A != A'."""

from fractions import Fraction

import pytest

from theory import general_loss, losses, symmetric_loss
from theory.general_loss import loss_in_traces
from theory.matrices import compact, dense, diagonal, equal, identity, transpose
from theory.optimum import optimal_loss, optimum
from theory.trace_polynomial import word

SKEW = dense([[1, 2], [0, Fraction(1, 2)]])
SYMMETRIC = dense([[1, 2], [2, -1]])
SIGMA = dense([[2, 1], [1, 3]])


def words_route(L: int, n: Fraction, A, sigma, formula: str) -> Fraction:
    evaluator = losses._evaluator(A, sigma, None)
    return sum(
        c * losses.at_sample_size(evaluator.expectation([letters]), n)
        for c, letters in losses._loss_words(L, formula, False)
    )


def test_one_layer_by_hand() -> None:
    """d - 2 tr B + (1 + (d+1)/n) tr B B', and for the printed loss E tr (W B)^2 by three pairings."""
    b, bb, bbt = word("B"), word("B B"), word("B B'")
    assert loss_in_traces(1) == {
        (0, ((),)): 1, (0, (b,)): -2, (0, (bbt,)): 1, (1, (bbt,)): 1, (1, ((), bbt)): 1,
    }  # fmt: skip
    assert loss_in_traces(1, "printed") == {
        (0, ((),)): 1, (0, (b,)): -2, (0, (bb,)): 1, (1, (bbt,)): 1, (1, (b, b)): 1,
    }  # fmt: skip


@pytest.mark.parametrize("formula", losses.FORMULAS)
@pytest.mark.parametrize("L", [1, 2, 3])
def test_against_the_words_engine_term_by_term(L: int, formula: str) -> None:
    n = Fraction(5)
    assert general_loss.loss(L, n, SKEW, SIGMA, formula) == words_route(L, n, SKEW, SIGMA, formula)


@pytest.mark.parametrize("formula", losses.FORMULAS)
@pytest.mark.parametrize("L", [1, 2, 3])
def test_against_power_sums_for_symmetric_matrices(L: int, formula: str) -> None:
    n, sigma = Fraction(7, 2), SIGMA
    assert general_loss.loss(L, n, SYMMETRIC, sigma, formula) == symmetric_loss.loss(
        L, n, SYMMETRIC, sigma, None, formula
    )
    assert equal(
        general_loss.gradient(L, n, SYMMETRIC, sigma, formula),
        compact(symmetric_loss.gradient(L, n, SYMMETRIC, sigma, formula)),
    )


def test_gradient_at_a_symmetric_matrix_is_symmetric_and_elsewhere_not() -> None:
    gradient = losses.loss_gradient(2, 5, SKEW, SIGMA)
    assert transpose(gradient) != gradient
    gradient = general_loss.gradient(2, Fraction(5), SYMMETRIC, identity(2), "model")
    assert transpose(gradient) == gradient


def rotated(a: Fraction, k: Fraction):
    """a I + k J with the antisymmetric J = [[0, 1], [-1, 0]]."""
    return dense([[a, k], [-k, a]])


def test_a_matrix_that_is_not_symmetric_beats_all_symmetric_ones() -> None:
    """L = 2, d = 2, n = 2^20: leading order E tr G^4 - 2 |K|^2 + tr K^4 in units of 1/n^2."""
    n = 2**20
    least = optimal_loss(2, n, 2)
    a = optimum(2, n, 2).lo
    assert losses.loss(2, n, rotated(a, Fraction(1, 1024))) < least.lo
    # planted false: far from the optimum the antisymmetric part only hurts
    assert losses.loss(2, n, rotated(a, Fraction(1, 10))) > least.hi
    # and with one layer it always does
    assert losses.loss(1, n, rotated(optimum(1, n, 2).lo, Fraction(1, 1024))) > (optimal_loss(1, n, 2).hi)


def test_diagonal_input() -> None:
    A = diagonal([(1, 1), (3, 1)])
    assert general_loss.loss(2, Fraction(3), A, identity(2), "model") == losses.loss(2, 3, A)
