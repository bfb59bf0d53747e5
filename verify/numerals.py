"""text <-> exact rational number: "5/3", "-2", "0.25", "1e12", "1.5e-3", ".5/3".

Nothing is evaluated and nothing is rounded. Each refusal is an `InputError` of one line, "got ...,
allowed ...". Bounds, so that no text makes a number that nobody can store: `MAX_DIGITS` digits
written in one number, exponents up to `MAX_EXPONENT`.
"""

from __future__ import annotations

import re
from fractions import Fraction

MAX_DIGITS = 100_000
MAX_EXPONENT = 10_000

_DECIMAL = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_NUMBER = re.compile(rf"([+-]?)\s*({_DECIMAL})(?:\s*/\s*({_DECIMAL}))?")
_PARTS = re.compile(r"([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?")
_CHUNK = 4000  # below the length at which int() of a text and str() of an int refuse


class InputError(ValueError):
    """What was typed is not in the format; one line names what was got and what is allowed."""


def shown(text: str) -> str:
    """The text quoted on one line, its middle left out when it is long."""
    short = text if len(text) <= 60 else f"{text[:40]} ... {text[-10:]}"
    return repr(short) if len(text) <= 60 else f"{short!r} ({len(text)} characters)"


def number(text: str, name: str = "number") -> Fraction:
    """p/q of a text such as "5/3", "1e12" or "0.25", exactly.

    Args:
        text: what was typed.
        name: what it stands for, named first in the message.

    Raises:
        InputError: not a number, a denominator 0, or past the bounds on size.

    Example:
        >>> number("5/3"), number("-0.25"), number("1e3")
        (Fraction(5, 3), Fraction(-1, 4), Fraction(1000, 1))
    """
    if len(text) > 2 * MAX_DIGITS:
        raise InputError(f"{name}: got {len(text)} characters, allowed {MAX_DIGITS} digits")
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise InputError(f'{name}: got {shown(text)}, allowed an exact number such as "5/3", '
                         '"1e12" or "0.25"')
    sign, top, bottom = match.groups()
    denominator = _decimal(bottom, name) if bottom else Fraction(1)
    if denominator == 0:
        raise InputError(f"{name}: got {shown(text)}, allowed a denominator other than 0")
    value = _decimal(top, name) / denominator
    return -value if sign == "-" else value


def positive_integer(text: str, name: str = "number") -> int:
    """1, 2, 3, ... of a text such as "3" or "1e12".

    Raises:
        InputError: not a number, not an integer, or not positive.

    Example:
        >>> positive_integer("1e12")
        1000000000000
    """
    value = number(text, name)
    if value.denominator != 1 or value < 1:
        raise InputError(f"{name}: got {shown(text)}, allowed a positive integer")
    return value.numerator


def exact_text(value: Fraction | int) -> str:
    """p/q as "5/3" or "2", what `number` reads back, for integers of any length.

    Example:
        >>> exact_text(Fraction(10, 6)), len(exact_text(10**6000))
        ('5/3', 6001)
    """
    value = Fraction(value)
    top = _digits(abs(value.numerator))
    sign = "-" if value < 0 else ""
    return sign + top if value.denominator == 1 else f"{sign}{top}/{_digits(value.denominator)}"


def _decimal(text: str, name: str) -> Fraction:
    match = _PARTS.fullmatch(text)
    if match is None:  # the caller's pattern admits nothing else
        raise InputError(f"{name}: got {shown(text)}, allowed an exact number")
    whole, rest, exponent_text = match.groups()
    exponent_digits = (exponent_text or "0").lstrip("+-").lstrip("0")
    if len(exponent_digits) > len(str(MAX_EXPONENT)) or int(exponent_digits or 0) > MAX_EXPONENT:
        raise InputError(f"{name}: got {shown(text)}, allowed exponents up to {MAX_EXPONENT}")
    if len(whole) + len(rest) > MAX_DIGITS:
        raise InputError(f"{name}: got {len(whole) + len(rest)} digits, allowed {MAX_DIGITS}")
    exponent = int(exponent_text or 0) - len(rest)
    mantissa = Fraction(_integer(whole + rest))
    power: int = 10 ** abs(exponent)
    return mantissa * power if exponent >= 0 else mantissa / power


def _integer(digits: str) -> int:
    # halves, because int() of a text refuses long ones and is quadratic in the others
    if len(digits) <= _CHUNK:
        return int(digits)
    half = len(digits) // 2
    power: int = 10**half
    return _integer(digits[:-half]) * power + _integer(digits[-half:])


def _digits(value: int) -> str:
    size = value.bit_length() * 30103 // 100000  # about log10 of the value
    if size < _CHUNK:
        return str(value)
    top, bottom = divmod(value, 10 ** (size // 2))
    return _digits(top) + _digits(bottom).rjust(size // 2, "0")
