"""Every kind of check passes its planted true statement and does not pass the false one."""

import pytest

from tests.verify.planted import ARGUMENT, PAIRS, POINTS, REGION, SEARCH, statement
from verify.checks import Identity, Region, Search, Step
from verify.claim import Context
from verify.statement import Statement
from verify.verdict import PASSES, Evidence, Verdict, combine, contradiction

CONTEXT = Context(seed=7, false_alarm=1e-8)


@pytest.mark.parametrize(("check", "relation", "true", "false"), PAIRS,
                         ids=[type(p[0]).__name__ for p in PAIRS])
def test_planted_pairs(check, relation, true, false):
    passing = check.run(statement(relation, c=true), CONTEXT)
    failing = check.run(statement(relation, c=false), CONTEXT)
    if isinstance(check, Search):
        assert passing.verdict is Verdict.UNDECIDED
        assert failing.verdict is Verdict.REFUTED
    else:
        assert passing.verdict in PASSES
        assert failing.verdict not in PASSES


def test_region_needs_the_hypothesis_that_its_shift_uses():
    shifted = Region(lower={"d": "1", "n": "4*d"}, each={"k": (2,)})
    relation = "moment(k, n, d) <= 3/2"
    with_hypothesis = shifted.run(statement(relation, ("n >= 4*d",)), CONTEXT)
    without = shifted.run(statement(relation), CONTEXT)
    weaker = shifted.run(statement(relation, ("n >= 2*d",)), CONTEXT)
    assert with_hypothesis.verdict is Verdict.PROVED
    assert without.verdict is Verdict.UNDECIDED
    assert "does not follow" in without.summary
    assert weaker.verdict is Verdict.UNDECIDED


def test_region_rejects_a_strict_inequality_that_fails_at_the_corner():
    closed = REGION.run(statement("1 <= moment(k, n, d)"), CONTEXT)
    strict = REGION.run(statement("1 < moment(k, n, d)"), CONTEXT)
    assert closed.verdict is Verdict.PROVED
    assert strict.verdict is Verdict.UNDECIDED


def test_points_refute_with_both_sides():
    found = POINTS.run(statement("moment(k, n, d) = 1 + 3/n"), CONTEXT)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample["point"] == {"k": "2", "n": "1", "d": "1"}
    assert (found.counterexample["lhs"], found.counterexample["rhs"]) == ("3", "4")


def test_points_that_satisfy_no_hypothesis_decide_nothing():
    found = POINTS.run(statement("1 = 1", ("n >= 100",)), CONTEXT)
    assert found.verdict is Verdict.UNDECIDED


def test_search_shrinks_in_order():
    found = SEARCH.run(statement("moment(k, n, d) <= 2"), CONTEXT)
    assert found.counterexample["point"] == {"k": "2", "n": "1", "d": "1"}


def test_search_ignores_points_outside_the_hypotheses():
    found = SEARCH.run(statement("moment(k, n, d) <= 2", ("n >= 1000",)), CONTEXT)
    assert found.verdict is Verdict.UNDECIDED


def test_argument_names_the_failing_step():
    found = ARGUMENT.run(statement("moment(k, n, d) <= 9", c="2"), CONTEXT)
    assert found.verdict is Verdict.UNDECIDED
    assert "step 1" in found.summary


def test_argument_needs_a_machine_step():
    from verify.checks import Argument, Step

    found = Argument((Step("clearly"),), scope="all").run(statement("1 = 1"), CONTEXT)
    assert found.verdict is Verdict.UNDECIDED


def evidence(verdict, *parts):
    return Evidence(verdict, parts, "test", "")


def test_a_part_without_evidence_is_undecided():
    assert combine(("a", "b"), [evidence(Verdict.PROVED, "a")]) is Verdict.UNDECIDED


def test_the_weakest_part_decides_and_the_best_evidence_of_a_part():
    found = [evidence(Verdict.PROVED, "a"), evidence(Verdict.SUPPORTED, "b"),
             evidence(Verdict.CERTIFIED, "b")]
    assert combine(("a", "b"), found) is Verdict.CERTIFIED


def test_one_counterexample_refutes_and_a_clash_is_noticed():
    found = [evidence(Verdict.PROVED, "a"), evidence(Verdict.REFUTED, "a")]
    assert combine(("a",), found) is Verdict.REFUTED
    assert contradiction(found) == "a"
    assert contradiction(found[:1]) is None
    grid = [evidence(Verdict.CERTIFIED, "a"), evidence(Verdict.REFUTED, "a")]
    assert contradiction(grid) is None


def test_an_error_counts_only_where_nothing_decides():
    error = evidence(Verdict.ERROR, "a")
    assert combine(("a",), [error, evidence(Verdict.PROVED, "a")]) is Verdict.PROVED
    assert combine(("a",), [error]) is Verdict.ERROR


def test_identity_is_not_fooled_by_agreement_at_a_point():
    check = Identity(free=("n", "d"), each={"k": (2,)})
    assert check.run(statement("moment(k, n, d) = 1 + 2*d/n"), CONTEXT).verdict is Verdict.UNDECIDED


def test_a_step_without_a_parameter_drops_the_definitions_that_need_it():
    parent = Statement({"n": "positive integer", "d": "positive integer"}, {"c": "1"}, (),
                       {"all": "e <= c + n"},
                       {"ratio": "d/n", "e": "ratio - ratio", "twice": "2*d"})
    step = Step("twice d", "twice >= d", keep=("d",)).statement(parent)
    assert set(step.definitions) == {"twice"}
    step.check()


def test_a_grid_does_not_pass_where_the_proof_of_the_part_lapsed():
    lapsed = Evidence(Verdict.UNDECIDED, ("a",), "argument", "")
    grid = Evidence(Verdict.CERTIFIED, ("a",), "points", "")
    assert combine(("a",), [lapsed, grid]) is Verdict.UNDECIDED
    assert combine(("a",), [grid]) is Verdict.CERTIFIED


@pytest.mark.parametrize(("text", "follows"), [
    ("moment(k, n, d) <= 2", True), ("2 >= moment(k, n, d)", True),
    ("3*moment(k, n, d) <= 3*2", True), ("moment(k, n, d) + 1 <= 2 + 1", True),
    ("moment(k, n, d) <= 2 + 1", True), ("moment(k, n, d) <= 2 - 1", False),
    ("moment(k, n, d) >= 2", False), ("moment(k, n, d) < 2", False),
])
def test_what_plainly_follows(text, follows):
    assert statement(text).follows_from(statement("moment(k, n, d) <= 2"), "part") is follows
