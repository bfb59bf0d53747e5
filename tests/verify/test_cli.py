"""The contract of the commands: JSON keys, exit codes, what --with and --at do."""

import json
import re
import subprocess
import sys

import pytest

from tests.verify.command_line import ROOT, call, claims, plant, refused
from verify import registry

READING = {"verdict", "expected", "scope", "reading", "counterexample", "tightness", "vacuous", "evidence"}
VERDICTS = {"PROVED", "CERTIFIED", "SUPPORTED", "REFUTED", "VACUOUS", "UNDECIDED", "SKIPPED", "ERROR"}


def answered(*arguments, code=0):
    answer = call(*arguments)
    assert answer.code == code, answer
    return json.loads(answer.out)


# check


def test_check_json_has_the_keys_of_the_contract():
    found = answered("check", "looped.eq-6-8", "looped.thm-4.4.step-from-A.9", "--json")
    assert found["schema"] == 1
    assert {"version", "sources", "python", "libraries", "seed", "device", "profile"} <= found["run"].keys()
    first, second = found["statements"]
    assert (first["id"], first["paper"], first["number"]) == ("looped.eq-6-8", "looped", "(6)-(9)")
    assert second["id"] == "looped.thm-4.4.step-from-A.9"
    for statement in (first, second):
        assert {"id", "paper", "number", "title", "printed", "repaired"} <= statement.keys()
        for name in ("printed", "repaired"):
            reading = statement[name]
            assert READING <= reading.keys()
            assert reading["verdict"] in VERDICTS and reading["expected"] == reading["verdict"]
            for evidence in reading["evidence"]:
                assert {"method", "summary", "certificate"} <= evidence.keys()
        assert {"statement", "change"} <= statement["repaired"].keys()
    assert first["printed"]["counterexample"]["point"]


def test_a_counterexample_names_a_command_that_shows_it():
    found = answered("check", "looped.eq-6-8", "--json")["statements"][0]["printed"]["counterexample"]
    point = re.fullmatch(r"python -m verify check (\S+) --at '(.*)'", found["command"])
    shown = answered("check", point.group(1), "--at", point.group(2), "--json")
    assert shown["printed"]["holds"] is False
    part = next(p for p in shown["printed"]["parts"] if p["name"] == found["part"])
    assert (part["lhs"], part["rhs"], part["holds"]) == (found["lhs"], found["rhs"], False)


def test_a_counterexample_of_an_altered_statement_repeats_the_change():
    found = answered("check", "looped.lem-A.2", "--with", "factor=1/100", "--json")["statements"][0]
    command = found["printed"]["counterexample"]["command"]
    assert command.endswith(" --with printed.factor=1/100")
    at = re.search(r"--at '(.*)'", command).group(1)
    assert answered("check", "looped.lem-A.2", "--at", at, "--json")["printed"]["holds"] is True
    altered = answered("check", "looped.lem-A.2", "--at", at, "--with", "factor=1/100", "--json")
    assert altered["printed"]["holds"] is False


@pytest.mark.parametrize(("name", "printed", "repaired"), [
    ("factor", "REFUTED", "PROVED"), ("printed.factor", "REFUTED", "PROVED"),
    ("repaired.step", "PROVED", "REFUTED"),
])  # fmt: skip
def test_with_alters_one_reading_and_exits_0(name, printed, repaired):
    found = answered("check", "looped.lem-A.2", "--with", f"{name}=1/100", "--json")["statements"][0]
    assert (found["printed"]["verdict"], found["repaired"]["verdict"]) == (printed, repaired)
    assert found["printed"]["expected"] is None and found["repaired"]["expected"] is None


def test_with_the_printed_value_is_the_printed_statement(tmp_path):
    with claims(plant(tmp_path, toy="")):
        plain = answered("check", "cross.toy", "--json")["statements"][0]["printed"]
        same = answered("check", "cross.toy", "--with", "c=2/2", "--json")["statements"][0]["printed"]
        other = answered("check", "cross.toy", "--with", "c=0", "--json")["statements"][0]["printed"]
    assert same == {**plain, "expected": None}
    assert other["hash"] != plain["hash"]
    assert (plain["verdict"], other["verdict"]) == ("CERTIFIED", "REFUTED")


