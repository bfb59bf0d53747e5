"""all claims -> records: one process per worker, one thread each, results stored as they finish.

The order of work and the number of workers do not change a verdict: every check has its own seed.
Work is handed out one claim at a time, so that it is known what runs; a claim that takes its worker
down (a crash of a library, memory) is an ERROR of its own row and the others go on.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from verify import registry
from verify.claim import Context
from verify.decide import broken, decide

FALSE_ALARM_BUDGET = 1e-6
Record = dict[str, Any]
Settings = tuple[str, int, str, float, Path]


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
    context = Context(claim_id=claim_id, profile=profile, seed=seed, device=device,
                      false_alarm=false_alarm, out=out)
    try:
        record = decide(claim, context)
        json.dumps(record, allow_nan=False)
    except (Exception, SystemExit) as error:
        record = broken(claim, context, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    return _compared(record, profile)


def _compared(record: Record, profile: str) -> Record:
    for name, reading in registry.get(record["id"]).readings():
        record[name]["expected"] = reading.expectation(profile)
        record[name]["because"] = reading.because
    return record


def one_thread() -> None:
    """One thread for each library, before it is loaded: more only wait for each other here."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


def _begin_worker(parent: int) -> None:
    one_thread()
    # the terminal sends Ctrl-C to all; the run ends its workers itself
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A run that is killed cannot tell its workers, so each of them looks after its parent."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """Worker processes with one thread each, that end with the block however it ends.

    When it ends by an exception, such as Ctrl-C, what still runs is ended and lost.
    """
    one_thread()
    others = set(multiprocessing.active_children())
    # on Linux always by fork: with a server in between, the parent would not be this process
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    with ProcessPoolExecutor(max_workers=jobs, mp_context=context, initializer=_begin_worker,
                             initargs=(os.getpid(),)) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def run(ids: Iterable[str], profile: str, seed: int, device: str, jobs: int,
        started: Callable[[str], None] = lambda _: None,
        out: Path = Path("reports")) -> Generator[Record, None, None]:
    """Records as they finish; close the iterator to end the workers.

    Args:
        ids: claims to decide.
        profile: quick or full.
        seed: the root seed.
        device: cpu or cuda.
        jobs: number of worker processes, >= 1.
        started: called with each id when its work is handed out.
        out: the report's folder, where stored experiments lie.
    """
    if count_statistical() > MAX_STATISTICAL_CHECKS:
        raise ValueError(f"got {count_statistical()} simulation checks, "
                         f"allowed {MAX_STATISTICAL_CHECKS} in one false-alarm budget")
    wanted = list(ids)
    settings = (profile, seed, device, FALSE_ALARM_SHARE, out)
    suspects: list[str] = []
    while wanted:
        yield from _in_pool(wanted, settings, jobs, started, suspects)
    for claim_id in suspects:
        # whose worker died is not known, so each claim that was running is tried alone
        alone: list[str] = []
        yield from _in_pool([claim_id], settings, 1, started, alone)
        if alone:
            yield _lost(claim_id, settings, "the worker process died while it decided this claim")


def _in_pool(wanted: list[str], settings: Settings, jobs: int, started: Callable[[str], None],
             suspects: list[str]) -> Generator[Record, None, None]:
    """Records of one pool; takes from ``wanted``, adds to ``suspects`` what ran when a worker died."""
    running: dict[Future[Record], str] = {}
    try:
        with workers(min(jobs, len(wanted))) as pool:
            while wanted or running:
                while wanted and len(running) < jobs:
                    started(wanted[0])
                    running[pool.submit(work, wanted[0], *settings)] = wanted[0]
                    del wanted[0]
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    if isinstance(error := future.exception(), BrokenProcessPool):
                        raise error
                    claim_id = running.pop(future)
                    yield future.result() if error is None else _lost(claim_id, settings, repr(error))
    except BrokenProcessPool:
        suspects += running.values()


def _lost(claim_id: str, settings: Settings, message: str) -> Record:
    profile, seed = settings[:2]
    context = Context(claim_id=claim_id, profile=profile, seed=seed)
    return _compared(broken(registry.get(claim_id), context, message), profile)
