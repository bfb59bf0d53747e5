"""E prod tr(w_i) for rational matrices, as a polynomial in 1/n with rational coefficients.

The words are those of `theory.words`; an `Evaluator` keeps what it has computed between calls, so
that the many words of one loss share their work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from flint import fmpq_poly

from theory.integration_by_parts import BlockWord, Contraction
from theory.matrices import (
    Matrix,
    add,
    compact,
    exact,
    identity,
    is_positive_semidefinite,
    scale,
    trace,
    transpose,
)
from theory.matrix_blocks import Hole, MatrixBlocks, fraction, rational
from theory.trace_polynomial import (
    IDENTITY,
    POPULATION_COVARIANCE,
    SAMPLE_COVARIANCE,
    Letter,
    Trace,
    Word,
)


def segments(trace_word: Trace) -> list[Word]:
    """The fixed words between the factors S of a cyclic word that has at least one S."""
    first = next(i for i, (name, _) in enumerate(trace_word) if name == SAMPLE_COVARIANCE)
    parts: list[Word] = []
    for letter in trace_word[first:] + trace_word[:first]:
        if letter[0] == SAMPLE_COVARIANCE:
            parts.append(())
        else:
            parts[-1] = (*parts[-1], letter)
    return parts


def has_sample(letters: Word) -> bool:
    """Whether a letter of the word is S."""
    return any(name == SAMPLE_COVARIANCE for name, _ in letters)


class Evaluator:
    """E prod tr(w_i) as a polynomial in 1/n, for rational matrices; keeps its memo between calls.

    Args:
        matrices: the fixed matrices by name.
        sigma: the population covariance (d, d), or None for I.
        dimension: d; needed only if neither sigma nor a matrix tells it.

    Raises:
        ValueError: d is unknown, sigma does not have it or is no covariance, or a name is reserved.
    """

    def __init__(
        self,
        matrices: Mapping[str, Matrix],
        sigma: Matrix | None = None,
        dimension: int | None = None,
    ) -> None:
        for name in matrices:
            if name in (SAMPLE_COVARIANCE, POPULATION_COVARIANCE, IDENTITY):
                raise ValueError(f"the name {name!r} is reserved, choose another for a matrix")
        sizes = [m.shape for m in (*([sigma] if sigma else []), *matrices.values())]
        if dimension is None and not sizes:
            raise ValueError("the dimension d is unknown: give a matrix, sigma or the dimension")
        self.dimension = sizes[0][0] if dimension is None else dimension
        one = identity(self.dimension)
        self._fixed = {name: compact(m) for name, m in matrices.items()}
        self._sigma = compact(one if sigma is None else sigma)
        if self._sigma.shape != one.shape:
            raise ValueError(f"sigma has shape {self._sigma.shape}, expected {one.shape}")
        if not is_positive_semidefinite(self._sigma):
            raise ValueError("sigma is not a covariance: not symmetric positive semidefinite")
        self._blocks = MatrixBlocks(self._sigma, self._fixed.values())
        self._engine = Contraction(self._blocks)
        self._products: dict[Word, Matrix] = {(): one}

    def product(self, letters: Word) -> Matrix:
        """The product of the fixed matrices of an S-free word."""
        if letters not in self._products:
            factors = map(self._letter, letters)
            self._products[letters] = reduce(self._blocks.multiply_plain, factors)
        return self._products[letters]

    def expectation(self, traces: Iterable[Trace]) -> fmpq_poly:
        """E prod tr(w_i) as a polynomial in 1/n."""
        factor, block_words = self._split(traces)
        value: fmpq_poly = factor * self._engine.expectation(block_words)
        return value

    def expectation_matrix(self, letters: Word, traces: Iterable[Trace] = ()) -> list[Matrix]:
        """E[prod tr(w_i) w] = M_0 + M_1 / n + ..., as [M_0, M_1, ...]."""
        factor, block_words = self._split(traces)
        if not has_sample(letters):
            product = self.product(letters)
            factor *= self._engine.expectation(block_words)
            value = factor * self._blocks.matrix_value(product)
            return self._blocks.coefficients(value, product.shape[1])
        # tr(H w) = tr(S b_1 S ... S (end H start)) for w = start S b_1 S ... S end
        first = next(i for i, (name, _) in enumerate(letters) if name == SAMPLE_COVARIANCE)
        *inner, end = segments(letters[first:])
        hole = Hole(self.product(end), self.product(letters[:first]))
        holed: BlockWord = (*(self._number(part) for part in inner), self._blocks.number(hole))
        value = factor * self._engine.expectation([*block_words, holed])
        return self._blocks.coefficients(value, hole.left.shape[1])

    def _letter(self, letter: Letter) -> Matrix:
        name, flag = letter
        if name == POPULATION_COVARIANCE:
            return self._sigma
        if name == IDENTITY:
            return self._products[()]
        if name not in self._fixed:
            known = ", ".join(sorted({SAMPLE_COVARIANCE, POPULATION_COVARIANCE, *self._fixed}))
            raise ValueError(f"the matrix {name!r} is not given, only {known}")
        return transpose(self._fixed[name]) if flag else self._fixed[name]

    def _number(self, letters: Word) -> int:
        block = self.product(letters)
        if block.shape != self._sigma.shape:
            raise ValueError(
                f"S stands beside a matrix of shape {block.shape}, not {self.dimension} x {self.dimension}"
            )
        return self._blocks.number(block)

    def _split(self, traces: Iterable[Trace]) -> tuple[fmpq_poly, list[BlockWord]]:
        """The value of the S-free traces, and the blocks of the others."""
        factor, block_words = fmpq_poly([1]), []
        for letters in traces:
            if has_sample(letters):
                block_words.append(tuple(map(self._number, segments(letters))))
            else:
                value = trace(self.product(letters))
                factor *= fmpq_poly([rational(value)])
        return factor, block_words


def at_sample_size(value: fmpq_poly, n: int | Fraction) -> Fraction:
    """The value at n of a polynomial in 1/n.

    Raises:
        ValueError: n is not positive.
    """
    size = sample_size(n)
    return fraction(value(rational(1 / size)))


def at_size(coefficients: Sequence[Matrix], n: int | Fraction) -> Matrix:
    """M_0 + M_1 / n + M_2 / n^2 + ... at n.

    Raises:
        ValueError: n is not positive.
    """
    total = coefficients[0]
    for power, matrix in enumerate(coefficients[1:], start=1):
        total = add(total, scale(1 / sample_size(n) ** power, matrix))
    return compact(total)


def sample_size(n: int | Fraction) -> Fraction:
    """n itself.

    Raises:
        ValueError: n is not positive.
    """
    size = exact(n)
    if size <= 0:
        raise ValueError(f"n is a positive number, got {n}")
    return size
