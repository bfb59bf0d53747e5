"""What an exact rational matrix is: `Dense` rows of Fractions, or `Diagonal` with multiplicities.

A `Diagonal` keeps the order of its entries, so diag(1:2, 3:1) means diag(1, 1, 3); its cost is the
number of distinct runs, not the dimension. Neighbouring equal runs are merged, which makes equality
of two values equality of two matrices of the same kind; `matrices.equal` compares across kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq, fmpq_mat

Number: TypeAlias = int | Fraction

MAX_DENSE_DIMENSION = 400


@dataclass(frozen=True)
class Dense:
    """M = (m_ij), given by rows; not necessarily square."""

    rows: tuple[tuple[Fraction, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        return len(self.rows), len(self.rows[0])

    @property
    def dimension(self) -> int:
        """d of a (d, d) matrix."""
        n_rows, n_columns = self.shape
        if n_rows != n_columns:
            raise ValueError(f"a square matrix is needed, got shape {n_rows} x {n_columns}")
        return n_rows


@dataclass(frozen=True)
class Diagonal:
    """D = diag(v_1 (m_1 times), v_2 (m_2 times), ...), in this order."""

    spectrum: tuple[tuple[Fraction, int], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """(d, d)."""
        return self.dimension, self.dimension

    @property
    def dimension(self) -> int:
        """d, the sum of the multiplicities."""
        return sum(multiplicity for _, multiplicity in self.spectrum)


Matrix: TypeAlias = Dense | Diagonal


def exact(value: Number) -> Fraction:
    """The Fraction equal to an int or a Fraction; anything else raises, floats above all."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ValueError(f"an int or a Fraction is needed, got {value!r} ({type(value).__name__})")
    return Fraction(value)


def dense(rows: Iterable[Iterable[Number]]) -> Dense:
    """The Dense matrix with these rows.

    Raises:
        ValueError: no rows, no columns, rows of different length, or an entry that is not exact.
    """
    values = tuple(tuple(exact(entry) for entry in row) for row in rows)
    lengths = {len(row) for row in values}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"rows of one positive length are needed, got lengths {sorted(lengths)}")
    return Dense(values)


def diagonal(spectrum: Iterable[tuple[Number, int]]) -> Diagonal:
    """diag with the values v_i repeated m_i times; neighbouring equal values are merged.

    Raises:
        ValueError: nothing given, or a multiplicity that is not a positive integer.
    """
    runs: list[tuple[Fraction, int]] = []
    for value, multiplicity in spectrum:
        if isinstance(multiplicity, bool) or not isinstance(multiplicity, int) or multiplicity < 1:
            raise ValueError(f"a multiplicity is a positive integer, got {multiplicity!r}")
        if runs and runs[-1][0] == value:
            multiplicity += runs.pop()[1]
        runs.append((exact(value), multiplicity))
    if not runs:
        raise ValueError("a diagonal matrix needs at least one value")
    return Diagonal(tuple(runs))


def identity(d: int) -> Diagonal:
    """I_d."""
    return diagonal([(1, d)])


def to_dense(matrix: Matrix) -> Dense:
    """The same matrix written out.

    Raises:
        ValueError: the dimension is above MAX_DENSE_DIMENSION.
    """
    if isinstance(matrix, Dense):
        return matrix
    d = matrix.dimension
    if d > MAX_DENSE_DIMENSION:
        raise ValueError(
            f"dimension {d} is too large to write out, allowed up to {MAX_DENSE_DIMENSION}"
        )
    values = [value for value, multiplicity in matrix.spectrum for _ in range(multiplicity)]
    zero = Fraction(0)
    return Dense(tuple(tuple(values[i] if i == j else zero for j in range(d)) for i in range(d)))


def compact(matrix: Matrix) -> Matrix:
    """The same matrix as a Diagonal if it is square and diagonal, else unchanged."""
    if isinstance(matrix, Diagonal) or matrix.shape[0] != matrix.shape[1]:
        return matrix
    rows = matrix.rows
    if any(entry for i, row in enumerate(rows) for j, entry in enumerate(row) if i != j):
        return matrix
    return diagonal((row[i], 1) for i, row in enumerate(rows))


def to_flint(matrix: Matrix) -> fmpq_mat:
    """The flint matrix with the same entries."""
    rows = to_dense(matrix).rows
    entries = [fmpq(entry.numerator, entry.denominator) for row in rows for entry in row]
    return fmpq_mat(len(rows), len(rows[0]), entries)


def from_flint(matrix: fmpq_mat) -> Dense:
    """The Dense matrix with the entries of a flint matrix."""
    return Dense(tuple(tuple(Fraction(int(e.p), int(e.q)) for e in row) for row in matrix.tolist()))
