"""eta = V/((n - 1) V + Q + d sigma2), V = E|E[x f(x)]|^2, Q = E f^2 |x|^2: rates by target family.

For y = f(x) + e, f from a family that satisfies Assumption 1 with E f^2 (1 + |x|^2) finite, the
best one-layer predictor is eta X'y (X (n, d), no 1/n), its loss F + sigma2 - n V eta, F = E f^2.
Three moments of the family decide everything:

linear          f = w'x                               V = d      F = d       Q = d(d+2)
relu:m          f = sum_{j<=m} a_j max(w_j'x, 0)      V = md/4   F = md/2    Q = md(d+2)/2
relu-deep:D     infinite width, D hidden layers       V = d^2 E[c k_D(c)],  F = d,  Q = d(d+2)
poly:c1,c3,...  f = sum_i c_i (w'x)^i, i odd          sums over pairs of degrees
even            f = s |x|^2, s a random sign          V = 0      F = d(d+2)  Q = d(d+2)(d+4)

with w, w_j, a_j standard normal, no 1/sqrt(m).

Source: one-step paper, Theorem 3, Lemmas 5 to 8; derived here (the paper leaves eta unevaluated).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, ctx

from theory.one_step_kernels import MAX_DEPTH, cosine_correlation
from theory.one_step_moments import Scalar, double_factorial, norm_moment
from theory.rational import ball

FAMILIES = ("linear", "relu:WIDTH", "relu-deep:DEPTH", "poly:c1,c3,...", "even")
LOSS_FORMULA = "F + sigma2 - n*V*value, F = E f(x)^2, V = E|E[x f(x)]|^2"
MAX_COEFFICIENTS = 40
BITS = 128


@dataclass(frozen=True)
class Target:
    """The three moments of a family of target functions, as functions of the dimension d.

    Attributes:
        name: as typed, e.g. ``relu:64``.
        correlation: d to V = E_f |E_x[x f(x)]|^2.
        energy: d to F = E f(x)^2.
        weighted_energy: d to Q = E f(x)^2 |x|^2.
        formula: eta as text in n, d and sigma2.
        exact: False if V is a ball.
    """

    name: str
    correlation: Callable[[Any], Any]
    energy: Callable[[Any], Any]
    weighted_energy: Callable[[Any], Any]
    formula: str
    exact: bool = True

    @property
    def status(self) -> str:
        """How eta and the minimal loss are known; no family here rests on simulation."""
        return "exact" if self.exact else "certified ball, no closed form"


def rate(V: Scalar, Q: Scalar, n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """eta = E[ubar'X'y] / E[y'XX'y] = n V / (n (n - 1) V + n Q + n d sigma2).

    E[ubar'X'y] = E[v_f'X'y] since ubar = E[v_f | context]; and E y'XX'y splits into pairs i != j,
    each with mean |v_f|^2, and i = j.  Source: Theorem 3.

    Example:
        >>> rate(Fraction(10), Fraction(120), 20, 10, 0)
        Fraction(1, 31)
    """
    return V / ((n - 1) * V + Q + d * sigma2)


def eta(target: Target, n: int, d: int, sigma2: Fraction) -> Fraction | arb:
    """The learning rate of the best one-layer predictor for a target family.

    Raises:
        ValueError: n or d below 1, sigma2 negative, or f = 0 without noise (0/0).
    """
    return optimum(target, n, d, sigma2)[0]


def minimal_loss(target: Target, n: int, d: int, sigma2: Fraction) -> Fraction | arb:
    """F + sigma2 - n V eta, the least loss over all layers; it includes the noise of y_{n+1}.

    Raises:
        ValueError: as for `eta`.
    """
    return optimum(target, n, d, sigma2)[1]


def optimum(
    target: Target, n: int, d: int, sigma2: Fraction
) -> tuple[Fraction | arb, Fraction | arb]:
    """(eta, F + sigma2 - n V eta): exact, or balls where V is one.

    Raises:
        ValueError: as for `eta`.
    """
    if n < 1 or d < 1 or sigma2 < 0:
        raise ValueError(f"got n {n}, d {d}, sigma2 {sigma2}, allowed n, d >= 1 and sigma2 >= 0")
    before = ctx.prec
    ctx.prec = BITS
    try:
        convert: Callable[[Any], Any] = Fraction if target.exact else _ball
        V, F, Q, noise = (convert(x) for x in (
            target.correlation(d), target.energy(d), target.weighted_energy(d), sigma2))
        if target.exact and not Q and not noise:
            raise ValueError(f"got the target {target.name} without noise: y = 0, so eta is 0/0")
        step = rate(V, Q, n, d, noise)
        return step, F + noise - n * V * step
    finally:
        ctx.prec = before


def _ball(value: int | Fraction | arb) -> arb:
    """The value as a ball."""
    return value if isinstance(value, arb) else ball(Fraction(value))


def parse_target(text: str) -> Target:
    """The family that a text names.

    Args:
        text: one of ``FAMILIES``, with its numbers.

    Raises:
        ValueError: unknown family or numbers that do not fit it.

    Example:
        >>> eta(parse_target("relu:4"), 20, 10, Fraction(0))
        Fraction(1, 43)
    """
    name, colon, argument = text.partition(":")
    if text == "linear":
        return linear()
    if text == "even":
        return even()
    if name == "relu" and colon:
        return relu(_positive(text, argument))
    if name == "relu-deep" and colon:
        return relu_deep(_positive(text, argument, MAX_DEPTH))
    if name == "poly" and colon:
        return odd_polynomial(_coefficients(text, argument))
    raise ValueError(f"got the target {text!r}, allowed {', '.join(FAMILIES)}")


def linear() -> Target:
    """f(x) = w'x: eta = 1/(n + d + 1 + sigma2)."""
    return Target("linear", lambda d: d, lambda d: d, lambda d: d * (d + 2),
                  "1/(n + d + 1 + sigma2)")


