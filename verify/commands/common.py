"""What the commands share: exit codes from records, rows and details, devices, profiles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from verify.commands.output import command_lines, pair_text, paragraph, point_text
from verify.exits import Exit
from verify.registry import PROFILES
from verify.verdict import Verdict

DEVICES = ("auto", "cpu", "cuda")
ID_WIDTH = 44  # of rows, so that one of them fits into 80 columns


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
    if not Path("/dev/nvidiactl").exists() and not Path("/dev/dxg").exists():
        if device == "auto":
            return "cpu"
        raise ValueError("got the device 'cuda', allowed auto or cpu: there is no GPU here")
    # asks the driver's library, because a process that has called CUDA cannot fork workers that do
    os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
    import torch

    if torch.cuda.is_available():
        return "cuda"
    if device == "cuda":
        raise ValueError("got the device 'cuda', allowed auto or cpu: torch finds no GPU here")
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


def row(record: dict[str, Any]) -> list[str]:
    """One line per statement, and a second one for each verdict that is news or an error."""
    cells = {name: r["verdict"] for name, r in readings(record)}
    lines = [f"{record['id']:<{ID_WIDTH}} {cells['printed']:<9} {cells.get('repaired', '-'):<9}"
             f"{record['seconds']['wall']:>8.1f} s"]
    news = unexpected(record)
    for name, reading in readings(record):
        if name in news:
            lines.append(f"  UNEXPECTED: {name} is {reading['verdict']}, expected {reading['expected']}")
        if reading["internal_failure"]:
            broken = [e["summary"] for e in reading["evidence"] if e["verdict"] == Verdict.ERROR]
            lines += paragraph(f"BROKEN: {name}: {'; '.join(broken) or 'checks contradict each other'}",
                               "  ", "    ")
    return lines


def details(record: dict[str, Any]) -> list[str]:
    """A statement with the evidence of each reading, counterexamples and how to see them."""
    lines = [f"{record['id']}: {record['number']}, {record['title']} ({record['seconds']['wall']:.1f} s)"]
    news = unexpected(record)
    for name, reading in readings(record):
        expected = reading["expected"]
        told = ("" if expected is None else f"  UNEXPECTED, the record says {expected}" if name in news
                else "  as expected")
        lines.append(f"  {name}: {reading['verdict']}{told}")
        for e in reading["evidence"]:
            lines += paragraph(e["summary"], f"    {e['verdict']:<10} {e['method']}: ", " " * 15)
            if e["scope"]:
                lines += paragraph(f"scope: {e['scope']}", " " * 15)
        if reading["counterexample"]:
            lines += _counterexample(reading["counterexample"])
    return lines


def _counterexample(found: dict[str, Any]) -> list[str]:
    lines = paragraph(point_text(found["point"]), "    counterexample: ", " " * 8)
    if found["rhs"] is not None:
        left, right = pair_text(found["lhs"], found["rhs"])
        lines += paragraph(f"{found['part']}: {left} {found['relation']} {right} fails", " " * 8)
    return lines + command_lines(found["command"], " " * 8)
