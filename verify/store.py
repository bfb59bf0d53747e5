"""files that survive a kill: atomic writes, one run per folder, and a cache that checks itself.

A file appears whole or not at all, because it is written beside its place, flushed to the disk and
renamed. A folder belongs to one run at a time by a lock that the system drops when the process
ends, however it ends. A finished statement is one cache file; a file that is cut short, altered or
of another key counts as absent, is removed and recomputed. The checksum is against accidents, not
against malice: a verdict is believed for its certificate, never for its presence here.

    with locked(out):                                   # StoreError if another run is in `out`
        cache = Cache(out / ".cache")
        key = Key(claim.id, statement_hash, sources_hash(), profile, seed)
        record = cache.get(key) or cache.put(key, work(...))
        write_together(out, {"results.json": ..., "verification.md": ...})

`--resume` needs nothing else: what a killed run finished is found under the same key.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

Record = dict[str, Any]
FORMAT = 1
_held: set[Path] = set()  # for the system's lock does not keep a process from itself


class StoreError(ValueError):
    """A folder that cannot be used; one line says why."""


@dataclass(frozen=True)
class Key:
    """All that a finished statement depends on.

    Attributes:
        claim: its id, for people who look into the folder.
        statement: hash of the statements as decided, all readings together.
        sources: hash of the code, `verify.provenance.sources_hash`.
        profile: quick or full.
        seed: the root seed.
        device: cpu or cuda, whose random numbers differ.
        inputs: hash of anything else that matters, such as stored experiments or the
            `verify.provenance.environment_hash`.
    """

    claim: str
    statement: str
    sources: str
    profile: str
    seed: int
    device: str = "cpu"
    inputs: str = ""

    @property
    def name(self) -> str:
        """File name: sources first, so that `Cache.prune` needs no reading."""
        return f"{_hash(self.sources)[:16]}-{_hash(asdict(self))[:32]}.json"


class Cache:
    """Key -> record, one file per finished statement.

    Attributes:
        folder: where the files are; made at the first `put`.
        found: how many `get` calls found a record.
        damaged: how many found a file that could not be trusted, which was removed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found = 0
        self.damaged = 0

    def get(self, key: Key) -> Record | None:
        """The record stored under the key, or None if there is none that can be trusted."""
        path = self.folder / key.name
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            text = ""
        try:
            entry = json.loads(text)
            record = entry["record"]
            sound = (entry["format"] == FORMAT and entry["key"] == asdict(key)
                     and entry["sha256"] == _hash(record) and isinstance(record, dict))
        except (ValueError, KeyError, TypeError, RecursionError):
            sound = False
        if not sound:
            self.damaged += 1
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        self.found += 1
        return dict(record)

    def put(self, key: Key, record: Record) -> Record:
        """Stores the record; returns it as `get` will (lists for tuples, text for keys).

        Raises:
            StoreError: the record is not JSON, or the folder cannot be written.
        """
        try:
            plain = json.loads(_canonical(record))
        except (TypeError, ValueError) as error:
            raise StoreError(f"{key.claim}: got a record that is not JSON ({error}), "
                             "allowed text, numbers, lists and objects") from error
        entry = {"format": FORMAT, "key": asdict(key), "sha256": _hash(plain), "record": plain}
        write_atomic(self.folder / key.name, json.dumps(entry, ensure_ascii=False))
        return dict(plain)

    def prune(self, sources: str) -> int:
        """How many files of other sources were removed; they can never be found again."""
        current = f"{_hash(sources)[:16]}-"
        old = [p for p in self.folder.glob("*.json") if not p.name.startswith(current)]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[Path]:
    """The folder, made if needed and held by this process alone while the block runs.

    The lock of a process that died is no lock; what it was writing at its death is removed.

    Raises:
        StoreError: another run holds the folder, or it cannot be made or written.
    """
    place = folder.resolve()
    if place in _held:  # opening and closing the file once more would drop the lock
        raise _in_use(folder, f"process {os.getpid()}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = open(folder / ".lock", "a+", encoding="utf-8")
    except OSError as error:
        raise _unusable(folder, error) from error
    with stream:
        _take(stream, folder)
        _held.add(place)
        try:
            _sweep(folder)
            yield folder
        finally:
            _held.discard(place)


def write_atomic(path: Path, content: str | bytes) -> None:
    """The file with this content, or unchanged, whenever the process is killed.

    Raises:
        StoreError: the folder cannot be made or written.
    """
    write_together(path.parent, {path.name: content})


def write_together(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """All the files, names relative to the folder; no name changes before all are on the disk.

    Raises:
        StoreError: a folder cannot be made or written.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            staged.append((temporary, path))
            with open(temporary, "wb") as stream:
                stream.write(content.encode() if isinstance(content, str) else content)
                stream.flush()
                os.fsync(stream.fileno())
        for temporary, path in staged:
            os.replace(temporary, path)
        for parent in {path.parent for _, path in staged}:
            _flush_folder(parent)
    except OSError as error:
        raise _unusable(folder, error) from error
    finally:
        for temporary, _ in staged:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _take(stream: TextIO, folder: Path) -> None:
    # lockf, not flock: worker processes that outlive a killed run must not inherit its lock
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        stream.truncate(0)
        stream.write(f"process {os.getpid()}\n")
        stream.flush()
    except (BlockingIOError, PermissionError) as error:  # either, says POSIX
        stream.seek(0)
        raise _in_use(folder, stream.read(80).strip() or "another run") from error
    except OSError as error:
        raise _unusable(folder, error) from error


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(folder: Path) -> None:
    # only in the folder and one level below, where this module writes: --out may be anything
    for pattern in (".*.tmp", "*/.*.tmp"):
        for path in folder.glob(pattern):
            with contextlib.suppress(OSError):
                path.unlink()


def _in_use(folder: Path, holder: str) -> StoreError:
    return StoreError(f"got the folder {str(folder)!r}, which {holder} is using; "
                      "allowed a folder that no other run uses")


def _unusable(folder: Path, error: OSError) -> StoreError:
    reason = error.strerror or type(error).__name__
    return StoreError(f"got the folder {str(folder)!r} ({reason}), "
                      "allowed a folder that can be written")


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _hash(value: Any) -> str:
    return hashlib.sha256(_canonical(value).encode()).hexdigest()
