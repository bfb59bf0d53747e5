"""The gradient's terms E (I - S A)^i S (I - S A)^{2L-1-i}, their expansion (26) and eigenvalue bounds.

Source:  (25), (26) and the displays after it (printed inside the proof of Lemma A.9), A = a I, Sigma* = I.
Errata:  the two binomial coefficients are exchanged; the power is (1 - lambda)^{2L-1}, not
         (lambda - 1)^{2L-1}; the factor -2L of the gradient is missing; no condition on n.
Idea:    at A = a I every term is E S (I - a S)^{2L-1} = gamma I, and gamma -> (1 - a)^{2L-1}.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Identity, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.gradients import SECOND_MOMENT, quadratic_grid
from verify.tightness import largest

SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer", "a": "positive real"}
GAMMA = "(scalar_loss(2*L - 1, n, d, a) - scalar_loss(2*L, n, d, a))/(a*d)"
EXPANSION = {**SIZES, "i": "nonnegative integer"}


def grid(statement, context):
    """Points of the expansion and of the bounds, in both hypotheses and outside."""
    for L in (1, 2, 3):
        for d in (1, 2, 10):
            for n in (d + 1, 16 * L * L * d * d, 10**6):
                for a in (Fraction(1, 10), Fraction(1), Fraction(7, 2)):
                    point = {**integers(L=L, n=n, d=d), "a": a}
                    if "i" not in statement.parameters:
                        yield point
                    elif d < 10:
                        yield from ({**point, "i": Fraction(i)} for i in range(2 * L))


def inverse_steps(statement, at):
    """a = 1/k."""
    point = {**integers(L=at["L"], n=at["n"], d=at["d"]), "a": Fraction(1, at["k"])}
    return {**point, "i": Fraction(at["i"])} if "i" in statement.parameters else point


BOUNDS = Claim(
    number="After (26)",
    title="eigenvalue bounds of the gradient's terms",
    source="Appendix A.1, last displays of the proof of Lemma A.9",
    uses=("looped.lem-A.2", "looped.eq-25-26"),
    printed=Reading(
        text=r"(\lambda_j-1)^{2L-1}-\delta^{2L}(\lambda_1+1)^{2L-1}\le\gamma_j\le(\lambda_j-1)^{2L-1}"
             r"+\delta^{2L}(\lambda_j+1)^{2L-1}",
        note="gamma_j the eigenvalues of (25); at A = a I, Sigma* = I they are all gamma = (1/d) E tr W "
             "(I - a W)^{2L-1}, written as (E tr (I-aW)^{2L-1} - E tr (I-aW)^{2L})/(a d); n > d",
        parameters=SIZES, constants={"delta_factor": "8"},
        hypotheses=("n > d",),
        definitions={"noise": "delta_factor*L*d/sqrt(n)*(a + 1)^(2*L - 1)", "gamma": GAMMA},
        conclusions={"lower": "(a - 1)^(2*L - 1) - noise <= gamma",
                     "upper": "gamma <= (a - 1)^(2*L - 1) + noise"},
        checks=(Search(starts=[{"L": 1, "d": 1, "n": n, "k": k} for n in (10, 100) for k in (1, 10)],
                       family=inverse_steps, order=("L", "d", "n", "k"), what="A = I/k"),),
        expected="REFUTED",
        because="the sum of (26) is (1 - lambda)^{2L-1}, the odd power has the other sign",
    ),
    repaired=Reading(
        text=r"$|\gamma-(1-a)^{2L-1}|\le\delta^{2L}(a+1)^{2L-1}$ for $A=aI$, $n\ge16L^2d^2$ (each $L\le5$)",
        note="sign corrected, and the condition that Lemma A.2 needs at k = 2L; without it: L = 2, d = 1, "
             "n = 2, a = 10",
        parameters=SIZES, constants={"delta_factor": "8", "condition": "4"},
        hypotheses=("n >= condition^2*L^2*d^2", "L <= 5"),
        definitions={"noise": "delta_factor*L*d/sqrt(n)*(a + 1)^(2*L - 1)", "gamma": GAMMA},
        conclusions={"lower": "(1 - a)^(2*L - 1) - noise <= gamma",
                     "upper": "gamma <= (1 - a)^(2*L - 1) + noise"},
        checks=(
            Region(lower={"d": "1", "s": "condition*L*d", "a": "0"}, roots={"n": "s"},
                   each={"L": (1, 2, 3, 4, 5)}),
            Points(grid, "L <= 3, d <= 10, n from the condition to 10^6, three a"),
        ),
        expected="PROVED",
        because="coefficient by coefficient in a the noise exceeds the excess of the moments",
        tightness=largest("upper", [{**integers(L=1, n=10**8, d=1), "a": Fraction(1, 1000)}],
                          note="the main term dominates"),
    ),
    mutants=({"delta_factor": "1/100"}, {"repaired.delta_factor": "1/100"}),
    errata="the sign of the odd power: (1 - lambda_j)^{2L-1}; and Lemma A.2's condition n >= 16 L^2 d^2",
)

SYMMETRIC = {"n": "positive integer", "d": "positive integer", "A": "symmetric matrix(d)"}
GRADIENT = Claim(
    number="(25)",
    title="the terms (25) make up the gradient",
    source="Appendix A.1, proofs of Lemmas A.9 and A.10, (25)",
    uses=("looped.lem-4.1",),
    printed=Reading(
        text=r"\nabla_AL(A,0)=\sum_i\gamma_iu_iu_i^\top\text{ from }\mathbb{E}[(I-\Sigma A)^i\Sigma"
             r"(I-\Sigma A)^{2L-1-i}]",
        note="L = 1, i = 0, with the factor -2L that is left out: -2 E S (I - S A) = -2 (I - (1 + (d+1)/n) "
             "A) against the gradient of the printed loss, by their norms; Sigma* = I, symmetric A",
        parameters=SYMMETRIC, constants={"power": "2"},
        conclusions={"gradient": "printed_grad_norm_sq(1, n, A) = "
                                 "power^2*norm_sq(identity(d) - (1 + (d + 1)/n)*A)"},
        checks=(Search(starts=[{"d": d, "n": 3} for d in (1, 2)], order=("d", "n"),
                       family=lambda statement, at: {**integers(**at), "A": dense(
                           [[int(i == j == 0) for j in range(at["d"])] for i in range(at["d"])])},
                       what="A = diag(1, 0, .., 0)"),),
        expected="REFUTED",
        because="dA stands between the two powers, so the gradient is -2L E (I - S A)^{2L-1} S",
    ),
    repaired=Reading(
        text=r"$\nabla p(A)=-2L\,\mathbb{E}[(I-\Sigma A)^{2L-1}\Sigma]^\top$; at $L=1$: "
             r"$-2(I-(1+\frac1n)A-\frac{\mathrm{tr}A}nI)$",
        note="the term i = 2L-1 alone, 2L times; all terms agree where A is a multiple of I",
        parameters=SYMMETRIC, constants={"power": "2"},
        conclusions={"gradient": "printed_grad_norm_sq(1, n, A) = power^2*norm_sq(identity(d) - "
                                 "(1 + 1/n)*A - trace(A)/n*identity(d))"},
        checks=(
            Argument(
                steps=(
                    SECOND_MOMENT,
                    Step("its derivative in the direction D, q(A + D) - q(A - D) = 2 <grad, D>, in every "
                         "entry and n: tr A tr D and tr A D are sums over entries, d = 1, 2, 3 decide",
                         "(1 + 1/n)*(trace((A + D)*(A + D)) - trace((A - D)*(A - D))) + (trace(A + D)^2 - "
                         "trace(A - D)^2)/n - 4*trace(D) = "
                         "2*power*((1 + 1/n)*trace(D*A) + (trace(A)/n - 1)*trace(D))",
                         Formal(({"d": 1}, {"d": 2}, {"d": 3})), parameters={"D": "symmetric matrix(d)"}),
                ),
                scope="all n, d >= 1, every symmetric A"),
            Points(quadratic_grid, "d = 1, 2, 3, n = 1, 2, 3"),
        ),
        expected="PROVED",
        because="the derivative of a trace of a power",
    ),
    mutants=({"power": "1"}, {"repaired.power": "1"}),
    errata="the gradient of the printed loss is -2L E[(I - SA)^{2L-1} S]'; the terms (25) with i < 2L-1 "
           "differ from it unless A is a multiple of I",
)

CLAIM = Claim(
    number="(25), (26)",
    title="the gradient's terms and their expansion",
    source="Appendix A.1, proof of Lemma A.9, (25) and (26)",
    uses=("looped.lem-4.1",),
    printed=Reading(
        text=r"\mathbb{E}[(I-\Sigma A)^i\Sigma(I-\Sigma A)^{2L-1-i}]=\sum_{l_1\le i}\sum_{l_2\le2L-1-i}"
             r"\binom{2L-1-i}{l_1}\binom i{l_2}(-1)^{l_1+l_2}\mathbb{E}["
             r"A^{-1/2}(A^{1/2}\Sigma A^{1/2})^{l_1+1}A^{-1}(A^{1/2}\Sigma A^{1/2})^{l_2}A^{1/2}]",
        note="at A = a I, a > 0, Sigma* = I, where both sides are multiples of I: the multiples are "
             "compared. Which of the terms make up the gradient: step-gradient",
        parameters=EXPANSION,
        hypotheses=("n > d", "i <= 2*L - 1"),
        conclusions={"expansion": f"{GAMMA} = double_sum_26(L, n, d, i, a)"},
        checks=(Search(starts=[{"L": 1, "n": 10, "d": 1, "i": 1, "k": 5}], family=inverse_steps,
                       order=("L", "d", "n", "i", "k"), minimum={"i": 0}, what="A = I/k"),),
        expected="REFUTED",
        because="the binomial coefficients are exchanged",
    ),
    repaired=Reading(
        text=r"The same with $\binom i{l_1}\binom{2L-1-i}{l_2}$.",
        note="(I - S A)^i gives the l_1; every n",
        parameters=EXPANSION,
        hypotheses=("i <= 2*L - 1",),
        conclusions={"expansion": f"{GAMMA} = double_sum_25(L, n, d, i, a)"},
        checks=(
            Argument(
                steps=(
                    Step("the binomial theorem for each factor: (S A)^{l_1} S (S A)^{l_2} is the printed "
                         "product of powers of A^{1/2} S A^{1/2}"),
                    *(Step(f"L = {L}, every i, all real n, d, a",
                           f"{GAMMA} = double_sum_25(L, n, d, i, a)",
                           Identity(free=("n", "d", "a"), each={"L": (L,), "i": range(2 * L)}))
                      for L in (1, 2, 3)),
                ),
                scope="every L, i, n, d (machine step: L up to 3)"),
            Points(grid, "L <= 3, d <= 2, every i"),
        ),
        expected="PROVED",
        because="the binomial theorem",
    ),
    errata="in (26) the binomial coefficients are exchanged, in (25) the factor -1 and the sum over i are "
           "missing (2L equal terms at A = a I)",
    explanation="Both displays stand in the proof of Lemma A.9 and belong to that of Lemma A.10.",
    steps={"step-bounds": BOUNDS, "step-gradient": GRADIENT},
)
