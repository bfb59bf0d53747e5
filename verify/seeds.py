"""every simulation check under several root seeds -> seeds.json: does its verdict depend on luck?

Only the checks that draw random numbers run, with the draws of the quick profile; each derives its
own seed from the root seed and its place, as in a run of all statements.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify import registry
from verify.checks import Witness
from verify.claim import Context
from verify.decide import seed_of
from verify.provenance import sources_hash
from verify.runner import FALSE_ALARM_SHARE
from verify.statement import Statement
from verify.store import write_atomic
from verify.verdict import Evidence

FILE = "seeds.json"


@dataclass(frozen=True)
class Place:
    """A simulation check where it stands.

    Attributes:
        claim_id, reading, number: where; the seed is derived from these.
        statement: the reading's own.
        check: the check itself.
    """

    claim_id: str
    reading: str
    number: int
    statement: Statement
    check: Witness

    def run(self, root: int, device: str) -> Evidence:
        """What the check finds in a run with this root seed."""
        seed = seed_of(root, self.claim_id, self.reading, str(self.number))
        return self.check.run(self.statement, Context(
            claim_id=self.claim_id, reading=self.reading, seed=seed, device=device,
            false_alarm=FALSE_ALARM_SHARE, original=self.statement))


def places() -> Iterator[Place]:
    """All simulation checks of all claims."""
    for claim in registry.all_claims().values():
        for name, reading in claim.readings():
            for number, check in enumerate(reading.checks):
                if isinstance(check, Witness):
                    yield Place(claim.id, name, number, reading.statement, check)


def under_seeds(found: Sequence[Place], seeds: Sequence[int],
                device: str = "cpu") -> Iterator[dict[str, Any]]:
    """The content of seeds.json after each root seed; the last one is the whole.

    Args:
        found: the checks.
        seeds: root seeds.
        device: cpu or cuda.
    """
    rows: list[dict[str, Any]] = [
        {"id": p.claim_id, "reading": p.reading, "number": p.number,
         "expression": p.check.expression, "verdicts": [], "z": [], "limits": []} for p in found]
    sources, began = sources_hash(), time.perf_counter()  # the hash of what runs, not of later edits
    for done, root in enumerate(seeds, 1):
        for place, row in zip(found, rows, strict=True):
            evidence = place.run(root, device)
            wrong = evidence.internal_failure
            row["verdicts"].append("DISAGREES" if wrong else str(evidence.verdict))
            row["z"].append(evidence.data.get("z"))
            row["limits"].append(evidence.data.get("limit"))
        yield {"schema": 1, "sources": sources, "profile": "quick", "device": device,
               "seeds": list(seeds[:done]), "false_alarm": FALSE_ALARM_SHARE,
               "seconds": round(time.perf_counter() - began, 1), "checks": rows}


def steady(content: dict[str, Any]) -> bool:
    """True if no check changes its verdict and none disagrees with its exact value."""
    return all(len(set(c["verdicts"])) == 1 and "DISAGREES" not in c["verdicts"]
               for c in content["checks"])


def write(out: Path, content: dict[str, Any]) -> None:
    """OUT/seeds.json, whole or not at all."""
    write_atomic(out / FILE, json.dumps(content, indent=1, allow_nan=False) + "\n")
