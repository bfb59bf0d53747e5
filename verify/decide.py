"""claim -> record: run every check of every reading, combine, compare with nothing.

The record is the contract's JSON for one statement, without the expectation: ``runner`` adds that.
"""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verify.claim import Check, Claim, Context, Reading
from verify.statement import Statement
from verify.verdict import Evidence, Verdict, combine, contradiction


def seed_of(root: int, *names: str) -> int:
    """A check's own seed from the run's root seed and its names; order and workers do not matter."""
    digest = hashlib.sha256("/".join((str(root), *names)).encode()).digest()
    return int.from_bytes(digest[:6], "big")


def _run(check: Check, statement: Statement, context: Context) -> Evidence:
    """One check; a crash is ERROR for this row, with its last line, and the run goes on."""
    try:
        return check.run(statement, context)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}"
        return Evidence(Verdict.ERROR, tuple(statement.conclusions), "error",
                        f"{type(error).__name__}: {str(error)[:200]} ({place})",
                        internal_failure=True)


def decide_reading(reading: Reading, statement: Statement, context: Context) -> dict[str, Any]:
    """The contract's JSON of one reading, plus the certificates under ``certificates``."""
    from verify.report.speaks import least_n_table

    found = []
    for number, check in enumerate(reading.checks):
        own = replace(context, original=reading.statement,
                      seed=seed_of(context.seed, context.claim_id, context.reading, str(number)))
        found.append(_run(check, statement, own))
    verdict = combine(statement.conclusions, found)
    clash = contradiction(found)
    deciding = [e for e in found if e.verdict is verdict] or found
    refuting = next((e for e in found if e.counterexample), None)
    tightness = next((e.tightness for e in found if e.tightness), None)
    if reading.tightness is not None and tightness is None:
        tightness = dict(reading.tightness(statement))
    return {
        "verdict": str(Verdict.ERROR if clash else verdict),
        "scope": "; ".join(dict.fromkeys(e.scope for e in deciding if e.scope)),
        "reading": reading.note,
        "statement": statement_text(statement),
        "text": reading.text,
        "hash": statement.hash,
        "constants": {k: str(v) for k, v in statement.constants.items()},
        "counterexample": refuting.counterexample if refuting else None,
        "tightness": tightness,
        "speaks": least_n_table(statement, reading.speaks),
        "speaks_when": reading.speaks or "",
        "vacuous": verdict is Verdict.VACUOUS,
        "evidence": [{"method": e.method, "verdict": str(e.verdict), "parts": list(e.parts),
                      "summary": e.summary, "scope": e.scope, "certificate": None, 
                      **({"data": e.data} if e.data else {}),
                      **({"counterexample": e.counterexample} if e.counterexample else {})}
                     for e in found],
        "internal_failure": clash is not None or any(e.internal_failure for e in found),
        "certificates": [e.certificate for e in found],
    }


def statement_text(statement: Statement) -> dict[str, Any]:
    """The statement as the machine reads it, as text, for the report."""
    from verify.language import to_text

    return {
        "parameters": dict(statement.parameters),
        "definitions": {k: to_text(t) for k, t in statement.definition_trees.items()},
        "hypotheses": [to_text(t) for t in statement.hypothesis_trees.values()],
        "conclusions": {k: to_text(t) for k, t in statement.conclusion_trees.items()},
    }


def decide(claim: Claim, context: Context,
           changes: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, Any]:
    """Both readings of a claim, decided from scratch; ``changes`` alters constants by reading."""
    started, cpu = time.perf_counter(), time.process_time()
    record: dict[str, Any] = {"id": claim.id, "paper": claim.paper, "number": claim.number,
                              "title": claim.title, "source": claim.source,
                              "errata": claim.errata, "explanation": claim.explanation,
                              "uses": list(claim.uses), "printed": None, "repaired": None}
    for name, reading in claim.readings():
        statement = reading.statement.with_constants((changes or {}).get(name, {}))
        own = replace(context, claim_id=claim.id, reading=name)
        record[name] = decide_reading(reading, statement, own)
        if name == "repaired":
            record[name]["change"] = reading.note
    record["seconds"] = {"wall": round(time.perf_counter() - started, 3),
                         "cpu": round(time.process_time() - cpu, 3)}
    return record
