"""record -> certificate file: what anyone can re-check with ``verify/recheck.py`` alone.

One file per reading with a PROVED, CERTIFIED or REFUTED verdict: the statement's tree and hash and the
exact data of every deciding check. Files above 60 kB are gzip-compressed; both forms are read.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from verify import registry
from verify.verdict import Verdict

FORMAT = 1
COMPRESS_ABOVE = 60_000
CERTIFIED = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED)


def certificate(record: dict[str, Any], name: str) -> dict[str, Any]:
    """The certificate of one reading as JSON."""
    reading = record[name]
    statement = dict(registry.get(record["id"]).readings())[name].statement
    kept = [c for c, e in zip(reading["certificates"], reading["evidence"], strict=True)
            if c is not None and e["verdict"] in CERTIFIED]
    return {"format": FORMAT, "id": record["id"], "reading": name, "hash": reading["hash"],
            "verdict": reading["verdict"], "statement": statement.tree(), "evidence": kept}


def certificate_files(records: list[dict[str, Any]], folder: Path) -> dict[str, bytes]:
    """File name to content; marks the evidence of each record with its certificate's path.

    Certificates of earlier runs that no longer belong to a verdict are removed.
    """
    files: dict[str, bytes] = {}
    for record in records:
        for name in ("printed", "repaired"):
            reading = record[name]
            if reading is None or reading["verdict"] not in CERTIFIED:
                continue
            content = json.dumps(certificate(record, name), separators=(",", ":")).encode()
            path = f"{record['id']}.{name}.json"
            if len(content) > COMPRESS_ABOVE:
                # a fixed time stamp, so that equal certificates are equal files
                path, content = path + ".gz", gzip.compress(content, 9, mtime=0)
            files[path] = content
            for entry, data in zip(reading["evidence"], reading["certificates"], strict=True):
                if data is not None and entry["verdict"] in CERTIFIED:
                    entry["certificate"] = f"certificates/{path}"
    for old in folder.glob("*.json*"):
        if old.name not in files:
            old.unlink(missing_ok=True)
    return files


def manifest() -> dict[str, str]:
    """'id.reading' to statement hash, for every claim: what the re-checker expects."""
    return {f"{claim.id}.{name}": reading.statement.hash
            for claim in registry.all_claims().values() for name, reading in claim.readings()}


def stored_inputs_hash(out: Path) -> str:
    """Hash of the stored experiments that rows read; empty if there are none."""
    files = sorted((out / "experiments").glob("*.json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest() if files else ""
