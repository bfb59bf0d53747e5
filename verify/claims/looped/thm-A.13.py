"""Theorem A.13, the restatement of Theorem 4.5, and the displays of its proof, (31) among them.

Source:  Appendix A, Theorem A.13 with (30), (31).
Errata:  the lower half of (31) does not follow from the line before it; the norms are exchanged.
Idea:    a* <= 1 for A_opt = a* Sigma*^{-1} saves (31); nothing saves the norms.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense, diagonal, inverse, scale
from verify.checks import Argument, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import BELOW_ONE, at_least, constants_step
from verify.families import integers
from verify.generalisation import SCALARS, printed, repaired

MATRICES = {"d": "positive integer", "A": "positive definite matrix(d)"}
SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}


def top_end(statement, at):
    """d = 1, A = 1, zeta = 1/p, eta = 1/q and S at the upper end (2 - zeta)(1 + eta)."""
    upper = Fraction(statement.constants["upper"])
    zeta, eta = Fraction(1, at["p"]), Fraction(1, at["q"])
    if at["p"] < 2:
        return None
    return {"d": Fraction(1), "A": dense([[1]]), "zeta": zeta, "eta": eta,
            "S": dense([[(upper - zeta) * (1 + eta)]])}


def near_inverse(statement, context):
    """Sigma* and S at the ends of the intervals that the hypotheses allow, A = a Sigma*^{-1}."""
    upper = Fraction(statement.constants["upper"])
    for sigma in (dense([[2]]), dense([[2, 1], [1, 1]]), diagonal([(100, 1), (1, 2)])):
        for a, zeta, end in product((Fraction(1, 2), Fraction(9, 10)), (Fraction(1, 3), Fraction(9, 10)),
                                    (0, 1)):
            S = scale(upper - zeta if end else zeta, sigma)
            for eta in (1 - a, 2 - a):
                yield {"d": Fraction(sigma.shape[0]), "Sigma": sigma, "S": S, "zeta": zeta,
                       "eta": eta, "a": a}


STEP_31 = Claim(
    number="(31)",
    title="the whitened covariance of the instance, both halves",
    source="Appendix A, proof of Theorem A.13, (31) and the line before it",
    uses=("looped.thm-3.2-optimum",),
    printed=Reading(
        text=r"\zeta(1-\eta)A^{-1}\preccurlyeq\Sigma^{out}\preccurlyeq(2-\zeta)(1+\eta)A^{-1}"
             r"\ \Longrightarrow\ -(1+\eta-\zeta)I"
             r"\preccurlyeq I-A^{1/2}\Sigma^{out}A^{1/2}\preccurlyeq(1+\eta-\zeta)I",
        note="eta stands for 16 delta d^{1/(2L)}; the conclusion conjugated by A^{-1/2}",
        parameters={**MATRICES, "S": "positive definite matrix(d)", "zeta": "unit interval",
                    "eta": "positive real"},
        constants={"upper": "2"},
        hypotheses=("preceq(zeta*(1 - eta)*inverse(A), S)",
                    "preceq(S, (upper - zeta)*(1 + eta)*inverse(A))"),
        conclusions={"left": "preceq(S, (2 + eta - zeta)*inverse(A))",
                     "right": "preceq((zeta - eta)*inverse(A), S)"},
        checks=(
            Search(starts=[{"p": p, "q": q} for p in (2, 3) for q in (1, 2)], family=top_end,
                   order=("p", "q"), minimum={"p": 2}, what="d = 1, A = 1, S at the upper end"),
        ),
        expected="REFUTED",
        because="(2 - zeta)(1 + eta) = 2 - zeta + eta + (1 - zeta) eta exceeds 2 - zeta + eta",
    ),
    repaired=Reading(
        text=r"For $A=a{\Sigma^*}^{-1}$ with $0<a\le1$, $1-a\le\eta$ and $\zeta\Sigma^*\preccurlyeq"
             r"\Sigma^{out}\preccurlyeq(2-\zeta)\Sigma^*$: $-(1-\zeta a)I\preccurlyeq I-A^{1/2}"
             r"\Sigma^{out}A^{1/2}\preccurlyeq(1-\zeta a)I$, and $1-\zeta a\le1+\eta-\zeta$.",
        note="(31) itself, sharper: A_opt is a multiple of Sigma*^{-1} with a factor a* <= 1",
        parameters={"d": "positive integer", "Sigma": "positive definite matrix(d)",
                    "S": "positive definite matrix(d)", "zeta": "unit interval",
                    "eta": "positive real", "a": "unit interval"},
        constants={"upper": "2", "slack": "1"},
        hypotheses=("preceq(zeta*Sigma, S)", "preceq(S, (upper - zeta)*Sigma)", "1 - a <= eta"),
        conclusions={"left": "preceq(a*S, (2 - slack*zeta*a)*Sigma)",
                     "right": "preceq(slack*zeta*a*Sigma, a*S)",
                     "printed": "1 - slack*zeta*a <= 1 + eta - zeta"},
        checks=(
            Argument(
                parts=("left", "right"),
                steps=(
                    Step("conjugate by A^{-1/2} = Sigma*^{1/2}/sqrt(a): the right half is a times the "
                         "hypothesis zeta Sigma* <= S", "slack*zeta*a <= zeta*a",
                         Region(lower={"t": "0", "s": "0"}), parameters=SCALARS,
                         definitions={"a": "1/(1 + t)", "zeta": "1/(1 + s)"}, keep=(), hypotheses=()),
                    Step("the left half: a S <= a (upper - zeta) Sigma*, and a <= 1",
                         "a*(upper - zeta) <= 2 - slack*zeta*a",
                         Region(lower={"t": "0", "s": "0"}), parameters=SCALARS,
                         definitions={"a": "1/(1 + t)", "zeta": "1/(1 + s)"}, keep=(), hypotheses=()),
                ),
                scope="every d >= 1, every positive definite Sigma* and S"),
            Argument(
                parts=("printed",),
                steps=(
                    Step("zeta - slack zeta a <= zeta (1 - a) <= 1 - a <= eta; with a = 1/(1 + t) and "
                         "eta = 1 - a + s", "1 - slack*zeta*a <= 1 + eta - zeta",
                         Region(lower={"t": "0", "s": "0", "r": "0"}),
                         parameters={**SCALARS, "r": "nonnegative real"},
                         definitions={"a": "1/(1 + t)", "zeta": "1/(1 + r)", "eta": "1 - a + s"},
                         keep=(), hypotheses=()),
                ),
                scope="all real zeta, a and eta of the hypotheses"),
            Points(near_inverse, "three Sigma*, S at both ends, eta at and above its least value"),
        ),
        expected="PROVED",
        because="a <= 1 is what the printed implication misses",
    ),
    mutants=({"upper": "1"}, {"repaired.upper": "3"}, {"repaired.slack": "1/2"}),
    errata="the lower half of (31) does not follow: (2 - zeta)(1 + eta) exceeds 2 - zeta + eta; it holds "
           "for the actual A_opt because a* <= 1, so the conclusion survives",
)


def crossed_eigenvectors(statement, at):
    """Sigma = diag(t, 1), A = Sigma^{-1}, w = e_1, x = e_2, eta = 1/q."""
    if at["d"] < 2:
        return None
    d, t = at["d"], Fraction(at["t"])
    sigma = diagonal([(t, 1), (1, d - 1)])
    return {"d": Fraction(d), "Sigma": sigma, "A": inverse(sigma), "eta": Fraction(1, at["q"] + 1),
            "w": tuple(Fraction(i == 0) for i in range(d)),
            "x": tuple(Fraction(i == 1) for i in range(d))}


def ends(statement, context):
    """A^{-1} = Sigma/(1 - eta) along w and Sigma/(1 + eta) along x: where the factor is attained."""
    for eta in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        for s, t in ((1, 1), (5, 2)):
            sigma = diagonal([(s, 1), (t, 1)])
            A = diagonal([((1 - eta) / s, 1), ((1 + eta) / t, 1)])
            for w, x in (((1, 0), (0, 1)), ((1, 1), (1, -2))):
                yield {"d": Fraction(2), "Sigma": sigma, "A": A, "eta": eta,
                       "w": tuple(map(Fraction, w)), "x": tuple(map(Fraction, x))}


NORM_PARAMETERS = {**MATRICES, "Sigma": "positive definite matrix(d)", "eta": "unit interval",
                   "w": "vector(d)", "x": "vector(d)"}
NEAR = ("preceq((1 - eta)*inverse(A), Sigma)", "preceq(Sigma, (1 + eta)*inverse(A))")
LEFT = "form(w, inverse(A))*form(x, A)"

STEP_NORMS = Claim(
    number="Theorem A.13, norms",
    title="from the norms of A to those of Sigma*",
    source="Appendix A, proof of Theorem A.13, the second inequality of the last display but one",
    printed=Reading(
        text=r"(w^\top A^{-1}w)(x^\top Ax)\le(1+\eta)^2(w^\top{\Sigma^*}^{-1}w)(x^\top\Sigma^*x)",
        note="with the first display of the proof, (1-eta) A^{-1} <= Sigma* <= (1+eta) A^{-1}, in force",
        parameters=NORM_PARAMETERS,
        constants={"power": "2"},
        hypotheses=NEAR,
        conclusions={"norms": f"{LEFT} <= (1 + eta)^power*form(w, inverse(Sigma))*form(x, Sigma)"},
        checks=(Search(starts=[{"d": d, "t": 50, "q": q} for d in (2, 3) for q in (1, 3)],
                       family=crossed_eigenvectors, order=("d", "t", "q"),
                       what="Sigma* = diag(t, 1, ..., 1), A = Sigma*^{-1}, w = e_1, x = e_2"),),
        expected="REFUTED",
        because="A^{-1} is near Sigma*, not near its inverse",
    ),
    repaired=Reading(
        text=r"(w^\top A^{-1}w)(x^\top Ax)\le\tfrac{1+\eta}{1-\eta}(w^\top\Sigma^*w)"
             r"(x^\top{\Sigma^*}^{-1}x)",
        note="the dual norms; the factor is attained, and it is 1 for A = a Sigma*^{-1}",
        parameters=NORM_PARAMETERS,
        constants={"power": "1"},
        hypotheses=NEAR,
        conclusions={"norms": f"{LEFT} <= ((1 + eta)/(1 - eta))^power*form(w, Sigma)"
                              "*form(x, inverse(Sigma))"},
        checks=(
            Argument(
                steps=(
                    Step("(1 - eta) A^{-1} <= Sigma* bounds w'A^{-1}w by w'Sigma*w/(1 - eta); Sigma* <= "
                         "(1 + eta) A^{-1} inverts to A <= (1 + eta) Sigma*^{-1}"),
                    Step("the product of the two factors, eta = 1/(1 + t) with t > 0",
                         "(1 + eta)/(1 - eta) <= ((1 + eta)/(1 - eta))^power",
                         Region(lower={"t": "0"}), parameters={"t": "positive real"},
                         definitions={"eta": "1/(1 + t)"}, keep=(), hypotheses=()),
                ),
                scope="every d, all positive definite A and Sigma*, 0 < eta < 1"),
            Points(ends, "d = 2, eta = 1/10, 1/2, 9/10, attained points among them"),
        ),
        expected="PROVED",
        because="inversion reverses the order",
    ),
    mutants=({"power": "0"}, {"repaired.power": "0"}),
    errata="w'A^{-1}w is comparable with w'Sigma*w and x'Ax with x'Sigma*^{-1}x: the printed line has "
           "the two norms exchanged, and Theorem 4.5 inherits it",
)


def sizes(statement, context):
    """n just above d, and huge."""
    for L, d, n in product((1, 2, 3), (1, 2, 5), (0, 10, 10**6, 10**12)):
        yield integers(L=L, d=d, n=d + 1 + n)


STEP_FIRST = Claim(
    number="Theorem A.13, first display",
    title="A_opt^{-1} near Sigma*",
    source="Appendix A, proof of Theorem A.13, first display",
    uses=("looped.thm-3.2-optimum",),
    printed=Reading(
        text=r"(1-16\delta d^{1/(2L)}){A^{opt}}^{-1}\preccurlyeq\Sigma^*\preccurlyeq"
             r"(1+16\delta d^{1/(2L)}){A^{opt}}^{-1}",
        note="A_opt = a* Sigma*^{-1} among symmetric A, so it reads 1 - eta <= a* <= 1 + eta; n > d",
        parameters=SIZES,
        constants={"width": "16", "delta_factor": "8"},
        definitions={"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))",
                     "eta": "width*delta*d^(1/(2*L))"},
        hypotheses=("n > d",),
        conclusions={"lower": "1 - eta <= optimum(L, n, d)", "upper": "optimum(L, n, d) <= 1 + eta"},
        checks=(
            Argument(
                steps=(
                    BELOW_ONE,
                    constants_step("delta >= 1: 1 - eta <= 0 < a*", "width >= 1"),
                    at_least("n/(n + (2*L + 1)*(d + 1)/3)", "1 - a* <= (2L+1)(d+1)/(3n); for every L: "
                             "1 - a* <= 2L sqrt(d/n)"),
                    Step("delta < 1: eta >= width delta^{2L}, which is at least this",
                         "(2*L + 1)*(d + 1)/(3*n) <= width*delta_factor*L*d/sqrt(n)",
                         Region(lower={"d": "1", "s": "1"}, roots={"n": "s"},
                                each={"L": tuple(range(1, 11))}),
                         keep=("L", "n", "d"), hypotheses=()),
                ),
                scope="every L, all real n, d >= 1 (machine: each L up to 10)"),
            Points(sizes, "L <= 3, d <= 5, n from d + 1 to 10^12"),
        ),
        expected="PROVED",
        because="1 - a* is of order d/n, far below delta",
    ),
    mutants=({"width": "1/1000", "delta_factor": "1/1000"},),
)

CLAIM = Claim(
    number="Theorem A.13",
    title="out-of-distribution bound, restatement",
    source="Appendix A, Theorem A.13",
    uses=("looped.thm-4.5", "looped.thm-A.13.step-31", "looped.thm-A.13.step-norms"),
    printed=printed("the restatement leaves out A_opt, the instance and zeta: read as in Theorem 4.5, "
                    "with Sigma_out = (1/n) XX' as its proof needs"),
    repaired=repaired(),
    mutants=({"width": "64"}, {"repaired.shrink": "2"}, {"repaired.upper": "3"}),
    errata="as Theorem 4.5: the norms are exchanged; A^{out,-1/2} must be A^{opt,-1/2}",
    explanation="The proof is right up to Cauchy-Schwarz with w'A^{-1}w and x_q'A x_q; the next line "
                "exchanges the norms (step-norms). (31) holds for A_opt, though not for the reason given "
                "(step-31).",
    steps={"step-31": STEP_31, "step-norms": STEP_NORMS, "step-first": STEP_FIRST},
)
