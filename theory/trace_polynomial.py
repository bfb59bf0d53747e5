"""sum c (1/n)^q tr(w_1) tr(w_2) ..., the symbolic values of the words engine.

A letter is (name, transposed), a word a tuple of letters. tr(w) does not change when w is rotated,
nor when it is transposed as a whole (reversed, every letter transposed): `canonical` picks one of
them, so that equal traces of free letters are equal tuples. tr of the empty word is d.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Letter: TypeAlias = tuple[str, bool]
Word: TypeAlias = tuple[Letter, ...]
Trace: TypeAlias = Word
Monomial: TypeAlias = tuple[int, tuple[Trace, ...]]

SAMPLE_COVARIANCE = "S"
POPULATION_COVARIANCE = "Sigma"
IDENTITY = "I"
SYMMETRIC = frozenset({SAMPLE_COVARIANCE, POPULATION_COVARIANCE})


def word(text: str, symmetric: Iterable[str] = ()) -> Word:
    """The word of letters separated by blanks; an apostrophe transposes, I is dropped.

    Example:
        >>> word("S A S A'")
        (('S', False), ('A', False), ('S', False), ('A', True))
    """
    fixed = SYMMETRIC | set(symmetric)
    names = [(part.rstrip("'"), part.count("'") % 2 == 1) for part in text.split()]
    return tuple((name, flag and name not in fixed) for name, flag in names if name != IDENTITY)


def transposed(letters: Word, symmetric: frozenset[str] = SYMMETRIC) -> Word:
    """w' = (last letter)' ... (first letter)'."""
    return tuple((name, not flag and name not in symmetric) for name, flag in reversed(letters))


@lru_cache(maxsize=1 << 16)
def canonical(letters: Trace, symmetric: frozenset[str] = SYMMETRIC) -> Trace:
    """The first of the words with the same trace: fewest transposed letters, then alphabetical."""
    if not letters:
        return ()
    candidates = (letters, transposed(letters, symmetric))
    return min((sum(flag for _, flag in w), w[i:] + w[:i]) for w in candidates for i in range(len(w)))[1]


@dataclass(frozen=True)
class TracePolynomial:
    """An element of the ring Z[1/n, tr(w) : w a word], as a map from monomials to coefficients."""

    terms: Mapping[Monomial, int]

    def __add__(self, other: TracePolynomial) -> TracePolynomial:
        """P + Q."""
        total = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total[monomial] = total.get(monomial, 0) + coefficient
            if not total[monomial]:
                del total[monomial]
        return TracePolynomial(total)

    def __rmul__(self, factor: int) -> TracePolynomial:
        """The integer multiple c P."""
        return TracePolynomial({m: factor * c for m, c in self.terms.items()} if factor else {})

    def __mul__(self, other: TracePolynomial) -> TracePolynomial:
        """P Q."""
        total: dict[Monomial, int] = {}
        for (power, traces), coefficient in self.terms.items():
            for (other_power, other_traces), other_coefficient in other.terms.items():
                monomial = power + other_power, tuple(sorted(traces + other_traces))
                total[monomial] = total.get(monomial, 0) + coefficient * other_coefficient
        return TracePolynomial({m: c for m, c in total.items() if c})


ONE = TracePolynomial({(0, ()): 1})
INVERSE_N = TracePolynomial({(1, ()): 1})


def trace_of(letters: Trace, symmetric: frozenset[str] = SYMMETRIC) -> TracePolynomial:
    """tr(w) as a polynomial with one term."""
    return TracePolynomial({(0, (canonical(letters, symmetric),)): 1})
