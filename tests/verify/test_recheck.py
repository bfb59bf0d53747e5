"""The re-checker accepts what the product writes and refuses every altered certificate for its own reason."""

import gzip
import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from theory.matrices import dense, diagonal
from theory.quantities import QUANTITIES
from verify import recheck, registry
from verify.certificates import digest, manifest, manifest_text
from verify.checks import Argument, Formal, Identity, Points, Region, Search, Step
from verify.claim import Context
from verify.language import names
from verify.statement import Statement
from verify.verdict import combine
from verify.vocabulary import trees

SCALARS = {"k": "positive integer", "n": "positive integer", "d": "positive integer"}
MATRIX = {"d": "positive integer", "A": "positive definite matrix(d)", "x": "nonnegative real"}


def arguments(statement, checks):
    return [[list(c.parts or statement.conclusions),
             [digest([s.text, s.statement(statement).tree() if s.relation else None]) for s in c.steps]]
            for c in checks if isinstance(c, Argument)]


class Case:
    """A certificate with its manifest, in a folder, before and after an alteration."""

    def __init__(self, folder: Path, statement: Statement, *checks):
        evidence = [check.run(statement, Context(original=statement)) for check in checks]
        assert all(e.certificate for e in evidence), [e.summary for e in evidence]
        self.folder, tree = folder, statement.tree()
        self.data = json.loads(json.dumps({
            "format": 1, "id": "looped.toy", "reading": "printed", "hash": statement.hash,
            "verdict": str(combine(statement.conclusions, evidence)), "statement": tree,
            "evidence": [e.certificate for e in evidence]}))
        self.manifest = {"vocabulary": trees(), "statements": {"looped.toy.printed": {
            "hash": statement.hash, "fields": {k: digest(v) for k, v in tree.items()},
            "arguments": arguments(statement, checks)}}}

    def allow(self):
        """The manifest of the altered statement: what remains is for the evidence to catch."""
        tree = self.data["statement"]
        self.data["hash"] = digest(tree)
        self.manifest["statements"]["looped.toy.printed"].update(
            hash=digest(tree), fields={k: digest(v) for k, v in tree.items()})

    def run(self, capsys, name="looped.toy.printed.json", content=None):
        (self.folder / "certificates").mkdir(exist_ok=True)
        path = self.folder / "certificates" / name
        path.write_bytes(json.dumps(self.data).encode() if content is None else content)
        (self.folder / "m.json").write_text(json.dumps(self.manifest))
        code = recheck.main([str(path.parent), "--manifest", str(self.folder / "m.json")])
        return code, capsys.readouterr().out

    def refused(self, capsys, reason, **options):
        code, out = self.run(capsys, **options)
        assert code == 4
        assert f": {reason}" in out.splitlines()[0]


REGION = Region(lower={"d": "1", "s": "2*k*d"}, roots={"n": "s"}, each={"k": (1, 2, 3)})
POINTS = Points([{"k": Fraction(2), "n": Fraction(n), "d": Fraction(1)} for n in (1, 2, 3)], "n = 1..3")


@pytest.fixture
def bound(tmp_path):
    """alpha <= 1 + 4kd/sqrt(n) for n >= 4 k^2 d^2, by positivity."""
    return Case(tmp_path, Statement(SCALARS, {"factor": "4"}, ("n >= 4*k^2*d^2",), {
        "upper": "moment(k, n, d) <= 1 + factor*k*d/sqrt(n)"}, {}), REGION)


@pytest.fixture
def grid(tmp_path):
    """alpha = 1 + 2/n at d = 1, k = 2, at three points."""
    return Case(tmp_path, Statement(SCALARS, {"c": "2"}, ("d = 1", "k = 2"), {
        "part": "moment(k, n, d) = 1 + c/n", "other": "moment(k, n, d) > 1"}, {}), POINTS)


@pytest.fixture
def refuted(tmp_path):
    """tr A >= x fails at A = diag(1, 1), x = 3."""
    search = Search([{"d": 2}], what="A = I", family=lambda s, at: {
        "d": Fraction(2), "A": diagonal([(1, 2)]), "x": Fraction(3)})
    return Case(tmp_path, Statement(MATRIX, {}, ("x > 2",), {"part": "trace(A) >= x"}, {}), search)


@pytest.fixture
def proof(tmp_path):
    """tr A A' = |A|^2 by an argument with a step in every entry."""
    relation = "trace(A*transpose(A)) = norm_sq(A)"
    return Case(tmp_path, Statement({"d": "positive integer", "A": "real matrix(d)"}, {}, (),
                                    {"part": relation}, {}),
                Argument((Step("d = 1, 2", relation, Formal(({"d": 1}, {"d": 2}))),
                          Step("and so on")), scope="all d"))


