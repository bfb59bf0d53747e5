"""Claim files, results files and folders that are not as they should be: one line, exit code 2."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.verify.command_line import call, claims, plant, refused

FUZZ = settings(max_examples=60, deadline=None,
                suppress_health_check=[HealthCheck.function_scoped_fixture])

def claim_file(folder, **fields):
    own = {name: text for name, text in fields.items() if name not in ("source", "mutants", "steps")}
    reading = {"text": '"t"', "parameters": '{"n": "positive integer"}',
               "conclusions": '{"part": "n + 1 > n"}',
               "checks": '(Points([{"n": Fraction(3)}], "n = 3"),)', "expected": '"CERTIFIED"',
               "because": '"b"', **own}
    path = folder / "claim.py"
    path.write_text(
        "from fractions import Fraction\nfrom verify.checks import Points\n"
        "from verify.claim import Claim, Reading\n"
        f"CLAIM = Claim(number='1', title='t', source={fields.get('source', repr('s'))}, "
        f"mutants={fields.get('mutants', '()')}, steps={fields.get('steps', '{}')}, printed=Reading("
        + ", ".join(f"{name}={text}" for name, text in reading.items()) + "))\n")
    return path


def test_the_well_formed_claim_file_is_accepted(tmp_path):
    assert call("check", claim_file(tmp_path)).code == 0


@pytest.mark.parametrize(("text", "message"), [
    ("", "got no CLAIM, allowed a file that defines CLAIM"),
    ("CLAIM = 5", "got no CLAIM"),
    ("def f(:", "SyntaxError: invalid syntax (line 1)"),
    ("1/0", "ZeroDivisionError: division by zero"),
    ("import sys; sys.exit(3)", "SystemExit: 3"),
    ("raise SystemExit('two\\nlines')", "SystemExit: two lines"),
    ("def f(): f()\nf()", "RecursionError"),
    ("import no_such_module", "No module named 'no_such_module'"),
])  # fmt: skip
def test_a_file_that_does_not_run(tmp_path, text, message):
    path = tmp_path / "bad.py"
    path.write_text(text)
    assert message in refused("check", path)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "bad.py"
    path.write_bytes(b"\xff\xfe\x00")
    assert "allowed a well-formed claim file" in refused("check", path)


@pytest.mark.parametrize(("fields", "message"), [
    ({"source": '""'}, "a claim needs a source"),
    ({"parameters": '{"n": "complex"}'}, "got the domain 'complex', allowed"),
    ({"parameters": "5"}, "allowed a well-formed claim file"),
    ({"parameters": '{"A": "real matrix(d)"}'}, "allowed a size that is a parameter"),
    ({"conclusions": '{"part": "n +"}'}, "got 'the end'"),
    ({"conclusions": '{"part": "n + 1"}'}, "got n + 1, allowed a relation or a predicate"),
    ({"conclusions": "{}"}, "a statement needs a conclusion"),
    ({"conclusions": '{"part": "m > 1"}'}, "got ['m'], allowed n"),
    ({"conclusions": '{"part": "losss(n) > 1"}'}, "got the quantity 'losss', allowed for example loss"),
    ({"conclusions": '{"part": "loss(n) > 1"}'}, "got loss(n) ("),
    ({"conclusions": '{"part": "n > 1e99999999"}'}, "allowed exponents"),
    ({"conclusions": '{"part": "-" * 1000 + "n > 1"}'}, "allowed 60"),
    ({"conclusions": '{"part": "n+" * 1000 + "n > 1"}'}, "allowed 200"),
    ({"hypotheses": '("n >",)'}, "got 'the end'"),
    ({"hypotheses": '"n > 1"'}, "hypotheses: got 'n > 1', allowed a tuple"),
    ({"constants": '{"c": "abc"}', "mutants": '({"c": "1"},)'}, "c: got 'abc', allowed an exact number"),
    ({"constants": '{"c": "1e99999"}', "mutants": '({"c": "1"},)'}, "allowed exponents up to 10000"),
    ({"constants": '{"c": "1"}'}, "a claim with named constants needs mutants"),
    ({"constants": '{"c": "1"}', "mutants": '({"d": "1"},)'}, "got the constant 'd', allowed c"),
    ({"constants": '{"n": "1"}', "mutants": '({"n": "2"},)'}, "got 'n' twice, allowed one meaning per name"),
    ({"definitions": '{"a": "b", "b": "a"}'}, "a, b, which need each other"),
    ({"checks": "()"}, "a reading needs a check"),
    ({"checks": "5"}, "checks: got 5, allowed a tuple"),
    ({"checks": "(5,)"}, "checks: got 5, allowed a check of verify.checks"),
    ({"expected": '"TRUE"'}, "expected (quick): got 'TRUE', allowed PROVED"),
    ({"expected": '{"quick": "PROVED"}'}, "KeyError: 'full'"),
    ({"steps": '{"a": 5}'}, "got int, allowed Claim(...)"),
    ({"steps": "[1]"}, "got list, allowed Claim(...)"),
])  # fmt: skip
def test_a_claim_that_is_not_well_formed(tmp_path, fields, message):
    assert message in refused("check", claim_file(tmp_path, **fields))


def test_a_bad_file_among_the_claims_is_named(tmp_path):
    folder = plant(tmp_path, good="")
    (folder / "looped" / "bad.py").write_text("x = 1")
    with claims(folder):
        assert "bad.py: got no CLAIM" in refused("list")
        assert call("check", "cross.good").code == 0


# files


@pytest.mark.parametrize("text", [
    "", "null", "5", "[]", "{}", '{"statements": 5}', '{"statements": [5]}', '{"statements": [{}]}',
    '{"statements": [{"id": 5, "printed": {"verdict": "PROVED"}, "repaired": null}]}',
    '{"statements": [{"id": "a", "printed": null, "repaired": null}]}',
    '{"statements": [{"id": "a", "printed": "PROVED", "repaired": null}]}',
    '{"statements": [{"id": "a", "printed": {"verdict": {}}, "repaired": null}]}',
    '{"statements": [{"id": "a", "printed": {"verdict": "PROVED"}}]}', "[" * 100_000, "{" * 1000,
])  # fmt: skip
def test_diff_refuses_what_is_no_results_file(tmp_path, text):
    path = tmp_path / "bad.json"
    path.write_text(text)
    assert "allowed a results.json of this program" in refused("diff", path, path)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["statements", "id", "printed", "repaired", "verdict"]), inner,
                        max_size=5), max_leaves=15))
@FUZZ
def test_diff_of_any_json(tmp_path, value):
    path = tmp_path / "any.json"
    path.write_text(json.dumps(value))
    answer = call("diff", path, path)
    assert answer.code in (0, 2), answer
    assert len((answer.out + answer.err).splitlines()) == 1


def test_diff_of_files_that_cannot_be_read(tmp_path):
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe")
    assert "allowed a results.json" in refused("diff", binary, binary)
    assert re.search(r"absent.json.*allowed", refused("diff", tmp_path / "absent.json", binary))
    assert "allowed" in refused("diff", tmp_path, tmp_path)


def test_out_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with claims(plant(tmp_path / "claims", toy="")):
        for out in (tmp_path / "file", tmp_path / "file" / "below", "/proc/nowhere", ""):
            assert "allowed" in refused("all", "--out", out) if out else True
        assert "which is a folder; allowed the name of a file" in refused(
            "all", "--out", tmp_path / "out", "--junit", tmp_path)
        assert "allowed a folder that can be written" in refused(
            "all", "--out", tmp_path / "out", "--junit", tmp_path / "file" / "junit.xml")
    assert not (tmp_path / "out" / "results.json").exists()
