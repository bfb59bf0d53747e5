"""Expressions: their grammar, their values on typed-in cases, and every refusal by its message."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.expression import expect
from theory.expression_parser import MAX_CHARACTERS, MAX_DIGITS, MAX_EXPONENT, MAX_NESTING, parse
from theory.integration_by_parts import MAX_DEGREE
from theory.matrices import dense, diagonal, identity
from theory.word_sums import MAX_LETTERS, MAX_TERMS
from theory.words import evaluate, word

A = dense([[1, 2], [3, -1]])
B = dense([[0, 1], [Fraction(1, 2), 5]])
D = diagonal([(1, 1), (2, 1)])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("tr(S A S A')", "tr(A' S A S)"),
        ("tr((S A)^3)", "tr(S A S A S A)"),
        ("(S A)'", "A' S"),
        ("(2 A - B')' S", "2*A' S - B S"),
        ("(I - S A)^2", "I - 2 S A + S A S A"),
        ("tr(S)^2/4", "1/4 tr(S) tr(S)"),
        ("0.25 tr(S)", "tr(S)/4"),
        ("tr(2 S - S)", "tr(S)"),
        ("tr(S A) S", "S tr(A' S)"),
        ("A^0", "I"),
        ("S'", "S"),
        ("2^3/12", "2/3"),
        ("-S + S", "S - S"),
        ("tr(S tr(A))", "tr(A) tr(S)"),
        ("A''", "A"),
        ("S**2", "S S"),
    ],
)
def test_texts_that_mean_the_same(left: str, right: str) -> None:
    assert parse(left) == parse(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("A'", "A"),
        ("S A", "A S"),
        ("tr(S A S A')", "tr(S A S A)"),
        ("tr(S)^2", "tr(S^2)"),
        ("2 S^2", "(2 S)^2"),
        ("A B'", "(A B)'"),
        ("1/2 S", "2 S"),
    ],
)
def test_texts_that_do_not(left: str, right: str) -> None:
    assert parse(left) != parse(right)


@pytest.mark.parametrize(
    ("text", "n", "value"),
    [
        ("tr(S A S A')", 3, "29/3"),
        ("2*tr(S A S A')^1 - 3/2 tr(S)", 3, "49/3"),
        ("tr(S)^2", 3, "16/3"),
        ("tr(S A)", None, "3"),  # does not depend on n
        ("tr(I)", None, "2"),
        ("5", 1, "5"),
        ("tr(S) - tr(S)", None, "0"),
        ("A S", 1, [["1", "0"], ["0", "2"]]),
        ("S A S", 1, [["5", "0"], ["0", "7"]]),
        ("S - S", 1, [["0", "0"], ["0", "0"]]),
        ("tr(S) S", 2, [["3", "0"], ["0", "3"]]),
    ],
)
def test_values_typed_in(text: str, n: int | None, value: Any) -> None:
    assert expect(text, n=n, matrices={"A": D}) == {"value": value}


@pytest.mark.parametrize(
    ("text", "n", "formula"),
    [
        ("tr(S)", None, "d"),
        ("tr(S S)", None, "d*(n + d + 1)/n"),
        ("tr(S S)", 3, "d*(d + 4)/3"),
        ("S^2", None, "(n + d + 1)/n*I"),
        ("tr(S)^2", None, "d*(n*d + 2)/n"),
        ("tr(S A S A')", None, "tr(A A') + tr(A^2)/n + tr(A)^2/n"),
        ("S A S", None, "A + 1/n*A' + tr(A)/n*I"),
        ("S A S - A", 5, "1/5*A' + tr(A)/5*I"),
        ("tr(S Sigma) - tr(S)", None, "-tr(Sigma) + tr(Sigma^2)"),
        ("S Sigma^0 S + Sigma", None, "(n + 1)/n*Sigma^2 + Sigma + tr(Sigma)/n*Sigma"),
        ("-3/2 tr(S A_1)", None, "-3*tr(A_1)/2"),
        ("S - S", None, "0"),
    ],
)
def test_formulas_typed_in(text: str, n: int | None, formula: str) -> None:
    assert expect(text, n=n)["formula"] == formula


def test_latex_typed_in() -> None:
    latex = expect("tr(S A_1 S A_1')")["latex"]
    assert latex == (
        r"\operatorname{tr}(A_{1} {A_{1}^{\top}}) + \frac{\operatorname{tr}(A_{1}^{2})}{n} "
        r"+ \frac{\operatorname{tr}(A_{1})^{2}}{n}"
    )
    assert expect("S Sigma")["latex"] == r"\Sigma^{2}"


def test_matrices_without_n_give_a_formula_in_n() -> None:
    assert expect("tr(S A S A')", matrices={"A": D})["formula"] == "(5*n + 14)/n"
    found = expect("S A S", matrices={"A": D})
    assert found["formula"] == "[[(n + 4)/n, 0], [0, (2*n + 5)/n]]"
    assert found["latex"] == r"\begin{pmatrix} \frac{n + 4}{n} & 0 \\ 0 & \frac{2 n + 5}{n} \end{pmatrix}"


@pytest.mark.parametrize("n", [1, 4])
def test_the_formula_agrees_with_the_value(n: int) -> None:
    text = "tr((I - S A)^2 (I - A' S) B)"
    words = [(1, "B"), (-2, "S A B"), (1, "S A S A B"), (-1, "A' S B"), (2, "S A A' S B")]
    words.append((-1, "S A S A A' S B"))
    expected = sum(c * evaluate([word(w)], {"A": A, "B": B}, n) for c, w in words)
    assert expect(text, n=n, matrices={"A": A, "B": B}) == {"value": str(expected)}


def test_a_population_covariance_is_used() -> None:
    sigma = diagonal([(2, 100_000), (3, 1)])
    assert expect("tr(S)", sigma=sigma) == {"value": "200003"}
    assert expect("tr(S Sigma)", sigma=sigma) == {"value": "400009"}
    assert expect("tr(S^2)", n=1, sigma=sigma) == {"value": str(2 * 400_009 + 200_003**2)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expression is empty"),
        ("tr(S A", r"position 7: got the end, expected '\)'"),
        ("tr S", r"position 4: got 'S', expected '\('"),
        ("S)", r"position 2: got '\)', expected an operator or the end"),
        ("S + ", "got the end, expected a number, a matrix"),
        ("S ; A", "unexpected character ';' at position 3"),
        ("tr(SA)", "position 4: unknown name 'SA'.*S A"),
        ("tr(x)", "unknown name 'x'"),
        ("S^A", "got 'A', expected an exponent"),
        ("S^-1", "got '-', expected an exponent"),
        ("S^0.5", "got '0.5', expected an exponent"),
        ("S 2", "got '2', expected an operator"),
        ("S/A", "position 3: a divisor is a number"),
        ("S/(1 - 1)", "position 3: a divisor is a number other than 0"),
        ("1 - S", "a number cannot be added to a matrix"),
        ("tr(2)", "needs a matrix inside, got a number"),
        ("__import__('os')", "unexpected character '_'"),
        ("S^10000", f"exponent 10000, allowed up to {MAX_EXPONENT}"),
        ("tr(S^100)", f"degree {MAX_DEGREE + 1} in S.*allowed up to {MAX_DEGREE}"),
        ("tr(A^100 B)", f"{MAX_LETTERS + 1} letters, allowed up to {MAX_LETTERS}"),
        ("(A + B)^40", f"1024 terms, allowed up to {MAX_TERMS}"),
        ("((A + B)^9 + I)^2", "expanding takes .* allowed"),
        ("(" * 60 + "S" + ")" * 60, f"nested deeper than {MAX_NESTING}"),
        ("9" * 101, f"101 digits, allowed up to {MAX_DIGITS}"),
        ("((9^100)^100)^100", "coefficient has .* bits"),
        ("S" * 3000, f"3000 characters, allowed {MAX_CHARACTERS}"),
    ],
)
def test_what_is_refused_says_why(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        expect(text)
    assert "\n" not in str(caught.value)


def test_a_formula_nobody_can_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theory.expression.MAX_FORMULA_TERMS", 14)
    assert expect("tr(S A S B S A)")["formula"]
    with pytest.raises(ValueError, match="more than 14 terms, which is the limit: give the matrices"):
        expect("tr(S A S B S C)")


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="matrix 'B' is not given"):
        expect("tr(S B)", n=3, matrices={"A": A})
    with pytest.raises(ValueError, match="'tr' is reserved"):
        expect("tr(S)", matrices={"tr": A})
    with pytest.raises(ValueError, match="n is a positive number, got 0"):
        expect("tr(S)", n=0)
    with pytest.raises(ValueError, match=r"shape \(2, 2\), not 3 x 3"):
        expect("tr(S A)", sigma=identity(3), matrices={"A": A})
    with pytest.raises(ValueError, match="square matrix"):
        expect("tr(u)", matrices={"u": dense([[1], [2]]), "A": A})
    with pytest.raises(ValueError, match="do not agree"):
        expect("u + S", n=1, matrices={"A": A, "u": dense([[1], [2]])})
    with pytest.raises(ValueError, match="100000 is too large to write out"):
        expect("S A", n=1, matrices={"A": diagonal([(1, 99_999), (2, 1)])})
    with pytest.raises(ValueError, match="give n for a value"):
        expect("S A S", matrices={"A": diagonal([(1, 30), (2, 1)])})
    with pytest.raises(ValueError, match="entries with 40001 bits is too long for degree 12"):
        expect("tr((S A)^12)", n=1, matrices={"A": diagonal([(2**40_000 - 1, 1), (1, 1)])})


@given(st.text(alphabet="SAtr()'^+-*/ 0123456789.In", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        parse(text)
    except ValueError as error:
        assert "\n" not in str(error)


@given(st.lists(st.sampled_from(["S", "A", "A'", "B", "Sigma"]), min_size=1, max_size=5))
def test_a_matrix_value_has_the_entries_of_its_traces(letters: list[str]) -> None:
    text = " ".join(letters)
    found = expect(text, n=3, sigma=D, matrices={"A": A, "B": B})["value"]
    for i, j in product(range(2), repeat=2):
        unit = dense([[int((r, c) == (j, i)) for c in range(2)] for r in range(2)])
        entry = evaluate([word("E " + text)], {"A": A, "B": B, "E": unit}, 3, D)
        assert found[i][j] == str(entry)
