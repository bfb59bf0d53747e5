"""records -> JUnit XML: one case a reading, which fails if its verdict is not the expected one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from verify.store import write_atomic

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, records: Iterable[dict[str, Any]]) -> None:
    """The file, whole or not at all.

    Raises:
        StoreError: the folder cannot be made or written.
    """
    write_atomic(path, junit(records))


def junit(records: Iterable[dict[str, Any]]) -> bytes:
    """The XML: a suite per paper; a mathematical refutation that was expected is a success."""
    root = ElementTree.Element("testsuites", name="statements")
    suites: dict[str, ElementTree.Element] = {}
    for record in records:
        suite = suites.get(record["paper"])
        if suite is None:
            suite = suites[record["paper"]] = ElementTree.SubElement(root, "testsuite",
                                                                     name=record["paper"])
        for name in ("printed", "repaired"):
            if record[name] is not None:
                _case(suite, record, name)
    for suite in suites.values():
        for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"),
                         ("skipped", "skipped")):
            suite.set(key, str(len(list(suite.iter(tag)))))
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _case(suite: ElementTree.Element, record: dict[str, Any], name: str) -> None:
    reading = record[name]
    # both readings are decided together; the time is that of the statement, given once
    seconds = record["seconds"]["wall"] if name == "printed" else 0.0
    case = ElementTree.SubElement(suite, "testcase", classname=record["id"], name=name,
                                  time=f"{seconds:.3f}")
    verdict, expected = reading["verdict"], reading.get("expected")
    told = _clean(f"{verdict}, expected {expected}: " +
                  "; ".join(e["summary"] for e in reading["evidence"]))
    if verdict == "ERROR" or reading["internal_failure"]:
        ElementTree.SubElement(case, "error", message=told)
    elif verdict == "SKIPPED":
        ElementTree.SubElement(case, "skipped", message=told)
    elif expected is not None and verdict != expected:
        ElementTree.SubElement(case, "failure", message=told)
    output = ElementTree.SubElement(case, "system-out")
    output.text = _clean(f"{record['number']}: {record['title']}\n{told}")


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("?", text)
