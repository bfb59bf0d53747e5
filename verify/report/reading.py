"""one reading -> Markdown: its text, the machine's reading, evidence, counterexample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verify.language import RELATIONS, parse
from verify.report import numbers
from verify.report.latex import RELATIONS as SIGNS
from verify.report.latex import latex, name
from verify.report.mathtext import code, inline, prose, statement

PASSES = ("PROVED", "CERTIFIED", "SUPPORTED")
OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}


def relation_latex(text: str) -> str:
    """Inline LaTeX of a relation or expression of the language."""
    return inline(latex(parse(text)))


def machine_reading(reading: Mapping[str, Any]) -> Iterator[str]:
    """The statement as data: domains, constants, definitions, hypotheses, conclusions."""
    data = reading["statement"]
    yield from _quantifiers(data["parameters"])
    if reading["constants"]:
        values = ", ".join(f"{code(k)} = {v}" for k, v in reading["constants"].items())
        yield f"- named constants: {values}"
    for symbol, text in data["definitions"].items():
        formula = inline(f"{name(symbol)} = {latex(parse(text))}")
        yield f"- where {formula}: {code(f'{symbol} = {text}')}"
    for text in data["hypotheses"]:
        yield f"- if {relation_latex(text)}: {code(text)}"
    for part, text in data["conclusions"].items():
        yield f"- then, **{prose(part)}**: {relation_latex(text)}: {code(text)}"


def _quantifiers(parameters: Mapping[str, str]) -> Iterator[str]:
    by_domain: dict[str, list[str]] = {}
    for parameter, domain in parameters.items():
        by_domain.setdefault(domain, []).append(name(parameter))
    for domain, symbols in by_domain.items():
        kind, _, dimension = domain.rstrip(")").partition("(")
        sizes = r" \times ".join(name(size.strip()) for size in dimension.split(",") if size)
        where = f" of size {inline(sizes)}" if sizes else ""
        yield f"- for all {inline(', '.join(symbols))}: {kind.strip()}{where}"


def evidence_lines(reading: Mapping[str, Any]) -> Iterator[str]:
    """What each check found; of an argument, its steps and who checks them."""
    parts = list(reading["statement"]["conclusions"])
    for entry in reading["evidence"]:
        about = "" if set(entry["parts"]) >= set(parts) or not entry["parts"] else (
            f" ({', '.join(prose(p) for p in entry['parts'])})")
        line = f"- {entry['verdict']} by {prose(entry['method'])}{about}: {prose(entry['summary'])}"
        if entry["scope"] and entry["scope"] != reading["scope"]:
            line += f"; scope: {prose(entry['scope'])}"
        yield line
        for number, step in enumerate(entry.get("data", {}).get("steps", ()), 1):
            yield _step(number, step)
    files = dict.fromkeys(e["certificate"] for e in reading["evidence"] if e["certificate"])
    if files:
        yield ""
        yield "*Certificate:* " + ", ".join(f"[{f.rsplit('/', 1)[-1]}]({f})" for f in files)


def _step(number: int, step: Mapping[str, Any]) -> str:
    if step["checked_by"] != "machine":
        return f"    {number}. *for the reader:* {prose(step['text'])}"
    return (f"    {number}. *checked by machine:* {prose(step['text'])}: "
            f"{relation_latex(step['relation'])} ({prose(step['summary'])})")


def counterexample(found: Mapping[str, Any]) -> Iterator[str]:
    """The point, both sides, the hypotheses, and the command that shows it."""
    yield "*Counterexample*, exact:"
    yield ""
    for symbol, value in found["point"].items():
        yield f"- {inline(name(symbol))} = {code(numbers.shorten_point(str(value)))}"
    yield f"- {sides(found)}"
    for text, holds in found.get("hypotheses", {}).items():
        yield f"- hypothesis {relation_latex(text)}: {'holds' if holds else 'fails'}"
    yield ""
    command = found["command"]
    if len(command) <= 1000:
        yield f"```\n{command}\n```"
    else:
        yield f"The command ({len(command)} characters) stands in `results.json`."


def sides(found: Mapping[str, Any]) -> str:
    """'upper: left side 2, right side 5/3; printed =, so it fails' in one sentence."""
    if found["relation"] not in RELATIONS or found["rhs"] is None:
        return f"part {prose(found['part'])} is false: {code(str(found['lhs']))}"
    left, right = numbers.brief_pair(found["lhs"], found["rhs"])
    text = f"part {prose(found['part'])}: the left side is {left}, the right side is {right}"
    quotient = numbers.ratio(found["lhs"], found["rhs"])
    if quotient is not None and found["relation"] != "!=":
        text += f" (left over right ≈ {quotient})"
    signs = inline(SIGNS[found["relation"]]), inline(SIGNS[OPPOSITE[found["relation"]]])
    return f"{text}; the statement says {signs[0]}, but the truth is {signs[1]}"


def tightness(found: Mapping[str, Any]) -> str:
    """'left over right is at most 0.93, at n = 4' in one line."""
    at = ", ".join(f"{k} = {numbers.brief(v)}" for k, v in found.get("at", {}).items())
    text = f"largest left over right seen or proved: {prose(numbers.brief(found['ratio']))}"
    if at:
        text += f", at {prose(at)}"
    return text + (f" ({prose(found['note'])})" if found.get("note") else "")


def reading_lines(title: str, reading: Mapping[str, Any]) -> Iterator[str]:
    """A reading's whole part of its statement's section."""
    expected = reading.get("expected")
    surprise = f" (expected: {expected})" if expected not in (None, reading["verdict"]) else ""
    scope = f" Scope: {prose(reading['scope'])}." if reading["scope"] else ""
    yield f"**{title}: {reading['verdict']}**{surprise}.{scope}"
    yield ""
    yield statement(reading["text"])
    yield ""
    if reading["reading"]:
        label = "What changed and why" if "change" in reading else "How it is read"
        yield f"*{label}:* {prose(reading['reading'])}"
        yield ""
    if reading.get("because") and not surprise:
        yield f"*In short:* {prose(reading['because'])}"
        yield ""
    yield "*As the machine reads it:*"
    yield ""
    yield from machine_reading(reading)
    yield ""
    yield "*Evidence:*"
    yield ""
    yield from evidence_lines(reading)
    yield ""
    if reading["counterexample"]:
        yield from counterexample(reading["counterexample"])
        yield ""
    if reading["tightness"]:
        yield f"*Tightness:* {tightness(reading['tightness'])}."
        yield ""
