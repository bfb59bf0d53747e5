"""all claims -> records: one process per worker, one thread each, results stored as they finish.

The order of work and the number of workers do not change a verdict: every check has its own seed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from pathlib import Path
from threading import Thread
from typing import Any

from verify import registry
from verify.claim import Context
from verify.decide import decide

FALSE_ALARM_BUDGET = 1e-6
Record = dict[str, Any]


# equal shares (Bonferroni), fixed, so that one check's threshold does not depend on other claims
MAX_STATISTICAL_CHECKS = 500
FALSE_ALARM_SHARE = FALSE_ALARM_BUDGET / MAX_STATISTICAL_CHECKS


def count_statistical() -> int:
    """How many simulation checks a run of all claims makes."""
    from verify.checks import Witness

    return sum(isinstance(check, Witness) for claim in registry.all_claims().values()
               for _, reading in claim.readings() for check in reading.checks)


def work(claim_id: str, profile: str, seed: int, device: str, false_alarm: float,
         out: Path) -> Record:
    """Decide one claim in this process and attach the comparison with its expectation."""
    claim = registry.get(claim_id)
    record = decide(claim, Context(claim_id=claim_id, profile=profile, seed=seed, device=device,
                                   false_alarm=false_alarm, out=out))
    for name, reading in claim.readings():
        record[name]["expected"] = reading.expectation(profile)
        record[name]["because"] = reading.because
    return record


def _one_thread() -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


def _begin_worker(parent: int) -> None:
    _one_thread()
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A run that is killed cannot tell its workers, so each of them looks after its parent."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def executor(jobs: int) -> Executor:
    """Worker processes with one thread each, that end when this process does."""
    _one_thread()
    return ProcessPoolExecutor(max_workers=jobs, initializer=_begin_worker, initargs=(os.getpid(),))


def run(ids: Iterable[str], profile: str, seed: int, device: str, jobs: int,
        started: Callable[[str], None] = lambda _: None,
        out: Path = Path("reports")) -> Iterator[Record]:
    """Records as they finish.

    Args:
        ids: claims to decide.
        profile: quick or full.
        seed: the root seed.
        device: cpu or cuda.
        jobs: number of worker processes; 1 decides in this process.
        started: called with each id when its work is handed out.
        out: the report's folder, where stored experiments lie.
    """
    if count_statistical() > MAX_STATISTICAL_CHECKS:
        raise ValueError(f"got {count_statistical()} simulation checks, "
                         f"allowed {MAX_STATISTICAL_CHECKS} in one false-alarm budget")
    share = FALSE_ALARM_SHARE
    wanted = list(ids)
    if jobs <= 1:
        for claim_id in wanted:
            started(claim_id)
            yield work(claim_id, profile, seed, device, share, out)
        return
    with executor(jobs) as pool:
        futures = {}
        for claim_id in wanted:
            futures[pool.submit(work, claim_id, profile, seed, device, share, out)] = claim_id
            started(claim_id)
        try:
            for future in as_completed(futures):
                yield future.result()
        except (KeyboardInterrupt, GeneratorExit):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
