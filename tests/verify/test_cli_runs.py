"""`all` over planted claims: stored records, crashes, Ctrl-C, closed pipes, two runs into one folder."""

import io
import json
import os
import signal
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from tests.verify.command_line import call, claims, plant, start
from verify import runner
from verify.commands.progress import Progress

SLOW = "time.sleep(60)"
SHORT = "time.sleep(0.2)"


def results(out):
    return json.loads((out / "results.json").read_text())


def verdicts(out):
    return {s["id"]: s["printed"]["verdict"] for s in results(out)["statements"]}


@pytest.fixture(autouse=True)
def no_figures(monkeypatch):
    """Figures of the papers take longer than all the rest and say nothing about planted claims."""
    monkeypatch.setattr("verify.report.write.draw", lambda records: [])


@pytest.fixture
def planted(tmp_path):
    """Two claims that are decided as expected, and the folder for the report."""
    with claims(plant(tmp_path / "claims", one="", two="")):
        yield tmp_path / "out"


def test_a_run_writes_the_report_and_the_contracts_json(planted):
    answer = call("all", "--jobs", 2, "--out", planted, "--seed", 3)
    assert answer.code == 0, answer
    found = results(planted)
    assert found["schema"] == 1
    assert found["run"]["seed"] == 3 and found["run"]["jobs"] == 2 and found["run"]["profile"] == "quick"
    assert verdicts(planted) == {"cross.one": "CERTIFIED", "cross.two": "CERTIFIED"}
    for statement in found["statements"]:
        assert statement["repaired"] is None
        paths = [e["certificate"] for e in statement["printed"]["evidence"]]
        assert all(path is None or (planted / path).is_file() for path in paths)
        assert any(paths)
    assert {p.name for p in planted.iterdir()} >= {"verification.md", "errata.md", "certificates"}
    assert "report: " in answer.out and "unexpected: none" in answer.out
    assert answer.err == ""


def test_an_unchanged_run_hands_out_no_work(planted, monkeypatch):
    first = call("all", "--jobs", 1, "--out", planted)
    monkeypatch.setattr(runner, "run", None)
    second = call("all", "--jobs", 1, "--out", planted, "--resume")
    assert (first.code, second.code) == (0, 0)
    assert "2 of 2 statements were stored and unchanged" in second.out
    assert results(planted)["run"]["stored"] == 2


def test_another_seed_is_another_run(planted):
    call("all", "--jobs", 1, "--out", planted)
    answer = call("all", "--jobs", 1, "--out", planted, "--seed", 1)
    assert "were stored" not in answer.out


def test_junit(planted):
    assert call("all", "--jobs", 1, "--out", planted, "--junit", planted / "new" / "junit.xml").code == 0
    root = ElementTree.parse(planted / "new" / "junit.xml").getroot()
    assert [case.get("classname") for case in root.iter("testcase")] == ["cross.one", "cross.two"]
    assert not list(planted.rglob("*.tmp"))


@pytest.mark.parametrize(("expected", "options", "code"), [
    ("CERTIFIED", (), 0), ("CERTIFIED", ("--strict",), 0), ("REFUTED", (), 1), ("REFUTED", ("--strict",), 1),
])  # fmt: skip
def test_exit_codes(tmp_path, expected, options, code):
    with claims(plant(tmp_path / "claims", expected=expected, one="")):
        answer = call("all", "--jobs", 1, "--out", tmp_path / "out", *options)
        assert answer.code == code
        assert ("UNEXPECTED: printed is CERTIFIED, expected REFUTED" in answer.out) is (code == 1)
        # what is stored is news the second time too
        again = call("all", "--jobs", 1, "--out", tmp_path / "out", *options)
        assert again.code == code
        assert ("UNEXPECTED" in again.out) is (code == 1)


def test_an_expected_undecided_fails_only_under_strict(tmp_path):
    body = "return Evidence(Verdict.UNDECIDED, ('part',), 'planted', 'tried')"
    folder = plant(tmp_path / "claims", expected="UNDECIDED", one=body)
    path = folder / "cross" / "one.py"
    path.write_text(path.read_text().replace(', Points([{"n": Fraction(3)}], "n = 3")', ","))
    with claims(folder):
        assert call("all", "--jobs", 1, "--out", tmp_path / "out").code == 0
        assert call("all", "--jobs", 1, "--out", tmp_path / "out", "--strict").code == 3


def test_nothing_to_run(tmp_path):
    with claims(plant(tmp_path / "claims")):
        assert call("all", "--jobs", 1, "--out", tmp_path / "out").code == 5


EVIDENCE = "return Evidence(Verdict.UNDECIDED, ('part',), 'x', 'y', data={'f': %s})"
CRASHES = {
    "raises": "raise RuntimeError('planted')", "exits": "sys.exit(0)", "forgets": "raise MemoryError",
    "recurs": "return self.run(statement, context)", "mute": "return None", "dies": "os._exit(0)",
    "killed": "os.kill(os.getpid(), signal.SIGKILL)", "fractions": EVIDENCE % "Fraction(1)",
    "lambdas": EVIDENCE % "lambda: 1",
}  # fmt: skip


