"""TF_L = w_L' x_q with w_{t+1} = w_t - (1/n) A X (X'w_t - y), for every A.

Source:  Proposition 3.1, (5)-(9) of the looped paper.
Errata:  (5) implements the preconditioner A', not A: Q must carry A' where A is not symmetric; and
         1/n is the step for |X'w - y|^2 / 2, the step for l_2^2 itself is 1/(2n).
Idea:    the last row of Z^(t) is (w* - w_t)'X on the context and -w_t'x_q at the query.
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import prompts

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "X": "data matrix(d, n)", "w": "vector(d)", "x_q": "vector(d)", "A": "real matrix(d)"}
SIZES = ({"L": 1, "d": 1, "n": 1}, {"L": 1, "d": 2, "n": 2}, {"L": 2, "d": 1, "n": 2},
         {"L": 3, "d": 1, "n": 1})
ONE_LAYER = ({"L": 1, "d": 1, "n": 2}, {"L": 1, "d": 2, "n": 2}, {"L": 1, "d": 2, "n": 3})


def argument(identity):
    """The induction over loops with its first step checked in every entry."""
    return Argument(
        steps=(
            Step("one layer on labels y = X'v changes the last row by -(1/n) v'XX'Q [X x_q], which is "
                 "the gradient step: the identity for one layer, in every entry", identity,
                 Formal(ONE_LAYER)),
            Step("the small sizes with several loops, in every entry", identity, Formal(SIZES)),
            Step("induction: after t layers the context row is (w* - w_t)'X and the upper rows are X "
                 "(P has zero upper rows), so layer t + 1 acts on a prompt with v = w* - w_t; every "
                 "entry of the new row is a sum over tokens, so the identity for one layer does not "
                 "depend on n or d"),
        ),
        scope="all L, n, d >= 1, all real X, w*, x_q and A")


CLAIM = Claim(
    number="Proposition 3.1",
    title="L loops are L steps of preconditioned gradient descent",
    source="Section 3.4, (5)-(9)",
    printed=Reading(
        text="For appropriate $P$ and $Q$ the looped transformer implements multiple steps of "
             "preconditioned gradient descent on the linear regression instance.",
        note="for every preconditioner A there are P and Q: (5) with A' in the place of A; the step 1/n "
             "is that of half the printed squared loss",
        parameters=PARAMETERS,
        constants={"step": "1"},
        conclusions={"descent": "looped_output(L, X, w, x_q, transpose(A)) "
                                "= gd_prediction(L, X, w, x_q, A, step)"},
        checks=(
            argument("looped_output(L, X, w, x_q, transpose(A)) "
                     "= gd_prediction(L, X, w, x_q, A, step)"),
            Search(starts=[{"L": L, "n": n, "d": d} for L in (1, 2, 3) for n in (1, 2, 3)
                           for d in (1, 2)],
                   family=prompts, order=("L", "d", "n"), what="small integer prompts, A not symmetric"),
        ),
        expected="PROVED",
        because="induction over the layers of (2)-(4)",
    ),
    mutants=({"step": "2"}, {"step": "-1"}),
    errata="with Q as printed in (5) the model descends with A'; the gradient of l_2^2 at 0 is -2Xy, "
           "not Xy, so step 1/n belongs to half of it",
)
