"""The house rules, read off the sources: verify -> numerics -> theory, exact theory, small files.

Imports inside functions count too, and so do those that name a module by text.
"""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("numerics", "theory", "verify")
# floating point, randomness, and the packages above
FORBIDDEN_IN_THEORY = {"numerics", "verify", "torch", "numpy", "scipy", "random", "secrets",
                       "computed"}  # fmt: skip
DEFINED = {"theory.definitions", "theory.matrices"}
LONGEST = 300
LONGER = {"verify/recheck.py": 400}  # one file on purpose: it runs from a copy of itself


def sources():
    return sorted(path.relative_to(ROOT) for package in PACKAGES
                  for path in (ROOT / package).rglob("*.py"))


def imports(text, module=""):
    """Full dotted names of all that a source text imports; `module` resolves relative ones."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            found |= {a.value for a in node.args if isinstance(a, ast.Constant)} or {"computed"}
    return found


def _called(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def broken_rules(path, text):
    """The rules that a file at this path with this text breaks, one line each."""
    package = path.parts[0]
    module = ".".join(path.with_suffix("").parts)
    names = imports(text, module)
    tops = {name.split(".")[0] for name in names}
    broken = []
    if package == "theory":
        broken += [f"theory imports {top}" for top in sorted(tops & FORBIDDEN_IN_THEORY)]
        broken += inexact(text)
    if package == "numerics":
        broken += [f"numerics imports {top}" for top in sorted(tops & {"computed", "verify"})]
        broken += [f"numerics imports {name}, which theory derives" for name in sorted(names)
                   if name.split(".")[0] == "theory" and not _is_defined(name)]
    if path.as_posix() == "verify/recheck.py":
        broken += [f"recheck imports {top}" for top in sorted(tops - sys.stdlib_module_names)]
    allowed = LONGER.get(path.as_posix(), LONGEST)
    if (lines := len(text.splitlines())) > allowed:
        broken.append(f"{lines} lines, allowed {allowed}")
    return broken


def inexact(text):
    """Floating-point numbers and input or output in a source text, one line each."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            found.append(f"line {node.lineno}: the floating-point number {node.value}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("float", "complex", "open", "print", "input"):
                found.append(f"line {node.lineno}: {node.func.id}()")
    return found


def _is_defined(name):
    return any(name == module or name.startswith(module + ".") for module in DEFINED)


def defined_closure():
    """What theory's definitions import from theory, and so numerics with them."""
    seen, waiting = set(), sorted(DEFINED)
    while waiting:
        module = waiting.pop()
        path = ROOT / (module.replace(".", "/") + ".py")
        if module in seen or not path.exists():
            continue
        seen.add(module)
        for name in imports(path.read_text(), module):
            parts = name.split(".")
            if parts[0] == "theory":
                waiting += [".".join(parts[:2]), ".".join(parts)]
    return seen


@pytest.mark.parametrize("path", sources(), ids=str)
def test_the_file_keeps_the_rules(path):
    assert broken_rules(path, (ROOT / path).read_text()) == []


def test_there_are_files_of_every_package():
    assert {path.parts[0] for path in sources()} == set(PACKAGES)


def test_definitions_rest_on_values_alone():
    assert defined_closure() <= DEFINED | {"theory.matrix_values", "theory.rational"}


@pytest.mark.parametrize(("path", "text", "broken"), [
    ("theory/a.py", "import math\nfrom fractions import Fraction\nimport flint, sympy", []),
    ("theory/a.py", "import numpy as np", ["theory imports numpy"]),
    ("theory/a.py", "import torch.nn", ["theory imports torch"]),
    ("theory/a.py", "def f():\n    from random import gauss", ["theory imports random"]),
    ("theory/a.py", "from verify import inputs\nimport numerics.models",
     ["theory imports numerics", "theory imports verify"]),
    ("theory/a.py", "import importlib\nimportlib.import_module('numpy')",
     ["theory imports numpy"]),
    ("theory/a.py", "from theory import losses\nfrom .words import expect", []),
    ("theory/a.py", "__import__('nu' + 'mpy')", ["theory imports computed"]),
    ("theory/a.py", "x = 1\ny = 0.5", ["line 2: the floating-point number 0.5"]),
    ("theory/a.py", "x = float(3)\nprint(x)", ["line 1: float()", "line 2: print()"]),
    ("theory/a.py", "x: float = 1\nflow.open(x)", []),
    ("numerics/a.py", "import torch\nfrom theory.definitions import looped_forward", []),
    ("numerics/a.py", "from theory import definitions, matrices", []),
    ("numerics/a.py", "import theory.matrices", []),
    ("numerics/a.py", "from theory.losses import loss",
     ["numerics imports theory.losses.loss, which theory derives"]),
    ("numerics/a.py", "from theory import definitions, optimum",
     ["numerics imports theory.optimum, which theory derives"]),
    ("numerics/a.py", "def f():\n    import theory.wishart",
     ["numerics imports theory.wishart, which theory derives"]),
    ("numerics/a.py", "x = 0.5\nfrom importlib import import_module\nimport_module(x)",
     ["numerics imports computed"]),
    ("numerics/a.py", "import theory", ["numerics imports theory, which theory derives"]),
    ("numerics/a.py", "from verify.inputs import number", ["numerics imports verify"]),
    ("numerics/a.py", "from theory.definitions_more import f",
     ["numerics imports theory.definitions_more.f, which theory derives"]),
    ("verify/a.py", "import torch, numpy\nfrom theory.losses import loss\nimport numerics", []),
    ("verify/a.py", "\n" * 300, []),
    ("verify/a.py", "\n" * 301, ["301 lines, allowed 300"]),
    ("verify/recheck.py", "import json, hashlib\nfrom fractions import Fraction" + "\n" * 390, []),
    ("verify/recheck.py", "\n" * 401, ["401 lines, allowed 400"]),
    ("verify/recheck.py", "import flint\nfrom theory import words\nfrom . import store",
     ["recheck imports flint", "recheck imports theory", "recheck imports verify"]),
])  # fmt: skip
def test_planted_files(path, text, broken):
    assert broken_rules(Path(path), text) == broken


def test_imports_by_text_that_is_computed_are_seen():
    assert imports("__import__('nu' + 'mpy')") == {"computed"}
