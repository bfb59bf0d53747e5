"""L(A, u) = E (TF_L - y_q)^2, the looped model's population loss, and the loss the paper prints.

With M = (I - S A)^L, Sigma the population covariance and P = Sigma^{-1}:

    model     E tr(P M Sigma M') + E u'(I - M) Sigma (I - M)'u    what (2)-(4) with (5) and 3.5 do
    printed   E tr((I - S A)^{2L}) + E u'(I - M) S (I - M)'u      Corollary A.4

The paper's derivation replaces Sigma by the sample covariance S, in P and in the covariance of the
query; the two agree for A = a Sigma^{-1}. Its A^{1/2} has a real meaning for positive semidefinite
A only; tr((I - S A)^{2L}) is what its formula equals there, and is taken for every real A.

Gradients are in A over all real (d, d) matrices: dL = tr(G' dA).

A symmetric A (then B = Sigma^{1/2} A Sigma^{1/2} is symmetric too) is evaluated through the power
sums tr B^r, see `symmetric_loss`: any L, and any d if given with multiplicities. For any other A
the words engine is used: once per L if u = 0 and L is small, see `general_loss`, else term by term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from theory import general_loss, symmetric_loss
from theory.evaluator import Evaluator, at_sample_size
from theory.matrices import (
    Diagonal,
    Matrix,
    Number,
    add,
    compact,
    dense,
    diagonal,
    exact,
    identity,
    inverse,
    is_positive_definite,
    is_symmetric,
    scale,
    to_dense,
)
from theory.trace_polynomial import SYMMETRIC, Word, transposed, word
from theory.wishart import positive

FORMULAS = ("model", "printed")

Vector = Sequence[Number] | Diagonal
_SYMMETRIC = SYMMETRIC | {"P", "Q", "U"}


def loss(
    L: int,
    n: Number,
    A: Matrix,
    sigma: Matrix | None = None,
    u: Vector | None = None,
    formula: str = "model",
) -> Fraction:
    """L(A, u), exactly.

    Args:
        L: number of loops, >= 1.
        n: number of examples; any positive rational, the formulas being polynomials in 1/n.
        A: preconditioner (d, d), any real matrix, singular and indefinite ones included.
        sigma: population covariance (d, d), positive definite; None for I.
        u: (d,) entries, or the Diagonal that has them on its diagonal; None for 0.
        formula: "model" or "printed".

    Raises:
        ValueError: a shape, n, L, sigma or the name of the formula is not allowed.

    Source:  (1), (5), section 3.5; Corollary A.4.

    Example:
        >>> from theory.matrices import dense
        >>> A = dense([[1, 0], [0, 0]])
        >>> loss(1, 3, A), loss(1, 3, A, formula="printed")
        (Fraction(2, 1), Fraction(5, 3))
    """
    A, covariance, vector, size = _checked(L, n, A, sigma, u, formula)
    if is_symmetric(A):
        only_diagonal = isinstance(A, Diagonal) and isinstance(covariance, Diagonal)
        square = _outer_square(vector, only_diagonal)
        return symmetric_loss.loss(L, size, A, covariance, square, formula)
    if vector is None and L < general_loss.MAX_LOOPS[formula]:
        return general_loss.loss(L, size, A, covariance, formula)
    evaluator = _evaluator(A, covariance, vector)
    return sum(
        (
            coefficient * at_sample_size(evaluator.expectation([letters]), size)
            for coefficient, letters in _loss_words(L, formula, vector is not None)
        ),
        Fraction(0),
    )


def loss_gradient(
    L: int,
    n: Number,
    A: Matrix,
    sigma: Matrix | None = None,
    u: Vector | None = None,
    formula: str = "model",
) -> Matrix:
    """G with dL = tr(G' dA) for every real direction dA; arguments as for `loss`.

    With u = 0 a symmetric A has a symmetric gradient. With u != 0 the matrix is written out, so d
    is limited as for any dense matrix.

    Source:  (25) for the printed loss, with the factor -2L that belongs there.

    Example:
        >>> from theory.matrices import dense
        >>> loss_gradient(1, 3, dense([[1, 0], [0, 0]]))
        Diagonal(spectrum=((Fraction(2, 1), 1), (Fraction(-2, 1), 1)))
    """
    A, covariance, vector, size = _checked(L, n, A, sigma, u, formula)
    if is_symmetric(A) and vector is None:
        return compact(symmetric_loss.gradient(L, size, A, covariance, formula))
    if vector is None and L <= general_loss.MAX_LOOPS[formula]:
        return compact(general_loss.gradient(L, size, A, covariance, formula))
    evaluator = _evaluator(A, covariance, vector)
    total: Matrix = scale(0, A)
    for coefficient, letters in _gradient_words(L, formula, vector is not None):
        for power, matrix in enumerate(evaluator.expectation_matrix(letters)):
            total = add(total, scale(coefficient / size**power, matrix))
    return compact(total)


def _checked(
    L: int, n: Number, A: Matrix, sigma: Matrix | None, u: Vector | None, formula: str
) -> tuple[Matrix, Matrix, Vector | None, Fraction]:
    """(A, Sigma, u, n), or a ValueError; u is None if it is zero."""
    if isinstance(L, bool) or not isinstance(L, int) or L < 1:
        raise ValueError(f"the number of loops L is an integer >= 1, got {L!r}")
    if formula not in FORMULAS:
        raise ValueError(f"the formula is one of {', '.join(FORMULAS)}, got {formula!r}")
    size, A = positive("n", n), compact(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"A must be square, got shape {A.shape[0]} x {A.shape[1]}")
    d = A.shape[0]
    covariance = identity(d) if sigma is None else compact(sigma)
    if covariance.shape != A.shape:
        raise ValueError(f"Sigma must have the shape {A.shape} of A, got {covariance.shape}")
    if not is_positive_definite(covariance):
        raise ValueError("Sigma must be symmetric and positive definite, and is not")
    return A, covariance, _vector(u, d), size


def _vector(u: Vector | None, d: int) -> Vector | None:
    """The entries of u, None if they are all zero."""
    if u is None:
        return None
    length = u.dimension if isinstance(u, Diagonal) else len(u)
    if length != d:
        raise ValueError(f"u must have {d} entries, got {length}")
    if isinstance(u, Diagonal):
        return u if any(value for value, _ in u.spectrum) else None
    entries = tuple(map(exact, u))
    return entries if any(entries) else None


def _outer_square(u: Vector | None, only_diagonal: bool) -> Matrix | None:
    """U = u u', or only its diagonal, which is all that a diagonal problem sees."""
    if u is None:
        return None
    if only_diagonal:
        runs = u.spectrum if isinstance(u, Diagonal) else [(exact(entry), 1) for entry in u]
        return diagonal((value * value, multiplicity) for value, multiplicity in runs)
    if isinstance(u, Diagonal):
        u = [row[i] for i, row in enumerate(to_dense(u).rows)]
    return dense([[a * b for b in u] for a in u])


def _evaluator(A: Matrix, covariance: Matrix, u: Vector | None) -> Evaluator:
    """The letters A, Sigma, P = Sigma^{-1}, U = u u', Q = P + U."""
    matrices = {"A": A, "P": inverse(covariance)}
    square = _outer_square(u, only_diagonal=False)
    if square is not None:
        matrices |= {"U": square, "Q": add(matrices["P"], square)}
    return Evaluator(matrices, covariance)


def _loss_words(L: int, formula: str, with_u: bool) -> Iterator[tuple[int, Word]]:
    """(c, w) with L(A, u) = sum c E tr(w).

    tr H (S A)^i K (A' S)^j is unchanged when i and j are exchanged, H and K being symmetric.
    """
    for i in range(L + 1):
        for j in range(i, L + 1):
            c = (-1) ** (i + j) * comb(L, i) * comb(L, j) * (1 if i == j else 2)
            both = with_u and i > 0
            if formula == "model":
                yield (
                    c,
                    word(" ".join(["Q" if both else "P", *["S A"] * i, "Sigma", *["A' S"] * j])),
                )
            elif both:
                yield c, word(" ".join(["U", *["S A"] * i, "S", *["A' S"] * j]))
    if formula == "printed":
        for k in range(2 * L + 1):
            yield (-1) ** k * comb(2 * L, k), word(" ".join(["S A"] * k))


def _gradient_words(L: int, formula: str, with_u: bool) -> Iterator[tuple[int, Word]]:
    """(c, w) with G = sum c E[w]: tr(x A y) has the gradient (y x)', tr(x A' y) has y x."""
    for c, letters in _loss_words(L, formula, with_u):
        for i, (name, flag) in enumerate(letters):
            if name == "A":
                around = letters[i + 1 :] + letters[:i]
                yield c, around if flag else transposed(around, _SYMMETRIC)
