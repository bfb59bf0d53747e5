"""exact number -> what a reader can take in: short ones whole, long ones rounded with digit counts.

Nothing is decided here; the exact values stand in results.json.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from typing import Any

_FRACTION = re.compile(r"(-?\d+)(?:/(\d+))?")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_WIDE = Context(prec=60, Emax=10**9, Emin=-(10**9))
SHORT = 24  # digits of an integer, or of a fraction's two parts together, that are shown whole


def as_decimal(value: Any) -> Decimal | None:
    """60 digits of "5/3", "0.25" or of the middle of {"lo", "hi"}; None if it is not one number."""
    if isinstance(value, dict) and {"lo", "hi"} <= value.keys():
        low, high = as_decimal(value["lo"]), as_decimal(value["hi"])
        if low is None or high is None:
            return None
        return _WIDE.divide(_WIDE.add(low, high), Decimal(2))
    if _DECIMAL.fullmatch(str(value).strip()):
        return _WIDE.create_decimal(str(value).strip())
    match = _FRACTION.fullmatch(str(value).strip())
    if match is None or (match.group(2) is not None and not match.group(2).strip("0")):
        return None
    # Decimal reads texts of any length, which int() does not
    return _WIDE.divide(Decimal(match.group(1)), Decimal(match.group(2) or 1))


def rounded(value: Decimal, digits: int = 4) -> str:
    """About the value, in plain notation where that is shorter to read.

    Example:
        >>> rounded(Decimal(2) / 3), rounded(Decimal("1.5e12")), rounded(Decimal("0.000012"))
        ('0.6667', '1.5e12', '1.2e-5')
    """
    found = Context(prec=digits).plus(value)
    if not found:
        return "0"
    size = found.adjusted()
    if -4 <= size <= 6:
        text = f"{found:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa = f"{_WIDE.scaleb(found, -size):f}"
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{size}"


def digits_of(text: str) -> str:
    """'57 digits' of an integer, '120 over 131 digits' of a fraction."""
    top, _, bottom = text.lstrip("-").partition("/")
    return f"{len(top)} over {len(bottom)} digits" if bottom else f"{len(top)} digits"


def brief(value: Any, digits: int = 6) -> str:
    """One number, matrix or text on one line; long ones rounded, with digit counts.

    Example:
        >>> brief("5/3"), brief("1" + "0" * 40)
        ('5/3', '1e40 (41 digits)')
    """
    if isinstance(value, dict) and "diag" in value:
        runs = ", ".join(f"{brief(v)}:{m}" for v, m in value["diag"])
        return f"diag({runs})"
    if isinstance(value, list | tuple):
        return _cut("[" + ", ".join(brief(v) for v in value) + "]", 160)
    number = as_decimal(value)
    if number is None:
        return _cut(str(value), 160)
    if isinstance(value, dict):
        return "≈ " + rounded(number, max(digits, 12))
    text = str(value).strip()
    if len(text.replace("-", "").replace("/", "")) <= SHORT:
        return text
    about = rounded(number, digits)
    exact = _is_power_of_ten(text)
    return f"{'' if exact else '≈ '}{about} ({digits_of(text)})"


def brief_pair(left: Any, right: Any) -> tuple[str, str]:
    """Both sides of a relation, with as many digits as it takes to tell them apart."""
    for digits in (6, 12, 24, 48):
        found = brief(left, digits), brief(right, digits)
        if found[0] != found[1] or left == right:
            return found
    return found


def ratio(left: Any, right: Any) -> str | None:
    """Left over right, rounded; None if a side is not a number or the right one is 0."""
    top, bottom = as_decimal(left), as_decimal(right)
    if top is None or bottom is None or not bottom:
        return None
    quotient = _WIDE.divide(top, bottom)
    digits = 4
    while digits < 40 and rounded(quotient, digits) == "1" and quotient != 1:
        digits *= 2
    return rounded(quotient, digits)


def shorten_point(text: str) -> str:
    """A point's value as typed, its long integers shortened with digit counts, cut at 300."""
    short = re.sub(rf"\d{{{SHORT + 1},}}", lambda m: brief(m.group()), text)
    return _cut(short, 300)


def _is_power_of_ten(text: str) -> bool:
    return re.fullmatch(r"-?10*", text) is not None


def _cut(text: str, size: int) -> str:
    if len(text) <= size:
        return text
    half = (size - 30) // 2
    return f"{text[:half]} … {text[-half:]} ({len(text)} characters)"
