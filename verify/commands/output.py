"""text for people: lines that survive a closed pipe, paragraphs of the terminal's width, short numbers.

Nothing is decided here, and nothing is lost: ``--json`` and results.json have every digit.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from typing import Any

from verify.report.numbers import brief, brief_pair, shorten_point

WHOLE = 64  # characters of an exact value that a line has room for
SIDE = 36  # the same for each side of a relation
LONGEST_COMMAND = 4000


def say(text: str = "", err: bool = False) -> None:
    """Print one text; what a reader such as ``head`` no longer wants is dropped and the work goes on."""
    stream = sys.stderr if err else sys.stdout
    if stream is None:  # closed by the caller
        return
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # else the interpreter's own flush at the end would complain once more
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def width() -> int:
    """Columns of the terminal, 80 if there is none, never more than people read with ease."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, 60), 120)


def paragraph(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """The text in lines of the terminal's width, with an indent for the first and for the others."""
    return textwrap.wrap(" ".join(text.split()), width(), initial_indent=first,
                         subsequent_indent=" " * len(first) if rest is None else rest,
                         break_long_words=False, break_on_hyphens=False) or [first.rstrip()]


def number_text(value: Any, room: int = WHOLE) -> str:
    """An exact value whole if it fits into the room, else rounded, with the count of its digits.

    Example:
        >>> number_text("5/3"), number_text("1" + "0" * 99)
        ('5/3', '1e99 (100 digits)')
        >>> number_text({"lo": "1", "hi": "2", "expr": "1.5"})
        '1.5'
    """
    if isinstance(value, dict) and "expr" in value:
        return str(value["expr"])
    text = str(value)
    return text if isinstance(value, str) and len(text) <= room else brief(value)


def pair_text(left: Any, right: Any) -> tuple[str, str]:
    """Both sides of a relation, rounded where they are long, with the digits that tell them apart."""
    sides = []
    for exact, rounded in zip((left, right), brief_pair(left, right), strict=True):
        ball = isinstance(exact, dict) and "expr" in exact
        text = rounded if ball else number_text(exact, SIDE)
        sides.append(rounded if text.startswith("≈") else text)
    return sides[0], sides[1]


def matrix_lines(name: str, rows: list[list[str]]) -> list[str]:
    """``name = [a, b]`` with one row of the matrix a line, columns aligned where they fit."""
    cells = [[number_text(entry, 24) for entry in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["[" + ", ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) + "]"
             for row in cells]
    head = f"{name} = "
    return [(" " * len(head) if i else head) + line for i, line in enumerate(lines)]


def point_text(point: Mapping[str, str]) -> str:
    """``L = 2, n = 1e40, A = diag(1/2:3)``, long integers shortened."""
    return ", ".join(f"{name} = {shorten_point(text)}" for name, text in point.items())


def command_lines(command: str, indent: str) -> list[str]:
    """A command on one line, so that it can be copied; a very long one is only counted."""
    if len(command) > LONGEST_COMMAND:
        return [f"{indent}(a command of {len(command)} characters: --json has it)"]
    return [indent + command]
