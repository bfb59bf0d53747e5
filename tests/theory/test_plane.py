"""A = b I + k J at d = 2: the polynomial against the words engine, the minimum against A near it."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from theory.losses import loss
from theory.matrices import dense
from theory.optimum import optimal_loss
from theory.plane import best_rotation, rotation_loss, trace_determinant_moment, value


def rotation(b, k):
    return dense([[b, -k], [k, b]])


@pytest.mark.parametrize(("L", "n"), list(product((1, 2, 3, 4), (1, 2, 3, 10))))
def test_the_polynomial_is_the_models_loss(L, n):
    polynomial = rotation_loss(L, n)
    for b, k in ((Fraction(1, 3), Fraction(2, 7)), (Fraction(-1), Fraction(1, 2))):
        found = value(polynomial, (fmpq(b.numerator, b.denominator), fmpq(k.numerator, k.denominator)))
        assert Fraction(int(found.p), int(found.q)) == loss(L, Fraction(n), rotation(b, k))


def test_one_loop_by_hand():
    # 2 - 2 tr B + (1 + 3/n) tr B B' with n = 6
    assert rotation_loss(1, 6) == {(0, 0): 2, (1, 0): -4, (2, 0): 3, (0, 2): 3}


def test_moments_by_hand():
    # n = 1: one column x, tr W = |x|^2 with two degrees of freedom, det W = 0
    assert [trace_determinant_moment(1, i, 0) for i in range(4)] == [1, 2, 8, 48]
    assert trace_determinant_moment(1, 0, 1) == 0
    # n = 2: E det^2 = (2 * 4)(1 * 3) / 16
    assert trace_determinant_moment(2, 0, 2) == fmpq(24, 16)


@pytest.mark.parametrize(("L", "n"), [(2, 100), (2, 2**20), (3, 30), (4, 10), (8, 10**12)])
def test_it_beats_every_symmetric_matrix(L, n):
    found = best_rotation(L, n, digits=12)
    assert found.k > 0
    # the least loss among all symmetric matrices, from below
    assert found.loss < optimal_loss(L, n, 2).lo


def test_the_ratio_of_two_loops_for_many_examples():
    # leading order E tr (G - K)^2 ((G - K)^2)' = 46 - 4 c + 2 c^2 in units of n^-2 at k^2 = c/n
    found = best_rotation(2, 10**12, digits=12).loss / optimal_loss(2, 10**12, 2).lo
    assert abs(found - Fraction(44, 46)) < Fraction(1, 10**9)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_for_few_examples_it_is_the_symmetric_one(n):
    found = best_rotation(2, n, digits=20)
    exact = optimal_loss(2, n, 2)
    assert found.k == 0
    assert exact.lo <= found.loss < exact.hi * (1 + Fraction(1, 10**30))


@pytest.mark.parametrize(("L", "n"), [(2, 3), (2, 100), (3, 1000), (4, 12)])
def test_no_matrix_near_it_is_better(L, n):
    found = best_rotation(L, n, digits=20)
    assert found.loss == loss(L, Fraction(n), found.A)
    h = Fraction(1, 10**4)
    for entry, sign in product(range(4), (1, -1)):
        rows = [list(row) for row in found.A.rows]
        rows[entry // 2][entry % 2] += sign * h
        assert loss(L, Fraction(n), dense(rows)) > found.loss


def test_digits_are_significant_ones():
    found = best_rotation(2, 10**40, digits=8)
    assert found.A.rows[1][0] == Fraction(1, 10**20)
    assert best_rotation(3, 10**6, digits=40).loss <= best_rotation(3, 10**6, digits=5).loss
