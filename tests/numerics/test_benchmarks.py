"""The benchmark compares ways that estimate the same number, and counts operations rightly."""

import pytest
import torch

from benchmarks.training import compare_training
from benchmarks.ways import WAYS, Case, flops, squared_errors_given_s
from numerics.estimates import compare


def test_all_ways_have_the_same_mean() -> None:
    """L = 1, A = a I: d ((1 - a)^2 + a^2 (d + 1)/n) = 3 (1/4 + 1/12)."""
    at = Case(d=3, n=12, L=1, a=0.5)
    a = 0.5 * torch.eye(3, dtype=torch.float64)
    ways = dict(WAYS) | {"given S": squared_errors_given_s}
    for seed, way in enumerate(ways.values()):
        draws = way(at, a, 40_000, torch.Generator().manual_seed(seed))
        assert compare(draws, 1.0, 1e-7).consistent is True
        assert compare(draws, 1.2, 1e-7).consistent is False


def test_operations_of_a_case_small_enough_to_count() -> None:
    """d = 1, n = 2, L = 1, so s = 2: the label 4, then products of 2 x 2, 2 x 3 and 3 x 3."""
    at = Case(d=1, n=2, L=1, a=0.5)
    # Q Z and P (...): 2 2 2 3 each; Z' (QZ) and (Z M) (...): 2 2 3 3 each.
    assert flops("plain", at) == 4 + 2 * 24 + 2 * 36
    # Z M Z': 2 2 2 2; P G and (PG) Q: 16 each; times Z: 24.
    assert flops("linear", at) == 4 + 16 + 32 + 24


def test_training_ends_near_the_optimum(capsys: pytest.CaptureFixture[str]) -> None:
    at = Case(d=2, n=8, L=1, a=8 / 11)
    result = compare_training(at, torch.device("cpu"), seed=0, budget=0.01)
    assert result["distance"]["reduced"] < 0.1
    assert result["scaled"] and result["ratio"] > 1
    assert "training, d = 2, n = 8, L = 1" in capsys.readouterr().out
