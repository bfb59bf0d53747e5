"""The fixed matrices between two factors S of a word, as numbered elements of a monoid.

For a general population covariance Sigma, S = Sigma^{1/2} W Sigma^{1/2}, and a fixed matrix M that
stands between two factors S acts as Sigma^{1/2} M Sigma^{1/2} between two factors W. So the product
of the blocks M and N is M Sigma N and the trace of M is tr(Sigma M): no square root is needed.
Equal matrices get equal numbers, so whatever commutes, repeats or is symmetric collapses by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

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

    def size(self, value: Any) -> int:
        """The cost of adding this value."""
        return 1

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

    def size(self, value: TracePolynomial) -> int:
        """The number of terms, and 10 for keeping the value."""
        return 10 + len(value.terms)

    def _multiply(self, left: Word, right: Word) -> Word:
        return left + self._sigma + right

    def _transpose(self, element: Word) -> Word:
        return transposed(element, self._symmetric)

    def _trace(self, element: Word) -> TracePolynomial:
        return trace_of(self._sigma + element, self._symmetric)
