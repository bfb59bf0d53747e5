"""Quantities of skewed covariates: preconditioners, changes of variables, singular covariances.

X holds one example per column; no 1/n. x = R u with u ~ N(0, I), so Sigma = R^2 for a symmetric R;
w ~ N(0, Omega), Omega = Sigma^{-1} in the paper. Entries may be rational functions where a name says
so, and an identity then holds for all matrices of a size.

Source: one-step paper, section 4 and Appendix B.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from theory import definitions, one_step_skewed
from theory.matrices import Dense, Matrix
from theory.one_step_definition import Prompt, substitute
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows
from theory.quantities_one_step import gram, reduced_output, solve
from theory.quantities_ridge import plus, scatter

Rows = list[list[Any]]


@quantity("preconditioner", "preconditioner(n, Sigma, Omega, sigma2) = [(n+1) Sigma + (tr(Omega "
                            "Sigma) + sigma2) Omega^{-1}]^{-1}: x ~ N(0, Sigma), w ~ N(0, Omega)")
def preconditioner(n: Any, sigma: Matrix, omega: Matrix, sigma2: Any) -> Matrix:
    """The best matrix T in the predictor x'T X'y."""
    return one_step_skewed.preconditioner(sigma, omega, integer(n, "preconditioner"), sigma2)


@quantity("predictor_loss", "predictor_loss(n, T, Sigma, Omega, sigma2) = E (x'T X'y - y_{n+1})^2")
def predictor_loss(n: Any, T: Matrix, sigma: Matrix, omega: Matrix, sigma2: Any) -> Any:
    """Loss of a preconditioned step."""
    return one_step_skewed.predictor_loss(T, sigma, omega, integer(n, "predictor_loss"), sigma2)


@quantity("skewed_loss", "skewed_loss(n, w, M, Sigma, sigma2): L(w, M) with w* ~ N(0, Sigma^{-1})")
def skewed_loss(n: Any, w: Any, M: Matrix, sigma: Matrix, sigma2: Any) -> Any:
    """The loss of section 4."""
    return one_step_skewed.loss(w, M, sigma, integer(n, "skewed_loss"), sigma2)


@quantity("singular_rate", "singular_rate(n, d, r, sigma2): best step on Sigma^+, "
                           "x = Sigma^{1/2} u, "
                           "y = w'u + e, Sigma of rank r")
def singular_rate(n: Any, d: Any, r: Any, sigma2: Any) -> Any:
    """1/(n + d + 1 + sigma2): the hidden directions of u are noise."""
    return one_step_skewed.singular_rates(*_sizes(n, d, r), sigma2)["hidden"]


@quantity("singular_ratio", "singular_ratio(n, d, r, sigma2): the ratio of Theorem 2 there, with "
                            "pseudo-inverses; sigma2 = 0, n = 1 or r = 1")
def singular_ratio(n: Any, d: Any, r: Any, sigma2: Any) -> Any:
    """E y'X (X'X + sigma2 Sigma)^+ X'y / E y'X Sigma^+ X'y."""
    return one_step_skewed.singular_rates(*_sizes(n, d, r), sigma2)["printed_ratio"]


def _sizes(n: Any, d: Any, r: Any) -> tuple[int, int, int]:
    return integer(n, "n"), integer(d, "d"), integer(r, "r")


@quantity("mapped", "mapped(R, X) = R X, for data or a vector")
def mapped(R: Any, X: Any) -> Any:
    """R X."""
    if isinstance(X, tuple):
        return tuple(dot(row, X) for row in rows(R))
    columns = list(zip(*rows(X), strict=True))
    return Dense(tuple(tuple(dot(row, column) for column in columns) for row in rows(R)))


def lift(R: Any) -> list[list[Any]]:
    """H = diag(R, 1)."""
    r, d = rows(R), len(rows(R))
    return [*([*row, Fraction(0)] for row in r), [Fraction(0)] * d + [Fraction(1)]]


@quantity("lift_w", "lift_w(R, w) = H w with H = diag(R, 1)")
def lift_w(R: Any, w: Any) -> Any:
    """H w."""
    return tuple(dot(row, w) for row in lift(R))


@quantity("lift_M", "lift_M(R, M) = H M H with H = diag(R, 1)")
def lift_M(R: Any, M: Any) -> Any:  # noqa: N802
    """H M H."""
    H = lift(R)
    half = [[dot(row, column) for column in zip(*rows(M), strict=True)] for row in H]
    return Dense(tuple(tuple(dot(row, column) for column in zip(*H, strict=True)) for row in half))


