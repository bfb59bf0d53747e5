"""Files, locks and cache entries after kills, cuts and alterations."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verify.store import Cache, Key, StoreError, locked, write_atomic, write_together

KEY = Key("looped.lem-4.1", "a" * 64, "b" * 64, "quick", 7)
RECORD = {"id": "looped.lem-4.1", "printed": {"verdict": "PROVED", "at": ["5/3", None, True, 0.5]}}
ROOT = Path(__file__).resolve().parents[2]


def start(program, *arguments):
    """A Python process that has printed its first line; the caller ends it."""
    process = subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)], cwd=ROOT,
                               stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def kill(process):
    process.kill()
    process.wait()
    process.stdout.close()


HOLD = """
import sys, time
from pathlib import Path
from verify.store import locked
with locked(Path(sys.argv[1])):
    print("ready", flush=True)
    time.sleep(60)
"""


def test_a_stored_record_is_found_again(tmp_path):
    cache = Cache(tmp_path / "deep" / "cache")
    assert cache.get(KEY) is None
    assert cache.put(KEY, RECORD) == RECORD
    assert Cache(tmp_path / "deep" / "cache").get(KEY) == RECORD
    assert (cache.found, cache.damaged) == (0, 0)


def test_put_returns_what_get_will(tmp_path):
    cache = Cache(tmp_path)
    stored = cache.put(KEY, {"pair": (1, 2), "by": {3: "x"}})
    assert stored == {"pair": [1, 2], "by": {"3": "x"}} == cache.get(KEY)


@pytest.mark.parametrize("value", [float("nan"), object(), {1, 2}])
def test_a_record_that_is_not_json_is_refused(tmp_path, value):
    with pytest.raises(StoreError, match="^looped.lem-4.1: got a record that is not JSON"):
        Cache(tmp_path).put(KEY, {"value": value})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("other", [
    Key("looped.lem-4.2", "a" * 64, "b" * 64, "quick", 7),
    Key("looped.lem-4.1", "c" * 64, "b" * 64, "quick", 7),
    Key("looped.lem-4.1", "a" * 64, "c" * 64, "quick", 7),
    Key("looped.lem-4.1", "a" * 64, "b" * 64, "full", 7),
    Key("looped.lem-4.1", "a" * 64, "b" * 64, "quick", 8),
    Key("looped.lem-4.1", "a" * 64, "b" * 64, "quick", 7, device="cuda"),
    Key("looped.lem-4.1", "a" * 64, "b" * 64, "quick", 7, inputs="d"),
])  # fmt: skip
def test_every_part_of_the_key_counts(tmp_path, other):
    cache = Cache(tmp_path)
    cache.put(KEY, RECORD)
    assert cache.get(other) is None
    # nor does a file that was copied to the other key's name pass for its own
    (tmp_path / other.name).write_bytes((tmp_path / KEY.name).read_bytes())
    assert cache.get(other) is None
    assert cache.damaged == 1
    assert not (tmp_path / other.name).exists()
    assert cache.get(KEY) == RECORD


def test_an_entry_cut_anywhere_is_not_trusted(tmp_path):
    cache = Cache(tmp_path)
    cache.put(KEY, RECORD)
    path = tmp_path / KEY.name
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert cache.get(KEY) is None
        assert not path.exists()
    assert cache.damaged == len(whole)
    assert cache.put(KEY, RECORD) == cache.get(KEY) == RECORD


def test_an_entry_altered_anywhere_is_not_trusted(tmp_path):
    cache = Cache(tmp_path)
    cache.put(KEY, RECORD)
    path = tmp_path / KEY.name
    whole = path.read_bytes()
    for position in range(len(whole)):
        for altered in (whole[position] ^ 1, ord("9"), 0xFF):
            if altered != whole[position]:
                path.write_bytes(whole[:position] + bytes([altered]) + whole[position + 1:])
                # blanks between the parts carry nothing; all else must be noticed
                assert cache.get(KEY) is None or json.loads(path.read_bytes()) == json.loads(whole)


@pytest.mark.parametrize("content", [
    b"", b"null", b"[]", b"{}", b"\x00\xff", b"[" * 100_000, b'{"format": 1, "record": 3}',
])  # fmt: skip
def test_an_entry_of_another_shape_is_not_trusted(tmp_path, content):
    (tmp_path / KEY.name).write_bytes(content)
    cache = Cache(tmp_path)
    assert cache.get(KEY) is None
    assert cache.damaged == 1


def test_prune_removes_entries_of_other_sources(tmp_path):
    cache = Cache(tmp_path)
    old = Key("looped.lem-4.1", "a" * 64, "c" * 64, "quick", 7)
    cache.put(KEY, RECORD)
    cache.put(old, RECORD)
    assert cache.prune(KEY.sources) == 1
    assert cache.get(KEY) == RECORD
    assert cache.get(old) is None


def test_a_folder_in_use_by_another_process_is_refused_until_that_is_killed(tmp_path):
    process = start(HOLD, tmp_path)
    try:
        with pytest.raises(StoreError, match=f"which process {process.pid} is using; allowed a"):
            with locked(tmp_path):
                pass
    finally:
        kill(process)
    with locked(tmp_path):
        pass


def test_a_worker_that_outlives_a_killed_run_does_not_hold_its_folder(tmp_path):
    forking = f"""
