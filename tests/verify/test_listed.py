"""A search over listed points refutes and never passes; the largest ratio is exact."""

from fractions import Fraction as F

from tests.verify.planted import statement
from verify.claim import Context
from verify.families import integers
from verify.listed import listed
from verify.tightness import largest
from verify.verdict import Verdict

CONTEXT = Context(seed=7)
RELATION = "moment(k, n, d) <= c"


def points(full):
    return [integers(k=2, n=n, d=1) for n in ((1, 2, 4) if full else (2, 4))]


def test_a_true_statement_stays_undecided_and_a_false_one_is_refuted():
    # E s^2 = 1 + 2/n: 2 at n = 2, 3 at n = 1
    check = listed(points, "n small")
    assert check.run(statement(RELATION, c="2"), CONTEXT).verdict is Verdict.UNDECIDED
    found = check.run(statement(RELATION, c="3/2"), CONTEXT)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample["point"]["n"] == "2"


def test_the_full_profile_has_more_points():
    check = listed(points, "n small")
    full = Context(seed=7, profile="full")
    assert check.run(statement(RELATION, c="2"), full).counterexample["point"]["n"] == "1"


def test_largest_ratio_and_where():
    found = largest(next(iter(statement(RELATION, c="4").conclusions)), points(True))(
        statement(RELATION, c="4"))
    assert F(found["ratio"]) == F(3, 4)
    assert found["at"]["n"] == "1"
    assert largest(next(iter(statement(RELATION, c="0").conclusions)), points(True))(
        statement(RELATION, c="0")) == {}
