"""sum c tr(w_1) tr(w_2) ... w, before any expectation is taken: what an expression stands for.

A `WordSum` is a number (every term without an open word) or a matrix (every term with one). The
operations expand products at once, and refuse to grow past the limits below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from theory.integration_by_parts import MAX_DEGREE
from theory.trace_polynomial import SAMPLE_COVARIANCE, Trace, Word, canonical, transposed

Term: TypeAlias = tuple[tuple[Trace, ...], Word | None]

MAX_TERMS = 1000
MAX_LETTERS = 100
MAX_BITS = 20_000


@dataclass(frozen=True)
class WordSum:
    """A map from (traces, open word or None) to the coefficient; terms of a sum are of one kind."""

    terms: Mapping[Term, Fraction]
    is_matrix: bool

    def __add__(self, other: WordSum) -> WordSum:
        """P + Q, two numbers or two matrices."""
        if self.is_matrix != other.is_matrix:
            raise ValueError("a number cannot be added to a matrix: write 2 I for twice the identity")
        total = dict(self.terms)
        for term, coefficient in other.terms.items():
            total[term] = total.get(term, Fraction(0)) + coefficient
        return bounded(total, self.is_matrix)

    def __mul__(self, other: WordSum) -> WordSum:
        """P Q, expanded; a number times a matrix scales it."""
        total: dict[Term, Fraction] = {}
        for (traces, letters), coefficient in self.terms.items():
            for (other_traces, other_letters), other_coefficient in other.terms.items():
                term = tuple(sorted(traces + other_traces)), _joined(letters, other_letters)
                total[term] = total.get(term, Fraction(0)) + coefficient * other_coefficient
        return bounded(total, self.is_matrix or other.is_matrix)

    def transpose(self) -> WordSum:
        """P'."""
        if not self.is_matrix:
            return self
        return WordSum({(t, transposed(w or ())): c for (t, w), c in self.terms.items()}, True)

    def trace(self) -> WordSum:
        """tr P for a matrix P."""
        if not self.is_matrix:
            raise ValueError("tr(...) needs a matrix inside, got a number: write tr(I) for d")
        total: dict[Term, Fraction] = {}
        for (traces, letters), coefficient in self.terms.items():
            term = tuple(sorted((*traces, canonical(letters or ())))), None
            total[term] = total.get(term, Fraction(0)) + coefficient
        return bounded(total, False)

    def constant(self) -> Fraction | None:
        """The value of a number without traces, else None."""
        if self.is_matrix or any(term != ((), None) for term in self.terms):
            return None
        return self.terms.get(((), None), Fraction(0))

    def names(self) -> frozenset[str]:
        """The names of the letters."""
        return frozenset(name for term in self.terms for w in _words(term) for name, _ in w)

    def degree(self) -> int:
        """The largest number of factors S in a term."""
        return max((_degree(term) for term in self.terms), default=0)


def number_sum(value: Fraction) -> WordSum:
    """The number c."""
    return bounded({((), None): value}, False)


def letters_sum(letters: Word) -> WordSum:
    """The matrix w."""
    return WordSum({((), letters): Fraction(1)}, True)


def bounded(terms: dict[Term, Fraction], is_matrix: bool) -> WordSum:
    """The sum of these terms without the zero ones.

    Raises:
        ValueError: it is past one of the limits.
    """
    kept = {term: coefficient for term, coefficient in terms.items() if coefficient}
    if len(kept) > MAX_TERMS:
        raise ValueError(f"the expression has {len(kept)} terms, allowed up to {MAX_TERMS}")
    for term, coefficient in kept.items():
        if (degree := _degree(term)) > MAX_DEGREE:
            raise ValueError(f"degree {degree} in S is too high, allowed up to {MAX_DEGREE}")
        if (length := sum(map(len, _words(term)))) > MAX_LETTERS:
            raise ValueError(f"a term has {length} letters, allowed up to {MAX_LETTERS}")
        size = max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length())
        if size > MAX_BITS:
            raise ValueError(f"a coefficient has {size} bits, allowed up to {MAX_BITS}")
    return WordSum(kept, is_matrix)


def _joined(left: Word | None, right: Word | None) -> Word | None:
    if left is None or right is None:
        return right if left is None else left
    return left + right


def _words(term: Term) -> tuple[Word, ...]:
    traces, letters = term
    return traces if letters is None else (*traces, letters)


def _degree(term: Term) -> int:
    return sum(name == SAMPLE_COVARIANCE for w in _words(term) for name, _ in w)
