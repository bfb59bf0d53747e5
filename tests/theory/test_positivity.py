from fractions import Fraction
from math import comb

import pytest
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from theory.positivity import (
    box_certificate,
    is_nonnegative,
    on_orthant,
    shift_certificate,
    substitute,
)
from theory.quantities import QUANTITIES
from theory.rational import RationalFunction, variables

ND = variables(["n", "d"])
N, D = ND["n"], ND["d"]
TE = variables(["t", "e"])
T, E = (TE[name].numerator for name in ("t", "e"))
XY = fmpq_mpoly_ctx.get(["x", "y"])
X, Y = XY.gens()
UNIT = [(0, 1), (0, 1)]


def evaluate(terms: list, point: list[Fraction]) -> Fraction:
    """A polynomial of a certificate, with nothing but Fractions."""
    total = Fraction(0)
    for coefficient, exponents in terms:
        term = Fraction(coefficient)
        for x, e in zip(point, exponents, strict=True):
            term *= x**e
        total += term
    return total


def moment_gap(k: int, constant: int) -> RationalFunction:
    """1 + constant k d / s - alpha_{n,d,k} with s = sqrt n in the place of n."""
    return 1 + constant * k * D / N - QUANTITIES["moment"](Fraction(k), N * N, D)


@pytest.mark.parametrize("k", [1, 2, 5, 8])
def test_moment_bound_for_all_real_n_and_d(k: int) -> None:
    """alpha <= 1 + 4 k d / sqrt n for n >= 4 k^2 d^2, d >= 1: sqrt n = 2 k d + t, d = 1 + e."""
    substitution = {"n": 2 * k * (1 + E) + T, "d": 1 + E}
    gap = moment_gap(k, 4)
    certificate = shift_certificate(gap, substitution, strict=True)
    assert certificate is not None
    for t, e in [(Fraction(0), Fraction(0)), (Fraction(7, 3), Fraction(5))]:
        s, d = 2 * k * (1 + e) + t, 1 + e
        direct = 1 + 4 * k * d / s - QUANTITIES["moment"](Fraction(k), s * s, d)
        fraction = [evaluate(certificate[part], [t, e]) for part in ("numerator", "denominator")]
        # equal up to the positive factor that makes the coefficients integers
        assert fraction[0] > 0 and fraction[1] > 0 and direct > 0


def test_a_false_moment_bound_has_no_certificate() -> None:
    """With 0 in the place of 4 the bound says alpha <= 1."""
    assert shift_certificate(moment_gap(2, 0), {"n": 4 * (1 + E) + T, "d": 1 + E}) is None


def test_certificate_is_the_fraction_itself() -> None:
    gap = (N - D) / (N * D)
    certificate = shift_certificate(gap, {"n": 2 + T + E, "d": 1 + E})
    assert certificate == {
        "method": "shift",
        "variables": ["t", "e"],
        "strict": False,
        "numerator": [["1", [1, 0]], ["1", [0, 0]]],
        "denominator": [["1", [1, 1]], ["1", [1, 0]], ["1", [0, 2]], ["3", [0, 1]], ["2", [0, 0]]],
    }


def test_strictness_needs_a_constant_term() -> None:
    assert shift_certificate(N - D, {"n": 1 + T + E, "d": 1 + E}) is not None
    assert shift_certificate(N - D, {"n": 1 + T + E, "d": 1 + E}, strict=True) is None
    assert shift_certificate(N - D, {"n": 2 + T + E, "d": 1 + E}, strict=True) is not None


def test_sign_of_the_denominator_matters() -> None:
    # 1 / (d - n) < 0 on n > d, and 1 / (n - 2) has both signs on n >= 1.
    assert shift_certificate(1 / (D - N), {"n": 2 + T + E, "d": 1 + E}) is None
    assert shift_certificate(-1 / (D - N), {"n": 2 + T + E, "d": 1 + E}) is not None
    assert shift_certificate(1 / (N - 2), {"n": 1 + T, "d": 1 + E}) is None


def test_rational_coefficients_are_cleared() -> None:
    certificate = shift_certificate(N / 3 - Fraction(1, 2), {"n": 2 + T, "d": E})
    assert certificate["numerator"] == [["2", [1, 0]], ["1", [0, 0]]]