# check --at


def test_at_json_has_the_keys_of_the_contract():
    found = answered("check", "looped.lem-A.2", "--at", "k=2,n=100,d=1", "--json")
    assert found.keys() == {"id", "at", "printed", "repaired"}
    assert found["at"] == {"k": "2", "n": "100", "d": "1"}
    for name in ("printed", "repaired"):
        assert found[name].keys() == {"hypotheses", "parts", "holds", "vacuous"}
        assert found[name]["holds"] is True and found[name]["vacuous"] is False
        for part in found[name]["parts"]:
            assert part.keys() == {"name", "lhs", "relation", "rhs", "holds"}
    # E S^2 = 1 + 2/n at d = 1
    assert {p["lhs"] for p in found["printed"]["parts"]} | {p["rhs"] for p in found["printed"]["parts"]} >= {
        "51/50"}
    assert all(value is True for value in found["printed"]["hypotheses"].values())


def test_several_at_options_are_one_point():
    one = answered("check", "looped.lem-A.2", "--at", "k=2,n=100,d=1", "--json")
    many = answered("check", "looped.lem-A.2", "--at", "k=2", "--at", "n=100,d=1", "--json")
    assert one == many
    assert refused("check", "looped.lem-A.2", "--at", "k=2", "--at", "k=3") == "got k twice, allowed once"


def test_a_point_outside_the_hypotheses_is_vacuous_and_decides_nothing():
    found = answered("check", "looped.lem-A.2", "--at", "k=20,n=1,d=5", "--json")["printed"]
    assert found["vacuous"] is True and found["holds"] is None
    assert False in found["hypotheses"].values()


def test_a_point_of_one_reading_only_leaves_the_other_null(tmp_path):
    text = '''
from fractions import Fraction
from verify.checks import Points
from verify.claim import Claim, Reading
def reading(parameters, relation):
    return Reading(text="t", parameters=parameters, conclusions={"part": relation}, expected="CERTIFIED",
                   checks=(Points([], "none"),), because="b")
CLAIM = Claim(number="1", title="t", source="s",
    printed=reading({"n": "positive integer", "m": "positive integer"}, "n + m > n"),
    repaired=reading({"n": "positive integer", "x": "real"}, "n > x"))
'''
    path = tmp_path / "two.py"
    path.write_text(text)
    printed = answered("check", path, "--at", "n=1,m=2", "--json")
    assert printed["printed"]["holds"] is True and printed["repaired"] is None
    repaired = answered("check", path, "--at", "n=1,x=2", "--json")
    assert repaired["printed"] is None and repaired["repaired"]["holds"] is False
    both = answered("check", path, "--at", "n=1,x=2,m=1", "--json")
    assert both["printed"]["holds"] is True and both["repaired"]["holds"] is False
    assert refused("check", path, "--at", "n=1") == (
        "printed: got no value for m (positive integer); repaired: got no value for x (real), "
        "allowed a value for every parameter of one reading")
    assert "got the parameter 'y'" in refused("check", path, "--at", "n=1,y=2")


def test_at_a_point_without_a_value_says_so():
    found = answered("check", "looped.lem-A.2", "--at", "k=100000,n=1e9999,d=1", "--json")["printed"]
    assert found["holds"] is None
    for part in found["parts"]:
        assert (part["lhs"], part["rhs"], part["holds"]) == (None, None, None)
        assert "allowed at most" in part["error"]
    assert "no value: " in call("check", "looped.lem-A.2", "--at", "k=100000,n=1e9999,d=1").out


def test_at_several_ids_gives_a_list():
    found = answered("check", "looped.lem-A.2", "looped.lem-A.2", "--at", "k=2,n=100,d=1", "--json")
    assert [entry["id"] for entry in found] == ["looped.lem-A.2"] * 2


# list, show, diff, new