@pytest.mark.parametrize(("kind", "verdict"), [("bound", "PROVED"), ("grid", "CERTIFIED"),
                                               ("refuted", "REFUTED"), ("proof", "PROVED")])
def test_accepts_what_the_checks_write(kind, verdict, request, capsys):
    code, out = request.getfixturevalue(kind).run(capsys)
    assert code == 0
    assert out.startswith(verdict)
    assert ("(reader: 1)" in out) is (kind == "proof")


def test_an_identity_is_accepted_and_a_false_one_refused(tmp_path, capsys):
    case = Case(tmp_path, Statement(SCALARS, {"c": "1"}, (), {"part": "moment(k, n, d) = 1 + c*(d + 1)/n"},
                                    {}), Identity(free=("n", "d"), each={"k": (2,)}))
    assert case.run(capsys)[0] == 0
    case.data["evidence"][0]["cases"] = [{"k": "3"}]
    case.refused(capsys, "a part that is not an identity")
    case.data["evidence"][0]["cases"] = [{"k": "0"}]
    case.refused(capsys, "k = 0 is outside its domain, a positive_integer")
    case.data["evidence"][0]["cases"] = []
    case.refused(capsys, "no case")
    case.data["evidence"][0]["cases"] = [{"k": "2", "n": "1", "d": "1"}]
    case.refused(capsys, "an identity in no variable")


def test_no_certificate_is_exit_code_5(tmp_path, capsys):
    (tmp_path / "m.json").write_text(json.dumps({"vocabulary": {}, "statements": {}}))
    assert recheck.main([str(tmp_path / "none"), "--manifest", str(tmp_path / "m.json")]) == 5


# fields of the file and of the statement
def test_wrong_statement_hash(grid, capsys):
    grid.data["hash"] = "0" * 64
    grid.refused(capsys, "a wrong statement hash")


@pytest.mark.parametrize(("field", "value", "reason"), [
    ("constants", {"c": "3"}, "an altered constant"),
    ("hypotheses", [], "an altered or dropped hypothesis"),
    ("parameters", {**SCALARS, "d": "real"}, "an altered domain"),
    ("conclusions", {"part": ["=", ["num", "1"], ["num", "1"]]}, "an altered conclusion"),
    ("definitions", {"c": ["num", "1"]}, "an altered definition")])
def test_an_altered_statement(field, value, reason, grid, capsys):
    grid.data["statement"][field] = value
    grid.data["hash"] = digest(grid.data["statement"])  # its own hash fits, the manifest's does not
    grid.refused(capsys, reason)


def test_a_statement_that_the_manifest_does_not_list(grid, capsys):
    grid.data["id"] = "looped.other"
    grid.refused(capsys, "not a statement of the manifest", name="looped.other.printed.json")
    grid.data["id"] = "looped.toy"
    grid.refused(capsys, "not a statement of the manifest", name="looped.other.printed.json")


@pytest.mark.parametrize("version", [0, 2, None])
def test_wrong_format(version, grid, capsys):
    grid.data["format"] = version
    grid.refused(capsys, "an unknown format")


def test_truncated_file(grid, capsys):
    text = json.dumps(grid.data).encode()
    grid.refused(capsys, "a truncated file, or not JSON", content=text[:-20])
    whole = gzip.compress(text)
    name = "looped.toy.printed.json.gz"
    (grid.folder / "certificates" / "looped.toy.printed.json").unlink()
    assert grid.run(capsys, name=name, content=whole)[0] == 0
    grid.refused(capsys, "a truncated file, or not JSON", name=name, content=whole[:-20])


def test_malformed_data_is_refused_and_the_others_go_on(grid, capsys):
    del grid.data["evidence"]
    grid.refused(capsys, "malformed")


def test_unknown_quantity(grid, capsys):
    grid.data["statement"]["conclusions"]["part"] = ["=", ["call", "magic", ["name", "n"]], ["num", "1"]]
    grid.allow()
    grid.refused(capsys, "unknown quantity magic/1")


def test_unknown_method(grid, capsys):
    grid.data["evidence"][0]["method"] = "trust"
    grid.refused(capsys, "evidence of an unknown method")


# evidence of every kind
def test_no_point(grid, capsys):
    grid.data["evidence"][0]["points"] = []
    grid.refused(capsys, "no point")


