"""The pairings and their graphs against typed-in integers and the facts that the paper states."""

from __future__ import annotations

from collections import Counter

import pytest
from flint import fmpz_poly

from theory.pairings import (
    MAX_PAIRS,
    cycles_g,
    cycles_g_prime,
    expectation_by_pairings,
    moment_by_pairings,
    nodes_g_prime,
    pairings,
)
from theory.trace_polynomial import word


@pytest.mark.parametrize(("k", "count"), [(0, 1), (1, 1), (2, 3), (3, 15), (4, 105), (5, 945)])
def test_there_are_1_1_3_15_105_945_different_pairings(k: int, count: int) -> None:
    found = list(pairings(k))
    assert len(found) == len(set(found)) == count
    for p in found:
        assert sorted(point for pair in p for point in pair) == list(range(1, 2 * k + 1))


def test_nodes_of_g_prime_are_the_ones_the_paper_lists() -> None:
    assert nodes_g_prime(0) == ()
    assert nodes_g_prime(1) == ((1, 2),)
    assert nodes_g_prime(4) == ((2, 3), (4, 5), (6, 7), (1, 8))


@pytest.mark.parametrize(
    ("pairing", "in_g", "in_g_prime"),
    [
        (((1, 2),), 1, 1),
        (((1, 2), (3, 4)), 2, 1),  # two loops in G, and one cycle through both nodes of G'
        (((1, 3), (2, 4)), 1, 1),
        (((1, 4), (2, 3)), 1, 2),  # the other way round
        (((1, 2), (3, 4), (5, 6)), 3, 1),
        (((1, 6), (2, 3), (4, 5)), 1, 3),
        (((1, 4), (2, 5), (3, 6)), 1, 1),
        ((), 0, 0),
    ],
)
def test_cycles_of_pairings_drawn_by_hand(
    pairing: tuple[tuple[int, int], ...], in_g: int, in_g_prime: int
) -> None:
    assert len(cycles_g(pairing)) == in_g
    assert len(cycles_g_prime(pairing)) == in_g_prime


@pytest.mark.parametrize("k", range(1, 7))
def test_cycles_partition_the_nodes_and_their_numbers_add_up_to_at_most_k_plus_1(k: int) -> None:
    for p in pairings(k):
        g, g_prime = cycles_g(p), cycles_g_prime(p)
        assert sum(map(len, g)) == sum(map(len, g_prime)) == k
        assert len(g) + len(g_prime) <= k + 1


@pytest.mark.parametrize("k", range(1, 7))
def test_cycles_of_either_graph_are_counted_by_a_rising_factorial(k: int) -> None:
    rising = fmpz_poly([1])
    for i in range(k):
        rising *= fmpz_poly([2 * i, 1])  # x + 2 i
    for count in (cycles_g, cycles_g_prime):
        numbers = Counter(len(count(p)) for p in pairings(k))
        assert [numbers[c] for c in range(k + 1)] == [int(c) for c in rising.coeffs()]


def test_moments_typed_in() -> None:
    assert moment_by_pairings(0) == {(0, 0): 1}
    assert moment_by_pairings(1) == {(1, 0): 1}
    assert moment_by_pairings(2) == {(2, 0): 1, (1, 0): 1, (1, 1): 1}
    # E[(X X')^3] = (n^3 + 3 n^2 + 4 n + d (3 n^2 + 3 n) + d^2 n) I
    third = {(3, 0): 1, (2, 0): 3, (1, 0): 4, (2, 1): 3, (1, 1): 3, (1, 2): 1}
    assert moment_by_pairings(3) == third


def test_a_product_of_traces_typed_in() -> None:
    # E tr(S A) tr(S B) = tr(Sigma A) tr(Sigma B) + (tr(A Sigma B Sigma) + tr(A Sigma B' Sigma)) / n
    assert expectation_by_pairings([word("S A"), word("S B")]) == {
        (0, (word("A Sigma"), word("B Sigma"))): 1,
        (1, (word("A Sigma B Sigma"),)): 1,
        (1, (word("A Sigma B' Sigma"),)): 1,
    }


def test_the_empty_product_and_words_without_s() -> None:
    assert expectation_by_pairings([]) == {(0, ()): 1}
    assert expectation_by_pairings([()]) == {(0, ((),)): 1}
    assert expectation_by_pairings([word("B A"), word("I")]) == {(0, ((), word("A B"))): 1}


def test_k_outside_its_range_raises() -> None:
    with pytest.raises(ValueError, match=f"from 0 to {MAX_PAIRS}, got -1"):
        pairings(-1)
    with pytest.raises(ValueError, match=f"from 0 to {MAX_PAIRS}, got 9"):
        expectation_by_pairings([word("S " * 9)])
