"""L(w, M) minimal if and only if M[:, 1:d]'G w = eta X'y almost surely; and which (w, M) do it.

Source:  the sentence after Lemma 2 in the one-step paper.
Errata:  it needs that some (w, M) attains it (the construction (25) does), and `almost surely`.
Idea:    the distance of Lemma 2 is c_1 |T - eta I|^2 + E|B X'X p + q c y'y|^2, and the second term is
         positive unless q c = 0 and B p = 0, B = 0 or p = 0.
"""

from verify.checks import Argument, Formal, Identity, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, from_tokens, sizes, starts

SPLIT = ("step_distance(n, w, M, sigma2, eta_) = label_energy(n, d, sigma2)/d*layer_step_gap(w, M, eta_)"
         " + layer_even(n, w, M, sigma2)")
BOUND = "layer_even(n, w, M, sigma2) >= mu*layer_branches(w, M)"
ATTAINED = "step_loss(n, d, sigma2, eta_) = layer_min(n, d, sigma2)"
# the form n(n+2) a^2 - 2n(nt+2) ab + n(n+2)(t^2+2d) b^2 in a = |Bp|, b = |qc|, less mu (a^2 + b^2)
FORM = {"t": "d + sigma2", "first": "n*(n + 2) - mu", "last": "n*(n + 2)*(t^2 + 2*d) - mu",
        "middle": "n*(n*t + 2)"}

def reading(sigma2, text, note, domain):
    """The sentence for a domain of sigma2."""
    return Reading(
        text=text, note=note,
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": sigma2, "w": "vector(s)", "M": "real matrix(s)"},
        constants={"scale": "1", "share": "2"},
        hypotheses=("s = d + 1",),
        definitions={"eta_": "scale*ridge_energy(n, d)/label_energy(n, d, sigma2)",
                     "mu": "share*n*d*(n + 2)/(1 + (d + sigma2)^2 + 2*d)"},
        conclusions={"split": SPLIT, "bound": BOUND, "attained": ATTAINED},
        checks=(
            Argument(
                steps=(
                    *from_tokens(),
                    Step("the distance of Lemma 2 in two parts, in every entry of w and M and in sigma2",
                         SPLIT, Formal(sizes((1, 1), (2, 1), (3, 2), (2, 3)))),
                    Step("for every n and d: E|(T - eta I) X'y|^2 is c_1 |T - eta I|^2 by Lemma 3, and the "
                         "rest of the predictor is even in y, so uncorrelated with it"),
                    Step("the construction (25) attains it", ATTAINED,
                         Identity(free=("n", "d", "sigma2"))),
                ),
                scope=f"all n, d >= 1, {domain}", parts=("split", "attained")),
            Argument(
                steps=(
                    Step("|Bp|^2 <= |B|^2 |p|^2 and |c'Bp| <= |c||Bp| reduce the bound to a quadratic form "
                         "in |Bp| and |q c|; its corner is positive", "first > 0",
                         Region(lower={"n": "1", "d": "1", "sigma2": "0"}), definitions=FORM,
                         keep=("n", "d", "sigma2"), hypotheses=()),
                    Step("and its determinant is not negative", "first*last >= middle^2",
                         Region(lower={"n": "1", "d": "1", "sigma2": "0"}), definitions=FORM,
                         keep=("n", "d", "sigma2"), hypotheses=()),
                    Step("if it vanishes, E|B X'X p|^2 = n(n+1)|Bp|^2 + n|B|^2|p|^2 = 0 as well, so B = 0 "
                         "or p = 0; T = q B + c p' = eta I with q c = 0 leaves the two families, the "
                         "second only where c p' can be eta I: d = 1"),
                ),
                scope=f"all real n, d >= 1, {domain}, all real w and M", parts=("bound",)),
            Search(starts=starts(), family=filled, order=("d", "n"), what="small parameters"),
        ),
        expected="PROVED",
        because="the distance is a sum of two squares whose zeros are known",
    )


CLAIM = Claim(
    number="After Lemma 2",
    title="a global minimiser if and only if the predictor is eta X'y",
    source="Section 3, after Lemma 2",
    uses=("one_step.lem-2", "one_step.lem-3"),
    printed=reading(
        "positive real",
        r"(W_K,W_Q,W_V,h)\text{ is a global minimizer}\iff M_{:,1:d}^\top G_{\tilde D}w"
        r"=\eta X^\top\vec y",
        "almost surely; `split` and `bound` say when the distance of Lemma 2 is 0: T = eta I, q c = 0, "
        "B p = 0 (then B = 0 or p = 0), so w = (0, q), A = (eta/q)[I 0], or for d = 1 also "
        "w = (p, 0), A = [0 eta/p]; `attained` says that it does occur", "sigma2 > 0"),
    repaired=reading(
        "nonnegative real",
        r"For $\sigma\ge0$: $(w,M)$ is a global minimiser if and only if $w=(0,q)$, "
        r"$M_{:,1:d}=\frac\eta q\binom I0$, or $d=1$, $w=(p,0)$, $M_{:,1}=\binom0{\eta/p}$; the last "
        r"column of $M$ is free.",
        "sigma = 0 included, the minimisers as parameters", "sigma2 >= 0"),
    mutants=({"scale": "2"}, {"share": "1000"}, {"repaired.scale": "2"}, {"repaired.share": "1000"}),
    errata="as parameters the minimisers are not unique: scaling, the last column of M, and for d = 1 a "
           "second family in which w and M exchange their roles",
)
