"""Trained layers against planted predictions; simulated curves; the averaged witness of eta."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from verify.checks import RateCurve, Trained
from verify.claim import Context
from verify.layer_points import averaged_sampler, rate_sampler, trainer
from verify.statement import Statement
from verify.verdict import Evidence, Verdict, combine

FULL = Context(profile="full", seed=3, false_alarm=1e-6)
POINT = {"n": Fraction(12), "d": Fraction(1), "sigma2": Fraction(0)}
STATEMENT = Statement({"n": "positive integer", "d": "positive integer", "sigma2": "nonnegative real"},
                      {"shift": "1"}, (), {"part": "1 = 1"}, {})
# n = 12, d = 1, sigma = 0: eta = 1/14, loss 2/14
TINY = Trained(trainer(steps=250, batch=16, final_batch=64, rate=0.02, std=0.5), "1/(n + d + shift)",
               POINT, draws=24, least="2/14", tolerance=0.1)


def learned(ratio, loss, count=12, spread=0.001):
    """Runs whose predictor is ratio/14 and whose loss is loss, with a little noise."""
    noise = np.random.default_rng(1).standard_normal((count, 2)) * spread
    reference = np.random.default_rng(2).normal(1 / 7, 0.001, (count, 50))
    return SimpleNamespace(predictor=(ratio + noise[:, :1, None]) / 14,
                           losses=reference * (loss * 7 + noise[:, 1:]), reference=reference)


def planted(layers):
    return Trained(lambda *_: layers, "1/14", POINT, draws=12, least="1/7", tolerance=0.03)


def test_a_training_reaches_the_prediction():
    found = TINY.run(STATEMENT, FULL)
    assert found.verdict is Verdict.SUPPORTED and not found.internal_failure
    assert found.parts == ()
    assert abs(found.data["rate_ratio"] - 1) < 0.05


def test_a_training_does_not_reach_a_false_prediction():
    # 1/17 for 1/14: the learned rate is larger by a fifth
    found = TINY.run(STATEMENT.with_constants({"shift": "4"}), FULL)
    assert found.verdict is Verdict.UNDECIDED
    assert found.internal_failure


@pytest.mark.parametrize(("ratio", "loss", "verdict", "failure"), [
    (1, 1 / 7, Verdict.SUPPORTED, False), (1.1, 1 / 7, Verdict.UNDECIDED, True),
    (1, 1.1 / 7, Verdict.UNDECIDED, True), (1.03, 1 / 7, Verdict.UNDECIDED, False)])
def test_only_an_error_shown_to_be_outside_is_a_failure(ratio, loss, verdict, failure):
    found = planted(learned(ratio, loss)).run(STATEMENT, FULL)
    assert (found.verdict, found.internal_failure) == (verdict, failure)


def test_runs_at_a_worse_minimum_do_not_count_and_too_few_decide_nothing():
    layers = learned(1, 1 / 7)
    layers.losses[:4] *= 2
    layers.predictor[:4] *= 0
    assert planted(layers).run(STATEMENT, FULL).data["N"] == 8
    layers.losses[:8] *= 3
    found = planted(layers).run(STATEMENT, FULL)
    assert found.verdict is Verdict.UNDECIDED and "too few" in found.summary


def test_the_quick_profile_trains_nothing_and_hides_nothing():
    found = planted(None).run(STATEMENT, Context())
    assert found.verdict is Verdict.SKIPPED and found.parts == ()
    assert "full profile" in found.summary
    proved = Evidence(Verdict.PROVED, ("a",), "test", "")
    assert combine(("a",), [proved, found]) is Verdict.PROVED
    assert combine(("a", "b"), [proved, found]) is Verdict.UNDECIDED
    assert combine(("b",), [replace(found, parts=("b",))]) is Verdict.SKIPPED


@pytest.mark.parametrize(("shift", "verdict"), [("1", Verdict.SUPPORTED), ("9", Verdict.UNDECIDED)])
def test_a_curve_agrees_or_names_the_points_that_do_not(shift, verdict):
    curve = RateCurve(rate_sampler, "eta", {"d": Fraction(1), "sigma2": Fraction(1, 4)},
                      series={"linear": ("1/(n + d + shift + sigma2)", 4000, (40, 80))})
    found = curve.run(STATEMENT.with_constants({"shift": shift}), replace(FULL, profile="quick"))
    assert found.verdict is verdict
    assert found.internal_failure is (shift == "9")
    points = found.data["eta_points"]
    assert [(p["n"], p["d"], p["target"]) for p in points] == [(40, 1, "linear"), (80, 1, "linear")]
    assert all(p["error"] > 0 for p in points)
    assert ("linear at n = 40" in found.summary) is (shift == "9")


def test_the_averaged_witness_has_the_same_mean_and_less_spread():
    point = {"n": Fraction(20), "d": Fraction(2), "sigma2": Fraction(1, 4)}
    averaged = averaged_sampler(point, 20_000, 5, "cpu")
    plain = rate_sampler()(point, 20_000, 5, "cpu")
    # 1/(20 + 2 + 1 + 1/4) = 4/93 against 1/(20 + 2) = 1/22; five standard errors
    assert abs(averaged.mean() - 4 / 93) < 5 * averaged.std() / 20_000**0.5
    assert abs(averaged.mean() - 1 / 22) > 5 * averaged.std() / 20_000**0.5
    assert averaged.std() < 0.7 * plain.std()
