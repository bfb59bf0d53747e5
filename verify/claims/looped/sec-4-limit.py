"""Sigma A is a Wishart matrix, and with Sigma = Sigma* the global minimum is A = Sigma*^{-1}.

Source:  section 4, after Lemma 4.1.
Errata:  Sigma A is not even symmetric; A^{1/2} Sigma A^{1/2} is the Wishart matrix (over n).
Idea:    Sigma A is symmetric only if the two commute; the limit loss is sum (1 - lambda_i)^{2L}.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

DATA = {"n": "positive integer", "d": "positive integer", "X": "data matrix(d, n)",
        "v": "vector(d)", "w": "vector(d)"}
LIMIT = {"L": "positive integer", "d": "positive integer", "C": "symmetric matrix(d)",
         "R": "symmetric matrix(d)"}
ZERO = {"least": "0 <= trace((identity(d) - C*R^2*C)^(2*L))",
        "unique": "C*R^2*C = identity(d) or 0 < trace((identity(d) - C*R^2*C)^(2*L))"}


def first_axis(statement, at):
    """X = (e_1, 0, .., 0), A = the matrix of ones, v = e_1, w = e_d."""
    d, n = at["d"], at["n"]
    return {**integers(n=n, d=d), "X": dense([[int(i == j == 0) for j in range(n)] for i in range(d)]),
            "A": dense([[1] * d] * d), "v": tuple(Fraction(i == 0) for i in range(d)),
            "w": tuple(Fraction(i == d - 1) for i in range(d))}


def roots(statement, context):
    """Roots C of A and R of Sigma*; in the first pairs A is Sigma*^{-1}."""
    pairs = (([[1, 0], [0, 1]], [[1, 0], [0, 1]]), ([[2, 0], [0, "1/3"]], [["1/2", 0], [0, 3]]),
             ([[1, -1], [-1, 2]], [[2, 1], [1, 1]]), ([[0, 0], [0, 0]], [[2, 1], [1, 1]]),
             ([[1, 1], [1, 1]], [[1, 0], [0, 2]]), ([["9/10", 0], [0, 1]], [[1, 0], [0, 1]]))
    for L in (1, 2, 5):
        for C, R in pairs:
            yield {**integers(L=L, d=2), "C": dense([[Fraction(x) for x in row] for row in C]),
                   "R": dense([[Fraction(x) for x in row] for row in R])}


WISHART = Claim(
    number="Section 4, Wishart",
    title="Sigma A is a Wishart matrix",
    source="Section 4, after Lemma 4.1",
    printed=Reading(
        text=r"note that $\Sigma A$ is a Wishart matrix",
        note="a Wishart matrix is symmetric: decided through v'(SA)w = w'(SA)v (without the 1/n), for A "
             "positive semidefinite; n > d from section 3.2",
        parameters={**DATA, "A": "positive semidefinite matrix(d)"},
        hypotheses=("n > d",),
        conclusions={"symmetric": "pair(gram(X, v), A, w) = pair(gram(X, w), A, v)"},
        checks=(Search(starts=[{"d": d, "n": 4} for d in (1, 2)], family=first_axis, order=("d", "n"),
                       what="X = (e_1, 0, .., 0), A the matrix of ones"),),
        expected="REFUTED",
        because="S A is symmetric only where S and A commute",
    ),
    repaired=Reading(
        text=r"$n\,A^{1/2}\Sigma A^{1/2}$ is the Wishart matrix of the vectors $A^{1/2}x_i\sim\mathcal N("
             r"0,A^{1/2}\Sigma^*A^{1/2})$; $\Sigma A$ has its eigenvalues.",
        note="C = A^{1/2}: n C S C = (CX)(CX)', entry by entry; so the moments of Lemma 4.2 apply to it",
        parameters={**DATA, "C": "symmetric matrix(d)"},
        conclusions={"wishart": "dot(gram(X, mapped(C, v)), mapped(C, w)) = "
                                "dot(gram(mapped(C, X), v), w)"},
        checks=(Formal(({"d": 1, "n": 1}, {"d": 2, "n": 2}, {"d": 2, "n": 3}, {"d": 3, "n": 2})),),
        expected="PROVED",
        because="C XX'C = (CX)(CX)' for symmetric C",
    ),
    errata="Sigma A is not symmetric, so not Wishart; A^{1/2} Sigma A^{1/2}, which has its eigenvalues, is",
)

CLAIM = Claim(
    number="Section 4",
    title="the limit loss and its minimum",
    source="Section 4, after Lemma 4.1",
    uses=("looped.lem-4.1", "looped.sec-4-limit.step-wishart"),
    printed=Reading(
        text=r"if $\Sigma$ was equal to $\Sigma^*$, the loss would turn into $\mathrm{tr}\big((I-A^{1/2}"
             r"\Sigma^*A^{1/2})^{2L}\big)$, whose global minimum is $A={\Sigma^*}^{-1}$",
        note="A positive semidefinite with root C, Sigma* = R^2: the value is at least 0, and 0 only where "
             "C Sigma* C = I, that is A = Sigma*^{-1}. Over all real A the model's limit |(I - B)^L|^2, B = "
             "Sigma*^{1/2} A Sigma*^{1/2}, also vanishes wherever I - B is nilpotent: step-real",
        parameters=LIMIT,
        conclusions=ZERO,
        checks=(
            Argument(
                steps=(
                    Step("M = I - C Sigma* C is symmetric, so tr M^{2L} = |M^L|_F^2 >= 0; L = 1 by machine, "
                         "C Sigma* C itself being symmetric",
                         "trace((C*R*R*C - identity(d))*(C*R*R*C - identity(d))) = "
                         "norm_sq(C*R*R*C - identity(d))", Formal(({"L": 1, "d": 1}, {"L": 1, "d": 2}))),
                    Step("it is the sum of the (1 - lambda_i)^{2L}, zero only if every lambda_i = 1, M = 0"),
                ),
                scope="every L, d >= 1, all symmetric C and R"),
            Points(roots, "six pairs (C, R), L = 1, 2, 5"),
        ),
        expected="PROVED",
        because="an even power of a symmetric matrix",
    ),
    errata="true among positive semidefinite A; over all real A every nilpotent I - B has limit loss 0 for "
           "L >= 2",
    steps={
        "step-wishart": WISHART,
        "step-real": Claim(
            number="Section 4, all real A",
            title="the limit loss over all real A",
            source="Section 4, after Lemma 4.1, with A any real matrix as in section 3.5",
            uses=("looped.sec-4-limit",),
            printed=Reading(
                text=r"the global minimum of the loss with $\Sigma=\Sigma^*$ is $A={\Sigma^*}^{-1}$",
                note="the model's loss with S = Sigma* = I: |(I - A)^L|_F^2, any real A",
                parameters={"L": "positive integer", "d": "positive integer", "A": "real matrix(d)"},
                conclusions={"unique": "A = identity(d) or 0 < norm_sq((identity(d) - A)^L)"},
                checks=(Search(starts=[{"L": L, "d": d} for L in (1, 2) for d in (1, 2)], order=("L", "d"),
                               family=lambda statement, at: {**integers(**at), "A": dense(
                                   [[int(i == j or j == i + 1) for j in range(at["d"])]
                                    for i in range(at["d"])])}, what="A = I plus ones above the diagonal"),),
                expected="REFUTED",
                because="I - A may be nilpotent",
            ),
            errata="for L, d >= 2 the limit loss vanishes at every A with (I - A)^L = 0",
        ),
    },
)
