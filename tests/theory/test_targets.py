"""Learning rates by target family: moments against integration of the definition."""

from fractions import Fraction as F

import mpmath
import pytest
from flint import arb, fmpq_mpoly_ctx

from theory import one_step, targets
from theory.one_step_kernels import cosine_correlation
from theory.one_step_moments import gaussian_expectation


@pytest.mark.parametrize("sigma2", [F(0), F(1, 4), F(3)])
@pytest.mark.parametrize(("n", "d"), [(1, 1), (20, 10), (7, 300)])
def test_linear_targets_are_theorem_1(n, d, sigma2):
    for name in ("linear", "poly:1"):
        target = targets.parse_target(name)
        assert targets.eta(target, n, d, sigma2) == one_step.eta(n, d, sigma2)
        assert targets.minimal_loss(target, n, d, sigma2) == one_step.minimal_loss(n, d, sigma2)


@pytest.mark.parametrize(("text", "rate", "least"), [
    ("relu:1", F(1, 43), F(5) - F(20 * 10, 4 * 43)),
    ("relu:64", F(1, 43), 64 * (F(5) - F(20 * 10, 4 * 43))),  # without noise the width only scales
    ("relu-deep:1", F(1, 43), F(10) - F(20 * 10, 2 * 43)),
    ("even", F(0), F(120)),
    ("poly:0,1", F(9 * 1680, 19 * 9 * 1680 + 15 * 26880), None),
])
def test_rates_at_twenty_examples_in_ten_dimensions(text, rate, least):
    target = targets.parse_target(text)
    assert targets.eta(target, 20, 10, F(0)) == rate
    if least is not None:
        assert targets.minimal_loss(target, 20, 10, F(0)) == least


def test_noise_enters_relu_by_the_width():
    assert targets.eta(targets.parse_target("relu:2"), 20, 10, F(1)) == F(1, 45)


@pytest.mark.parametrize("coefficients", [(1,), (0, 1), (2, -1, 3)])
@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("n", [1, 2])
def test_polynomial_moments_are_integrals_of_the_prompt(coefficients, n, d):
    """E[x f(x) X'y] and E y'XX'y by monomials, over independent x_i, w, e_i."""
    names = [f"x{i}{k}" for i in range(n + 1) for k in range(d)]
    weights = [f"w{k}" for k in range(d)]
    noises = {f"e{i}": "v" for i in range(n)}
    context = fmpq_mpoly_ctx.get([*names, *weights, *noises, "v"])
    g = dict(zip([*names, *weights, *noises, "v"], context.gens(), strict=True))
    x = [[g[f"x{i}{k}"] for k in range(d)] for i in range(n + 1)]
    s = [sum((a * g[name] for a, name in zip(row, weights, strict=True)), context.constant(0))
         for row in x]
    f = [sum((c * z ** (2 * i + 1) for i, c in enumerate(coefficients)), context.constant(0))
         for z in s]
    y = [f[i] + g[f"e{i}"] for i in range(n)]
    gradient = [sum((x[i][k] * y[i] for i in range(n)), context.constant(0)) for k in range(d)]
    dot = sum((a * b for a, b in zip(gradient, x[n], strict=True)), context.constant(0))
    square = sum((a * a for a in gradient), context.constant(0))

    def mean(p):
        return gaussian_expectation(p, [*names, *weights], noises)

    target = targets.odd_polynomial([F(c) for c in coefficients])
    V, Q, v = target.correlation(d), target.weighted_energy(d), g["v"]
    assert mean(dot * f[n]) == integer(n * V)
    assert mean(square) == integer(n * (n - 1) * V + n * Q) + n * d * v
    assert mean(f[n] * f[n]) == integer(target.energy(d))


def integer(number):
    """An int equal to an integral Fraction."""
    assert F(number).denominator == 1
    return int(number)


