"""E X'yy'X = n(n + d + 1 + sigma2) I: Gaussian moments of a prompt, X of shape (n, d), no 1/n.

Rows x_i' of X are iid N(0, I), w ~ N(0, I), y = Xw + e with e_i iid N(0, sigma2), and S = X'X here
is a sum, not a mean. Arguments n, d, sigma2 are Fractions, polynomials or rational functions.

`gaussian_expectation` is the definition that all of it is tested against: it integrates a
polynomial in independent standard normals monomial by monomial.

Source: one-step paper, Lemmas 1, 3 and 4 (they prove that these are scalars, and leave them so).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flint import fmpq_mpoly

Scalar = Any


def double_factorial(k: int) -> int:
    """k!! = k (k - 2) (k - 4) ..., with (-1)!! = 0!! = 1."""
    product = 1
    while k > 1:
        product, k = product * k, k - 2
    return product


def norm_moment(d: Scalar, k: int) -> Scalar:
    """E|x|^{2k} = d (d + 2) ... (d + 2k - 2) for x ~ N(0, I_d)."""
    product = d * 0 + 1
    for i in range(k):
        product = product * (d + 2 * i)
    return product


def label_moment(n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """c_1 = n (n + d + 1 + sigma2), where E X'yy'X = c_1 I.

    E S^2 = n(n + d + 1) I, and the noise adds sigma2 E S = n sigma2 I.  Source: Lemma 3.
    """
    return n * (n + d + 1 + sigma2)


def ridge_moment(n: Scalar) -> Scalar:
    """c_2 = n, where E X'y what' = c_2 I, for every d and sigma2.

    Given X, E yy' = XX' + sigma2 I and X'(XX' + sigma2 I) X (X'X + sigma2 I)^{-1} = X'X.
    Source: Lemma 3.
    """
    return n


def scatter_square(n: Scalar, hp: Scalar, trace_h: Scalar, trace_p: Scalar) -> Scalar:
    """E tr(S H S P) = n(n + 1) tr(HP) + n tr H tr P for symmetric H and P."""
    return n * (n + 1) * hp + n * trace_h * trace_p


def scatter_energy(n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """n (nd + 2 + n sigma2), where E[S y'y] = n (nd + 2 + n sigma2) I.

    Over w and e, E y'y = tr S + n sigma2; and E[S tr S] = n(nd + 2) I.
    """
    return n * (n * d + 2 + n * sigma2)


def energy_square(n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """E (y'y)^2 = n (n + 2) (d (d + 2) + 2 d sigma2 + sigma2^2).

    Given w the y_i are iid N(0, |w|^2 + sigma2), so y'y is that variance times a chi-square of n.
    """
    return n * (n + 2) * (d * (d + 2) + 2 * d * sigma2 + sigma2 * sigma2)


def gaussian_expectation(
    polynomial: fmpq_mpoly, normals: Iterable[str], scaled: Mapping[str, str] | None = None
) -> fmpq_mpoly:
    """E over the named variables as independent normals, by monomials: E z^{2k} = (2k - 1)!!.

    Args:
        polynomial: in any variables; those that are not named stay.
        normals: names of standard normal variables.
        scaled: name of a N(0, v) variable to the name of the variable v, its variance.

    Returns:
        A polynomial in the same context, free of the integrated variables.
    """
    context = polynomial.context()
    names = list(context.names())
    standard = [names.index(name) for name in normals]
    others = [(names.index(name), names.index(v)) for name, v in (scaled or {}).items()]
    terms: dict[tuple[int, ...], Any] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        powers = list(exponents)
        degrees = [powers[i] for i in standard] + [powers[i] for i, _ in others]
        if any(k % 2 for k in degrees):
            continue
        for i in standard:
            coefficient *= double_factorial(powers[i] - 1)
            powers[i] = 0
        for i, v in others:
            coefficient *= double_factorial(powers[i] - 1)
            powers[v] += powers[i] // 2
            powers[i] = 0
        key = tuple(powers)
        terms[key] = terms.get(key, 0) + coefficient
    return context.from_dict(terms)
