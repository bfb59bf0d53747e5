"""||grad L(A, 0)||^2 >= (1/16) L(A, 0)^{(2L-1)/L} wherever L(A, 0) >= 2 (4 delta)^{2L}.

Source:  Theorem A.11 (restatement of Theorem 3.4), (28).
Errata:  the threshold is 16 L d 4^{2L}/sqrt n, the main text prints 4^L; the factor d^{-(L-1)/(2L-1)}
         of Lemma A.10 and two of its conditions are lost.
Idea:    as for Theorem 3.4; L = 1 needs the larger threshold's d closer to n.
"""

from fractions import Fraction

from verify.checks import Argument, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import constants_step
from verify.families import fixed_scalar, flattest_scalar, integers
from verify.gradients import EVEN_ORDER, HOELDER, SECOND_MOMENT, dominance_points, shear_points

SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
PARAMETERS = {**SIZES, "A": "real matrix(d)"}
DELTA = {"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))"}
COVERED = "d*delta^(2*L)*(eps + reach)^(2*L) <= eps^(2*L)"


def noise(statement, context):
    """delta = 1/g and eps = k delta at, just above and far above the repaired condition."""
    for L in (1, 2, 5):
        for d, g in ((1, 10), (1, 5), (2**L, 40), (4**L, 100)):
            root = 1 if d == 1 else 2 if d == 2**L else 4
            for k in (4, 3 * root, 3 * root + 1):
                yield {**integers(L=L, d=d), "delta": Fraction(1, g), "eps": Fraction(k, g)}


EQ_28 = Claim(
    number="Theorem A.11, before (28)",
    title="the noise term is dropped",
    source="Appendix A.1, proof of Theorem A.11, first line and (28)",
    uses=("looped.lem-A.10",),
    printed=Reading(
        text=r"\text{For }\epsilon>4\delta\text{ we have }\epsilon^{2L}\ge d\delta^{2L}(\epsilon+2)^{2L}",
        note="under the hypotheses in force, n > d and eps > 4 delta; Lemma A.10's conditions 8 delta "
             "d^{3/(4L)} <= eps <= 1 and 4 d delta^{4L-2} <= 1 do not follow from them either",
        parameters={**SIZES, "eps": "positive real"},
        constants={"threshold": "4", "delta_factor": "8", "reach": "2"},
        definitions=DELTA,
        hypotheses=("n > d", "eps > threshold*delta"),
        conclusions={"covered": COVERED},
        checks=(Search(starts=[{"L": L, "d": d, "n": n, "eps": eps} for L, d, n, eps in
                               ((1, 1, 2, 1000), (1, 100, 10**12, 1), (2, 100, 10**12, 1))],
                       order=("L", "d", "n", "eps"), what="integers L, d, n, eps"),),
        expected="REFUTED",
        because="delta >= 1 leaves no room at d = 1, and for larger d the factor d is not covered",
    ),
    repaired=Reading(
        text=r"$\epsilon\le1$ and $\epsilon\ge3d^{1/(2L)}\delta$: then $d\delta^{2L}(\epsilon+2)^{2L}\le"
             r"\epsilon^{2L}$.",
        note="the threshold grows with d and eps stays below 1, as in Lemma A.10; written with the powers "
             "2L taken, which is the same for positive numbers",
        parameters={"L": "positive integer", "d": "positive integer", "delta": "positive real",
                    "eps": "positive real"},
        constants={"factor": "3", "reach": "2"},
        hypotheses=("eps <= 1", "eps^(2*L) >= d*(factor*delta)^(2*L)"),
        conclusions={"covered": COVERED},
        checks=(
            Argument(
                steps=(
                    Step("eps + 2 <= factor, so the left side is at most d (factor delta)^{2L}, for "
                         "eps = 1/(1 + t)", "1/(1 + t) + reach <= factor",
                         Region(lower={"t": "0"}), parameters={"t": "nonnegative real"}, keep=(),
                         hypotheses=()),
                ),
                scope="every L, d >= 1, all real delta, eps"),
            Points(noise, "L = 1, 2, 5, d up to 4^L, eps = 3 d^{1/(2L)} delta and above"),
        ),
        expected="PROVED",
        because="eps + 2 <= 3",
    ),
    mutants=({"threshold": "5"}, {"repaired.factor": "2"}),
    errata="eps > 4 delta does not give eps^{2L} >= d delta^{2L} (eps + 2)^{2L}: a factor d^{1/(2L)} and "
           "eps <= 1 are needed",
)

