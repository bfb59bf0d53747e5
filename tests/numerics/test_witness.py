"""Ready samplers against values worked out by hand, each with a planted false value."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from numerics import witness
from numerics.estimates import compare, ratio_samples

Seeded = Callable[..., torch.Generator]
ALARM = 1e-7


def decide(samples: Any, true: Any, false: Any) -> None:
    assert compare(samples, true, ALARM).consistent is True
    assert compare(samples, false, ALARM).consistent is False


def test_loss_of_one_loop_differs_from_the_printed_formula(seeded: Seeded) -> None:
    """L = 1, A = diag(1, 0), n = 3, d = 2: d - 2 tr A + (1 + (d + 1)/n) tr AA' = 2, printed 5/3."""
    a = [[1, 0], [0, 0]]
    decide(witness.looped_loss_samples(1, 3, a, None, None, 800_000, seeded()), 2, 5 / 3)
    decide(witness.reduced_loss_samples(1, 3, a, None, None, 40_000, seeded()), 2, 5 / 3)


def test_loss_with_u_and_a_covariance(seeded: Seeded) -> None:
    """d = 1, n = 2, Sigma = 4, A = 1/8, u = 1: with B = 1/2, E (1 - W/2)^2 + 4 E (W/2)^2 = 2.5."""
    args = (1, 2, [[Fraction(1, 8)]], [[4]], [1])
    decide(witness.looped_loss_samples(*args, 100_000, seeded()), 2.5, 2.0)
    decide(witness.reduced_loss_samples(*args, 40_000, seeded()), 2.5, 2.0)


def test_two_samplers_agree_on_distinct_layers(seeded: Seeded) -> None:
    a = [[[0.5, 0.2], [0.0, 0.4]], [[0.3, 0.0], [-0.2, 0.6]]]
    u = [[0.2, 0.1], [0.0, 0.3]]
    sigma = [[2, 0.5], [0.5, 1]]
    draws = 200_000
    plain = witness.looped_loss_samples(2, 12, a, sigma, u, draws, seeded("a"), per_layer=True)
    short = witness.reduced_loss_samples(2, 12, a, sigma, u, draws, seeded("b"), per_layer=True)
    assert compare(plain - short, 0.0, ALARM).consistent is True
    swapped = witness.reduced_loss_samples(2, 12, a[::-1], sigma, u, draws, seeded("c"),
                                           per_layer=True)
    assert compare(short - swapped, 0.0, ALARM).consistent is False


def test_gradient_by_automatic_differentiation(seeded: Seeded) -> None:
    """L = 1: -2 I + 2 (1 + (d + 1)/n) A, with n = 6 and d = 2."""
    a = np.array([[0.6, 0.3], [-0.2, 0.5]])
    gradient = witness.looped_gradient_samples(1, 6, a, None, None, 100_000, seeded())
    true = -2 * np.eye(2) + 3 * a
    decide(gradient, true, true.T)


def test_scalar_loss_at_huge_n(seeded: Seeded) -> None:
    """tr (I - a W)^2 = d ((1 - a)^2 + a^2 (d + 1)/n)."""
    a, n, d = 0.5, 10**12, 3
    samples = witness.scalar_loss_samples(1, n, d, a, 2_000, seeded())
    assert compare(samples, d * (0.25 + 0.25 * 4 / n), ALARM).consistent is True
    below = witness.scalar_loss_samples(1, 2, 3, a, 100_000, seeded())
    decide(below, 3 * (0.25 + 0.25 * 2), 3 * 0.25 + 0.25)


def test_moments_and_words(seeded: Seeded) -> None:
    """E S^2 = (1 + (d + 1)/n) I; E tr S A S A' = tr AA' + (tr A^2 + (tr A)^2)/n = 29/3."""
    for method in ("prompts", "bartlett"):
        second = witness.moment_samples(12, 2, 2, None, 60_000, seeded(), method=method)
        decide(second, 1.25 * np.eye(2), 1.2 * np.eye(2))
    word = [("S", False), ("A", False), ("S", False), ("A", True)]
    letters = {"A": [[1, 0], [0, 2]]}
    samples = witness.word_samples([word], letters, 3, 2, None, 200_000, seeded())
    decide(samples, 29 / 3, 9.0)
    product = witness.word_samples([[("S", False)]] * 2, {}, 12, 2, None, 60_000, seeded())
    decide(product, 4 + 4 / 12, 4.0)


