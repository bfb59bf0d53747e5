"""eta X'y is the best of all linear functions of the Gram matrix G, so more heads do not help.

Source:  section 6 of the one-step paper leaves multi-head attention as an open direction.
Errata:  none: the paper claims nothing here; the answer is derived.
Idea:    a linear function of G is T X'y + Lambda(X'X) + c y'y; the last two are even in y.
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, sizes, starts

HEADS = ("heads_loss(n, w, M, v, N, sigma2) = scale*layer_min(n, d, sigma2) "
         "+ heads_distance(n, w, M, v, N, sigma2, eta(n, d, sigma2))")

CLAIM = Claim(
    number="Section 6",
    title="derived: many heads, and every linear function of the Gram matrix",
    source="derived; section 6 asks (multi-head attention as future work)",
    uses=("one_step.lem-2", "one_step.lem-3"),
    printed=Reading(
        text=r"\text{Do several heads, whose outputs add up, have a smaller loss than one? No: "
             r"}L=\min_{w,M}L(w,M)+\mathbb{E}\,\|\textstyle\sum_kM^{(k)\top}_{:,1:d}G_{\tilde D}w^{(k)}"
             r"-\eta X^\top\vec y\|_2^2",
        note="derived, not claimed by the paper, which leaves several heads as an open question; two "
             "heads in every entry",
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
                         Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))),
                    Step("from these sizes to all n, d: the difference of the two integrals is a mean of "
                         "terms of first degree in the heads, which is sigma2 + d - 2 E w*'P + 2 eta E P'X'y "
                         "- eta^2 E|X'y|^2 with P the sum of the predictors; E w*'P is linear in n, the "
                         "others are of degree 2 in n, all 0 at n = 0; they are tr T, tr T and 1 times "
                         "polynomials in d of degree 0, 1 and 2 per power of sigma2, the last 0 at d = 0: "
                         "n = 1, 2 and d = 1, 2 decide"),
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
