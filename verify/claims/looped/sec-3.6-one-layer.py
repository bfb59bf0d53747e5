"""One layer: the global minimiser is the inverse covariance up to a small regularisation.

Source:  section 3.6 (the result of Ahn et al.) and the remark after Theorem 3.2, L = 1.
Errata:  none; with w* ~ N(0, Sigma*^{-1}) it is a multiple of Sigma*^{-1}.
Idea:    the loss is d - 2 tr B + (1 + (d+1)/n) |B|^2 with B = Sigma*^{1/2} A Sigma*^{1/2}, for every
         real A: a quadratic form with its minimum at n/(n+d+1) I.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Identity, Points, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.gradients import MODEL_MOMENT, square

REAL = ([[1, 0], [0, 0]], [[0, 1], [-1, 0]], [["1/2", 2], ["-1/3", 1]], [["3/4", 0], [0, "3/4"]])
SIGMA = ([[1, 0], [0, 1]], [[2, 1], [1, 1]], [[100, 0], [0, "1/100"]])


def matrix(rows):
    """Exact matrix of a list of rows."""
    return dense([[Fraction(x) for x in row] for row in rows])


def points(statement, context):
    """Real A, well- and ill-conditioned Sigma*, n from 1 on; the minimiser too."""
    for n in (1, 3, 20, 10**6):
        for covariance in SIGMA:
            for rows in REAL:
                yield {**integers(n=n, d=2), "A": matrix(rows), "Sigma": matrix(covariance)}
        yield {**integers(n=n, d=1), "A": matrix([[Fraction(n, n + 2)]]), "Sigma": matrix([[1]])}


CLAIM = Claim(
    number="Section 3.6",
    title="the one-layer minimiser and its distance from Sigma*^{-1}",
    source="Section 3.6; remark after Theorem 3.2",
    uses=("looped.thm-3.2-optimum", "cross.one-layer"),
    printed=Reading(
        text=r"the global minimum of one-layer linear model under Gaussian data is the inverse of the "
             r"population covariance plus some small regularization; the distance goes to zero as "
             r"$n\to\infty$",
        note="made precise: for L = 1 the minimiser over all real A is n/(n+d+1) Sigma*^{-1} = (Sigma* + "
             "((d+1)/n) Sigma*)^{-1}, at relative distance (d+1)/(n+d+1). (For w* ~ N(0, I) the "
             "regularisation is (Sigma* + tr(Sigma*) I)/n instead.)",
        parameters={"n": "positive integer", "d": "positive integer", "A": "real matrix(d)",
                    "Sigma": "positive definite matrix(d)"},
        constants={"shift": "1"},
        conclusions={"value": "optimum(1, n, d) = n/(n + d + shift)",
                     "distance": "1 - optimum(1, n, d) = (d + shift)/(n + d + shift)",
                     "minimum": "d*(d + shift)/(n + d + shift) <= loss(1, n, A, Sigma)"},
        checks=(
            Argument(
                parts=("value", "distance"), scope="all real n, d >= 1",
                steps=(
                    Step("p'(a) = (2/a) (E tr (I-aW)^2 - E tr (I-aW)) vanishes at n/(n+d+1) alone, as p is a "
                         "strictly convex quadratic", "scalar_loss(2, n, d, n/(n + d + shift)) = "
                         "scalar_loss(1, n, d, n/(n + d + shift))", Identity(free=("n", "d")),
                         keep=("n", "d")),
                )),
            Argument(
                parts=("minimum",), scope="all n, d >= 1, every real A and positive definite Sigma*",
                steps=(
                    Step("with B = Sigma*^{1/2} A Sigma*^{1/2} the loss is that of B at Sigma* = I; B is "
                         "written A below"),
                    MODEL_MOMENT,
                    square("norm_sq(A - identity(d)) = norm_sq(A) - 2*trace(A) + d",
                           "completed square: kappa |A - I/kappa|^2 = kappa |A|^2 - 2 tr A + d/kappa"),
                    Step("completed square: its least value, at B = n/(n+d+1) I",
                         "scalar_loss(2, n, d, n/(n + d + 1)) = d*(d + shift)/(n + d + shift)",
                         Identity(free=("n", "d")), keep=("n", "d")),
                )),
            Points(points, "four real A, three Sigma*, n up to 10^6"),
        ),
        expected="PROVED",
        because="one layer is a convex quadratic form in A",
    ),
    mutants=({"shift": "2"}, {"shift": "0"}),
    errata="none for L = 1; with w* ~ N(0, Sigma*^{-1}) the regularisation is a multiple of Sigma*, so the "
           "minimiser is a multiple of the inverse, not a sum",
)
