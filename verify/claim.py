"""A claim is one file: two readings of a statement as data, and the checks that decide them.

The recorded expectation is compared with the verdict by the runner and read by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from verify.statement import Statement, StatementError
from verify.verdict import Evidence

PAPERS = ("looped", "one_step", "cross")


@dataclass(frozen=True)
class Context:
    """What a check may use besides the statement.

    Attributes:
        claim_id: full id, e.g. ``looped.thm-3.4``.
        reading: ``printed`` or ``repaired``.
        profile: ``quick`` or ``full``.
        seed: this check's own seed, derived from the run's root seed and the id.
        device: ``cpu`` or ``cuda``.
        false_alarm: this check's share of the run's false-alarm budget.
        out: the report's folder, where stored experiments lie.
        original: the statement that the claim's checks were written for; a written argument covers
            no other one (constants apart).
    """

    claim_id: str = "user.claim"
    reading: str = "printed"
    profile: str = "quick"
    seed: int = 0
    device: str = "cpu"
    false_alarm: float = 1e-8
    out: Path = Path("reports")
    original: Statement | None = None

    @property
    def full(self) -> bool:
        """True in the full profile."""
        return self.profile == "full"


class Check(Protocol):
    """Anything that turns a statement into evidence."""

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Decide some parts of the statement, or say what was tried."""
        ...


@dataclass(frozen=True)
class Reading:
    """One reading of a statement with its checks.

    Attributes:
        text: what the paper prints (LaTeX), or the repaired text.
        note: how the text was read, or what the repair changed and why; one or two lines.
        conclusions, parameters, hypotheses, constants, definitions: see ``Statement``.
        checks: run in order; each decides parts.
        expected: the verdict that this reading is known to get, or one per profile.
        because: why that verdict is expected.
        speaks: a relation in L, d, n and the definitions: where the conclusion is not trivial.
        tightness: computes the largest left over right and where, from the statement.
    """

    text: str
    parameters: Mapping[str, str]
    conclusions: Mapping[str, str]
    checks: tuple[Check, ...]
    expected: str | Mapping[str, str]
    because: str
    note: str = ""
    hypotheses: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    definitions: Mapping[str, str] = field(default_factory=dict)
    speaks: str | None = None
    tightness: Callable[[Statement], Mapping[str, Any]] | None = None

    @property
    def statement(self) -> Statement:
        """The statement as data."""
        return Statement(dict(self.parameters), dict(self.constants), tuple(self.hypotheses),
                         dict(self.conclusions), dict(self.definitions))

    def expectation(self, profile: str) -> str:
        """The recorded verdict for a profile."""
        return self.expected if isinstance(self.expected, str) else self.expected[profile]


@dataclass(frozen=True)
class Claim:
    """A numbered statement of a paper.

    Attributes:
        number: as printed, e.g. ``Theorem 3.4``.
        title: a few words.
        source: section, page or equations.
        printed, repaired: the readings; repaired is None where the printed one needs no repair.
        mutants: constant changes, keyed like ``--with``, that must alter the verdict to a non-pass.
        uses: ids that the statement's proof rests on.
        errata: what an author would want to read; empty if nothing is wrong.
        explanation: from the definition, where the derivation slips; shown in the report.
    """

    number: str
    title: str
    source: str
    printed: Reading
    repaired: Reading | None = None
    mutants: tuple[Mapping[str, str], ...] = ()
    uses: tuple[str, ...] = ()
    errata: str = ""
    explanation: str = ""
    id: str = ""
    steps: Mapping[str, Claim] = field(default_factory=dict)

    @property
    def paper(self) -> str:
        """The part of the id before the first dot."""
        return self.id.split(".", 1)[0]

    def readings(self) -> Iterator[tuple[str, Reading]]:
        """('printed', ...) and, if there is one, ('repaired', ...)."""
        yield "printed", self.printed
        if self.repaired is not None:
            yield "repaired", self.repaired

    def check_form(self) -> None:
        """Raise StatementError unless the claim has a source, well-formed readings and mutants."""
        if not self.source:
            raise StatementError(f"{self.id}: a claim needs a source")
        for name, reading in self.readings():
            try:
                reading.statement.check()
            except ValueError as error:
                raise StatementError(f"{self.id} ({name}): {error}") from error
            if not reading.checks:
                raise StatementError(f"{self.id} ({name}): a reading needs a check")
        if any(r.constants for _, r in self.readings()) and not self.mutants:
            raise StatementError(f"{self.id}: a claim with named constants needs mutants")
        for mutant in self.mutants:
            split_changes(self, mutant)


def split_changes(claim: Claim, changes: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Changes by reading: NAME and printed.NAME go to printed, repaired.NAME to repaired.

    Raises:
        StatementError: the reading or the constant does not exist.
    """
    found: dict[str, dict[str, str]] = {}
    for key, text in changes.items():
        reading_name, _, name = key.rpartition(".")
        readings = dict(claim.readings())
        if (reading_name or "printed") not in readings:
            raise StatementError(f"got the reading {reading_name!r}, allowed {', '.join(readings)}")
        reading = readings[reading_name or "printed"]
        reading.statement.with_constants({name: text})
        found.setdefault(reading_name or "printed", {})[name] = text
    return found