@quantity("lift_right", "lift_right(R, W) = W H with H = diag(R, 1)")
def lift_right(R: Any, W: Any) -> Any:
    """W H."""
    return _dense(_times(_table(W), lift(R)))


@quantity("gram_form", "gram_form(X, y, p, q) = p'G q with G of (9)")
def gram_form(X: Any, y: Any, p: Any, q: Any) -> Any:
    """p'G q."""
    return dot(p, [dot(row, q) for row in gram(X, y)])


@quantity("xy", "xy(X, y) = sum y_i x_i")
def xy(X: Any, y: Any) -> Any:
    """The vector X y."""
    return tuple(dot(row, y) for row in rows(X))


@quantity("display_ridge", "display_ridge(k, R, U, y, sigma2, a): a' times the right side of display "
                          "k = 129, 130, 131 or 132, x = R u; over functions")
def display_ridge(k: Any, R: Any, U: Any, y: Any, sigma2: Any, a: Any) -> Any:
    """The four forms of the ridge solution in whitened coordinates."""
    S, r = scatter(U), [list(row) for row in rows(R)]
    moment = [dot(row, y) for row in rows(U)]
    skewed = [dot(row, moment) for row in r]
    forms: dict[int, Callable[[], list[Any]]] = {
        129: lambda: solve(plus(S, sigma2), moment),
        130: lambda: solve(_times(r, plus(S, sigma2)), skewed),
        131: lambda: solve(plus(_times(r, S), sigma2, r), skewed),
        132: lambda: [dot(row, solve(plus(_times(_times(r, S), r), sigma2, _times(r, r)), skewed))
                      for row in r],
    }
    if k not in forms:
        raise ValueError(f"display_ridge: got {k}, allowed {', '.join(map(str, forms))}")
    return dot(a, forms[k]())


def _times(left: Rows, right: Rows) -> Rows:
    """The product of two matrices given by rows."""
    columns = list(zip(*right, strict=True))
    return [[dot(row, column) for column in columns] for row in left]