def relu(width: int) -> Target:
    """f(x) = sum_{j <= m} a_j max(w_j'x, 0): eta = 1/(n + 2d + 3 + 4 sigma2/m).

    E[x max(w'x, 0)] = w/2, and max(w'x, 0)^2 has half the mean of (w'x)^2; terms do not correlate.
    """
    noise = Fraction(4, width)
    term = {1: "sigma2"}.get(noise.numerator, f"{noise.numerator}*sigma2")
    term += "" if noise.denominator == 1 else f"/{noise.denominator}"
    m = Fraction(width)
    return Target(f"relu:{width}", lambda d: m / 4 * d, lambda d: m / 2 * d,
                  lambda d: m / 2 * d * (d + 2), f"1/(n + 2*d + 3 + {term})")


def relu_deep(depth: int) -> Target:
    """The Gaussian process with covariance |x||x'| k_D(cos): V = d^2 E[c k_D(c)]."""
    if depth == 1:
        formula = "1/(n + 2*d + 3 + 2*sigma2)"
    else:
        formula = (f"V/((n - 1)*V + d*(d + 2) + d*sigma2), V = d^2*E[c*k_{depth}(c)], "
                   "c the cosine of two independent uniform directions, "
                   "k_0(cos t) = cos t, k_{i+1} = k(k_i), k(cos t) = (sin t + (pi - t)*cos t)/pi")
    return Target(f"relu-deep:{depth}", lambda d: d * d * cosine_correlation(depth, int(d)),
                  lambda d: d, lambda d: d * (d + 2), formula, exact=depth == 1)


