"""T = [(n + 1) Sigma + (tr(Omega Sigma) + sigma2) Omega^{-1}]^{-1}: skewed data, X (n, d), no 1/n.

For x ~ N(0, Sigma) and w ~ N(0, Omega) the best predictor that is linear in X'y is x'T X'y.
Omega = Sigma^{-1} (Theorem 2) gives Sigma^{-1}/(n + d + 1 + sigma2); Omega = I gives
((n + 1) Sigma + (tr Sigma + sigma2) I)^{-1}, which is a multiple of Sigma^{-1} only if Sigma is a
multiple of I.

Source: one-step paper, section 4, Theorem 2, eq. (129) to (167).
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq

from theory import matrices
from theory.matrices import Matrix
from theory.one_step import layer, minimal_loss
from theory.one_step_moments import energy_square, scatter_energy
from theory.rational import ball


def label_moment(sigma: Matrix, omega: Matrix, n: int, sigma2: Fraction) -> Matrix:
    """E X'yy'X = n(n + 1) Sigma Omega Sigma + n (tr(Omega Sigma) + sigma2) Sigma."""
    curved = matrices.multiply(matrices.multiply(sigma, omega), sigma)
    weight = n * (matrices.trace(matrices.multiply(omega, sigma)) + sigma2)
    return matrices.add(matrices.scale(Fraction(n * (n + 1)), curved),
                        matrices.scale(weight, sigma))


def preconditioner(sigma: Matrix, omega: Matrix, n: int, sigma2: Fraction) -> Matrix:
    """T = [(n + 1) Sigma + (tr(Omega Sigma) + sigma2) Omega^{-1}]^{-1}, Sigma, Omega definite.

    The normal equation T E[X'yy'X] = E[w y'X] = n Omega Sigma, solved.

    Raises:
        ValueError: Sigma or Omega is not positive definite.

    Example:
        >>> preconditioner(matrices.identity(2), matrices.identity(2), 1, Fraction(1))
        Diagonal(spectrum=((Fraction(1, 5), 2),))
    """
    for name, matrix in (("Sigma", sigma), ("Omega", omega)):
        if not matrices.is_positive_definite(matrix):
            raise ValueError(f"got {name} that is not positive definite, allowed positive definite")
    weight = matrices.trace(matrices.multiply(omega, sigma)) + sigma2
    return matrices.inverse(matrices.add(matrices.scale(Fraction(n + 1), sigma),
                                         matrices.scale(weight, matrices.inverse(omega))))


def predictor_loss(T: Matrix, sigma: Matrix, omega: Matrix, n: int, sigma2: Fraction) -> Fraction:
    """E (x'T X'y - y_{n+1})^2, C = E X'yy'X, for any real T.

    = sigma2 + tr(Sigma Omega) - 2n tr(Sigma T Sigma Omega) + tr(Sigma T C T').
    """
    moved = matrices.multiply(sigma, T)
    signal = matrices.multiply(sigma, omega)
    square = matrices.multiply(moved, label_moment(sigma, omega, n, sigma2))
    linear = matrices.trace(matrices.multiply(moved, signal))
    quadratic = matrices.trace(matrices.multiply(square, matrices.transpose(T)))
    return sigma2 + matrices.trace(signal) - 2 * n * linear + quadratic


def loss(
    w: tuple[Fraction, ...], M: Matrix, sigma: Matrix, n: int, sigma2: Fraction
) -> Fraction:
    """L(w, M) for x ~ N(0, Sigma), w* ~ N(0, Sigma^{-1}): L(Hw, HMH) on isotropic data.

    H = diag(Sigma^{1/2}, 1); only products of two square roots occur, so all stays rational.

    Source: eq. (158) to (161).
    """
    parts = layer(w, matrices.to_dense(M).rows)
    d = parts.d
    B, p = matrices.dense(parts.B), matrices.dense([[x] for x in parts.p])
    c, T = matrices.dense([[x] for x in parts.c]), matrices.dense(parts.T)
    sigma = matrices.to_dense(sigma)

    def form(left: Matrix, right: Matrix) -> Fraction:
        """tr(left' Sigma right)."""
        return matrices.trace(matrices.multiply(matrices.transpose(left),
                                                matrices.multiply(sigma, right)))

    def square(matrix: Matrix) -> Fraction:
        """|Sigma^{1/2} matrix Sigma^{1/2}|_F^2."""
        return form(matrix, matrices.multiply(matrix, sigma))

    Bp = matrices.multiply(B, matrices.multiply(sigma, p))
    odd = (d - 2 * n * matrices.trace(matrices.multiply(sigma, T))
           + n * (n + d + 1 + sigma2) * square(T))
    even = (n * (n + 1) * form(Bp, Bp) + n * square(B) * form(p, p)
            + 2 * parts.q * scatter_energy(n, d, sigma2) * form(c, Bp)
            + parts.q**2 * form(c, c) * energy_square(n, d, sigma2))
    return Fraction(sigma2 + odd + even)


def singular_rates(n: int, d: int, rank: int, sigma2: Fraction) -> dict[str, Fraction | arb]:
    """Learning rates with the pseudo-inverse Sigma^+ as preconditioner, Sigma of rank r < d.

    range:  w ~ N(0, Sigma^+): 1/(n + r + 1 + sigma2), Theorem 1 in dimension r.
    hidden: y = w'u + e with all of u ~ N(0, I_d), of which x = Sigma^{1/2} u shows r directions:
            the other d - r act as noise of variance sigma2 + d - r, so 1/(n + d + 1 + sigma2).
    printed_ratio: the ratio of Theorem 2 with ^+ for ^{-1}, on the data of `hidden`:
            [nr + (d - r) E tr S (S + sigma2 I)^{-1}] / [nr (n + d + 1 + sigma2)], S in dimension r.

    Raises:
        ValueError: rank outside 1 .. d, or sigma2 > 0 with n > 1 and r > 1 (no closed form here).
    """
    if not 1 <= rank <= d:
        raise ValueError(f"got rank {rank}, allowed 1 .. {d}")
    total = n * rank * (n + d + 1 + Fraction(sigma2))
    # at sigma2 = 0 every direction of S survives: E tr S S^+ = min(n, r)
    ratio: Fraction | arb = (n * rank + (d - rank) * min(n, rank)) / total
    if sigma2 and rank < d:
        ratio = (n * rank + (d - rank) * (1 - _shrunk(n, rank, sigma2))) / ball(total)
    return {"range": 1 / (n + rank + 1 + sigma2), "hidden": 1 / (n + d + 1 + sigma2),
            "printed_ratio": ratio}


def _shrunk(n: int, d: int, sigma2: Fraction) -> arb:
    """E sigma2/(|x|^2 + sigma2), |x|^2 chi-square with k = max(n, d) degrees, for min(n, d) = 1.

    = (s/2)^{k/2} e^{s/2} Gamma(1 - k/2, s/2), as 1/(z + s) = integral of e^{-t(z + s)} over t > 0.
    """
    if min(n, d) != 1:
        raise ValueError(f"got n {n}, d {d}, allowed n = 1 or d = 1 when sigma2 > 0")
    before = ctx.prec
    ctx.prec = 128
    try:
        half, order = ball(sigma2) / 2, arb(fmpq(max(n, d), 2))
        return half**order * half.exp() * half.gamma_upper(1 - order)
    finally:
        ctx.prec = before


def ridge_loss(n: int, d: int, sigma2: Fraction) -> Fraction | arb:
    """C = sigma2 + d - E tr X'X (X'X + sigma2 I)^{-1}, what the ridge predictor attains (Lemma 1).

    sigma2 = 0 reads the inverse as a pseudo-inverse and gives max(d - n, 0).

    Raises:
        ValueError: sigma2 > 0 with n > 1 and d > 1.
    """
    if not sigma2:
        return Fraction(max(d - n, 0))
    return ball(sigma2 + d) - (1 - _shrunk(n, d, sigma2))


def ridge_gap(n: int, d: int, sigma2: Fraction) -> Fraction | arb:
    """E|eta X'y - what|^2 = C_1 - C > 0: how far the best layer stays from ridge regression."""
    best, ridge = Fraction(minimal_loss(n, d, sigma2)), ridge_loss(n, d, sigma2)
    return best - ridge if isinstance(ridge, Fraction) else ball(best) - ridge

