"""(1-c) Sigma*^{-1} <= A_opt <= (1+c) Sigma*^{-1}, c = 8 delta d^{1/(2L)}, u_opt = 0: not over all real A.

Source:  Theorem 3.2 (2); A ranges over all real d x d matrices (section 3.5).
Errata:  at L = d = 2, n = 2^20 no global minimiser is symmetric, so the Loewner order does not apply.
Idea:    with I - A S = (K - G)/sqrt(n) + ..., an antisymmetric K lowers E ||(K - G)^2||^2 by
         2 ||K||^2 - tr K^4; among symmetric A convexity of the trace function forces A = a* Sigma*^{-1}.
"""

from fractions import Fraction
from math import isqrt

from theory.matrices import dense
from verify.checks import Argument, Formal, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers, near_optimum, rotated

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}


def antisymmetric(statement, at):
    """A = b I + J / sqrt(n) for d = 2, b the best scalar: beats every symmetric matrix for L >= 2."""
    if at["d"] != 2:
        return None
    b = near_optimum(at["L"], at["n"], 2, 40)
    return {**integers(**at), "A": rotated(b, Fraction(1, isqrt(at["n"])))}


def symmetric_samples(statement, context):
    """Symmetric matrices of all kinds: indefinite, singular, anisotropic."""
    shapes = ([[1, 0], [0, 0]], [[2, 1], [1, 0]], [[-1, 0], [0, 1]],
              [["7/8", "1/8"], ["1/8", "3/4"]], [["1/2", 0], [0, "3/4"]])
    for L in (1, 2, 3):
        for n in (1, 2, 3, 10, 1000):
            for rows in shapes:
                yield {**integers(L=L, n=n, d=2),
                       "A": dense([[Fraction(x) for x in row] for row in rows])}


