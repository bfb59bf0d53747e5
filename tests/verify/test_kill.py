"""Kills at random moments lose nothing: `./test -m slow tests/verify/test_kill.py` does 50 of them.

After each kill every finished statement must be in the folder's cache, whole and untouched since
it was first stored (so it was neither lost nor decided again), and at the end the results must be
those of a run that nobody disturbed. Planted programs that lose or repeat work show that this is
noticed. KILLS=200 in the environment makes it 200.
"""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERIFY = [sys.executable, "-m", "verify", "all", "--profile", "quick", "--jobs", "2"]
KILLS = int(os.environ.get("KILLS", "50"))
VOLATILE = {"run", "seconds", "wall_s", "stored"}


class Lost(AssertionError):
    """A finished statement that is gone, damaged or was decided again."""


def start(command, out):
    return subprocess.Popen([*command, "--out", str(out)], cwd=ROOT, start_new_session=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def kill(process):
    """SIGKILL to the run and its workers."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def entries(out):
    """{file name: (claim, when it was stored)} of all finished statements; each must be whole."""
    found = {}
    for path in sorted((out / ".cache").glob("*.json")):
        try:
            entry = json.loads(path.read_text())
            text = json.dumps(entry["record"], sort_keys=True, separators=(",", ":"))
            sound = hashlib.sha256(text.encode()).hexdigest() == entry["sha256"]
        except (ValueError, KeyError) as error:
            raise Lost(f"{path.name} is damaged") from error
        if not sound:
            raise Lost(f"{path.name} is damaged")
        found[path.name] = (entry["key"]["claim"], path.stat().st_mtime_ns)
    return found


def lasting(value):
    """What must not depend on kills: all but times."""
    if isinstance(value, dict):
        return {name: lasting(part) for name, part in value.items() if name not in VOLATILE}
    return [lasting(part) for part in value] if isinstance(value, list) else value


def results(out):
    return lasting(json.loads((out / "results.json").read_text()))


def check_kept(before, after):
    for name, (claim, stored) in before.items():
        if name not in after:
            raise Lost(f"{claim} was finished and is gone")
        if after[name][1] != stored:
            raise Lost(f"{claim} was finished and was decided again")


def attack(command, folder, kills, share, chance):
    """Kills runs until there were so many kills; finishes; the number of runs that came to an end.

    Each kill comes after a random part of `share` times what an undisturbed run takes. A run that
    ends by itself is compared with the undisturbed one, and the next begins anew, so that kills
    fall into the whole of a run and into its report.
    """
    undisturbed = folder / "undisturbed"
    begin = time.monotonic()
    assert start(command, undisturbed).wait() in (0, 1)
    longest = share * (time.monotonic() - begin)
    expected = results(undisturbed)
    done, killed, before = 0, 0, {}
    while True:
        out = folder / f"round-{done}"
        process = start([*command, "--resume"], out)
        try:
            patience = chance.uniform(0, longest) if killed < kills else None
            code = process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            kill(process)
            killed += 1
            after = entries(out)
            check_kept(before, after)
            before = after
            continue
        assert code in (0, 1)
        check_kept(before, entries(out))
        assert results(out) == expected
        done, before = done + 1, {}
        if killed >= kills:
            return done


STUB = """
import json, sys, time
from pathlib import Path
from verify.store import Cache, Key, locked, write_atomic
out = Path(sys.argv[sys.argv.index("--out") + 1])
with locked(out):
    cache = Cache(out / ".cache")
    found = []
    for number in range(12):
        key = Key(f"toy-{number}", "s", "c", "quick", 0)
        record = BODY
        found.append(record)
    write_atomic(out / "results.json", json.dumps({"statements": found}))
"""
DECIDE = "(time.sleep(0.01), {'id': key.claim, 'wall_s': time.time(), 'text': 'x' * 100_000})[1]"
HONEST = f"cache.get(key) or cache.put(key, {DECIDE})"
REPEATING = f"cache.put(key, {DECIDE})"
FORGETTING = f"(cache.prune('x') if number == 0 else 0, {HONEST})[1]"
IN_PLACE = (f"cache.get(key) or (cache.put(key, {DECIDE}), "
            "[stream.write(part) or stream.flush() or time.sleep(0.0005) "
            "for text in [(cache.folder / key.name).read_text()] "
            "for stream in [open(cache.folder / key.name, 'w')] "
            "for part in [text[i:i + 9000] for i in range(0, len(text), 9000)]], "
            "stream.close() if 'stream' in globals() else 0, cache.get(key))[-1]")


def stub(body):
    return [sys.executable, "-c", STUB.replace("BODY", body)]


def test_a_planted_program_that_keeps_everything_passes(tmp_path):
    assert attack(stub(HONEST), tmp_path, 8, 1.2, random.Random(1)) >= 1


@pytest.mark.parametrize(("body", "message"), [
    (REPEATING, "was decided again"),
    (FORGETTING, "is gone|was decided again"),
    (IN_PLACE, "is damaged"),
], ids=["repeating", "forgetting", "in-place"])  # fmt: skip
def test_planted_programs_that_lose_are_caught(tmp_path, body, message):
    with pytest.raises(Lost, match=message):
        attack(stub(body), tmp_path, 60, 1.2, random.Random(2))


@pytest.mark.slow
def test_kills_at_random_moments_lose_nothing(tmp_path):
    assert attack(VERIFY, tmp_path, KILLS, 0.6, random.Random(3)) >= 1


@pytest.mark.slow
def test_two_runs_into_one_folder_do_not_mix(tmp_path):
    first = start(VERIFY, tmp_path)
    try:
        while not (tmp_path / ".lock").exists() or not (tmp_path / ".lock").read_text():
            assert first.poll() is None
            time.sleep(0.05)
        second = subprocess.run([*VERIFY, "--out", str(tmp_path)], cwd=ROOT, capture_output=True,
                                text=True, check=False)
    finally:
        kill(first)
    assert second.returncode == 2
    assert f"which process {first.pid} is using" in second.stderr
    assert len(second.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_end_soon_after_their_run_is_killed(tmp_path):
    process = start(VERIFY, tmp_path)
    try:
        deadline = time.monotonic() + 30
        while len(members(process.pid)) < 2:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        process.kill()
        process.wait()
        deadline = time.monotonic() + 30
        while members(process.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert members(process.pid) == []
    finally:
        for pid in members(process.pid):
            os.kill(pid, signal.SIGKILL)


def members(session):
    """Process ids of a session that are not yet ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, number = path.read_text().rpartition(") ")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(number) == session and state != "Z":
            found.append(int(path.parent.name))
    return found
