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
from verify.checks import Argument
from verify.claim import Reading
from verify.verdict import Verdict
from verify.vocabulary import trees

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


def digest(data: Any) -> str:
    """SHA-256 of the canonical JSON text, in hexadecimal."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def arguments(reading: Reading) -> list[list[Any]]:
    """[parts, hashes of the steps] of each written argument: a step is its text and its statement."""
    statement = reading.statement
    return [[list(check.parts or statement.conclusions),
             [digest([step.text, None if step.relation is None or step.check is None
                      else step.statement(statement).tree()]) for step in check.steps]]
            for check in reading.checks if isinstance(check, Argument)]


def manifest() -> dict[str, Any]:
    """What the re-checker expects: the vocabulary, and hashes for each 'id.reading'."""
    statements = {
        f"{claim.id}.{name}": {
            "hash": reading.statement.hash,
            "fields": {field: digest(tree) for field, tree in reading.statement.tree().items()},
            "arguments": arguments(reading)}
        for claim in registry.all_claims().values() for name, reading in claim.readings()}
    return {"format": FORMAT, "vocabulary": trees(), "statements": statements}


def manifest_text() -> str:
    """The manifest as it is stored: one line per statement and per word."""
    found = manifest()
    blocks = ",\n".join(
        f'"{key}": {{\n' + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found[key].items())
        + "\n}" for key in ("vocabulary", "statements"))
    return f'{{"format": {FORMAT},\n{blocks}}}\n'


def stored_inputs_hash(out: Path) -> str:
    """Hash of the stored experiments that rows read; empty if there are none."""
    files = sorted((out / "experiments").glob("*.json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest() if files else ""
