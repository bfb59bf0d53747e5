"""text of an option -> whole number, refused with one line."""

from __future__ import annotations

from collections.abc import Callable

import typer

from verify.numerals import InputError, number, shown


def integer(name: str, low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers in low..high, as exact as all other numbers here."""
    def parse(text: str) -> int:
        try:
            value = number(str(text), name)
        except InputError as error:
            raise typer.BadParameter(str(error)) from error
        if value.denominator != 1 or not low <= value <= high:
            raise typer.BadParameter(f"{name}: got {shown(str(text))}, allowed an integer in {low}..{high}")
        return int(value)
    return parse
