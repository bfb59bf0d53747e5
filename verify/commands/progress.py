"""One line per finished statement, and on a terminal a bar with what runs and for how long."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from verify.commands.common import ID_WIDTH, readings, unexpected
from verify.commands.output import paragraph, say

SHOWN = 2  # running statements that the bar names


class Progress:
    """Lines on standard output; the moving bar goes to standard error and only to a terminal."""

    def __init__(self, total: int, console: Console | None = None) -> None:
        console = console or Console(stderr=True)
        # lines for a terminal go through the bar, those for a file or pipe do not
        lines = sys.stdout is not None and sys.stdout.isatty()
        self.bar = Bar(TextColumn("{task.description}", markup=False), BarColumn(12),
                       MofNCompleteColumn(), TimeElapsedColumn(), console=console, transient=True,
                       redirect_stdout=lines, disable=not console.is_terminal)
        self.task = self.bar.add_task("deciding", total=total)
        self.running: dict[str, float] = {}
        self.stored = 0
        self.printed_header = False

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.bar.stop()

    def start(self, claim_id: str) -> None:
        """A statement's work was handed out."""
        self.running[claim_id] = time.monotonic()
        self.bar.update(self.task, description=self.describe())

    def done(self, claim_id: str, lines: list[str], stored: bool) -> None:
        """A statement is finished; stored ones are only counted unless they are news."""
        self.running.pop(claim_id, None)
        self.stored += stored
        if not stored or len(lines) > 1:
            if not self.printed_header:
                say(f"{'statement':<{ID_WIDTH}} {'printed':<9} {'repaired':<9}      time")
                self.printed_header = True
            for line in lines:
                say(line)
        self.bar.update(self.task, advance=1, description=self.describe())

    def describe(self) -> str:
        """Names of what runs, the longest-running first, so that a slow one is seen."""
        names = [name if len(name) <= 20 else name[:19] + "…" for name in self.running]
        more = f" +{len(names) - SHOWN}" if len(names) > SHOWN else ""
        return (", ".join(names[:SHOWN]) + more) or "deciding"

    def summary(self, records: list[dict[str, Any]], out: Path, seconds: float) -> None:
        """Counts by verdict, never added together, and where the report is."""
        if self.stored:
            say(f"{self.stored} of {len(records)} statements were stored and unchanged")
        for name in ("printed", "repaired"):
            counts = Counter(r["verdict"] for record in records for n, r in readings(record) if n == name)
            say(f"{name + ':':<10}" + (", ".join(f"{n} {v}" for v, n in sorted(counts.items())) or "-"))
        news = [f"{r['id']} ({', '.join(unexpected(r))})" for r in records if unexpected(r)]
        for line in paragraph(", ".join(news) if news else "none", "unexpected: "):
            say(line)
        say(f"report: {out / 'verification.md'} ({seconds:.0f} s)")
