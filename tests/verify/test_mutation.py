"""Mutants are false by an exact witness, controls are true because the original is."""

import json
from fractions import Fraction

import pytest

from tests.verify.command_line import call, claims, plant
from verify import registry
from verify.checks import Points
from verify.claim import Claim, Context, Reading
from verify.commands.mutation import clopper_pearson, summary, trial
from verify.domains import DomainError
from verify.evaluate import EvaluationError
from verify.language import parse
from verify.mutation import Mutant, changed, controls, mutants, nodes, pool, witness
from verify.statement import Statement


def statement(**changes):
    fields = {"parameters": {"n": "positive integer", "d": "positive integer"}, "constants": {"c": "2"},
              "hypotheses": ("n >= d",), "definitions": {}, "conclusions": {"bound": "1 + d/n <= c"},
              **changes}
    return Statement(**fields)


GRID = [{"n": Fraction(n), "d": Fraction(d)} for n in (1, 2, 3, 50) for d in (1, 2, 3)]


def test_nodes_and_changes():
    tree = parse("1 + d/n <= c")
    assert [path for path, _ in nodes(tree)] == [(), (1,), (1, 1), (1, 2), (1, 2, 1), (1, 2, 2), (2,)]
    other = changed(tree, (1, 2), ["num", "7"])
    assert other == parse("1 + 7 <= c")
    assert tree == parse("1 + d/n <= c")
    assert changed(tree, (), ["num", "1"]) == ["num", "1"]


def test_every_operator_is_tried():
    found = {(m.operator, m.where) for m in mutants(statement())}
    assert {operator for operator, _ in found} == {
        "direction", "right side times 2", "right side divided by 2", "right side minus 1", "number plus 1",
        "sign", "constant times 2", "constant divided by 2", "d for n", "dropped hypothesis"}
    assert ("dropped hypothesis", "n >= d") in found
    powers = {m.operator for m in mutants(statement(conclusions={"bound": "n^2 >= d"}))}
    assert {"exponent plus 1", "exponent minus 1"} <= powers


def test_mutants_are_well_formed_and_other_statements():
    original = statement()
    for mutant in mutants(original):
        mutant.statement.check()
        assert mutant.statement.hash != original.hash


def test_a_witness_satisfies_the_hypotheses_and_fails():
    by_operator = {m.operator: m.statement for m in mutants(statement())}
    assert witness(statement(), GRID) is None
    # without n >= d, 1 + d/n is no longer at most 2
    assert witness(by_operator["dropped hypothesis"], GRID) == {"n": 1, "d": 2}
    assert witness(by_operator["right side divided by 2"], GRID) == {"n": 1, "d": 1}
    assert witness(by_operator["right side times 2"], GRID) is None
    assert witness(by_operator["sign"], GRID) is None


def test_a_witness_never_lies_where_the_statement_has_no_value():
    assert witness(statement(conclusions={"bound": "1/(n - 1) > 1"}), GRID[:3]) is None


def test_controls_hold_wherever_the_original_does():
    original = statement()
    found = list(controls(original))
    assert {m.operator for m in found} == {
        "sides exchanged", "both sides times 3", "both sides plus 1", "right side plus 1",
        "a further hypothesis"}
    for control in found:
        control.statement.check()
        assert witness(control.statement, GRID) is None
    strict = {m.operator for m in controls(statement(conclusions={"bound": "d/n < c"}))}
    assert "not strict" in strict
    lower = {m.operator for m in controls(statement(conclusions={"bound": "c >= d/n"}))}
    assert "right side minus 1" in lower


@pytest.mark.parametrize("claim_id", ["looped.lem-A.2", "one_step.lem-4", "looped.thm-3.4"])
def test_controls_of_claims_are_true_on_their_pool(claim_id):
    claim = registry.get(claim_id)
    reading = claim.repaired or claim.printed
    context = Context(claim_id=claim_id)
    points = pool(claim, reading, context)
    assert points
    for control in controls(reading.statement):
        assert witness(control.statement, points[:40]) is None


def test_the_pool_holds_the_claims_own_points_and_skips_those_without_a_value():
    reading = Reading(text="t", parameters={"x": "positive real"}, conclusions={"part": "x > 0"},
                      checks=(Points([{"x": Fraction(5, 7)}], "one"),), expected="CERTIFIED", because="b")
    claim = Claim(number="1", title="t", source="s", printed=reading, id="cross.toy")
    points = pool(claim, reading, Context())
    assert {"x": Fraction(5, 7)} in points
    with pytest.raises((DomainError, EvaluationError)):
        reading.statement.evaluate({"x": Fraction(-1)})
    assert witness(reading.statement, [{"x": Fraction(-1)}]) is None


