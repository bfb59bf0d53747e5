"""Every claim: well formed, findable, and each of its mutants fails when decided from scratch."""

import json

import pytest

from verify import registry
from verify.checks import Argument
from verify.claim import Context, split_changes
from verify.commands.catalogue import catalogue_entry
from verify.decide import decide_reading
from verify.language import names, parse, to_text
from verify.verdict import PASSES, Verdict

CLAIMS = registry.all_claims()
READINGS = [(claim_id, name) for claim_id, claim in CLAIMS.items() for name, _ in claim.readings()]
MUTANTS = [(claim_id, name, tuple(sorted(changes.items())))
           for claim_id, claim in CLAIMS.items() for mutant in claim.mutants
           for name, changes in split_changes(claim, mutant).items()]  # fmt: skip


def reading_of(claim_id, name):
    return dict(CLAIMS[claim_id].readings())[name]


@pytest.mark.parametrize("claim_id", list(CLAIMS))
def test_a_claim_is_found_by_its_id_and_rests_on_others_that_exist(claim_id):
    claim = CLAIMS[claim_id]
    assert registry.get(claim_id).printed.statement.hash == claim.printed.statement.hash
    assert claim.paper in ("looped", "one_step", "cross")
    assert claim.number and claim.title and claim.source
    assert set(claim.uses) <= CLAIMS.keys()
    assert claim_id not in claim.uses
    json.dumps(catalogue_entry(claim), allow_nan=False)


@pytest.mark.parametrize(("claim_id", "name"), READINGS)
def test_a_reading_is_data(claim_id, name):
    reading = reading_of(claim_id, name)
    statement = reading.statement
    assert reading.text and reading.because
    assert {reading.expectation(profile) for profile in ("quick", "full")} <= set(Verdict)
    assert json.loads(json.dumps(statement.tree())) == statement.tree()
    assert statement.with_constants({}).hash == statement.hash
    for tree in (*statement.definition_trees.values(), *statement.hypothesis_trees.values(),
                 *statement.conclusion_trees.values()):
        assert to_text(parse(to_text(tree))) == to_text(tree)


def mentioned(reading):
    """Names in the statement and in the machine steps of its written arguments."""
    own = reading.statement
    statements = [own, *(step.statement(own) for check in reading.checks if isinstance(check, Argument)
                         for step in check.steps if step.relation is not None)]
    return set().union(*(names(tree) for s in statements for trees in (
        s.definition_trees, s.hypothesis_trees, s.conclusion_trees) for tree in trees.values()))


@pytest.mark.parametrize("claim_id", list(CLAIMS))
def test_every_constant_is_part_of_a_statement(claim_id):
    readings = [reading for _, reading in CLAIMS[claim_id].readings()]
    used = set().union(*map(mentioned, readings))
    for reading in readings:
        assert set(reading.constants) <= used
        for constant in reading.constants:
            assert reading.statement.with_constants({constant: "12345/678"}).hash != reading.statement.hash


@pytest.mark.parametrize(("claim_id", "name", "changes"), MUTANTS)
def test_a_mutant_fails(claim_id, name, changes):
    reading = reading_of(claim_id, name)
    altered = reading.statement.with_constants(dict(changes))
    assert altered.hash != reading.statement.hash
    record = decide_reading(reading, altered, Context(claim_id=claim_id, reading=name))
    assert record["verdict"] not in (*PASSES, Verdict.ERROR)
    assert record["hash"] == altered.hash
