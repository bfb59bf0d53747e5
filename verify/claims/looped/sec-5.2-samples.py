"""n above, near and below d = 10: the loss converges, and the iterate "to a value very close to identity".

Source:  Section 5.2, Figure 1 (Sigma* = I, d = 10, every n > 1).
Errata:  the limit is a* I with 1 - a* >= (d+1)/(n+d+1): it is close to a multiple of I, not to I.
Idea:    p(a) = E tr (I - a W)^{2L} is strictly convex, and two signs of p' enclose a*.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense
from verify.checks import Argument, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import ANYWHERE, LOOPS, at_least, at_most
from verify.families import integers

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
NEAR = "(2*L + 1)*(d + 1)/(factor*n + (2*L + 1)*(d + 1))"
SHAPES = ([[1, 2, 0], [0, 1, 0], [-3, 0, 1]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
          [["1/5", 0, 0], [0, "1/5", 0], [0, 0, "1/5"]])


def settings(statement, context):
    """d = 10 with n of Figure 1's kind, a on both sides of a*; d = 3 with A that is not symmetric."""
    for L, n, a in product((1, 2, 3), (2, 5, 10, 20, 100), (Fraction(1, 100), Fraction(1), Fraction(3))):
        yield {**integers(L=L, n=n, d=10), "a": a, "A": dense([[0] * 10] * 10)}
    for L, n, rows in product((1, 2), (1, 2, 10**6), SHAPES):
        yield {**integers(L=L, n=n, d=3), "a": Fraction(1, 3),
               "A": dense([[Fraction(v) for v in row] for row in rows])}
    yield {**integers(L=3, n=10**6, d=1), "a": Fraction(1), "A": dense([[1]])}


CLAIM = Claim(
    number="Section 5.2",
    title="loss and iterate for few samples",
    source="Section 5.2, Figure 1",
    uses=("looped.thm-3.2-optimum", "looped.lem-A.9"),
    printed=Reading(
        text="The loss converges for all values of $n>1$ and the iterates also converge to a value very "
             "close to identity ($d=10$, $n$ larger than, closer to, or even smaller than $d$).",
        note="iterate: the minimiser a* I, the limit of the population flow; 'very close' read generously as "
             "||A - I||_F <= ||I||_F / 2 (ours). Convergence of the loss: repaired reading, true",
        parameters={"L": "positive integer", "n": "positive integer"},
        constants={"dimension": "10", "closeness": "1/2"},
        hypotheses=("n > 1",),
        conclusions={"iterate": "1 - optimum(L, n, dimension) <= closeness"},
        checks=(Search(starts=[{"L": L, "n": n} for L in (1, 2) for n in (100, 10, 5, 2)],
                       order=("L", "n"), what="d = 10, n = 100, 10, 5, 2"),),
        expected="REFUTED",
        because="at n = 2, one loop, the minimiser is (2/13) I",
    ),
    repaired=Reading(
        text=r"For all $n,d,L\ge1$ the flow from any multiple of $I$ converges to $a^*I$, a multiple of "
             r"$I$ with $\frac{d+1}{n+d+1}\le1-a^*\le\frac{(2L+1)(d+1)}{3n+(2L+1)(d+1)}$; and "
             r"$L(A,0)\ge d-n$ for every real $A$.",
        note="the scale-free distance to I is 0 in the limit, the distance itself of order d/n; with "
             "n < d no training brings the loss below d - n",
        parameters={**PARAMETERS, "a": "positive real", "A": "real matrix(d)"},
        constants={"factor": "3", "shift": "1"},
        conclusions={
            "descent": "(a - optimum(L, n, d))"
                       "*(scalar_loss(2*L, n, d, a) - scalar_loss(2*L - 1, n, d, a)) >= 0",
            "away": "(d + shift)/(n + d + 1) <= 1 - optimum(L, n, d)",
            "near": f"1 - optimum(L, n, d) <= {NEAR}",
            "floor": "d - n <= loss(L, n, A)"},
        checks=(
            Argument(
                parts=("descent",),
                steps=(
                    Step("p' = (2L/a)(E tr (I-aW)^{2L} - E tr (I-aW)^{2L-1}) increases, since p'' = "
                         "2L(2L-1) E tr W^2 (I-aW)^{2L-2} > 0, and vanishes at a*; so the flow of a, "
                         "da/dt = -p'(a)/d, moves towards a* from both sides"),
                    Step("by machine for a >= 1 >= a*, in the exact moments",
                         "scalar_loss(2*L - 1, n, d, a) <= scalar_loss(2*L, n, d, a)",
                         Region(lower={"n": "1", "d": "1", "a": "1"}, each={"L": LOOPS[:5]}),
                         keep=("L", "n", "d", "a"), hypotheses=("a >= 1",)),
                ),
                scope="every L, n, d >= 1, every a"),
            Argument(parts=("away",),
                     steps=(at_most("n/(n + shift*(d + 1))", "a* <= n/(n + d + 1)"),
                            Step("which is 1 - (d + shift)/(n + d + 1)",
                                 "n/(n + shift*(d + 1)) <= 1 - (d + shift)/(n + d + 1)",
                                 Region(lower=ANYWHERE), keep=("n", "d"))),
                     scope="each L up to 10, all real n, d >= 1"),
            Argument(parts=("near",),
                     steps=(at_least("factor*n/(factor*n + (2*L + 1)*(d + 1))",
                                     "a* >= 3n/(3n + (2L+1)(d+1))"),),
                     scope="each L up to 10, all real n, d >= 1"),
            Argument(
                parts=("floor",),
                steps=(
                    Step("W has rank at most n, so (I - WA)^L has the eigenvalue 1 at least d - n times, "
                         "and ||M||_F^2 >= sum |eigenvalue|^2"),
                    Step("by machine for one loop, over all real A", "d - n <= distinct_loss(1, n, d)",
                         Region(lower=ANYWHERE), keep=("n", "d")),
                ),
                scope="every L, n, d >= 1, every real A"),
            Points(settings, "d = 10, n from 2 to 100, and d = 3 with A that is not symmetric"),
        ),
        expected="PROVED",
        because="strict convexity along multiples of I, two signs of p', and the rank of W",
    ),
    mutants=({"closeness": "1/10"}, {"repaired.factor": "4"}, {"repaired.shift": "2"}),
    errata="'very close to identity' holds up to scale only: at d = 10, one loop, a* = 2/13, 5/16, 10/21, "
           "20/31, 100/111 for n = 2, 5, 10, 20, 100, and less for more loops (two: .141, .294, .457, "
           ".628, .894)",
    explanation="The distance in the code that the paper cites is ||M - (tr M/d) I||/||M||, which does not "
                "see the scale. For n < d the context does not determine w*: the loss converges, but to "
                "at least d - n (8 at d = 10, n = 2).",
)
