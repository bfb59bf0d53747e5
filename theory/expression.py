"""E of an expression in traces and words, such as "2 tr(S A S A')^2 - 3/2 tr(S)", from its text.

With the matrices and n the exact value; without the matrices a formula in n, d = tr(I) and traces.
Sigma is I unless it is given; a formula keeps it general if the text names Sigma.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from flint import fmpq

from theory.evaluator import Evaluator, at_size, sample_size
from theory.expression_parser import parse
from theory.formula import Terms, formula
from theory.matrices import (
    Dense,
    Matrix,
    add,
    diagonal,
    frobenius_squared,
    identity,
    scale,
    to_dense,
)
from theory.matrix_blocks import fraction
from theory.trace_polynomial import (
    IDENTITY,
    POPULATION_COVARIANCE,
    SAMPLE_COVARIANCE,
    Trace,
    Word,
)
from theory.word_sums import WordSum
from theory.words import SymbolicEvaluator

NestedText: TypeAlias = str | list[list[str]]

MAX_FORMULA_TERMS = 2000
MAX_FORMULA_DIMENSION = 20
MAX_ENTRY_WORK = 2_000_000  # bits of the entries of a matrix times the cube of the degree in S

_BUILT_IN = {SAMPLE_COVARIANCE, POPULATION_COVARIANCE, IDENTITY}


def expect(
    text: str,
    *,
    n: int | Fraction | None = None,
    sigma: Matrix | None = None,
    matrices: Mapping[str, Matrix] | None = None,
) -> dict[str, NestedText]:
    r"""E of the expression: {"value": text or rows} or {"formula": text, "latex": text}.

    Args:
        text: an expression in the grammar of `expression_parser`.
        n: the number of examples in S = (1/n) sum x_i x_i'; None keeps it as a letter.
        sigma: the population covariance (d, d); None is I.
        matrices: the fixed matrices by name.

    Raises:
        ValueError: one line that says what is wrong with the text, or which limit it is past.

    Example:
        >>> from theory.matrices import diagonal
        >>> expect("tr(S A S A')", n=3, matrices={"A": diagonal([(1, 1), (2, 1)])})
        {'value': '29/3'}
        >>> expect("tr(S A S A')")["formula"]
        "tr(A A') + tr(A^2)/n + tr(A)^2/n"
        >>> expect("S^2", n=4)
        {'formula': '(d + 5)/4*I', 'latex': '\\frac{d + 5}{4} I'}
    """
    given = dict(matrices or {})
    size = None if n is None else sample_size(n)
    for name in given:
        if name in _BUILT_IN or name == "tr":
            raise ValueError(f"the name {name!r} is reserved, choose another for a matrix")
    numeric = bool(given) or sigma is not None
    expression = parse(text, known=given if numeric else None)
    if not numeric and expression.constant() is None:
        found = formula(_symbolic(expression), size)
        return {"formula": found.text, "latex": found.latex}
    _check_entries(expression.degree(), [*given.values(), *([sigma] if sigma else [identity(1)])])
    engine = Evaluator(given, sigma, dimension=None if numeric else 1)
    return _shown(_numeric(expression, engine), expression.is_matrix, size)


def _symbolic(expression: WordSum) -> Terms:
    """The expectation term by term, with every fixed matrix a free letter."""
    engine = SymbolicEvaluator(isotropic=POPULATION_COVARIANCE not in expression.names())
    total: dict[tuple[int, tuple[Trace, ...], Word | None], Fraction] = {}
    for (traces, letters), coefficient in expression.terms.items():
        values: Iterable[tuple[tuple[int, tuple[Trace, ...], Word | None], int]]
        if letters is None:
            values = (((q, v, None), c) for (q, v), c in engine.expectation(traces).items())
        else:
            values = engine.expectation_matrix(letters, traces).items()
        for place, count in values:
            total[place] = total.get(place, Fraction(0)) + coefficient * count
        if len(total) > MAX_FORMULA_TERMS:
            raise ValueError(
                f"the formula has more than {MAX_FORMULA_TERMS} terms, which is the limit: "
                "give the matrices for a value"
            )
    return total


def _check_entries(degree: int, matrices: list[Matrix]) -> None:
    """Refuses entries so long that computing with their powers would take minutes."""
    for matrix in matrices:
        rows = matrix.rows if isinstance(matrix, Dense) else [[v for v, _ in matrix.spectrum]]
        entries = [entry for row in rows for entry in row]
        common = lcm(*(entry.denominator for entry in entries))  # what products are written over
        bits = common.bit_length() + max(e.numerator.bit_length() for e in entries)
        if bits * degree**3 > MAX_ENTRY_WORK:
            raise ValueError(
                f"a matrix of entries with {bits} bits is too long for degree {degree} in S, "
                f"allowed up to {MAX_ENTRY_WORK // degree**3} bits"
            )


def _numeric(expression: WordSum, engine: Evaluator) -> list[Matrix]:
    """The coefficients of 1, 1/n, 1/n^2, ...; a number is a 1 x 1 matrix."""
    total: list[Matrix] = []
    for (traces, letters), coefficient in expression.terms.items():
        if letters is None:
            values = engine.expectation(traces).coeffs()
            part: list[Matrix] = [diagonal([(fraction(c), 1)]) for c in values]
        else:
            part = engine.expectation_matrix(letters, traces)
        part = [scale(coefficient, matrix) for matrix in part]
        common = [add(a, b) for a, b in zip(total, part, strict=False)]
        total = common + max(total, part, key=len)[len(common) :]
    zero = scale(0, identity(engine.dimension if expression.is_matrix else 1))
    return total or [zero]


def _shown(coefficients: list[Matrix], is_matrix: bool, n: Fraction | None) -> dict[str, NestedText]:
    """A value where n is given or does not matter, else a formula for every entry."""
    while len(coefficients) > 1 and not frobenius_squared(coefficients[-1]):
        coefficients = coefficients[:-1]
    if n is not None or len(coefficients) == 1:
        total = at_size(coefficients, n or Fraction(1))
        rows = [[str(fmpq(e.numerator, e.denominator)) for e in row] for row in to_dense(total).rows]
        return {"value": rows if is_matrix else rows[0][0]}
    height, width = coefficients[0].shape
    if max(height, width) > MAX_FORMULA_DIMENSION:
        raise ValueError(
            f"a formula for each entry of a {height} x {width} matrix is allowed up to dimension "
            f"{MAX_FORMULA_DIMENSION}: give n for a value"
        )
    powers = list(enumerate(to_dense(c).rows for c in coefficients))
    cells = [
        [formula({(q, (), None): rows[i][j] for q, rows in powers}) for j in range(width)]
        for i in range(height)
    ]
    if not is_matrix:
        return {"formula": cells[0][0].text, "latex": cells[0][0].latex}
    text = ", ".join(f"[{', '.join(cell.text for cell in row)}]" for row in cells)
    latex = r" \\ ".join(" & ".join(cell.latex for cell in row) for row in cells)
    return {"formula": f"[{text}]", "latex": rf"\begin{{pmatrix}} {latex} \end{{pmatrix}}"}