def test_a_point_at_which_the_part_fails(grid, capsys):
    grid.data["statement"]["constants"]["c"] = "3"
    grid.allow()
    grid.refused(capsys, "the part part fails at a point")


def test_a_point_that_violates_a_hypothesis(grid, capsys):
    grid.data["evidence"][0]["points"][0]["d"] = "2"
    grid.refused(capsys, "hypothesis 1 is violated")


def test_a_point_outside_the_domain(grid, capsys):
    grid.data["evidence"][0]["points"][0]["n"] = "1/2"
    grid.refused(capsys, "n = 1/2 is outside its domain, a positive_integer")


def test_points_do_not_prove_without_a_degree_argument(grid, capsys):
    grid.data["verdict"] = "PROVED"
    grid.refused(capsys, "the verdict PROVED, where the evidence gives CERTIFIED")


def test_a_degree_argument_is_a_readers(tmp_path, capsys):
    points = Points(POINTS.points, "n = 1..3", because="degree 1 in 1/n")
    case = Case(tmp_path, Statement(SCALARS, {}, (), {"part": "moment(k, n, d) = 1 + 2/n"}, {}), points)
    code, out = case.run(capsys)
    assert code == 0
    assert "(reader: 1)" in out
    assert "1 rest on steps that a reader has to accept" in out


def test_a_part_that_no_evidence_covers(grid, capsys):
    grid.data["evidence"][0]["parts"] = ["part"]
    grid.refused(capsys, "a part that no evidence covers")
    grid.data["evidence"][0]["parts"] = ["part", "third"]
    grid.refused(capsys, "evidence for a part that the statement does not have")


def test_negative_coefficient(bound, capsys):
    bound.data["statement"]["constants"]["factor"] = "1/100"
    bound.allow()
    for case in bound.data["evidence"][0]["cases"]:
        case["gaps"] = {}
    bound.refused(capsys, "a negative coefficient in the part upper")


def test_a_stored_gap_that_is_not_the_gap(bound, capsys):
    bound.data["evidence"][0]["cases"][0]["gaps"]["upper"] = ["name", "s_"]
    bound.refused(capsys, "the stored gap of the part upper is not right - left")


def test_a_region_that_leaves_a_gap(bound, capsys):
    evidence = bound.data["evidence"][0]
    evidence["lower"][0][1] = ["num", "2"]
    bound.refused(capsys, "the region leaves a gap: d may be below its lower bound")
    evidence["lower"][0][1] = ["num", "1"]
    evidence["lower"][1][1] = ["*", ["num", "3"], ["*", ["name", "k"], ["name", "d"]]]
    bound.refused(capsys, "the region leaves a gap: s may be below its lower bound")
    evidence["cases"] = []
    bound.refused(capsys, "no case")


def test_a_region_without_its_hypothesis(bound, capsys):
    bound.data["statement"]["hypotheses"] = [[">=", ["name", "n"], ["name", "k"]]]
    bound.allow()
    bound.refused(capsys, "the region leaves a gap: s may be below its lower bound")


def test_a_cofactor_that_can_vanish_or_be_negative(tmp_path, capsys):
    """x*(y - 1) >= 0 does not give y >= 1 at x = 0."""
    statement = Statement({"x": "nonnegative real", "y": "positive real"}, {}, ("x*y >= x",),
                          {"part": "y >= 1"}, {})
    case = Case(tmp_path, statement, Region(lower={"x": "0", "y": "1"}))
    case.refused(capsys, "the region leaves a gap: y may be below its lower bound")


def test_a_variable_that_is_two_things(bound, capsys):
    """n = d^2 would prove the bound on a curve only; a root may not hide a constant either."""
    evidence = bound.data["evidence"][0]
    for root in ("d", "factor", "k"):
        evidence["roots"] = {"n": root}
        evidence["lower"][1][0] = root
        bound.refused(capsys, "a name for two things")
    evidence["roots"] = {"n": "s", "k": "s"}
    evidence["lower"][1][0] = "s"
    bound.refused(capsys, "a name for two things")


def test_a_bound_in_a_later_variable(bound, capsys):
    bound.data["evidence"][0]["lower"].reverse()
    bound.refused(capsys, "a bound in a later variable")


def test_a_bound_on_a_variable_that_can_be_negative(tmp_path, capsys):
    statement = Statement({"x": "positive real", "y": "positive real"}, {}, ("x >= 1",),
                          {"part": "x >= 1"}, {})
    case = Case(tmp_path, statement, Region(lower={"x": "1", "y": "0"}))
    case.data["statement"]["parameters"]["y"] = "real"
    case.allow()
    case.refused(capsys, "a variable that can be negative")


