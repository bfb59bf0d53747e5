"""||grad||^2 >= eps^{4L-2}/4 where loss >= eps^{2L} + d delta^{2L} (eps + 2)^{2L}, eps <= 1.

Source:  Lemma A.10, (27) and the displays after it; Sigma* = I, 8 delta d^{3/(4L)} <= eps,
         4 d delta^{4L-2} <= 1.
Errata:  the conclusion drops the d^{-(L-1)/(2L-1)} of its own last line, whose true power is
         d^{-(L-1)/L}; the gradient lacks the factor 2L, which hides this for L = 1.
Idea:    A = a I and n = infinity: loss d x^{2L} = eps^{2L}, gradient 4 L^2 d x^{4L-2}, so the ratio is
         4 L^2 d^{-(L-1)/L}, below 1/4 for d > (16 L^2)^{L/(L-1)}.
"""

from fractions import Fraction

from theory.matrices import dense, diagonal
from verify.checks import Argument, Formal, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import constants_step
from verify.families import integers, satisfies, scalar_point
from verify.gradients import EVEN_ORDER, HOELDER, SECOND_MOMENT, SHAPES, shear_points
from verify.tightness import largest

SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
DELTA = {"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))"}
SPECTRUM = {"L": "positive integer", "d": "positive integer", "T": "symmetric matrix(d)"}
GAMMA = {"x": "real", "y": "nonnegative real", "gamma": "real"}
INSIDE = ("x - y <= gamma", "gamma <= x + y")
ROOT = {"S": "trace((T - identity(d))^(2*L))", "R": "trace((T - identity(d))^(4*L - 2))"}
SMALL = ("n > d", "threshold*delta*d^(3/(4*L)) <= eps", "eps <= 1", "weight*d*delta^(4*L - 2) <= 1")
NOISE = "d*delta^(4*L)*(eigenvalue(T, 1) + 1)^(4*L - 2) <= quarter*"


def scalar(statement, at):
    """eps = 1, n = 10^digits and A = (1 - x) I with the least x = k/2^20 that the hypotheses allow."""
    L, d, n = at["L"], at["d"], 10 ** at["digits"]
    points = {k: {**scalar_point(L, n, d, 1 - Fraction(k, 2**20)), "eps": Fraction(1)}
              for k in (2**20,)}
    low, high = 0, 2**20
    while high - low > 1:
        middle = (low + high) // 2
        points[middle] = {**scalar_point(L, n, d, 1 - Fraction(middle, 2**20)), "eps": Fraction(1)}
        low, high = (low, middle) if satisfies(statement, points[middle]) else (middle, high)
    return points[high]


def sheared(statement, at):
    """A shear and eps = 4/5."""
    found = shear_points(statement, at)
    return None if found is None else {**found, "eps": Fraction(4, 5)}


def spectra(statement, at):
    """T with eigenvalues high and low; the lists of the steps."""
    values = [(Fraction(at["high"]), 1)] + ([(Fraction(at["low"]), at["d"] - 1)] if at["d"] > 1 else [])
    point = {**integers(L=at["L"], d=at["d"]), "T": diagonal(values)}
    if "n" in statement.parameters:
        point.update(integers(n=10 ** at["digits"]), eps=Fraction(1, at["part"]))
    return point


def positive_spectra(statement, context):
    """Equal deviations, one deviation, and mixed ones."""
    for L in (1, 2, 3, 5):
        for d in (1, 2, 5, 64):
            for high, low in ((3, 3), (3, 1), (2, 0), (9, Fraction(1, 2))):
                yield spectra(statement, {"L": L, "d": d, "high": high, "low": low, "digits": 60,
                                          "part": 3})


def matrices(statement, context):
    """A = 0 and symmetric matrices, with eps^{2L} at most the excess over the least loss."""
    for L, n, d in ((1, 10**16, 1), (2, 10**16, 3), (3, 10**16, 40), (2, 50, 4)):
        yield {**integers(L=L, n=n, d=d), "A": diagonal([(0, d)]), "rho": Fraction(10**4 if n > 50 else 2)}
    for L in (1, 2):
        for n in (1, 30, 1000):
            for rows in SHAPES:
                A = dense([[Fraction(v) for v in row] for row in rows])
                for rho in (Fraction(5, 4), Fraction(3)):
                    yield {**integers(L=L, n=n, d=2), "A": A, "rho": rho}


def triples(statement, context):
    """Small values, the ends of the interval included."""
    for x in (-3, 0, 1, 4):
        for y in (0, 1, 2, 5):
            for part in (-4, -2, -1, 0, 1, 2, 4):
                yield {"x": Fraction(x), "y": Fraction(y), "gamma": x + Fraction(part * y, 2)}


