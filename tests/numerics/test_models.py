"""Attention layer by layer: worked examples in integers, equal forms, and gradient descent."""

from collections.abc import Callable

import pytest
import torch

from numerics import sampling
from numerics.models import (
    LinearTransformer,
    OneLayerAttention,
    attention,
    layer_product,
    layer_weights,
    noise_row,
    one_layer_output,
    published_product,
    reduced_loss,
    reparametrised_output,
    transformer_layers,
    transformer_output,
)

Seeded = Callable[..., torch.Generator]
ROUNDING = 1e-11  # a few hundred float64 roundings of numbers below 1000


def one_dimensional_prompt() -> torch.Tensor:
    """d = n = 1, x = 2, w = 3, y = 6, x_q = 5: S = 4 and the label is 15."""
    return torch.tensor([[2.0, 5.0], [6.0, 0.0]], dtype=torch.float64)


@pytest.mark.parametrize(
    ("a", "u", "loops", "output"),
    [
        (1.0, 0.0, 1, 60.0),  # v = 3 (1 - 4) = -9, output (3 + 9) 5
        (1.0, 1.0, 1, 80.0),  # v = 3 (1 - 4) - 4 = -13: u enters with a minus
        (1.0, 0.0, 2, -120.0),  # v = 27
        (0.25, 0.0, 2, 15.0),  # v = 0, the label
        (0.0, 7.0, 3, 0.0),
    ],
)
def test_worked_example(a: float, u: float, loops: int, output: float) -> None:
    layer = layer_weights(torch.tensor([[a]]).double(), torch.tensor([u]).double())
    for associate in ("scores", "gram"):
        value = transformer_output(one_dimensional_prompt(), [layer] * loops, associate)
        assert float(value) == output


def test_the_query_is_not_attended_to(seeded: Seeded) -> None:
    z = torch.randn(3, 5, generator=seeded(), dtype=torch.float64, device=seeded().device)
    p, q = torch.randn(2, 3, 3, generator=seeded("w"), dtype=torch.float64, device=z.device)
    changed = z.clone()
    changed[:, -1] += 1
    for associate in ("scores", "gram"):
        before, after = (attention(t, p, q, associate)[:, :-1] for t in (z, changed))
        assert float((before - after).abs().max()) < ROUNDING


def test_both_associations_agree_for_full_weights(seeded: Seeded) -> None:
    generator = seeded()
    model = LinearTransformer(3, 2, layers=2, form="full", std=0.3, generator=generator)
    z = sampling.looped_prompts(20, 6, 3, generator).tokens()
    scores, gram = (model(z, associate=name).detach() for name in ("scores", "gram"))
    assert float((scores - gram).abs().max()) < ROUNDING * float(scores.abs().max())
    with pytest.raises(ValueError, match="scores, gram, got 'fast'"):
        model(z, associate="fast")


def test_loops_are_steps_of_gradient_descent(seeded: Seeded) -> None:
    """w <- w - (1/n) A grad(|X'w - y|^2 / 2) in the row of the query, for a non-symmetric A."""
    generator = seeded()
    prompts = sampling.looped_prompts(9, 5, 3, generator)
    a = torch.randn(3, 3, generator=generator, dtype=torch.float64, device=generator.device)
    w = torch.zeros_like(prompts.query)
    for _ in range(4):
        residual = (prompts.x.mT @ w.unsqueeze(-1)).squeeze(-1) - prompts.y
        w = w - (prompts.x @ residual.unsqueeze(-1)).squeeze(-1) @ a / 5
    output = transformer_output(prompts.tokens(), [layer_weights(a)] * 4)
    scale = float(output.abs().max())
    assert float((output - (w * prompts.query).sum(-1)).abs().max()) < ROUNDING * scale