def test_relu_moments_follow_from_half_of_the_line():
    """d = 1, m = 1: f = a max(w x, 0), so E_x[x f] = a w/2 and E f^2 = E (w x)^2 / 2."""
    target = targets.relu(1)
    assert (target.correlation(1), target.energy(1), target.weighted_energy(1)) == (
        F(1, 4), F(1, 2), F(3, 2))


def kernel(depth, c):
    """The arc-cosine kernel by its recursion, in floating point of 40 digits."""
    for _ in range(depth):
        angle = mpmath.acos(c)
        c = (mpmath.sin(angle) + (mpmath.pi - angle) * c) / mpmath.pi
    return c


@pytest.mark.parametrize(("depth", "d"), [(1, 2), (1, 7), (2, 2), (2, 9), (3, 4)])
def test_cosine_correlation_is_the_integral_over_the_sphere(depth, d):
    with mpmath.workdps(40):
        weight = mpmath.sqrt(mpmath.pi) * mpmath.gamma((d - 1) / mpmath.mpf(2)) / mpmath.gamma(
            d / mpmath.mpf(2))
        value = mpmath.quad(
            lambda t: mpmath.cos(t) * kernel(depth, mpmath.cos(t)) * mpmath.sin(t) ** (d - 2),
            [0, 0.1, 1, 2, 3, mpmath.pi]) / weight
        found = cosine_correlation(depth, d)
        found = found if isinstance(found, F) else mpmath.mpf(found.mid().str(40, radius=False))
        assert abs(value - mpmath.mpf(found.numerator) / found.denominator
                   if isinstance(found, F) else value - found) < mpmath.mpf(10) ** -18  # quadrature


def test_cosine_correlation_in_one_dimension_and_its_radius():
    found = cosine_correlation(2, 1)
    assert found.overlaps((1 - 1 / arb.pi()) / 2) and bool(found.rad() < arb("1e-12"))
    wide = cosine_correlation(2, 10**6)
    assert bool(wide.rad() < arb("1e-25")) and bool(wide > arb("3.015e-7"))
    with pytest.raises(ValueError, match="got depth 99"):
        cosine_correlation(99, 3)


def test_deeper_networks_lie_below_shallow_ones_and_decrease():
    rates = [targets.eta(targets.parse_target(f"relu-deep:{k}"), 20, 10, F(0)) for k in (1, 2, 3)]
    assert bool(rates[1] < arb(1) / 43) and rates[0] == F(1, 43) and bool(rates[2] < rates[1])


@pytest.mark.parametrize(("text", "match"), [
    ("relu", "got the target 'relu', allowed linear"),
    ("relu:0", "allowed an integer 1"),
    ("relu:x", "allowed an integer 1"),
    ("relu-deep:99", "allowed an integer 1 .. 32"),
    ("poly:a", "allowed exact numbers"),
    ("poly:1/0", "allowed exact numbers"),
    ("poly:", "allowed exact numbers"),
    ("odd", "allowed linear"),
])
def test_texts_that_name_no_family_raise(text, match):
    with pytest.raises(ValueError, match=match):
        targets.parse_target(text)


def test_no_target_and_no_noise_is_undefined():
    zero = targets.parse_target("poly:0")
    assert targets.eta(zero, 2, 2, F(1)) == 0 and targets.minimal_loss(zero, 2, 2, F(1)) == 1
    with pytest.raises(ValueError, match="eta is 0/0"):
        targets.eta(zero, 2, 2, F(0))
    with pytest.raises(ValueError, match="allowed n, d >= 1"):
        targets.eta(targets.linear(), 0, 1, F(0))


def test_formula_texts():
    assert targets.parse_target("relu:64").formula == "1/(n + 2*d + 3 + sigma2/16)"
    assert targets.parse_target("relu:4").formula == "1/(n + 2*d + 3 + sigma2)"
    assert targets.parse_target("relu:6").formula == "1/(n + 2*d + 3 + 2*sigma2/3)"
    assert targets.parse_target("poly:0,1").formula.startswith(
        "V/((n - 1)*V + Q + d*sigma2), V = 9*m_3, Q = 15*m_4")
