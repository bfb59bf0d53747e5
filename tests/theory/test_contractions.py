"""The contraction of words against the definition written out entry by entry."""

from fractions import Fraction

import pytest

from tests.theory.monomials import (
    constants,
    expectation,
    gaussian_entries,
    power,
    product,
    trace,
    transpose,
)
from theory.contractions import (
    State,
    contractions,
    expectations,
    isotropic_expectation,
    sensitivities,
    steps,
    weight,
    word,
)

SPECTRUM = (1, 3)
POWER_SUMS = [sum(v**r for v in SPECTRUM) for r in range(9)]


def by_definition(state: State, f: int, n: int) -> list[Fraction]:
    """The diagonal of E[Sigma^f chain x traces] for Sigma = diag(1, 3); no square root is left."""
    chain, marked, closed = state
    z = gaussian_entries(2, n)
    w = product(z, transpose(z))
    sigma = constants([[SPECTRUM[0], 0], [0, SPECTRUM[1]]])
    # Sigma^{-1/2} G Sigma^{1/2} = W Sigma has the same traces and, by symmetry, E G = E W Sigma.
    g = product(w, sigma)
    rows = power(g, chain[0])
    if len(chain) == 2:
        rows = product(rows, sigma, power(g, chain[1]))
    factor = trace(product(sigma, power(g, marked))) if marked else 1
    for t in closed:
        factor = factor * trace(power(g, t))
    return [SPECTRUM[i] ** f * expectation(rows[i][i] * factor) for i in range(2)]


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize(
    "state",
    [
        word(0),
        word(1),
        word(2),
        word(3),
        word(4),
        word(0, 2),
        word(1, 1),
        word(1, 2),
        word(2, 1),
        word(2, 2),
        word(3, 1),
        word(3, 0),
        ((0,), 2, ()),
        ((1,), 1, ()),
        ((2,), 2, ()),
        ((1,), 2, (1,)),
        ((0,), 0, (1, 1)),
        ((0,), 1, (2, 1)),
        ((1, 1), 0, (1, 1)),
        ((1,), 0, (1, 2)),
        ((2,), 0, (2,)),
    ],
)
def test_states_against_the_definition(state: State, n: int) -> None:
    values = expectations([state], n, POWER_SUMS)[state]
    for f in (0, 2):
        found = [sum(c * v ** (f + r) for r, c in enumerate(values)) for v in SPECTRUM]
        assert found == by_definition(state, f, n)


def test_a_negative_power_next_to_the_open_end() -> None:
    """E[B^{-1} G B G] = E[W B B W]: the extra factors sit in the middle and at the end."""
    n, values = 2, expectations([word(1, 1)], 2, POWER_SUMS)[word(1, 1)]
    z = gaussian_entries(2, n)
    w = product(z, transpose(z))
    b = constants([[1, 0], [0, 3]])
    square = product(w, b, b, w)
    for i, v in enumerate(SPECTRUM):
        assert sum(c * Fraction(v) ** (r - 1) for r, c in enumerate(values)) == expectation(
            square[i][i]
        )


def test_contracting_lowers_the_weight_and_keeps_every_partner() -> None:
    for state in [word(4), word(2, 3), ((2,), 3, (1, 1, 4)), ((1, 2), 0, (2,))]:
        terms = contractions(state)
        assert {weight(child) for _, _, child in terms} == {weight(state) - 1}
        # n = 1: one partner for each of the 2 w - 1 other factors.
        assert sum(a + b for a, b, _ in terms) == 2 * weight(state) - 1


def test_number_of_pairings() -> None:
    for k, count in enumerate([1, 1, 3, 15, 105, 945, 10395]):
        assert isotropic_expectation(word(k), 1, 1) == count


def test_one_example_and_one_dimension() -> None:
    # n = 1: E (x x')^k = (d+2)(d+4)..(d+2k-2) I;  d = 1: E (chi^2_n)^k = n (n+2) .. (n+2k-2).
    assert isotropic_expectation(word(4), 1, 3) == 5 * 7 * 9
    assert isotropic_expectation(word(4), 3, 1) == 3 * 5 * 7 * 9


def test_rational_n_is_a_scaling() -> None:
    whole = expectations([word(3)], Fraction(7, 2), POWER_SUMS)[word(3)]
    scaled = expectations([word(3)], 7, POWER_SUMS, unit=2)[word(3)]
    assert scaled == [8 * c for c in whole]


def test_sensitivities_are_the_derivatives() -> None:
    """F is a polynomial in every p_r: its exact central difference of high order is the slope."""
    weights = {word(2, 2): [1, 0, 5, 2, 7], word(3): [0, 3, 0, 11], word(1, 3): [0, 0, 1, 4]}

    def value(sums: list[Fraction]) -> Fraction:
        values = expectations(weights, 5, sums)
        return sum(
            (w * c for s, row in weights.items() for w, c in zip(row, values[s], strict=False)),
            Fraction(0),
        )

    point = [Fraction(p) for p in POWER_SUMS]
    slopes = sensitivities(weights, 5, point)
    for r in range(6):

        def at(h: int, r: int = r) -> Fraction:
            return value([p + (h if i == r else 0) for i, p in enumerate(point)])

        # Exact for polynomials of degree <= 4 in one p_r, and F has degree at most 3.
        assert slopes[r] == (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / 12
    assert slopes[1] != 0 and slopes[2] != 0


def test_every_state_is_listed_after_what_it_uses() -> None:
    seen: set[State] = set()
    for level in steps((word(3, 3), word(5))):
        for rule in level:
            assert all(child in seen for _, _, child in rule.terms)
            seen.add(rule.state)
