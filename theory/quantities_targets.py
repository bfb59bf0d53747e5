"""Quantities of non-linear targets: moments of a family, rates, losses of polynomial targets.

X holds one example per column; no 1/n. For a family of targets f with v_f = E[x f(x)] the language
has V = E|v_f|^2, F = E f^2 and Q = E f^2 |x|^2. Polynomial targets c_1 w'x + c_2 (w'x)^3 + ... are
the general family where an identity is checked in every entry, the coefficients c included.

Source: one-step paper, section 5.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from flint import arb

from theory import one_step, one_step_definition, targets
from theory.one_step_definition import Prompt, substitute, symbolic_prompt
from theory.one_step_kernels import cosine_correlation
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows
from theory.quantities_one_step import entries
from theory.rational import ball


@quantity("target_rate", "target_rate(V, Q, n, d, sigma2) = V/((n-1) V + Q + d sigma2)")
def target_rate(V: Any, Q: Any, n: Any, d: Any, sigma2: Any) -> Any:
    """eta of Theorem 3 from the moments of a family."""
    if isinstance(V, arb):
        Q, n, d, sigma2 = (ball(Fraction(x)) for x in (Q, n, d, sigma2))
    return targets.rate(V, Q, n, d, sigma2)


@quantity("relu_V", "relu_V(m, d) = m d/4 for f = sum_{j<=m} a_j max(w_j'x, 0); over functions")
def relu_V(m: Any, d: Any) -> Any:  # noqa: N802
    """E|E x f(x)|^2, with E x max(w'x, 0) = w/2."""
    return m * d / 4


@quantity("relu_F", "relu_F(m, d) = m d/2 = E f^2; over functions")
def relu_F(m: Any, d: Any) -> Any:  # noqa: N802
    """E f^2, half of m E (w'x)^2."""
    return m * d / 2


@quantity("relu_Q", "relu_Q(m, d) = m d (d + 2)/2 = E f^2 |x|^2; over functions")
def relu_Q(m: Any, d: Any) -> Any:  # noqa: N802
    """E f^2 |x|^2."""
    return m * d * (d + 2) / 2


@quantity("deep_V", "deep_V(D, d) = d^2 E[c k_D(c)]: wide ReLU networks, D hidden layers")
def deep_V(D: Any, d: Any) -> Any:  # noqa: N802
    """V with E f^2 = |x|^2; a ball for D >= 2."""
    found = cosine_correlation(integer(D, "deep_V"), integer(d, "deep_V"))
    return integer(d, "deep_V") ** 2 * found


@quantity("poly_V", "poly_V(c, d) = E|v_f|^2 for f = c_1 w'x + c_2 (w'x)^3 + ...; over functions")
def poly_V(c: Any, d: Any) -> Any:  # noqa: N802
    """sum c_i c_j i!! j!! E|w|^{i+j}."""
    return targets.polynomial_moments(c, d)[0]


@quantity("poly_F", "poly_F(c, d) = E f^2; over functions")
def poly_F(c: Any, d: Any) -> Any:  # noqa: N802
    """sum c_i c_j (i + j - 1)!! E|x|^{i+j}."""
    return targets.polynomial_moments(c, d)[1]


@quantity("poly_Q", "poly_Q(c, d) = E f^2 |x|^2; over functions")
def poly_Q(c: Any, d: Any) -> Any:  # noqa: N802
    """sum c_i c_j (i + j - 1)!! E|x|^{i+j+2}."""
    return targets.polynomial_moments(c, d)[2]


@quantity("network_output", "network_output(W, H, a, c, x) = a'g(H g(W x)), g(z) = c_1 z + c_2 z^2 + ...")
def network_output(W: Any, H: Any, a: Any, c: Any, x: Any) -> Any:  # noqa: N802, N803
    """Two hidden layers with a polynomial activation, no biases."""
    hidden = [_activation(c, dot(row, x)) for row in rows(W)]
    return dot(a, [_activation(c, dot(row, hidden)) for row in rows(H)])


def _activation(c: Any, z: Any) -> Any:
    """c_1 z + c_2 z^2 + ..."""
    return sum((factor * z ** (k + 1) for k, factor in enumerate(c)), Fraction(0))


@quantity("opposite", "opposite(a) = -a for a vector")
def opposite(a: Any) -> Any:
    """-a."""
    return tuple(-entry for entry in a)


@quantity("poly_residual", "poly_residual(c, d) = E (f - v_f'x)^2; over functions")
def poly_residual(c: Any, d: Any) -> Any:
    """The mean square of what a linear function misses, from the residual itself."""
    return targets.polynomial_residual(c, d)


@quantity("even_V", "even_V(d) = 0 for f = s |x|^2 with a random sign s; over functions")
def even_V(d: Any) -> Any:  # noqa: N802
    """E[x f(x)] = 0."""
    return d * 0


@quantity("even_Q", "even_Q(d) = d (d + 2)(d + 4) = E f^2 |x|^2; over functions")
def even_Q(d: Any) -> Any:  # noqa: N802
    """E|x|^6."""
    return d * (d + 2) * (d + 4)


@cache
def _target(n: int, d: int, degrees: int, what: str) -> Any:
    """Integrals over a prompt with a polynomial target, in the entries of w, M and c."""
    prompt, w, M = symbolic_prompt(n, d, degrees, extra=("rate",))
    predictor, v = prompt.effective_predictor(w, M), prompt.correlation()
    if what == "loss":
        error = prompt.output(w, M) - prompt.y[n]
        return prompt.mean(error * error)
    if what == "excess":
        return prompt.mean(prompt.dot(predictor, predictor) - 2 * prompt.dot(predictor, v))
    rate, g = prompt.variables["rate"], prompt.gradient()
    gaps = [a - rate * b for a, b in zip(predictor, g, strict=True)]
    return prompt.mean(prompt.dot(gaps, gaps))


def _target_value(what: str, n: Any, w: Any, M: Any, c: Any, sigma2: Any, rate: Any = 0) -> Any:
    polynomial = _target(integer(n, what), len(w) - 1, len(c), what)
    coefficients = {f"c{k}": value for k, value in enumerate(c)}
    return substitute(polynomial, {**entries(w, M), **coefficients, "sigma2": sigma2, "rate": rate})


@quantity("target_loss", "target_loss(n, w, M, c, sigma2): L(w, M) for a polynomial target, by "
                         "integration")
def target_loss(n: Any, w: Any, M: Any, c: Any, sigma2: Any) -> Any:
    """E (w'G M v - y_{n+1})^2."""
    return _target_value("loss", n, w, M, c, sigma2)


@quantity("target_excess", "target_excess(n, w, M, c, sigma2) = E|A G w - ubar|^2 - E|ubar|^2")
def target_excess(n: Any, w: Any, M: Any, c: Any, sigma2: Any) -> Any:
    """E|A G w|^2 - 2 E v_f'A G w, since ubar = E[v_f | context]."""
    return _target_value("excess", n, w, M, c, sigma2)


@quantity("target_distance", "target_distance(n, w, M, c, sigma2, rate) = E|A G w - rate X'y|^2")
def target_distance(n: Any, w: Any, M: Any, c: Any, sigma2: Any, rate: Any) -> Any:
    """The right side of Lemma 8 without its constant."""
    return _target_value("distance", n, w, M, c, sigma2, rate)


@cache
def _target_form(n: int, d: int, degrees: int, i: int, j: int, hidden: bool) -> Any:
    prompt = Prompt(n, d, degrees=degrees)
    g = prompt.gradient()
    return prompt.mean(g[i] * (prompt.correlation()[j] if hidden else g[j]))


def _target_form_value(n: Any, a: Any, b: Any, c: Any, sigma2: Any, hidden: bool) -> Any:
    values = {**{f"c{k}": value for k, value in enumerate(c)}, "sigma2": sigma2}
    return sum((x * y * substitute(_target_form(integer(n, "n"), len(a), len(c), i, j, hidden),
                                   values)
                for i, x in enumerate(a) for j, y in enumerate(b)), Fraction(0))


@quantity("target_label_form", "target_label_form(n, a, b, c, sigma2) = E (a'X'y)(b'X'y)")
def target_label_form(n: Any, a: Any, b: Any, c: Any, sigma2: Any) -> Any:
    """a' E[X'yy'X] b for a polynomial target, by integration."""
    return _target_form_value(n, a, b, c, sigma2, False)


@quantity("target_ubar_form", "target_ubar_form(n, a, b, c) = E (a'X'y)(b'ubar)")
def target_ubar_form(n: Any, a: Any, b: Any, c: Any) -> Any:
    """a' E[X'y v_f'] b for a polynomial target, by integration."""
    return _target_form_value(n, a, b, c, Fraction(0), True)


@cache
def _offset_cross(n: int, d: int) -> Any:
    """E (T X'y - v_f)'e with e the part of A G w that is not T X'y, f = w'x + b |x|^2."""
    prompt, w, M = symbolic_prompt(n, d, offset=True)
    parts = one_step.layer(w, M)
    odd = [prompt.dot(row, prompt.gradient()) for row in parts.T]
    rest = [v - o for v, o in zip(prompt.effective_predictor(w, M), odd, strict=True)]
    gaps = [o - t for o, t in zip(odd, prompt.regressor, strict=True)]
    return prompt.mean(prompt.dot(gaps, rest))


@quantity("offset_cross", "offset_cross(n, w, M, b, sigma2) = E (T X'y - ubar)'(A G w - T X'y) for "
                          "f(x) = w'x + b |x|^2, which is invariant under rotations, not negation")
def offset_cross(n: Any, w: Any, M: Any, b: Any, sigma2: Any) -> Any:
    """The cross term that Theorem 3 needs to vanish."""
    polynomial = _offset_cross(integer(n, "offset_cross"), len(w) - 1)
    return substitute(polynomial, {**entries(w, M), "b": b, "sigma2": sigma2}) + 0 * sigma2


@quantity("label_monomial", "label_monomial(X, c, sigma2, j, k, a) = E[y_1^j y_2^k (a'v_f)^r | X], "
                            "r = 1 if j + k is even, else 0")
def label_monomial(X: Any, c: Any, sigma2: Any, j: Any, k: Any, a: Any) -> Any:
    """The means of Lemma 6, by integration over w and the noise of two labels."""
    powers = integer(j, "label_monomial"), integer(k, "label_monomial")
    polynomial = _monomial(len(a), len(c), *powers)
    columns = list(zip(*rows(X), strict=True))
    values = {f"x{i}_{r}": value for i in range(2) for r, value in enumerate(columns[i])}
    values.update({f"m{r}": value for r, value in enumerate(a)})
    values.update({f"c{r}": value for r, value in enumerate(c)})
    # of the kind of sigma2, a number or a function, even where every monomial has mean 0
    return substitute(polynomial, {**values, "sigma2": sigma2}) + 0 * sigma2


@cache
def _monomial(d: int, degrees: int, j: int, k: int) -> Any:
    from theory.one_step_moments import gaussian_expectation

    prompt = Prompt(2, d, [f"m{r}" for r in range(d)], degrees)
    factor = prompt.y[0] ** j * prompt.y[1] ** k
    if (j + k) % 2 == 0:
        direction = [prompt.variables[f"m{r}"] for r in range(d)]
        factor = factor * prompt.dot(direction, prompt.correlation())
    hidden = [f"t{r}" for r in range(d)]
    return gaussian_expectation(factor, hidden, prompt.noises)


@cache
def _heads(n: int, d: int, what: str) -> Any:
    """Two heads: integrals in the entries of both (w, M)."""
    names = [one_step_definition.parameter_names(d, tag) for tag in ("", "b")]
    every = [name for w, M in names for name in (*w, *(m for row in M for m in row))]
    prompt = Prompt(n, d, [*every, "rate"])
    g = prompt.variables
    heads = [([g[name] for name in w], [[g[m] for m in row] for row in M]) for w, M in names]
    if what == "loss":
        error = sum((prompt.output(w, M) for w, M in heads), prompt.zero) - prompt.y[n]
        return prompt.mean(error * error)
    predictors = [prompt.effective_predictor(w, M) for w, M in heads]
    gaps = [a + b - g["rate"] * s for a, b, s in zip(*predictors, prompt.gradient(), strict=True)]
    return prompt.mean(prompt.dot(gaps, gaps))


@quantity("heads_loss", "heads_loss(n, w, M, v, N, sigma2): loss of two heads, summed, by "
                       "integration")
def heads_loss(n: Any, w: Any, M: Any, v: Any, N: Any, sigma2: Any) -> Any:
    """E (w'G M v_{n+1} + v'G N v_{n+1} - y_{n+1})^2."""
    values = {**entries(w, M), **entries(v, N, "b"), "sigma2": sigma2}
    return substitute(_heads(integer(n, "heads_loss"), len(w) - 1, "loss"), values)


@quantity("heads_distance", "heads_distance(n, w, M, v, N, sigma2, rate) = E|sum of predictors - "
                           "rate X'y|^2, by integration")
def heads_distance(n: Any, w: Any, M: Any, v: Any, N: Any, sigma2: Any, rate: Any) -> Any:
    """The distance of Lemma 2 for two heads."""
    values = {**entries(w, M), **entries(v, N, "b"), "sigma2": sigma2, "rate": rate}
    return substitute(_heads(integer(n, "heads_distance"), len(w) - 1, "distance"), values)

