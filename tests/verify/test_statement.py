"""Statements as data: hash, evaluation at a point, altered constants, what is not well formed."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theory.matrices import dense, identity
from verify import domains
from verify.domains import DomainError
from verify.evaluate import EvaluationError, exact_json
from verify.language import LanguageError
from verify.statement import Statement, StatementError


def statement(**changes):
    """For all n, d: n >= c d^2 implies 1 + delta <= 2, with delta = d/n."""
    fields = {"parameters": {"n": "positive integer", "d": "positive integer"}, "constants": {"c": "4"},
              "hypotheses": ("n >= c*d^2",), "definitions": {"delta": "d/n"},
              "conclusions": {"bound": "1 + delta <= 2"}, **changes}
    return Statement(**fields)


def point(**values):
    return {name: Fraction(value) for name, value in values.items()}


# hash


def test_the_tree_is_json_and_its_hash_is_that_of_the_content():
    one = statement()
    assert json.loads(json.dumps(one.tree())) == one.tree()
    assert one.hash == statement(constants={"c": "8/2"}).hash == statement(hypotheses=("n>=c * d^2",)).hash
    assert len(one.hash) == 64


@pytest.mark.parametrize("changes", [
    {"constants": {"c": "5"}}, {"hypotheses": ()}, {"hypotheses": ("n > c*d^2",)},
    {"conclusions": {"bound": "1 + delta < 2"}}, {"conclusions": {"other": "1 + delta <= 2"}},
    {"definitions": {"delta": "n/d"}}, {"parameters": {"n": "positive integer", "d": "positive real"}},
])  # fmt: skip
def test_any_change_changes_the_hash(changes):
    assert statement(**changes).hash != statement().hash


def test_an_altered_constant():
    altered = statement().with_constants({"c": "1"})
    assert altered.hash == statement(constants={"c": "1"}).hash
    with pytest.raises(StatementError, match="^got the constant 'x', allowed c$"):
        statement().with_constants({"x": "1"})
    with pytest.raises(StatementError, match="allowed none: this reading has no named constants"):
        statement(constants={}, hypotheses=()).with_constants({"c": "1"})


# evaluation


def test_a_point_inside_the_hypotheses():
    found = statement().evaluate(point(n=4, d=1))
    assert found.applies and found.holds is True and found.failing() is None
    assert found.json() == {
        "hypotheses": {"n >= c*d^2": True}, "holds": True, "vacuous": False,
        "parts": [{"name": "bound", "lhs": "5/4", "relation": "<=", "rhs": "2", "holds": True}]}


def test_a_point_outside_the_hypotheses_decides_nothing():
    found = statement().evaluate(point(n=1, d=2))
    assert not found.applies and found.holds is None and found.failing() is None
    assert found.json()["parts"][0]["holds"] is False
    assert found.json()["vacuous"] is True


def test_a_failing_part_is_named():
    found = statement(conclusions={"fine": "n >= d", "bad": "n < d"}).evaluate(point(n=4, d=1))
    assert found.holds is False
    assert found.failing() == {"name": "bad", "lhs": "4", "relation": "<", "rhs": "1", "holds": False}


@pytest.mark.parametrize("relation", ["1/(n - 4) > 0", "sqrt(1 - n) > 0", "(0 - n)^(1/2) = 1"])
def test_a_part_without_a_value_is_outside_the_statement(relation):
    found = statement(conclusions={"bad": relation}).evaluate(point(n=4, d=1))
    part, = found.parts
    assert (part["lhs"], part["rhs"], part["holds"]) == (None, None, None)
    assert part["error"]
    assert found.holds is None and found.failing() is None


def test_predicates_have_no_sides():
    matrices = statement(parameters={"d": "positive integer", "A": "symmetric matrix(d)"}, hypotheses=(),
                         constants={}, definitions={}, conclusions={"order": "preceq(A, 2*A)"})
    found = matrices.evaluate({"d": Fraction(2), "A": identity(2)}).json()["parts"]
    assert found == [{"name": "order", "lhs": "preceq(A, 2*A)", "relation": "holds", "rhs": None,
                      "holds": True}]


@pytest.mark.parametrize(("values", "message"), [
    ({"n": 1}, "got no value for d, allowed a positive integer"),
    ({"n": 1, "d": 1, "x": 1}, "got the parameter 'x', allowed n, d"),
    ({"n": 0, "d": 1}, "n: got 0, allowed a positive integer"),
    ({"n": Fraction(1, 2), "d": 1}, "n: got 1/2, allowed a positive integer"),
])  # fmt: skip
def test_points_that_are_none(values, message):
    with pytest.raises((StatementError, DomainError), match=f"^{message}$"):
        statement().evaluate(point(**values))


@given(st.integers(1, 10**30), st.integers(1, 10**6))
@settings(max_examples=50, deadline=None)
def test_hypotheses_are_decided_exactly(n, d):
    found = statement().evaluate(point(n=n, d=d))
    assert found.hypotheses == {"n >= c*d^2": n >= 4 * d * d}
    assert found.parts[0]["holds"] is (d <= n)


# domains


@pytest.mark.parametrize(("domain", "value", "inside"), [
    ("positive integer", Fraction(0), False), ("nonnegative integer", Fraction(0), True),
    ("positive real", Fraction(1, 3), True), ("positive real", Fraction(0), False),
    ("nonnegative real", Fraction(0), True), ("real", Fraction(-1), True),
    ("unit interval", Fraction(1), False), ("unit interval", Fraction(1, 2), True),
    ("real matrix(d)", dense([[0, 1], [0, 0]]), True),
    ("symmetric matrix(d)", dense([[0, 1], [0, 0]]), False),
    ("positive definite matrix(d)", dense([[1, 2], [2, 1]]), False),
    ("positive semidefinite matrix(d)", dense([[1, 1], [1, 1]]), True),
    ("positive definite matrix(d)", dense([[1, 1], [1, 1]]), False),
    ("real matrix(d)", identity(3), False), ("real matrix(d)", Fraction(1), False),
    ("vector(d)", (Fraction(1), Fraction(2)), True), ("vector(d)", (Fraction(1),), False),
    ("vector(d)", Fraction(1), False), ("data matrix(d, n)", dense([[1, 2, 3], [4, 5, 6]]), True),
    ("data matrix(d, n)", dense([[1, 2], [3, 4]]), False), ("real", identity(2), False),
])  # fmt: skip
def test_domains(domain, value, inside):
    sizes = {"d": Fraction(2), "n": Fraction(3)}
    if inside:
        domains.check("x", value, domain, sizes)
        return
    with pytest.raises(DomainError, match="^x: got .*, allowed ") as caught:
        domains.check("x", value, domain, sizes)
    assert "\n" not in str(caught.value)


def test_a_domain_that_does_not_exist():
    with pytest.raises(DomainError, match="^got the domain 'complex', allowed positive integer, "):
        domains.split("complex")


@given(st.text(max_size=30))
def test_any_domain_is_split_or_refused(text):
    try:
        kind, _ = domains.split(text)
    except DomainError:
        return
    assert kind in {*domains.SCALARS, *domains.MATRICES, *domains.VECTORS, *domains.DATA}


# form


@pytest.mark.parametrize(("changes", "message"), [
    ({"conclusions": {}}, "a statement needs a conclusion"),
    ({"conclusions": {"bad": "m > 1"}}, r"got \['m'\], allowed c, d, delta, n"),
    ({"conclusions": {"bad": "n + 1"}}, r"got n \+ 1, allowed a relation or a predicate"),
    ({"conclusions": {"bad": "momentt(n) > 1"}}, "got the quantity 'momentt', allowed for example moment"),
    ({"conclusions": {"bad": "moment(n) > 1"}}, r"got moment\(n\) \(missing"),
    ({"conclusions": {"bad": "n >"}}, "got 'the end'"),
    ({"constants": {"c": "four"}}, "c: got 'four', allowed an exact number"),
    ({"constants": {"c": "1e99999"}}, "allowed exponents up to 10000"),
    ({"constants": {"c": "4", "n": "1"}}, "got 'n' twice, allowed one meaning per name"),
    ({"definitions": {"delta": "eps", "eps": "delta"}}, "got the definitions delta, eps, which"),
    ({"definitions": {"delta": "delta + 1"}}, "got the definitions delta, which need each other"),
    ({"parameters": {"n": "positive integer", "d": "number"}}, "got the domain 'number'"),
    ({"parameters": {"n": "positive integer", "d": "vector(m)"}}, r"got vector\(m\), allowed a size that is"),
])  # fmt: skip
def test_not_well_formed(changes, message):
    with pytest.raises((StatementError, DomainError, LanguageError, ValueError), match=message) as caught:
        statement(**changes).check()
    assert "\n" not in str(caught.value)


# consequences


def test_what_follows_plainly_from_another_statement():
    strict = statement(conclusions={"bound": "1 + delta < 2"})
    assert strict.follows_from(strict, "bound")
    assert statement().follows_from(strict, "bound")
    assert not strict.follows_from(statement(), "bound")
    assert statement(conclusions={"bound": "2 >= 1 + delta"}).follows_from(statement(), "bound")
    assert statement(hypotheses=("n >= c*d^2", "n >= 2")).follows_from(statement(), "bound")
    assert not statement(hypotheses=()).follows_from(statement(), "bound")
    assert statement().with_constants({"c": "1"}).follows_from(statement(), "bound")
    assert not statement(definitions={"delta": "n"}).follows_from(statement(), "bound")
    assert not statement(conclusions={"other": "1 + delta <= 2"}).follows_from(statement(), "other")


# values as JSON


def test_values_as_json():
    assert exact_json(Fraction(5, 3)) == "5/3"
    assert exact_json(Fraction(10) ** 5000) == "1" + "0" * 5000
    assert exact_json(dense([[1, Fraction(1, 2)], [0, 1]])) == [["1", "1/2"], ["0", "1"]]
    assert exact_json(identity(3)) == {"diag": [["1", 3]]}
    assert exact_json((Fraction(1), Fraction(2))) == ["1", "2"]


def test_an_unknown_name_is_no_value():
    from verify.evaluate import value
    from verify.language import parse

    with pytest.raises(EvaluationError, match="got the name 'x', allowed n"):
        value(parse("x + 1"), {"n": Fraction(1)})
