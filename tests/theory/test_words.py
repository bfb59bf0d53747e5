"""The words engine against the pairings, against Gaussian monomials, and on typed-in values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.theory.gaussian import gaussian_expectation
from theory.blocks import WordBlocks
from theory.integration_by_parts import MAX_DEGREE, Contraction
from theory.matrices import (
    Matrix,
    add,
    dense,
    diagonal,
    equal,
    identity,
    multiply,
    scale,
    transpose,
)
from theory.pairings import expectation_by_pairings, moment_by_pairings
from theory.words import (
    Evaluator,
    Trace,
    at_sample_size,
    evaluate,
    evaluate_matrix,
    expectation,
    expectation_matrix,
    word,
)

A = dense([[1, 2], [3, -1]])
B = dense([[0, 1], [Fraction(1, 2), 5]])
ROOT = dense([[1, 0], [2, Fraction(1, 3)]])
SIGMA = multiply(ROOT, transpose(ROOT))


def partitions(k: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to share k factors S among traces."""
    if k == 0:
        yield ()
    for first in range(min(k, largest), 0, -1):
        for rest in partitions(k - first, first):
            yield (first, *rest)


def generic_traces(shape: tuple[int, ...]) -> list[Trace]:
    """Traces S A1 S A2 .. with a different free matrix after every S."""
    names = iter(f"A{i}" for i in range(1, sum(shape) + 1))
    return [word(" ".join(f"S {next(names)}" for _ in range(length))) for length in shape]


GENERIC = [shape for k in range(6) for shape in partitions(k, k)]


@pytest.mark.parametrize("shape", GENERIC, ids=str)
def test_every_word_of_degree_at_most_5_agrees_with_the_pairings(shape: tuple[int, ...]) -> None:
    traces = generic_traces(shape)
    value = expectation(traces)
    assert value == expectation_by_pairings(traces)
    assert sum(value.values()) == [1, 1, 3, 15, 105, 945][sum(shape)]


@pytest.mark.parametrize("k", range(1, 4))
def test_every_pattern_of_a_transposed_b_and_nothing_agrees_with_the_pairings(k: int) -> None:
    for fillings in product(("A", "A'", "B", ""), repeat=k):
        for cut in range(k // 2 + 1):
            parts = [f"S {filling}" for filling in fillings]
            traces = [word(" ".join(p)) for p in (parts[:cut], parts[cut:])]
            assert expectation(traces) == expectation_by_pairings(traces)
            assert expectation(traces, symmetric="B") == expectation_by_pairings(traces, "B")


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize(
    "texts",
    [
        ("",),
        ("A",),
        ("S",),
        ("S A S A'",),
        ("S A S A",),
        ("S A S Sigma B'",),
        ("S A", "S B", "A B'"),
        ("S S A", "S"),
        ("S A S B S A'",),
        ("S A S B'", "S A"),
    ],
    ids=str,
)
def test_numbers_agree_with_gaussian_monomials(texts: tuple[str, ...], n: int) -> None:
    traces, matrices = [word(text) for text in texts], {"A": A, "B": B}
    assert evaluate(traces, matrices, n, SIGMA) == gaussian_expectation(traces, matrices, n, ROOT)


def test_symbolic_values_typed_in() -> None:
    assert expectation([]) == {(0, ()): 1}
    assert expectation([()]) == {(0, ((),)): 1}
    assert expectation([word("S")]) == {(0, (word("Sigma"),)): 1}
    # E s_ij s_kl = [i=j][k=l] + ([i=k][j=l] + [i=l][j=k]) / n, summed against a_jk a_il
    assert expectation([word("S A S A'")], isotropic=True) == {
        (0, (word("A A'"),)): 1,
        (1, (word("A A"),)): 1,
        (1, (word("A"), word("A"))): 1,
    }
    # ... and against (A A')_jk [l=i]: here the transpose stays
    assert expectation([word("S A A' S")], isotropic=True) == {
        (0, (word("A A'"),)): 1,
        (1, (word("A A'"),)): 1,
        (1, ((), word("A A'"))): 1,
    }


def test_numeric_values_typed_in() -> None:
    a = diagonal([(1, 1), (2, 1)])
    assert evaluate([word("S A S A'")], {"A": a}, 3) == Fraction(29, 3)
    assert evaluate([word("S A S A'")], {"A": a}, None) == {0: 5, 1: 14}
    assert evaluate([], {}, 3, dimension=2) == 1
    assert evaluate([word("S"), word("S")], {}, 3, dimension=2) == 4 + Fraction(4, 3)
    assert evaluate([word("S S S S")], {}, 1, dimension=1) == 105


@pytest.mark.parametrize("k", range(6))
def test_isotropic_moments_agree_with_the_graphs_of_lemma_a2(k: int) -> None:
    n, d = 3, 4
    terms = moment_by_pairings(k).items()
    alpha = sum(Fraction(c * n**i * d**j, n**k) for (i, j), c in terms)
    assert evaluate_matrix(word("S " * k), {}, n, dimension=d) == scale(alpha, identity(d))


def test_matrix_values() -> None:
    free = word("A")
    assert expectation_matrix(word("S A S"), isotropic=True) == {
        (0, (), free): 1,
        (1, (), word("A'")): 1,
        (1, (free,), ()): 1,
    }
    value = evaluate_matrix(word("B S A S"), {"A": A, "B": B}, 2, SIGMA)
    for i, j in product(range(2), repeat=2):
        unit = dense([[int((r, c) == (j, i)) for c in range(2)] for r in range(2)])
        entry = evaluate([word("E B S A S")], {"A": A, "B": B, "E": unit}, 2, SIGMA)
        assert isinstance(value, type(A)) and value.rows[i][j] == entry
    assert evaluate_matrix(word("A B"), {"A": A, "B": B}, 2) == multiply(A, B)
    assert evaluate_matrix(word("S"), {}, None, SIGMA) == {0: SIGMA}


def test_vectors_are_matrices_with_one_column() -> None:
    u = dense([[1], [2]])
    expected = gaussian_expectation([word("S U S A")], {"U": multiply(u, transpose(u)), "A": A}, 2, ROOT)
    value = evaluate_matrix(word("u' S A S u"), {"u": u, "A": A}, 2, SIGMA)
    assert value == diagonal([(expected, 1)])


def model_loss(layers: int, a: Matrix, n: int, sigma: Matrix | None = None) -> Fraction:
    """E tr((I - S A)^L ((I - S A)^L)') from the binomial expansion of both factors."""
    engine = Evaluator({"A": a}, sigma)
    total = Fraction(0)
    for i, j in product(range(layers + 1), repeat=2):
        value = engine.expectation([word("S A " * i + "A' S " * j)])
        sign = (-1) ** (i + j) * comb(layers, i) * comb(layers, j)
        total += sign * at_sample_size(value, n)
    return total


def test_one_layer_loss_typed_in() -> None:
    assert model_loss(1, dense([[1, 0], [0, 0]]), 3) == 2


def test_loss_of_four_layers_at_d_1_is_a_sum_of_chi_square_moments() -> None:
    n, a = 3, Fraction(2, 5)
    moment, expected = Fraction(1), Fraction(0)
    for k in range(9):
        expected += comb(8, k) * (-a) ** k * moment
        moment *= Fraction(n + 2 * k, n)
    assert model_loss(4, dense([[a]]), n) == expected


def test_loss_of_four_layers_in_dimension_4_does_not_change_under_a_rotation() -> None:
    a = dense([[1, 2, 0, -1], [0, 1, 3, 1], [1, 1, -2, 0], [Fraction(1, 2), 0, 1, 1]])
    block = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(-4, 5), Fraction(3, 5)]]
    zero = [0, 0]
    q = dense([[*row, *zero] for row in block] + [[*zero, *row] for row in block])
    rotated = multiply(multiply(q, a), transpose(q))
    assert rotated != a
    assert model_loss(4, rotated, 5) == model_loss(4, a, 5)