def test_strictness_at_the_corner(tmp_path, capsys):
    case = Case(tmp_path, Statement({"n": "positive integer"}, {}, (), {"part": "n >= 1"}, {}),
                Region(lower={"n": "1"}))
    assert case.run(capsys)[0] == 0
    case.data["statement"]["conclusions"]["part"][0] = ">"
    case.allow()
    case.refused(capsys, "the part part is not strict at the corner of the region")


def test_counterexample_that_violates_a_hypothesis(refuted, capsys):
    refuted.data["evidence"][0]["point"]["x"] = "2"
    refuted.refused(capsys, "hypothesis 1 is violated")


@pytest.mark.parametrize(("name", "value", "reason"), [
    ("A", "[[1,2],[2,1]]", "A is outside its domain: a negative pivot"),
    ("A", "[[1,1],[0,1]]", "A is outside its domain: a negative pivot"),
    ("A", "diag(1,0)", "A is outside its domain: a negative pivot"),
    ("A", "diag(1:3)", "A is outside its domain: a wrong shape"),
    ("x", "-1", "x = -1 is outside its domain, a nonnegative_real"),
    ("d", "0", "d = 0 is outside its domain, a positive_integer")])
def test_counterexample_outside_a_domain(name, value, reason, refuted, capsys):
    refuted.data["evidence"][0]["point"][name] = value
    refuted.refused(capsys, reason)


def test_counterexample_without_a_value_for_a_parameter(refuted, capsys):
    del refuted.data["evidence"][0]["point"]["x"]
    refuted.refused(capsys, "a point without a value for each parameter")


def test_a_part_that_does_not_fail(refuted, capsys):
    refuted.data["evidence"][0]["point"]["A"] = "diag(5:2)"
    refuted.refused(capsys, "the part part does not fail at the counterexample")


def test_a_side_that_is_not_what_is_stored(refuted, capsys):
    refuted.data["evidence"][0]["lhs"] = "1"
    refuted.refused(capsys, "a side is not what is stored")


def test_evidence_for_and_against(refuted, capsys):
    refuted.data["evidence"].append({"method": "points", "parts": ["part"], "because": "", "points": [
        {"d": "2", "A": "diag(5:2)", "x": "3"}]})
    refuted.refused(capsys, "evidence for and against a part")


def test_argument_with_a_step_less_or_another_text(proof, capsys):
    steps = proof.data["evidence"][0]["steps"]
    dropped = steps.pop(0)
    proof.refused(capsys, "the parts or steps of an argument are not those of the manifest")
    steps.insert(0, {**dropped, "text": "d = 1"})
    proof.refused(capsys, "the parts or steps of an argument are not those of the manifest")
    steps[0] = {"text": dropped["text"], "checked_by": "reader"}
    proof.refused(capsys, "the parts or steps of an argument are not those of the manifest")


def test_argument_is_as_strong_as_its_weakest_step(tmp_path, capsys):
    relation = "moment(k, n, d) = 1 + 2/n"
    check = Argument((Step("at three points", relation, POINTS),), scope="k = 2, d = 1")
    case = Case(tmp_path, Statement(SCALARS, {}, (), {"part": relation}, {}), check)
    assert case.data["verdict"] == "CERTIFIED"
    assert case.run(capsys)[0] == 0
    case.data["verdict"] = "PROVED"
    case.refused(capsys, "the verdict PROVED, where the evidence gives CERTIFIED")
    case.data["evidence"][0]["steps"][0]["certificate"]["points"] = []
    case.refused(capsys, "no point")


def test_a_step_with_a_counterexample_refutes_nothing(tmp_path, capsys):
    relation = "moment(k, n, d) = 1 + 2/n"
    check = Argument((Step("at three points", relation, POINTS),), scope="k = 2, d = 1")
    case = Case(tmp_path, Statement(SCALARS, {}, (), {"part": relation}, {}), check)
    case.data["evidence"][0]["steps"][0]["certificate"] = {
        "method": "counterexample", "part": "step", "point": {"k": "3", "n": "1", "d": "1"},
        "lhs": "15", "rhs": "3"}
    case.data["verdict"] = "REFUTED"
    case.refused(capsys, "no machine step, or a false one")


