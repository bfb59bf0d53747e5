"""One linear self-attention layer: closed forms against integration of the definition."""

from fractions import Fraction as F

import pytest
from flint import fmpq_mpoly_ctx

from theory import definitions, one_step
from theory import one_step_moments as moments
from theory.one_step_definition import Prompt, loss_polynomial, symbolic_prompt
from theory.one_step_moments import gaussian_expectation

SIZES = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (1, 3)]


@pytest.mark.parametrize(("n", "d", "sigma2", "rate", "least"), [
    (20, 10, F(0), F(1, 31), F(110, 31)),
    (1, 1, F(0), F(1, 3), F(2, 3)),
    (1, 1, F(1), F(1, 4), F(7, 4)),
    (20, 10, F(1, 4), F(4, 125), F(77, 20)),
])
def test_rate_and_least_loss_at_typed_values(n, d, sigma2, rate, least):
    assert one_step.eta(n, d, sigma2) == rate
    assert one_step.minimal_loss(n, d, sigma2) == least


@pytest.mark.parametrize(("n", "d"), SIZES)
def test_loss_is_the_integral_of_the_definition_in_every_entry(n, d):
    prompt, w, M = symbolic_prompt(n, d)
    assert loss_polynomial(n, d) == one_step.loss(w, M, n, prompt.variables["sigma2"])


@pytest.mark.parametrize(("n", "d"), SIZES)
def test_lemma_2_is_an_identity_in_every_entry(n, d):
    prompt, w, M = symbolic_prompt(n, d)
    s = prompt.variables["sigma2"]
    rate = 3
    distance = [v - rate * g for v, g in zip(prompt.effective_predictor(w, M), gradient(prompt),
                                             strict=True)]
    squared = prompt.mean(sum((v * v for v in distance), prompt.context.constant(0)))
    assert squared == one_step.distance_to_gradient_step(w, M, n, s, rate)


@pytest.mark.parametrize("sigma2", [F(0), F(1, 3), F(5)])
@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 3), (7, 2)])
def test_lemma_2_constant(n, d, sigma2):
    w, M = numbers(d)
    rate, least = one_step.eta(n, d, sigma2), one_step.minimal_loss(n, d, sigma2)
    distance = one_step.distance_to_gradient_step(w, M, n, sigma2, rate)
    assert one_step.loss(w, M, n, sigma2) == least + distance


def gradient(prompt):
    """X'y."""
    return [sum((prompt.x[i][k] * prompt.y[i] for i in range(prompt.n)), prompt.context.constant(0))
            for k in range(prompt.d)]


def numbers(d):
    """Some w and M without a pattern."""
    w = tuple(F(3 * i + 1, i + 2) for i in range(d + 1))
    return w, tuple(tuple(F(5 * i - 3 * j + 1, 2 * i + j + 3) for j in range(d + 1))
                    for i in range(d + 1))


@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 2), (2, 2), (3, 2)])
def test_second_moments_of_lemma_3(n, d):
    prompt = Prompt(n, d)
    s, g = prompt.variables["sigma2"], gradient(prompt)
    for i in range(d):
        for j in range(d):
            assert prompt.mean(g[i] * g[j]) == moments.label_moment(n, d, s) * int(i == j)
            assert prompt.mean(g[i] * prompt.regressor[j]) == moments.ridge_moment(n) * int(i == j)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_energy_moments(n, d):
    prompt = Prompt(n, d)
    s, zero = prompt.variables["sigma2"], prompt.context.constant(0)
    energy = sum((y * y for y in prompt.y[:n]), zero)
    assert prompt.mean(energy * energy) == moments.energy_square(n, d, s)
    for i in range(d):
        for j in range(d):
            entry = sum((prompt.x[k][i] * prompt.x[k][j] for k in range(n)), zero)
            assert prompt.mean(entry * energy) == moments.scatter_energy(n, d, s) * int(i == j)


def test_scatter_square_at_one_dimension_is_a_fourth_moment():
    assert moments.scatter_square(2, 1, 1, 1) == 2 * 3 + 2
    assert [moments.norm_moment(1, k) for k in range(5)] == [1, 1, 3, 15, 105]
    assert [moments.double_factorial(k) for k in (-1, 0, 1, 3, 5, 7)] == [1, 1, 1, 3, 15, 105]


