"""Table 1 speaks of the suboptimality gap L(A, 0) - min L where the theorems speak of L(A, 0).

Source:  Table 1, lines of Theorems 3.2, 3.3, 3.4 and 4.4.
Errata:  min L > 0, so the two differ; the line of Theorem 3.2 leaves out its condition (harmlessly).
Idea:    a small gap does imply closeness, by Clarkson's inequality for the Schatten norm 2L.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense, identity, scale
from verify.checks import Argument, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import LOOPS, constants_step, seen
from verify.families import integers, near_optimum

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
SHAPES = ([[1, 0], [0, 0]], [[2, 1], [1, 0]], [[-1, 0], [0, 1]], [["7/8", "1/8"], ["1/8", "3/4"]],
          [[0, 0], [0, 0]], [["1/2", 0], [0, "1/2"]])


def symmetric_points(statement, context):
    """Symmetric A, indefinite and singular ones included, and A close to A_opt."""
    for L in (1, 2, 3) if context.full else (1, 2):
        for n in (1, 3, 1000):
            near = scale(near_optimum(L, n, 2, 12), identity(2))
            for A in (*(dense([[Fraction(v) for v in row] for row in rows]) for rows in SHAPES), near):
                for sigma in (identity(2), dense([[2, 1], [1, 1]])):
                    yield {**integers(L=L, n=n, d=2), "A": A, "Sigma": sigma}
            yield {**integers(L=L, n=n, d=1), "A": dense([[2]]), "Sigma": dense([[3]])}


def quadratic(statement, context):
    """Symmetric 2 x 2 matrices over three values."""
    for n, a, b, c in product((1, 2, 3), (-1, 0, 2), (-1, 0, 2), (-1, 0, 2)):
        yield {**integers(n=n, d=2), "A": dense([[a, b], [b, c]])}


def traceless(statement):
    """L = 1, d = 2, A - A_opt without trace, n = 10^6."""
    n = Fraction(10**6)
    a = n / (n + 3)
    point = {**integers(L=1, d=2, n=int(n)), "A": dense([[a + 1, 0], [0, a - 1]]), "Sigma": identity(2)}
    return seen(statement, "((1 + shift/n)*distance)^L/(d^(L - 1)*(base^(2*L - 1) - 1)*gap)", point,
                "tends to 1 for L = 1")


GAP = "((1 + shift/n)*distance)^L <= d^(L - 1)*(base^(2*L - 1) - 1)*gap"

CLAIM = Claim(
    number="Table 1",
    title="summary of the theorems",
    source="Section 3, Table 1",
    uses=("looped.thm-3.2-loss", "looped.thm-3.2-optimum", "looped.thm-4.4"),
    printed=Reading(
        text="Lines of Theorems 3.3, 3.4 and 4.4: 'small suboptimality gap', 'the suboptimality gap is "
             "not too small', 'small suboptimality gap implies closeness'.",
        note="the table says what the theorems say only if the gap L(A,0) - min L is L(A,0), which is "
             "what the theorems bound: the least loss would have to be 0; n > d from section 3.2",
        parameters=PARAMETERS,
        hypotheses=("n > d",),
        conclusions={"gap": "optimal_loss(L, n, d) = 0"},
        checks=(Search(starts=[{"L": L, "d": d, "n": n} for L in (1, 2) for d in (1, 2)
                               for n in (d + 1, 20)],
                       order=("L", "d", "n"), what="integers L, d, n"),),
        expected="REFUTED",
        because="the least loss is positive for every finite n",
    ),
    repaired=Reading(
        text=r"The three lines speak of the loss. For the gap itself: for every symmetric $A$ and all "
             r"$n,d,L\ge1$, with $B={\Sigma^*}^{1/2}A{\Sigma^*}^{1/2}$, $\big((1+\tfrac1n)"
             r"\|B-a^*I\|_F^2\big)^L\le d^{L-1}(2^{2L-1}-1)\,(L(A,0)-\min L)$, the minimum over "
             r"symmetric $A$. Line of Theorem 3.2: its bound on the loss needs no condition on $n$.",
        note="a gap version of Theorem 4.4 that vanishes with the gap: no epsilon, no delta, no condition "
             "on n, A symmetric; for L = 1 its constant is that of the quadratic form as n grows",
        parameters={**PARAMETERS, "A": "symmetric matrix(d)", "Sigma": "positive definite matrix(d)"},
        constants={"base": "2", "shift": "1", "factor": "8"},
        definitions={
            "gap": "loss(L, n, A, Sigma) - optimal_loss(L, n, d)",
            "distance": "trace(Sigma*A*Sigma*A) - 2*optimum(L, n, d)*trace(Sigma*A) "
                        "+ d*optimum(L, n, d)^2"},
        conclusions={"closeness": GAP,
                     "line-3.2": "optimal_loss(L, n, d) <= factor*L*d^2*4^L/sqrt(n)"},
        checks=(
            Argument(
                parts=("closeness",),
                steps=(
                    Step("let K = B - a* I and h(t) = E tr (I - W^{1/2} (a* I + t K) W^{1/2})^{2L} - min L "
                         ">= 0; h(1) is the gap of the printed loss, at most that of the model's"),
                    Step("Clarkson: |(Y+Z)/2|^p + |(Y-Z)/2|^p <= (|Y|^p + |Z|^p)/2 in the Schatten norm "
                         "p = 2L; so h(t) >= 2 h(t/2) + 2^{1-2L} t^{2L} Q with Q = E tr (W K)^{2L}"),
                    constants_step("repeated: h(1) >= Q sum_k 2^{(1-2L)(k+1)} = Q/(2^{2L-1} - 1); a larger "
                                   "base only weakens it", "base >= 2"),
                    Step("Q >= d^{1-L} (E tr (W K)^2)^L by power means over the d eigenvalues and Jensen"),
                    Step("E tr (W K)^2 = (1 + 1/n) |K|^2 + (tr K)^2/n",
                         "printed_loss(1, n, A) - d + 2*trace(A) = "
                         "(1 + 1/n)*norm_sq(A) + trace(A)^2/n",
                         Points(quadratic, "d = 2, n = 1, 2, 3",
                                because="quadratic in each entry and linear in 1/n, three values each; "
                                        "E[W M W] = M + (M' + (tr M) I)/n for every d"),
                         keep=("n", "d", "A"), hypotheses=()),
                    constants_step("which is at least (1 + shift/n) |K|^2", "shift <= 1"),
                ),
                scope="every L, n, d >= 1, every symmetric A and positive definite Sigma*"),
            Argument(
                parts=("line-3.2",),
                steps=(
                    Step("where sqrt(n) <= factor L d 4^L the bound is at least d, the loss at A = 0"),
                    Step("elsewhere the loss at Sigma*^{-1} is below it",
                         "scalar_loss(2*L, n, d, 1) <= factor*L*d^2*4^L/sqrt(n)",
                         Region(lower={"d": "1", "s": "factor*L*d*4^L"}, roots={"n": "s"},
                                each={"L": LOOPS}),
                         keep=("L", "n", "d"), hypotheses=("n >= (factor*L*d*4^L)^2",)),
                    Step("for every L: there 4 L^2 d/n < 1, so (4L-1)!! d (d/n)^L <= d (4 L^2 d/n)^{1/2}"),
                ),
                scope="every L, all real n, d >= 1 (machine: each L up to 10)"),
            Points(symmetric_points, "fourteen pairs (A, Sigma*), L <= 3, n <= 1000"),
        ),
        expected="PROVED",
        because="uniform convexity of the Schatten norm of order 2L",
        tightness=traceless,
    ),
    mutants=({"repaired.base": "1"}, {"repaired.shift": "20"}, {"repaired.factor": "1/20"}),
    errata="replace 'suboptimality gap' by 'loss' in the lines of Theorems 3.3, 3.4 and 4.4: at L = 1, "
           "d = 1, n = 2 the least loss is 1/2; the column 'Initialization' holds assumptions",
    explanation="At A_opt the gap is 0, and Theorem 4.4 asks for L(A,0) <= eps^{2L}/2, which A_opt itself "
                "satisfies only for eps >= (2 min L)^{1/(2L)}. The condition of Theorem 3.2 that the table "
                "leaves out is not needed for its first part.",
)
