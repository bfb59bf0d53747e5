"""The fixed matrices between two factors S of a word, as numbered elements of a monoid.

For a general population covariance Sigma, S = Sigma^{1/2} W Sigma^{1/2}, and a fixed matrix M that
stands between two factors S acts as Sigma^{1/2} M Sigma^{1/2} between two factors W. So the product
of the blocks M and N is M Sigma N and the trace of M is tr(Sigma M): no square root is needed.
Equal matrices get equal numbers, so whatever commutes, repeats or is symmetric collapses by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from flint import fmpq, fmpq_poly

from theory.matrices import Dense, Matrix, add, compact, multiply, scale, trace, transpose
from theory.trace_polynomial import (
    INVERSE_N,
    ONE,
    POPULATION_COVARIANCE,
    TracePolynomial,
    Word,
    trace_of,
    transposed,
)

Element = TypeVar("Element", bound=Hashable)

MAX_ENTRIES = 2_000_000


class NumberedBlocks(ABC, Generic[Element]):
    """Elements with their numbers, and tables of their products, transposes and traces."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self._numbers: dict[Element, int] = {}
        self._products: dict[tuple[int, int], int] = {}
        self._transposes: dict[int, int] = {}
        self._traces: dict[int, Any] = {}

    def number(self, element: Element) -> int:
        """The number of this element, a new one if it has none yet."""
        found = self._numbers.setdefault(element, len(self.elements))
        if found == len(self.elements):
            self.elements.append(element)
        return found

    def product(self, left: int, right: int) -> int:
        """The number of left Sigma right."""
        found = self._products.get((left, right))
        if found is None:
            found = self.number(self._multiply(self.elements[left], self.elements[right]))
            self._products[left, right] = found
        return found

    def transpose(self, block: int) -> int:
        """The number of the transpose."""
        found = self._transposes.get(block)
        if found is None:
            found = self._transposes[block] = self.number(self._transpose(self.elements[block]))
        return found

    def trace(self, block: int) -> Any:
        """tr(Sigma block)."""
        found = self._traces.get(block)
        if found is None:
            found = self._traces[block] = self._trace(self.elements[block])
        return found

    @abstractmethod
    def _multiply(self, left: Element, right: Element) -> Element: ...

    @abstractmethod
    def _transpose(self, element: Element) -> Element: ...

    @abstractmethod
    def _trace(self, element: Element) -> Any: ...


class WordBlocks(NumberedBlocks[Word]):
    """Blocks that are words of free letters; the values are TracePolynomials.

    Args:
        isotropic: Sigma = I, so that no letter Sigma appears.
        symmetric: the names of the letters that equal their transposes.
    """

    one = ONE
    inverse_n = INVERSE_N

    def __init__(self, isotropic: bool, symmetric: frozenset[str]) -> None:
        super().__init__()
        self._sigma: Word = () if isotropic else ((POPULATION_COVARIANCE, False),)
        self._symmetric = symmetric

    def _multiply(self, left: Word, right: Word) -> Word:
        return left + self._sigma + right

    def _transpose(self, element: Word) -> Word:
        return transposed(element, self._symmetric)

    def _trace(self, element: Word) -> TracePolynomial:
        return trace_of(self._sigma + element, self._symmetric)


@dataclass(frozen=True)
class Hole:
    """left H right, or left H' right, where H is an unknown matrix of any shape.

    E tr(H w) is linear in H; its coefficient is E[w], the expectation of the matrix w itself.
    """

    left: Matrix
    right: Matrix
    transposed: bool = False


@dataclass(frozen=True)
class MatrixPolynomial:
    """M_0 + M_1 / n + M_2 / n^2 + ..., by coefficient."""

    coefficients: tuple[Matrix, ...]

    def __add__(self, other: MatrixPolynomial) -> MatrixPolynomial:
        """P + Q."""
        long, short = sorted((self.coefficients, other.coefficients), key=len, reverse=True)
        common = tuple(add(a, b) for a, b in zip(long, short, strict=False))
        return MatrixPolynomial(common + long[len(short) :])

    def __rmul__(self, factor: int | fmpq_poly) -> MatrixPolynomial:
        """The multiple p P by a number or a polynomial p in 1/n."""
        zero = scale(0, self.coefficients[0])
        scalars = [fraction(c) for c in fmpq_poly(factor).coeffs()]
        total = [zero] * (len(scalars) + len(self.coefficients) - 1) if scalars else [zero]
        for i, c in enumerate(scalars):
            for j, matrix in enumerate(self.coefficients):
                total[i + j] = add(total[i + j], scale(c, matrix))
        return MatrixPolynomial(tuple(total))

    def __mul__(self, factor: fmpq_poly) -> MatrixPolynomial:
        """The multiple P p by a polynomial p in 1/n."""
        return factor * self


def fraction(value: fmpq) -> Fraction:
    """The Fraction equal to a flint rational."""
    return Fraction(int(value.p), int(value.q))


class MatrixBlocks(NumberedBlocks[Matrix | Hole]):
    """Blocks that are rational matrices; the values are polynomials in 1/n.

    Args:
        sigma: the population covariance, or None for I.
    """

    one = fmpq_poly([1])
    inverse_n = fmpq_poly([0, 1])

    def __init__(self, sigma: Matrix | None) -> None:
        super().__init__()
        self._sigma = sigma
        self._entries = 0

    def multiply_plain(self, left: Matrix, right: Matrix) -> Matrix:
        """left right, stored as a Diagonal where it is one, so that equal matrices are equal.

        Raises:
            ValueError: products with more than MAX_ENTRIES entries in all have been asked for.
        """
        if isinstance(left, Dense) or isinstance(right, Dense):
            self._entries += left.shape[0] * right.shape[1]
            if self._entries > MAX_ENTRIES:
                raise ValueError(
                    f"products of {left.shape[0]} x {right.shape[1]} matrices with more than "
                    f"{MAX_ENTRIES} entries in all are needed, which is the limit"
                )
        return compact(multiply(left, right))

    def _through(self, left: Matrix, right: Matrix) -> Matrix:
        middle = right if self._sigma is None else multiply(self._sigma, right)
        return self.multiply_plain(left, middle)

    def _multiply(self, left: Matrix | Hole, right: Matrix | Hole) -> Matrix | Hole:
        if isinstance(left, Hole):
            if isinstance(right, Hole):
                raise ValueError("a product of traces has at most one hole")
            return Hole(left.left, self._through(left.right, right), left.transposed)
        if isinstance(right, Hole):
            return Hole(self._through(left, right.left), right.right, right.transposed)
        return self._through(left, right)

    def _transpose(self, element: Matrix | Hole) -> Matrix | Hole:
        if isinstance(element, Hole):
            left, right = transpose(element.right), transpose(element.left)
            return Hole(left, right, not element.transposed)
        return transpose(element)

    def _trace(self, element: Matrix | Hole) -> fmpq_poly | MatrixPolynomial:
        if isinstance(element, Hole):  # tr(Sigma l H r) = tr(H r Sigma l), and H' likewise
            product = self._through(element.right, element.left)
            return MatrixPolynomial((transpose(product) if element.transposed else product,))
        total = trace(element if self._sigma is None else multiply(self._sigma, element))
        return fmpq_poly([fmpq(total.numerator, total.denominator)])
