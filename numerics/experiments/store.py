"""Results on disk: written whole or not at all, keyed by settings, seed and sources."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# What a trained and tested number depends on; pictures and tables can change without retraining.
SOURCES = (
    "backend.py", "sampling.py", "targets.py", "models/looped.py", "models/reduced.py",
    "training/looped.py", "experiments/plan.py", "experiments/cells.py",
)


def source_hash() -> str:
    """SHA-256 over the sources that the numbers depend on."""
    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes() + b"\0")
    return digest.hexdigest()


def key(*parts: Any) -> str:
    """16 hexadecimal digits that name a stored result."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def write_json(path: Path, value: Any) -> None:
    """Write beside the file, then rename: a kill leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    beside.write_text(json.dumps(value, sort_keys=True) + "\n", encoding="utf-8")
    beside.replace(path)


def read_json(path: Path) -> Any | None:
    """The stored value, or None where there is none or it is damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
