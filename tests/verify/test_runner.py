"""Workers: results do not depend on them, and a worker that dies takes only its own claim with it."""

import multiprocessing
import os
import signal

import pytest

from tests.verify.command_line import claims, plant
from verify import runner
from verify.runner import FALSE_ALARM_BUDGET, FALSE_ALARM_SHARE, MAX_STATISTICAL_CHECKS, run, work, workers

DRAW = "return Evidence(Verdict.UNDECIDED, ('part',), 'draw', str((context.seed, context.false_alarm)))"


def lasting(record):
    return {**record, "seconds": None}


def test_records_do_not_depend_on_the_number_of_workers_or_their_order(tmp_path):
    with claims(plant(tmp_path, a=DRAW, b=DRAW, c=DRAW)):
        names = ["cross.a", "cross.b", "cross.c"]
        one = {r["id"]: lasting(r) for r in run(names, "quick", 3, "cpu", 1)}
        two = {r["id"]: lasting(r) for r in run(reversed(names), "quick", 3, "cpu", 2)}
        other = {r["id"]: lasting(r) for r in run(names, "quick", 4, "cpu", 2)}
    assert one == two
    assert one.keys() == set(names)
    assert one != other
    assert len({r["printed"]["evidence"][0]["summary"] for r in one.values()}) == 3


def test_a_record_is_compared_with_its_expectation(tmp_path):
    with claims(plant(tmp_path, expected="PROVED", a="")):
        record = work("cross.a", "quick", 0, "cpu", 1e-8, tmp_path)
    assert (record["printed"]["verdict"], record["printed"]["expected"]) == ("CERTIFIED", "PROVED")
    assert record["printed"]["because"] == "three plus one is four"


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_worker_that_dies_costs_one_claim(tmp_path, jobs):
    bodies = {"a": "", "b": "os._exit(1)", "c": "", "d": "os.kill(os.getpid(), signal.SIGKILL)", "e": ""}
    with claims(plant(tmp_path, **bodies)):
        found = {r["id"]: r["printed"] for r in run([f"cross.{n}" for n in bodies], "quick", 0, "cpu", jobs)}
    verdicts = {name: reading["verdict"] for name, reading in found.items()}
    assert verdicts == {"cross.a": "CERTIFIED", "cross.b": "ERROR", "cross.c": "CERTIFIED",
                        "cross.d": "ERROR", "cross.e": "CERTIFIED"}
    assert found["cross.b"]["evidence"][0]["summary"] == (
        "the worker process died while it decided this claim")
    assert found["cross.b"]["internal_failure"]


def test_work_is_handed_out_when_there_is_a_worker_for_it(tmp_path):
    told = []
    with claims(plant(tmp_path, a="", b="", c="")):
        found = run(["cross.a", "cross.b", "cross.c"], "quick", 0, "cpu", 1, started=told.append)
        assert next(found)["id"] == "cross.a"
        assert told == ["cross.a"]
        assert [r["id"] for r in found] == ["cross.b", "cross.c"]
    assert told == ["cross.a", "cross.b", "cross.c"]


def test_closing_a_run_ends_its_workers(tmp_path):
    others = set(multiprocessing.active_children())
    with claims(plant(tmp_path, a="", z="time.sleep(60)")):
        found = run(["cross.a", "cross.z"], "quick", 0, "cpu", 2)
        next(found)
        assert set(multiprocessing.active_children()) - others
        found.close()
    assert set(multiprocessing.active_children()) <= others


def test_an_exception_ends_the_workers_at_once():
    others = set(multiprocessing.active_children())
    with pytest.raises(ZeroDivisionError), workers(2) as pool:
        futures = [pool.submit(signal.pause) for _ in range(2)]
        while not all(future.running() for future in futures):
            pass
        raise ZeroDivisionError
    assert set(multiprocessing.active_children()) <= others


def settings():
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN, os.environ["OMP_NUM_THREADS"]


def test_a_worker_has_one_thread_and_leaves_ctrl_c_to_the_run():
    with workers(1) as pool:
        assert pool.submit(settings).result() == (True, "1")


def test_nothing_to_do(tmp_path):
    with claims(plant(tmp_path)):
        assert list(run([], "quick", 0, "cpu", 2)) == []


def test_one_false_alarm_budget(tmp_path, monkeypatch):
    assert FALSE_ALARM_SHARE * MAX_STATISTICAL_CHECKS == pytest.approx(FALSE_ALARM_BUDGET, rel=1e-12)
    assert 0 < runner.count_statistical() <= MAX_STATISTICAL_CHECKS
    monkeypatch.setattr(runner, "count_statistical", lambda: MAX_STATISTICAL_CHECKS + 1)
    with pytest.raises(ValueError, match="got 501 simulation checks, allowed 500 in one false-alarm budget"):
        next(run(["cross.one-layer"], "quick", 0, "cpu", 1))
