"""Simulation checks under several root seeds: own seeds, kept and changed verdicts."""

import json

from verify import seeds
from verify.checks import Witness
from verify.decide import seed_of
from verify.report.stored import stored
from verify.statement import Statement

STATEMENT = Statement({"n": "positive integer"}, {}, (), {"part": "n = n"}, {})


def normal(point, draws, seed, device):
    import numpy as np

    return float(point["n"]) + np.random.default_rng(seed).standard_normal(draws)


def shifted(point, draws, seed, device):
    return normal(point, draws, seed, device) + 1


def place(sampler, number=0):
    return seeds.Place("looped.x", "printed", number, STATEMENT,
                       Witness(sampler, "n", {"n": 3}, draws=400))


def last(found):
    return list(seeds.under_seeds(found, range(5)))[-1]


def test_a_true_value_keeps_its_verdict_and_a_false_one_never_passes():
    content = last([place(normal), place(shifted)])
    true, false = content["checks"]
    assert true["verdicts"] == ["SUPPORTED"] * 5 and false["verdicts"] == ["DISAGREES"] * 5
    assert max(map(abs, true["z"])) < 5 < min(map(abs, false["z"]))
    assert seeds.steady(last([place(normal)])) and not seeds.steady(content)


def test_a_changed_verdict_is_not_steady():
    content = last([place(normal)])
    content["checks"][0]["verdicts"][2] = "UNDECIDED"
    assert not seeds.steady(content)


def test_each_check_has_its_own_seed_under_each_root():
    one, two = (last([place(normal, number)])["checks"][0]["z"] for number in (0, 1))
    assert len({*one, *two}) == 10
    used = []

    def told(point, draws, seed, device):
        used.append(seed)
        return normal(point, draws, seed, device)

    place(told).run(7, "cpu")
    assert used == [seed_of(7, "looped.x", "printed", "0")]


def test_what_is_done_is_whole_after_each_seed(tmp_path):
    for done, content in enumerate(seeds.under_seeds([place(normal)], range(3)), 1):
        seeds.write(tmp_path, content)
        found = stored(tmp_path).seeds
        assert found["seeds"] == list(range(done))
        assert [len(c["verdicts"]) for c in found["checks"]] == [done]


def test_heavy_tails_are_json():
    evidence = place(lambda *a: _one_large(normal(*a))).run(0, "cpu")
    assert evidence.verdict == "UNDECIDED" and not evidence.internal_failure
    assert evidence.data["limit"] is None and "heavy tails" in evidence.data["note"]
    json.dumps(evidence.data, allow_nan=False)


def _one_large(values):
    values[-1] += 1e6
    return values


def test_all_simulation_checks_are_found():
    found = list(seeds.places())
    assert len(found) >= 13
    assert len({(p.claim_id, p.reading, p.number) for p in found}) == len(found)
