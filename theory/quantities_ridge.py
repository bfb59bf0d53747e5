"""Ridge regression on given data: averages over the labels alone, as rational functions of X.

X holds one example per column. The labels are y = X'w + e with w ~ N(0, I), e ~ N(0, sigma2 I), so
given X, E yy' = X'X + sigma2 I; what = (XX' + lam I)^{-1} X y. Entries may be rational functions,
so that an identity is proved for all data of a size.

Source: one-step paper, Lemmas 1 and 3, eq. (40), (129) to (132).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory.quantities import integer, quantity
from theory.quantities_definition import dot, rows
from theory.quantities_one_step import solve


def scatter(X: Any) -> list[list[Any]]:
    """XX' = sum x_i x_i'."""
    data = rows(X)
    return [[dot(a, b) for b in data] for a in data]


def plus(matrix: list[list[Any]], lam: Any, other: Any = None) -> list[list[Any]]:
    """matrix + lam I, or matrix + lam other."""
    size = range(len(matrix))
    return [[matrix[i][j] + (lam * other[i][j] if other is not None else lam if i == j else 0)
             for j in size] for i in size]


@quantity("scatter_form", "scatter_form(X, a, b) = a'XX'b")
def scatter_form(X: Any, a: Any, b: Any) -> Any:
    """a'XX'b."""
    columns = list(zip(*rows(X), strict=True))
    return sum((dot(a, x) * dot(b, x) for x in columns), Fraction(0))


@quantity("ridge_form", "ridge_form(X, sigma2, lam, a, b) = a' E[X y what' | X] b, strength lam")
def ridge_form(X: Any, sigma2: Any, lam: Any, a: Any, b: Any) -> Any:
    """a'X (X'X + sigma2 I) X' (XX' + lam I)^{-1} b = a'(S S + sigma2 S)(S + lam I)^{-1} b."""
    S = scatter(X)
    solved = solve(plus(S, lam), list(b))
    once = [dot(row, solved) for row in S]
    return dot(a, [dot(row, once) + sigma2 * value for row, value in zip(S, once, strict=True)])


@quantity("ridge_norm", "ridge_norm(X, sigma2) = E[|what|^2 | X], strength sigma2")
def ridge_norm(X: Any, sigma2: Any) -> Any:
    """tr (S + s)^{-1} X (X'X + s) X' (S + s)^{-1}."""
    S, size = scatter(X), range(len(rows(X)))
    total: Any = Fraction(0)
    for i in size:
        unit = [Fraction(int(i == k)) for k in size]
        solved = solve(plus(S, sigma2), unit)
        once = [dot(row, solved) for row in S]
        total = total + dot(solved, [dot(row, once) + sigma2 * v
                                     for row, v in zip(S, once, strict=True)])
    return total


@quantity("ridge_resolvent", "ridge_resolvent(X, lam) = tr (XX' + lam I)^{-1}")
def ridge_resolvent(X: Any, lam: Any) -> Any:
    """tr (S + lam I)^{-1}."""
    size = range(len(rows(X)))
    return sum((solve(plus(scatter(X), lam), [Fraction(int(i == k)) for k in size])[i]
                for i in size), Fraction(0))


@quantity("ridge_fit", "ridge_fit(X, y, lam, a[, Sigma]) = a'(XX' + lam Sigma)^{-1} X y, Sigma = I")
def ridge_fit(X: Any, y: Any, lam: Any, a: Any, sigma: Any = None) -> Any:
    """The ridge solution in the direction a."""
    moment = [dot(row, y) for row in rows(X)]
    other = None if sigma is None else rows(sigma)
    return dot(a, solve(plus(scatter(X), lam, other), moment))


@quantity("posterior_fit", "posterior_fit(X, y, sigma2, a) = a'X(X'X + sigma2 I)^{-1}y = a'E[w|y]")
def posterior_fit(X: Any, y: Any, sigma2: Any, a: Any) -> Any:
    """Cov(w, y) Cov(y)^{-1} y in the direction a: the Bayes predictor."""
    columns = [list(c) for c in zip(*rows(X), strict=True)]
    kernel = [[dot(c, e) for e in columns] for c in columns]
    weights = solve(plus(kernel, sigma2), list(y))
    return dot(a, [dot(row, weights) for row in rows(X)])


@quantity("ridge_ray", "ridge_ray(n, sigma2, t) = n t/(n t^2 + sigma2): first entry of what for "
                       "x_i = t e_1, y_i = 1; over functions")