def bernstein(p: fmpq_mpoly, degree: int) -> list[Fraction]:
    """Bernstein coefficients on [0, 1] of a polynomial in x, by their formula."""
    a = {int(m[0]): Fraction(int(c.p), int(c.q)) for m, c in p.terms()}
    return [
        sum(
            (Fraction(comb(k, i), comb(degree, i)) * a.get(i, 0) for i in range(k + 1)), Fraction(0)
        )
        for k in range(degree + 1)
    ]


def test_orthant_coefficients_are_bernstein_coefficients() -> None:
    p = 3 * X**4 - 5 * X**2 + X + 2
    image = on_orthant(p, UNIT)
    found = {int(m[0]): Fraction(int(c.p), int(c.q)) for m, c in image.terms()}
    expected = bernstein(p, 4)
    assert [found.get(k, 0) for k in range(5)] == [comb(4, k) * b for k, b in enumerate(expected)]


def check_tree(certificate: dict, box: list, tree: dict) -> int:
    """Re-expands every leaf at points of its piece; returns the number of leaves."""
    if "coefficients" in tree:
        assert all(Fraction(c) >= 0 for c, _ in tree["coefficients"])
        for s in (Fraction(0), Fraction(1, 3), Fraction(5)):
            x = [a + s if b is None else (a + b * s) / (1 + s) for a, b in box]
            value = evaluate(certificate["polynomial"], x)
            image = evaluate(tree["coefficients"], [s] * len(box))
            assert (value > 0) == (image > 0) and (value == 0) == (image == 0)
        return 1
    axis, at = tree["axis"], Fraction(tree["at"])
    low, high = list(box), list(box)
    low[axis], high[axis] = (box[axis][0], at), (at, box[axis][1])
    return check_tree(certificate, low, tree["low"]) + check_tree(certificate, high, tree["high"])


@pytest.mark.parametrize(
    ("p", "box"),
    [
        (X**2 + Y**2 - X * Y + 1, UNIT),
        (100 * (X - Y) ** 2 + 1, UNIT),
        ((X - 2) ** 2 + (Y - 3) ** 2 + 1, [(0, None), (0, None)]),
        (X**3 - 3 * X + Y + 3, [(-1, 2), (0, None)]),
    ],
)
def test_boxes_planted_true(p: fmpq_mpoly, box: list) -> None:
    certificate = box_certificate(p, box, strict=True)
    exact_box = [(Fraction(a), None if b is None else Fraction(b)) for a, b in box]
    assert check_tree(certificate, exact_box, certificate["tree"]) >= 1


@pytest.mark.parametrize(
    ("p", "box"),
    [
        (X**2 + Y**2 - X * Y - 1, UNIT),
        (100 * (X - Y) ** 2 - fmpq(1, 100), UNIT),
        ((X - 2) ** 2 + (Y - 3) ** 2 - 1, [(0, None), (0, None)]),
        (1 - X * Y / 1000, [(0, None), (0, None)]),
    ],
)
def test_boxes_planted_false(p: fmpq_mpoly, box: list) -> None:
    assert box_certificate(p, box, max_boxes=500) is None


def test_strict_boxes_are_closed() -> None:
    """1 - x is > 0 on [0, 1) but not at 1; x is not at 0."""
    assert box_certificate(1 - X, UNIT) is not None
    assert box_certificate(1 - X, UNIT, strict=True, max_boxes=200) is None
    assert box_certificate(X, UNIT) is not None
    assert box_certificate(X, UNIT, strict=True) is None
    assert box_certificate(2 - X, UNIT, strict=True) is not None


def test_a_zero_inside_is_not_strictly_positive() -> None:
    assert box_certificate((3 * X - 1) ** 2, UNIT, strict=True, max_boxes=300) is None


def test_signs_of_coefficients() -> None:
    assert is_nonnegative(X + Y) and not is_nonnegative(X - Y)
    assert not is_nonnegative(X + Y, strict=True) and is_nonnegative(X + 1, strict=True)
    assert is_nonnegative(X - X) and not is_nonnegative(X - X, strict=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: substitute(X, {"x": T}), "must name"),
        (lambda: box_certificate(X, [(0, 1)]), "one interval for each"),
        (lambda: box_certificate(X, [(0, 1), (2, 1)]), r"a < b, got \[2, 1\]"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
