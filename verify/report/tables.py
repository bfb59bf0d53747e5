"""records -> the tables of the report: news, counts, summary, constants, where it speaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from verify.report import numbers
from verify.report.graph import parent
from verify.report.mathtext import cell, code, code_cell, slug
from verify.report.speaks import left_out

Record = dict[str, Any]
STEPS_FILE = "steps.md"  # beside verification.md, which would be too long for a viewer otherwise
PAPERS = {"looped": "Looped transformers", "one_step": "One step of gradient descent",
          "cross": "Both papers together"}
VERDICTS = {
    "PROVED": "for every parameter in the stated scope, with a certificate",
    "CERTIFIED": "exact arithmetic on a stated finite grid, or on boxes that cover a stated region",
    "SUPPORTED": "statistics; size and false-alarm budget were fixed beforehand",
    "REFUTED": "an exact counterexample that satisfies every hypothesis",
    "VACUOUS": "the hypotheses admit nothing, or only points where the conclusion is empty",
    "UNDECIDED": "says what was tried and which work budget ended it",
    "SKIPPED": "something is missing that it needs",
    "ERROR": "the check itself broke; nothing is concluded",
}


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table."""
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def heading(record: Record) -> str:
    """The heading of a statement's section, which links go to."""
    return f"{record['number']} ({record['id']})"


def link(record: Record, text: str = "") -> str:
    """[text](#section), the id if no text is given; a step's section has a file of its own."""
    file = STEPS_FILE if is_step(record) else ""
    return f"[{text or record['id']}]({file}#{slug(heading(record))})"


def is_step(record: Record) -> bool:
    """True for a step of a proof, which has a parent."""
    return parent(record["id"]) != str(record["id"])


def readings(record: Record) -> list[tuple[str, dict[str, Any]]]:
    """The readings that a record has."""
    return [(name, record[name]) for name in ("printed", "repaired") if record[name] is not None]


def unexpected(records: Iterable[Record]) -> Iterator[str]:
    """First thing in the report: verdicts that differ from the recorded ones."""
    rows = []
    for record in records:
        for name, reading in readings(record):
            expected, verdict = reading.get("expected"), reading["verdict"]
            # SKIPPED says that something is missing here, which is no news about a statement
            if reading["internal_failure"] or expected not in (None, verdict) and verdict != "SKIPPED":
                kind = "internal check failed" if reading["internal_failure"] else "unexpected"
                rows.append((link(record), name, f"**{verdict}**", expected or "–", kind))
    if not rows:
        yield "Every verdict is the expected one, and no internal check failed."
        return
    yield f"**{len(rows)} readings need attention:**"
    yield ""
    yield from table(("statement", "reading", "verdict", "expected", "what"), rows)


def counts(records: Sequence[Record]) -> Iterator[str]:
    """How many readings of each kind have each verdict; kinds are never added together."""
    kinds = [(step, name) for step in (False, True) for name in ("printed", "repaired")]
    found = Counter((step, name, record[name]["verdict"]) for record in records
                    for step, name in kinds if is_step(record) is step and record[name] is not None)
    rows = [[f"**{verdict}**", *(str(found[(*kind, verdict)] or "–") for kind in kinds), meaning]
            for verdict, meaning in VERDICTS.items()]
    yield from table(("verdict", "printed", "repaired", "steps, printed", "steps, repaired",
                      "meaning"), rows)


def glance(records: Sequence[Record]) -> Iterator[str]:
    """The main statements by printed verdict, one column a paper: numbers alone, as links."""
    main = [r for r in records if not is_step(r)]
    papers = [p for p in PAPERS if any(r["paper"] == p for r in main)]
    rows = []
    for verdict in VERDICTS:
        cells = [", ".join(link(r, r["number"]) for r in main
                           if r["paper"] == paper and r["printed"]["verdict"] == verdict)
                 for paper in papers]
        if any(cells):
            rows.append([f"**{verdict}**", *(text or "–" for text in cells)])
    yield from table(("as printed", *(PAPERS[p] for p in papers)), rows)


COLUMNS = ("statement", "printed", "repaired", "how decided", "tightness", "starts to speak")


def summary(records: Sequence[Record]) -> Iterator[str]:
    """One table per paper of its statements; the steps of their proofs folded below it."""
    for paper, title in PAPERS.items():
        own = [r for r in records if r["paper"] == paper]
        main, steps = ([r for r in own if is_step(r) is kind] for kind in (False, True))
        if main:
            yield from (f"### {title}", "")
            yield from table(COLUMNS, [_summary_row(r, steps) for r in main])
            yield ""
        if steps:
            folded = f"Steps of these proofs: {len(steps)} rows ({_tally(steps)})"
            yield from (f"<details><summary>{folded}</summary>", "")
            yield from table(COLUMNS, _step_rows(steps, main))
            yield from ("", "</details>", "")


def _step_rows(steps: Sequence[Record], main: Sequence[Record]) -> Iterator[list[str]]:
    """The rows of the steps, each group under a line with its statement."""
    numbers_of = {r["id"]: f"**{link(r, r['number'])}**" for r in main}
    for of in dict.fromkeys(parent(r["id"]) for r in steps):
        yield [numbers_of.get(of, f"**{of}**"), *("" for _ in COLUMNS[1:])]
        yield from (_summary_row(r, ()) for r in steps if parent(r["id"]) == of)


