"""Thresholds typed in from tables; planted true and false values; calibration; heavy tails."""

import math
import random

import numpy as np
import pytest

from numerics.estimates import Comparison, blocks, compare, ratio_samples, threshold


def normals(draws: int, seed: int, mean: float = 0.0) -> np.ndarray:
    return np.random.default_rng(seed).normal(mean, 1.0, draws)


def test_thresholds_of_the_normal_law() -> None:
    assert threshold(0.05) == pytest.approx(1.959963984540054, abs=1e-12)
    assert threshold(1e-6) == pytest.approx(4.891638475698855, abs=1e-9)
    assert threshold(1e-6, entries=4) == pytest.approx(threshold(2.5e-7), abs=1e-12)
    with pytest.raises(ValueError, match="0 < false_alarm < 1"):
        threshold(0.0)


def test_skewness_raises_the_threshold_until_it_cannot() -> None:
    plain, raised = threshold(1e-8), threshold(1e-8, skewness=10.0, draws=200_000)
    # The raised threshold pays for the correction: the product of the two tails is the share.
    c = 10.0 / (3 * math.sqrt(200_000))
    tail = math.erfc(raised / math.sqrt(2)) * math.exp(c * raised**3)
    assert plain < raised < plain + 1
    assert tail == pytest.approx(1e-8, rel=1e-4)
    assert threshold(1e-8, skewness=400.0, draws=200_000) == math.inf


def test_true_value_passes_and_false_value_fails() -> None:
    draws = normals(10_000, 1, mean=2.0)
    assert compare(draws, 2.0, 1e-6).consistent is True
    wrong = compare(draws, 2.1, 1e-6)
    assert wrong.consistent is False
    assert wrong.detectable < 0.1 and "would detect" in wrong.line()


def test_an_error_of_the_detectable_size_is_detected() -> None:
    found = []
    for seed in range(200):
        draws = normals(500, seed)
        size = compare(draws, 0.0, 1e-3).detectable
        found.append(compare(draws, size, 1e-3).consistent is False)
    assert sum(found) >= 190  # 99 % power: 198 expected, 190 is five standard deviations off


def test_arrays_are_split_over_their_entries() -> None:
    draws = np.stack([normals(4000, seed) for seed in range(6)], axis=1).reshape(4000, 2, 3)
    expected = np.zeros((2, 3))
    good = compare(draws, expected, 1e-6)
    assert good.consistent is True and good.entries == 6
    expected[1, 2] = 0.2
    bad = compare(draws, expected, 1e-6)
    assert bad.consistent is False and bad.expected == 0.2


def test_false_alarm_share_holds_for_skewed_draws() -> None:
    """Squared normals, skewness 2.8: 4 alarms in 4000 are allowed for, 13 has probability 2e-4."""
    generator = np.random.default_rng(5)
    alarms = silent = 0
    for _ in range(4000):
        verdict = compare(generator.normal(size=1000) ** 2, 1.0, 1e-3).consistent
        alarms += verdict is False
        silent += verdict is None
    assert silent < 200
    assert alarms <= 12


def test_heavy_tails_are_named_and_decide_nothing() -> None:
    values = np.exp(3.0 * normals(2000, 9))
    result = compare(values, math.exp(4.5), 1e-6)
    assert result.consistent is None
    assert "heavy tails" in result.note and result.top_share > 0.05


def test_exact_standard_error_uses_chebyshev() -> None:
    values = np.exp(3.0 * normals(2000, 9))
    exact = math.sqrt((math.exp(9) - 1) * math.exp(9)) / math.sqrt(2000)
    result = compare(values, math.exp(4.5), 1e-2, standard_error=exact)
    assert result.consistent is True
    assert result.threshold == 10.0
    assert compare(values, 1e6, 1e-2, standard_error=exact).consistent is False


def test_entries_without_spread_are_compared_exactly() -> None:
    values = np.column_stack([normals(100, 3), np.ones(100)])
    assert compare(values, [0.0, 1.0], 1e-6).consistent is True
    assert compare(values, [0.0, 1.001], 1e-6).consistent is False


def test_bad_draws_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        compare([1.0, 2.0], [1.0, 2.0], 0.1)
    with pytest.raises(ValueError, match="not finite"):
        compare([1.0, math.inf], 1.0, 0.1)


def test_blocks_give_the_number_asked_for() -> None:
    sizes: list[int] = []

    def sampler(size: int) -> list[float]:
        sizes.append(size)
        return [0.0] * size

    assert len(blocks(sampler, 10, 4)) == 10
    assert sizes == [4, 4, 2]


def test_ratio_of_means() -> None:
    generator = random.Random(0)
    bottom = np.array([generator.uniform(1, 3) for _ in range(20_000)])
    top = 0.5 * bottom + np.array([generator.gauss(0, 1) for _ in range(20_000)])
    result: Comparison = compare(ratio_samples(top, bottom), 0.5, 1e-6)
    assert result.consistent is True and result.detectable < 0.03
    assert compare(ratio_samples(top, bottom), 0.55, 1e-6).consistent is False