def test_a_crash_is_an_error_of_its_own_row(tmp_path):
    out = tmp_path / "out"
    with claims(plant(tmp_path / "claims", **CRASHES, good="", well=SHORT)):
        answer = call("all", "--jobs", 2, "--out", out)
    assert answer.code == 4
    found = {s["id"]: s["printed"] for s in results(out)["statements"]}
    assert len(found) == len(CRASHES) + 2
    for name in CRASHES:
        reading = found[f"cross.{name}"]
        assert any(e["verdict"] == "ERROR" for e in reading["evidence"]), name
        assert answer.out.count(f"\ncross.{name} ") == 1
    assert found["cross.dies"]["verdict"] == found["cross.killed"]["verdict"] == "ERROR"
    for name in ("good", "well"):
        assert found[f"cross.{name}"]["verdict"] == "CERTIFIED"
    assert "BROKEN: printed: RuntimeError: planted (raises.py:" in answer.out
    # whatever broke is tried again, what was decided is not
    with claims(plant(tmp_path / "claims", **CRASHES, good="", well=SHORT)):
        assert "2 of 11 statements were stored" in call("all", "--jobs", 2, "--out", out).out


def wait_for(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def stored(out):
    return len(list((out / ".cache").glob("*.json")))


@pytest.mark.parametrize("group", [True, False], ids=["ctrl-c", "kill -INT"])
def test_ctrl_c_keeps_what_had_finished(tmp_path, group):
    out = tmp_path / "out"
    folder = plant(tmp_path / "claims", a1="", a2="", z1=SLOW, z2=SLOW)
    process = start(folder, "all", "--jobs", 2, "--out", out)
    wait_for(lambda: stored(out) == 2)
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "interrupted; what had finished is stored, --resume continues\n"
    assert not (out / "results.json").exists()
    again = start(plant(folder, z1="", z2=""), "all", "--jobs", 2, "--out", out, "--resume")
    text, err = again.communicate(timeout=60)
    assert (again.returncode, err) == (0, "")
    assert "2 of 4 statements were stored and unchanged" in text


def test_ctrl_c_during_check(tmp_path):
    mark = tmp_path / "begun"
    body = f"open({str(mark)!r}, 'w').close(); {SLOW}"
    process = start(plant(tmp_path / "claims", z=body), "check", "cross.z")
    wait_for(mark.exists)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


def test_ctrl_c_during_mutate(tmp_path):
    mark = tmp_path / "begun"
    body = f"open({str(mark)!r}, 'w').close(); {SLOW}"
    process = start(plant(tmp_path / "claims", z=body), "mutate", "--jobs", 1)
    wait_for(mark.exists)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "interrupted\n")


def test_two_runs_into_one_folder(tmp_path):
    out = tmp_path / "out"
    mark = tmp_path / "begun"
    folder = plant(tmp_path / "claims", z=f"open({str(mark)!r}, 'w').close(); {SLOW}")
    first = start(folder, "all", "--jobs", 1, "--out", out)
    wait_for(mark.exists)
    second = start(folder, "all", "--jobs", 1, "--out", out)
    text, err = second.communicate(timeout=60)
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=20)
    assert (second.returncode, text) == (2, "")
    assert err == (f"error: got the folder {str(out)!r}, which process {first.pid} is using; "
                   "allowed a folder that no other run uses\n")
    assert first.returncode == 130


def test_a_reader_that_leaves_does_not_stop_a_run(tmp_path):
    out = tmp_path / "out"
    reader, writer = os.pipe()
    process = start(plant(tmp_path / "claims", one=SHORT, two=SHORT), "all", "--jobs", 1, "--out", out,
                    stdout=writer)
    os.close(writer)
    os.close(reader)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert set(verdicts(out).values()) == {"CERTIFIED"}


@pytest.mark.parametrize("arguments", [["list"], ["list", "--json"], ["--help"], ["show", "looped.thm-3.4"]])
def test_a_closed_pipe_makes_no_noise(arguments):
    reader, writer = os.pipe()
    process = start(None, *arguments, stdout=writer)
    os.close(writer)
    os.close(reader)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_the_bar_names_what_runs_and_lines_stay_lines():
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80, legacy_windows=False)
    with Progress(3, console) as progress:
        progress.start("looped.thm-3.4")
        progress.start("looped.thm-3.2-optimum")
        assert progress.describe() == "looped.thm-3.4, looped.thm-3.2-opti…"
        progress.start("looped.lem-A.2")
        assert progress.describe().endswith(" +1")
        progress.done("looped.thm-3.4", ["a row"], stored=True)
        assert progress.describe() == "looped.thm-3.2-opti…, looped.lem-A.2"
        progress.bar.refresh()
    assert "1/3" in screen.getvalue()


def test_no_bar_without_a_terminal():
    screen = io.StringIO()
    with Progress(1, Console(file=screen)) as progress:
        progress.start("a")
        progress.done("a", ["row"], stored=True)
    assert screen.getvalue() == ""


def test_stored_records_that_are_damaged_are_decided_again(planted):
    call("all", "--jobs", 1, "--out", planted)
    damaged = sorted((planted / ".cache").glob("*.json"))[0]
    damaged.write_text(damaged.read_text()[:-40])
    answer = call("all", "--jobs", 1, "--out", planted)
    assert "1 of 2 statements were stored" in answer.out
    assert isinstance(json.loads(Path(damaged).read_text()), dict)