def ridge_ray(n: Any, sigma2: Any, t: Any) -> Any:
    """n t / (n t^2 + sigma2)."""
    return n * t / (n * t * t + sigma2)


@quantity("ray_fit", "ray_fit(n, d, sigma2, t): the same by solving for what")
def ray_fit(n: Any, d: Any, sigma2: Any, t: Any) -> Any:
    """e_1'what on the data of `ridge_ray`."""
    X, y, unit = ray(n, d, t)
    return ridge_fit(X, y, sigma2, unit)


@quantity("layer_ray", "layer_ray(n, d, w, M, t): first entry of M[:, 1:d]'G w on that data")
def layer_ray(n: Any, d: Any, w: Any, M: Any, t: Any) -> Any:
    """e_1'A G w for x_i = t e_1, y_i = 1: a quadratic polynomial in t."""
    from theory.quantities_one_step import reduced_output

    X, y, unit = ray(n, d, t)
    return reduced_output(X, y, unit, w, M)


def ray(n: Any, d: Any, t: Any) -> tuple[Any, Any, Any]:
    """X with n columns t e_1, labels 1, and e_1."""
    from theory.matrices import Dense

    size, dimension = integer(n, "n"), integer(d, "d")
    zero = t * 0
    data = Dense(tuple((t if i == 0 else zero,) * size for i in range(dimension)))
    return data, (Fraction(1),) * size, tuple(Fraction(int(i == 0)) for i in range(dimension))


@quantity("half_squares", "half_squares(X, y, w) = (1/2) sum (w'x_i - y_i)^2")
def half_squares(X: Any, y: Any, w: Any) -> Any:
    """The objective (34)."""
    residuals = [dot(w, x) - label for x, label in zip(zip(*rows(X), strict=True), y, strict=True)]
    return dot(residuals, residuals) / 2


@quantity("squares_change", "squares_change(X, y, w, v) = f(w + v) - f(w) - |X'v|^2/2, f of (34)")
def squares_change(X: Any, y: Any, w: Any, v: Any) -> Any:
    """What is linear in v, so grad f(w)'v."""
    moved = tuple(a + b for a, b in zip(w, v, strict=True))
    return half_squares(X, y, moved) - half_squares(X, y, w) - scatter_form(X, v, v) / 2


@quantity("squares_slope", "squares_slope(X, y, w, v) = v'sum (w'x_i - y_i) x_i, (35)")
def squares_slope(X: Any, y: Any, w: Any, v: Any) -> Any:
    """The printed gradient in the direction v."""
    return sum(((dot(w, x) - label) * dot(v, x)
                for x, label in zip(zip(*rows(X), strict=True), y, strict=True)), Fraction(0))


@quantity("commutant_defect", "commutant_defect(K) = sum_{i<j} |K G - G K|^2 over the generators "
                              "G = E_ij - E_ji of rotations; 0 iff K commutes with SO(d)")
def commutant_defect(K: Any) -> Any:
    """sum over i < j of |[K, E_ij - E_ji]|_F^2."""
    k, total = rows(K), Fraction(0)
    size = range(len(k))
    for i in size:
        for j in range(i + 1, len(k)):
            for a in size:
                for b in size:
                    # (K G)_ab = k_ai [b = j] - k_aj [b = i], (G K)_ab = [a = i] k_jb - [a = j] k_ib
                    entry = ((k[a][i] if b == j else 0) - (k[a][j] if b == i else 0)
                             - (k[j][b] if a == i else 0) + (k[i][b] if a == j else 0))
                    total = total + entry * entry
    return total


@quantity("deviation", "deviation(K) = |K - (tr K/d) I|_F^2")
def deviation(K: Any) -> Any:
    """|K|_F^2 - (tr K)^2 / d."""
    k = rows(K)
    trace = sum((k[i][i] for i in range(len(k))), Fraction(0))
    return sum((x * x for row in k for x in row), Fraction(0)) - trace * trace / len(k)


@quantity("skew_norm", "skew_norm(K) = |(K - K')/2|_F^2")
def skew_norm(K: Any) -> Any:
    """Squared norm of the antisymmetric part."""
    k = rows(K)
    span = range(len(k))
    return sum(((k[i][j] - k[j][i]) ** 2 for i in span for j in span), Fraction(0)) / 4
