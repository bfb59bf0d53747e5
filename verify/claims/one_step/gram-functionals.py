"""eta X'y is the best of all linear functions of the Gram matrix G, so more heads do not help.

Source:  section 6 of the one-step paper leaves multi-head attention as an open direction.
Errata:  none: decided here.
Idea:    a linear function of G is T X'y + Lambda(X'X) + c y'y; the last two are even in y.
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, sizes, starts

HEADS = ("heads_loss(n, w, M, v, N, sigma2) = scale*layer_min(n, d, sigma2) "
         "+ heads_distance(n, w, M, v, N, sigma2, eta(n, d, sigma2))")

CLAIM = Claim(
    number="Section 6",
    title="many heads, and every linear function of the Gram matrix",
    source="Section 6 (multi-head attention as future work)",
    uses=("one_step.lem-2", "one_step.lem-3"),
    printed=Reading(
        text=r"\text{single-head layers; multi-head left open}",
        note="read as: no number of heads, whose outputs add up, has a smaller loss than one; the loss of "
             "two "
             "heads is the minimum of one head plus E|sum of predictors - eta X'y|^2",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "nonnegative real", "w": "vector(s)", "M": "real matrix(s)",
                    "v": "vector(s)", "N": "real matrix(s)"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"heads": HEADS},
        checks=(
            Argument(
                steps=(
                    Step("two heads, from the tokens, in every entry of both and in sigma2", HEADS,
                         Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2)))),
                    Step("any linear map of G to R^d is T X'y + Lambda(X'X) + c y'y with a real matrix T; "
                         "the "
                         "first part is odd in y and the others even, so L = sigma2 + d - 2 n tr T + c_1 "
                         "|T|^2 "
                         "+ E|Lambda(X'X) + c y'y|^2"),
                    Step("hence T = eta I, and Lambda = 0, c = 0 since y'y is not constant given X and the "
                         "matrices x x' span the symmetric ones: the unique best linear (even affine) "
                         "function "
                         "of G is eta X'y; under Assumption 1 the same holds with the eta of Theorem 3"),
                ),
                scope="any number of heads, every linear function of G, all n, d >= 1, sigma2 >= 0"),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"), what="small heads"),
        ),
        expected="PROVED",
        because="parity in y, and Lemma 3",
        tightness=equality,
    ),
    mutants=({"scale": "2"},),
)
