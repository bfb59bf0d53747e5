"""One line per finished statement, and a counter of what is still running on a terminal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from verify.commands.common import readings, unexpected


class Progress:
    """Lines on standard output; the moving bar goes to standard error and only to a terminal."""

    def __init__(self, total: int) -> None:
        console = Console(stderr=True)
        self.bar = Bar(TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(),
                       TimeElapsedColumn(), console=console, transient=True,
                       disable=not console.is_terminal)
        self.task = self.bar.add_task("deciding", total=total)
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

    def done(self, claim_id: str, line: str, stored: bool) -> None:
        """A statement is finished; stored ones are only counted."""
        if stored:
            self.stored += 1
        else:
            if not self.printed_header:
                print(f"{'statement':<34} {'printed':<10} {'repaired':<10}", flush=True)
                self.printed_header = True
            print(line, flush=True)
        self.bar.update(self.task, advance=1, description=f"last: {claim_id[:30]}")

    def summary(self, records: list[dict[str, Any]], out: Path, seconds: float) -> None:
        """Counts by verdict, never added together, and where the report is."""
        if self.stored:
            print(f"{self.stored} of {len(records)} statements were stored and unchanged")
        for name in ("printed", "repaired"):
            counts = Counter(r["verdict"] for record in records for n, r in readings(record) if n == name)
            print(f"{name + ':':<10}" + ", ".join(f"{n} {v}" for v, n in sorted(counts.items())))
        news = [f"{r['id']} ({', '.join(unexpected(r))})" for r in records if unexpected(r)]
        print(f"unexpected: {', '.join(news) if news else 'none'}")
        print(f"report: {out / 'verification.md'} ({seconds:.0f} s)")
