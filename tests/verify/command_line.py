"""Calls the command line in this process or in one of its own, over the real or over planted claims."""

import contextlib
import io
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from verify import registry
from verify.cli import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Answer:
    code: int
    out: str
    err: str


def call(*arguments):
    """What `python -m verify ARGUMENTS` answers."""
    out, err = io.StringIO(), io.StringIO()
    before = signal.getsignal(signal.SIGINT)
    digits = sys.get_int_max_str_digits()
    code = None
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main([str(a) for a in arguments])
    except SystemExit as end:
        code = end.code
    finally:
        signal.signal(signal.SIGINT, before)
        sys.set_int_max_str_digits(digits)
    return Answer(int(code or 0), out.getvalue(), err.getvalue())


def refused(*arguments):
    """The one line of an input that is refused with exit code 2."""
    answer = call(*arguments)
    assert answer.code == 2, answer
    assert answer.out == ""
    lines = [line for line in answer.err.splitlines() if not line.endswith("is Python and runs now")]
    assert len(lines) == 1, answer.err
    assert lines[0].startswith("error: ")
    assert "Traceback" not in answer.err
    assert len(lines[0]) < 700
    return lines[0].removeprefix("error: ")


PLANTED = '''"""toy."""
import os, signal, sys, time
from fractions import Fraction
from verify.checks import Points
from verify.claim import Claim, Reading
from verify.verdict import Evidence, Verdict


class Planted:
    def run(self, statement, context):
        {body}
        return Evidence(Verdict.UNDECIDED, ("part",), "planted", "nothing to say")


CLAIM = Claim(
    number="Toy 1", title="a toy", source="nowhere",
    printed=Reading(
        text="n + c > n", parameters={{"n": "positive integer"}}, constants={{"c": "1"}},
        conclusions={{"part": "n + c > n"}},
        checks=(Planted(), Points([{{"n": Fraction(3)}}], "n = 3")),
        expected="{expected}", because="three plus one is four"),
    mutants=({{"c": "0"}},),
)
'''


def plant(folder, expected="CERTIFIED", **bodies):
    """Claim files cross.NAME whose first check runs the given statement; CERTIFIED if it does nothing."""
    for paper in ("looped", "one_step", "cross"):
        (folder / paper).mkdir(parents=True, exist_ok=True)
    for name, body in bodies.items():
        text = PLANTED.format(body=body or "pass", expected=expected)
        (folder / "cross" / f"{name}.py").write_text(text)
    return folder


@contextlib.contextmanager
def claims(folder):
    """The registry over planted claims."""
    real = registry.CLAIMS
    registry.CLAIMS = folder
    registry.all_claims.cache_clear()
    try:
        yield
    finally:
        registry.CLAIMS = real
        registry.all_claims.cache_clear()


DRIVER = """
import sys
from pathlib import Path
from verify import registry
registry.CLAIMS = Path(sys.argv[1])
from verify.cli import main
main(sys.argv[2:])
"""


def start(folder, *arguments, **options):
    """A process of its own over planted claims, or over the real ones if the folder is None."""
    command = ([sys.executable, "-m", "verify"] if folder is None
               else [sys.executable, "-c", DRIVER, str(folder)])
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([*command, *map(str, arguments)], cwd=ROOT, env=environment,
                            stdin=subprocess.DEVNULL, start_new_session=True, **settings)
