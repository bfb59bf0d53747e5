"""Quantities of one linear self-attention layer: outputs on a prompt, losses, ridge regression.

X holds one example per column here, as everywhere in the statement language (the paper's X is the
transpose); no 1/n. Names with `defined` integrate the definition, for small n and d; the others are
closed forms for all n and d.

Source: one-step paper, sections 2 and 3.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from theory import definitions, one_step, one_step_definition, one_step_moments
from theory.matrices import Dense
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows
from theory.rational import RationalFunction


@quantity("inner", "inner(a, b) = a'b for vectors")
def inner(a: Any, b: Any) -> Any:
    """a'b."""
    return dot(a, b)


def tokens(X: Any, y: Any, x_q: Any) -> list[list[Any]]:
    """(x_i, y_i) for each example, then the query (x_q, 0)."""
    examples = zip(*rows(X), strict=True)
    return [*([*x, label] for x, label in zip(examples, y, strict=True)), [*x_q, Fraction(0)]]


@quantity("layer_output", "layer_output(X, y, x_q, W_K, W_Q, W_V, h) = h'v_T of (2)-(4), by tokens")
def layer_output(X: Any, y: Any, x_q: Any, W_K: Any, W_Q: Any, W_V: Any, h: Any) -> Any:
    """h' sum_j (W_V v_j)(v_j'W_K'W_Q v_T)."""
    return definitions.one_layer_forward(tokens(X, y, x_q), rows(W_K), rows(W_Q), rows(W_V), h)


def gram(X: Any, y: Any) -> list[list[Any]]:
    """G = sum (x_i, y_i)(x_i, y_i)', eq. (9)."""
    context = tokens(X, y, [Fraction(0)] * len(rows(X)))[:-1]
    size = range(len(context[0]))
    return [[sum((v[i] * v[j] for v in context), Fraction(0)) for j in size] for i in size]


@quantity("gram_output", "gram_output(X, y, x_q, W_K, W_Q, W_V, h) = h'W_V G W_K'W_Q v, eq. (10)")
def gram_output(X: Any, y: Any, x_q: Any, W_K: Any, W_Q: Any, W_V: Any, h: Any) -> Any:
    """h'W_V G W_K'W_Q v_{n+1}, from right to left."""
    vector: list[Any] = [*x_q, Fraction(0)]
    for matrix in (rows(W_Q), tuple(zip(*rows(W_K), strict=True)), gram(X, y), rows(W_V)):
        vector = [dot(row, vector) for row in matrix]
    return dot(h, vector)


@quantity("reduced_output", "reduced_output(X, y, x_q, w, M) = w'G M v with v = (x_q, 0), eq. (22)")
def reduced_output(X: Any, y: Any, x_q: Any, w: Any, M: Any) -> Any:
    """w'G M v_{n+1}."""
    moved = [dot(row, [*x_q, Fraction(0)]) for row in rows(M)]
    return dot(w, [dot(row, moved) for row in gram(X, y)])


@quantity("layer_w", "layer_w(W_V, h) = W_V'h")
def layer_w(W_V: Any, h: Any) -> Any:
    """W_V'h."""
    return tuple(dot(column, h) for column in zip(*rows(W_V), strict=True))


@quantity("layer_M", "layer_M(W_K, W_Q) = W_K'W_Q")
def layer_M(W_K: Any, W_Q: Any) -> Any:  # noqa: N802
    """W_K'W_Q."""
    columns = list(zip(*rows(W_Q), strict=True))
    return Dense(tuple(tuple(dot(k, q) for q in columns) for k in zip(*rows(W_K), strict=True)))


@quantity("value_of", "value_of(w): the matrix W_V with last row w and zeros above")
def value_of(w: Any) -> Any:
    """W_V = e_{d+1} w'."""
    zero = (Fraction(0),) * len(w)
    return Dense((*((zero,) * (len(w) - 1)), tuple(w)))


@quantity("last_unit", "last_unit(s) = e_s, the last unit vector")
def last_unit(s: Any) -> Any:
    """e_s."""
    size = integer(s, "last_unit")
    return tuple(Fraction(int(i == size - 1)) for i in range(size))


@quantity("construction_output", "construction_output(X, y, x_q, rate): the layer of (25)")
def construction_output(X: Any, y: Any, x_q: Any, rate: Any) -> Any:
    """The output of the construction (25)."""
    W_K, W_Q, W_V, h = one_step.construction(rate, len(x_q))
    return definitions.one_layer_forward(tokens(X, y, x_q), W_K, W_Q, W_V, h)