EQ_27 = Claim(
    number="(27)",
    title="squares of the bounds of gamma_i",
    source="Appendix A.1, proof of Lemma A.10, (27)",
    printed=Reading(
        text=r"\sum_i\gamma_i^2\ge\sum_i\big((\lambda_i-1)^{2L-1}-\delta^{2L}(\lambda_1+1)^{2L-1}\big)^2",
        note="what is used: x - y <= gamma <= x + y with x = (lambda_i - 1)^{2L-1}, y >= 0. (gamma_i is "
             "that of the gradient without its factor -2L.)",
        parameters=GAMMA, hypotheses=INSIDE, conclusions={"square": "(x - y)^2 <= gamma^2"},
        checks=(Search(starts=[{"x": x, "y": y, "gamma": g} for x, y, g in ((2, 1, 1), (2, 4, 1))],
                       order=("x", "y", "gamma"), minimum={"x": 0, "gamma": 0}, what="small integers"),),
        expected="REFUTED",
        because="x - y may be negative while gamma is small",
    ),
    repaired=Reading(
        text=r"$x-y\le\gamma\le x+y\ \Longrightarrow\ \gamma^2\ge\tfrac12x^2-y^2$",
        note="the third line of the display follows directly, so (27) survives",
        parameters=GAMMA, constants={"half": "1/2"}, hypotheses=INSIDE,
        conclusions={"square": "half*x^2 - y^2 <= gamma^2"},
        checks=(
            Argument(
                steps=(
                    Step("gamma^2 - x^2/2 + y^2 is a square plus y^2 - (x - gamma)^2 >= 0",
                         "gamma^2 - x^2/2 + y^2 = (2*gamma - x)^2/2 + (y^2 - (x - gamma)^2)",
                         Formal(({},))),
                    constants_step("and half <= 1/2", "half <= 1/2"),
                ),
                scope="all real x, y, gamma"),
            Points(triples, "x in -3 .. 4, y in 0 .. 5, gamma across the interval and beyond"),
        ),
        expected="PROVED",
        because="completing a square",
    ),
    mutants=({"repaired.half": "1"},),
    errata="lower bounds that may be negative are squared (the next line holds all the same), and the "
           "gradient's factor 2L is missing",
)

HOELDER_STEP = Claim(
    number="Lemma A.10, Hoelder",
    title="norms of order 4L-2 and 2L",
    source="Appendix A.1, proof of Lemma A.10, last display",
    printed=Reading(
        text=r"\sum_{i=1}^d(\lambda_i-1)^{4L-2}\ge d^{-(\frac1{2L}-\frac1{4L-2})}\Big(\sum_{i=1}^d"
             r"(\lambda_i-1)^{2L}\Big)^{\frac{2L-1}L}=d^{-\frac{L-1}{2L-1}}\Big(\cdots\Big)^{\frac{2L-1}L}",
        note="T has the eigenvalues lambda_i",
        parameters=SPECTRUM, definitions=ROOT,
        conclusions={"first": "R >= d^(-(1/(2*L) - 1/(4*L - 2)))*S^((2*L - 1)/L)",
                     "second": "R >= d^(-(L - 1)/(2*L - 1))*S^((2*L - 1)/L)"},
        checks=(Search(starts=[{"L": L, "d": d, "high": 2, "low": 2} for L in (1, 2, 3) for d in (1, 4)],
                       family=spectra, order=("L", "d"), what="T = 2 I"),),
        expected="REFUTED",
        because="equal deviations need the power (L-1)/L of d",
    ),
    repaired=Reading(
        text=r"$\sum_i(\lambda_i-1)^{4L-2}\ge d^{-(L-1)/L}\big(\sum_i(\lambda_i-1)^{2L}\big)^{(2L-1)/L}$",
        note="the right power of d; equality where all |lambda_i - 1| agree; as the machine reads it, "
             "both sides to the power L",
        parameters=SPECTRUM, constants={"factor": "1"}, definitions=ROOT,
        conclusions={"power": "R^L*d^(L - 1) >= factor*S^(2*L - 1)"},
        checks=(
            Argument(
                steps=(
                    Step("Jensen: the mean of y^{(2L-1)/L} over y_i = (lambda_i - 1)^{2L} is at least the "
                         "power of their mean; by machine for two values v, v + u of (lambda_i - 1)^2",
                         "(v^L + (v + u)^L)^(2*L - 1) <= "
                         "2^(L - 1)*(v^(2*L - 1) + (v + u)^(2*L - 1))^L",
                         Region(lower={"v": "0", "u": "0"}, each={"L": range(1, 7)}),
                         parameters={"u": "nonnegative real", "v": "nonnegative real"}, keep=("L",),
                         hypotheses=()),
                    constants_step("so for every factor <= 1", "factor <= 1"),
                ),
                scope="every L, d >= 1, all real lambda_i"),
            Points(positive_spectra, "L = 1, 2, 3, 5, d = 1, 2, 5, 64, two distinct eigenvalues"),
        ),
        expected="PROVED",
        because="Jensen's inequality",
        tightness=largest("power", [{**integers(L=2, d=5), "T": diagonal([(3, 5)])}], note="T = 3 I"),
    ),
    mutants=({"repaired.factor": "2"},),
    errata="the power of d in the Hoelder step is (L-1)/L; the two printed ones differ from it and from "
           "each other",
)

