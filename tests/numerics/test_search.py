"""Planted violations are found and simplified; true inequalities yield nothing; budgets hold."""

import math

import numpy as np
import pytest

from numerics.search import Space, climb, differentiate, evolve, propose, simplify


def frobenius_below_trace(point: dict) -> float:
    """tr A^2 <= |A|_F^2 holds for every real A: the margin is never positive."""
    a = point["A"]
    return float(np.trace(a @ a) - (a**2).sum())


def trace_below_frobenius(point: dict) -> float:
    """|A|_F^2 <= tr A^2 holds for symmetric A alone."""
    return -frobenius_below_trace(point)


def narrow(point: dict) -> float:
    """Fails only for n >= 5, d = 3 and A within 1/2 of a certain non-symmetric matrix."""
    if point["d"] != 3 or point["n"] < 5:
        return -math.inf if point["d"] < 2 else -10.0 - abs(point["d"] - 3)
    target = np.array([[1.0, 0.7, 0], [-0.7, 1.0, 0], [0, 0, 0.3]])
    return 0.5 - float(np.abs(point["A"] - target).max())


@pytest.mark.parametrize("method", [evolve, climb])
def test_violations_are_found_and_true_statements_are_not(method) -> None:
    space = Space(matrices={"A": "any"})
    assert method(trace_below_frobenius, space, 400, seed=1)[0].margin > 0
    assert method(frobenius_below_trace, space, 400, seed=1)[0].margin < 1e-9
    symmetric = Space(matrices={"A": "symmetric"})
    assert method(trace_below_frobenius, symmetric, 400, seed=1)[0].margin < 1e-9


def test_evolution_finds_a_small_region_of_a_mixed_space() -> None:
    space = Space(integers={"n": (1, 40), "d": (1, 4)}, matrices={"A": "any"})
    best = evolve(narrow, space, 6000, seed=2)[0]
    assert best.margin > 0 and best.point["d"] == 3 and best.point["n"] >= 5


def test_a_gradient_is_used() -> None:
    calls = []

    def gradient(point: dict) -> dict:
        calls.append(1)
        a = point["A"]
        return {"A": 2 * (a - a.T)}

    space = Space(matrices={"A": "any"}, size=3)
    assert climb(trace_below_frobenius, space, 60, seed=3, starts=2, gradient=gradient)
    assert calls


def test_gradients_by_automatic_differentiation() -> None:
    def margin(point: dict):
        a = point["A"]
        return (a * a).sum() - (a @ a).trace() - point["t"] ** 2

    objective, gradient = differentiate(margin)
    point = {"d": 2, "t": 0.5, "A": np.array([[1.0, 2.0], [0.0, 3.0]])}
    assert objective(point) == 3.75
    slopes = gradient(point)
    assert slopes["t"] == -1.0 and np.array_equal(slopes["A"], [[0, 4], [-4, 0]])
    space = Space(reals={"t": (-1, 1)}, matrices={"A": "any"})
    assert propose(objective, space, 200, gradient=gradient)[0].margin > 0


def test_simplify_lowers_integers_and_rounds_entries() -> None:
    space = Space(integers={"n": (1, 40), "d": (1, 4)}, matrices={"A": "any"})
    start = {"n": 31, "d": 3, "A": np.array([[1.02, 0.61, 0.1], [-0.8, 1.1, 0], [0, 0.01, 0.33]])}
    simple = simplify(narrow, space, start)
    assert simple["n"] == 5 and narrow(simple) > 0
    assert np.array_equal(simple["A"], [[1, 1, 0], [-1, 1, 0], [0, 0, 0]])


def test_the_budget_counts_evaluations() -> None:
    count = 0

    def counting(point: dict) -> float:
        nonlocal count
        count += 1
        return -float((point["A"] ** 2).sum()) - point["t"] ** 2 - float((point["u"] ** 2).sum())

    space = Space(integers={"d": (1, 3)}, reals={"t": (-1, 1)}, matrices={"A": "positive"},
                  vectors=("u",))
    candidates = propose(counting, space, evaluations=500, seed=4)
    assert count <= 500
    assert [c.margin for c in candidates] == sorted((c.margin for c in candidates), reverse=True)
    for candidate in candidates:
        d = candidate.point["d"]
        assert candidate.point["A"].shape == (d, d) and candidate.point["u"].shape == (d,)
        assert np.linalg.eigvalsh(candidate.point["A"]).min() > 0


def test_points_repeat_with_the_seed() -> None:
    space = Space(matrices={"A": "any"})
    first, second = (propose(trace_below_frobenius, space, 200, seed=5)[0] for _ in range(2))
    assert np.array_equal(first.point["A"], second.point["A"])


def test_unknown_kinds_are_named() -> None:
    with pytest.raises(ValueError, match="A must be one of any, symmetric"):
        Space(matrices={"A": "square"})
    with pytest.raises(ValueError, match="n needs 1 <= low <= high"):
        Space(integers={"n": (0, 3)})
