"""Makes .venv from pyproject.toml and constraints.txt once, and prints the path of its Python.

The environment counts only when the stamp, written last, matches what it was made from: one that an
interrupted run left half made, that was copied from elsewhere, or whose constraints have changed
since, is made again from nothing. Two runs at once wait for each other.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = ENVIRONMENT / "complete"
NOTHING_RAN = 5


def ingredients(version: str) -> str:
    """A hash of all that the environment is made from: its place, its Python, files, packages."""
    digest = hashlib.sha256(f"{ROOT}\n{version}\n".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    packages = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
    digest.update(repr(packages).encode())
    return digest.hexdigest()


def is_complete() -> bool:
    """Whether .venv was finished, from the ingredients of now, and its Python still starts."""
    ask = "import sys; print(*sys.version_info[:2], sep='.')"
    try:
        answer = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True, check=True)
        return STAMP.read_text() == ingredients(answer.stdout.strip())
    except (OSError, subprocess.CalledProcessError):
        return False


def make() -> None:
    """.venv with the exact versions of constraints.txt; the stamp comes last."""
    version = "{}.{}".format(*sys.version_info[:2])
    say(f"making .venv with Python {version}, once; torch is large, so this takes a minute or more")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    command([sys.executable, "-m", "venv", str(ENVIRONMENT)])
    install = [str(PYTHON), "-m", "pip", "install", "-qq", "--no-input",
               "--disable-pip-version-check", "--progress-bar", "off",
               "--constraint", str(ROOT / "constraints.txt")]  # fmt: skip
    # setuptools first: the build of the product itself then uses the pinned one as well
    command([*install, "setuptools"])
    command([*install, "--no-build-isolation", "--editable", f"{ROOT}[test]"])
    unfinished = STAMP.with_suffix(".tmp")
    unfinished.write_text(ingredients(version))
    os.replace(unfinished, STAMP)


def command(words: list[str]) -> None:
    """Runs a command; its output goes to standard error, for standard output carries the path."""
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def say(line: str) -> None:
    """One line for the person who waits."""
    print(line, file=sys.stderr, flush=True)


def main() -> int:
    """Exit code 0 with the path on standard output, or 5 with one line of reason."""
    try:
        with open(ROOT / ".venv.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_complete():
                make()
    except subprocess.CalledProcessError as error:
        say(f"making .venv failed: {' '.join(map(str, error.cmd))}")
        return NOTHING_RAN
    except OSError as error:
        say(f"making .venv failed: {error}")
        return NOTHING_RAN
    except KeyboardInterrupt:
        say("making .venv was interrupted; the next run starts it again")
        return 130
    print(PYTHON)
    return 0


if __name__ == "__main__":
    sys.exit(main())
