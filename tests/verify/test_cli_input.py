"""Bad input: one clear line and exit code 2, never a traceback, within bounds on time and memory."""

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verify.command_line import ROOT, call, refused

HUGE = "1" + "0" * 100_000
LOSS = ("loss", "--L", 2, "--n", 3, "--A")
FUZZ = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize(("arguments", "message"), [
    # numbers
    (("expect", "tr(S)", "--n", "abc"), "n: got 'abc', allowed an exact number"),
    (("expect", "tr(S)", "--n", "0"), "n: got '0', allowed a positive integer"),
    (("expect", "tr(S)", "--n", "-3"), "n: got '-3', allowed a positive integer"),
    (("expect", "tr(S)", "--n", "1/2"), "n: got '1/2', allowed a positive integer"),
    (("expect", "tr(S)", "--n", "nan"), "n: got 'nan', allowed an exact number"),
    (("expect", "tr(S)", "--n", ""), "n: got '', allowed an exact number"),
    (("expect", "tr(S)", "--n", "1e1000000"), "allowed exponents up to 10000"),
    (("expect", "tr(S)", "--n", HUGE), "n: got 100001 digits, allowed 100000"),
    (("expect", "tr(S)", "--n", "1e9999"), "n: got a number of about 99"),
    (("eta", "--n", "20", "--d", "1e9999"), "d: got a number of about 99"),
    (("eta", "--n", "20", "--d", "10", "--sigma2", "-1"), "sigma2: got '-1', allowed a number >= 0"),
    (("optimum", "--L", 2, "--n", HUGE, "--d", 2), "n: got 100001 digits"),
    (("optimum", "--L", 13, "--n", 2, "--d", 2), "L: got 13, allowed up to 12"),
    (("optimum", "--L", "1000000000", "--n", 2, "--d", 2), "L: got 1000000000, allowed up to 12"),
    (("optimum", "--L", 2, "--n", 2, "--d", 2, "--digits", 0), "digits: got '0', allowed an integer in 1.."),
    (("optimum", "--L", 2, "--n", 2, "--d", 2, "--digits", "x"), "digits: got 'x', allowed an exact number"),
    (("optimum", "--L", 2, "--n", 2, "--d", 2, "--among", "any"), "among: got 'any', allowed symmetric, all"),
    (("flow", "--L", 2, "--n", 9, "--d", 1, "--A0", "[[1]]", "--t", "-1"), "t: got '-1', allowed a"),
    # matrices
    ((*LOSS, "[[1,2]]"), "A: got shape 1 x 2, allowed d x d"),
    ((*LOSS, "abc"), "A: got 'abc', allowed"),
    ((*LOSS, ""), "A: got '', allowed"),
    ((*LOSS, "[" * 5000 + "]" * 5000), "A: got "),
    ((*LOSS, "[[1e1000000]]"), "allowed exponents up to 10000"),
    ((*LOSS, "[[1e9999]]"), "A: got a number of about 99"),
    ((*LOSS, "[[__import__('os').abort()]]"), "allowed an exact number"),
    ((*LOSS, "[[1,0],[0,1]]", "--sigma", "[[1,2],[2,1]]"), "allowed a symmetric positive definite"),
    ((*LOSS, "[[1,0],[0,1]]", "--sigma", "diag(1:1000000000)"), "sigma: got dimension 10000"),
    ((*LOSS, "[[1,0],[0,1]]", "--u", "[1]"), "u: got length 1, allowed 2"),
    ((*LOSS, "[[1]]", "--formula", "other"), "formula: got 'other', allowed model, printed"),
    (("flow", "--L", 2, "--n", 9, "--d", 10, "--A0", "[[1]]", "--t", 1), "A0: got dimension 1, allowed 10"),
    # expressions
    (("expect", "tr(S^10000)"), "got the exponent 10000, allowed up to 100"),
    (("expect", "tr(S^50)", "--n", 3), "allowed up to 24"),
    (("expect", ""), "the expression is empty"),
    (("expect", "tr("), "got the end"),
    (("expect", "(" * 900 + "S" + ")" * 900), "nested deeper than 50"),
    (("expect", "S " * 2000), "allowed 2000"),
    (("expect", "tr(\u03a3)"), "unexpected character"),
    (("expect", "2^1000000000"), "got the exponent 1000000000"),
    (("expect", "__import__('os').system('true')"), "unexpected character '_'"),
    (("expect", "tr(S A)", "-D", "A=[[1]]", "-D", "A=[[2]]"), "got A twice, allowed once"),
    (("expect", "tr(S A)", "-D", "A"), "got 'A', allowed NAME=VALUE"),
    # ids and choices
    (("check", "nonsense"), "got the id 'nonsense', allowed for example"),
    (("check", ""), "got the id ''"),
    (("check", "looped.thm-3"), "allowed for example looped.thm-3"),
    (("check", "\u00e9\n\u2028"), "got the id "),
    (("check", "x" * 10_000), "(10000 characters)"),
    (("check", "missing.py"), "got 'missing.py', allowed an id or an existing claim file"),
    (("check", "/"), "got '/', allowed an id or an existing claim file"),
    (("check", "../../etc/passwd"), "allowed an id or an existing claim file"),
    (("check", "looped.eq-6-8", "--profile", "medium"), "got the profile 'medium', allowed quick, full"),
    (("check", "looped.eq-6-8", "--device", "tpu"), "got the device 'tpu', allowed auto, cpu, cuda"),
    (("check", "looped.eq-6-8", "--seed", "x"), "seed: got 'x', allowed an exact number"),
    (("check", "looped.eq-6-8", "--seed", "-1"), "seed: got '-1', allowed an integer in 0.."),
    (("show", "nonsense"), "got the id 'nonsense'"),
    (("sharpen", "nonsense", "c"), "got the id 'nonsense'"),
    (("mutate", "nonsense"), "got the id 'nonsense'"),
    (("experiments", "fig9"), "got the figure 'fig9', allowed"),
    (("new", "../x"), "got the id '../x', allowed looped|one_step|cross|user"),
    (("new", "user.../../x"), "got the id "),
    (("new", "other.x"), "got the id 'other.x'"),
    (("new", "user."), "got the id 'user.'"),
    (("recheck", "/nonexistent"), "got '/nonexistent', allowed a folder of certificates"),
    (("all", "--jobs", 0), "jobs: got '0', allowed an integer in 1..512"),
    (("all", "--jobs", "1e9"), "allowed an integer in 1..512"),
    (("all", "--profile", "x"), "got the profile 'x', allowed quick, full"),
    (("nonsense",), "No such command 'nonsense'"),
    (("loss", "--n", 3), "Missing option"),
    (("list", "--nonsense"), "No such option: --nonsense"),
    # --with and --at
    (("check", "looped.lem-A.2", "--with", "nonsense=1"), "got the constant 'nonsense', allowed factor"),
    (("check", "looped.lem-A.2", "--with", "other.factor=1"), "got the reading 'other', allowed printed"),
    (("check", "looped.lem-A.2", "--with", "factor"), "got 'factor', allowed NAME=VALUE"),
    (("check", "looped.lem-A.2", "--with", "factor=[[1]]"), "factor: got '[[1]]', allowed an exact"),
    (("check", "looped.lem-A.2", "--with", "factor=1e9999"), "allowed a number of 100 digits"),
    (("check", "looped.lem-A.2", "--with", "factor=1", "--with", "factor=2"), "got factor twice"),
    (("check", "looped.lem-A.2", "--at", ""), "got an empty item"),
    (("check", "looped.lem-A.2", "--at", "k=1,n=1,d=0"), "d: got 0, allowed a positive integer"),
    (("check", "looped.lem-A.2", "--at", "k=1,n=1,d=[1]"), "d: got [1], allowed a positive integer"),
    (("check", "looped.lem-A.2", "--at", "k=1,n=1,d=1,z=1"), "got the parameter 'z', allowed d, k, n"),
    (("check", "looped.thm-3.4", "--at", "L=1,n=3,d=2,A=diag(1:1000000000)"), "allowed d = 2"),
    (("check", "looped.thm-3.4", "--at", "L=1,n=3,d=2,A=5"), "A: got 5, allowed a real matrix"),
])  # fmt: skip
def test_refused_with_one_line(arguments, message):
    begin = time.process_time()
    assert message in refused(*arguments)
    assert time.process_time() - begin < 30