def _flip(matrix: Rows) -> Rows:
    """The transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def _trace(matrix: Rows) -> Any:
    return sum((matrix[i][i] for i in range(len(matrix))), Fraction(0))


def _table(matrix: Any) -> Rows:
    return [list(row) for row in rows(matrix)]


def _energy(n: Any, sigma: Rows, omega: Rows, sigma2: Any) -> Rows:
    """C = E X'yy'X = n (n + 1) Sigma Omega Sigma + n (tr(Omega Sigma) + sigma2) Sigma."""
    curved = _times(_times(sigma, omega), sigma)
    weight = _trace(_times(omega, sigma)) + sigma2
    size = range(len(sigma))
    return [[n * (n + 1) * curved[i][j] + n * weight * sigma[i][j] for j in size] for i in size]


@quantity("step_gap", "step_gap(n, T, K, Sigma, Omega, sigma2) = loss of x'T X'y minus loss of x'K X'y; "
                      "over functions")
def step_gap(n: Any, T: Any, K: Any, sigma: Any, omega: Any, sigma2: Any) -> Any:
    """Difference of sigma2 + tr(Sigma Omega) - 2n tr(Sigma T Sigma Omega) + tr(Sigma T C T')."""
    S, O = _table(sigma), _table(omega)  # noqa: E741
    C = _energy(n, S, O, sigma2)

    def part(matrix: Rows) -> Any:
        moved = _times(S, matrix)
        return (_trace(_times(_times(moved, C), _flip(matrix)))
                - 2 * n * _trace(_times(moved, _times(S, O))))

    return part(_table(T)) - part(_table(K))


@quantity("completed_square", "completed_square(n, T, K, Sigma, Omega, sigma2) = tr Sigma D C D' + 2 tr "
                              "Sigma D (C K' - n Sigma Omega), D = T - K; over functions")
def completed_square(n: Any, T: Any, K: Any, sigma: Any, omega: Any, sigma2: Any) -> Any:
    """The second term vanishes for the K that solves the normal equation."""
    S, O = _table(sigma), _table(omega)  # noqa: E741
    C, size = _energy(n, S, O, sigma2), range(len(S))
    D = [[a - b for a, b in zip(t, k, strict=True)]
         for t, k in zip(rows(T), rows(K), strict=True)]
    moved, hidden = _times(S, D), _times(S, O)
    normal = _times(C, _flip(_table(K)))
    rest = [[normal[i][j] - n * hidden[i][j] for j in size] for i in size]
    return _trace(_times(_times(moved, C), _flip(D))) + 2 * _trace(_times(moved, rest))


@quantity("normal_form", "normal_form(n, Sigma, P, sigma2, a, b) = a'[((n+1) Sigma + (tr(P^{-1} Sigma) + "
                         "sigma2) P) n P^{-1} Sigma - C]b with Omega = P^{-1}; over functions")
def normal_form(n: Any, sigma: Any, P: Any, sigma2: Any, a: Any, b: Any) -> Any:
    """0: the preconditioner times C is n Omega Sigma."""
    S, p, size = _table(sigma), _table(P), range(len(a))
    units = [[Fraction(int(i == k)) for k in size] for i in size]
    O = _flip([solve(p, unit) for unit in units])  # noqa: E741
    weight = _trace(_times(O, S)) + sigma2
    inverse = [[(n + 1) * S[i][j] + weight * p[i][j] for j in size] for i in size]
    left, C = _times(inverse, _times(O, S)), _energy(n, S, O, sigma2)
    return dot(a, [dot([n * x - c for x, c in zip(row, other, strict=True)], b)
                   for row, other in zip(left, C, strict=True)])


@cache
def _skewed(n: int, d: int) -> Any:
    """E (x'T X'y - y)^2 for x = R z, w = K g, in every entry of T, R and K."""
    span = range(d)
    names = [f"{m}{i}_{j}" for m in "TRK" for i in span for j in span]
    prompt = Prompt(n, d, names)
    g = prompt.variables
    T, R, K = ([[g[f"{m}{i}_{j}"] for j in span] for i in span] for m in "TRK")
    x = [[prompt.dot(row, z) for row in R] for z in prompt.x]
    w = [prompt.dot(row, prompt.regressor) for row in K]
    y = [prompt.dot(row, w) + g[f"e{i}"] for i, row in enumerate(x)]
    moment = [prompt.dot([row[k] for row in x[:n]], y[:n]) for k in span]
    error = prompt.dot(x[n], [prompt.dot(row, moment) for row in T]) - y[n]
    return prompt.mean(error * error)


@quantity("defined_predictor_loss", "defined_predictor_loss(n, T, R, K, sigma2): E (x'T X'y - y)^2 for "
                                    "x = R z, w = K g by integration; over functions")
def defined_predictor_loss(n: Any, T: Any, R: Any, K: Any, sigma2: Any) -> Any:
    """The loss of a preconditioned step straight from its definition."""
    values = {f"{m}{i}_{j}": value for m, matrix in (("T", T), ("R", R), ("K", K))
              for i, row in enumerate(rows(matrix)) for j, value in enumerate(row)}
    size = integer(n, "defined_predictor_loss")
    return substitute(_skewed(size, len(rows(T))), {**values, "sigma2": sigma2})


@quantity("general_loss", "general_loss(n, T, R, K, sigma2): the same in closed form, Sigma = R R', "
                          "Omega = K K'; over functions")
def general_loss(n: Any, T: Any, R: Any, K: Any, sigma2: Any) -> Any:
    """sigma2 + tr(Sigma Omega) + step_gap(T, 0)."""
    S, O = (_times(_table(m), _flip(_table(m))) for m in (R, K))  # noqa: E741
    zero = [[Fraction(0)] * len(S) for _ in S]
    return sigma2 + _trace(_times(S, O)) + step_gap(n, T, _dense(zero), _dense(S), _dense(O), sigma2)


def _dense(matrix: Rows) -> Dense:
    return Dense(tuple(tuple(row) for row in matrix))


@quantity("labels", "labels(X, w) = X'w, the labels without noise")
def noiseless_labels(X: Any, w: Any) -> Any:
    """y_i = w'x_i."""
    return tuple(dot(w, x) for x in zip(*rows(X), strict=True))


@quantity("embedded_output", "embedded_output(X, w, x_q, A, u): the one-layer paper's (22) at "
                             "w = (u, 1), M = (A/n, 0; 0, 0), labels X'w")
def embedded_output(X: Any, w: Any, x_q: Any, A: Any, u: Any) -> Any:
    """One loop of the looped paper as a layer of the other."""
    n, zero = Fraction(len(rows(X)[0])), Fraction(0)
    M = _dense([*([entry / n for entry in row] + [zero] for row in rows(A)),
                [zero] * (len(u) + 1)])
    return reduced_output(X, noiseless_labels(X, w), x_q, (*u, Fraction(1)), M)


@quantity("scaled_output", "scaled_output(X, w, x_q, a): one loop of the looped paper with A = a I")
def scaled_output(X: Any, w: Any, x_q: Any, a: Any) -> Any:
    """TF_1 with A = a I, u = 0."""
    data, d = rows(X), range(len(rows(X)))
    A = [[a if i == j else Fraction(0) for j in d] for i in d]
    return definitions.looped_forward(data, definitions.labels(data, w), x_q,
                                      [definitions.layer(A)])
