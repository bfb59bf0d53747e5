"""Formulas and numbers as people read them."""

import re
from decimal import Decimal

import pytest

from tests.verify.report_samples import record, sample
from verify.language import parse
from verify.report import mathtext, numbers
from verify.report.forms import FORMS, binding
from verify.report.graph import dependents, mermaid
from verify.report.latex import latex, name
from verify.report.tables import grouped, short_integer


@pytest.mark.parametrize("text, expected", [
    ("(8*L*d/sqrt(n))^(1/(2*L))", r"\left(\frac{8 L d}{\sqrt{n}}\right)^{1/(2 L)}"),
    ("x^(1/2) + y^(1/3)", r"\sqrt{x} + \sqrt[3]{y}"),
    ("a - (b - c) - e", r"a - \left(b - c\right) - e"),
    ("(a + b)*c = 3*4^L", r"\left(a + b\right) c = 3\cdot 4^{L}"),
    ("-x^2 < (-x)^2", r"-x^{2} < \left(-x\right)^{2}"),
    ("moment(k, n, d)^2 >= 1", r"\alpha_{n,d,k}^{2} \ge 1"),
    ("rising(k, n, d + 1)^2", r"\left(\prod_{i=0}^{k-1}\left(1+\frac{2i}{n}\cdot "
                              r"\left(d + 1\right)\right)\right)^{2}"),
    ("scalar_loss(2, n, d, 1 - x)", r"\mathbb{E}_{n,d}\,\mathrm{tr}\left(I-\left(1 - x\right)"
                                    r"\cdot W\right)^{2}"),
    ("scalar_loss(2*L, n, d, a)", r"\mathbb{E}_{n,d}\,\mathrm{tr}\left(I-a\cdot W\right)^{2 L}"),
    ("double_factorial(L + 1)", r"(2\cdot \left(L + 1\right)-1)!!"),
    ("preceq(transpose(A + B), A) and a != b",
     r"{\left(A + B\right)}^{\top}\preccurlyeq A \text{ and } a \ne b"),
    ("loss(L, n, A, Sigma) <= x", r"\mathcal{L}_{L,n}(A, \Sigma) \le x"),
    ("unknown_thing(x, y) = z", r"\text{unknown-thing}(x, y) = z"),
])
def test_latex_of_a_tree(text, expected):
    assert latex(parse(text)) == expected


@pytest.mark.parametrize("text, expected", [
    ("sigma2", r"\sigma^2"), ("x1", "x_{1}"), ("A_opt", r"A_{\text{opt}}"),
    ("delta_factor", r"\text{delta-factor}"), ("half_width", r"\text{half-width}"), ("n", "n")])
def test_names(text, expected):
    assert name(text) == expected


def test_a_formula_has_nothing_that_markdown_reads():
    safe = mathtext.formula(r"\|\Sigma^*\|_F^2 \operatorname{tr}\{A_{x}\}_y < w^{*}, a\\ b")
    assert not re.search(r"\\[\\{}|,;!*_]|\*|<|>|\\operatorname|[^\w\s]_\S", safe)
    assert safe.startswith(r"\Vert \Sigma^{\ast}\Vert _ F^2 \mathrm{tr}\lbrace A_{x}\rbrace _ y")


def test_prose_keeps_formulas_and_code_and_escapes_the_rest():
    text = mathtext.prose("if a*b*c <= d_1^{-(L-1)/L} then $x_i^*$, `a_b*c`, "
                          "gd_prediction and [S](x)")
    assert "a·b·c ≤ d<sub>1</sub><sup>-(L-1)/L</sup> then" in text
    assert mathtext.prose("|M|_F -> 0") == "|M|<sub>F</sub> → 0"
    assert r"$x_i^{\ast}$, `a_b*c`, gd\_prediction and [S]&#40;x)" in text


@pytest.mark.parametrize("text, answer", [
    (r"L(A,u)=\mathbb{E}\big[\operatorname{tr}(I-A)\big]\quad\text{for each symmetric } A", True),
    ("a = b + c", True), ("For all $n$ it holds", False), ("the loss is small there", False),
    ("the matrix \\Sigma is close to the sample covariance", False), ("plain", False)])
def test_what_is_one_formula(text, answer):
    assert mathtext.is_latex(text) is answer


def test_a_cell_stays_one_cell():
    assert "|" not in mathtext.cell("a | b\nc || d")
    assert mathtext.code("a`b") == "``a`b``"


@pytest.mark.parametrize("value, expected", [
    ("5/3", "5/3"), ("-7", "-7"), ("1" + "0" * 40, "1e40 (41 digits)"),
    ("1" * 5000, "≈ 1.11111e4999 (5000 digits)"),
    ("1/" + "3" * 30, "≈ 3e-30 (1 over 30 digits)"),
    ({"lo": "1", "hi": "2", "expr": "1.5"}, "≈ 1.5"),
    ({"diag": [["1/2", 99999], ["3", 1]]}, "diag(1/2:99999, 3:1)"),
    ([["1", "0"], ["0", "2"]], "[[1, 0], [0, 2]]"), ("not a number", "not a number")])