@pytest.mark.parametrize("distinct", [False, True])
def test_reduced_form_is_the_token_model(distinct: bool, seeded: Seeded) -> None:
    generator = seeded()
    prompts = sampling.looped_prompts(9, 4, 3, generator)
    count = 3 if distinct else 1
    where = {"generator": generator, "dtype": torch.float64, "device": generator.device}
    a = list(torch.randn(count, 3, 3, **where)) * (3 // count)
    u = list(torch.randn(count, 3, **where)) * (3 // count)
    stack = [layer_weights(ai, ui) for ai, ui in zip(a, u, strict=True)]
    s = prompts.covariance()
    w = torch.linalg.lstsq(prompts.x.mT, prompts.y.unsqueeze(-1)).solution.mT
    row = noise_row(s, list(zip(a, u, strict=True)))
    error = ((w @ layer_product(s, a)).squeeze(-2) + row) @ prompts.query.mT
    tokens = prompts.label - transformer_output(prompts.tokens(), stack)
    scale = float(tokens.abs().max())
    assert float((error.diagonal() - tokens).abs().max()) < 1e-8 * scale


def test_published_reduced_form_is_the_token_model(seeded: Seeded) -> None:
    generator = seeded()
    model = LinearTransformer(3, 3, form="published", std=0.3, generator=generator)
    prompts = sampling.looped_prompts(9, 4, 3, generator)
    w = torch.linalg.lstsq(prompts.x.mT, prompts.y.unsqueeze(-1)).solution.mT
    k = published_product(prompts.covariance(), [(model.p[0], model.a[0])] * 3)
    error = (w @ k @ prompts.query.unsqueeze(-1)).reshape(-1)
    tokens = (prompts.label - model(prompts.tokens())).detach()
    assert float((error.detach() - tokens).abs().max()) < 1e-9 * float(tokens.abs().max())
    still = published_product(prompts.covariance(), [(0 * model.p[0], model.a[0])] * 3)
    plain = layer_product(prompts.covariance(), [model.a[0]] * 3)
    assert float((still - plain).detach().abs().max()) < ROUNDING


def test_inputs_stay_in_the_theory_model_and_move_in_the_published(seeded: Seeded) -> None:
    generator = seeded()
    z = sampling.looped_prompts(4, 5, 2, generator).tokens()
    for form, moved in (("theory", False), ("published", True)):
        model = LinearTransformer(2, 2, form=form, std=0.5, generator=generator)
        last = transformer_layers(z, model.weights() * 2)
        assert bool((last[:, :2] != z[:, :2]).any()) is moved


def test_reduced_loss_with_a_covariance() -> None:
    """K = e_1 e_2', Sigma = diag(4, 1): tr(Sigma^{-1} K Sigma K') = 1/4; r = (1, 1) adds 5."""
    k = torch.tensor([[0.0, 1.0], [0.0, 0.0]], dtype=torch.float64)
    row = torch.ones(2, dtype=torch.float64)
    assert float(reduced_loss(k, [[4, 0], [0, 1]])) == pytest.approx(0.25, abs=1e-15)
    assert float(reduced_loss(k, [[4, 0], [0, 1]], row)) == pytest.approx(5.25, abs=1e-14)
    assert float(reduced_loss(k, None, row)) == 3.0


def test_one_layer_by_its_sum(seeded: Seeded) -> None:
    """h' sum_j (W_V v_j)(v_j' W_K' W_Q v_T), the sum written out; and (w, M) says the same."""
    model = OneLayerAttention(2, generator=seeded())
    z = sampling.one_step_prompts(3, 4, 2, seeded("p"), 0.5).tokens()
    outputs = model(z).detach()
    for prompt, output in zip(z, outputs, strict=True):
        query, total = prompt[:, -1], torch.zeros_like(prompt[:, 0])
        for j in range(4):
            token = prompt[:, j]
            total = total + (model.w_v @ token) * (token @ model.w_k.mT @ model.w_q @ query)
        assert float((model.head @ total - output).detach().abs()) < ROUNDING
    again = reparametrised_output(z, *model.effective()).detach()
    assert float((again - outputs).abs().max()) < ROUNDING


def test_the_printed_construction_in_integers() -> None:
    """(25) with eta = 2 on x = (1, 3), y = (5, 7), x_q = 2: 2 (5 + 21) 2 = 104."""
    z = torch.tensor([[1.0, 3.0, 2.0], [5.0, 7.0, 0.0]], dtype=torch.float64)
    select = torch.diag(torch.tensor([1.0, 0.0], dtype=torch.float64))
    value = torch.diag(torch.tensor([0.0, 2.0], dtype=torch.float64))
    head = torch.tensor([0.0, 1.0], dtype=torch.float64)
    assert float(one_layer_output(z, select, select, value, head)) == 104.0


def test_initial_values_and_forms() -> None:
    model = LinearTransformer(3, 2, layers=4, std=1e-4)
    assert {name: tuple(p.shape) for name, p in model.named_parameters()} == {
        "a": (4, 3, 3), "u": (4, 3),
    }
    assert float(model.a.detach().abs().max()) < 1e-3
    with pytest.raises(ValueError, match="theory, published, full, got 'other'"):
        LinearTransformer(3, 2, form="other")


def test_the_gpu_agrees_with_the_cpu(device: torch.device) -> None:
    """Same samples, float64: relative difference at most 1e-10."""
    if device.type != "cuda":
        pytest.skip("needs --device cuda on a machine with a GPU")
    model = LinearTransformer(4, 3, form="published", std=0.3,
                              generator=torch.Generator().manual_seed(1))
    prompts = sampling.looped_prompts(64, 20, 4, torch.Generator().manual_seed(2))
    here = model(prompts.tokens()).detach()
    there = model.to(device)(prompts.to(device).tokens()).detach().cpu()
    assert float(((here - there).abs() / here.abs().max()).max()) < 1e-10
