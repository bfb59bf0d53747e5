"""The loss at u = 0 of every real A, as a polynomial in traces of words in B, B' and in 1/n.

With W the sample covariance of whitened data and B = Sigma^{1/2} A Sigma^{1/2}, not symmetric,

    model     E tr (I - W B)^L ((I - W B)^L)'          printed   E tr (I - W B)^{2L}

are sums of c n^-q tr(w_1) tr(w_2) .. over words w in B and B', found once for each L. A trace of a
word in B, B' is that of the same word in A Sigma, A' Sigma, so that no square root is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from flint import fmpq, fmpq_mat

from theory.matrices import Matrix, from_flint, to_flint, transpose
from theory.trace_polynomial import Word, transposed, word
from theory.words import expectation

TracePolynomial = Mapping[tuple[int, tuple[Word, ...]], int]

MAX_LOOPS = {"model": 4, "printed": 4}
"""The largest L for which the polynomial is found within seconds; it is kept afterwards."""


@lru_cache(maxsize=16)
def loss_in_traces(L: int, formula: str = "model") -> TracePolynomial:
    """{(q, (w_1, w_2, ..)): c} with L(A, 0) = sum c n^-q tr(w_1) tr(w_2) ..

    Example:
        >>> B, BB = word("B"), word("B B'")
        >>> loss_in_traces(1) == {
        ...     (0, ((),)): 1, (0, (B,)): -2, (0, (BB,)): 1, (1, (BB,)): 1, (1, ((), BB)): 1}
        True
    """
    if formula == "printed":
        parts = [((-1) ** k * comb(2 * L, k), ["S B"] * k) for k in range(2 * L + 1)]
    else:
        # tr (W B)^i (B' W)^j is unchanged when i and j are exchanged
        parts = [
            (
                (-1) ** (i + j) * comb(L, i) * comb(L, j) * (1 if i == j else 2),
                ["S B"] * i + ["B' S"] * j,
            )
            for i in range(L + 1)
            for j in range(i, L + 1)
        ]
    total: dict[tuple[int, tuple[Word, ...]], int] = {}
    for c, letters in parts:
        for monomial, value in expectation([word(" ".join(letters))], isotropic=True).items():
            total[monomial] = total.get(monomial, 0) + c * value
    return {monomial: c for monomial, c in total.items() if c}


class _Products:
    """Products of words in B -> A Sigma, B' -> A' Sigma."""

    def __init__(self, A: Matrix, sigma: Matrix) -> None:
        self.sigma = to_flint(sigma)
        self._letters = {False: to_flint(A) * self.sigma, True: to_flint(transpose(A)) * self.sigma}
        d = A.shape[0]
        self._known: dict[Word, fmpq_mat] = {
            (): fmpq_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
        }

    def product(self, letters: Word) -> fmpq_mat:
        found = self._known.get(letters)
        if found is None:
            found = self.product(letters[:-1]) * self._letters[letters[-1][1]]
            self._known[letters] = found
        return found

    def trace(self, letters: Word) -> fmpq:
        matrix = self.product(letters)
        return sum((matrix[i, i] for i in range(matrix.nrows())), fmpq(0))


def loss(L: int, n: Fraction, A: Matrix, sigma: Matrix, formula: str) -> Fraction:
    """L(A, 0) for any real (d, d) matrix A, L up to MAX_LOOPS."""
    products = _Products(A, sigma)
    terms = loss_in_traces(L, formula)
    traces = {w: products.trace(w) for _, words in terms for w in words}
    inverse_n = fmpq(n.denominator, n.numerator)
    powers = [inverse_n**q for q in range(2 * L + 1)]
    total = fmpq(0)
    for (q, words), c in terms.items():
        total += prod((traces[w] for w in words), start=c * powers[q])
    return Fraction(int(total.p), int(total.q))


def gradient(L: int, n: Fraction, A: Matrix, sigma: Matrix, formula: str) -> Matrix:
    """G with dL = tr(G' dA): each word's trace is differentiated letter by letter."""
    products = _Products(A, sigma)
    terms = loss_in_traces(L, formula)
    traces = {w: products.trace(w) for _, words in terms for w in words}
    inverse_n = fmpq(n.denominator, n.numerator)
    slopes: dict[Word, fmpq] = {}
    for (q, words), c in terms.items():
        for i, w in enumerate(words):
            others = (traces[v] for v in words[:i] + words[i + 1 :])
            slopes[w] = slopes.get(w, fmpq(0)) + prod(others, start=c * inverse_n**q)
    # d tr(x B y) = tr(y x dB) and d tr(x B' y) = tr((y x)' dB), dB = Sigma^{1/2} dA Sigma^{1/2}
    total = products.sigma * 0
    for w, slope in slopes.items():
        for i, (_, flag) in enumerate(w):
            around = w[i + 1 :] + w[:i]
            total += slope * products.product(transposed(around) if flag else around)
    return transpose(from_flint(products.sigma * total))