@quantity("gradient_step", "gradient_step(X, y, x_q, rate) = rate sum_i y_i x_i'x_q")
def gradient_step(X: Any, y: Any, x_q: Any, rate: Any) -> Any:
    """One step of gradient descent from 0 on (1/2) sum (w'x_i - y_i)^2, applied to x_q."""
    examples = zip(*rows(X), strict=True)
    return rate * sum((label * dot(x, x_q) for x, label in zip(examples, y, strict=True)),
                      Fraction(0))


@quantity("layer_loss", "layer_loss(n, w, M, sigma2): L(w, M) of (22), closed form; over functions")
def layer_loss(n: Any, w: Any, M: Any, sigma2: Any) -> Any:
    """sigma2 + E|w* - T X'y|^2 + E|B X'X p + q c y'y|^2."""
    return one_step.loss(w, rows(M), n, sigma2)


@quantity("layer_even", "layer_even(n, w, M, sigma2) = E|B X'X p + q c y'y|^2, w = (p, q), "
                       "M[:, 1:d]' = [B c]")
def layer_even(n: Any, w: Any, M: Any, sigma2: Any) -> Any:
    """The part of the loss that is even in y."""
    return one_step.even_loss(one_step.layer(w, rows(M)), n, sigma2)


@quantity("layer_branches", "layer_branches(w, M) = |B p|^2 + q^2 |c|^2 with w = (p, q)")
def layer_branches(w: Any, M: Any) -> Any:
    """|B p|^2 + q^2 |c|^2."""
    parts = one_step.layer(w, rows(M))
    return dot(parts.Bp, parts.Bp) + parts.q * parts.q * dot(parts.c, parts.c)


@quantity("layer_step_gap", "layer_step_gap(w, M, rate) = |T - rate I|_F^2 with T = q B + c p'")
def layer_step_gap(w: Any, M: Any, rate: Any) -> Any:
    """|T - rate I|_F^2."""
    T = one_step.layer(w, rows(M)).T
    return sum(((t - rate if i == j else t) ** 2 for i, row in enumerate(T)
                for j, t in enumerate(row)), Fraction(0))


@quantity("layer_min", "layer_min(n, d, sigma2) = sigma2 + d (d+1+sigma2)/(n+d+1+sigma2); over "
                      "functions")
def layer_min(n: Any, d: Any, sigma2: Any) -> Any:
    """C_1 of Lemma 2."""
    return one_step.minimal_loss(n, d, sigma2)


@quantity("label_energy", "label_energy(n, d, sigma2) = E y'XX'y; over functions")
def label_energy(n: Any, d: Any, sigma2: Any) -> Any:
    """n d (n + d + 1 + sigma2)."""
    return d * one_step_moments.label_moment(n, d, sigma2)


@quantity("ridge_energy", "ridge_energy(n, d) = E what'X'y, for every sigma2 >= 0; over functions")
def ridge_energy(n: Any, d: Any) -> Any:
    """n d."""
    return d * one_step_moments.ridge_moment(n)


@quantity("step_loss", "step_loss(n, d, sigma2, rate): loss of the layer (25); over functions")
def step_loss(n: Any, d: Any, sigma2: Any, rate: Any) -> Any:
    """sigma2 + d - 2 n d rate + n d (n + d + 1 + sigma2) rate^2."""
    return sigma2 + d - 2 * ridge_energy(n, d) * rate + label_energy(n, d, sigma2) * rate * rate


@quantity("step_distance", "step_distance(n, w, M, sigma2, rate) = E|M[:, 1:d]'G w - rate X'y|^2")
def step_distance(n: Any, w: Any, M: Any, sigma2: Any, rate: Any) -> Any:
    """The right side of Lemma 2 without its constant, closed form."""
    return one_step.distance_to_gradient_step(w, rows(M), n, sigma2, rate)


@quantity("ridge_excess", "ridge_excess(n, w, M, sigma2) = E|M[:, 1:d]'G w - what|^2 - E|what|^2")
def ridge_excess(n: Any, w: Any, M: Any, sigma2: Any) -> Any:
    """E|A G w|^2 - 2 E what'A G w = E|A G w|^2 - 2 n tr T."""
    parts = one_step.layer(w, rows(M))
    trace = sum((parts.T[i][i] for i in range(parts.d)), Fraction(0))
    return step_distance(n, w, M, sigma2, Fraction(0)) - 2 * n * trace


