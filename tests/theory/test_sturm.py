from fractions import Fraction

import pytest

from theory.optimum import optimum_polynomial
from theory.sturm import (
    count_roots,
    isolate,
    positive_certificate,
    root_certificate,
    sign_at,
    sturm_chain,
)


def times(*factors: list[int]) -> list[int]:
    result = [1]
    for factor in factors:
        product = [0] * (len(result) + len(factor) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        result = product
    return result


THREE = times([-1, 1], [-2, 1], [5, 1], [1, 0, 1])


def check(certificate: dict) -> None:
    """The identities of the chain, from the certificate's text alone."""
    chain = [[int(c) for c in q] for q in certificate["chain"]]
    assert chain[0] == [int(c) for c in certificate["polynomial"]]
    assert chain[1] == [k * c for k, c in enumerate(chain[0])][1:]
    padded = [*chain, [0]]
    for i, (a, quotient, b) in enumerate(certificate["steps"]):
        assert int(a) > 0 and int(b) >= 0
        left = [int(a) * c for c in padded[i]]
        right = times([int(c) for c in quotient], padded[i + 1])
        for k, c in enumerate(padded[i + 2] if int(b) else []):
            right[k] -= int(b) * c
        width = max(len(left), len(right))
        assert left + [0] * (width - len(left)) == right + [0] * (width - len(right))


@pytest.mark.parametrize(
    ("lo", "hi", "roots"),
    [(None, None, 3), (0, None, 2), (None, 0, 1), (0, Fraction(3, 2), 1), (3, None, 0), (-9, 9, 3)],
)
def test_known_roots(lo, hi, roots: int) -> None:
    certificate = root_certificate(THREE, lo, hi)
    assert certificate["roots"] == roots
    check(certificate)


def test_multiple_roots_count_once() -> None:
    p = times([-1, 1], [-1, 1], [-1, 1], [3, 2])
    assert count_roots(p) == 2
    check(root_certificate(p))


def test_chain_has_positive_multipliers_for_a_negative_leading_coefficient() -> None:
    p = times([-1, 1], [-2, 1], [7, -3], [5, 0, -2])
    check(root_certificate(p, -3, 3))
    assert count_roots(p, -3, 3) == 5
    assert sturm_chain([7])[0] == [[7]]


def test_positive_planted_true_and_false() -> None:
    true = times([1, 0, 1], [2, -2, 1])
    false = true[:]
    false[0] -= 3  # 2 - 3 < 0 at 0
    assert positive_certificate(true) is not None
    check(positive_certificate(true))
    assert positive_certificate(false) is None
    # (x - 1)^2 touches zero: >= 0 but not > 0
    assert positive_certificate([1, -2, 1]) is None
    assert positive_certificate([1, -2, 1], Fraction(3, 2)) is not None
    # between its roots 1 and 2 the polynomial dips, although both ends are positive
    assert positive_certificate([2, -3, 1], 0, 3) is None
    assert positive_certificate([2, -3, 1], 0, Fraction(99, 100)) is not None


def test_isolated_intervals() -> None:
    found = isolate(THREE, -10, 10)
    assert len(found) == 3
    for (low, high), root in zip(found, [-5, 1, 2], strict=True):
        assert low < root < high
    assert isolate([1, 0, 1], -10, 10) == []


def test_the_optimum_is_the_only_root() -> None:
    p = optimum_polynomial(4, 7, 3)
    assert count_roots(p) == 1 == count_roots(p, 0)
    assert positive_certificate(p, 1) is not None


def test_signs() -> None:
    # (a - 1/2) (a - 3) doubled
    assert [sign_at([3, -7, 2], Fraction(x, 4)) for x in (0, 2, 3, 12, 13)] == [1, 0, -1, 0, 1]
    assert (sign_at([0, 1], None), sign_at([0, 1], None, at_minus=True)) == (1, -1)
    assert (sign_at([0, 0, -1], None), sign_at([0, 0, -1], None, at_minus=True)) == (-1, -1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: count_roots([0, 0]), "the zero polynomial"),
        (lambda: count_roots([1, 0.5]), "integer coefficients are needed"),
        (lambda: count_roots([-1, 1], 1, 2), "zero at the end 1"),
        (lambda: count_roots([-1, 1], 2, 2), "needs lo < hi, got 2 and 2"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