# the table


@pytest.mark.parametrize(("errors", "trials", "bound"), [
    # 1 - 0.05^(1/n) with no error; the whole unit interval with no trial
    (0, 300, 1 - 0.05 ** (1 / 300)), (0, 1, 0.95), (0, 0, 1.0), (3, 3, 1.0),
])  # fmt: skip
def test_clopper_pearson(errors, trials, bound):
    assert clopper_pearson(errors, trials) == pytest.approx(bound, rel=1e-9)


def test_an_undecided_mutant_is_no_verdict_and_is_counted_apart():
    def one(false, verdict, wrong):
        return {"id": "a", "reading": "printed", "operator": "o", "where": "w", "false": false,
                "verdict": verdict, "wrong": wrong, "conclusion": "c"}

    found = summary([one(True, "REFUTED", False), one(True, "UNDECIDED", False), one(True, "PROVED", True),
                     one(False, "PROVED", False), one(False, "REFUTED", True), one(False, "ERROR", False)])
    assert {k: found["mutants"][k] for k in ("tried", "decided", "no_verdict", "wrong")} == {
        "tried": 3, "decided": 2, "no_verdict": 1, "wrong": 1}
    assert {k: found["controls"][k] for k in ("tried", "decided", "no_verdict", "wrong")} == {
        "tried": 3, "decided": 2, "no_verdict": 1, "wrong": 1}


class Careless:
    """A check that passes everything."""

    def run(self, statement, context):
        from verify.verdict import Evidence, Verdict

        return Evidence(Verdict.PROVED, tuple(statement.conclusions), "careless", "looks right")


def toy(check, relation="n + c > n"):
    reading = Reading(text="t", parameters={"n": "positive integer"}, constants={"c": "1"},
                      conclusions={"part": relation}, checks=(check,), expected="PROVED", because="b")
    return Claim(number="1", title="t", source="s", printed=reading, id="cross.toy"), reading


def test_a_verifier_that_passes_everything_is_caught():
    claim, reading = toy(Careless())
    mutant = Mutant("own mutant", "part", reading.statement.with_constants({"c": "0"}))
    assert trial(claim, "printed", reading, mutant, false=True)["wrong"] is True
    careful = toy(Points([{"n": Fraction(1)}], "n = 1"))
    assert trial(careful[0], "printed", careful[1], mutant, false=True)["wrong"] is False


def test_a_verifier_that_refutes_the_truth_is_caught():
    claim, reading = toy(Points([{"n": Fraction(1)}], "n = 1"))
    control = Mutant("planted", "part", reading.statement.with_constants({"c": "0"}))
    assert trial(claim, "printed", reading, control, false=False)["wrong"] is True


def test_the_command_prints_the_table_and_stores_all_trials(tmp_path):
    with claims(plant(tmp_path / "claims", toy="")):
        answer = call("mutate", "--jobs", 1, "--json", "--out", tmp_path / "out")
        plain = call("mutate", "cross.toy", "--jobs", 1)
    assert answer.code == plain.code == 0
    found = json.loads(answer.out)
    assert found["mutants"]["wrong"] == found["controls"]["wrong"] == 0
    assert found["mutants"]["decided"] > 0 and found["controls"]["decided"] > 0
    stored = json.loads((tmp_path / "out" / "mutation.json").read_text())
    assert len(stored["trials"]) == found["mutants"]["tried"] + found["controls"]["tried"]
    assert plain.out.startswith("false accepts: 0 of ")


def test_a_careless_claim_makes_the_command_fail(tmp_path):
    body = "return Evidence(Verdict.PROVED, ('part',), 'careless', 'looks right')"
    folder = plant(tmp_path, toy=body)
    path = folder / "cross" / "toy.py"
    path.write_text(path.read_text().replace('"n": Fraction(3)', '"n": Fraction(1)'))
    with claims(folder):
        answer = call("mutate", "--jobs", 1)
    # each false mutant is refuted by the points and proved by the careless check: an error, not a pass
    assert answer.code == 4
    assert "false accepts: 0 of" not in answer.out


def test_a_claim_whose_checks_take_the_process_down_is_named(tmp_path):
    with claims(plant(tmp_path, toy="os._exit(3)")):
        answer = call("mutate", "--jobs", 1)
    assert answer.code == 4
    assert "crashed: cross.toy: BrokenProcessPool" in answer.out
