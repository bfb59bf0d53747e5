"""claim -> record: verdicts combined, crashes kept to their row, seeds of their own."""

import json
from fractions import Fraction

import pytest

from verify.checks import Points, Search
from verify.claim import Claim, Context, Reading
from verify.decide import broken, decide, decide_reading, seed_of
from verify.verdict import Evidence, Verdict


class Fixed:
    """A check that answers as told, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.contexts = []

    def run(self, statement, context):
        self.contexts.append(context)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


POINTS = Points([{"n": Fraction(3)}], "n = 3")


def evidence(verdict, part="part", **more):
    return Evidence(verdict, (part,), "told", "told so", **more)


def reading(*checks, **changes):
    fields = {"text": "t", "parameters": {"n": "positive integer"}, "constants": {"c": "1"},
              "conclusions": {"part": "n + c > n"}, "checks": checks or (POINTS,), "expected": "CERTIFIED",
              "because": "b", **changes}
    return Reading(**fields)


def claim(printed, repaired=None):
    return Claim(number="1", title="t", source="s", printed=printed, repaired=repaired, id="cross.toy",
                 mutants=({"c": "0"},))


def record_of(found):
    return decide_reading(found, found.statement, Context(claim_id="cross.toy"))


def test_a_record_is_the_contracts_json():
    record = decide(claim(reading(), reading(note="why")), Context())
    assert record["id"] == "cross.toy" and record["paper"] == "cross"
    assert record["seconds"].keys() == {"wall", "cpu"}
    for name in ("printed", "repaired"):
        assert {"verdict", "scope", "reading", "counterexample", "tightness", "vacuous",
                "evidence"} <= record[name].keys()
        assert record[name]["verdict"] == "CERTIFIED"
        assert "expected" not in record[name]
    assert record["repaired"]["change"] == "why" and "change" not in record["printed"]
    assert json.loads(json.dumps(record)) == record


def test_changes_reach_their_own_reading_only():
    found = claim(reading(), reading())
    record = decide(found, Context(), {"repaired": {"c": "0"}})
    assert (record["printed"]["verdict"], record["repaired"]["verdict"]) == ("CERTIFIED", "REFUTED")
    assert record["repaired"]["constants"] == {"c": "0"}
    assert record["repaired"]["counterexample"]["point"] == {"n": "3"}
    assert record["printed"]["hash"] != record["repaired"]["hash"]


def test_the_expectation_is_never_read():
    verdicts = {record_of(reading(expected=expected))["verdict"]
                for expected in ("PROVED", "REFUTED", {"quick": "SKIPPED", "full": "ERROR"})}
    assert verdicts == {"CERTIFIED"}


@pytest.mark.parametrize("error", [
    RuntimeError("planted"), KeyError("x"), MemoryError(), RecursionError(), SystemExit(0),
    SystemExit("text"),
])  # fmt: skip
def test_a_crash_is_error_and_the_other_checks_go_on(error):
    alone = record_of(reading(Fixed(error)))
    assert alone["verdict"] == "ERROR" and alone["internal_failure"]
    beside = record_of(reading(Fixed(error), POINTS))
    assert [e["verdict"] for e in beside["evidence"]] == ["ERROR", "CERTIFIED"]
    assert beside["verdict"] == "CERTIFIED" and beside["internal_failure"]
    assert type(error).__name__ in beside["evidence"][0]["summary"]
    assert "\n" not in beside["evidence"][0]["summary"]


def test_ctrl_c_is_no_crash():
    with pytest.raises(KeyboardInterrupt):
        record_of(reading(Fixed(KeyboardInterrupt())))


@pytest.mark.parametrize("answer", [None, True, "PROVED", Verdict.PROVED])
def test_a_check_that_returns_something_else_is_a_crash(answer):
    record = record_of(reading(Fixed(answer)))
    assert record["verdict"] == "ERROR"
    assert "allowed Evidence" in record["evidence"][0]["summary"]


def test_tightness_that_crashes_leaves_the_verdict_and_is_told():
    record = record_of(reading(tightness=lambda statement: 1 / 0))
    assert record["verdict"] == "CERTIFIED" and record["internal_failure"]
    assert record["tightness"] is None
    assert record["evidence"][-1]["method"] == "tightness"
    assert "ZeroDivisionError" in record["evidence"][-1]["summary"]


def test_speaks_that_crashes_leaves_the_verdict_and_is_told():
    record = record_of(reading(speaks="strange > 1"))
    assert record["verdict"] == "CERTIFIED" and record["internal_failure"]
    assert record["speaks"] == []
    assert record["evidence"][-1]["method"] == "speaks"


def test_checks_that_contradict_each_other_are_an_error_of_the_product():
    record = record_of(reading(Fixed(evidence(Verdict.PROVED)), Fixed(evidence(Verdict.REFUTED))))
    assert record["verdict"] == "ERROR" and record["internal_failure"]


def test_a_part_that_nobody_decides_is_undecided():
    two = reading(Fixed(evidence(Verdict.PROVED)), conclusions={"part": "n > 0", "other": "n > 1"})
    assert record_of(two)["verdict"] == "UNDECIDED"


def test_the_scope_is_that_of_the_deciding_evidence():
    record = record_of(reading(Fixed(evidence(Verdict.UNDECIDED, scope="tried")),
                               Fixed(evidence(Verdict.PROVED, scope="all n"))))
    assert (record["verdict"], record["scope"]) == ("PROVED", "all n")


def test_every_check_has_a_seed_of_its_own_and_the_original_statement():
    checks = [Fixed(evidence(Verdict.UNDECIDED)) for _ in range(3)]
    found = reading(*checks)
    altered = found.statement.with_constants({"c": "2"})
    decide_reading(found, altered, Context(claim_id="cross.toy", seed=5))
    contexts = [check.contexts[0] for check in checks]
    assert [c.seed for c in contexts] == [seed_of(5, "cross.toy", "printed", str(i)) for i in range(3)]
    assert len({c.seed for c in contexts}) == 3
    assert all(c.original == found.statement for c in contexts)


def test_seeds_depend_on_every_name():
    seeds = {seed_of(root, *names) for root in (0, 1) for names in (("a",), ("b",), ("a", "b"), ("b", "a"))}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**48 for seed in seeds)
    # printf 0/looped.lem-A.2/printed/0 | sha256sum
    assert seed_of(0, "looped.lem-A.2", "printed", "0") == 0x486272ca5e89


def test_a_lost_claim_is_an_error_of_both_readings():
    record = broken(claim(reading(tightness=lambda s: 1 / 0, speaks="x > 1"), reading()), Context(), "died")
    for name in ("printed", "repaired"):
        assert record[name]["verdict"] == "ERROR" and record[name]["internal_failure"]
        assert [e["summary"] for e in record[name]["evidence"]] == ["died"]
    assert broken(claim(reading()), Context(), "died")["repaired"] is None


def test_a_counterexample_of_an_altered_constant_is_shrunk():
    search = Search([{"n": n} for n in (40, 7)], what="n", order=("n",))
    found = reading(search, conclusions={"part": "n < c"}, constants={"c": "100"})
    assert record_of(found)["verdict"] == "UNDECIDED"
    altered = decide_reading(found, found.statement.with_constants({"c": "3"}), Context(claim_id="cross.toy"))
    assert altered["verdict"] == "REFUTED"
    assert altered["counterexample"]["point"] == {"n": "3"}