import os, sys, time
from pathlib import Path
from verify.store import locked
with locked(Path({str(tmp_path)!r})):
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    print("ready", flush=True)
    print(child, flush=True)
    time.sleep(60)
"""
    process = start(forking)
    child = int(process.stdout.readline())
    try:
        kill(process)
        os.kill(child, 0)  # still there
        with locked(tmp_path):
            pass
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_process_does_not_enter_twice_and_the_attempt_leaves_the_lock(tmp_path):
    try_it = """
import sys
from pathlib import Path
from verify.store import StoreError, locked
try:
    with locked(Path(sys.argv[1])):
        print("entered")
except StoreError:
    print("refused")
"""
    with locked(tmp_path):
        with pytest.raises(StoreError, match=f"which process {os.getpid()} is using"):
            with locked(tmp_path / "." / ""):
                pass
        answer = subprocess.run([sys.executable, "-c", try_it, tmp_path], cwd=ROOT, text=True,
                                stdout=subprocess.PIPE, check=True)
        assert answer.stdout == "refused\n"
    answer = subprocess.run([sys.executable, "-c", try_it, tmp_path], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, check=True)
    assert answer.stdout == "entered\n"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/self/none")):
        with pytest.raises(StoreError, match=r"^got the folder .*, allowed a folder that can be"):
            with locked(folder):
                pass
        with pytest.raises(StoreError, match=r"^got the folder .*, allowed a folder that can be"):
            write_atomic(folder / "x", "y")


def test_files_are_written_together_or_not_at_all(tmp_path):
    write_together(tmp_path, {"a.md": "old", "figures/b.svg": b"old"})
    with pytest.raises(StoreError, match="allowed a folder that can be written"):
        write_together(tmp_path, {"a.md": "new", "x" * 300: "too long a name"})
    assert (tmp_path / "a.md").read_text() == "old"
    write_together(tmp_path, {"a.md": "new ä", "figures/b.svg": b"new"})
    assert (tmp_path / "a.md").read_bytes() == "new ä".encode()
    assert (tmp_path / "figures" / "b.svg").read_bytes() == b"new"
    assert sorted(p.name for p in tmp_path.rglob("*.tmp")) == []


REWRITE = """
import sys
from pathlib import Path
from verify.store import locked, write_atomic
folder = Path(sys.argv[1])
with locked(folder):
    write_atomic(folder / "figures" / "file", "0" * 300_000)
    print("ready", flush=True)
    for turn in range(10**9):
        write_atomic(folder / "figures" / "file", str(turn % 10) * 300_000)
"""


def test_killed_while_writing_the_file_is_whole(tmp_path):
    chance = random.Random(1)
    left_behind = 0
    for _ in range(12):
        process = start(REWRITE, tmp_path)
        time.sleep(chance.uniform(0, 0.05))
        kill(process)
        content = (tmp_path / "figures" / "file").read_text()
        assert content == content[0] * 300_000
        left_behind += len(list(tmp_path.rglob("*.tmp")))
        with locked(tmp_path):
            assert list(tmp_path.rglob("*.tmp")) == []
    assert left_behind > 0, "no kill fell into a write, so the test shows nothing"


def test_a_half_written_file_of_others_stays(tmp_path):
    elsewhere = tmp_path / "one" / "two" / ".x.1.tmp"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text("")
    with locked(tmp_path):
        assert elsewhere.exists()
