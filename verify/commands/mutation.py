"""``mutate``: the verifier's own error rates, measured on false mutants and true controls."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import as_completed
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from verify import registry
from verify.checks import Witness
from verify.claim import Claim, Context, Reading, split_changes
from verify.commands.output import paragraph, say
from verify.decide import decide_reading, seed_of
from verify.exits import Exit
from verify.mutation import Mutant, controls, mutants, pool, witness
from verify.provenance import sources_hash
from verify.runner import workers
from verify.store import locked, write_atomic
from verify.verdict import PASSES, Verdict

PER_READING = 5
CONFIDENCE = 0.95


def clopper_pearson(errors: int, trials: int) -> float:
    """Upper 95 % bound of an error rate after ``errors`` in ``trials``."""
    from scipy.stats import beta

    return 1.0 if errors >= trials else float(beta.ppf(CONFIDENCE, errors + 1, trials - errors))


def _own_mutants(claim: Claim, name: str, reading: Reading) -> Iterator[Mutant]:
    for changes in claim.mutants:
        for target, altered in split_changes(claim, changes).items():
            if target == name:
                yield Mutant("own mutant", str(altered), reading.statement.with_constants(altered))


def trial(claim: Claim, name: str, reading: Reading, mutant: Mutant, false: bool) -> dict[str, Any]:
    """Decide one altered statement: accepted, rejected, or no verdict."""
    context = Context(claim_id=claim.id, reading=name)
    record = decide_reading(reading, mutant.statement, context)
    verdict = record["verdict"]
    proved = any(e["verdict"] == Verdict.PROVED and mutant.where in e["parts"]
                 for e in record["evidence"])
    wrong = ((verdict in PASSES or (proved and verdict == Verdict.ERROR)) if false
             else verdict == Verdict.REFUTED)
    return {"id": claim.id, "reading": name, "operator": mutant.operator, "where": mutant.where,
            "false": false, "verdict": verdict, "wrong": bool(wrong),
            "conclusion": mutant.statement.conclusions.get(mutant.where, mutant.where)}


def _without_simulation(reading: Reading) -> Reading:
    """The reading without simulations that cover no part: they take time and decide nothing."""
    return replace(reading, checks=tuple(c for c in reading.checks
                                         if not isinstance(c, Witness) or c.parts))


def trials_of(claim_id: str) -> list[dict[str, Any]]:
    """All trials of one claim; runs in a worker."""
    claim = registry.get(claim_id)
    found = []
    for name, reading in claim.readings():
        reading = _without_simulation(reading)
        context = Context(claim_id=claim.id, reading=name)
        points = pool(claim, reading, context)
        chooser = random.Random(seed_of(0, "mutate", claim_id, name))
        candidates = list(mutants(reading.statement))
        chooser.shuffle(candidates)
        false = [m for m in _own_mutants(claim, name, reading)
                 if witness(m.statement, points) is not None]
        for mutant in candidates:
            if len(false) >= PER_READING + len(claim.mutants):
                break
            if witness(mutant.statement, points) is not None:
                false.append(mutant)
        found += [trial(claim, name, reading, m, false=True) for m in false]
        if decide_reading(reading, reading.statement, context)["verdict"] in PASSES:
            true = list(controls(reading.statement))
            chooser.shuffle(true)
            found += [trial(claim, name, reading, m, false=False) for m in true[:PER_READING + 1]]
    return found


def summary(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts and bounds; UNDECIDED and errors are no verdict and are counted apart."""
    result: dict[str, Any] = {"schema": 1, "sources": sources_hash(), "confidence": CONFIDENCE}
    for kind, false in (("mutants", True), ("controls", False)):
        own = [t for t in found if t["false"] is false]
        decided = [t for t in own if t["verdict"] in (*PASSES, Verdict.REFUTED) or t["wrong"]]
        wrong = [t for t in own if t["wrong"]]
        result[kind] = {"tried": len(own), "decided": len(decided),
                        "no_verdict": len(own) - len(decided), "wrong": len(wrong),
                        "bound": clopper_pearson(len(wrong), len(decided)), "wrong_ones": wrong}
    return result


def run_mutate(ids: list[str], jobs: int, out: Path | None, as_json: bool) -> int:
    """Print the table of false accepts and false rejects; exit 4 if there is one, or a crash."""
    wanted = list(dict.fromkeys(registry.get(i).id for i in ids)) or list(registry.all_claims())
    with locked(out) if out is not None else nullcontext():
        result, found = _measured(wanted, jobs, quiet=as_json)
        if out is not None:
            write_atomic(out / "mutation.json", json.dumps({**result, "trials": found}, indent=1))
    say(json.dumps(result) if as_json else _table(result))
    wrong = result["mutants"]["wrong"] + result["controls"]["wrong"] + len(result["crashes"])
    return Exit.INTERNAL if wrong else Exit.AS_EXPECTED if found else Exit.NOTHING_RAN


def _measured(wanted: list[str], jobs: int, quiet: bool) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The summary and all trials; a claim whose mutants crash the process is named and left out."""
    found: list[dict[str, Any]] = []
    crashes: dict[str, str] = {}
    with workers(min(jobs, len(wanted))) as pool:
        futures = {pool.submit(trials_of, claim_id): claim_id for claim_id in wanted}
        for done, future in enumerate(as_completed(futures), 1):
            claim_id = futures[future]
            if (error := future.exception()) is None:
                found += future.result()
            else:
                crashes[claim_id] = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            if not quiet:
                say(f"{done}/{len(wanted)} {claim_id}", err=True)
    found.sort(key=lambda t: (t["id"], t["reading"], not t["false"], t["operator"], t["where"]))
    return {**summary(found), "crashes": dict(sorted(crashes.items()))}, found


def _table(result: dict[str, Any]) -> str:
    lines = []
    for kind, name in (("mutants", "false accepts"), ("controls", "false rejects")):
        r = result[kind]
        lines.append(f"{name}: {r['wrong']} of {r['decided']} {kind} with a verdict "
                     f"(95 % bound {100 * r['bound']:.2f} %), {r['no_verdict']} without a verdict")
        lines += [f"  {t['id']} {t['reading']}: {t['operator']}: {t['conclusion']}: {t['verdict']}"
                  for t in r["wrong_ones"]]
    lines += [f"crashed: {claim_id}: {error}" for claim_id, error in result["crashes"].items()]
    return "\n".join(line for text in lines for line in paragraph(text, "", "    "))