def test_no_command_gives_the_help():
    answer = call()
    assert answer.code == 2
    assert "Usage: python -m verify" in answer.out + answer.err


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="SAI tr()^*+-/'0123456789.", max_size=40),
    st.text(alphabet="[](){},:/-+.e0123456789 'diag\"\n=", max_size=40))


@given(TEXTS, st.sampled_from(["1", "3", "1e12", "x", ""]))
@FUZZ
def test_any_expression_gets_an_answer_or_one_line(text, n):
    answered("expect", "--n", n, "-D", "A=[[1,0],[0,2]]", "--", text)


@given(TEXTS)
@FUZZ
def test_any_matrix_gets_an_answer_or_one_line(text):
    answered("loss", "--L=2", "--n=3", f"--A={text}")


@given(TEXTS, TEXTS)
@FUZZ
def test_any_option_of_check_gets_an_answer_or_one_line(change, point):
    answered("check", "looped.lem-A.2", f"--with=factor={change}", f"--at={point}")
    answered("check", "looped.lem-A.2", f"--with={change}", "--at=k=2,n=100,d=1")


@given(TEXTS)
@FUZZ
def test_any_id_gets_one_line(text):
    answered("show", "--", text)


def answered(*arguments):
    """Exit 0 with output, or 2 with one line."""
    answer = call(*arguments)
    assert answer.code in (0, 2), answer
    assert "Traceback" not in answer.err
    if answer.code == 2:
        assert len(answer.err.splitlines()) == 1
        assert answer.out == ""
    else:
        assert answer.out and not answer.err


def test_memory_and_time_of_huge_inputs():
    # VmHWM and not ru_maxrss, which a new program inherits from the one that started it
    program = ("import sys\nfrom tests.verify.command_line import refused\n"
               "huge = '1' + '0' * 100_000\n"
               "for words in (['expect', 'tr(S)', '--n', huge], ['expect', 'tr(S^10000)'],\n"
               "              ['optimum', '--L', '12', '--n', huge, '--d', huge],\n"
               "              ['loss', '--L', '2', '--n', '3', '--A', '[' * 60000 + ']' * 60000]):\n"
               "    refused(*words)\n"
               "lines = open('/proc/self/status').read().splitlines()\n"
               "print(next(int(x.split()[1]) // 1024 for x in lines if x.startswith('VmHWM')))")
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True,
                            check=True, timeout=120)
    assert int(answer.stdout) < 400


def test_work_that_would_not_end_is_given_up():
    from verify.commands.limits import limited

    with pytest.raises(ValueError, match=r"^got no answer for this within 0.05 s of processor time, allowed"):
        with limited("this", seconds=0.05):
            while True:
                try:
                    sum(range(1000))
                except Exception as error:  # what is given up is no Exception on the way
                    raise AssertionError from error
    with limited("this", seconds=0.05):
        pass
    begin = time.process_time()
    while time.process_time() - begin < 0.1:
        pass
