from fractions import Fraction

import pytest

from tests.theory.monomials import (
    expectation,
    gaussian_entries,
    odd_factorial,
    product,
    sample_covariance,
    trace,
)


@pytest.mark.parametrize(("m", "value"), [(0, 1), (1, 0), (2, 1), (4, 3), (6, 15), (8, 105)])
def test_moments_of_one_gaussian(m: int, value: int) -> None:
    assert odd_factorial(m) == value


def test_monomials_factor_over_independent_entries() -> None:
    ((x, y),) = gaussian_entries(1, 2)
    assert expectation(2 * x**4 * y**2 + x * y + 5) == 11
    assert expectation(7) == 7


def test_sample_covariance_is_a_mean_and_has_the_covariance() -> None:
    s = sample_covariance([[1, 0], [Fraction(1, 2), 2]], 3)
    assert expectation(s[1][1]) == Fraction(17, 4)
    assert expectation(s[0][1]) == Fraction(1, 2)
    assert expectation(trace(product(s, s))) == (
        # E tr S^2 = (1 + 1/n) tr Sigma^2 + (tr Sigma)^2 / n
        Fraction(4, 3) * (1 + 2 * Fraction(1, 4) + Fraction(289, 16)) + Fraction(441, 48)
    )
