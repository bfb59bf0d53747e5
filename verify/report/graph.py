"""uses -> a Mermaid diagram, and what rests on a statement, directly or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Record = dict[str, Any]

COLOURS = {"PROVED": "#009e73,color:#fff", "CERTIFIED": "#56b4e9,color:#000",
           "SUPPORTED": "#0072b2,color:#fff", "REFUTED": "#d55e00,color:#fff",
           "VACUOUS": "#f0e442,color:#000", "UNDECIDED": "#dddddd,color:#000",
           "SKIPPED": "#ffffff,color:#000", "ERROR": "#cc79a7,color:#000",
           "absent": "#ffffff,color:#888"}


def parent(claim_id: str) -> str:
    """The statement that a step belongs to, or the id itself.

    Example:
        >>> parent("looped.lem-A.2.step-19"), parent("looped.lem-A.2")
        ('looped.lem-A.2', 'looped.lem-A.2')
    """
    return claim_id.split(".step-", 1)[0]


def dependents(records: Iterable[Record]) -> dict[str, list[str]]:
    """id -> ids whose proofs use it, directly or through others, in the order of the records.

    A step counts as used by its parent, because the parent's proof runs through it.
    """
    listed = list(records)
    users: dict[str, set[str]] = {}
    for record in listed:
        for used in record["uses"]:
            users.setdefault(used, set()).add(record["id"])
        if parent(record["id"]) != record["id"]:
            users.setdefault(record["id"], set()).add(parent(record["id"]))
    return {r["id"]: [o["id"] for o in listed if o["id"] in _reach(users, r["id"])] for r in listed}


def _reach(users: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for user in users.get(waiting.pop(), set()):
            if user not in found and user != start:
                found.add(user)
                waiting.append(user)
    return found


def edges(records: Iterable[Record]) -> list[tuple[str, str]]:
    """(used, user) between statements, steps drawn as their parents."""
    found = {(parent(used), parent(record["id"])) for record in records for used in record["uses"]}
    return sorted((a, b) for a, b in found if a != b)


def mermaid(records: Iterable[Record], paper: str) -> str:
    """A fenced diagram of one paper: an arrow goes from a statement to one that rests on it."""
    by_id = {record["id"]: record for record in records}
    drawn = [(a, b) for a, b in edges(by_id.values())
             if b.startswith(f"{paper}.") or (paper == a.split(".")[0] and b.startswith("cross."))]
    if not drawn:
        return ""
    nodes = sorted({node for edge in drawn for node in edge})
    names = {node: f"s{index}" for index, node in enumerate(nodes)}
    lines = ["```mermaid", "graph LR"]
    for node in nodes:
        record = by_id.get(node)
        verdict = record["printed"]["verdict"] if record else "absent"
        label = record["number"] if record else node
        lines.append(f'  {names[node]}["{_plain(label)}<br/>{verdict}"]:::{verdict}')
    lines += [f"  {names[a]} --> {names[b]}" for a, b in drawn]
    used = {by_id[n]["printed"]["verdict"] if n in by_id else "absent" for n in nodes}
    lines += [f"  classDef {v} fill:{COLOURS[v]}" for v in COLOURS if v in used]
    return "\n".join([*lines, "```"])


def _plain(label: str) -> str:
    return "".join(c if c.isalnum() or c in " .,()+-=" else " " for c in label)
