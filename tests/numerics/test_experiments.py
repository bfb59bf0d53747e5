"""The experiments' machinery on tiny settings, and their numbers against exact small cases."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
import torch

from numerics import experiments, sampling
from numerics.experiments import cells, plan, rows, runner, store
from numerics.models import layer_product


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One dimension, few cells, few steps, few draws."""
    monkeypatch.setitem(plan.TRAINING, "quick", {"steps": 10, "batch": 16, "runs": 2,
                                                 "record": 5, "rate": 0.02})
    monkeypatch.setitem(plan.TEST_DRAWS, "quick", 200)
    monkeypatch.setattr(plan, "DIMENSIONS", (5,))
    monkeypatch.setattr(plan, "FIG1_CONTEXTS", (20,))
    monkeypatch.setattr(plan, "FIG2_STACKS", ((2, 1), (1, 2)))
    monkeypatch.setattr(plan, "FIG3_TRAINED", (2, 3))
    monkeypatch.setattr(cells, "TEST_PROMPTS", 100)


@pytest.fixture
def pretended(small: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Trainings that cost nothing, and no pictures; the names of those that ran."""
    trained: list[str] = []

    def run_cell(cell: plan.Cell, seed: int, *_: Any) -> dict[str, Any]:
        trained.append(cell.name())
        spread = {name: [1.0, 2.0] for name in (
            "mean", "median", "standard error", "quarter", "three quarters", "top share")}
        matrix = {"distance": [0.0, 0.0], "scale": [1.0, 1.0], "distance to I": [0.0, 0.0]}
        return {
            "seconds": 1.0, "overflows": 0, "weights": [[[[[1.0]]], [[[1.0]]]]],
            "final": spread | {"loss": [1.0, 2.0], "A": matrix},
            "batch": spread, "history": {"steps": [0, 5], "loss": [[2.0, 2.0], [1.0, 2.0]]},
        }

    monkeypatch.setattr(cells, "run_cell", run_cell)
    monkeypatch.setattr(runner, "_write_pictures", lambda *_: None)
    return trained


def test_every_figure_writes_data_table_and_pictures(small: None, tmp_path: Path) -> None:
    asked: list[tuple[int, int, int]] = []

    def optimum(loops: int, n: int, d: int) -> float:
        asked.append((loops, n, d))
        return 0.7

    exact = {"optimum": optimum, "optimal_loss": lambda L, n, d: 1.0,
             "loss": lambda L, n, d, a: 2.0}
    for figure in experiments.FIGURES:
        result = experiments.run(figure, tmp_path, exact=exact)
        text = (tmp_path / f"{figure}.json").read_text()
        assert json.loads(text, parse_constant=pytest.fail) == json.loads(json.dumps(result))
        assert {"seed", "source", "training", "versions"} <= set(result)
        for name in (f"{figure}.md", f"{figure}-d5.svg", f"{figure}-d5.png"):
            assert (tmp_path / name).stat().st_size > 200
        for row in result["rows"]:
            # exact curves belong to the theory model, published values to the other
            assert row["predicted" if row["model"] == "published" else "published"] is None
    assert set(asked) == {(2, 20, 5), (3, 20, 5)}
    stored = experiments.stored(tmp_path, "fig2")
    assert stored is not None and stored["current"] is True
    assert experiments.stored(tmp_path / "nowhere", "fig2") is None
    two = next(r for r in stored["rows"] if r["published"] and r["layers"] == 1)
    assert (two["published"]["low"], two["published"]["high"]) == (0.131, 0.135)


def test_stored_trainings_are_used_unless_damaged(pretended: list[str], tmp_path: Path) -> None:
    result = experiments.run("fig2", tmp_path)
    assert sorted(pretended) == sorted({c.name() for c in plan.cells("fig2", "quick")})
    damaged = sorted((tmp_path / "cells").glob("*.json"))[0]
    damaged.write_text(damaged.read_text()[:40])
    assert experiments.run("fig2", tmp_path)["rows"] == result["rows"]
    assert len(pretended) == 5
    experiments.run("fig2", tmp_path, resume=False)
    assert len(pretended) == 9


def test_a_crash_leaves_the_finished_trainings(
    pretended: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = cells.run_cell

    def crash(cell: plan.Cell, *rest: Any) -> dict[str, Any]:
        if len(pretended) == 2:
            raise KeyboardInterrupt
        return original(cell, *rest)

    monkeypatch.setattr(cells, "run_cell", crash)
    with pytest.raises(KeyboardInterrupt):
        experiments.run("fig2", tmp_path)
    monkeypatch.setattr(cells, "run_cell", original)
    experiments.run("fig2", tmp_path)
    assert len(pretended) == len(set(pretended)) == 4


def test_trainings_are_shared_by_figures_and_split_by_seed_and_device(
    pretended: list[str], tmp_path: Path
) -> None:
    experiments.run("fig1", tmp_path)
    assert len(pretended) == 2
    experiments.run("fig2", tmp_path)
    assert len(pretended) == 4  # two loops at n = 20 were there
    experiments.run("fig2", tmp_path, seed=1)
    assert len(pretended) == 8
    experiments.run("fig2", tmp_path, device="auto")
    assert len(pretended) == 12


def test_unknown_choices_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fig1, fig2, fig3, got 'fig4'"):
        experiments.run("fig4", tmp_path)
    with pytest.raises(ValueError, match="quick, full, published, got 'slow'"):
        experiments.run("fig1", tmp_path, profile="slow")


def test_distance_to_identity() -> None:
    """3 I has distance 0; diag(2, 0) has (tr/d) I = I, so |diag(1, -1)|/2 = 1/sqrt(2)."""
    matrices = torch.stack([3 * torch.eye(2), torch.diag(torch.tensor([2.0, 0.0]))])
    assert cells.distance_to_identity(matrices).tolist() == pytest.approx(
        [0.0, math.sqrt(0.5)], abs=1e-7
    )


def test_other_covariance_keeps_the_labels_and_moves_the_inputs() -> None:
    """w'x is standard given the law, E xx' = tr(D^2)/d I = 0.6625 I at d = 5."""
    from numerics.estimates import compare

    prompts = cells.other_prompts(20_000, 5, 5, torch.Generator().manual_seed(3))
    w = torch.linalg.solve(prompts.x[:50].mT, prompts.y[:50].unsqueeze(-1)).squeeze(-1)
    assert float(((w * prompts.query[:50]).sum(-1) - prompts.label[:50]).abs().max()) < 1e-6
    assert compare(prompts.query.square(), [0.6625] * 5, 1e-7).consistent is True
    assert compare(prompts.label.square(), 5.0, 1e-7).consistent is True


def test_the_two_test_losses_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mean over S of the loss given X against the token model's squared errors, per model."""
    from numerics import training
    from numerics.estimates import compare

    for model in plan.MODELS:
        setting = training.Setting(d=2, n=12, loops=2, model=model, runs=1)
        weights = 0.4 * torch.eye(2).expand(setting.blocks(), 1, 1, 2, 2)
        generator = torch.Generator().manual_seed(4)
        draws = sampling.covariances(40_000, 12, 2, generator)
        reduced = training.evaluate(weights, setting, draws)[0]
        prompts = sampling.looped_prompts(40_000, 12, 2, generator)
        tokens = cells._squared_errors(weights, setting, prompts, [1, 2])[1][0]
        assert compare(tokens - reduced, 0.0, 1e-7).consistent is True
        assert compare(tokens - 1.2 * reduced, 0.0, 1e-7).consistent is False
        power = layer_product(draws[:1], [weights[0, 0, 0].double()] * 2)
        if model == "theory":
            assert float(power.square().sum()) == pytest.approx(float(reduced[0]), rel=1e-12)


def test_spread_settled_and_sources(tmp_path: Path) -> None:
    assert rows.spread([3.0, 1.0, 2.0]) == {"median": 2.0, "low": 1.5, "high": 2.5}
    assert rows.spread([3.0])["low"] == 3.0
    one, two = [[1.0, 1.0], [1.0, 1.0]], [[3.0, 2.0], [-2.0, 1.0]]
    shares = rows.antisymmetric_share([[[one], [two]]])
    assert shares == pytest.approx([0.0, math.sqrt(8 / 18)])
    history = {"loss": [[4.0], [2.0], [1.0], [1.0], [0.9]]}
    assert rows._settled(history) == pytest.approx(1 / 9)
    assert runner.source_hash() == store.source_hash() and len(store.source_hash()) == 64
    assert store.read_json(tmp_path / "none.json") is None
    assert all((store.ROOT / name).is_file() for name in store.SOURCES)
