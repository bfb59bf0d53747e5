"""records -> verification.md (tables, then a section a statement), steps.md and vocabulary.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.report import tables
from verify.report.errors import error_rates
from verify.report.experiments import experiments
from verify.report.figures import Figure
from verify.report.graph import dependents, mermaid
from verify.report.mathtext import cell, code_cell, prose, slug
from verify.report.section import resting, section, vocabulary
from verify.report.simulations import statistics
from verify.report.stored import Stored
from verify.report.tables import Record, is_step, table

INTRODUCTION = """\
Each statement is decided as printed and, where it fails, says nothing in practice or is far from
tight, as repaired. Exact arithmetic carries the verdicts; simulation only witnesses that the
definitions were encoded rightly. Exact values stand in [results.json](results.json), a note to the
authors in [errata.md](errata.md), the steps of the proofs in [steps.md](steps.md).
`python -m verify recheck` re-checks every certificate with the standard library alone."""
HEADINGS = ("Summary", "Figures", "Experiments", "The verifier's own errors", "Statistics",
            "Named constants", "What rests on what", "Where it starts to speak", "The statements",
            "Provenance")
NOTHING = Stored()
STEPS = """\
# Steps of the proofs

Each display or sentence of a proof that carries weight, decided on its own under the hypotheses in
force there. The statements that they belong to, and all tables, stand in
[verification.md](verification.md)."""
LABELS = {"sources": "SHA-256 of the sources", "budget": "false-alarm budget of the run",
          "seed": "root seed", "jobs": "worker processes", "stored": "statements taken as stored",
          "statistical_checks": "simulation checks that share the budget"}
VOCABULARY_FILE = "vocabulary.md"
VOCABULARY = """\
# Vocabulary

The quantities that the statements of [verification.md](verification.md) use, as the language
writes them, as the formulas show them, and what they mean. X has the examples as columns; S is the
sample covariance, W the same for examples of covariance I."""
SPEAKING = """\
The least $n$ at which all hypotheses in $L$ (or $k$), $d$, $n$ hold and the conclusion is not
trivial. Both $n$ (holds) and $n-1$ (does not) were evaluated exactly."""


def markdown(records: Sequence[Record], run: Mapping[str, Any], figures: Sequence[Figure],
             found: Stored = NOTHING) -> str:
    """The text of verification.md."""
    return "\n".join(_lines(records, run, figures, found)).rstrip() + "\n"


def steps_markdown(records: Sequence[Record]) -> str:
    """The text of steps.md: the sections of the steps, their links turned round."""
    by_id, users = {r["id"]: r for r in records}, dependents(records)
    lines = [STEPS, ""]
    for record in filter(is_step, records):
        lines += section(record, by_id, users[record["id"]])
    lines += ["## Refuted steps, and what rests on them", "",
              *resting([r for r in records if is_step(r)], by_id, users)]
    text = "\n".join(lines).rstrip() + "\n"
    return text.replace("](#", "](verification.md#").replace(f"]({tables.STEPS_FILE}#", "](#")


def vocabulary_markdown(records: Sequence[Record]) -> str:
    """The text of vocabulary.md: what the quantities of the language mean."""
    return "\n".join((VOCABULARY, "", *vocabulary(records))).rstrip() + "\n"


def _lines(records: Sequence[Record], run: Mapping[str, Any], figures: Sequence[Figure],
           found: Stored) -> Iterator[str]:
    yield from ("# Verification of two papers on in-context learning", "", INTRODUCTION, "")
    yield from tables.unexpected(records)
    yield ""
    shown = {"Figures": bool(figures), "Experiments": bool(found.experiments)}
    yield " · ".join(f"[{h}](#{slug(h)})" for h in HEADINGS if shown.get(h, True))
    yield from ("", "## Summary", "")
    yield from tables.counts(records)
    yield from ("", "Each column counts one kind of row.", "")
    yield from tables.glance(records)
    yield from ("", "In the tables below the tightness is left over right of the inequality, at "
                "its largest.", "")
    yield from tables.summary(records)
    yield from _figures(figures)
    yield from experiments(found)
    yield from error_rates(found.mutation, run)
    yield ""
    yield from statistics(records, found.seeds, run)
    yield from ("## Named constants", "", "`python -m verify check ID --with NAME=VALUE` decides "
                "the altered statement from scratch.", "")
    yield from tables.constants(records)
    yield from _hanging(records)
    yield from ("", "## Where it starts to speak", "", SPEAKING, "")
    yield from tables.speaking(records)
    yield from _statements(records)
    yield from ("## Provenance", "")
    yield from provenance(records, run)


def _hanging(records: Sequence[Record]) -> Iterator[str]:
    yield from ("", "## What rests on what", "", "An arrow goes from a statement to one whose "
                "proof uses it; the colour is the printed verdict.", "")
    for paper in tables.PAPERS:
        if diagram := mermaid(records, paper):
            yield from (diagram, "")
    main = [r for r in records if not is_step(r)]
    yield from resting(main, {r["id"]: r for r in records}, dependents(records))
    yield from ("", f"For steps of proofs, see [{tables.STEPS_FILE}]({tables.STEPS_FILE}).")


def _statements(records: Sequence[Record]) -> Iterator[str]:
    by_id, users = {r["id"]: r for r in records}, dependents(records)
    yield from ("## The statements", "", f"The steps of the proofs stand in "
                f"[{tables.STEPS_FILE}]({tables.STEPS_FILE}), the quantities of the machine's "
                f"readings in [{VOCABULARY_FILE}]({VOCABULARY_FILE}).", "")
    for record in records:
        if not is_step(record):
            yield from section(record, by_id, users[record["id"]])


def _figures(figures: Sequence[Figure]) -> Iterator[str]:
    if not figures:
        return
    yield from ("## Figures", "")
    for figure in figures:
        yield f"![{figure.title}](figures/{figure.name}.svg)"
        yield ""
        yield f"**{figure.title}.** {prose(figure.caption)} ([PNG](figures/{figure.name}.png))"
        yield ""


def provenance(records: Sequence[Record], run: Mapping[str, Any]) -> Iterator[str]:
    """Versions, hash of the sources, seed, budget, device, times; then seconds per statement."""
    rows = [(cell(LABELS.get(key, key.replace("_", " "))), code_cell(_value(value)))
            for key, value in run.items()]
    yield from table(("what", "value"), rows)
    yield from ("", "<details><summary>Seconds per statement</summary>", "")
    yield from table(("statement", "wall, s", "CPU, s", "decided in this run"),
                     [(r["id"], f"{r['seconds']['wall']:.3f}", f"{r['seconds']['cpu']:.3f}",
                       "no, stored" if r.get("stored") else "yes") for r in records])
    yield from ("", "</details>")


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_value(v)}" for k, v in value.items())
    return str(value)
