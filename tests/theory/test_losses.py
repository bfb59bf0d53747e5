"""The losses against the definition: the transformer on symbols, squared, monomial by monomial."""

from fractions import Fraction

import pytest
from flint import fmpq_mpoly_ctx

from tests.theory import monomials as plain
from theory import losses
from theory.definitions import labels, layer, looped_forward
from theory.losses import loss, loss_gradient
from theory.matrices import Matrix, add, compact, dense, diagonal, equal, scale, to_dense
from theory.symmetric_loss import loss_polynomial

HALF = Fraction(1, 2)
ROOTS = {"I": [[1, 0], [0, 1]], "skew": [[2, 0], [1, 1]]}
INVERSE_ROOTS = {"I": [[1, 0], [0, 1]], "skew": [[HALF, -HALF], [0, 1]]}
MATRICES = [
    [[1, 0], [0, 0]],
    [[0, 0], [0, 0]],
    [[1, 2], [2, -1]],
    [[1, 2], [0, HALF]],
    [[0, 1], [-1, 0]],
]


def covariance(name: str) -> Matrix:
    root = ROOTS[name]
    return dense([[sum(a * b for a, b in zip(p, q, strict=True)) for q in root] for p in root])


def model_by_definition(L: int, n: int, A: list, root: str, u: list | None) -> Fraction:
    """E (TF_L - w' x_q)^2 with x = R z, w = R'^{-1} z', x_q = R z'' for Sigma = R R'."""
    d = len(A)
    context = fmpq_mpoly_ctx.get([f"z{i}" for i in range(d * (n + 2))])
    z = context.gens()
    columns = [[[g] for g in z[d * j : d * (j + 1)]] for j in range(n + 2)]
    R, R_inverse = plain.constants(ROOTS[root]), plain.constants(INVERSE_ROOTS[root])
    *examples, query = [[row[0] for row in plain.product(R, c)] for c in columns[: n + 1]]
    w = [row[0] for row in plain.product(R_inverse, columns[-1])]
    X = plain.transpose(examples)
    layers = [
        tuple(plain.constants(m) for m in layer(A, u)),
    ] * L
    error = looped_forward(X, labels(X, w), query, layers) - sum(
        a * b for a, b in zip(w, query, strict=True)
    )
    return plain.expectation(error * error)


@pytest.mark.parametrize("A", MATRICES)
@pytest.mark.parametrize(
    ("L", "n", "root", "u"),
    [
        (1, 1, "I", None),
        (1, 2, "skew", [1, -HALF]),
        (2, 1, "I", [0, 1]),
        (2, 1, "skew", None),
    ],
)
def test_model_against_the_transformer(L: int, n: int, root: str, u: list | None, A: list) -> None:
    expected = model_by_definition(L, n, A, root, u)
    assert loss(L, n, dense(A), covariance(root), u) == expected


@pytest.mark.parametrize(("L", "n"), [(1, 3), (2, 3), (3, 2), (4, 1)])
def test_model_in_one_dimension(L: int, n: int) -> None:
    assert loss(L, n, dense([[HALF]])) == model_by_definition_1d(L, n, HALF)


def model_by_definition_1d(L: int, n: int, a: Fraction) -> Fraction:
    (x,) = plain.gaussian_entries(1, n)
    residual = (1 - sum(entry * entry for entry in x) * plain.rational(a) / n) ** (2 * L)
    return plain.expectation(residual)


@pytest.mark.parametrize("A", MATRICES)
@pytest.mark.parametrize(
    ("L", "n", "root", "u"),
    [(1, 2, "I", None), (1, 2, "skew", [1, -HALF]), (2, 1, "skew", [0, 3]), (2, 2, "I", None)],
)
def test_printed_against_corollary_a4(L: int, n: int, root: str, u: list | None, A: list) -> None:
    s = plain.sample_covariance(ROOTS[root], n)
    step = plain.minus(plain.eye(2), plain.product(s, plain.constants(A)))
    expected = plain.expectation(plain.trace(plain.power(step, 2 * L)))
    if u:
        # the sum over layers as it is printed
        row = [[0, 0]]
        for i in range(L):
            term = plain.product(
                plain.constants([u]), s, plain.constants(A), plain.power(step, L - 1 - i)
            )
            row = [[a + b for a, b in zip(row[0], term[0], strict=True)]]
        expected += plain.expectation(plain.product(row, s, plain.transpose(row))[0][0])
    assert loss(L, n, dense(A), covariance(root), u, "printed") == expected


def test_the_example_where_model_and_printed_differ() -> None:
    A = dense([[1, 0], [0, 0]])
    assert loss(1, 3, A) == 2
    assert loss(1, 3, A, formula="printed") == Fraction(5, 3)


def test_they_agree_on_multiples_of_the_inverse_covariance() -> None:
    A = dense([[Fraction(1, 4), -Fraction(1, 4)], [-Fraction(1, 4), Fraction(5, 4)]])
    for L in (1, 2, 3):
        values = {
            loss(L, 3, scale(Fraction(2, 3), A), dense([[5, 1], [1, 1]]), formula=f)
            for f in losses.FORMULAS
        }
        assert len(values) == 1
        assert values == {loss(L, 3, diagonal([(Fraction(2, 3), 2)]))}


def test_one_layer_closed_form() -> None:
    """d - 2 tr B + (1 + (d+1)/n) tr B B', for every real B."""
    for rows in MATRICES:
        frobenius = sum(entry * entry for row in rows for entry in row)
        expected = 2 - 2 * (rows[0][0] + rows[1][1]) + (1 + Fraction(3, 5)) * frobenius
        assert loss(1, 5, dense(rows)) == expected


