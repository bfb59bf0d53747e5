"""(98)-(128): the gradients of J_1 and J_2 in w and A agree; the proof of Theorem 1.

Source:  Appendix A of the one-step paper, proof of Lemma 2; A = M[:, 1:d]'.
Errata:  J_1, J_2 live on R^{d+1} x R^{d x (d+1)}; `mean 0' does not make odd monomials vanish, symmetry does.
Idea:    derivatives of E|A G w - rate X'y|^2, and E A G z against what and eta X'y.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Points, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

SMALL = sizes((1, 1), (2, 1), (1, 2), (2, 2))
TINY = sizes((1, 1), (2, 1), (1, 2))
PARTS = {
    "102": ("distance_change_w(n, w, M, z, sigma2, o) = 2*scale*gradient_pairing(n, w, M, z, M, sigma2, o)",
            TINY, "(98)-(102): the gradient of J_2 in w along z"),
    "117": ("predictor_regressor(n, z, M) = scale*eta(n, d, sigma2)*predictor_moment(n, z, M, sigma2)",
            SMALL, "(109)-(117): E z'G A'what = eta E z'G A'X'y, so the gradients in w agree"),
    "123": ("distance_change_M(n, w, M, N, sigma2, o) = 2*scale*gradient_pairing(n, w, M, w, N, sigma2, o)",
            TINY, "(118)-(123): the gradient in A along N"),
    "127": ("predictor_regressor(n, w, N) = scale*eta(n, d, sigma2)*predictor_moment(n, w, N, sigma2)",
            SMALL, "(124)-(127): E what w'G = eta E X'y w'G, tested against N"),
    "128": ("gradient_step(X, y, x_q, o) = scale*o*inner(xy(X, y), x_q)", SMALL,
            "(128): the output of the minimiser"),
}


def laws(statement, context):
    """Two-point laws of mean 0: value -a with probability b/(a + b), b with probability a/(a + b)."""
    return [{"a": Fraction(a), "b": Fraction(b)} for a, b in ((1, 1), (1, 2), (3, 1))]


ODD = Claim(
    number="After (109)",
    title="odd monomials vanish `since w and e have mean 0'",
    source="Appendix A, after (109)",
    printed=Reading(
        text=r"w,\epsilon_i\text{ independent of }X\text{ with mean }0\Longrightarrow\mathbb{E}[y_i^3\mid "
             r"X]=0",
        note="the reason as printed, for noise on two points -a and b of mean 0: its third moment",
        parameters={"a": "positive real", "b": "positive real"},
        conclusions={"third": "(b*(-a)^3 + a*b^3)/(a + b) = 0"},
        checks=(Points(laws, "three two-point laws"),),
        expected="REFUTED",
        because="mean 0 says nothing about the third moment",
    ),
    repaired=Reading(
        text=r"$w$ and $\epsilon$ symmetric around 0 and independent of $X$: every odd monomial has mean 0",
        note="symmetry, which the paper uses in section 3 and which Gaussians have",
        parameters={"a": "positive real"},
        constants={"weight": "1"},
        conclusions={"third": "weight*(-a)^3 + a^3 = 0"},
        checks=(Argument(steps=(Step("a symmetric pair of values", "weight*(-a)^3 + a^3 = 0",
                                     Identity(free=("a",))),
                                Step("(w, e) and (-w, -e) have the same law, and y changes its sign")),
                         scope="every symmetric law with finite moments"),),
        expected="PROVED",
        because="pairs of opposite values cancel",
    ),
    mutants=({"repaired.weight": "2"},),
    errata="after (109), `have mean 0' should be `are symmetric around 0'",
)

CLAIM = Claim(
    number="(98)-(128)",
    title="the proofs of Lemma 2 and Theorem 1",
    source="Appendix A, (98)-(128)",
    uses=("one_step.lem-4",),
    printed=Reading(
        text="every display from (98) to (128), as intended where it is misprinted",
        note="; ".join(text for _, _, text in PARTS.values())
             + ". A lies in R^{d x (d+1)}; the eta of (125) is there",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "X": "data matrix(d, n)", "y": "vector(n)",
                    "x_q": "vector(d)", "w": "vector(s)", "z": "vector(s)", "M": "real matrix(s)",
                    "N": "real matrix(s)", "o": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={part: relation for part, (relation, _, _) in PARTS.items()},
        checks=(
            *(Argument(steps=(Step(text, relation, Formal(at)),
                              Step("the same algebra for all n and d")),
                       scope="all n, d >= 1, sigma2 > 0", parts=(part,))
              for part, (relation, at, text) in PARTS.items()),
            Search(starts=starts((1, 1), (1, 2)), family=filled, order=("d", "n"), what="small data"),
        ),
        expected="PROVED",
        because="identities in every entry",
    ),
    mutants=({"scale": "2"},),
    errata="the domain of J_1 and J_2 before (101); the reason after (109)",
    steps={"step-odd-monomials": ODD},
)
