"""Quantities of the landscape against closed forms."""

from fractions import Fraction

import pytest

from theory.quantities import QUANTITIES


def test_one_loop_needs_log_2_over_4_kappa_to_halve_the_distance_to_the_minimiser():
    # L = 1, n = 20, d = 10: p(a) = 10 - 20 a + 31/2 a^2, a* = 20/31, from 0 to 10/31
    xi = 10 - Fraction(200, 31) + Fraction(31, 2) * Fraction(100, 961)
    time = QUANTITIES["flow_time"](Fraction(1), Fraction(20), Fraction(10), Fraction(0), xi)
    assert Fraction("0.2235958") < Fraction(str(time.lower().str(10, radius=False)))
    assert Fraction(str(time.upper().str(10, radius=False))) < Fraction("0.2235959")


def test_a_start_below_the_level_needs_no_time():
    arguments = (Fraction(2), Fraction(100), Fraction(1), Fraction(1), Fraction(1))
    assert QUANTITIES["flow_time"](*arguments) == 0


@pytest.mark.parametrize(("name", "i", "expected"),
                         [("double_sum_25", 0, -1), ("double_sum_25", 1, -1),
                          ("double_sum_26", 0, 1), ("double_sum_26", 1, 1)])
def test_one_loop_in_one_dimension(name, i, expected):
    # n = 2, d = 1, a = 1: E s (1 - s) = 1 - 2, and E s = 1 where the binomials are exchanged
    arguments = (Fraction(v) for v in (1, 2, 1, i, 1))
    assert QUANTITIES[name](*arguments) == expected


def test_a_shear_has_nilpotent_difference_from_the_identity():
    assert QUANTITIES["shear"](Fraction(3)).rows == ((1, 3), (0, 1))