CLAIM = Claim(
    number="Theorem A.11",
    title="gradient dominance, restated",
    source="Appendix A.1, Theorem A.11",
    uses=("looped.lem-A.10", "looped.thm-A.11.step-28"),
    printed=Reading(
        text=r"L(A,0)\ge2(4\delta)^{2L}\ \Longrightarrow\ \|\nabla_AL(A,0)\|^2\ge\tfrac1{16}"
             r"L(A,0)^{(2L-1)/L}",
        note="Sigma* = I, n > d, A any real matrix; 2 (4 delta)^{2L} = 16 L d 4^{2L}/sqrt n, where Theorem "
             "3.4 prints 4^L: a stronger hypothesis here, decided on its own",
        parameters=PARAMETERS,
        constants={"threshold": "2", "scale": "4", "delta_factor": "8", "factor": "1/16"},
        definitions=DELTA,
        hypotheses=("n > d", "loss(L, n, A) >= threshold*(scale*delta)^(2*L)"),
        conclusions={"dominance": "grad_norm_sq(L, n, A) >= factor*loss(L, n, A)^((2*L - 1)/L)"},
        checks=(
            Search(starts=[{"L": 1, "d": d, "n": n} for d, n in ((1, 10**6), (262_000, 2**18))],
                   family=flattest_scalar, what="L = 1, A = a I near the minimiser, d near n"),
            Search(starts=[{"L": 2, "d": 2, "s": 10**5, "t": 250}], family=shear_points, order=("s", "t"),
                   minimum={"s": 2}, what="L = 2, d = 2, A = [[1, t], [0, 1]], not symmetric"),
            Search(starts=[{"L": 2, "d": 65_538, "n": 10**20}], family=fixed_scalar(Fraction(1, 2)),
                   order=("d", "n"), minimum={"d": 65_520, "n": 10**8}, what="L = 2, A = I/2"),
            Search(starts=[{"L": 3, "d": 13_826, "n": 10**40}], family=fixed_scalar(Fraction(1, 2)),
                   what="L = 3, A = I/2"),
        ),
        expected="REFUTED",
        because="the constant needs a factor d^{-(L-1)/L}, at any threshold",
        speaks="threshold*scale^(2*L)*delta_factor*L < sqrt(n)",
    ),
    repaired=Reading(
        text=r"For every symmetric $A$ and all $n,d,L\ge1$ with $p(A)\ge3^{2L}\min p$, $p$ the loss of Lemma "
             r"4.1: $\|\nabla p(A)\|^2\ge L^2d^{-(L-1)/L}p(A)^{(2L-1)/L}$.",
        note="the corollary of the repaired Theorem 3.4 in the printed form: the power of d, the constant "
             "L^2 instead of 1/16, and the distance from the least loss in the place of n",
        parameters={**SIZES, "A": "symmetric matrix(d)"},
        constants={"ratio": "3", "factor": "1"},
        hypotheses=("printed_loss(L, n, A) >= ratio^(2*L)*optimal_loss(L, n, d)",),
        conclusions={"dominance": "printed_grad_norm_sq(L, n, A) >= "
                                  "factor*L^2*d^(-(L - 1)/L)*printed_loss(L, n, A)^((2*L - 1)/L)"},
        checks=(
            Argument(
                steps=(
                    HOELDER, SECOND_MOMENT, EVEN_ORDER,
                    Step("at a = a*: P >= ratio Q gives (P - Q)/(P + Q) >= (ratio-1)/(ratio+1) and the "
                         "square of 2 times that is the factor; 1 + 1/n >= 1"),
                    constants_step("(2 (ratio-1)/(ratio+1))^2 >= factor",
                                   "ratio >= 1 and 4*(ratio - 1)^2/(ratio + 1)^2 >= factor"),
                ),
                scope="every L, n, d >= 1, every symmetric A"),
            Points(lambda statement, context: [
                {k: v for k, v in point.items() if k != "a"}
                for point in dominance_points(statement, context.full)],
                "five symmetric matrices and multiples of I, L <= 3"),
        ),
        expected="PROVED",
        because="the repaired Theorem 3.4 at a = a*",
    ),
    mutants=({"factor": "1"}, {"repaired.factor": "5"}),
    errata="the threshold differs from that of Theorem 3.4 (4^{2L} against 4^L); the factor "
           "d^{-(L-1)/(2L-1)} of Lemma A.10 and its conditions eps <= 1, 8 delta d^{3/(4L)} <= eps are lost; "
           "for A that is not symmetric it fails at L = d = 2",
    steps={"step-28": EQ_28},
)
