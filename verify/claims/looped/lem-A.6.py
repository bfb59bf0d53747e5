"""E tr (I - A^{1/2} S A^{1/2})^{2L} = E tr (I - S~)^{2L}, S~ of x~ ~ N(0, A^{1/2} Sigma* A^{1/2}).

Source:  Lemma A.6 of the looped paper.
Errata:  the factor Sigma^{1/2} in the first trace is a misprint.
Idea:    x~ = A^{1/2} x is a linear image of a Gaussian vector.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

INTEGERS = {"L": "positive integer", "d": "positive integer", "n": "positive integer"}
CHANGE = ("power*printed_loss(L, n, C*C, R*R) = sample_trace(2*L, n, C*R*R*C)")
WHITENED = "printed_loss(L, n, A, R*R) = power*printed_loss(L, n, R*A*R)"
ROOTS = ([[2, 1], [1, 1]], [[1, 0], [0, 3]], [[3, -1], [-1, 2]])


def roots(statement, at):
    """C = A^{1/2} and R = Sigma*^{1/2} that do not commute; multiples of I for d != 2."""
    d = at["d"]
    unit = [[Fraction(int(i == j)) for j in range(d)] for i in range(d)]
    pair = [dense(ROOTS[at["c"] % 3]), dense(ROOTS[(at["c"] + 1) % 3])] if d == 2 else [
        dense([[e / 2 for e in row] for row in unit]), dense([[3 * e for e in row] for row in unit])]
    return {**integers(L=at["L"], d=d, n=at["n"]), "C": pair[0], "R": pair[1]}


def general(statement, at):
    """A real A that is not symmetric and R = Sigma*^{1/2}."""
    d = at["d"]
    rows = [[1 if i == j else (2 if i < j else -1) for j in range(d)] for i in range(d)]
    point = roots(statement, at)
    del point["C"]
    return {**point, "A": dense(rows)}


GRID = [{"L": L, "d": d, "n": n, "c": c} for L in (1, 2) for d in (1, 2) for n in (1, 3)
        for c in (0, 1)]

CLAIM = Claim(
    number="Lemma A.6",
    title="change of covariance",
    source="Appendix A.1, Lemma A.6",
    printed=Reading(
        text=r"\mathbb{E}_X\big[\operatorname{tr}((I-A^{1/2}\Sigma A^{1/2})^{2L})\big]=\operatorname{tr}"
             r"\big(\mathbb{E}_X[(I-\tilde\Sigma)^{2L}]\big),\quad\tilde\Sigma=\frac1n\sum_i\tilde x_i"
             r"\tilde x_i^\top,\ \tilde x_i\sim\mathcal N(0,A^{1/2}\Sigma^*A^{1/2})",
        note="A = C^2 positive semidefinite, singular ones included, Sigma* = R^2; the factor Sigma^{1/2} in "
             "the lemma's first line is a misprint (at A = 0 it would give E tr Sigma^{1/2})",
        parameters={**INTEGERS, "C": "positive semidefinite matrix(d)",
                    "R": "positive definite matrix(d)"},
        constants={"power": "1"},
        conclusions={"change": CHANGE},
        checks=(
            Argument(
                steps=(
                    Step("x~ = C x is Gaussian with covariance C Sigma* C"),
                    Step("S~ = C S C for every data matrix: in every entry of X and C",
                         "power*whitened_trace(2*L, X, C) = image_trace(2*L, X, C)",
                         Formal(({"L": 1, "d": 1, "n": 1}, {"L": 1, "d": 1, "n": 2},
                                 {"L": 2, "d": 1, "n": 2}, {"L": 1, "d": 2, "n": 1},
                                 {"L": 1, "d": 2, "n": 2}, {"L": 2, "d": 2, "n": 1})),
                         parameters={"X": "data matrix(d, n)", "C": "symmetric matrix(d)"},
                         keep=("L", "d", "n")),
                    Step("C ((1/n) XX') C = (1/n) (CX)(CX)' in general; take the power, the trace, the mean"),
                ),
                scope="all L, n, d >= 1, every positive semidefinite A and positive definite Sigma*"),
            Search(starts=GRID, family=roots, order=("L", "d", "n"),
                   what="roots of A and Sigma* that do not commute"),
        ),
        expected="PROVED",
        because="a linear image of a Gaussian vector",
    ),
    repaired=Reading(
        text=r"For every real $A$: $\mathbb{E}\operatorname{tr}(I-\Sigma A)^{2L}=\mathbb{E}\operatorname{tr}"
             r"(I-WB)^{2L}$ with $B={\Sigma^*}^{1/2}A{\Sigma^*}^{1/2}$, $W$ the sample covariance for "
             r"$\Sigma^*=I$; so $\Sigma^*=I$ is no restriction.",
        note="without a root of A, so for every real A (the left side is the printed loss where A is "
             "positive semidefinite); the model's loss changes in the same way (Lemma 4.1 as repaired)",
        parameters={**INTEGERS, "A": "real matrix(d)", "R": "positive definite matrix(d)"},
        constants={"power": "1"},
        conclusions={"change": WHITENED},
        checks=(
            Argument(
                steps=(
                    Step("with X = R Z: I - R W R A = R (I - W R A R) R^{-1}, and a trace does not see the "
                         "conjugation: in every entry of Z, A, R",
                         "data_trace(2*L, R*Z, A) = power*data_trace(2*L, Z, R*A*R)",
                         Formal(({"L": 1, "d": 1, "n": 2}, {"L": 2, "d": 1, "n": 1},
                                 {"L": 1, "d": 2, "n": 1}, {"L": 1, "d": 2, "n": 2})),
                         parameters={"Z": "data matrix(d, n)", "R": "symmetric matrix(d)"},
                         keep=("L", "d", "n", "A")),
                    Step("the same for every size, and the mean over Z"),
                ),
                scope="all L, n, d >= 1, every real A and positive definite Sigma*"),
            Search(starts=GRID, family=general, order=("L", "d", "n"), what="A not symmetric"),
        ),
        expected="PROVED",
        because="similar matrices have one trace",
    ),
    mutants=({"power": "2"}, {"repaired.power": "2"}),
    errata="the factor Sigma^{1/2} in the first trace does not belong there",
)
