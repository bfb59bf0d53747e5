"""L(A, 0) <= eps^{2L}/2, eps > 4 delta  =>  (1 - c eps) A_opt <= A <= (1 + c eps) A_opt.

Source:  Theorem 4.4; c = 4 + 16 d^{1/(2L)}, delta = (8 L d / sqrt n)^{1/(2L)}.
Errata:  A must be symmetric and A_opt the minimiser among symmetric A; neither eps nor delta is needed.
Idea:    sum (1 - lambda_i)^{2L} <= L(A, 0) by spectral Jensen, so |lambda_i - 1| <= eps, and for A_opt
         itself 1 - a* <= eps; c >= 20 leaves room for every eps.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense, identity
from verify.checks import Argument, Formal, Identity, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import (
    BELOW_ONE,
    LOOPS,
    SPECTRAL,
    at_least,
    constants_step,
    root_above,
    scalar_closeness,
    seen,
    semidefinite_points,
)
from verify.families import integers
from verify.gradients import LEAST_VALUE, MODEL_MOMENT, square

SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
CONSTANTS = {"threshold": "4", "fraction": "1/2", "base": "4", "slope": "16", "delta_factor": "8"}
DEFINITIONS = {"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))", "c": "base + slope*d^(1/(2*L))",
               "reference": "optimum(L, n, d)*form(x, inverse(Sigma))"}
HYPOTHESES = ("n > d", "eps > threshold*delta", "loss(L, n, A, Sigma) <= fraction*eps^(2*L)")
CONCLUSIONS = {"lower": "(1 - c*eps)*reference <= form(x, A)",
               "upper": "form(x, A) <= (1 + c*eps)*reference"}
ROOM = "1 + eps <= (1 + (base + slope)*eps)"

COMMON = (
    SPECTRAL,
    constants_step("the constants: fraction <= 1, so |lambda_i - 1| <= eps, and 1 - a* <= eps at A_opt, "
                   "whose loss is at most L(A, 0); slope >= 0, so c >= base + slope",
                   "fraction <= 1 and 0 <= slope"),
    BELOW_ONE,
    Step("lower: lambda_i >= 1 - eps >= (1 - c eps) a*, and lambda_i >= 0 if 1 - c eps < 0"),
    Step("upper for eps <= 9/10, written eps = (9/10)/(1 + t): lambda_i <= 1 + eps <= (1 + c eps) a* "
         "with a* >= 1 - eps and c >= base + slope", f"{ROOM}*(1 - eps)", Region(lower={"t": "0"}),
         parameters={"t": "nonnegative real"}, definitions={"eps": "(9/10)/(1 + t)"},
         keep=(), hypotheses=()),
)

EVERY_L = Argument(
    steps=(
        *COMMON,
        at_least("1/10", "by machine, L up to 10: a* >= 1/10 for all real n >= d + 1",
                 {"d": "1", "n": "d + 1"}, ("n >= d + 1",)),
        Step("so the upper half for eps >= 9/10, L up to 10", f"{ROOM}/10", Region(lower={"eps": "9/10"}),
             keep=("eps",), hypotheses=("eps >= 9/10",)),
        at_least("3/4", "every L, delta <= 1: d (1 - a*)^{2L} <= E tr (I-W)^{2L} <= (4L-1)!! d (d/n)^L "
                 "gives 1 - a* <= 2L sqrt(d/n) <= 2/delta_factor <= 1/4 (machine: L up to 10)",
                 {"d": "1", "n": "delta_factor^2*L^2*d^2"}, ("n >= delta_factor^2*L^2*d^2",)),
        constants_step("the constants of that sentence", "2/delta_factor <= 1/4 and 1 <= delta_factor"),
        Step("then the upper half for eps >= 1/2", f"{ROOM}*3/4", Region(lower={"eps": "1/2"}),
             keep=("eps",), hypotheses=("eps >= 1/2",)),
        Step("delta > 1, L >= 2: with m = (prod_{i<2L} (1 + 2i/n))^{1/(2L)}, lambda_1 m <= 1 + eps by "
             "Minkowski; 1/a* <= 1 + (d+1)/n + (E||W||^{2L})^{1/(2L-1)} by Jensen for the size-biased "
             "spectrum; E||W||^{2L} <= (4m)^{2L} by Slepian (n >= d); m <= L + 1/2. So 1/a* <= 2 + "
             "4 m 10^{1/3} <= (1063/100) m. L = 1: a* >= 1/2"),
        constants_step("the constant: 2 + 4 10^{1/3} <= 1063/100", "10 <= ((1063/100 - 2)/4)^3"),
        Step("hence the upper half for eps > threshold", "(1 + eps)*1063/100 <= 1 + (base + slope)*eps",
             Region(lower={"eps": "threshold"}), keep=("eps",), hypotheses=("eps >= threshold",)),
    ),
    scope="every L >= 1, all n > d >= 1, every positive semidefinite A (machine steps: L up to 10)")


def shear(statement, at):
    """A = [[1, t], [0, 1]], Sigma* = I, x = (1, 1), half the eps that 2 + t > 2 (1 + c eps) allows."""
    if at["d"] != 2 or at["L"] < 2:
        return None
    base, slope = (Fraction(statement.constants[k]) for k in ("base", "slope"))
    c = base + slope * root_above(Fraction(2), 2 * at["L"])
    eps = Fraction(int(500 * Fraction(at["t"], 2) / c) - 1, 1000)
    return {**integers(L=at["L"], d=2, n=at["n"]), "A": dense([[1, at["t"]], [0, 1]]),
            "Sigma": identity(2), "x": (Fraction(1), Fraction(1)), "eps": eps}


def one_loop(statement, context):
    """Real 2 x 2 matrices over three values, some 1 x 1 and 3 x 3 ones."""
    for n in (1, 3):
        for a, b, c, e in product((Fraction(-1), Fraction(1, 2), Fraction(2)), repeat=4):
            yield {**integers(n=n, d=2), "A": dense([[a, b], [c, e]])}
        for a in (-1, 0, 3):
            yield {**integers(n=n, d=1), "A": dense([[a]])}
            yield {**integers(n=n, d=3), "A": dense([[a, 1, 0], [0, 1, 2], [-1, 0, a]])}


def widest(statement):
    """L = 1, d = 1, n = 2, A = 10^6 with the least eps that the hypotheses allow, 2 10^6."""
    return seen(statement, "(form(x, A)/reference - 1)/(c*eps)",
                scalar_closeness(statement, {"L": 1, "d": 1, "n": 2, "k": 6}),
                "c could be about 1 instead of 20 at d = 1")


REAL = Claim(
    number="Theorem 4.4",
    title="small loss implies close to optimal, over all real A",
    source="Section 4, Theorem 4.4, with A any real matrix as in section 3.5",
    uses=("looped.thm-4.4",),
    printed=Reading(
        text=r"$A$ any real matrix, $\preccurlyeq$ read as the order of the quadratic forms $x^\top Ax$",
        note="a second reading of Theorem 4.4: the order is that of symmetric matrices, and only "
             "x'Ax gives it a meaning for the others. A_opt is taken as a* I, the best symmetric A, which "
             "is not the best real one (Theorem 3.2 (2)); that does not matter: the family exceeds the "
             "bound almost twice, so any A_opt whose form is at most 3/2 that of a* I is refuted too",
        parameters={**SIZES, "A": "real matrix(d)", "Sigma": "positive definite matrix(d)",
                    "eps": "positive real", "x": "vector(d)"},
        constants=CONSTANTS, definitions=DEFINITIONS, hypotheses=HYPOTHESES, conclusions=CONCLUSIONS,
        checks=(Search(starts=[{"L": 2, "d": 2, "n": 2**28, "t": 5000}], family=shear,
                       order=("L", "d", "n", "t"), what="A = [[1, t], [0, 1]], x = (1, 1), n from 2^28"),),
        expected="REFUTED",
        because="I - WA is nearly nilpotent for a shear A: a large t costs little loss",
    ),
    repaired=Reading(
        text=r"$L(A,0)-\min=\big(1+\tfrac{d+1}n\big)\big\|A-\tfrac n{n+d+1}I\big\|_F^2$ for $L=1$, "
             r"$\Sigma^*=I$ and every real $A$",
        note="for one loop the loss is a quadratic form, so every real A is controlled by its gap; for "
             "L >= 2 symmetry is needed",
        parameters={"n": "positive integer", "d": "positive integer", "A": "real matrix(d)"},
        constants={"curvature": "1"},
        conclusions={"gap": "loss(1, n, A) - optimal_loss(1, n, d) = "
                            "(curvature + (d + 1)/n)*norm_sq(A - optimum(1, n, d)*identity(d))"},
        checks=(
            Argument(
                steps=(
                    MODEL_MOMENT,
                    Step("its leading coefficient is the claimed one", "moment(2, n, d) = curvature + "
                         "(d + 1)/n", Identity(free=("n", "d")), keep=("n", "d")),
                    square("norm_sq(A - identity(d)) = norm_sq(A) - 2*trace(A) + d",
                           "completed square: kappa |A - I/kappa|^2 = kappa |A|^2 - 2 tr A + d/kappa"),
                    LEAST_VALUE,
                ),
                scope="all n, d >= 1, every real A"),
            Points(one_loop, "d <= 3, n = 1, 3"),
        ),
        expected="PROVED",
        because="one loop is a quadratic form in A",
    ),
    mutants=({"slope": "1000"}, {"repaired.curvature": "2"}),
    errata="for L, d >= 2 the statement is about symmetric A only: with A = [[1, t], [0, 1]] the loss is "
           "(t^4 (n^2+9n+14) + t^2 (6n^2+100n+200) + 46n + 188)/n^3 at L = 2, small for a large t",
)

COVERED = "fraction*eps^(2*L) <= eps^(2*L) - delta^(2*L)*(eps + reach)^(2*L)"


def edge(statement, context):
    """delta at 1/limit and below, eps a little above threshold * delta."""
    threshold, limit = (Fraction(statement.constants[k]) for k in ("threshold", "limit"))
    for L, part, extra in product((1, 2, 5), (1, 10, 1000), (Fraction(1, 10**4), Fraction(3))):
        delta = 1 / (part * limit)
        yield {"L": Fraction(L), "delta": delta, "eps": threshold * delta + extra}


FROM_LEMMA = Claim(
    number="Theorem 4.4 from Lemma A.9",
    title="does Lemma A.9 give Theorem 4.4?",
    source="Section 4, Theorem 4.4 against Appendix A, Lemma A.9",
    uses=("looped.lem-A.9",),
    printed=Reading(
        text=r"\epsilon>4\delta\ \Longrightarrow\ \tfrac12\epsilon^{2L}\le\epsilon^{2L}-"
             r"\delta^{2L}(\epsilon+2)^{2L}",
        note="Lemma A.9 at the same eps: its hypothesis must follow from that of the theorem",
        parameters={**SIZES, "eps": "positive real"},
        constants={"threshold": "4", "fraction": "1/2", "delta_factor": "8", "reach": "2"},
        definitions={"delta": DEFINITIONS["delta"]},
        hypotheses=("n > d", "eps > threshold*delta"),
        conclusions={"covered": COVERED},
        checks=(Search(starts=[{"L": L, "d": d, "n": n, "eps": eps} for L in (1, 2) for d in (1, 2)
                               for n in (d + 1, 60, 10**4) for eps in (1, 5, 100)],
                       order=("L", "d", "n", "eps"), what="integers L, d, n, eps"),),
        expected="REFUTED",
        because="for delta >= 1, that is n <= 64 L^2 d^2, the hypothesis of the lemma admits nothing",
    ),
    repaired=Reading(
        text=r"The same for $\delta\le\tfrac15$, that is $n\ge 64L^2d^2\,5^{4L}$.",
        note="one more hypothesis; Theorem 4.4 itself needs none of it (its own row)",
        parameters={"L": "positive integer", "delta": "positive real", "eps": "positive real"},
        constants={"threshold": "4", "fraction": "1/2", "reach": "2", "limit": "5"},
        hypotheses=("eps > threshold*delta", "limit*delta <= 1"),
        conclusions={"covered": COVERED},
        checks=(
            Argument(
                steps=(
                    Step("with delta = 1/g, g >= limit and eps >= threshold/g", COVERED,
                         Region(lower={"g": "limit", "eps": "threshold/g"}, each={"L": LOOPS}),
                         parameters={"g": "positive real"}, definitions={"delta": "1/g"},
                         keep=("L", "eps"), hypotheses=("g >= limit", "eps >= threshold/g")),
                    constants_step("the constants, every L: r = delta (1 + reach/eps) is at most 1/limit + "
                                   "reach/threshold = 7/10 <= 1, so r^{2L} <= r^2 <= 1 - fraction",
                                   "1/limit + reach/threshold <= 1 and 0 < limit and 0 < threshold and "
                                   "0 <= reach and (1/limit + reach/threshold)^2 <= 1 - fraction"),
                ),
                scope="every L, all real delta, eps of the hypotheses (machine: each L up to 10)"),
            Points(edge, "L = 1, 2, delta down from 1/5, eps just above 4 delta"),
        ),
        expected="PROVED",
        because="delta (eps + 2)/eps stays below 7/10",
    ),
    mutants=({"threshold": "8"}, {"repaired.limit": "1/4"}),
    errata="the thresholds 4 delta and 2 delta do not match: Lemma A.9 gives Theorem 4.4 only for small "
           "delta (the theorem is true all the same)",
)

CLAIM = Claim(
    number="Theorem 4.4",
    title="small loss implies close to optimal",
    source="Section 4, Theorem 4.4",
    uses=("looped.thm-3.2-optimum", "looped.thm-3.2-loss", "looped.lem-4.1"),
    printed=Reading(
        text=r"\epsilon>4\delta,\ L(A,0)\le\tfrac12\epsilon^{2L}\ \Longrightarrow\ "
             r"(1-c\epsilon)A^{opt}\preccurlyeq A\preccurlyeq(1+c\epsilon)A^{opt},\quad c=4+16d^{1/(2L)}",
        note="the reading with A positive semidefinite, as the proof's A^{1/2} needs, and A_opt = a* "
             "Sigma*^{-1} the minimiser there and among symmetric A (which A minimises over all real A is "
             "decided in Theorem 3.2 (2)); a matrix order as an order of quadratic forms in x. All real A "
             "here: step-real. n > d from section 3.2",
        parameters={**SIZES, "A": "positive semidefinite matrix(d)",
                    "Sigma": "positive definite matrix(d)", "eps": "positive real", "x": "vector(d)"},
        constants=CONSTANTS, definitions=DEFINITIONS, hypotheses=HYPOTHESES, conclusions=CONCLUSIONS,
        checks=(
            EVERY_L,
            Points(semidefinite_points, "five pairs (A, Sigma*), L <= 3, n <= 10^12"),
            Search(starts=[{"L": L, "d": d, "n": n, "k": k} for L in (1, 2) for d in (1, 2)
                           for n in (d + 1, 10**6) for k in (0, 1, 6)],
                   family=scalar_closeness, order=("L", "d", "n", "k"), minimum={"k": 0},
                   what="A = 10^k I with the least eps that the hypotheses allow"),
        ),
        expected="PROVED",
        because="the loss bounds sum (1 - lambda_i)^{2L} with no error term, and c is 20 times too large",
        speaks="c*threshold*delta < 1",
        tightness=widest,
    ),
    repaired=Reading(
        text=r"For every positive semidefinite $A$ and all $n,d,L\ge1$, with $\lambda_i$ the eigenvalues "
             r"of $A^{1/2}\Sigma^*A^{1/2}$: $\sum_i(1-\lambda_i)^{2L}\le\mathbb{E}\operatorname{tr}"
             r"(I-A^{1/2}\Sigma A^{1/2})^{2L}\le L(A,0)$; so with $r=L(A,0)^{1/(2L)}$: "
             r"$(1-r){\Sigma^*}^{-1}\preccurlyeq A\preccurlyeq(1+r){\Sigma^*}^{-1}$.",
        note="no epsilon, no delta, no constant, no condition on n, and a sum over all eigenvalues; "
             "relative to A_opt: Lemma A.9; the gap in the place of the loss: Table 1",
        parameters={**SIZES, "A": "positive semidefinite matrix(d)",
                    "Sigma": "positive definite matrix(d)"},
        constants={"factor": "1"},
        conclusions={"closeness": "trace((identity(d) - Sigma*A)^(2*L)) "
                                  "<= factor*printed_loss(L, n, A, Sigma)",
                     "model": "printed_loss(L, n, A, Sigma) <= loss(L, n, A, Sigma)"},
        checks=(
            Argument(
                parts=("closeness",),
                steps=(
                    Step("Y = I - A^{1/2} S A^{1/2} is symmetric; with the eigenvectors u_i of A^{1/2} "
                         "Sigma* A^{1/2}, tr Y^{2L} >= sum_i (u_i'Y u_i)^{2L} by Jensen for the spectral "
                         "measure of u_i, and u_i'Y u_i = 1 - lambda_i s with n s ~ chi^2_n"),
                    Step("E (1 - lambda s)^{2L} >= (1 - lambda)^{2L} by Jensen, E s = 1; by machine for "
                         "lambda >= 1, with the exact moments of s",
                         "(1 - lam)^(2*L) <= factor*scalar_loss(2*L, n, 1, lam)",
                         Region(lower={"n": "1", "lam": "1"}, each={"L": LOOPS}),
                         parameters={"lam": "positive real"}, keep=("L", "n"),
                         hypotheses=("lam >= 1",)),
                    Step("the trace of (I - Sigma* A)^{2L} is sum_i (1 - lambda_i)^{2L}"),
                ),
                scope="every L, n, d >= 1, every positive semidefinite A"),
            Argument(
                parts=("model",),
                steps=(
                    Step("the model's loss is E ||M||_F^2, the printed one E tr M^2, with M = "
                         "Sigma*^{-1/2} (I - S A)^L Sigma*^{1/2}; their difference is a square",
                         "norm_sq(A) - trace(A*A) = norm_sq(A - transpose(A))/2",
                         Formal(({"d": 2}, {"d": 3})), parameters={"A": "real matrix(d)"},
                         keep=("d", "A"), hypotheses=()),
                ),
                scope="every L, n, d >= 1, every real A"),
            Points(semidefinite_points, "five pairs (A, Sigma*), L <= 3, n <= 10^12"),
        ),
        expected="PROVED",
        because="Jensen twice: on the spectral measure, then on the chi-square average",
    ),
    mutants=({"base": "1/4", "slope": "1/4"}, {"fraction": "500"}, {"repaired.factor": "1/2"}),
    errata="true for positive semidefinite A (and for symmetric A with loss below 1, which is positive "
           "definite if n >= d), false for A that is not symmetric; c can be 20 times smaller, and with "
           "Sigma*^{-1} in the place of A_opt no delta, no epsilon and no constant is needed",
    explanation="The proof loses delta^{2L}(lambda_1 + 1)^{2L} in Lemma 4.3, where Jensen loses nothing. "
                "Its last step, from ||A^{1/2} Sigma* A^{1/2} - I|| <= eps to the order with A_opt, is "
                "missing in Lemma A.9; it holds because 1 - a* <= eps too.",
    steps={"step-real": REAL, "step-from-A.9": FROM_LEMMA},
)
