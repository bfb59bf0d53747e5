"""Skewed covariates: the preconditioner against integration, singular covariances, ridge."""

from fractions import Fraction as F

import pytest
from flint import arb

from theory import matrices, one_step, one_step_skewed
from theory.matrices import dense, diagonal, identity
from theory.one_step_definition import Prompt

ROOT = ((F(1), F(1)), (F(0), F(2)))  # Sigma = ROOT ROOT'
SPREAD = ((F(1), F(0)), (F(-1), F(1)))  # Omega = SPREAD SPREAD'


def gram(root):
    """root root'."""
    return matrices.multiply(dense(root), matrices.transpose(dense(root)))


def integrated_loss(T, n, sigma2):
    """E (x'T X'y - y_{n+1})^2 for x = ROOT z, w = SPREAD g, by monomials."""
    prompt = Prompt(n, 2)
    zero, noise = prompt.context.constant(0), prompt.variables
    x = [[sum((int(r) * z for r, z in zip(row, zs, strict=True)), zero) for row in ROOT]
         for zs in prompt.x]
    w = [sum((int(r) * g for r, g in zip(row, prompt.regressor, strict=True)), zero)
         for row in SPREAD]
    y = [sum((a * b for a, b in zip(row, w, strict=True)), noise[f"e{i}"])
         for i, row in enumerate(x)]
    g = [sum((x[i][k] * y[i] for i in range(n)), zero) for k in range(2)]
    output = sum((x[n][i] * rational(T.rows[i][j]) * g[j] for i in range(2) for j in range(2)),
                 zero)
    error = output - y[n]
    mean = prompt.mean(error * error)
    total = F(0)
    for exponents, c in mean.to_dict().items():
        total += F(int(c.p), int(c.q)) * sigma2 ** sum(int(e) for e in exponents)
    return total


def rational(number):
    """An int, since polynomials take no Fractions: T is integer here."""
    assert number.denominator == 1
    return int(number)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("T", [((1, 0), (0, 1)), ((0, 2), (-1, 3)), ((0, 0), (0, 0))])
def test_predictor_loss_is_the_integral(n, T):
    T, sigma2 = dense(T), F(2, 3)
    found = one_step_skewed.predictor_loss(T, gram(ROOT), gram(SPREAD), n, sigma2)
    assert found == integrated_loss(T, n, sigma2)


@pytest.mark.parametrize("omega", [identity(2), gram(SPREAD), matrices.inverse(gram(ROOT))])
@pytest.mark.parametrize("sigma2", [F(0), F(5, 2)])
def test_preconditioner_is_the_stationary_point(omega, sigma2):
    sigma, n = gram(ROOT), 3
    best = one_step_skewed.preconditioner(sigma, omega, n, sigma2)
    least = one_step_skewed.predictor_loss(best, sigma, omega, n, sigma2)
    for i in range(2):
        for j in range(2):
            step = dense([[F(int((i, j) == (k, m)), 9) for m in range(2)] for k in range(2)])
            up, down = (one_step_skewed.predictor_loss(matrices.add(best, matrices.scale(s, step)),
                                                       sigma, omega, n, sigma2) for s in (1, -1))
            assert up == down > least  # a quadratic with its minimum here


def test_preconditioner_at_typed_values():
    sigma = diagonal([(1, 1), (2, 1)])
    assert one_step_skewed.preconditioner(sigma, identity(2), 1, F(1)) == diagonal(
        [(F(1, 6), 1), (F(1, 8), 1)])  # 2 Sigma + 4 I
    assert one_step_skewed.preconditioner(sigma, matrices.inverse(sigma), 1, F(1)) == diagonal(
        [(F(1, 5), 1), (F(1, 10), 1)])  # Sigma^{-1} / (n + d + 1 + sigma2)
    with pytest.raises(ValueError, match="got Sigma that is not positive definite"):
        one_step_skewed.preconditioner(diagonal([(0, 1), (1, 1)]), identity(2), 1, F(0))


def test_skewed_layer_loss_is_the_isotropic_one_after_the_change_of_variables():
    sigma, n, sigma2 = diagonal([(4, 1), (9, 1)]), 3, F(1, 2)
    H = (2, 3, 1)
    w = (F(1, 2), F(-1), F(2))
    M = tuple(tuple(F(i + 2 * j, 3) - 1 for j in range(3)) for i in range(3))
    moved_w = tuple(h * x for h, x in zip(H, w, strict=True))
    moved_M = tuple(tuple(H[i] * M[i][j] * H[j] for j in range(3)) for i in range(3))
    assert one_step_skewed.loss(w, dense(M), sigma, n, sigma2) == one_step.loss(
        moved_w, moved_M, n, sigma2)


def test_theorem_2_predictor_reaches_the_isotropic_loss():
    sigma, n, sigma2 = gram(ROOT), 4, F(1, 3)
    inverse = matrices.inverse(sigma)
    T = matrices.scale(one_step.eta(n, 2, sigma2), inverse)
    assert one_step_skewed.predictor_loss(T, sigma, inverse, n, sigma2) == one_step.minimal_loss(
        n, 2, sigma2)


def test_singular_covariance_at_typed_values():
    rates = one_step_skewed.singular_rates(1, 2, 1, F(0))
    assert rates == {"range": F(1, 3), "hidden": F(1, 4), "printed_ratio": F(1, 2)}
    full = one_step_skewed.singular_rates(3, 2, 2, F(0))
    assert set(full.values()) == {F(1, 6)}  # nothing hidden: all three agree
    noisy = one_step_skewed.singular_rates(1, 2, 1, F(1))
    assert bool(noisy["printed_ratio"] > arb(1) / 5) and noisy["hidden"] == F(1, 5)
    with pytest.raises(ValueError, match="got rank 0"):
        one_step_skewed.singular_rates(1, 2, 0, F(0))


def test_ridge_gap_is_positive_and_closes_with_the_noise():
    gaps = [one_step_skewed.ridge_gap(1, 1, F(s)) for s in (0, 1, 10, 100)]
    assert gaps[0] == F(2, 3)
    assert bool(gaps[1] > 0) and bool(gaps[2] > 0) and bool(gaps[3] > 0)
    assert bool(gaps[3] < gaps[2]) and bool(gaps[2] < gaps[1])
    # E z/(z + 1) for z chi-square with one degree: 0.344320457...
    assert abs(float(2 - one_step_skewed.ridge_loss(1, 1, F(1))) - 0.34432045758120) < 1e-13
    assert one_step_skewed.ridge_gap(2, 2, F(0)) == F(6, 5)
    with pytest.raises(ValueError, match="allowed n = 1 or d = 1"):
        one_step_skewed.ridge_loss(2, 2, F(1))
