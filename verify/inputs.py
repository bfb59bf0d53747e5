"""text -> exact value: vectors, matrices and NAME=VALUE lists as people type them.

    number   5/3   -2   0.25   1e12                          (see `verify.numerals`)
    vector   [1, 1/2, "2/3"]                                 (quotes are optional)
    matrix   [[1, 1/2], [1/2, 2]]   or   diag(1/2:99999, 3:1), whose multiplicity is 1 if left out

Nothing is evaluated. Each refusal is an `InputError` of one line, "got ..., allowed ...". Bounds,
so that no text fills the memory: `MAX_TEXT` characters, `MAX_ENTRIES` entries, and
`MAX_TOTAL_DIGITS` digits over all numerators and denominators of one value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from theory.matrix_values import Diagonal, Matrix, dense, diagonal
from verify.numerals import InputError, exact_text, number, positive_integer, shown

MAX_TEXT = 2_000_000
MAX_ENTRIES = 160_000
MAX_TOTAL_DIGITS = 2_000_000

_DIAGONAL = re.compile(r"diag\s*\((.*)\)", re.DOTALL)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_MATRIX = "[[a,b],[c,d]] or diag(v:m,...)"


def vector(text: str, name: str = "vector") -> tuple[Fraction, ...]:
    """(v_1, ..., v_d) of a text such as [1, 1/2, 3].

    Raises:
        InputError: not a list of exact numbers.

    Example:
        >>> vector('[1, "1/2"]')
        (Fraction(1, 1), Fraction(1, 2))
    """
    return tuple(_numbers(_list(text, name, "a list of exact numbers such as [1,1/2]"), name))


def matrix(text: str, name: str = "matrix") -> Matrix:
    """M of nested lists of rows, or diag(value:multiplicity, ...); not necessarily square.

    Raises:
        InputError: neither of the two, rows of different length, or too many entries.

    Example:
        >>> matrix("[[1, 0], [0, 1/2]]").shape, matrix("diag(1/2:99999, 3:1)").dimension
        ((2, 2), 100000)
    """
    match = _DIAGONAL.fullmatch(text.strip())
    if match:
        return _diagonal(match.group(1), name)
    rows = [_list(row, name, _MATRIX) for row in _list(text, name, _MATRIX)]
    lengths = sorted({len(row) for row in rows})
    if len(lengths) != 1:
        raise InputError(f"{name}: got rows of lengths {lengths[:5]}, allowed rows of one length")
    if len(rows) * lengths[0] > MAX_ENTRIES:
        raise InputError(f"{name}: got {len(rows)} x {lengths[0]} entries, "
                         f"allowed {MAX_ENTRIES} in all (diag(v:m,...) has no such bound)")
    entries = iter(_numbers((entry for row in rows for entry in row), name))
    return dense([next(entries) for _ in row] for row in rows)


def square_matrix(text: str, name: str = "matrix") -> Matrix:
    """M of shape (d, d).

    Raises:
        InputError: not a matrix, or not square.
    """
    value = matrix(text, name)
    if value.shape[0] != value.shape[1]:
        raise InputError(f"{name}: got shape {value.shape[0]} x {value.shape[1]}, allowed d x d")
    return value


def exact_value(text: str, name: str = "value") -> Fraction | tuple[Fraction, ...] | Matrix:
    """A matrix for [[...]] or diag(...), a vector for [...], else a number."""
    start = "".join(text[:200].split())
    if start.startswith(("[[", "diag")):
        return matrix(text, name)
    return vector(text, name) if start.startswith("[") else number(text, name)


def assignments(text: str) -> dict[str, str]:
    """{NAME: VALUE} of NAME=VALUE[,NAME=VALUE]..., where commas inside brackets do not split.

    Args:
        text: one option's argument; a name may carry a prefix, as in printed.c=1/32.

    Raises:
        InputError: no name, no value, a name given twice, or brackets that do not close.

    Example:
        >>> assignments("L=2, A=[[1,0],[0,2]]")
        {'L': '2', 'A': '[[1,0],[0,2]]'}
    """
    result: dict[str, str] = {}
    for part in _split(text, "assignment"):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value or not all(p.isidentifier() for p in name.split(".")):
            raise InputError(f"got {shown(part)}, allowed NAME=VALUE[,NAME=VALUE]...")
        if name in result:
            raise InputError(f"got {name} twice, allowed once")
        result[name] = value
    return result


def all_assignments(texts: Iterable[str]) -> dict[str, str]:
    """{NAME: VALUE} of an option that may be repeated.

    Raises:
        InputError: as `assignments`, over all of them together.
    """
    result: dict[str, str] = {}
    for text in texts:
        for name, value in assignments(text).items():
            if name in result:
                raise InputError(f"got {name} twice, allowed once")
            result[name] = value
    return result


def _diagonal(text: str, name: str) -> Diagonal:
    items = [_unquoted(item).partition(":") for item in _split(text, name)]
    values = _numbers((value for value, _, _ in items), name)
    counts = [positive_integer(count, f"{name}, multiplicity") if colon else 1
              for _, colon, count in items]
    return diagonal(zip(values, counts, strict=True))


def _list(text: str, name: str, allowed: str) -> list[str]:
    stripped = text.strip()
    if len(stripped) < 2 or stripped[0] != "[" or stripped[-1] != "]":
        raise InputError(f"{name}: got {shown(text)}, allowed {allowed}")
    return _split(stripped[1:-1], name)


def _numbers(texts: Iterable[str], name: str) -> list[Fraction]:
    values, bits = [], 0
    for text in texts:
        value = number(_unquoted(text), name)
        bits += value.numerator.bit_length() + value.denominator.bit_length()
        if bits > MAX_TOTAL_DIGITS * 10 // 3:  # 10 bits hold three digits
            raise InputError(f"{name}: got numbers of over {MAX_TOTAL_DIGITS} digits together, "
                             "allowed that many")
        values.append(value)
    return values


def _unquoted(text: str) -> str:
    stripped = text.strip()
    quoted = len(stripped) >= 2 and stripped[0] == stripped[-1] and stripped[0] in "\"'"
    return stripped[1:-1] if quoted else stripped


def _split(text: str, name: str) -> list[str]:
    """The parts between commas that stand outside all brackets and quotes; none may be empty."""
    if len(text) > MAX_TEXT:
        raise InputError(f"{name}: got {len(text)} characters, allowed {MAX_TEXT}")
    parts, start, quote = [], 0, ""
    closers: list[str] = []
    for position, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in _PAIRS:
            closers.append(_PAIRS[character])
        elif character in ")]}":
            if not closers or closers.pop() != character:
                raise InputError(f"{name}: got {shown(text)} with a {character!r} that closes "
                                 "nothing, allowed brackets in pairs")
        elif character == "," and not closers:
            parts.append(text[start:position])
            start = position + 1
    if closers or quote:
        raise InputError(f"{name}: got {shown(text)} without a closing "
                         f"{quote or closers[-1]!r}, allowed brackets and quotes in pairs")
    parts.append(text[start:])
    if any(not part.strip() for part in parts):
        raise InputError(f"{name}: got an empty item in {shown(text)}, "
                         "allowed items between commas")
    return parts


__all__ = ["InputError", "all_assignments", "assignments", "exact_text", "exact_value", "matrix",
           "number", "positive_integer", "shown", "square_matrix", "vector"]
