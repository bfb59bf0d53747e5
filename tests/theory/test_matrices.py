"""Exact matrices against typed-in values, and the two kinds of storage against each other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.matrices import (
    MAX_DENSE_DIMENSION,
    Dense,
    Diagonal,
    Matrix,
    add,
    apply,
    compact,
    definiteness,
    dense,
    diagonal,
    equal,
    exact,
    frobenius_squared,
    identity,
    inverse,
    is_positive_definite,
    is_positive_semidefinite,
    is_symmetric,
    loewner_le,
    multiply,
    power,
    quadratic_form,
    scale,
    subtract,
    to_dense,
    trace,
    transpose,
)

M = dense([[1, 2], [3, 4]])
N = dense([[0, 1], [-1, Fraction(1, 2)]])


def test_arithmetic_on_typed_in_values() -> None:
    assert multiply(M, N) == dense([[-2, 2], [-4, 5]])
    assert add(M, N) == dense([[1, 3], [2, Fraction(9, 2)]])
    assert subtract(M, N) == dense([[1, 1], [4, Fraction(7, 2)]])
    assert scale(Fraction(1, 2), M) == dense([[Fraction(1, 2), 1], [Fraction(3, 2), 2]])
    assert inverse(M) == dense([[-2, 1], [Fraction(3, 2), Fraction(-1, 2)]])
    assert transpose(M) == dense([[1, 3], [2, 4]])
    assert (trace(M), frobenius_squared(M)) == (5, 30)
    assert power(M, 3) == dense([[37, 54], [81, 118]])
    assert equal(power(M, 0), identity(2))
    assert apply(M, [1, -1]) == (-1, -1)
    assert quadratic_form([1, 2], M) == 27


def test_rectangular_matrices_multiply_and_transpose() -> None:
    row = dense([[1, 2, 3]])
    assert multiply(row, transpose(row)) == dense([[14]])
    assert multiply(transpose(row), row).shape == (3, 3)


def test_a_diagonal_keeps_its_order_and_merges_equal_neighbours() -> None:
    assert diagonal([(1, 2), (1, 1), (3, 1), (1, 1)]) == Diagonal(((1, 3), (3, 1), (1, 1)))
    assert to_dense(diagonal([(1, 1), (3, 1)])) == dense([[1, 0], [0, 3]])
    assert not equal(diagonal([(1, 1), (3, 1)]), diagonal([(3, 1), (1, 1)]))


def test_diagonals_with_huge_multiplicities_combine_run_by_run() -> None:
    left, right = diagonal([(2, 10**9), (3, 5)]), diagonal([(5, 3), (7, 10**9 + 2)])
    product = multiply(left, right)
    assert product == Diagonal(((10, 3), (14, 10**9 - 3), (21, 5)))
    assert trace(product) == 30 + 14 * (10**9 - 3) + 105
    assert inverse(left) == diagonal([(Fraction(1, 2), 10**9), (Fraction(1, 3), 5)])
    with pytest.raises(ValueError, match=f"1000000005 is too large.*{MAX_DENSE_DIMENSION}"):
        to_dense(left)


def test_compact_recognises_diagonal_matrices_only() -> None:
    assert compact(dense([[2, 0], [0, 2]])) == diagonal([(2, 2)])
    assert compact(M) is M
    assert equal(dense([[1, 0], [0, 1]]), identity(2))


@pytest.mark.parametrize(
    ("matrix", "sign"),
    [
        (dense([[2, -1], [-1, 2]]), 1),
        (dense([[1, 1], [1, 1]]), 0),
        (dense([[0, 0], [0, 1]]), 0),
        (dense([[0, 1], [1, 5]]), -1),  # a zero pivot with something beside it
        (dense([[1, 2], [2, 1]]), -1),
        (dense([[1, 1, 0], [1, 1, 1], [0, 1, 9]]), -1),  # the zero pivot comes second
        (dense([[1, 1, 1], [1, 1, 1], [1, 1, 1]]), 0),
        (diagonal([(1, 3), (0, 1)]), 0),
        (diagonal([(Fraction(1, 10**30), 10**6)]), 1),
        (diagonal([(1, 3), (-1, 1)]), -1),
    ],
)
def test_definiteness_of_typed_in_matrices(matrix: Matrix, sign: int) -> None:
    assert definiteness(matrix) == sign
    assert is_positive_definite(matrix) is (sign > 0)
    assert is_positive_semidefinite(matrix) is (sign >= 0)


def test_a_matrix_that_is_not_symmetric_is_not_definite() -> None:
    assert is_symmetric(dense([[1, 2], [2, 5]]))
    assert not is_symmetric(M)
    assert not is_symmetric(dense([[1, 2]]))
    assert not is_positive_definite(dense([[1, 1], [0, 1]]))
    with pytest.raises(ValueError, match="symmetric matrix"):
        definiteness(M)


def test_loewner_order_is_partial() -> None:
    left, right = diagonal([(1, 1), (2, 1)]), diagonal([(2, 1), (1, 1)])
    assert loewner_le(left, left)
    assert loewner_le(left, scale(2, left))
    assert not loewner_le(left, right)
    assert not loewner_le(right, left)


entries = st.fractions(min_value=-5, max_value=5, max_denominator=6)
squares = st.lists(st.lists(entries, min_size=3, max_size=3), min_size=3, max_size=3).map(dense)


@given(squares, squares)
def test_multiply_is_the_sum_over_the_middle_index(left: Dense, right: Dense) -> None:
    product = to_dense(multiply(left, right)).rows
    for i in range(3):
        for j in range(3):
            assert product[i][j] == sum(left.rows[i][m] * right.rows[m][j] for m in range(3))


@given(squares)
def test_a_gram_matrix_is_positive_semidefinite(matrix: Dense) -> None:
    gram = multiply(matrix, transpose(matrix))
    assert definiteness(gram) >= 0
    assert definiteness(subtract(gram, scale(trace(gram) + 1, identity(3)))) == -1


def test_bad_input_names_what_it_got() -> None:
    with pytest.raises(ValueError, match="0.5 .float."):
        dense([[0.5]])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="True"):
        exact(True)
    with pytest.raises(ValueError, match=r"lengths \[1, 2\]"):
        dense([[1], [1, 2]])
    with pytest.raises(ValueError, match="positive length"):
        dense([])
    with pytest.raises(ValueError, match="positive integer, got 0"):
        diagonal([(1, 0)])
    with pytest.raises(ValueError, match="singular"):
        inverse(dense([[1, 1], [1, 1]]))
    with pytest.raises(ValueError, match="singular"):
        inverse(diagonal([(0, 2)]))
    with pytest.raises(ValueError, match="shape 1 x 2"):
        inverse(dense([[1, 2]]))
    with pytest.raises(ValueError, match="cannot be multiplied"):
        multiply(M, identity(3))
    with pytest.raises(ValueError, match="do not agree"):
        add(M, identity(3))
    with pytest.raises(ValueError, match="got -1"):
        power(M, -1)
