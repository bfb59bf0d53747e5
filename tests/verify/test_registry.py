"""Claims found by file name; steps as claims of their own; ids that do not exist or repeat."""

import dataclasses

import pytest

from tests.verify.command_line import claims, plant
from verify import registry
from verify.registry import UnknownClaim
from verify.statement import StatementError

STEPS = '''
from dataclasses import dataclass, replace
from fractions import Fraction
from verify.checks import Points
from verify.claim import Claim, Reading

def claim(relation, **more):
    return Claim(number="1", title="t", source="s", printed=Reading(
        text="t", parameters={"n": "positive integer"}, conclusions={"part": relation},
        checks=(Points([{"n": Fraction(1)}], "n = 1"),), expected="CERTIFIED", because="b"), **more)

CLAIM = claim("n > 0", steps={"step-19": claim("n > 1"), "step-a": claim("n > 2")})
'''


def test_steps_are_claims_of_their_own(tmp_path):
    folder = plant(tmp_path)
    (folder / "looped" / "lem-A.2.py").write_text(STEPS)
    with claims(folder):
        assert list(registry.all_claims()) == ["looped.lem-A.2", "looped.lem-A.2.step-19",
                                               "looped.lem-A.2.step-a"]
        step = registry.get("looped.lem-A.2.step-19")
        assert step.id == "looped.lem-A.2.step-19" and step.steps == {}
        assert step.printed.conclusions == {"part": "n > 1"}
        assert registry.get("looped.lem-A.2").printed.conclusions == {"part": "n > 0"}


def test_a_step_in_a_file_of_its_own_and_one_in_its_parents_cannot_share_an_id(tmp_path):
    folder = plant(tmp_path)
    (folder / "looped" / "lem-A.2.py").write_text(STEPS)
    (folder / "looped" / "lem-A.2.step-19.py").write_text(STEPS)
    with claims(folder), pytest.raises(StatementError, match="got the id looped.lem-A.2.step-19 twice"):
        registry.all_claims()


def test_numbers_in_ids_are_in_their_own_order(tmp_path):
    folder = plant(tmp_path)
    for name in ("lem-A.10", "lem-A.2", "lem-4.2", "thm-3.4", "prop-3.1", "_helper", "__init__"):
        text = "x = 1" if name.startswith("_") else STEPS.split(", steps=")[0] + ")\n"
        (folder / "looped" / f"{name}.py").write_text(text)
    plant(folder, toy="")
    with claims(folder):
        assert list(registry.all_claims()) == [
            "looped.lem-4.2", "looped.lem-A.2", "looped.lem-A.10", "looped.prop-3.1", "looped.thm-3.4",
            "cross.toy"]


def test_an_unknown_id_names_near_ones():
    with pytest.raises(UnknownClaim, match=r"^got the id 'looped.thm-3.5', allowed for example looped.thm-"):
        registry.get("looped.thm-3.5")
    with pytest.raises(UnknownClaim, match="allowed for example an id of `python -m verify list`"):
        registry.get("@@@@@@@@@@")


def test_getting_one_claim_loads_no_other_file(tmp_path):
    folder = plant(tmp_path, good="")
    (folder / "looped" / "bad.py").write_text("raise RuntimeError")
    with claims(folder):
        assert registry.get("cross.good").number == "Toy 1"
        with pytest.raises(StatementError, match="RuntimeError"):
            registry.all_claims()


def test_a_claim_file_may_define_its_own_kind_of_check(tmp_path):
    text = (STEPS + "\n@dataclass(frozen=True)\nclass Own:\n    size: 'int' = 3\n"
            "    def run(self, statement, context):\n        return None\n"
            "CLAIM = replace(CLAIM, printed=replace(CLAIM.printed, checks=(Own(),)))\n")
    path = tmp_path / "own.py"
    path.write_text("from __future__ import annotations\n" + text)
    claim, *_ = registry.load_file(path, "user.own")
    assert dataclasses.asdict(claim.printed.checks[0]) == {"size": 3}


def test_the_papers_claims_are_there():
    found = registry.all_claims()
    assert {"looped.prop-3.1", "looped.lem-A.2", "looped.lem-4.2", "looped.lem-4.1", "looped.cor-A.4",
            "looped.thm-3.2-loss", "looped.thm-3.2-optimum", "looped.thm-3.4", "one_step.thm-1",
            "one_step.eta-closed-form", "cross.one-layer"} <= found.keys()
    assert all(claim.id == claim_id for claim_id, claim in found.items())