@quantity("ridge_gap", "ridge_gap(n, d, sigma2) = E|eta X'y - what|^2; n = 1, d = 1 or sigma2 = 0")
def ridge_gap(n: Any, d: Any, sigma2: Any) -> Any:
    """How far the best layer stays from ridge regression."""
    from theory.one_step_skewed import ridge_gap as gap

    return gap(integer(n, "ridge_gap"), integer(d, "ridge_gap"), sigma2)


@quantity("ridge_loss", "ridge_loss(n, d, sigma2): C of Lemma 1, for n = 1, d = 1 or sigma2 = 0")
def ridge_loss(n: Any, d: Any, sigma2: Any) -> Any:
    """The loss of ridge regression."""
    from theory.one_step_skewed import ridge_loss as least

    return least(integer(n, "ridge_loss"), integer(d, "ridge_loss"), sigma2)


@cache
def _loss(n: int, d: int) -> Any:
    return one_step_definition.loss_polynomial(n, d)


@cache
def _distance(n: int, d: int) -> Any:
    prompt, w, M = one_step_definition.symbolic_prompt(n, d, extra=("rate",))
    rate = prompt.variables["rate"]
    gaps = [v - rate * g for v, g in
            zip(prompt.effective_predictor(w, M), prompt.gradient(), strict=True)]
    return prompt.mean(prompt.dot(gaps, gaps))


def entries(w: Any, M: Any, tag: str = "") -> dict[str, Any]:
    """The entries of w and M under the names of the symbolic prompt."""
    names, grid = one_step_definition.parameter_names(len(w) - 1, tag)
    found = dict(zip(names, w, strict=True))
    for labels, row in zip(grid, rows(M), strict=True):
        found.update(zip(labels, row, strict=True))
    return found


@quantity("defined_layer_loss", "defined_layer_loss(n, w, M, sigma2): L(w, M) by integrating (22)")
def defined_layer_loss(n: Any, w: Any, M: Any, sigma2: Any) -> Any:
    """E (w'G M v - y_{n+1})^2, monomial by monomial."""
    polynomial = _loss(integer(n, "defined_layer_loss"), len(w) - 1)
    return one_step_definition.substitute(polynomial, {**entries(w, M), "sigma2": sigma2})


@quantity("defined_step_distance", "defined_step_distance(n, w, M, sigma2, rate), by integration")
def defined_step_distance(n: Any, w: Any, M: Any, sigma2: Any, rate: Any) -> Any:
    """E|A G w - rate X'y|^2, monomial by monomial."""
    polynomial = _distance(integer(n, "defined_step_distance"), len(w) - 1)
    return one_step_definition.substitute(
        polynomial, {**entries(w, M), "sigma2": sigma2, "rate": rate})


@quantity("label_form", "label_form(n, a, b, sigma2) = E (a'X'y)(b'X'y), by integration")
def label_form(n: Any, a: Any, b: Any, sigma2: Any) -> Any:
    """a' E[X'yy'X] b."""
    return _form(integer(n, "label_form"), a, b, False, sigma2)


@quantity("regressor_form", "regressor_form(n, a, b) = E (a'X'y)(b'w), by integration")
def regressor_form(n: Any, a: Any, b: Any) -> Any:
    """a' E[X'y w'] b, which is a' E[X'y what'] b since what = E[w | context]."""
    return _form(integer(n, "regressor_form"), a, b, True, Fraction(0))


@cache
def _form_entry(n: int, d: int, i: int, j: int, hidden: bool) -> Any:
    prompt = one_step_definition.Prompt(n, d)
    g = prompt.gradient()
    return prompt.mean(g[i] * (prompt.regressor[j] if hidden else g[j]))


def _form(n: int, a: Any, b: Any, hidden: bool, sigma2: Any) -> Any:
    total: Any = Fraction(0)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            entry = one_step_definition.substitute(_form_entry(n, len(a), i, j, hidden),
                                                   {"sigma2": sigma2})
            total = total + left * right * entry
    return total


def solve(matrix: list[list[Any]], right: list[Any]) -> list[Any]:
    """matrix^{-1} right over any field, by elimination; the pivots must not vanish."""
    rows_ = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows_)
    for i in range(size):
        pivot = rows_[i][i]
        if not isinstance(pivot, RationalFunction) and not pivot:
            raise ValueError("got a matrix with a zero pivot, allowed positive definite ones")
        rows_[i] = [value / pivot for value in rows_[i]]
        for k in range(size):
            if k != i:
                factor = rows_[k][i]
                rows_[k] = [x - factor * y for x, y in zip(rows_[k], rows_[i], strict=True)]
    return [row[-1] for row in rows_]
