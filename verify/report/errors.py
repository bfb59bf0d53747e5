"""mutation.json -> the verifier's own error rates: false accepts, false rejects, no verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from verify.report.mathtext import cell, code_cell
from verify.report.stored import measured_with
from verify.report.tables import table

ABOUT = """\
Statements altered so that an exact witness makes them false, and true controls (equivalent or
weaker forms of statements that pass), go through the same checks. A false accept is a false
statement that passes; a false reject is a true one that is refuted. What ends without a verdict is
counted apart and is no error."""
KINDS = (("mutants", "false statements", "false accepts"),
         ("controls", "true controls", "false rejects"))
ABSENT = ("Not measured in this folder: `python -m verify mutate --out DIR`, with the folder of "
          "this report, does it.")


def error_rates(found: Mapping[str, Any] | None, run: Mapping[str, Any]) -> Iterator[str]:
    """The section's text, from what is stored."""
    yield from ("## The verifier's own errors", "", ABOUT, "")
    if found is None:
        yield ABSENT
        return
    trials = found.get("trials", ())
    over = len({t["id"] for t in trials})
    yield f"{measured_with(found.get('sources'), run)} {f'Over {over} statements.' if over else ''}"
    yield ""
    level = f"{100 * found['confidence']:.4g} %"
    rows = []
    for kind, name, error in KINDS:
        own = found[kind]
        rows.append((name, f"{own['tried']:,}", f"{own['decided']:,}", f"{own['no_verdict']:,}",
                     f"**{own['wrong']} {error}**", f"{100 * own['bound']:.2f} %"))
    yield from table(("what was tried", "number", "with a verdict", "without a verdict", "errors",
                      f"error rate at most ({level}, Clopper-Pearson)"), rows)
    yield ""
    yield from _wrong(found)
    yield from _operators(trials)


def _wrong(found: Mapping[str, Any]) -> Iterator[str]:
    rows = [(t["id"], t["reading"], cell(t["operator"]), code_cell(str(t.get("conclusion", ""))),
             f"**{t['verdict']}**") for kind, _, _ in KINDS for t in found[kind].get("wrong_ones", ())]
    if rows:
        yield from table(("statement", "reading", "alteration", "altered", "verdict"), rows)
        yield ""


def _operators(trials: Any) -> Iterator[str]:
    """How each kind of alteration fared."""
    kinds = Counter((not t["false"], t["operator"], t["verdict"]) for t in trials)
    if not kinds:
        return
    names = list(dict.fromkeys((true, operator) for true, operator, _ in sorted(kinds)))
    verdicts = sorted({v for *_, v in kinds})
    yield from ("<details><summary>By kind of alteration</summary>", "")
    yield from table(("alteration", "truth", *verdicts),
                     [(cell(operator), "true" if true else "false",
                       *(str(kinds[true, operator, v] or "–") for v in verdicts))
                      for true, operator in names])
    yield from ("", "</details>", "")