CLAIM = Claim(
    number="Theorem 3.2 (2)",
    title="A_opt near Sigma*^{-1}, u_opt = 0",
    source="Section 3.7, Theorem 3.2, part 2",
    uses=("looped.thm-A.8", "looped.thm-A.8.step-u", "looped.lem-4.1"),
    printed=Reading(
        text=r"(1-c){\Sigma^*}^{-1}\preccurlyeq A^{opt}\preccurlyeq(1+c){\Sigma^*}^{-1},\quad "
             r"c=8\delta d^{1/(2L)},\quad\delta=\Big(\frac{8Ld}{\sqrt n}\Big)^{1/(2L)},\quad u^{opt}=0",
        note="three readings. Here: A any real matrix (section 3.5) and the Loewner order of symmetric "
             "ones, which needs a symmetric global minimiser: no real A may do better than all symmetric "
             "ones (part 'symmetric', Sigma* = I). With A positive semidefinite, as the proof's A^{1/2} "
             "needs: looped.thm-A.8, PROVED. With <= as x'Ax for every real A: true at the "
             "counterexample here (its form is that of b I), not decided in general",
        parameters={**PARAMETERS, "A": "real matrix(d)"},
        constants={"threshold": "8", "base": "2", "width": "8", "delta_factor": "8"},
        definitions={"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))",
                     "c": "width*delta*d^(1/(2*L))"},
        hypotheses=("threshold*L*d^2/sqrt(n) <= 1/base^(2*L)",),
        conclusions={"symmetric": "optimal_loss(L, n, d) <= loss(L, n, A)",
                     "lower": "1 - c <= optimum(L, n, d)",
                     "upper": "optimum(L, n, d) <= 1 + c"},
        checks=(Search(starts=[{"L": L, "d": 2, "n": 4**k} for L in (1, 2, 3)
                               for k in range(8, 16, 2)],
                       family=antisymmetric, order=("L", "d", "n"), minimum={"n": 4},
                       what="A = b I + J / sqrt(n), J the rotation by 90 degrees"),),
        expected="REFUTED",
        because="an antisymmetric part of order n^{-1/2} lowers the loss",
        speaks="c < 1",
    ),
    repaired=Reading(
        text=r"Among symmetric $A$ the least loss is that of $A=a^*{\Sigma^*}^{-1}$, $u=0$, for every "
             r"$n,d,L\ge1$, with $a^*$ the unique root of $\frac{d}{da}\mathbb{E}\operatorname{tr}"
             r"(I-aW)^{2L}$, and $\frac n{n+d+2L-1}\le a^*\le\frac n{n+d+1}$ for each $L\le10$. Over all "
             r"real $A$: exactly this for $L=1$ or $d=1$; not at $L=d=2$, $n=2^{20}$.",
        note="symmetric A, and then no condition on n: the distance from Sigma*^{-1} is of order d/n, not "
             "n^{-1/(4L)}; Sigma* = I without loss of generality (A -> Sigma*^{1/2} A Sigma*^{1/2})",
        parameters={**PARAMETERS, "A": "symmetric matrix(d)"},
        constants={"scale": "1", "near": "1", "far": "2"},
        conclusions={"minimum": "scale*optimal_loss(L, n, d) <= loss(L, n, A)",
                     "above": "optimum(L, n, d) <= n/(n + d + near)",
                     "below": "n/(n + d + far*L - 1) <= optimum(L, n, d)"},
        checks=(
            Argument(
                parts=("minimum",),
                steps=(
                    Step("for M = (I - W A)^L: ||M||_F^2 - tr M^2 = ||M - M'||_F^2 / 2 >= 0, so the model's "
                         "loss is at least the printed one",
                         "norm_sq(A) - trace(A*A) = norm_sq(A - transpose(A))/2",
                         Formal(({"L": 1, "n": 1, "d": 2}, {"L": 1, "n": 1, "d": 3})),
                         parameters={"A": "real matrix(d)"}),
                    Step("printed(A) = E tr (I - W^{1/2} A W^{1/2})^{2L} is convex in symmetric A: tr g(X) "
                         "is convex in symmetric X for convex g, and X is linear in A"),
                    Step("it is unchanged by A -> R A R' (W and R'WR have one law), so averaging over all "
                         "rotations gives printed(A) >= printed((tr A / d) I)"),
                    Step("at A = a I both losses are p(a) = E tr (I - aW)^{2L}, strictly convex in a, so "
                         "loss(A) >= p(tr A / d) >= p(a*); the constant: scale p(a) <= p(a) for every a",
                         "scale*scalar_loss(2*L, n, d, a) <= scalar_loss(2*L, n, d, a)",
                         Region(lower={"d": "1", "n": "1", "a": "0"}, each={"L": (1, 2)}),
                         parameters={"a": "positive real"}, keep=("L", "n", "d")),
                ),
                scope="all L, n, d >= 1, every symmetric A and positive definite Sigma*"),
            Argument(
                parts=("above",),
                steps=(
                    Step("p(a) = E tr (I - aW)^{2L} is strictly convex, and a p'(a) = "
                         "2L (E tr (I - aW)^{2L} - E tr (I - aW)^{2L-1}), so p' >= 0 at n/(n+d+1) bounds a*",
                         "scalar_loss(2*L - 1, n, d, n/(n + d + near)) "
                         "<= scalar_loss(2*L, n, d, n/(n + d + near))",
                         Region(lower={"d": "1", "n": "1"}, each={"L": range(1, 11)}),
                         keep=("L", "n", "d")),
                ),
                scope="all real n, d >= 1, each L up to 10"),
            Argument(
                parts=("below",),
                steps=(
                    Step("p' <= 0 at n/(n+d+2L-1) bounds a* from below in the same way",
                         "scalar_loss(2*L, n, d, n/(n + d + far*L - 1)) "
                         "<= scalar_loss(2*L - 1, n, d, n/(n + d + far*L - 1))",
                         Region(lower={"d": "1", "n": "1"}, each={"L": range(1, 11)}),
                         keep=("L", "n", "d")),
                ),
                scope="all real n, d >= 1, each L up to 10"),
            Points(symmetric_samples, "five symmetric matrices, L <= 3, n <= 1000"),
        ),
        expected="PROVED",
        because="convexity of the trace function, rotation invariance, and two signs of p'",
    ),
    mutants=({"repaired.scale": "2"}, {"repaired.near": "2"}, {"repaired.far": "3/2"}),
    errata="over all real A the minimiser need not be symmetric: it is not at L = d = 2, n = 2^20; among "
           "symmetric A it is a* Sigma*^{-1} with n/(n+d+2L-1) <= a* <= n/(n+d+1), for every n",
    explanation="The proof takes A^{1/2}, so it speaks of positive semidefinite A only, while section 3.5 "
                "minimises over all real A. At L = 2, d = 2 and the least n of the hypothesis, 2^20, a "
                "rotation by an angle of order n^{-1/2} brings n^2 L(A) from about 46 to about 44. To "
                "leading order I - A = n^{-1/2}(K - G) with G Gaussian symmetric, and at L = 2 an "
                "antisymmetric K changes n^2 L by -2 ||K||^2 + tr K^4, least for orthogonal K, by -d for "
                "even d.",
)
