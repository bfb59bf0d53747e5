"""E of a product of traces of words in S = (1/n) sum x_i x_i' and fixed matrices, exactly.

A word is a tuple of letters (name, transposed): `S` is the sample covariance, `Sigma` that of the
population, any other name a fixed matrix. `expectation` keeps all of them symbolic, `Evaluator` has
rational matrices for them; both give polynomials in 1/n, valid for every n >= 1. The method is
Gaussian integration by parts (`integration_by_parts`); the definition is in `pairings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from theory.blocks import WordBlocks, fraction
from theory.evaluator import Evaluator, at_sample_size, has_sample, segments
from theory.integration_by_parts import MAX_DEGREE, Contraction
from theory.matrices import Matrix, add, compact, exact, scale
from theory.trace_polynomial import (
    IDENTITY,
    POPULATION_COVARIANCE,
    SYMMETRIC,
    Letter,
    Monomial,
    Trace,
    TracePolynomial,
    Word,
    trace_of,
    transposed,
    word,
)

__all__ = [
    "MAX_DEGREE",
    "MAX_SYMBOLIC_CONTRACTIONS",
    "Evaluator",
    "Letter",
    "Monomial",
    "Trace",
    "Word",
    "at_sample_size",
    "evaluate",
    "evaluate_matrix",
    "expectation",
    "expectation_matrix",
    "word",
]

MAX_SYMBOLIC_CONTRACTIONS = 60_000
_HOLE: Letter = ("", False)


def _free(letters: Word, symmetric: frozenset[str], isotropic: bool) -> Word:
    """The word without I, without Sigma if Sigma = I, and with symmetric letters untransposed."""
    dropped = {IDENTITY, POPULATION_COVARIANCE} if isotropic else {IDENTITY}
    return tuple((a, flag and a not in symmetric) for a, flag in letters if a not in dropped)


def expectation(
    traces: Iterable[Trace], *, isotropic: bool = False, symmetric: Iterable[str] = ()
) -> dict[Monomial, int]:
    """E prod tr(w_i) = sum c (1/n)^q tr(v_1) tr(v_2) ..., as {(q, (v_1, v_2, ...)): c}.

    Args:
        traces: the words w_i; the empty word has trace d.
        isotropic: Sigma = I; otherwise Sigma is a letter of the result.
        symmetric: names of the fixed matrices that are known to be symmetric.

    Raises:
        ValueError: the degree in S is above MAX_DEGREE, or the work above its limit.

    Example:
        >>> expectation([word("S S")], isotropic=True) == {
        ...     (0, ((),)): 1, (1, ((),)): 1, (1, ((), ())): 1}
        True
    """
    fixed = SYMMETRIC | set(symmetric)
    blocks = WordBlocks(isotropic, fixed)
    engine = Contraction(blocks, MAX_SYMBOLIC_CONTRACTIONS)
    factor, block_words = blocks.one, []
    for letters in (_free(w, fixed, isotropic) for w in traces):
        if has_sample(letters):
            block_words.append(tuple(map(blocks.number, segments(letters))))
        else:
            factor = factor * trace_of(letters, fixed)
    total: TracePolynomial = factor * engine.expectation(block_words)
    return dict(total.terms)


def expectation_matrix(
    letters: Word,
    traces: Sequence[Trace] = (),
    *,
    isotropic: bool = False,
    symmetric: Iterable[str] = (),
) -> dict[tuple[int, tuple[Trace, ...], Word], int]:
    """E[prod tr(w_i) w] = sum c (1/n)^q tr(v_1) ... v, as {(q, (v_1, ...), v): c}.

    By E tr(H w) = tr(H E[w]) with a free letter H, which each term holds once.

    Example:
        >>> A = word("A")
        >>> expectation_matrix(word("S A S"), isotropic=True) == {
        ...     (0, (), A): 1, (1, (), word("A'")): 1, (1, (A,), ()): 1}
        True
    """
    fixed = SYMMETRIC | set(symmetric)
    terms = expectation([*traces, (_HOLE, *letters)], isotropic=isotropic, symmetric=symmetric)
    result = {}
    for (power, factors), coefficient in terms.items():
        (holed,) = (w for w in factors if any(name == _HOLE[0] for name, _ in w))
        i = next(i for i, (name, _) in enumerate(holed) if name == _HOLE[0])
        around = holed[i + 1 :] + holed[:i]
        value = transposed(around, fixed) if holed[i][1] else around
        rest = tuple(w for w in factors if w is not holed)
        result[power, rest, value] = coefficient
    return result


def evaluate(
    traces: Iterable[Trace],
    matrices: Mapping[str, Matrix],
    n: int | Fraction | None,
    sigma: Matrix | None = None,
    dimension: int | None = None,
) -> Fraction | dict[int, Fraction]:
    """E prod tr(w_i): a Fraction for a given n, else the polynomial in 1/n as {power: coefficient}.

    Example:
        >>> from theory.matrices import diagonal
        >>> evaluate([word("S A S A'")], {"A": diagonal([(1, 1), (2, 1)])}, 3)
        Fraction(29, 3)
    """
    value = Evaluator(matrices, sigma, dimension).expectation(traces)
    if n is not None:
        return at_sample_size(value, n)
    return {power: fraction(c) for power, c in enumerate(value.coeffs()) if c != 0}


def evaluate_matrix(
    letters: Word,
    matrices: Mapping[str, Matrix],
    n: int | Fraction | None,
    sigma: Matrix | None = None,
    dimension: int | None = None,
) -> Matrix | dict[int, Matrix]:
    """E[w]: a matrix for a given n, else the polynomial in 1/n as {power: matrix}."""
    coefficients = Evaluator(matrices, sigma, dimension).expectation_matrix(letters)
    if n is None:
        return dict(enumerate(coefficients))
    size = exact(n)
    total = coefficients[0]
    for power, matrix in enumerate(coefficients[1:], start=1):
        total = add(total, scale(1 / size**power, matrix))
    return compact(total)
