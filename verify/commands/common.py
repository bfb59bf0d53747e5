"""What the commands share: exit codes from records, one-line rows, devices, profiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verify.exits import Exit
from verify.verdict import Verdict

PROFILES = ("quick", "full")
DEVICES = ("auto", "cpu", "cuda")


def check_profile(profile: str) -> None:
    """Raise ValueError for a profile that does not exist."""
    if profile not in PROFILES:
        raise ValueError(f"got the profile {profile!r}, allowed {', '.join(PROFILES)}")


def device_of(device: str) -> str:
    """cpu or cuda; ``auto`` takes a GPU if there is one, ``cuda`` raises ValueError without one."""
    if device not in DEVICES:
        raise ValueError(f"got the device {device!r}, allowed {', '.join(DEVICES)}")
    if device == "cpu":
        return device
    from pathlib import Path

    # without the driver's device file torch is not worth its import time
    if device == "auto" and not Path("/dev/nvidiactl").exists():
        return "cpu"
    import torch

    if torch.cuda.is_available():
        return "cuda"
    if device == "cuda":
        raise ValueError("got the device 'cuda', allowed cpu: torch finds no GPU here")
    return "cpu"


def readings(record: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The readings that a record has, with their names."""
    return [(name, record[name]) for name in ("printed", "repaired") if record[name] is not None]


def unexpected(record: dict[str, Any]) -> list[str]:
    """Readings whose verdict is not the recorded one; SKIPPED never counts."""
    return [name for name, r in readings(record)
            if r["expected"] is not None and r["verdict"] not in (r["expected"], Verdict.SKIPPED)]


def outcome(records: Iterable[dict[str, Any]], strict: bool) -> int:
    """The exit code of a run: 4 before 1 before 3, 5 if nothing ran."""
    found = list(records)
    if not found:
        return Exit.NOTHING_RAN
    if any(r["internal_failure"] for record in found for _, r in readings(record)):
        return Exit.INTERNAL
    if any(unexpected(record) for record in found):
        return Exit.UNEXPECTED
    if strict and any(r["verdict"] == Verdict.UNDECIDED for record in found
                      for _, r in readings(record)):
        return Exit.UNDECIDED
    return Exit.AS_EXPECTED


def table_row(record: dict[str, Any], details: bool = False) -> list[str]:
    """One line per statement, and with ``details`` the evidence below it."""
    cells = {name: r["verdict"] for name, r in readings(record)}
    news = unexpected(record)
    mark = f"  UNEXPECTED: {', '.join(news)}" if news else ""
    line = (f"{record['id']:<34} {cells['printed']:<10} {cells.get('repaired', '-'):<10} "
            f"{record['seconds']['wall']:>6.1f} s{mark}")
    lines = [line]
    if not details:
        return lines
    for name, reading in readings(record):
        for e in reading["evidence"]:
            lines.append(f"  {name}: {e['method']}: {e['verdict']}: {e['summary']}")
            if e["scope"]:
                lines.append(f"    scope: {e['scope']}")
        if reading["counterexample"]:
            found = reading["counterexample"]
            at = ", ".join(f"{k} = {v}" for k, v in found["point"].items())
            lines.append(f"    counterexample: {at[:300]}")
            lines.append(f"    {found['command'][:300]}")
    return lines