def test_transposes_are_kept(seeded: Seeded) -> None:
    """A = e_1 e_2': E tr S A S A' = 1 + 0 + 0 and E tr S A S A = (1 + 0)/n."""
    letters = {"A": [[0, 1], [0, 0]]}
    for transposed, value in ((True, 1.0), (False, 0.1)):
        word = [("S", False), ("A", False), ("S", False), ("A", transposed)]
        samples = witness.word_samples([word], letters, 10, 2, None, 60_000, seeded())
        assert compare(samples, value, ALARM).consistent is True


@pytest.mark.parametrize("sampler", ["layer", "averaged", "ridge"])
def test_eta_of_the_linear_target(sampler: str, seeded: Seeded) -> None:
    """eta = 1/(n + d + 1 + sigma^2): 1/16 at n = 12, d = 2, sigma^2 = 1."""
    if sampler == "layer":
        pair = witness.one_step_eta_samples(12, 2, 1.0, "linear", 100_000, seeded())
    elif sampler == "averaged":
        pair = witness.averaged_eta_samples(12, 2, 1.0, 30_000, seeded())
    else:
        pair = witness.ridge_eta_samples(12, 2, 1.0, 60_000, seeded())
    decide(ratio_samples(*pair), 1 / 16, 1 / 14)


def test_one_step_loss_in_three_parametrisations(seeded: Seeded) -> None:
    """At eta = 1/16: d (1 - n eta) + sigma^2 = 2 (1 - 3/4) + 1 = 1.5, with the label's noise."""
    w, m = [0, 0, 1 / 16], np.diag([1.0, 1.0, 0.0])
    four = (m, m, np.diag([0.0, 0.0, 1 / 16]), [0, 0, 1])
    for parameters in (1 / 16, (w, m), four):
        samples = witness.one_step_loss_samples(
            12, 2, 1.0, parameters, "linear", 60_000, seeded()
        )
        decide(samples, 1.5, 1.3)


def test_skewed_inputs_need_the_preconditioner(seeded: Seeded) -> None:
    sigma, inverse = [[4, 0], [0, 1]], [[Fraction(1, 4), 0], [0, 1]]
    samples = witness.one_step_loss_samples(
        12, 2, 1.0, 1 / 16, "linear", 60_000, seeded(), sigma=sigma, preconditioner=inverse
    )
    decide(samples, 1.5, 1.3)


def test_one_given_prompt() -> None:
    x = [[1, 0, 2], [0, 1, 1]]
    value = witness.looped_prediction(x, [1, -1], [3, 5], 1, [[3, 0], [0, 3]])
    # X X' = [[5, 2], [2, 2]], A = 3 I, n = 3: w' X X' x_q = (3, 0) (3, 5)' = 9.
    assert value == pytest.approx(9.0, abs=1e-12)


def test_draws_repeat_with_the_seed() -> None:
    draws = [
        witness.looped_loss_samples(2, 3, [[0.5]], None, None, 50, witness.make_generator(4, "x"))
        for _ in range(2)
    ]
    assert np.array_equal(*draws)
    other = witness.make_generator(5, "x")
    assert not np.array_equal(
        draws[0], witness.looped_loss_samples(2, 3, [[0.5]], None, None, 50, other)
    )


def test_bad_parameters_are_named(seeded: Seeded) -> None:
    with pytest.raises(ValueError, match="per_layer needs 2 matrices"):
        witness.looped_loss_samples(2, 3, [[[1]]], None, None, 5, seeded(), per_layer=True)
    with pytest.raises(ValueError, match="eta, \\(w, M\\) or"):
        witness.one_step_loss_samples(2, 1, 0.0, ([1], [1], [1]), "linear", 5, seeded())
