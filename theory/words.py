"""E of a product of traces of words in S = (1/n) sum x_i x_i' and fixed matrices, exactly.

A word is a tuple of letters (name, transposed): `S` is the sample covariance, `Sigma` that of the
population, any other name a fixed matrix. `expectation` keeps all of them symbolic, `Evaluator` has
rational matrices for them; both give polynomials in 1/n, valid for every n >= 1. The method is
Gaussian integration by parts (`integration_by_parts`); the definition is in `pairings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from theory.blocks import WordBlocks
from theory.evaluator import Evaluator, at_sample_size, at_size, has_sample, segments
from theory.integration_by_parts import MAX_DEGREE, Contraction
from theory.matrices import Matrix
from theory.matrix_blocks import fraction
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
    "MAX_SYMBOLIC_WORK",
    "Evaluator",
    "Letter",
    "Monomial",
    "SymbolicEvaluator",
    "Trace",
    "Word",
    "at_sample_size",
    "evaluate",
    "evaluate_matrix",
    "expectation",
    "expectation_matrix",
    "word",
]

MAX_SYMBOLIC_WORK = 1_200_000
_HOLE: Letter = ("", False)


class SymbolicEvaluator:
    """E prod tr(w_i) for free letters; keeps its memo, and its bound on the work, between calls.

    Args:
        isotropic: Sigma = I; otherwise Sigma is a letter of the results.
        symmetric: names of the fixed matrices that are known to be symmetric.
    """

    def __init__(self, isotropic: bool = False, symmetric: Iterable[str] = ()) -> None:
        self._symmetric = SYMMETRIC | set(symmetric)
        self._dropped = {IDENTITY, POPULATION_COVARIANCE} if isotropic else {IDENTITY}
        self._blocks = WordBlocks(isotropic, self._symmetric)
        self._engine = Contraction(self._blocks, MAX_SYMBOLIC_WORK)

    def expectation(self, traces: Iterable[Trace]) -> dict[Monomial, int]:
        """E prod tr(w_i) as {(q, (v_1, v_2, ...)): c}."""
        factor, block_words = self._blocks.one, []
        for letters in map(self._plain, traces):
            if has_sample(letters):
                block_words.append(tuple(map(self._blocks.number, segments(letters))))
            else:
                factor = factor * trace_of(letters, self._symmetric)
        total: TracePolynomial = factor * self._engine.expectation(block_words)
        return dict(total.terms)

    def expectation_matrix(
        self, letters: Word, traces: Iterable[Trace] = ()
    ) -> dict[tuple[int, tuple[Trace, ...], Word], int]:
        """E[prod tr(w_i) w] as {(q, (v_1, ...), v): c}.

        By E tr(H w) = tr(H E[w]) with a free letter H, which each term holds once.
        """
        result = {}
        for (power, factors), count in self.expectation([*traces, (_HOLE, *letters)]).items():
            (holed,) = (w for w in factors if any(name == _HOLE[0] for name, _ in w))
            i = next(i for i, (name, _) in enumerate(holed) if name == _HOLE[0])
            around = holed[i + 1 :] + holed[:i]
            value = transposed(around, self._symmetric) if holed[i][1] else around
            result[power, tuple(w for w in factors if w is not holed), value] = count
        return result

    def _plain(self, letters: Word) -> Word:
        """The word without I, without Sigma if it is I, and with symmetric letters untransposed."""
        return tuple((a, flag and a not in self._symmetric) for a, flag in letters if a not in self._dropped)


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
    return SymbolicEvaluator(isotropic, symmetric).expectation(traces)


def expectation_matrix(
    letters: Word,
    traces: Sequence[Trace] = (),
    *,
    isotropic: bool = False,
    symmetric: Iterable[str] = (),
) -> dict[tuple[int, tuple[Trace, ...], Word], int]:
    """E[prod tr(w_i) w] = sum c (1/n)^q tr(v_1) ... v, as {(q, (v_1, ...), v): c}.

    Example:
        >>> A = word("A")
        >>> expectation_matrix(word("S A S"), isotropic=True) == {
        ...     (0, (), A): 1, (1, (), word("A'")): 1, (1, (A,), ()): 1}
        True
    """
    return SymbolicEvaluator(isotropic, symmetric).expectation_matrix(letters, traces)


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
    return dict(enumerate(coefficients)) if n is None else at_size(coefficients, n)