LAMBDA_1 = Claim(
    number="Lemma A.10, noise",
    title="the noise term against the largest eigenvalue",
    source="Appendix A.1, proof of Lemma A.10, after (27)",
    printed=Reading(
        text=r"d\delta^{4L}(\lambda_1+1)^{4L-2}\le\tfrac14(\lambda_1-1)^{4L-2}",
        note="under the hypotheses in force there: those of the lemma and "
             "sum (lambda_i - 1)^{2L} >= eps^{2L}",
        parameters={**SIZES, "eps": "positive real", "T": "positive semidefinite matrix(d)"},
        constants={"threshold": "8", "weight": "4", "delta_factor": "8", "quarter": "1/4"},
        definitions=DELTA,
        hypotheses=(*SMALL, "trace((T - identity(d))^(2*L)) >= eps^(2*L)"),
        conclusions={"noise": NOISE + "(eigenvalue(T, 1) - 1)^(4*L - 2)"},
        checks=(Search(starts=[{"L": L, "d": d, "high": 1, "low": 0, "digits": 40, "part": 1}
                               for L in (1, 2) for d in (1, 2)],
                       family=spectra, order=("L", "d", "digits"), what="T = diag(1, 0, .., 0)"),),
        expected="REFUTED",
        because="the eigenvalue farthest from 1 need not be the largest",
    ),
    repaired=Reading(
        text=r"$d\delta^{4L}(\lambda_1+1)^{4L-2}\le\tfrac14\max_i|\lambda_i-1|^{4L-2}$",
        note="with max |lambda_i - 1| in the place of lambda_1 - 1; it is a term of the sum, so the next "
             "line of the proof survives",
        parameters={**SIZES, "eps": "positive real", "T": "positive semidefinite matrix(d)"},
        constants={"threshold": "8", "weight": "4", "delta_factor": "8", "quarter": "1/4"},
        definitions=DELTA,
        hypotheses=(*SMALL, "trace((T - identity(d))^(2*L)) >= eps^(2*L)"),
        conclusions={"noise": NOISE + "radius(T)^(4*L - 2)"},
        checks=(
            Argument(
                steps=(
                    Step("m = max |lambda_i - 1| >= eps d^{-1/(2L)}, so (lambda_1 + 1)/m <= 1 + 2/m <= "
                         "3 g/eps as eps = 1/(1 + t) <= 1 and g = d^{1/(2L)} >= 1",
                         "1 + 2*g*(1 + t) <= 3*g*(1 + t)", Region(lower={"t": "0", "g": "1"}),
                         parameters={"t": "nonnegative real", "g": "positive real"}, keep=(),
                         hypotheses=("g >= 1",)),
                    Step("with delta^{4L} <= (eps/threshold)^{4L} d^{-3} there is left (3/threshold)^{4L-2} "
                         "threshold^{-2} eps^2 d^{-1/L}"),
                    constants_step("which is at most quarter",
                                   "3 <= threshold and 1 <= quarter*threshold^2"),
                    constants_step("only the hypotheses on delta are used, so any factor in it will do",
                                   "delta_factor > 0"),
                ),
                scope="every L, n, d of the hypotheses, every positive semidefinite T"),
            Points(lambda statement, context: [
                spectra(statement, {"L": L, "d": d, "high": h, "low": low, "digits": digits, "part": part})
                for L in (1, 2, 3) for d, h, low in ((1, 0, 0), (2, 1, 0), (2, 9, 1), (40, 1, 0))
                for digits, part in ((9, 1), (40, 5), (60, 1))], "L <= 3, T with two eigenvalues"),
        ),
        expected="PROVED",
        because="m >= eps d^{-1/(2L)}",
    ),
    mutants=({"quarter": "1/8"}, {"repaired.threshold": "1/2", "repaired.weight": "1/10000"}),
    errata="lambda_1 - 1 should be max |lambda_i - 1|",
)

