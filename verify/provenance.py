"""where a result comes from: versions, hash of the sources, machine, device, seed, times.

Nothing here imports a library to ask its version, and nothing names a user, host or path.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

DISTRIBUTION = "icl-verify"
PACKAGES = ("numerics", "theory", "verify")
LIBRARIES = ("matplotlib", "mpmath", "numpy", "python-flint", "rich", "scipy", "sympy", "torch",
             "typer")
ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """The product's version: that of pyproject.toml beside the packages, else as installed."""
    try:
        declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        return str(declared["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return _installed(DISTRIBUTION) or "unknown"


def hash_sources(root: Path) -> str:
    """SHA-256 over the names and contents of all source files of the packages under root.

    Every file counts, not Python alone, but compiled and hidden ones; a renamed, added or removed
    file changes the hash as an edited one does.
    """
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            inside = path.relative_to(root)
            hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
            if path.is_file() and not hidden and path.suffix != ".pyc":
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{inside.as_posix()} {content}\n".encode())
    return digest.hexdigest()


@cache
def sources_hash() -> str:
    """`hash_sources` of the running product; once per process, for a run sees one state of it."""
    return hash_sources(ROOT)


@cache
def libraries() -> dict[str, str]:
    """{library: version} of what is installed, from the packages' own records."""
    found = {name: _installed(name) for name in LIBRARIES}
    return {name: text for name, text in found.items() if text}


def environment_hash() -> str:
    """A hash of Python, platform and library versions: with another one, floats may differ."""
    parts = (platform.python_version(), platform.platform(), sorted(libraries().items()))
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def provenance(*, seed: int, device: str, profile: str, jobs: int) -> dict[str, Any]:
    """The `run` object of the JSON contract, as far as it is known when a run starts.

    Args:
        seed: the root seed.
        device: what the run really uses, "cpu" or the name of the GPU.
        profile: quick or full.
        jobs: number of workers.

    Example:
        >>> provenance(seed=0, device="cpu", profile="quick", jobs=2)["seed"]
        0
    """
    return {
        "version": version(),
        "sources": sources_hash(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": libraries(),
        "platform": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "device": device,
        "profile": profile,
        "seed": seed,
        "jobs": jobs,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


@dataclass
class Times:
    """Seconds: by the clock, and of the processor in this process and its finished children."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    def json(self) -> dict[str, float]:
        """To the millisecond."""
        return {"wall_s": round(self.wall_s, 3), "cpu_s": round(self.cpu_s, 3)}


@contextmanager
def timed() -> Iterator[Times]:
    """Times of the block, filled in when it ends, also by an exception.

    Example:
        >>> with timed() as times:
        ...     total = sum(range(1000))
        >>> times.wall_s > 0
        True
    """
    times = Times()
    wall, cpu = time.perf_counter(), _cpu()
    try:
        yield times
    finally:
        times.wall_s = time.perf_counter() - wall
        times.cpu_s = _cpu() - cpu


def _cpu() -> float:
    children = os.times()  # which counts its own time too, but in coarse steps
    return time.process_time() + children.children_user + children.children_system


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