def polynomial_moments(coefficients: Sequence[Scalar], d: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """(V, F, Q) of f(x) = c_1 w'x + c_2 (w'x)^3 + ..., sums over pairs of degrees i, j.

    E[x (w'x)^i] = w i!! |w|^{i-1} by parts, so V = sum c_i c_j i!! j!! E|w|^{i+j}; and
    E (w'x)^{i+j} = (i + j - 1)!! E|x|^{i+j} for F and, with two more powers of |x|, for Q.
    """
    V, F, Q = d * 0, d * 0, d * 0
    for (a, x), (b, y) in product(enumerate(coefficients), repeat=2):
        i, j, half = 2 * a + 1, 2 * b + 1, a + b + 1
        energy = x * y * double_factorial(i + j - 1)
        V = V + x * y * double_factorial(i) * double_factorial(j) * norm_moment(d, half)
        F = F + energy * norm_moment(d, half)
        Q = Q + energy * norm_moment(d, half + 1)
    return V, F, Q


def polynomial_residual(coefficients: Sequence[Scalar], d: Scalar) -> Scalar:
    """E (f - v_f'x)^2 for f(x) = c_1 w'x + c_2 (w'x)^3 + ..., squared out given w.

    Given w, z = w'x/|w| is standard normal and f - v_f'x = sum c_i |w|^i (z^i - i!! z), since
    v_f'x = z sum c_i i!! |w|^i; hence the mean is sum c_i c_j E|w|^{i+j} E (z^i - i!! z)(z^j - j!! z).
    """
    total = d * 0
    for (a, x), (b, y) in product(enumerate(coefficients), repeat=2):
        i, j = 2 * a + 1, 2 * b + 1
        left, right = {i: 1}, {j: 1}
        left[1] = left.get(1, 0) - double_factorial(i)
        right[1] = right.get(1, 0) - double_factorial(j)
        mean = sum(u * v * double_factorial(p + q - 1)
                   for (p, u), (q, v) in product(left.items(), right.items()))
        total = total + x * y * mean * norm_moment(d, a + b + 1)
    return total


def odd_polynomial(coefficients: Sequence[Fraction]) -> Target:
    """f(x) = c_1 w'x + c_3 (w'x)^3 + ...: V = sum c_i c_j i!! j!! E|w|^{i+j}."""
    terms = [(2 * k + 1, Fraction(c)) for k, c in enumerate(coefficients)]
    pairs = [(i + j, a * b, double_factorial(i) * double_factorial(j), double_factorial(i + j - 1))
             for (i, a), (j, b) in product(terms, terms) if a and b]
    name = "poly:" + ",".join(str(c) for c in coefficients)
    V, F, Q = (_moment_of(coefficients, k) for k in range(3))
    return Target(name, V, F, Q, _polynomial_formula(pairs))


def _moment_of(coefficients: Sequence[Fraction], k: int) -> Callable[[Any], Any]:
    """The k-th of (V, F, Q) as a function of d."""
    return lambda d: polynomial_moments(coefficients, d)[k]


def _polynomial_formula(pairs: Sequence[tuple[int, Fraction, int, int]]) -> str:
    """V/((n - 1)*V + Q + d*sigma2) with V and Q written in m_k = d (d + 2) ... (d + 2k - 2)."""
    if not pairs:
        return "0"
    V: dict[int, Fraction] = {}
    Q: dict[int, Fraction] = {}
    for k, c, odd, even in pairs:
        V[k // 2] = V.get(k // 2, Fraction(0)) + c * odd
        Q[k // 2 + 1] = Q.get(k // 2 + 1, Fraction(0)) + c * even

    def text(sums: dict[int, Fraction]) -> str:
        """3*m_1 + 18*m_2."""
        kept = sorted((k, c) for k, c in sums.items() if c)
        return " + ".join(f"m_{k}" if c == 1 else f"{c}*m_{k}" for k, c in kept)

    return (f"V/((n - 1)*V + Q + d*sigma2), V = {text(V)}, Q = {text(Q)}, "
            "m_k = d*(d + 2)*...*(d + 2*k - 2)")


def even() -> Target:
    """f(x) = s |x|^2: E[x f(x)] = 0, so eta = 0 and the best layer outputs 0."""
    return Target("even", lambda d: d * 0, lambda d: norm_moment(d, 2), lambda d: norm_moment(d, 3),
                  "0")


def _positive(text: str, argument: str, limit: int = 10**9) -> int:
    if not argument.isascii() or not argument.isdecimal() or not 1 <= int(argument) <= limit:
        raise ValueError(f"got the target {text!r}, allowed an integer 1 .. {limit} after it")
    return int(argument)


def _coefficients(text: str, argument: str) -> list[Fraction]:
    parts = argument.split(",")
    if len(parts) > MAX_COEFFICIENTS:
        raise ValueError(f"got {len(parts)} coefficients, allowed at most {MAX_COEFFICIENTS}")
    try:
        return [Fraction(part.strip()) for part in parts]
    except (ValueError, ZeroDivisionError):
        message = f"got the target {text!r}, allowed exact numbers c1,c3,... after the colon"
        raise ValueError(message) from None
