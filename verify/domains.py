"""n in {1, 2, 3, ...}: where a parameter of a statement lives, by name.

A domain is a word of this table, so that a statement stays data; matrix domains take the parameter
that is their dimension, as in ``symmetric matrix(d)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory import matrices
from verify.numerals import exact_text

_FORM = re.compile(r"(?P<kind>[a-z ]+?)(?:\((?P<dimension>\w+)(?:, *(?P<columns>\w+))?\))?$")

SCALARS: dict[str, Callable[[Fraction], bool]] = {
    "positive integer": lambda x: x.denominator == 1 and x >= 1,
    "nonnegative integer": lambda x: x.denominator == 1 and x >= 0,
    "positive real": lambda x: x > 0,
    "nonnegative real": lambda x: x >= 0,
    "real": lambda x: True,
    "unit interval": lambda x: 0 < x < 1,
}
MATRICES = {
    "real matrix": lambda m: True,
    "symmetric matrix": matrices.is_symmetric,
    "positive semidefinite matrix": matrices.is_positive_semidefinite,
    "positive definite matrix": matrices.is_positive_definite,
}
VECTORS = {"vector": lambda v: True}
DATA = {"data matrix": lambda m: True}
# lower bounds that a domain alone gives to a real relaxation of the parameter
LOWER_BOUNDS = {"positive integer": Fraction(1), "nonnegative integer": Fraction(0),
                "positive real": Fraction(0), "nonnegative real": Fraction(0),
                "unit interval": Fraction(0)}


class DomainError(ValueError):
    """A value outside a parameter's domain, or a domain that does not exist."""


def split(domain: str) -> tuple[str, str | None]:
    """('symmetric matrix', 'd') of 'symmetric matrix(d)'.

    Raises:
        DomainError: the domain is not in the table.
    """
    match = _FORM.match(domain)
    kind = match.group("kind").strip() if match else domain
    if kind not in {**SCALARS, **MATRICES, **VECTORS, **DATA}:
        allowed = ", ".join((*SCALARS, *MATRICES, *VECTORS, *DATA))
        raise DomainError(f"got the domain {domain!r}, allowed {allowed}")
    return kind, match.group("dimension") if match else None


def check(name: str, value: Any, domain: str, point: dict[str, Any]) -> None:
    """Raise DomainError unless the value lies in the domain (dimension included)."""
    kind, dimension = split(domain)
    if kind in SCALARS:
        if not isinstance(value, Fraction | int) or not SCALARS[kind](Fraction(value)):
            raise DomainError(f"{name}: got {show(value)}, allowed a {kind}")
        return
    if kind in VECTORS:
        if not isinstance(value, tuple):
            raise DomainError(f"{name}: got {show(value)}, allowed a vector like [1, 1/2]")
        size = len(value)
    elif kind in DATA:
        _check_data(name, value, domain, point)
        return
    else:
        if not isinstance(value, matrices.Dense | matrices.Diagonal):
            raise DomainError(f"{name}: got {show(value)}, allowed a {kind}")
        if value.shape[0] != value.shape[1]:
            raise DomainError(f"{name}: got shape {value.shape[0]} x {value.shape[1]}, "
                              "allowed a square matrix")
        size = value.shape[0]
        if not MATRICES[kind](value):
            raise DomainError(f"{name}: got {show(value)}, allowed a {kind}")
    if dimension is not None and dimension in point and size != point[dimension]:
        raise DomainError(f"{name}: got dimension {size}, allowed {dimension} = {show(point[dimension])}")


def columns(domain: str) -> str | None:
    """'n' of 'data matrix(d, n)', None for the other domains."""
    match = _FORM.match(domain)
    return match.group("columns") if match else None


def _check_data(name: str, value: Any, domain: str, point: dict[str, Any]) -> None:
    if not isinstance(value, matrices.Dense | matrices.Diagonal):
        raise DomainError(f"{name}: got {show(value)}, allowed a matrix")
    wanted = tuple(point.get(str(v)) for v in (split(domain)[1], columns(domain)))
    if value.shape != wanted:
        raise DomainError(f"{name}: got shape {value.shape}, allowed {wanted}")


def show(value: Any) -> str:
    """One-line text of an exact value, matrices as they are typed on the command line."""
    if isinstance(value, matrices.Diagonal):
        runs = ",".join(f"{show(v)}:{m}" if m > 1 else show(v) for v, m in value.spectrum)
        return f"diag({runs})"
    if isinstance(value, matrices.Dense):
        return "[" + ",".join("[" + ",".join(show(e) for e in row) + "]" for row in value.rows) + "]"
    if isinstance(value, tuple):
        return "[" + ",".join(show(e) for e in value) + "]"
    return exact_text(value) if isinstance(value, Fraction | int) else str(value)
