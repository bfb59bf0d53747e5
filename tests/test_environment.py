"""`.venv` is used only when it was finished, here, from the files of now; pip itself is not run."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "tools" / "environment.py"


class Place:
    """A project folder with a copy of the script; its commands only leave what they would make."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "tools").mkdir(parents=True)
        shutil.copy(SCRIPT, folder / "tools")
        (folder / "pyproject.toml").write_text("[project]\n")
        (folder / "constraints.txt").write_text("torch==2.13.0\n")
        self.commands = []
        self.fails_at = ""

    def run(self):
        place = importlib.util.spec_from_file_location("environment_script",
                                                       self.folder / "tools" / "environment.py")
        script = importlib.util.module_from_spec(place)
        place.loader.exec_module(script)
        script.command = self.command
        self.commands = []
        return script.main()

    def command(self, words):
        self.commands.append(words)
        if words[1:3] == ["-m", "venv"]:
            (self.folder / ".venv" / "bin").mkdir(parents=True)
            os.symlink(sys.executable, self.folder / ".venv" / "bin" / "python")
        if self.fails_at and self.fails_at in words[-1]:
            raise subprocess.CalledProcessError(1, words)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path / "project")


def test_made_once_and_then_used(place, capsys):
    assert place.run() == 0
    assert capsys.readouterr().out == f"{place.folder}/.venv/bin/python\n"
    assert [words[-1] for words in place.commands] == [
        f"{place.folder}/.venv", "setuptools", f"{place.folder}[test]"]
    for words in place.commands[1:]:
        assert words[words.index("--constraint") + 1] == f"{place.folder}/constraints.txt"
    assert place.run() == 0
    assert place.commands == []
    assert capsys.readouterr().out == f"{place.folder}/.venv/bin/python\n"


@pytest.mark.parametrize("step", [".venv", "setuptools", "[test]"])
def test_a_half_made_one_is_made_again_from_nothing(place, step, capsys):
    place.fails_at = step
    assert place.run() == 5
    left = place.folder / ".venv" / "left by the interrupted run"
    left.write_text("")
    assert "making .venv failed: " in capsys.readouterr().err
    place.fails_at = ""
    assert place.run() == 0
    assert len(place.commands) == 3
    assert not left.exists()


@pytest.mark.parametrize("change", [
    lambda folder: (folder / "constraints.txt").write_text("torch==2.14.0\n"),
    lambda folder: (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n"),
    lambda folder: (folder / ".venv" / "bin" / "python").unlink(),
    lambda folder: (folder / ".venv" / "complete").write_text(""),
])  # fmt: skip
def test_made_again_when_what_it_was_made_from_changed(place, change):
    assert place.run() == 0
    change(place.folder)
    assert place.run() == 0
    assert len(place.commands) == 3
    assert place.run() == 0
    assert place.commands == []


def test_a_copy_makes_its_own(place, tmp_path):
    assert place.run() == 0
    shutil.copytree(place.folder, tmp_path / "copy", symlinks=True)
    place.folder = tmp_path / "copy"
    assert place.run() == 0
    assert len(place.commands) == 3


def test_the_shell_part_passes_the_given_python_through():
    script = SCRIPT.with_suffix(".sh")
    answer = subprocess.run(["sh", script], env={"VERIFY_PYTHON": "/some/python", "PATH": "/bin"},
                            capture_output=True, text=True, check=True)
    assert answer.stdout == "/some/python\n"


def test_without_a_python_one_line_and_exit_code_5(tmp_path):
    for tool in ("sh", "dirname"):
        os.symlink(shutil.which(tool), tmp_path / tool)
    answer = subprocess.run([tmp_path / "sh", SCRIPT.with_suffix(".sh")], capture_output=True,
                            env={"PATH": str(tmp_path)}, text=True, check=False)
    assert answer.returncode == 5
    assert answer.stderr.startswith("no Python 3.11 or newer with venv on PATH")
    assert len(answer.stderr.splitlines()) == 1
