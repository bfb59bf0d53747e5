"""Numbers, vectors, matrices and assignments as typed, and what is refused with which line."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.matrix_values import Dense, Diagonal
from verify import inputs
from verify.inputs import InputError


@pytest.mark.parametrize(("text", "value"), [
    ("5/3", Fraction(5, 3)),
    ("-5/3", Fraction(-5, 3)),
    (" 10 / 4 ", Fraction(5, 2)),
    ("1e12", Fraction(10**12)),
    ("+7", Fraction(7)),
    ("0.25", Fraction(1, 4)),
    ("-.5", Fraction(-1, 2)),
    ("3.", Fraction(3)),
    ("1.5e-3", Fraction(3, 2000)),
    ("1E+2", Fraction(100)),
    ("1e-2/4", Fraction(1, 400)),
    ("007", Fraction(7)),
])  # fmt: skip
def test_numbers(text, value):
    assert inputs.number(text) == value


@pytest.mark.parametrize("text", [
    "", " ", "abc", "1/2/3", "1 2", "e5", ".", "/2", "1/", "1/-2", "0x10", "1_000", "nan", "inf",
    "1e", "1e2.5", "--1", "2**3", "٣", "1\n2", "__import__('os')", "1+1", "½", "1,5",
])  # fmt: skip
def test_numbers_refused(text):
    with pytest.raises(InputError, match="^n: got .*, allowed an exact number") as caught:
        inputs.number(text, "n")
    assert "\n" not in str(caught.value)


def test_denominator_zero():
    with pytest.raises(InputError, match="^number: got '1/0.0', allowed a denominator other than"):
        inputs.number("1/0.0")


def test_bounds_on_size():
    longest = "9" * 100_000
    assert inputs.number(longest) == 10**100_000 - 1
    with pytest.raises(InputError, match="got 100001 digits, allowed 100000"):
        inputs.number(longest + "9")
    with pytest.raises(InputError, match="got 1000000 characters, allowed 100000 digits"):
        inputs.number("9" * 10**6)
    assert inputs.number("1e10000") == 10**10000
    with pytest.raises(InputError, match="got '1e10001', allowed exponents up to 10000"):
        inputs.number("1e10001")
    with pytest.raises(InputError, match="allowed exponents up to 10000"):
        inputs.number("1e-" + "9" * 5000)


def test_refusals_are_quick():
    start = time.process_time()
    for text in ("9" * 200_000 + "x", "[" * 2_000_000, "[1," * 600_000, "(" * 10**6 + ")" * 10**6,
                 "diag(" + "1e9999," * 200_000 + "1)", "[[" + "1e9999," * 200_000 + "1]]"):
        with pytest.raises(InputError):
            inputs.exact_value(text)
    assert time.process_time() - start < 10  # about 2 s; quadratic work would take minutes


def test_message_of_a_long_text_is_short():
    with pytest.raises(InputError, match=r"\(5000 characters\)") as caught:
        inputs.number("x" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("1e12", 10**12), ("6/2", 3), ("2.0", 2)])
def test_positive_integers(text, value):
    assert inputs.positive_integer(text, "n") == value


@pytest.mark.parametrize("text", ["0", "-1", "5/3", "0.5"])
def test_positive_integers_refused(text):
    with pytest.raises(InputError, match=f"^n: got '{text}', allowed a positive integer$"):
        inputs.positive_integer(text, "n")


@pytest.mark.parametrize("text", [
    '[[1,"1/2"],["1/2",2]]', "[[1,1/2],[1/2,2]]", " [ [ 1 , '1/2' ] , [0.5,2e0] ] ",
])  # fmt: skip
def test_dense_matrices(text):
    half = Fraction(1, 2)
    assert inputs.matrix(text) == Dense(((Fraction(1), half), (half, Fraction(2))))


def test_rectangular_matrix_is_not_square():
    assert inputs.matrix("[[1,2,3]]").shape == (1, 3)
    assert inputs.square_matrix("[[4]]") == Dense(((Fraction(4),),))
    with pytest.raises(InputError, match="^A: got shape 1 x 3, allowed d x d$"):
        inputs.square_matrix("[[1,2,3]]", "A")


@pytest.mark.parametrize(("text", "spectrum"), [
    ("diag(1/2:99999,3:1)", ((Fraction(1, 2), 99999), (Fraction(3), 1))),
    ("diag( 1/2 : 1e5 , -3 )", ((Fraction(1, 2), 100_000), (Fraction(-3), 1))),
    ('diag("1/2:2","3")', ((Fraction(1, 2), 2), (Fraction(3), 1))),
])  # fmt: skip
def test_diagonal_matrices(text, spectrum):
    assert inputs.matrix(text) == Diagonal(spectrum)


@pytest.mark.parametrize(("text", "message"), [
    ("[[1,2],[3]]", r"got rows of lengths \[1, 2\], allowed rows of one length"),
    ("[1,2]", r"got '1', allowed \[\[a,b\],\[c,d\]\] or diag"),
    ("5", "got '5', allowed"),
    ("[[1,2],[3,4]", r"without a closing|allowed \[\["),
    ("[[1,2)]", r"with a '\)' that closes nothing, allowed brackets in pairs"),
    ("[[1,]]", "got an empty item in '1,', allowed items between commas"),
    ("[]", "got an empty item"),
    ("[[]]", "got an empty item"),
    ("[[[1]]]", r"got '\[1\]', allowed an exact number"),
    ("[[a,b],[c,d]]", "got 'a', allowed an exact number"),
    ("[[1,2],[3,'4]]", "without a closing"),
    ("diag()", "got an empty item"),
    ("diag(1:0)", "multiplicity: got '0', allowed a positive integer"),
    ("diag(1:2:3)", "multiplicity: got '2:3', allowed an exact number"),
    ("diag(x:2)", "got 'x', allowed an exact number"),
    ("diag(1:2", "allowed"),
    ("eye(3)", "got 'eye"),
    ("[[" + "1," * 400 + "1]" + (",[" + "1," * 400 + "1]") * 400 + "]",
     "got 401 x 401 entries, allowed 160000"),
    ("[[" + "1e9999," * 201 + "1]]", "over 2000000 digits together"),
])  # fmt: skip
def test_matrices_refused(text, message):
    with pytest.raises(InputError, match=message) as caught:
        inputs.matrix(text, "A")
    assert str(caught.value).startswith("A")
    assert "\n" not in str(caught.value)


def test_vectors():
    assert inputs.vector('[1,"1/2",-3]') == (Fraction(1), Fraction(1, 2), Fraction(-3))
    with pytest.raises(InputError, match=r"^u: got '\[1\]', allowed an exact number"):
        inputs.vector("[[1]]", "u")


def test_exact_value_goes_by_shape():
    assert inputs.exact_value(" [ [2] ]") == Dense(((Fraction(2),),))
    assert inputs.exact_value("diag(2:3)") == Diagonal(((Fraction(2), 3),))
    assert inputs.exact_value("[2]") == (Fraction(2),)
    assert inputs.exact_value("2") == 2


@pytest.mark.parametrize(("text", "value"), [
    ("n=3", {"n": "3"}),
    ("L=2, n=1e12 ,A=[[1,0],[0,2]]", {"L": "2", "n": "1e12", "A": "[[1,0],[0,2]]"}),
    ("Sigma=diag(1:2,3:1),u=[1,2]", {"Sigma": "diag(1:2,3:1)", "u": "[1,2]"}),
    ("printed.c=1/32", {"printed.c": "1/32"}),
    ("a='x,y',b=c=d", {"a": "'x,y'", "b": "c=d"}),
])  # fmt: skip
def test_assignments(text, value):
    assert inputs.assignments(text) == value


@pytest.mark.parametrize(("text", "message"), [
    ("", "empty item"),
    ("n", "got 'n', allowed NAME=VALUE"),
    ("n=", "got 'n=', allowed NAME=VALUE"),
    ("=3", "got '=3', allowed NAME=VALUE"),
    ("3=n", "got '3=n', allowed NAME=VALUE"),
    ("a b=3", "got 'a b=3', allowed NAME=VALUE"),
    ("n=3,,d=2", "empty item"),
    ("n=3,n=4", "got n twice, allowed once"),
    ("A=[[1,0],n=3", "without a closing"),
])  # fmt: skip
def test_assignments_refused(text, message):
    with pytest.raises(InputError, match=message):
        inputs.assignments(text)


def test_repeated_options():
    assert inputs.all_assignments(["n=3", "d=2,L=1"]) == {"n": "3", "d": "2", "L": "1"}
    with pytest.raises(InputError, match="got n twice, allowed once"):
        inputs.all_assignments(["n=3", "n=3"])


def test_exact_text_beyond_the_interpreters_own_limit():
    value = Fraction(-(10**6000) - 1, 3)
    assert inputs.exact_text(value) == "-1" + "0" * 5999 + "1/3"
    assert inputs.exact_text(0) == "0"
    assert inputs.exact_text(10**9000) == "1" + "0" * 9000


@given(st.fractions())
def test_exact_text_reads_back(value):
    assert inputs.number(inputs.exact_text(value)) == value


@given(st.integers(min_value=1, max_value=9), st.integers(min_value=0, max_value=12_000))
def test_exact_text_of_long_integers_reads_back(lead, length):
    value = lead * 10**length + length
    assert inputs.number(inputs.exact_text(value)) == value


@given(st.text(alphabet="[](){},:/-+.e0123456789 'diag\"\n=", max_size=40))
def test_any_text_gives_a_value_or_one_line(text):
    for parse in (inputs.exact_value, inputs.matrix, inputs.assignments, inputs.positive_integer):
        try:
            parse(text)
        except InputError as error:
            assert "\n" not in str(error)
            assert ", allowed " in str(error)
