"""A short written argument whose every computational step has its own check and certificate.

The steps are statements too: they inherit the parameters, constants and definitions of the claim, so
that an altered constant reaches them. Which steps a machine checked stands in the evidence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verify.claim import Check, Context
from verify.language import Tree, names, parse
from verify.statement import Statement
from verify.verdict import PASSES, STRENGTH, Evidence, Verdict


@dataclass(frozen=True)
class Step:
    """One step: a sentence, and (if it is a computation) a relation with the check that decides it.

    Attributes:
        text: the step in words.
        relation: the step as text of the language; None for a step of pure reasoning.
        check: decides the relation.
        parameters, hypotheses, definitions: added to (hypotheses: replacing) the claim's own.
        keep: the claim's parameters that the step still has; all if None.
    """

    text: str
    relation: str | None = None
    check: Check | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    hypotheses: tuple[str, ...] | None = None
    definitions: Mapping[str, str] = field(default_factory=dict)
    keep: tuple[str, ...] | None = None

    def statement(self, parent: Statement) -> Statement:
        """The step as a statement of its own."""
        kept = {name: domain for name, domain in parent.parameters.items()
                if self.keep is None or name in self.keep}
        parameters = {**kept, **self.parameters}
        return Statement(
            parameters, parent.constants,
            parent.hypotheses if self.hypotheses is None else self.hypotheses,
            {"step": self.relation or ""},
            _closed({**parent.definitions, **self.definitions}, {*parameters, *parent.constants}))


def _closed(definitions: Mapping[str, str], known: set[str]) -> dict[str, str]:
    """The definitions that still make sense where some parameters were dropped."""
    left = dict(definitions)
    while lost := [n for n, text in left.items() if names(parse(text)) - known - left.keys()]:
        for name in lost:
            del left[name]
    return left


def constants_of(statement: Statement, trees: list[Tree]) -> set[str]:
    """Named constants in the trees, through the definitions."""
    found, pending = set(), set().union(*map(names, trees))
    while pending:
        name = pending.pop()
        if name in statement.constants:
            found.add(name)
        elif name in statement.definition_trees:
            pending |= names(statement.definition_trees[name])
    return found


@dataclass(frozen=True)
class Argument:
    """Steps that together prove the parts; the verdict is that of the weakest machine step.

    Attributes:
        steps: in order.
        scope: what the argument covers, e.g. "every L >= 1, all real n >= d >= 1".
        parts: names of the conclusions; all if empty.
    """

    steps: tuple[Step, ...]
    scope: str
    parts: tuple[str, ...] = ()

    def _loose_constants(self, statement: Statement, parts: tuple[str, ...]) -> set[str]:
        """Constants of the conclusions that no machine step mentions."""
        checked: set[str] = set()
        for step in self.steps:
            if step.relation is not None:
                checked |= constants_of(step.statement(statement), [step.statement(statement)
                                                                    .conclusion_trees["step"]])
        return constants_of(statement, [statement.conclusion_trees[p] for p in parts]) - checked

    def run(self, statement: Statement, context: Context) -> Evidence:
        """The weakest verdict over the machine steps; UNDECIDED if one is not decided."""
        parts = self.parts or tuple(statement.conclusions)
        if context.original is not None:
            strange = [p for p in parts if not statement.follows_from(context.original, p)]
            if strange:
                return Evidence(Verdict.UNDECIDED, parts, "argument",
                                f"the argument was written for another statement ({strange[0]})")
        found: list[dict[str, Any]] = []
        weakest = Verdict.PROVED
        machine = constants = 0
        for number, step in enumerate(self.steps, 1):
            entry: dict[str, Any] = {"text": step.text, "checked_by": "reader"}
            if step.relation is not None and step.check is not None:
                own = step.statement(statement)
                own.check()
                evidence = step.check.run(own, replace(context, original=own))
                if evidence.verdict not in PASSES:
                    return Evidence(Verdict.UNDECIDED, parts, "argument",
                                    f"step {number} ({step.relation}) is not proved: {evidence.summary}")
                weakest = min(weakest, evidence.verdict, key=lambda v: STRENGTH[v])
                machine += 1
                constants += not own.parameters
                entry = {"text": step.text, "checked_by": "machine", "relation": step.relation,
                         "verdict": str(evidence.verdict), "summary": evidence.summary,
                         "scope": evidence.scope, "statement": own.tree(),
                         "certificate": evidence.certificate}
            found.append(entry)
        if machine == 0:
            return Evidence(Verdict.UNDECIDED, parts, "argument", "no step was checked by machine")
        if loose := self._loose_constants(statement, parts):
            return Evidence(Verdict.UNDECIDED, parts, "argument",
                            f"no machine step depends on the constants {', '.join(sorted(loose))}, "
                            "so an altered value would go unnoticed")
        return Evidence(
            weakest, parts, "argument",
            f"written argument of {len(self.steps)} steps, {machine - constants} of them checked by "
            f"machine" + (f" and {constants} a comparison of constants" if constants else ""),
            scope=self.scope, certificate={"method": "argument", "parts": list(parts), "steps": found},
            data={"steps": [{k: s[k] for k in ("text", "checked_by")} |
                            ({"relation": s["relation"], "summary": s["summary"]}
                             if s["checked_by"] == "machine" else {}) for s in found]})