def test_brief(value, expected):
    assert numbers.brief(value) == expected


def test_two_sides_get_as_many_digits_as_it_takes():
    left, right = numbers.brief_pair("1" * 30, "1" * 29 + "2")
    assert left == "≈ 1.11111111111111111111111111111e29 (30 digits)" != right
    assert numbers.ratio("1" * 30, "1" * 29 + "2").startswith("0.99999999999999")
    assert numbers.ratio("1", "0") is None


def test_rounded_numbers():
    assert numbers.rounded(Decimal("1234567"), 3) == "1230000"
    assert numbers.rounded(Decimal("9.9996"), 4) == "10"
    assert (short_integer("10000000"), short_integer("99999999")) == ("1.0e7", "1.0e8")
    assert grouped("1" * 41).startswith("≈ 1.11111e40")


def test_the_graph_goes_from_the_used_to_the_user():
    users = dependents(sample())
    assert users["looped.thm-9"] == ["looped.thm-10", "one_step.thm-1"]
    assert users["looped.lem-1.step-19"][0] == "looped.lem-1"
    assert users["one_step.thm-1"] == []


def test_a_circle_of_uses_ends():
    circle = [record("looped.a", uses=["looped.b"]), record("looped.b", uses=["looped.a"])]
    assert dependents(circle) == {"looped.a": ["looped.b"], "looped.b": ["looped.a"]}


def test_the_diagram_draws_statements_and_their_verdicts():
    text = mermaid(sample(), "looped")
    assert 's2["thm 9<br/>REFUTED"]:::REFUTED' in text and "s0 --> s2" in text
    assert "step" not in text and "classDef REFUTED fill:#d55e00" in text
    assert mermaid([record("looped.alone")], "looped") == ""


@pytest.mark.parametrize("text, expected", [
    ("transpose(gram(X + Y, w))*A", r"{\left(\left(X + Y\right)\left(X + Y\right)^{\top}w\right)}"
                                    r"^{\top} A"),
    ("optimum(L, n, d)^2", r"\left(a^{\ast}_{L,n,d}\right)^{2}"),
    ("sigma2^2", r"\left(\sigma^2\right)^{2}"),
    ("n*squares_change(X, y, w, v)", r"n \left(f(w+v)-f(w)-\tfrac12\left\Vert X^{\top}v\right\Vert"
                                     r"^2\right)"),
    ("layer_M(W_K, W_Q + W_K)", r"W_{K}^{\top}\left(W_{Q} + W_{K}\right)"),
    ("pair(v, inverse(Sigma), x)^2", r"\left(v^{\top}{\Sigma}^{-1}\,x\right)^{2}"),
    ("norm_sq(a - b)", r"\left\Vert a - b\right\Vert^2"),
])
def test_forms_take_the_parentheses_that_they_need(text, expected):
    assert latex(parse(text)) == expected


def test_every_form_uses_its_arguments_and_closes_its_braces():
    for (quantity, count), (form, level) in FORMS.items():
        used = {int(i) for i in re.findall(r"#(\d)", form)}
        assert not used or max(used) <= count, quantity
        assert form.count("{") == form.count("}"), quantity
        assert form.count(r"\left") == form.count(r"\right"), quantity
        assert len(binding(form, level)) <= count, quantity


def test_no_form_has_two_exponents_at_one_letter():
    # a power of a form with an exponent needs parentheses, or TeX refuses it
    for (quantity, count), _ in FORMS.items():
        text = latex(["^", ["call", quantity, *(["name", "x"] for _ in range(count))], ["num", "2"]])
        assert text.startswith(r"\left(") or "^" not in _outside(text.rpartition("^")[0]), quantity


def _outside(text):
    """What stands outside braces and brackets."""
    for pattern in (r"\{[^{}]*\}", r"\\left.(?:(?!\\left).)*?\\right.", r"\([^()]*\)"):
        while (shorter := re.sub(pattern, "Q", text)) != text:
            text = shorter
    return text


def test_decimal_numbers_are_rounded_too():
    assert numbers.as_decimal("0.999999971715729") == Decimal("0.999999971715729")
    assert numbers.as_decimal("1.2.3") is None and numbers.as_decimal(".5") is None


def test_signs_that_tex_reads_differently_without_their_backslash():
    safe = mathtext.formula(r"\#\{p\}\le 5\%")
    assert safe == r"\text{card}\thinspace \lbrace p\rbrace \le 5\text{ percent}"


def test_the_noise_variance_is_a_square_in_prose():
    assert mathtext.prose("d + sigma2 and Omega") == "d + σ² and Ω"
