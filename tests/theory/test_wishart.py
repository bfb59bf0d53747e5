from fractions import Fraction
from itertools import product as grid
from math import prod

import pytest

from tests.theory.monomials import expectation, eye, minus, power, sample_covariance, trace
from theory.wishart import (
    alpha,
    central_moment_coefficients,
    central_moment_polynomial,
    isotropic_moment,
    moment_coefficients,
    moment_eigenvalues,
    moment_terms,
)


def matchings(points: list[int]) -> list[list[tuple[int, int]]]:
    if not points:
        return [[]]
    first, *rest = points
    return [
        [(first, partner), *matching]
        for i, partner in enumerate(rest)
        for matching in matchings(rest[:i] + rest[i + 1 :])
    ]


def cycles(k: int, edges: list[tuple[int, int]]) -> list[set[int]]:
    """Connected components of the multigraph on 0 .. k-1."""
    parts = [{i} for i in range(k)]
    for a, b in edges:
        (first,) = (part for part in parts if a in part)
        (second,) = (part for part in parts if b in part)
        if first is not second:
            parts.remove(second)
            first |= second
    return parts


def terms_by_pairings(k: int) -> dict[tuple[int, tuple[int, ...]], dict[int, int]]:
    """{(m, mu): {power of n: count}} over all pairings: G joins x_{2i} x_{2i+1}, G' the corners."""
    table: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
    for p in matchings(list(range(2 * k))):
        g = cycles(k, [(a // 2, b // 2) for a, b in p])
        corners = cycles(k, [((a + 1) // 2 % k, (b + 1) // 2 % k) for a, b in p])
        (open_cycle,) = (c for c in corners if 0 in c)
        mu = tuple(sorted((len(c) for c in corners if c is not open_cycle), reverse=True))
        row = table.setdefault((len(open_cycle), mu), {})
        row[len(g)] = row.get(len(g), 0) + 1
    return table


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_moment_terms_against_all_pairings(k: int) -> None:
    found = {
        key: {i: int(c) for i, c in enumerate(poly.coeffs()) if c}
        for key, poly in moment_terms(k).items()
    }
    assert found == terms_by_pairings(k)


def test_the_empty_moment() -> None:
    assert moment_terms(0) == {(0, ()): 1}
    assert isotropic_moment(0) == 1
    assert moment_eigenvalues([(3, 2)], 0, 5) == [(3, 2, 1)]


@pytest.mark.parametrize("k", [6, 11, 20])
def test_number_of_pairings_by_cycles(k: int) -> None:
    """Sum over pairings of n^{C(G)} is n (n+2) .. (n+2k-2), and the same in d for G'."""
    poly = isotropic_moment(k)
    for n in (1, 2, 7):
        assert int(poly(n, 1)) == prod(range(n, n + 2 * k, 2))
        assert int(poly(1, n)) * n == prod(range(n, n + 2 * k, 2))
    assert max(int(i) + int(j) for (i, j), _ in poly.terms()) == k


def test_isotropic_moment_is_symmetric_in_n_and_d() -> None:
    """E tr (X X')^k = E tr (X' X)^k: d alpha n^k is unchanged when n and d are exchanged."""
    for k in (3, 8):
        terms = {(int(i), int(j) + 1): int(c) for (i, j), c in isotropic_moment(k).terms()}
        assert terms == {(j, i): c for (i, j), c in terms.items()}


def test_second_and_third_moment() -> None:
    for n, d in [(3, 2), (10, 7), (2, 50)]:
        assert alpha(2, n, d) == 1 + Fraction(d + 1, n)
        third = n * n + 3 * n * (d + 1) + d * d + 3 * d + 4
        assert alpha(3, n, d) == Fraction(third, n * n)


def test_moment_terms_specialise_to_the_isotropic_moment() -> None:
    for n, d in [(3, 2), (5, 9)]:
        total = sum(int(c(n)) * d ** len(mu) for (_, mu), c in moment_terms(7).items())
        assert Fraction(total, n**7) == alpha(7, n, d)


@pytest.mark.parametrize(("k", "n"), [(1, 2), (2, 1), (2, 3), (3, 2), (4, 1)])
def test_eigenvalues_against_the_definition(k: int, n: int) -> None:
    s = sample_covariance([[1, 0], [0, 2]], n)
    moment = power(s, k)
    assert expectation(moment[0][1]) == 0
    values = [value for _, _, value in moment_eigenvalues([(1, 1), (4, 1)], k, n)]
    assert values == [expectation(moment[i][i]) for i in range(2)]


def test_multiplicities_are_repetitions() -> None:
    once = moment_eigenvalues([(Fraction(1, 3), 1), (2, 1), (Fraction(1, 3), 1), (2, 1)], 5, 7)
    grouped = moment_eigenvalues([(Fraction(1, 3), 2), (2, 2)], 5, 7)
    assert [v for _, _, v in grouped] == [once[0][2], once[1][2]]


def test_rational_n_is_the_same_polynomial() -> None:
    n = Fraction(7, 3)
    sums = [Fraction(2), Fraction(5, 2), Fraction(17, 4), Fraction(9)]
    found = moment_coefficients(3, n, sums)
    for m in range(4):
        expected = sum(
            (
                sum(int(c) * n**i for i, c in enumerate(poly.coeffs()))
                * prod((sums[j] for j in mu), start=Fraction(1))
                for (power_of_sigma, mu), poly in moment_terms(3).items()
                if power_of_sigma == m
            ),
            Fraction(0),
        )
        assert found[m] == expected / n**3


def test_zero_eigenvalues() -> None:
    assert moment_eigenvalues([(0, 3), (1, 2)], 4, 3)[0] == (0, 3, 0)
    assert moment_eigenvalues([(0, 3), (1, 2)], 4, 3)[1][2] == alpha(4, 3, 2)


def test_a_million_dimensions() -> None:
    d, n = 10**6, 10**12
    (_, _, value), _ = moment_eigenvalues([(1, d - 1), (2, 1)], 2, n)
    assert value == 1 + Fraction(1 + (d - 1) + 2, n)


@pytest.mark.parametrize(("m", "n", "d"), [(2, 2, 2), (3, 1, 2), (4, 2, 1), (4, 1, 3), (4, 2, 2)])
def test_central_moments_against_the_definition(m: int, n: int, d: int) -> None:
    w = sample_covariance([[int(i == j) for j in range(d)] for i in range(d)], n)
    coefficients = central_moment_coefficients(m, n, d)
    polynomial = central_moment_polynomial(m)
    for a in (0, 1, Fraction(-2, 3)):
        scaled = [
            [entry * Fraction(a).numerator / Fraction(a).denominator for entry in row] for row in w
        ]
        expected = expectation(trace(power(minus(eye(d), scaled), m)))
        assert sum(c * a**k for k, c in enumerate(coefficients)) == expected
        terms = polynomial.terms()
        total = sum(int(c) * a ** int(i) * n ** int(j) * d ** int(e) for (i, j, e), c in terms)
        assert total == expected * n**m


def test_bounds_that_hold_for_every_n_and_d() -> None:
    """1 <= alpha <= prod_{i<k} (1 + 2 i d/n), with equality at d = 1 on the right."""
    for k, n, d in grid((2, 5, 9), (1, 4, 100), (1, 3, 10)):
        upper = prod((1 + Fraction(2 * i * d, n) for i in range(k)), start=Fraction(1))
        assert 1 <= alpha(k, n, d) <= upper
        assert (alpha(k, n, d) == upper) == (d == 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: isotropic_moment(-1), "integer >= 0, got -1"),
        (lambda: moment_terms(1.5), "integer >= 0, got 1.5"),
        (lambda: alpha(2, 0, 3), "n must be positive, got 0"),
        (lambda: moment_coefficients(3, 5, [1, 1]), "p_0 .. p_3 are needed, got 2"),
        (lambda: moment_eigenvalues([(0.5, 1)], 2, 3), "an int or a Fraction is needed"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