def test_list_json_has_the_keys_of_the_contract():
    found = answered("list", "--json")
    assert [entry["id"] for entry in found] == list(registry.all_claims())
    for entry in found:
        assert entry.keys() == {"id", "paper", "number", "title", "constants", "parameters"}
        assert set(entry["constants"]) <= {"printed", "repaired"} and "printed" in entry["constants"]
        assert all(isinstance(value, str) for value in entry["parameters"].values())
    assert call("list").out.count("\n") == len(found)


def test_list_without_claims_says_that_nothing_is_there(tmp_path):
    with claims(plant(tmp_path)):
        assert call("list").code == 5


def test_show_has_the_text_and_the_machines_reading():
    out = call("show", "looped.lem-A.2").out
    for part in ("looped.lem-A.2: Lemma A.2", "source: ", "printed: ", "repaired: ", "for all n: positive",
                 "constant factor = ", "if n >= ", "then lower: ", "  hash "):
        assert part in out


def test_diff_tells_what_differs(tmp_path):
    def results(name, verdict):
        path = tmp_path / name
        statement = {"id": "a.b", "printed": {"verdict": verdict}, "repaired": None}
        path.write_text(json.dumps({"schema": 1, "statements": [statement]}))
        return path

    old, new = results("old.json", "PROVED"), results("new.json", "REFUTED")
    answer = call("diff", old, new)
    assert (answer.code, answer.out) == (1, "a.b printed: PROVED -> REFUTED\n1 verdicts differ\n")
    assert call("diff", old, old).code == 0


def test_a_new_claim_can_be_checked_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = call("new", "user.my-lemma")
    assert answer.code == 0
    command = re.search(r"python -m verify (.*)\n", answer.out).group(1).split()
    checked = call(*command)
    assert checked.code == 0
    assert "user.my-lemma" in checked.out and "PROVED" in checked.out
    assert checked.err == "my-lemma.py is Python and runs now\n"
    mutant = answered(*command, "--with", "factor=1", "--json")["statements"][0]["printed"]
    assert (mutant["verdict"], mutant["expected"]) == ("REFUTED", None)
    assert "exists already" in refused("new", "user.my-lemma")


def test_a_new_claim_of_a_paper_stands_beside_the_others(tmp_path):
    with claims(plant(tmp_path)):
        assert call("new", "looped.lem-9.9").code == 0
        assert call("check", "looped.lem-9.9").code == 0
        assert (tmp_path / "looped" / "lem-9.9.py").is_file()


# exit codes and devices


@pytest.mark.parametrize(("expected", "body", "code"), [
    ("CERTIFIED", "", 0), ("PROVED", "", 1), ("SKIPPED", "", 1),
    ("CERTIFIED", "raise RuntimeError('planted')", 4), ("PROVED", "raise RuntimeError('planted')", 4),
])  # fmt: skip
def test_exit_codes_of_check(tmp_path, expected, body, code):
    with claims(plant(tmp_path, expected=expected, toy=body)):
        assert call("check", "cross.toy").code == code
        assert call("check", "cross.toy", "--with", "c=0").code == 0
        assert call("check", "cross.toy", "--at", "n=3").code == 0


def test_cuda_without_a_gpu_is_refused():
    message = refused("check", "looped.eq-6-8", "--device", "cuda")
    assert message.startswith("got the device 'cuda', allowed auto or cpu: ")


def test_seed_and_profile_reach_the_record():
    found = answered("check", "looped.eq-6-8", "--seed", "7", "--profile", "full", "--json")
    assert (found["run"]["seed"], found["run"]["profile"]) == (7, "full")


# calculators


