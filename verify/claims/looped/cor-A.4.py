"""L(A, u) = E tr (I - A^{1/2} S A^{1/2})^{2L} + E ||u'(sum S A (I - S A)^i) S^{1/2}||^2: printed.

Source:  Corollary A.4 (from Lemma A.3) of the looped paper.
Errata:  both terms carry the sample covariance S where the query brings in Sigma*.
Idea:    error = -((I - S A)^L)'w* + (I - (I - S A)^L)'u against x_q ~ N(0, Sigma*).
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Points, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.families import gentle, integers, light_tails, projection, two_loops
from verify.samplers import looped_loss

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "Sigma": "positive definite matrix(d)", "u": "vector(d)"}


def with_u(statement, at):
    """A = diag(1, 0, ...) or I with u = e_1."""
    d = at["d"]
    return {**projection(statement, at), "u": tuple(Fraction(i == 0) for i in range(d))}


def grid(statement, context):
    """u on a grid of three values at L = 1; at L = 2 two A that are not symmetric, u != 0."""
    matrices = ([[1, 2], [0, 1]], [[1, "1/2"], ["-1/3", 2]], [[0, 1], [0, 0]])
    for rows in matrices:
        A = dense([[Fraction(x) for x in row] for row in rows])
        for n in (1, 2, 3):
            for a in (-1, 0, 1):
                for b in (-1, 0, 1):
                    yield {**integers(L=1, n=n, d=2), "A": A, "R": dense([[2, 1], [1, 1]]),
                           "u": (Fraction(a), Fraction(b))}
    for n in (1, 2):
        yield from ({**point, "u": (Fraction(3), Fraction(-1))} for point in two_loops(n))
    for L, n in ((2, 1), (2, 2), (3, 1)):
        yield {**integers(L=L, n=n, d=1), "A": dense([[Fraction(2, 3)]]), "R": dense([[2]]),
               "u": (Fraction(3),)}


FORMULA = "defined_loss(L, n, d, A, R, u) = scale*loss(L, n, A, R*R, u)"

CLAIM = Claim(
    number="Corollary A.4",
    title="loss of the looped transformer with the u-term",
    source="Appendix A.1, Corollary A.4",
    uses=("looped.lem-A.3", "looped.thm-A.1-eq-13"),
    printed=Reading(
        text=r"L(A,u)=\mathbb{E}_X\big[\operatorname{tr}((I-A^{1/2}\Sigma A^{1/2})^{2L})\big]+"
             r"\mathbb{E}_X\Big[\Big\|\sum_{i=0}^{L-1}u^\top\Sigma A(I-\Sigma A)^{L-1-i}\Sigma^{1/2}"
             r"\Big\|^2\Big]",
        note="A positive semidefinite, where A^{1/2} has a meaning; n > d from section 3.2",
        parameters={**PARAMETERS, "A": "positive semidefinite matrix(d)"},
        constants={"power": "1"},
        hypotheses=("n > d",),
        conclusions={"formula": "loss(L, n, A, Sigma, u) = power*printed_loss(L, n, A, Sigma, u)"},
        checks=(Search(starts=[{"L": L, "d": d, "n": n} for L in (1, 2) for d in (1, 2)
                               for n in (2, 4)],
                       family=with_u, order=("L", "d", "n"),
                       what="A = diag(1, 0, ..., 0), Sigma* = I, u = e_1"),),
        expected="REFUTED",
        because="already the u-term differs at d = 1: S^3 against S^2 Sigma*",
    ),
    repaired=Reading(
        text=r"$L(A,u)=\mathbb{E}\operatorname{tr}({\Sigma^*}^{-1}M\Sigma^*M^\top)+"
             r"\mathbb{E}\,u^\top(I-M)\Sigma^*(I-M)^\top u$ with $M=(I-\Sigma A)^L$, every real $A$",
        note="Sigma* for the sample covariance at the query; sum_i S A (I - S A)^i = I - (I - S A)^L",
        parameters={"L": "positive integer", "n": "positive integer", "d": "positive integer",
                    "A": "real matrix(d)", "R": "positive definite matrix(d)", "u": "vector(d)"},
        constants={"scale": "1"},
        conclusions={"formula": FORMULA},
        checks=(
            Argument(
                steps=(
                    Step("the error is -v_L'x_q with v_L' = w*'M - u'(I - M), by the recursion "
                         "v' -> v'(I - S A) - u'S A of the layers"),
                    Step("w*, x_q and the context are independent and E w* = 0, so the cross term "
                         "vanishes; the sign of the u-sum in (12), (13) does not matter for the loss"),
                    Step("the loss of the definition, integrated monomial by monomial", FORMULA,
                         Points(grid, "L = 1, d = 2, n = 1, 2, 3, three A, nine u; L = d = 2, n = 1, 2, "
                                      "two A, u = (3, -1); d = 1, L = 2, 3")),
                ),
                scope="the grid: L = 1, d = 2, n = 1, 2, 3 (three A, nine u), L = d = 2, n = 1, 2 (two A "
                      "that are not symmetric, u = (3, -1)), d = 1, L = 2, 3; the written steps are for "
                      "all L, n, d >= 1, every real A, u"),
            Witness(looped_loss, "loss(L, n, A, R*R, u)",
                    {**gentle(1, 20), "u": (Fraction(1, 2), Fraction(-1, 3))}, draws=150_000),
            Witness(looped_loss, "loss(L, n, A, R*R, u)",
                    {**light_tails(), "u": (Fraction(1, 2), Fraction(-1, 3))}, draws=250_000),
        ),
        expected="CERTIFIED",
        because="two lines of algebra; the machine compares it with the definition on an exact grid",
    ),
    mutants=({"power": "2"}, {"repaired.scale": "2"}),
    errata="both terms must carry Sigma* at the query in the place of the sample covariance; at d = 1 "
           "the u-term is already wrong",
    explanation="Lemma A.3 writes E over x_q as if x_q had the sample covariance. At d = 1, L = 1, "
                "Sigma* = 1, A = 1 the u-term is u^2 E S^2 = u^2 (1 + 2/n); printed, it is "
                "u^2 E S^3 = u^2 (1 + 2/n)(1 + 4/n).",
)
