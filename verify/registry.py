"""id -> claim: every file under verify/claims/<paper>/ is one claim; the file name is the id.

There is no index to edit. A file may carry the steps of its proof in ``steps``; they become claims of
their own with ids like ``looped.lem-A.2.step-19``. Loading fails without a source, a domain or mutants.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from verify.claim import PAPERS, Claim, Reading
from verify.numerals import shown
from verify.statement import StatementError
from verify.verdict import Verdict

PROFILES = ("quick", "full")
CLAIMS = Path(__file__).parent / "claims"


class UnknownClaim(KeyError):
    """No claim has this id."""

    def __str__(self) -> str:
        return str(self.args[0])


def load_file(path: Path, claim_id: str) -> Iterator[Claim]:
    """The claims of one file: the statement itself, then its steps.

    Raises:
        StatementError: the file does not run, has no CLAIM, or a claim is not well formed.
    """
    claim = _executed(path, claim_id)
    steps = claim.steps if isinstance(claim.steps, Mapping) else {"steps": claim.steps}
    for full_id, found in ((claim_id, claim), *((f"{claim_id}.{s}", c) for s, c in steps.items())):
        try:
            if not isinstance(found, Claim):
                raise StatementError(f"{full_id}: got {type(found).__name__}, allowed Claim(...)")
            named = replace(found, id=full_id, steps={})
            for _, reading in named.readings():
                _check_types(reading)
            named.check_form()
        except (Exception, SystemExit) as error:
            known = isinstance(error, StatementError)
            raise StatementError(_with_file(path, str(error) if known else f"{full_id}: {_told(error)}")
                                 ) from error
        yield named


def _executed(path: Path, claim_id: str) -> Claim:
    name = "verify_claim_" + "".join(c if c.isalnum() else "_" for c in claim_id)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise StatementError(f"got {path}, allowed a Python file that defines CLAIM")
    module = importlib.util.module_from_spec(spec)
    # a dataclass in the file looks its own module up
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise StatementError(_with_file(path, _told(error))) from error
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        raise StatementError(f"{path}: got no CLAIM, allowed a file that defines CLAIM = Claim(...)")
    return claim


def _check_types(reading: Reading) -> None:
    """What would only be noticed in the middle of a run."""
    for name in ("checks", "hypotheses"):
        if not isinstance(getattr(reading, name), tuple | list):
            raise StatementError(f"{name}: got {getattr(reading, name)!r}, allowed a tuple (a, ...)")
    for check in reading.checks:
        if not callable(getattr(check, "run", None)):
            raise StatementError(f"checks: got {check!r}, allowed a check of verify.checks")
    for profile in PROFILES:
        if (verdict := reading.expectation(profile)) not in tuple(Verdict):
            raise StatementError(f"expected ({profile}): got {verdict!r}, allowed {', '.join(Verdict)}")


def _told(error: BaseException) -> str:
    """One line of an exception, with its line of a syntax error."""
    where = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {' '.join(text.split())[:200]}{where}"


def _with_file(path: Path, reason: str) -> str:
    return (f"{path}: {reason}" if ", allowed " in reason
            else f"got {path} ({reason}), allowed a well-formed claim file")


def _files() -> Iterator[tuple[Path, str]]:
    for paper in PAPERS:
        for path in sorted((CLAIMS / paper).glob("*.py")):
            if path.stem != "__init__" and not path.stem.startswith("_"):
                yield path, f"{paper}.{path.stem}"


@cache
def all_claims() -> dict[str, Claim]:
    """Every claim by id, in the order of the papers.

    Raises:
        StatementError: a file is not well formed, or an id repeats.
    """
    found: dict[str, Claim] = {}
    for path, claim_id in _files():
        for claim in load_file(path, claim_id):
            if claim.id in found:
                raise StatementError(f"got the id {claim.id} twice")
            found[claim.id] = claim
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


def _order(claim_id: str) -> tuple[int, list[tuple[int, str]]]:
    """Papers in order, then names with their numbers as numbers: lem-4.2 before lem-A.10."""
    paper, name = claim_id.split(".", 1)
    pieces = "".join(c if c.isalnum() else " " for c in name).split()
    return PAPERS.index(paper), [(int(p), "") if p.isdigit() else (10**6, p) for p in pieces]


def get(claim_id: str) -> Claim:
    """One claim by id; loads only its own file when not all are loaded anyway.

    Raises:
        UnknownClaim: with the nearest ids that exist.
    """
    if all_claims.cache_info().currsize and claim_id in all_claims():
        return all_claims()[claim_id]
    for path, file_id in _files():
        if claim_id == file_id or claim_id.startswith(f"{file_id}.step-"):
            for claim in load_file(path, file_id):
                if claim.id == claim_id:
                    return claim
    import difflib

    near = difflib.get_close_matches(claim_id, list(all_claims()), n=3, cutoff=0.5)
    allowed = ", ".join(near) if near else "an id of `python -m verify list`"
    raise UnknownClaim(f"got the id {shown(claim_id)}, allowed for example {allowed}")
