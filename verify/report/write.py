"""records, run -> reports/: verification.md and its pages, results.json, errata.md, figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verify.report.errata import errata
from verify.report.figures import draw
from verify.report.markdown import VOCABULARY_FILE, markdown, steps_markdown, vocabulary_markdown
from verify.report.results import results
from verify.report.stored import stored
from verify.report.tables import STEPS_FILE
from verify.store import write_together


def write_report(out: Path, records: Sequence[dict[str, Any]], run: dict[str, Any]) -> None:
    """All files of the report, written together, so that they never tell of two runs.

    Args:
        out: the folder of the report, where other commands may have left what belongs into it.
        records: of ``verify.runner``, in the order of the registry.
        run: provenance.

    Raises:
        StoreError: the folder cannot be made or written.
    """
    figures = draw(records)
    files: dict[str, str | bytes] = {
        "results.json": results(records, run),
        "errata.md": errata(records),
        "verification.md": markdown(records, run, figures, stored(out)),
        STEPS_FILE: steps_markdown(records),
        VOCABULARY_FILE: vocabulary_markdown(records),
    }
    for figure in figures:
        files[f"figures/{figure.name}.svg"] = figure.svg
        files[f"figures/{figure.name}.png"] = figure.png
    write_together(out, files)
