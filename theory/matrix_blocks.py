"""Blocks that are rational matrices, and the polynomials in 1/n that are their values.

To compute the expectation of a matrix and not of a trace, a block may hold an unknown matrix H:
E tr(H w) is linear in H, and its coefficient is E[w].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_poly

from theory.blocks import NumberedBlocks
from theory.matrices import (
    Dense,
    Diagonal,
    Matrix,
    common_runs,
    compact,
    dense,
    diagonal,
    multiply,
    to_dense,
    trace,
    transpose,
)

MAX_ENTRIES = 800_000


@dataclass(frozen=True)
class Hole:
    """left H right, or left H' right, where H is an unknown matrix of any shape."""

    left: Matrix
    right: Matrix
    transposed: bool = False


@dataclass(frozen=True)
class MatrixPolynomial:
    """A matrix whose entries are polynomials in 1/n, as the tuple of its stored entries."""

    entries: tuple[fmpq_poly, ...]

    def __add__(self, other: MatrixPolynomial) -> MatrixPolynomial:
        """P + Q."""
        pairs = zip(self.entries, other.entries, strict=True)
        return MatrixPolynomial(tuple(a + b for a, b in pairs))

    def __rmul__(self, factor: int | fmpq_poly) -> MatrixPolynomial:
        """The multiple p P by a number or a polynomial p in 1/n."""
        return MatrixPolynomial(tuple(factor * entry for entry in self.entries))

    def __mul__(self, factor: fmpq_poly) -> MatrixPolynomial:
        """The multiple P p by a polynomial p in 1/n."""
        return factor * self


def fraction(value: fmpq) -> Fraction:
    """The Fraction equal to a flint rational."""
    return Fraction(int(value.p), int(value.q))


def rational(value: Fraction) -> fmpq:
    """The flint rational equal to a Fraction."""
    return fmpq(value.numerator, value.denominator)


def _weight(bits: int) -> int:
    """The cost of a number of this length: 1, and more when memory (~ bits) or time (~ bits^2) is."""
    return 1 + bits // 1000 + (bits // 10_000) ** 2


class MatrixBlocks(NumberedBlocks[Matrix | Hole]):
    """Blocks that are rational matrices; the values are polynomials in 1/n.

    Args:
        sigma: the population covariance (d, d).
        fixed: the other matrices that will occur. If all of them are Diagonal, so is every product,
            and a matrix value is stored by one entry for each run that none of them divides.
    """

    one = fmpq_poly([1])
    inverse_n = fmpq_poly([0, 1])

    def __init__(self, sigma: Matrix, fixed: Iterable[Matrix]) -> None:
        super().__init__()
        self._sigma = None if sigma == diagonal([(1, sigma.dimension)]) else sigma
        self._entries = 0
        self._runs: Diagonal | None = None  # numbered runs, or None if matrices are Dense
        matrices = [sigma, *fixed]
        diagonals = [matrix for matrix in matrices if isinstance(matrix, Diagonal)]
        if len(diagonals) == len(matrices):
            self._runs = Diagonal(((Fraction(0), sigma.dimension),))
            for matrix in diagonals:
                pieces = common_runs(self._runs, matrix)
                self._runs = Diagonal(tuple((Fraction(i), m) for i, (_, _, m) in enumerate(pieces)))

    def multiply_plain(self, left: Matrix, right: Matrix) -> Matrix:
        """left right, stored as a Diagonal where it is one, so that equal matrices are equal.

        Raises:
            ValueError: products with more than MAX_ENTRIES entries in all have been made.
        """
        product = compact(multiply(left, right))
        rows = product.rows if isinstance(product, Dense) else product.spectrum
        bits = (e.numerator.bit_length() + e.denominator.bit_length() for row in rows for e in row)
        self._entries += sum(map(_weight, bits))
        if self._entries > MAX_ENTRIES:
            raise ValueError(
                f"products of matrices with more than {MAX_ENTRIES} entries in all are needed, "
                "which is the limit (a long entry counts as several)"
            )
        return product

    def size(self, value: fmpq_poly | MatrixPolynomial) -> int:
        """1 for each entry, and more if it is so long that many of them cost time and memory."""
        entries = value.entries if isinstance(value, MatrixPolynomial) else (value,)
        lengths = [len(entry) * entry.numer().height_bits() for entry in entries]
        return sum(map(_weight, lengths))

    def matrix_value(self, matrix: Matrix) -> MatrixPolynomial:
        """The constant polynomial."""
        if self._runs is None:
            entries = [entry for row in to_dense(matrix).rows for entry in row]
        elif isinstance(matrix, Diagonal):
            entries = [value for value, _, _ in common_runs(matrix, self._runs)]
        else:
            raise ValueError("a product of diagonal matrices is diagonal")
        return MatrixPolynomial(tuple(fmpq_poly([rational(entry)]) for entry in entries))

    def coefficients(self, value: MatrixPolynomial, n_columns: int) -> list[Matrix]:
        """[M_0, M_1, ...] of a value M_0 + M_1 / n + ... with this number of columns."""
        length = max(1, *(len(entry) for entry in value.entries))
        return [
            self._matrix([fraction(entry[q]) for entry in value.entries], n_columns) for q in range(length)
        ]

    def _matrix(self, entries: list[Fraction], n_columns: int) -> Matrix:
        if self._runs is not None:
            runs = zip(entries, self._runs.spectrum, strict=True)
            return diagonal((entry, multiplicity) for entry, (_, multiplicity) in runs)
        starts = range(0, len(entries), n_columns)
        return compact(dense(entries[start : start + n_columns] for start in starts))

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
            return self.matrix_value(transpose(product) if element.transposed else product)
        total = trace(element if self._sigma is None else multiply(self._sigma, element))
        return fmpq_poly([rational(total)])