CLAIM = Claim(
    number="Lemma A.10",
    title="gradient dominance",
    source="Appendix A.1, Lemma A.10",
    uses=("looped.lem-4.3", "looped.lem-A.10.step-27", "looped.lem-A.10.step-hoelder",
          "looped.lem-A.10.step-lambda-1"),
    printed=Reading(
        text=r"8\delta d^{\frac3{4L}}\le\epsilon\le1,\ 4d\delta^{4L-2}\le1,\ L(A,0)\ge\epsilon^{2L}+"
             r"d\delta^{2L}(\epsilon+2)^{2L}\ \Longrightarrow\ \|\nabla L(A,0)\|^2\ge\tfrac14\epsilon^{4L-2}",
        note="Sigma* = I, n > d, A any real matrix, Frobenius norm",
        parameters={**SIZES, "A": "real matrix(d)", "eps": "positive real"},
        constants={"threshold": "8", "weight": "4", "delta_factor": "8", "reach": "2", "factor": "1/4"},
        definitions=DELTA,
        hypotheses=(*SMALL, "loss(L, n, A) >= eps^(2*L) + d*delta^(2*L)*(eps + reach)^(2*L)"),
        conclusions={"dominance": "grad_norm_sq(L, n, A) >= factor*eps^(4*L - 2)"},
        checks=(Search(starts=[{"L": L, "d": d, "digits": 40} for L, d in
                               ((1, 1), (1, 100), (2, 100), (2, 4108))],
                       family=scalar, order=("d",), minimum={"d": 4090},
                       what="eps = 1, A = a I with the least loss that the hypothesis allows"),
                Search(starts=[{"L": 2, "d": 2, "s": 10**6, "t": 810}], family=sheared,
                       order=("s", "t"), minimum={"s": 2},
                       what="L = 2, d = 2, eps = 4/5, A = [[1, t], [0, 1]], not symmetric")),
        expected="REFUTED",
        because="the factor d^{-(L-1)/L} is missing",
        speaks="threshold*delta*d^(3/(4*L)) <= 1 and d > 1 + d*delta^(2*L)*(1 + reach)^(2*L)",
    ),
    repaired=Reading(
        text=r"For every symmetric $A$, all $n,d,L\ge1$ and $\rho\ge1$ with $p(A)\ge\rho^{2L}\min p$, $p$ "
             r"the loss of Lemma 4.1: $\|\nabla p(A)\|^2\ge4L^2d^{-\frac{L-1}L}(1+\tfrac1n)\big(\tfrac"
             r"{\rho-1}{\rho+1}\big)^2p(A)^{\frac{2L-1}L}$.",
        note="no delta and no condition on n or eps (eps = p(A)^{1/(2L)}); sharp as rho and n grow",
        parameters={**SIZES, "A": "symmetric matrix(d)", "rho": "positive real"},
        constants={"factor": "1"},
        hypotheses=("rho >= 1", "printed_loss(L, n, A) >= rho^(2*L)*optimal_loss(L, n, d)"),
        conclusions={"dominance": "printed_grad_norm_sq(L, n, A) >= factor*4*L^2*d^(-(L - 1)/L)*(1 + 1/n)"
                                  "*((rho - 1)/(rho + 1))^2*printed_loss(L, n, A)^((2*L - 1)/L)"},
        checks=(
            Argument(
                steps=(
                    HOELDER, SECOND_MOMENT, EVEN_ORDER,
                    constants_step("at a = a*, P >= rho Q, (P - Q)/(P + Q) >= (rho - 1)/(rho + 1)",
                                   "0 <= factor and factor <= 1"),
                ),
                scope="every L, n, d >= 1, every symmetric A and rho >= 1"),
            Points(matrices, "A = 0 and five symmetric matrices, L <= 3"),
        ),
        expected="PROVED",
        because="the repaired Theorem 3.4 at a = a*",
    ),
    mutants=({"factor": "1"}, {"repaired.factor": "2"}),
    errata="the last line of the proof has d^{-(L-1)/(2L-1)} eps^{4L-2}, the statement drops that factor, "
           "and the right power is d^{-(L-1)/L} (L = 2, d = 4097 is too much for 1/4); for A that is not "
           "symmetric it fails at L = d = 2",
    steps={"step-27": EQ_27, "step-hoelder": HOELDER_STEP, "step-lambda-1": LAMBDA_1},
)