# the vocabulary, the manifest, the file by itself
POINT = {"L": Fraction(2), "k": Fraction(3), "n": Fraction(3), "d": Fraction(2), "m": Fraction(3)}
A, SIGMA = ((Fraction(1), Fraction(1, 2)), (Fraction(-1, 3), Fraction(2))), ((2, 1), (1, 1))
TERMS = """
moment(k, n, d); rising(k, n, d); scalar_loss(4, n, d, 1/3); loss(L, n, A); loss(L, n, A, B);
loss(1, n, A, B, v); printed_loss(L, n, A, B); printed_loss(1, n, A, B, v);
grad_norm_sq(1, n, A); grad_norm_sq(2, n, D); printed_grad_norm_sq(1, n, A); optimum(1, n, d);
moment_eigenvalue(k, n, D, 2); eigenvalue(D, 3); double_factorial(k); catalan(m); norm_sq(A);
form(v, A); trace(inverse(A)); defined_loss(1, 1, 2, A, B, v); eta(n, d, 1/2);
step_loss(n, d, 1/2, 1/7); layer_min(n, d, 1/2); poly_V(v, d); poly_F(v, d); poly_Q(v, d);
poly_residual(v, d); distinct_loss(2, n, d); pairings_with_loops(3, 1); cycles_of_g(3, 7);
cycles_of_g_prime(3, 11); sample_indices(2, 3, n); centred_eigenvalue(2, n, D, 1);
sample_trace(3, n, D); ridge_norm(A, 1/2); commutant_defect(A); skew_norm(A); deviation(A);
preceq(B, 3*B); double_sum_25(2, n, d, 1, 1/2); double_sum_26(2, n, d, 1, 1/2)
"""


@pytest.mark.parametrize("text", [t.strip() for t in TERMS.split(";")])
def test_the_vocabulary_agrees_with_the_theory(text):
    from verify.evaluate import value
    from verify.language import parse

    found = {**POINT, "A": dense(A), "B": dense(SIGMA), "v": (Fraction(1), Fraction(-2)),
             "D": diagonal([(2, 1), (Fraction(1, 2), 3)])}
    own = {**POINT, "A": recheck.matrix(A), "B": recheck.matrix([map(Fraction, r) for r in SIGMA]),
           "v": recheck.parse("[1,-2]"), "D": recheck.parse("diag(2,1/2:3)")}
    recheck.MANIFEST.update(vocabulary=trees(), statements={})
    assert recheck.value(parse(text), own) == value(parse(text), found)


def test_every_word_of_a_claim_is_known():
    """A quantity that a claim uses is built in or a line of the vocabulary."""
    def words(tree):
        if isinstance(tree, list):
            own = {f"{tree[1]}/{len(tree) - 2}"} if tree and tree[0] == "call" else set()
            return own.union(*map(words, tree[1:]))
        return set()

    known, built_in = trees(), {*recheck.NATIVE, *recheck.SLOW, "choose"}
    found = {word for claim in registry.all_claims().values() for _, reading in claim.readings()
             for tree in reading.statement.tree().values() for t in tree for word in words(t)}
    found |= {word for claim in registry.all_claims().values() for _, reading in claim.readings()
              for tree in (*reading.statement.definition_trees.values(),
                           *reading.statement.conclusion_trees.values()) for word in words(tree)}
    found |= {word for _, body in known.values() for word in words(body)}
    missing = {w for w in found if w not in known and w.split("/")[0] not in built_in}
    assert missing <= {"unsupported/0"}  # how a definition says that it has no value


def test_no_word_of_the_vocabulary_hides_a_quantity_of_another_meaning():
    """A word that the theory has too takes as many arguments."""
    import inspect

    words = trees()
    functions = {w.split("/")[0] for w in words}
    for word, (arguments_, body) in words.items():
        name = word.split("/")[0]
        free = names(body) - set(arguments_) - functions
        assert not free, (word, free)
        if name in QUANTITIES:
            inspect.signature(QUANTITIES[name].function).bind(*arguments_)


def test_the_committed_manifest_is_up_to_date():
    """After a change of a statement: python tools/manifest.py."""
    stored = json.loads(Path(recheck.__file__).with_name("manifest.json").read_text())
    assert stored == json.loads(json.dumps(manifest()))
    assert json.loads(manifest_text()) == stored


def test_a_copy_of_the_file_runs_with_a_bare_python(grid, tmp_path, capsys):
    grid.run(capsys)
    copy = Path(shutil.copy(recheck.__file__, tmp_path / "alone.py"))
    (tmp_path / "m.json").rename(tmp_path / "statements.json")  # beside the folder, as `all` writes it
    done = subprocess.run([sys.executable, "-I", "-S", str(copy), str(tmp_path / "certificates")],
                          capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("CERTIFIED")
