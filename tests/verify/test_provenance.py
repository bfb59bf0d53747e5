"""The hash of the sources changes with the sources and with nothing else; times are measured."""

import hashlib
import json
import re
import time
from pathlib import Path

import pytest

from verify import provenance

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path):
    for name, content in (("theory/a.py", "x = 1\n"), ("theory/deep/b.py", "y = 2\n"),
                          ("verify/c.py", ""), ("tests/test_a.py", "")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return tmp_path


def test_hash_of_a_typed_in_tree(tree):
    def digest(text):
        return hashlib.sha256(text.encode()).hexdigest()

    lines = (f"theory/a.py {digest('x = 1' + chr(10))}\n"
             f"theory/deep/b.py {digest('y = 2' + chr(10))}\n"
             f"verify/c.py {digest('')}\n")
    assert provenance.hash_sources(tree) == digest(lines)


@pytest.mark.parametrize("change", [
    lambda tree: (tree / "theory/a.py").write_text("x = 2\n"),
    lambda tree: (tree / "theory/a.py").rename(tree / "theory/z.py"),
    lambda tree: (tree / "verify/c.py").unlink(),
    lambda tree: (tree / "verify/new.json").write_text(""),
])  # fmt: skip
def test_hash_changes_with_the_sources(tree, change):
    before = provenance.hash_sources(tree)
    change(tree)
    assert provenance.hash_sources(tree) != before


def test_hash_ignores_tests_compiled_and_hidden_files(tree):
    before = provenance.hash_sources(tree)
    (tree / "tests/test_a.py").write_text("changed")
    (tree / "theory/__pycache__").mkdir()
    (tree / "theory/__pycache__/a.cpython-311.pyc").write_bytes(b"x")
    (tree / "theory/.a.py.swp").write_bytes(b"x")
    (tree / "theory/a.py").touch()
    assert provenance.hash_sources(tree) == before


def test_provenance_is_json_and_names_no_person_or_path():
    provenance.sources_hash.cache_clear()
    run = provenance.provenance(seed=11, device="cpu", profile="quick", jobs=2)
    assert json.loads(json.dumps(run)) == run
    assert (run["seed"], run["device"], run["profile"], run["jobs"]) == (11, "cpu", "quick", 2)
    assert run["sources"] == provenance.hash_sources(ROOT)
    assert re.fullmatch(r"\d+\.\d+\.\d+", run["version"])
    assert {"torch", "sympy", "python-flint"} <= set(run["libraries"])
    assert str(ROOT) not in json.dumps(run)
    assert str(Path.home()) not in json.dumps(run)


def test_environment_hash_is_stable():
    assert provenance.environment_hash() == provenance.environment_hash()
    assert re.fullmatch("[0-9a-f]{64}", provenance.environment_hash())


def test_times_of_waiting_and_of_work():
    with provenance.timed() as waiting:
        time.sleep(0.2)
    assert 0.2 <= waiting.wall_s
    assert waiting.cpu_s < 0.15
    with provenance.timed() as working:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
    assert working.cpu_s >= 0.2
    assert set(working.json()) == {"wall_s", "cpu_s"}


def test_times_are_kept_when_the_block_fails():
    with pytest.raises(ZeroDivisionError, match="division"), provenance.timed() as times:
        time.sleep(0.01)
        raise ZeroDivisionError("division")
    assert times.wall_s >= 0.01