def _tally(records: Iterable[Record]) -> str:
    """'9 PROVED, 1 VACUOUS as printed'."""
    found = Counter(r["printed"]["verdict"] for r in records)
    return ", ".join(f"{found[v]} {v}" for v in VERDICTS if found[v]) + " as printed"


def _summary_row(record: Record, steps: Iterable[Record]) -> list[str]:
    both = readings(record)
    repaired = record["repaired"]
    own = [r for r in steps if parent(r["id"]) == record["id"]]
    below = f"<br><sub>steps: {_tally(own)}</sub>" if own else ""
    return [f"{link(record)}<br>{cell(record['number'])}: {cell(record['title'])}{below}",
            f"**{record['printed']['verdict']}**",
            f"**{repaired['verdict']}**" if repaired else "–",
            "; ".join(dict.fromkeys(_methods(r) for _, r in both)),
            "; ".join(dict.fromkeys(filter(None, (_tightness(r) for _, r in both)))) or "–",
            _speaks_from(both)]


def _methods(reading: Mapping[str, Any]) -> str:
    deciding = [e for e in reading["evidence"] if e["verdict"] == reading["verdict"]]
    found = dict.fromkeys(e["method"] for e in deciding or reading["evidence"])
    return cell(", ".join(found))


def _tightness(reading: Mapping[str, Any]) -> str:
    if not reading["tightness"]:
        return ""
    number = numbers.as_decimal(reading["tightness"]["ratio"])
    if number is not None:
        return numbers.rounded(number, 3)
    return cell(str(reading["tightness"]["ratio"])[:24])


def _speaks_from(both: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """The least n at one familiar place, so that rows can be compared."""
    for name, reading in both:
        rows = reading.get("speaks") or []
        wanted = {"L": 2, "k": 2, "d": 10}
        row = next((r for r in rows if all(r.get(k, v) == v for k, v in wanted.items())), None)
        if row is not None:
            at = ", ".join(f"{k}={v}" for k, v in row.items() if k in wanted)
            n = "no n found" if row["n"] is None else f"n ≥ {short_integer(row['n'])}"
            # other hypotheses, on A say, may ask for more
            least = " needed" if left_out(reading) and not reading.get("speaks_when") else ""
            of = "repaired, " if name == "repaired" and at else ""
            return n + least + (f" ({of}{at})" if at else "")
    return "–"


def short_integer(text: str) -> str:
    """Up to seven digits whole, with separators; longer ones rounded up to two digits.

    Example:
        >>> short_integer("65537"), short_integer("2621440001")
        ('65,537', '2.7e9')
    """
    if len(text) <= 7:
        return f"{int(text):,}"
    top = int(text[:2]) + (text[2:].strip("0") != "")
    return f"{top / 10:.1f}e{len(text) - 1}" if top < 100 else f"1.0e{len(text)}"


def constants(records: Iterable[Record]) -> Iterator[str]:
    """The named constants, which `--with` alters."""
    rows = []
    for record in records:
        for name, reading in readings(record):
            if reading["constants"]:
                values = ", ".join(code_cell(f"{name}.{k}={v}")
                                   for k, v in reading["constants"].items())
                rows.append((link(record), values))
    yield from table(("statement", "constants, as `--with` takes them"), rows)


def speaking(records: Iterable[Record]) -> Iterator[str]:
    """Least n per (L, d), exact, of every conditional statement."""
    same: dict[str, tuple[Sequence[Mapping[str, Any]], list[str]]] = {}
    for record in records:
        for name, reading in readings(record):
            rows = reading.get("speaks")
            if rows:
                other = [] if reading.get("speaks_when") else left_out(reading)
                missing = f", not counting {', '.join(map(code, other))}" if other else ""
                _, users = same.setdefault(repr(rows), (rows, []))
                users.append(f"**{link(record)}**, {name}{missing}")
    for rows, users in same.values():
        yield "; ".join(users) + ":"
        yield ""
        yield from _grid(rows)
        yield ""


def _grid(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    across = "d" if "d" in rows[0] else ""
    down = next((k for k in ("L", "k") if k in rows[0]), "")
    columns = list(dict.fromkeys(r.get(across) for r in rows))
    lines = list(dict.fromkeys(r.get(down) for r in rows))
    found = {(r.get(down), r.get(across)): r for r in rows}
    header = ["least n" if down else "",
              *(f"{across} = {c}" if across else "any d" for c in columns)]
    body = []
    for line in lines:
        start = f"{down} = {line}" if down else "least n"
        body.append([start, *(_least(found[line, column]) for column in columns)])
    yield from table(header, body)


def _least(row: Mapping[str, Any]) -> str:
    if row["n"] is None:
        return str(row.get("reason", "none up to 2^1024"))
    return grouped(row["n"])


def grouped(text: str) -> str:
    """Digits in groups of three, which a narrow cell can break; beyond 40 digits rounded.

    Example:
        >>> grouped("2621440001")
        '2 621 440 001'
    """
    return f"{int(text):,}".replace(",", " ") if len(text) <= 40 else numbers.brief(text)