@pytest.mark.parametrize("formula", losses.FORMULAS)
@pytest.mark.parametrize("u", [None, [1, -HALF]])
@pytest.mark.parametrize("A", MATRICES[:3])
def test_both_routes_agree_for_symmetric_matrices(formula: str, u: list | None, A: list) -> None:
    """Power sums against the words engine, which share no code."""
    for L in (1, 2, 3):
        A_, sigma, vector, n = losses._checked(L, 5, dense(A), covariance("skew"), u, formula)
        evaluator = losses._evaluator(A_, sigma, vector)
        total = sum(
            c * evaluator.expectation([letters])(plain.rational(1 / n))
            for c, letters in losses._loss_words(L, formula, vector is not None)
        )
        assert loss(L, 5, dense(A), covariance("skew"), u, formula) == plain.expectation(total)


def directional_derivative(L: int, n: int, A: Matrix, dA: Matrix, *rest) -> Fraction:
    """Of the polynomial t -> loss(A + t dA) at 0, exactly, from its values at -2L .. 2L."""
    degree = 2 * L + 1
    points = range(-degree, degree + 1)
    total = Fraction(0)
    for t in points:
        if t == 0:
            continue
        weight = Fraction(1, t)
        for s in points:
            if s not in (0, t):
                weight *= Fraction(-s, t - s)
        total += weight * loss(L, n, add(A, scale(t, dA)), *rest)
    return total


@pytest.mark.parametrize("formula", losses.FORMULAS)
@pytest.mark.parametrize("u", [None, [1, -HALF]])
@pytest.mark.parametrize("A", [MATRICES[2], MATRICES[3]])
def test_gradient_is_the_derivative_in_every_direction(
    formula: str, u: list | None, A: list
) -> None:
    for L in (1, 2):
        sigma = covariance("skew")
        gradient = to_dense(loss_gradient(L, 3, dense(A), sigma, u, formula)).rows
        for i in range(2):
            for j in range(2):
                unit = dense([[int((r, c) == (i, j)) for c in range(2)] for r in range(2)])
                slope = directional_derivative(L, 3, dense(A), unit, sigma, u, formula)
                assert gradient[i][j] == slope


def test_gradient_with_multiplicities() -> None:
    wide = loss_gradient(3, 50, diagonal([(1, 3), (HALF, 2)]), diagonal([(2, 1), (1, 4)]))
    rows = [[0] * 5 for _ in range(5)]
    for i in range(5):
        rows[i][i] = 1 if i < 3 else HALF
    narrow = [[int(i == j) * (2 if i == 0 else 1) for j in range(5)] for i in range(5)]
    assert equal(wide, loss_gradient(3, 50, dense(rows), dense(narrow)))
    assert wide.spectrum[1][1] == 2


def test_gradient_vanishes_at_the_one_layer_optimum() -> None:
    assert loss_gradient(1, 20, diagonal([(Fraction(20, 31), 10)])) == diagonal([(0, 10)])


def test_large_dimensions_cost_as_much_as_small_ones() -> None:
    L, n, d = 8, 10**15, 10**7
    A = diagonal([(Fraction(1, 3), d - 2), (Fraction(2, 7), 2)])
    value = loss(L, n, A, u=diagonal([(1, d - 2), (0, 2)]))
    assert value > loss(L, n, A) > loss(L, n, A, formula="printed") > 0
    assert compact(loss_gradient(L, n, A)).spectrum[1][1] == 2


def test_vector_and_diagonal_u_are_the_same() -> None:
    for A in (dense(MATRICES[2]), diagonal([(1, 1), (3, 1)])):
        pairs = [(3, 1), (-2, 1)]
        assert loss(2, 3, A, u=[3, -2]) == loss(2, 3, A, u=diagonal(pairs))
    assert loss(2, 3, A, u=[0, 0]) == loss(2, 3, A)


@pytest.mark.parametrize("formula", losses.FORMULAS)
def test_loss_polynomial_is_the_loss(formula: str) -> None:
    n, spectrum = 7, [(Fraction(-1, 2), 3), (Fraction(2), 1)]
    sums = [sum(m * v**r for v, m in spectrum) for r in range(5)]
    value = Fraction(0)
    for exponents, c in loss_polynomial(2, formula).terms():
        term = Fraction(int(c)) * n ** int(exponents[0])
        for r, e in enumerate(exponents[1:]):
            term *= sums[r] ** int(e)
        value += term
    assert value / n**4 == loss(2, n, diagonal(spectrum), formula=formula)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: loss(0, 3, diagonal([(1, 2)])), "L is an integer >= 1, got 0"),
        (lambda: loss(1, 0, diagonal([(1, 2)])), "n must be positive, got 0"),
        (lambda: loss(1, 3, dense([[1, 2]])), "A must be square, got shape 1 x 2"),
        (lambda: loss(1, 3, diagonal([(1, 2)]), diagonal([(1, 3)])), "Sigma must have the shape"),
        (lambda: loss(1, 3, diagonal([(1, 2)]), diagonal([(0, 2)])), "positive definite"),
        (lambda: loss(1, 3, diagonal([(1, 2)]), u=[1]), "u must have 2 entries, got 1"),
        (lambda: loss(1, 3, diagonal([(1, 2)]), formula="x"), "one of model, printed, got 'x'"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
