"""Quantities of Lemmas A.2 to A.7 and of section 3.2: typed-in values and independent ways."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from theory.matrices import dense, diagonal
from theory.quantities import QUANTITIES


def q(name, *arguments):
    return QUANTITIES[name](*(F(a) if isinstance(a, int) else a for a in arguments))


@pytest.mark.parametrize(("k", "count", "with_a_loop"), [(1, 1, 1), (2, 3, 1), (3, 15, 7), (4, 105, 45)])
def test_numbers_of_pairings(k, count, with_a_loop) -> None:
    # without self-loops: 0, 2, 8, 60
    assert q("pairing_count", k) == count
    assert q("pairings_with_loops", k, 1) == with_a_loop
    assert q("pairings_with_loops", k, 0) == count


def test_second_and_third_moment_of_the_gram_matrix() -> None:
    for n, d in product((1, 2, 3), repeat=2):
        assert q("gram_moment", 2, n, d) == n * n + n + n * d
        third = n**3 + 3 * n * n * (d + 1) + n * (d * d + 3 * d + 4)
        assert q("gram_moment", 3, n, d) == third == q("pairing_moment", 3, n, d)
        assert q("index_moment", 2, n, d) == n * n + n + n * d


def test_one_pairing_by_hand() -> None:
    # the third pairing of four things is (1, 4), (2, 3): G is one cycle, G' two loops
    assert [q(name, 2, 3) for name in ("cycles_of_g", "cycles_of_g_prime", "self_loops")] == [1, 2, 0]
    assert q("sample_indices", 2, 3, 5) == 5
    assert q("paired_word", 2, 3, 3) == 3 == q("coordinate_indices", 2, 3, 3)


def test_isserlis_for_a_fourth_moment() -> None:
    G = dense([[1, 2], [3, -1], [1, 1], [2, 5]])
    c = [[sum(a * b for a, b in zip(r, s, strict=True)) for s in G.rows] for r in G.rows]
    value = c[0][1] * c[2][3] + c[0][2] * c[1][3] + c[0][3] * c[1][2]
    assert q("mixed_moment", G) == value == q("pairing_sum", G)


def test_sums_of_the_chain_20() -> None:
    assert q("loop_sum", 2, 3, 2) == 9 + 2 * 3 * 4
    assert q("double_sum", 2, F(1, 2)) == 1 + 2 * 2 * F(1, 2) + 8 * F(1, 4)
    assert q("geometric", 3, 2) == 15
    ball = q("stirling_sum", 1, 1)
    assert F(2128, 1000) < F(str(ball.lower().fmpq())) < F(2129, 1000)


def test_eigenvalue_of_the_fourth_power_by_hand() -> None:
    # n = 2: E s^m = m!, so E (1 - 7 s)^4 = 1 - 28 + 6*49*2 - 4*343*6 + 2401*24
    assert q("centred_eigenvalue", 4, 2, diagonal([(7, 1)]), 1) == 49953
    assert q("centred_eigenvalue", 3, 2, diagonal([(7, 1), (0, 2)]), 3) == 1


def test_centred_moments_are_sums_over_pairings_without_self_loops() -> None:
    for n, d in ((1, 1), (3, 2), (5, 4)):
        # binomials of (a, b) = (3, 2) and c_0 .. c_3 = 1, 0, (d+1)/n, (d^2+3d+4)/n^2
        c = [1, 0, F(d + 1, n), F(d * d + 3 * d + 4, n * n)]
        assert q("shifted_moment", 3, n, d, 0, 1) == c[3]
        assert q("shifted_moment", 3, n, d, 3, 2) == 27 + 3 * 3 * 4 * c[2] + 8 * c[3]


def test_trace_of_the_square_for_a_covariance_that_is_not_diagonal() -> None:
    T = dense([[2, 1], [1, 3]])
    # E tr S~^2 = (1 + 1/n) tr T^2 + (tr T)^2 / n
    assert q("sample_trace", 2, 5, T) == 2 - 2 * 5 + F(6, 5) * 15 + F(25, 5)
    assert q("image_trace", 2, dense([[1, 0], [0, 1]]), T) == q("whitened_trace", 2, dense(
        [[1, 0], [0, 1]]), T)


def test_expansion_21_and_its_misprint() -> None:
    M = dense([[2, 1], [0, 5]])
    assert q("power_entry", 2, M, 1, 2) == 5
    assert q("signed_sum", 2, M, 0, 1, 2) == 5
    assert q("signed_sum", 1, M, 1, 1, 1) == -2


def test_least_squares_and_descent() -> None:
    X = dense([[1, 2, 0], [0, 1, 1]])
    assert [q("least_squares", X, (F(3), F(-4)), i) for i in (1, 2)] == [3, -4]
    assert q("descent_error", diagonal([(2, 1), (1, 1)]), (F(1), F(1)), F(1, 2), 1) == F(1, 4)
    assert q("condition", diagonal([(6, 1), (4, 2)])) == F(3, 2)
    with pytest.raises(ValueError, match="singular"):
        q("least_squares", dense([[1, 1], [1, 1]]), (F(1), F(1)), 1)