@pytest.mark.parametrize(("arguments", "answer"), [
    ("expect tr(SASA') --n 3 -D A=[[1,0],[0,2]]", {"value": "29/3"}),
    ("expect S^2 --n 3 -D A=[[1,0],[0,2]]", {"value": [["2", "0"], ["0", "2"]]}),
    ("loss --L 1 --n 3 --A [[1,0],[0,0]]", {"value": "2", "formula": "model"}),
    ("loss --L 1 --n 3 --A [[1,0],[0,0]] --formula printed", {"value": "5/3", "formula": "printed"}),
    ("optimum --L 1 --n 20 --d 10", {"value": "20/31", "loss": "110/31", "among": "symmetric",
                                     "polynomial": ["-20", "31"]}),
    ("optimum --L 1 --n 20 --d 10 --among all", {"value": "20/31", "loss": "110/31", "among": "all",
                                                 "polynomial": ["-20", "31"]}),
    ("eta --n 20 --d 10 --sigma2 1/4", {"value": "4/125", "loss": "77/20",
                                        "formula": "1/(n + d + 1 + sigma2)"}),
])  # fmt: skip
def test_calculators(arguments, answer):
    words = [word.replace("SASA'", "S A S A'") for word in arguments.split()]
    found = answered(*words, "--json")
    assert {name: found[name] for name in answer} == answer  # the contract only grows
    assert call(*words).code == 0


def test_expect_without_n_gives_a_formula():
    found = answered("expect", "tr(S^2)", "--json")
    assert found.keys() == {"formula", "latex"}
    assert found["formula"] == "d*(n + d + 1)/n"


def test_an_irrational_value_is_enclosed():
    found = answered("optimum", "--L", 2, "--n", 20, "--d", 10, "--digits", 12, "--json")
    assert found["value"].keys() == {"lo", "hi", "expr"}
    assert found["value"]["expr"] == "0.628077476157"
    assert len(found["polynomial"]) == 4


def test_the_gradient_is_nested_lists():
    found = answered("loss", "--L", 1, "--n", 3, "--A", "[[1,0],[0,0]]", "--gradient", "--json")
    # -2 I + 2 (1 + (d + 1)/n) A
    assert found["gradient"] == [["2", "0"], ["0", "-2"]]


def test_the_best_known_matrix_at_d_2():
    found = answered("optimum", "--L", 2, "--n", 2**20, "--d", 2, "--among", "all", "--json")
    assert found.keys() == {"value", "loss", "among", "note", "polynomial"}
    assert found["note"] == "best known: upper bound; not proved optimal"
    (b, minus_k), (k, again) = found["value"]
    assert b == again and minus_k == f"-{k}" and k != "0"
    shown = answered("loss", "--L", 2, "--n", 2**20, "--A", json.dumps(found["value"]), "--json")
    assert shown["value"] == found["loss"]
    other = refused("optimum", "--L", 2, "--n", 9, "--d", 3, "--among", "all")
    assert "allowed L = 1, d = 1 or d = 2" in other


def test_long_numbers_are_short_for_the_eye_and_whole_in_json():
    words = ("loss", "--L", 8, "--n", 1000, "--A", "diag(1/3:1000000,7/5:3)")
    exact = answered(*words, "--json")["value"]
    line = call(*words).out.splitlines()[0]
    assert len(exact) > 150 and len(line) < 80
    assert "digits)" in line


def test_lines_fit_80_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in (("list",), ("show", "looped.lem-A.2"), ("check", "looped.eq-6-8"),
                  ("check", "looped.lem-A.2", "--at", "k=7,n=1e40,d=3")):
        for line in call(*words).out.splitlines():
            # a hash, a command to copy or a word without blanks may be longer
            assert len(line) <= 80 or "python -m verify" in line or len(line.split()) <= 2, line


# what stays unloaded


@pytest.mark.parametrize(("arguments", "unloaded"), [
    (["--help"], ("torch", "numpy", "sympy", "scipy", "matplotlib", "flint")),
    (["list"], ("torch", "numpy", "sympy", "scipy", "matplotlib")),
    (["expect", "tr(S^2)", "--n", "3"], ("torch", "sympy", "scipy", "matplotlib")),
])  # fmt: skip
def test_heavy_libraries_are_not_imported(arguments, unloaded):
    program = ("import sys\nfrom verify.cli import main\ntry:\n    main(sys.argv[1:])\nfinally:\n"
               f"    print([m for m in {unloaded!r} if m in sys.modules], file=sys.stderr)")
    answer = subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True,
                            text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "[]\n")
