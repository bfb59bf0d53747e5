"""eta = E[what'X'y]/E[y'XX'y] = n d/(n d (n + d + 1 + sigma2)) = 1/(n + d + 1 + sigma2).

Source:  derived from Theorem 1 of the one-step paper, who leave the ratio unevaluated.
Errata:  none: the ratio is right; it needs no ridge solution to evaluate.
Idea:    E[what'X'y] = E[w'X'X w] = n d for every sigma2; E y'XX'y = E tr S^2 + sigma2 E tr S.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, ridge_sampler, sizes, starts

RATE = "ridge_energy(n, d)/label_energy(n, d, sigma2) = 1/(n + d + shift + noise*sigma2)"
LOSS = ("layer_min(n, d, sigma2) = sigma2 + d*(d + shift + noise*sigma2)/(n + d + shift + noise*sigma2)")
TOP = "ridge_form(X, sigma2, sigma2, a, b) = scatter_form(X, a, b)"
BOTTOM = "label_form(n, a, b, sigma2) = n*(n + d + shift + noise*sigma2)*inner(a, b)"
POINT = {"n": Fraction(20), "d": Fraction(10), "sigma2": Fraction(1, 4)}
VECTORS = {"a": "vector(d)", "b": "vector(d)"}

CLAIM = Claim(
    number="Theorem 1, eta",
    title="the learning rate in closed form",
    source="derived; Theorem 1",
    uses=("one_step.lem-3",),
    printed=Reading(
        text=r"\eta=\frac{\mathbb{E}[\hat w_{\tilde D}^\top X^\top\vec y]}"
             r"{\mathbb{E}[\vec y^\top XX^\top\vec y]}=\frac1{n+d+1+\sigma^2},\qquad "
             r"\min L=\sigma^2+\frac{d(d+1+\sigma^2)}{n+d+1+\sigma^2}",
        note="the paper's ratio, evaluated; every n, d >= 1 and sigma >= 0 (pseudo-inverse at sigma = 0)",
        parameters={"n": "positive integer", "d": "positive integer", "sigma2": "nonnegative real"},
        constants={"shift": "1", "noise": "1"},
        conclusions={"rate": RATE, "loss": LOSS},
        checks=(
            Argument(
                steps=(
                    Step("given X, E[X'y what'] = X'X, whose mean is n I: in every entry of X", TOP,
                         Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2))),
                         parameters={"X": "data matrix(d, n)", **VECTORS}),
                    Step("for every n and d: (X'X + sigma2 I)^{-1} X' = X'(XX' + sigma2 I)^{-1}, so the "
                         "resolvent cancels against E yy' = XX' + sigma2 I"),
                    Step("E X'yy'X integrated from the tokens", BOTTOM,
                         Formal(sizes((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (1, 3))),
                         parameters=VECTORS),
                    Step("E X'yy'X is invariant under rotations, a multiple of I; X'y is a sum over tokens, "
                         "so the multiple is a polynomial in n of degree 2, 0 at n = 0, and by Wick's "
                         "theorem of degree at most 1 in d per power of sigma2 (half the factors y): "
                         "n = 1, 2 and d = 1, 2 decide all n and d"),
                    Step("the ratio of the traces", RATE, Identity(free=("n", "d", "sigma2"))),
                    Step("and the loss at eta", LOSS, Identity(free=("n", "d", "sigma2"))),
                ),
                scope="all n, d >= 1, sigma2 >= 0"),
            Search(starts=starts(), family=filled, order=("d", "n"), what="small n and d"),
            Witness(ridge_sampler, "eta(n, d, sigma2)", POINT, draws=100_000),
        ),
        expected="PROVED",
        because="second moments of the prompt",
        tightness=equality,
    ),
    mutants=({"shift": "0"}, {"shift": "2"}, {"noise": "0"}),
    explanation="what is the conditional mean of w, so E[what'X'y] = E[w'X'y] = E w'X'Xw = n d whatever "
                "sigma is. With S = X'X, E y'XX'y = E tr S^2 + sigma2 E tr S = n d (n + d + 1) + sigma2 n d.",
)