def test_gaussian_expectation_at_typed_values():
    context = fmpq_mpoly_ctx.get(["z", "e", "v", "a"])
    z, e, v, a = context.gens()
    assert gaussian_expectation(z**6 * a, ["z"]) == 15 * a
    assert gaussian_expectation(z**3 * a, ["z"]) == 0
    assert gaussian_expectation(z**2 * e**4 + 1, ["z"], {"e": "v"}) == 3 * v**2 + 1


def test_the_definition_is_the_layer_of_keys_queries_and_values():
    W_K, W_Q = ((1, 2, 0), (0, 1, 3), (2, 1, 1)), ((2, 0, 1), (1, 1, 0), (0, 3, 1))
    W_V, h = ((1, 0, 2), (3, 1, 0), (0, 1, 1)), (1, 2, 1)
    w, M = one_step.from_weights(W_K, W_Q, W_V, h)
    prompt = Prompt(2, 2)
    at = {name: F(3 * i % 7 - 2) for i, name in enumerate(prompt.variables)}
    values = [[value(t, at) for t in token] for token in prompt.tokens()]
    expected = definitions.one_layer_forward(values, W_K, W_Q, W_V, h)
    assert value(prompt.output(w, M), at) == expected
    predictor = [value(v, at) for v in prompt.effective_predictor(w, M)]
    assert sum(v * x for v, x in zip(predictor, values[-1], strict=False)) == expected


def value(polynomial, at):
    """The polynomial at a point."""
    total = F(0)
    names = polynomial.context().names()
    for exponents, coefficient in polynomial.to_dict().items():
        term = F(int(coefficient.p), int(coefficient.q))
        for name, power in zip(names, exponents, strict=True):
            term *= at[name] ** int(power)
        total += term
    return total


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 1), (2, 2), (5, 3)])
def test_every_minimiser_reaches_the_least_loss_and_its_neighbours_do_not(n, d):
    sigma2 = F(1, 2)
    found = one_step.minimisers(n, d, sigma2, F(3))
    assert len(found) == (2 if d == 1 else 1)
    least = one_step.minimal_loss(n, d, sigma2)
    for w, M in found:
        assert one_step.loss(w, M, n, sigma2) == least
        for k in range(d + 1):
            moved = tuple(x + (F(1, 100) if i == k else 0) for i, x in enumerate(w))
            assert one_step.loss(moved, M, n, sigma2) > least


def test_the_second_family_is_not_optimal_above_dimension_one():
    w, M = (F(1), F(0), F(0)), ((F(0),) * 3, (F(0),) * 3, (one_step.eta(2, 2, 0), F(0), F(0)))
    assert one_step.loss(w, M, 2, F(0)) > one_step.minimal_loss(2, 2, F(0))


@pytest.mark.parametrize("rate", [F(1, 6), F(1, 5), F(0)])
def test_construction_is_optimal_for_one_rate_alone(rate):
    n, d, sigma2 = 2, 2, F(1)
    w, M = one_step.from_weights(*one_step.construction(rate, d))
    least = one_step.minimal_loss(n, d, sigma2)
    assert (one_step.loss(w, M, n, sigma2) == least) == (rate == F(1, 6))


def test_even_part_is_zero_only_on_the_two_branches():
    n, sigma2 = 2, F(1)
    w, M = (F(1), F(0), F(2)), ((F(0),) * 3, (F(1), F(0), F(0)), (F(0),) * 3)
    assert one_step.even_loss(one_step.layer(w, M), n, sigma2) > 0  # B p = 0 but B and p are not 0
    w = (F(0), F(0), F(2))
    assert one_step.even_loss(one_step.layer(w, M), n, sigma2) == 0


def test_shapes_that_do_not_fit_raise():
    with pytest.raises(ValueError, match=r"got w of length 2 and M with rows \[3, 3, 3\]"):
        one_step.layer((1, 2), ((1, 2, 3),) * 3)
    with pytest.raises(ValueError, match="got scale 0"):
        one_step.minimisers(1, 1, F(0), F(0))
    with pytest.raises(ValueError, match=r"got n 9, d 9, allowed \(n \+ 1\)\(d \+ 1\) <= 12"):
        Prompt(9, 9)
