"""The statement language: what it parses, what it prints back, what it refuses."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.evaluate import EvaluationError, compare, holds, value
from verify.language import LanguageError, names, parse, to_text

LEAVES = st.sampled_from([["num", "2"], ["num", "7"], ["name", "n"], ["name", "d"]])
TREES = st.recursive(LEAVES, lambda inner: st.one_of(
    st.tuples(st.sampled_from("+-*"), inner, inner).map(list),
    inner.map(lambda t: ["neg", t]),
    inner.map(lambda t: ["^", t, ["num", "2"]])), max_leaves=12)


@given(TREES)
@settings(max_examples=100, deadline=None)
def test_text_of_a_tree_has_the_same_value(tree):
    point = {"n": Fraction(3), "d": Fraction(5, 2)}
    assert value(parse(to_text(tree)), point) == value(tree, point)


@pytest.mark.parametrize(("text", "expected"), [
    ("1 + 2*3", 7), ("2^3^2", 512), ("-2^2", -4), ("(1 - 1/2)/2", Fraction(1, 4)),
    ("2^-1", Fraction(1, 2)), ("8 - 3 - 2", 3), ("0.25*4", 1), ("1e3", 1000),
    ("sqrt(9/4)", Fraction(3, 2)), ("27^(2/3)", 9), ("binomial(5, 2)", 10),
    ("double_factorial(4)", 105), ("catalan(4)", 14),
])
def test_values(text, expected):
    assert value(parse(text), {}) == expected


@pytest.mark.parametrize("text", ["", "1 +", "(1", "1)", "n n", "f(,)", "1 < 2 < 3", "import os",
                                  "a.b", "__x", "n = = d", "x[0]", "'a'", "lambda: 1"])
def test_refused(text):
    with pytest.raises((LanguageError, EvaluationError), match="got|allowed"):
        holds(parse(text), {"n": Fraction(1), "d": Fraction(1)})


def test_deep_nesting_is_refused():
    with pytest.raises(LanguageError, match="nesting"):
        parse("(" * 100 + "1" + ")" * 100)
    with pytest.raises(LanguageError, match="characters"):
        parse("1+" * 5000 + "1")


def test_irrational_comparison_is_decided_by_balls():
    assert holds(parse("sqrt(2) < 1.41421356237309505"), {}) is True
    assert holds(parse("sqrt(2) < 1.41421356237309504"), {}) is False
    assert holds(parse("sqrt(2) + sqrt(3) = sqrt(5 + 2*sqrt(6))"), {}) is None


def test_ties_of_roots_are_decided_by_raising_to_a_power():
    assert holds(parse("sqrt(2)*sqrt(3) = sqrt(6)"), {}) is True
    assert holds(parse("2^(1/3)*4^(1/3) <= 2"), {}) is True
    assert holds(parse("2^(1/3)*4^(1/3) < 2"), {}) is False


def test_a_huge_power_is_refused_and_not_computed():
    with pytest.raises(EvaluationError, match="allowed"):
        value(parse("10^10^10"), {})


def test_names_exclude_quantities():
    assert names(parse("moment(k, n, d) <= 1 + c")) == {"k", "n", "d", "c"}


def test_compare_rejects_an_order_of_matrices():
    from theory.matrices import identity

    with pytest.raises(EvaluationError, match="preceq"):
        compare("<=", identity(2), identity(2))
