"""records -> results.json: the contract of schema 1, certificates left out (they are files)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

SCHEMA = 1
READINGS = ("printed", "repaired")
INTERNAL = ("certificates",)


def cleaned(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without what only the program itself needs."""
    found = dict(record)
    for name in READINGS:
        if found[name] is not None:
            found[name] = {k: v for k, v in found[name].items() if k not in INTERNAL}
    return found


def results(records: Iterable[Mapping[str, Any]], run: Mapping[str, Any]) -> str:
    """The text of results.json."""
    payload = {"schema": SCHEMA, "run": dict(run), "statements": [cleaned(r) for r in records]}
    return json.dumps(payload, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
