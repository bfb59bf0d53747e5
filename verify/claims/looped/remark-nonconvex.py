"""The landscape of the loss in A is highly non-convex: true over all real A, false over symmetric A.

Source:  abstract and section 3.7, after Theorem 3.3.
Errata:  the theorems' proofs take A^{1/2}; on symmetric A the loss they treat is convex.
Idea:    I - shear(t) is nilpotent, so for L >= 2 its loss tends to 0 as n grows, for every t; the
         midpoint of shear(t) and its transpose has eigenvalues 1 -+ t/2 and a loss of order t^{2L}.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense, diagonal
from verify.checks import Argument, Points, Region, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.gradients import SHAPES

MIDDLE = "(shear(t) + transpose(shear(t)))/2"
MEAN = "(loss({L}, n, shear(t)) + loss({L}, n, transpose(shear(t))))/2"
END_VALUE = ("(t^4*(n^2 + 9*n + 14) + t^2*(6*n^2 + 100*n + 200) + 46*n + 188)/n^3")
MIDDLE_VALUE = ("(t^4*(n^3 + 10*n^2 + 39*n + 46)/8 + t^2*(7*n^2 + 89*n + 154) + 46*n + 188)/n^3")
GRID = [{"n": Fraction(n), "t": Fraction(t)} for n in (1, 2, 3, 5) for t in range(5)]
DEGREES = Points(GRID, "n = 1, 2, 3, 5 and t = 0 .. 4",
                 because="n^3 times each side has degree 3 in n and 4 in t: a 4 x 5 grid")


def segments(statement, context):
    """Pairs of symmetric matrices, indefinite and singular ones included."""
    shapes = [dense([[Fraction(x) for x in row] for row in rows]) for rows in SHAPES]
    for L in (1, 2, 3, 4) if context.full else (1, 2):
        for n, (A, B) in product((1, 3, 1000), product(shapes, repeat=2)):
            if A is not B:
                yield {**integers(L=L, n=n, d=2), "A": A, "B": B}
    yield {**integers(L=3, n=4, d=1000), "A": diagonal([(0, 1000)]), "B": diagonal([(2, 500), (1, 500)])}
    yield {**integers(L=1, n=10**9, d=1), "A": diagonal([(0, 1)]), "B": diagonal([(2, 1)])}


MIDDLE_2 = MIDDLE.replace("t)", "2)")
MIDDLE_3 = "(2*n^5 + 124*n^4 + 4288*n^3 + 52352*n^2 + 223232*n + 270336)"
END_3 = "(16*n^4 + 2116*n^3 + 49710*n^2 + 276916*n + 373424)"
SIX = Points([integers(n=n) for n in range(1, 7)], "n = 1 .. 6",
             because="n^5 times the loss of three loops is a polynomial of degree 5 in n")

MORE_LOOPS = Claim(
    number="Remark after Theorem 3.3, more loops",
    title="the landscape in A is non-convex for L = 3 too",
    source="Section 3.7, after Theorem 3.3",
    printed=Reading(
        text=r"the landscape of the loss with respect to $A$ is highly non-convex",
        note="t = 2: the midpoint [[1, 1], [1, 1]] has loss at least 2 = tr (I - A)^{2L} for every n and L, "
             "the ends have a loss that tends to 0; for every L >= 2 some n is large enough",
        parameters={"n": "positive integer"},
        hypotheses=("n >= 1000",),
        conclusions={"middle": f"loss(3, n, {MIDDLE_2}) > 2",
                     "ends": "loss(3, n, shear(2)) < 1/4"},
        checks=(
            Argument(
                steps=(
                    Step("the midpoint", f"n^5*loss(3, n, {MIDDLE_2}) = {MIDDLE_3}", SIX, hypotheses=()),
                    Step("an end", f"n^5*loss(3, n, shear(2)) = {END_3}", SIX, hypotheses=()),
                    Step("the midpoint's is above 2 n^5", f"{MIDDLE_3} > 2*n^5", Region(lower={"n": "1"})),
                    Step("the end's is below n^5/4 for all real n >= 1000", f"{END_3} < n^5/4",
                         Region(lower={"n": "1000"})),
                ),
                scope="L = 3, d = 2, t = 2, all n >= 1000"),
            Points([integers(n=n) for n in (15, 1000, 10**4, 10**9)], "n = 1000, 10^4, 10^9"),
        ),
        expected="PROVED",
        because="(I - shear)^2 = 0, so every term of the loss has a factor W - I",
    ),
)

CLAIM = Claim(
    number="Remark after Theorem 3.3",
    title="the landscape in A is highly non-convex",
    source="Abstract; section 3.7, after Theorem 3.3",
    uses=("looped.lem-4.1",),
    printed=Reading(
        text=r"the landscape of the loss with respect to $A$ is highly non-convex",
        note="over all real A, as in section 3.5, Sigma* = I, d = L = 2 (more: a step): the midpoint of "
             "A = [[1, t], [0, 1]] and its transpose has a larger loss than the two have on average, for "
             "every t > 0 and n >= 15; 'highly': the ratio of the two grows without bound with n",
        parameters={"n": "positive integer", "t": "positive real"},
        hypotheses=("n >= 15",),
        conclusions={"two-loops": f"loss(2, n, {MIDDLE}) > {MEAN.format(L=2)}"},
        checks=(
            Argument(
                steps=(
                    Step("the ends have one loss, as swapping the coordinates maps one to the other",
                         f"loss(2, n, shear(t)) = {END_VALUE}", DEGREES, hypotheses=(),
                         parameters={"t": "nonnegative real"}),
                    Step("the transposed end", f"loss(2, n, transpose(shear(t))) = {END_VALUE}", DEGREES,
                         hypotheses=(), parameters={"t": "nonnegative real"}),
                    Step("the midpoint", f"loss(2, n, {MIDDLE}) = {MIDDLE_VALUE}", DEGREES,
                         hypotheses=(), parameters={"t": "nonnegative real"}),
                    Step("the difference over t^2/(8 n^3), for all real n >= 15 and t >= 0",
                         "t^2*(n^3 + 2*n^2 - 33*n - 66) + 8*n^2 - 88*n - 368 > 0",
                         Region(lower={"n": "15", "t": "0"}), parameters={"t": "nonnegative real"}),
                ),
                scope="L = 2, d = 2 (so d >= 2), all n >= 15 and t > 0"),
            Points([{"n": Fraction(n), "t": t} for n in (1, 14, 15, 10**3, 10**9)
                    for t in (Fraction(1, 100), Fraction(1), Fraction(7))],
                   "n = 15, 10^3, 10^9, t = 1/100, 1, 7"),
        ),
        expected="PROVED",
        because="shears have nilpotent I - A, their midpoints have not",
    ),
    repaired=Reading(
        text=r"On symmetric $A$ the loss of Lemma 4.1 is convex, for every $L,n,d\ge1$.",
        note="the theorems treat positive semidefinite A through A^{1/2}; there nothing is non-convex, so "
             "convexity alone gives convergence of the flow (of that loss). For the model's loss, which is "
             "larger off the multiples of I, no symmetric counterexample was found",
        parameters={"L": "positive integer", "n": "positive integer", "d": "positive integer",
                    "A": "symmetric matrix(d)", "B": "symmetric matrix(d)"},
        constants={"factor": "1"},
        conclusions={"convex": "printed_loss(L, n, (A + B)/2) <= "
                               "factor*(printed_loss(L, n, A) + printed_loss(L, n, B))/2"},
        checks=(
            Argument(
                steps=(
                    Step("tr(I - S A)^{2L} = tr g(S^{1/2} A S^{1/2}) with g(x) = (1 - x)^{2L}, linear in A "
                         "inside; tr g is convex on symmetric matrices for a convex g (Peierls, Klein)"),
                    Step("g is convex: the mean of g at 1 - s -+ e, by machine for each L up to 10",
                         "s^(2*L) <= factor*((s + e)^(2*L) + (s - e)^(2*L))/2",
                         Region(lower={"s": "0", "e": "0"}, each={"L": range(1, 11)}),
                         parameters={"s": "nonnegative real", "e": "nonnegative real"}, keep=("L",)),
                    Step("an expectation of convex functions is convex"),
                ),
                scope="every L, n, d >= 1, all symmetric A, B"),
            Points(segments, "pairs of five symmetric matrices, and larger diagonal ones"),
        ),
        expected="PROVED",
        because="trace functions of convex functions are convex",
    ),
    mutants=({"repaired.factor": "1/2"},),
    errata="true over all real A for L, d >= 2; on symmetric A, where the proofs work, the loss of Lemma "
           "4.1 is convex, so the flow's convergence there needs no gradient dominance",
    steps={"step-more-loops": MORE_LOOPS},
)
