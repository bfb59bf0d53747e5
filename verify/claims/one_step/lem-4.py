"""eta E X'yy'X = E X'y what' for eta = E[what'X'y]/E[y'XX'y].

Source:  Lemma 4 and (92)-(97) of the one-step paper.
Errata:  none known.
Idea:    both are multiples of the identity, and eta makes their traces equal.
"""

from verify.checks import Argument, Formal, Identity, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, sizes, starts

FORM = "eta_*label_form(n, a, b, sigma2) = regressor_form(n, a, b)"
TRACE = "eta_*label_energy(n, d, sigma2)/d = ridge_energy(n, d)/d"

CLAIM = Claim(
    number="Lemma 4",
    title="the choice of eta",
    source="Section 3, Lemma 4; (92)-(97)",
    uses=("one_step.lem-3",),
    printed=Reading(
        text=r"\eta=\frac{\mathbb{E}[\hat w_{\tilde D}^\top X^\top\vec y]}"
             r"{\mathbb{E}[\vec y^\top XX^\top\vec y]}\ \Longrightarrow\ "
             r"\mathbb{E}[\eta X^\top\vec y\vec y^\top X-X^\top\vec y\hat w_{\tilde D}^\top]=0",
        note="as a bilinear form in a and b; what replaced by its conditional mean w (Lemma 3, tower)",
        parameters={"n": "positive integer", "d": "positive integer", "sigma2": "positive real",
                    "a": "vector(d)", "b": "vector(d)"},
        constants={"scale": "1"},
        definitions={"eta_": "scale*ridge_energy(n, d)/label_energy(n, d, sigma2)"},
        conclusions={"forms": FORM, "traces": TRACE},
        checks=(
            Argument(
                steps=(
                    Step("from the tokens, in every entry of a and b and in sigma2", FORM,
                         Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))),
                    Step("for all n and d both are multiples of the identity (Lemma 3); X'y is a sum over "
                         "tokens, so the multiple on the left over eta is of degree 2 in n, 0 at n = 0, and "
                         "by Wick's theorem of degree at most 1 in d per power of sigma2, that on the right "
                         "linear in n and free of d: n = 1, 2 and d = 1, 2 decide all n and d"),
                    Step("these multiples, as the traces over d",
                         TRACE, Identity(free=("n", "d", "sigma2"))),
                ),
                scope="all n, d >= 1, sigma2 > 0"),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                   what="small directions"),
        ),
        expected="PROVED",
        because="take traces in Lemma 3",
        tightness=equality,
    ),
    mutants=({"scale": "2"}, {"scale": "0"}),
)
