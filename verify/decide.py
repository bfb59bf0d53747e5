"""claim -> record: run every check of every reading, combine, compare with nothing.

The record is the contract's JSON for one statement, without the expectation: ``runner`` adds that.
"""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from verify.claim import Check, Claim, Context, Reading
from verify.statement import Statement
from verify.verdict import Evidence, Verdict, combine, contradiction


def seed_of(root: int, *names: str) -> int:
    """A check's own seed from the run's root seed and its names; order and workers do not matter."""
    digest = hashlib.sha256("/".join((str(root), *names)).encode()).digest()
    return int.from_bytes(digest[:6], "big")


def failure(error: BaseException, parts: tuple[str, ...], method: str = "error") -> Evidence:
    """ERROR for this row, with what was raised and where; the run goes on."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno})" if frames else ""
    message = " ".join(str(error).split())
    return Evidence(Verdict.ERROR, parts, method,
                    f"{type(error).__name__}: {message[:200]}{place}", internal_failure=True)


def _run(check: Check, statement: Statement, context: Context) -> Evidence:
    """One check; whatever it raises, even by ``sys.exit``, is ERROR for this row."""
    try:
        found = check.run(statement, context)
        if not isinstance(found, Evidence):
            raise TypeError(f"a check returned {type(found).__name__}, allowed Evidence")
        return found
    except (Exception, SystemExit) as error:
        return failure(error, tuple(statement.conclusions))


def _tightness(reading: Reading, statement: Statement, found: list[Evidence]) -> dict[str, Any] | None:
    """What a check saw, or what the claim computes; a crash of the latter is added to the evidence."""
    seen = next((e.tightness for e in found if e.tightness), None)
    if seen is not None or reading.tightness is None:
        return seen
    try:
        return dict(reading.tightness(statement))
    except (Exception, SystemExit) as error:
        found.append(failure(error, (), "tightness"))
        return None


def _speaks(reading: Reading, statement: Statement, found: list[Evidence]) -> list[dict[str, Any]]:
    """From which n on the conclusion says something; a crash is added to the evidence."""
    from verify.report.speaks import least_n_table

    try:
        return least_n_table(statement, reading.speaks)
    except Exception as error:
        found.append(failure(error, (), "speaks"))
        return []


def decide_reading(reading: Reading, statement: Statement, context: Context) -> dict[str, Any]:
    """The contract's JSON of one reading, plus the certificates under ``certificates``."""
    found: list[Evidence] = []
    for number, check in enumerate(reading.checks):
        own = replace(context, original=reading.statement,
                      seed=seed_of(context.seed, context.claim_id, context.reading, str(number)))
        found.append(_run(check, statement, own))
    verdict = combine(statement.conclusions, found)
    clash = contradiction(found)
    deciding = [e for e in found if e.verdict is verdict] or found
    refuting = next((e for e in found if e.counterexample), None)
    tightness, speaks = _tightness(reading, statement, found), _speaks(reading, statement, found)
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
        "speaks": speaks,
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


@dataclass(frozen=True)
class _Broken:
    """In the place of checks that took their process down with them."""

    message: str

    def run(self, statement: Statement, context: Context) -> Evidence:
        return Evidence(Verdict.ERROR, tuple(statement.conclusions), "error", self.message,
                        internal_failure=True)


def broken(claim: Claim, context: Context, message: str) -> dict[str, Any]:
    """The record of a claim whose work ended without a record: ERROR for every reading."""
    lost = (_Broken(message),)
    repaired = claim.repaired and replace(claim.repaired, checks=lost, tightness=None, speaks=None)
    return decide(replace(claim, printed=replace(claim.printed, checks=lost, tightness=None, speaks=None),
                          repaired=repaired), context)
