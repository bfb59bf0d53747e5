"""L(A, 0) = E tr (I - A^{1/2} S A^{1/2})^{2L}: printed; the model gives E ||(I - W B)^L||_F^2.

Source:  Lemma 4.1 of the looped paper (from Corollary A.4).
Errata:  Lemma A.3 takes the query's covariance to be the sample covariance S; it is Sigma*.
Idea:    the error is -w*'(I - S A)^L x_q, and E over w*, x_q brings in Sigma*^{-1} and Sigma*.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense
from verify.checks import Argument, Points, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.families import gentle, integers, light_tails, projection, two_loops, whitened
from verify.samplers import looped_loss

ENTRIES = (Fraction(-1), Fraction(1, 2), Fraction(2))
LAW = dense([[2, 1], [1, 1]])


def grid(statement, context):
    """L = 1: all 2 x 2 matrices over three values; L = 2: two that are not symmetric; d = 1: L <= 3."""
    for n in (1, 2, 3):
        for a, b, c, e in product(ENTRIES, repeat=4):
            yield {**integers(L=1, n=n, d=2), "A": dense([[a, b], [c, e]]), "R": LAW}
    for n in (1, 2):
        yield from two_loops(n)
    for L, n in ((2, 1), (2, 2), (3, 1)):
        for a in range(2 * L + 1):
            yield {**integers(L=L, n=n, d=1), "A": dense([[a]]), "R": dense([[2]])}


CLAIM = Claim(
    number="Lemma 4.1",
    title="closed form of the loss at u = 0",
    source="Section 4, Lemma 4.1",
    uses=("looped.cor-A.4", "looped.lem-A.3"),
    printed=Reading(
        text=r"L(A,0)=\mathbb{E}_X\big[\operatorname{tr}\big((I-A^{1/2}\Sigma A^{1/2})^{2L}\big)\big]",
        note="A positive semidefinite, where A^{1/2} has a meaning; n > d from section 3.2",
        parameters={"L": "positive integer", "n": "positive integer", "d": "positive integer",
                    "A": "positive semidefinite matrix(d)", "Sigma": "positive definite matrix(d)"},
        constants={"power": "1"},
        hypotheses=("n > d",),
        conclusions={"formula": "loss(L, n, A, Sigma) = power*printed_loss(L, n, A, Sigma)"},
        checks=(Search(starts=[{"L": L, "d": d, "n": n} for L in (1, 2) for d in (1, 2, 3)
                               for n in (4, 7)],
                       family=projection, order=("L", "d", "n"),
                       what="A = diag(1, 0, ..., 0), Sigma* = I"),),
        expected="REFUTED",
        because="the query's covariance is Sigma*, not the sample covariance",
    ),
    repaired=Reading(
        text=r"For every real $A$ and $\Sigma^*=R^2$: $L(A,0)=\mathbb{E}\,\|(I-WB)^L\|_F^2$ with "
             r"$B=RAR$ and $W$ the sample covariance of standard normal vectors; this is the printed "
             r"formula when $A=a{\Sigma^*}^{-1}$.",
        note="Sigma* in the place of the sample covariance; holds for every real A",
        parameters={"L": "positive integer", "n": "positive integer", "d": "positive integer",
                    "A": "real matrix(d)", "R": "positive definite matrix(d)"},
        conclusions={"definition": "defined_loss(L, n, d, A, R) = loss(L, n, A, R*R)",
                     "whitening": "loss(L, n, A, R*R) = loss(L, n, R*A*R)"},
        checks=(
            Argument(
                steps=(
                    Step("TF - y_q = -w*'(I - S A)^L x_q by Theorem A.1 at u = 0, and w*, x_q and X are "
                         "independent, so the loss is E tr(Sigma*^{-1} M Sigma* M'), M = (I - S A)^L"),
                    Step("the loss of this formula is the loss of the definition, integrated monomial "
                         "by monomial",
                         "defined_loss(L, n, d, A, R) = loss(L, n, A, R*R)",
                         Points(grid, "L = 1, d = 2, n = 1, 2, 3, 81 matrices A; L = 2, d = 2, n = 1, 2, "
                                      "two A; d = 1, L = 2, 3, n = 1, 2")),
                    Step("with x = R z the sample covariance is R W R, and R^{-1}(I - R W R A)R = I - W B",
                         "loss(L, n, A, R*R) = loss(L, n, R*A*R)",
                         Points([whitened(L, n) for L in (1, 2, 3) for n in (1, 5)],
                                "L = 1..3, n = 1, 5, d = 2")),
                ),
                scope="the grid: against the definition at L = 1, d = 2, n = 1, 2, 3 (81 matrices A), "
                      "L = d = 2, n = 1, 2 (two A that are not symmetric), d = 1, L = 2, 3; the written "
                      "steps are for all L, n, d >= 1, every real A"),
            Witness(looped_loss, "loss(L, n, A, R*R)", gentle(1, 20), draws=150_000),
            Witness(looped_loss, "loss(L, n, A, R*R)", light_tails(), draws=250_000),
        ),
        expected="CERTIFIED",
        because="the general step is two lines of algebra; the machine checks it on exact grids",
    ),
    mutants=({"power": "2"},),
    errata="true only for A = a Sigma*^{-1} (or d = 1): Lemma A.3 averages the query over the sample "
           "covariance instead of Sigma*",
    explanation="At L = 1, Sigma* = I the model gives d - 2 tr A + (1 + (d+1)/n) tr(A A'), the printed "
                "formula d - 2 tr A + ((n+1) tr A^2 + (tr A)^2)/n: at n = 3, A = diag(1, 0) they are 2 "
                "and 5/3. The query x_q is drawn from N(0, Sigma*), independent of the context, so its "
                "average brings in Sigma*; Lemma A.3 writes the sample covariance there.",
)
