"""Where a statement starts to speak, and exact ties between rational powers."""

from fractions import Fraction

import pytest

from verify.language import parse
from verify.radicals import decide
from verify.report.speaks import least, least_n_table, left_out
from verify.statement import Statement, StatementError

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "A": "real matrix(d)"}
DELTA = {"delta": "(8*L*d/sqrt(n))^(1/(2*L))"}


def statement(*hypotheses, parameters=PARAMETERS, **constants):
    return Statement(parameters, constants, hypotheses, {"part": "1 = 1"}, DELTA)


def table(found):
    return {(row.get("L"), row.get("d")): row["n"] for row in found}


def test_a_rational_threshold_is_exact():
    # 8 L d^2 / sqrt(n) <= 4^{-L}: n >= 64 L^2 d^4 16^L, attained
    found = table(least_n_table(statement("8*L*d^2/sqrt(n) <= 1/base^(2*L)", base="2"), None))
    assert len(found) == 16
    assert all(int(found[L, d]) == 64 * L**2 * d**4 * 16**L for L, d in found)


def test_a_tie_of_irrational_powers_is_exact():
    # delta d^{1/(2L)} < 1/2: n > 64 L^2 d^4 16^L, where both sides are equal and no ball separates
    found = table(least_n_table(statement("delta*d^(1/(2*L)) < 1/2"), None))
    assert all(int(found[L, d]) == 64 * L**2 * d**4 * 16**L + 1 for L, d in found)


def test_the_speaking_relation_counts_beside_the_hypotheses():
    found = table(least_n_table(statement("n > d"), "8*delta*d^(1/(2*L)) < 1"))
    assert found[2, 10] == str(64 * 4 * 10**4 * 8**8 + 1)


def test_only_what_is_mentioned_is_an_axis():
    assert least_n_table(statement("n > d"), None) == [
        {"d": 1, "n": "2"}, {"d": 2, "n": "3"}, {"d": 10, "n": "11"}, {"d": 100, "n": "101"}]
    assert least_n_table(statement("L >= 2"), None) == []
    assert least_n_table(statement(), None) == []


def test_k_is_the_axis_where_there_is_no_loop():
    parameters = {"k": "positive integer", "n": "positive integer", "d": "positive integer"}
    found = least_n_table(statement("n >= 4*k^2*d^2", parameters=parameters), None)
    assert {"k": 3, "d": 10, "n": "3600"} in found


def test_hypotheses_on_matrices_are_left_out_and_named():
    partly = statement("n > d", "loss(L, n, A) >= 1/sqrt(n)", "symmetric(A)")
    assert least_n_table(partly, None)[0] == {"d": 1, "n": "2"}
    reading = {"statement": {"parameters": PARAMETERS, "definitions": DELTA, "conclusions": {},
                             "hypotheses": list(partly.hypotheses)}, "constants": {}}
    assert left_out(reading) == ["loss(L, n, A) >= 1/sqrt(n)"]


def test_no_n_is_no_number():
    assert least_n_table(statement("n < d/(d + 1)"), None)[0] == {"d": 1, "n": None}


def test_a_relation_on_other_parameters_is_refused():
    with pytest.raises(StatementError, match="allowed L, d, delta, n"):
        least_n_table(statement("n > d"), "trace(A) > n")


def test_a_constant_moves_the_table():
    for base, expected in (("2", 64 * 16), ("3", 64 * 81)):
        found = least_n_table(statement("8*L*d^2/sqrt(n) <= 1/base^(2*L)", base=base), None)
        assert found[0] == {"L": 1, "d": 1, "n": str(expected)}


@pytest.mark.parametrize("threshold", [1, 2, 12, 13, 16, 17, 255, 256, 257, 2**64 + 1, 10**30])
def test_least(threshold):
    assert least(lambda n: n >= threshold) == threshold


@pytest.mark.parametrize("text, answer", [
    ("sqrt(2)*sqrt(8) = 4", True), ("sqrt(2)*sqrt(8) < 4", False), ("2^(1/2) < 3^(1/3)", True),
    ("-sqrt(2) < -sqrt(3)", False), ("-sqrt(3) < -sqrt(2)", True), ("-sqrt(2) < sqrt(2)", True),
    ("sqrt(2) >= 0", True), ("0 < -sqrt(2)", False), ("(1/x)^(1/2) != x^(-1/2)", False),
    ("(1 + 1)^(1/3) <= 2", True), ("sqrt(2) + 1 < 3", None), ("sqrt(0 - 1) < 1", None),
    ("1/0 < 1", None), ("2^(10^9) > 1", None)])
def test_exact_comparison_of_rational_powers(text, answer):
    assert decide(parse(text), {"x": Fraction(5)}) is answer