def test_commuting_diagonals_cost_what_their_distinct_values_cost() -> None:
    a = diagonal([(Fraction(1, 2), 99_999), (3, 1)])
    small = diagonal([(Fraction(1, 2), 2), (3, 1)])
    dense_small = add(small, dense([[0] * 3] * 3))
    traces = [word("S A S A S"), word("S A")]
    value = evaluate(traces, {"A": a}, 10)
    assert isinstance(value, Fraction) and value > 0
    assert evaluate(traces, {"A": small}, 10) == evaluate(traces, {"A": dense_small}, 10)
    first_moment = evaluate([word("S A")], {"A": a}, 10)
    assert first_moment == Fraction(99_999, 2) + 3


letters = st.lists(st.sampled_from(["S", "A", "A'", "B", "Sigma"]), min_size=1, max_size=5)


@given(st.lists(letters, min_size=1, max_size=3).filter(lambda w: sum(w, []).count("S") <= 4))
def test_random_products_of_traces_agree_with_the_pairings(texts: list[list[str]]) -> None:
    traces = [word(" ".join(text)) for text in texts]
    assert expectation(traces) == expectation_by_pairings(traces)


def test_too_much_work_raises_with_the_limit() -> None:
    with pytest.raises(ValueError, match=f"degree 10000 in S is too high.*{MAX_DEGREE}"):
        evaluate([word("S " * 10_000)], {}, 3, dimension=2)
    blocks = WordBlocks(isotropic=True, symmetric=frozenset())
    generic_blocks = [word(name) for name in "ABCDE"]
    engine = Contraction(blocks, max_work=100)
    with pytest.raises(ValueError, match="takes more than 100 steps"):
        engine.expectation([tuple(map(blocks.number, generic_blocks))])


def test_bad_input_names_what_it_got() -> None:
    with pytest.raises(ValueError, match="'C' is not given, only A, S, Sigma"):
        evaluate([word("S C")], {"A": A}, 3)
    with pytest.raises(ValueError, match="n is a positive number, got 0"):
        evaluate([word("S A")], {"A": A}, 0)
    with pytest.raises(ValueError, match="dimension d is unknown"):
        evaluate([word("S")], {}, 3)
    with pytest.raises(ValueError, match="'S' is reserved"):
        evaluate([word("S")], {"S": A}, 3)
    with pytest.raises(ValueError, match=r"sigma has shape \(2, 2\), expected \(3, 3\)"):
        evaluate([word("S")], {}, 3, SIGMA, dimension=3)
    for wrong in (A, diagonal([(1, 1), (-1, 1)])):
        with pytest.raises(ValueError, match="sigma is not a covariance"):
            evaluate([word("S")], {}, 3, wrong)
    with pytest.raises(ValueError, match=r"shape \(2, 1\), not 2 x 2"):
        evaluate([word("S u")], {"u": dense([[1], [1]])}, 3)


def test_equal_compares_the_two_kinds_of_storage() -> None:
    assert equal(evaluate_matrix(word("S"), {}, 3, dense([[2, 0], [0, 2]])), diagonal([(2, 2)]))
