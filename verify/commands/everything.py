"""``all``: decide every statement, store each as it finishes, write the report.

A statement that is stored under the same statement, sources, profile, seed, device and libraries is
not decided again, so a run that was killed goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

from verify import registry, runner
from verify.certificates import certificate_files, manifest_text, stored_inputs_hash
from verify.commands.common import check_profile, device_of, outcome, readings, row
from verify.commands.progress import Progress
from verify.provenance import environment_hash, provenance, sources_hash, timed
from verify.store import Cache, Key, StoreError, locked, write_atomic, write_together

Record = dict[str, Any]


def keys(profile: str, seed: int, device: str, out: Path) -> dict[str, Key]:
    """What each statement's stored record depends on."""
    inputs = environment_hash() + stored_inputs_hash(out)
    return {claim.id: Key(claim.id, "+".join(r.statement.hash for _, r in claim.readings()),
                          sources_hash(), profile, seed, device, inputs)
            for claim in registry.all_claims().values()}


def records(wanted: dict[str, Key], cache: Cache, jobs: int, progress: Progress,
            out: Path) -> Generator[Record, None, None]:
    """Stored records first, then new ones as they finish."""
    missing = []
    for claim_id, key in wanted.items():
        stored = cache.get(key)
        if stored is None:
            missing.append(claim_id)
        else:
            yield {**stored, "stored": True}
    if not missing:
        return
    key = wanted[missing[0]]
    new = runner.run(missing, key.profile, key.seed, key.device, jobs, progress.start, out)
    with closing(new):
        for record in new:
            # an error may have a passing cause, so it is tried again next time
            broken = any(r["internal_failure"] for _, r in readings(record))
            yield {**(record if broken else cache.put(wanted[record["id"]], record)), "stored": False}


def run_all(profile: str, jobs: int, seed: int, device: str, out: Path, junit: Path | None,
            strict: bool, resume: bool) -> int:
    """Decide everything and write the report; the exit code of the contract.

    ``resume`` is accepted for clarity: finished statements are always taken from the store.
    """
    from verify.report import write_junit, write_report

    check_profile(profile)
    chosen = device_of(device)
    with locked(out):
        if junit is not None:
            prepare(junit)
        with timed() as times, Progress(len(registry.all_claims())) as progress:
            ordered = decided(out, profile, seed, chosen, jobs, progress)
            write_together(out / "certificates", certificate_files(ordered, out / "certificates"))
            write_together(out, {"statements.json": manifest_text()})
        run = provenance(seed=seed, device=chosen, profile=profile, jobs=jobs)
        run |= {"times": times.json(), "budget": runner.FALSE_ALARM_BUDGET,
                "statistical_checks": runner.count_statistical(),
                "stored": sum(bool(r["stored"]) for r in ordered)}
        write_report(out, ordered, run)
        if junit is not None:
            write_junit(junit, ordered)
    progress.summary(ordered, out, times.wall_s)
    return outcome(ordered, strict)


def decided(out: Path, profile: str, seed: int, device: str, jobs: int,
            progress: Progress) -> list[Record]:
    """The records of all claims in the order of the registry, stored as they finish."""
    cache = Cache(out / ".cache")
    cache.prune(sources_hash())
    wanted = keys(profile, seed, device, out)
    found: dict[str, Record] = {}
    # closed, so that an interruption in this loop ends the workers too
    with closing(records(wanted, cache, jobs, progress, out)) as finished:
        for record in finished:
            found[record["id"]] = record
            progress.done(record["id"], row(record), stored=record["stored"])
    return [found[claim_id] for claim_id in wanted]


def prepare(path: Path) -> None:
    """Raise StoreError now, and not after the work, if the file cannot be written."""
    if path.is_dir():
        raise StoreError(f"got {str(path)!r}, which is a folder; allowed the name of a file")
    probe = path.with_name(f".{path.name}.probe.tmp")
    write_atomic(probe, "")
    probe.unlink(missing_ok=True)
