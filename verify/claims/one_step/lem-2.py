"""L(w, M) = C_1 + E|M[:, 1:d]'G w - eta X'y|^2 with C_1 = sigma2 + d - n d eta.

Source:  Lemma 2, (47), and its proof (98)-(127) in the one-step paper.
Errata:  the proof takes J_1, J_2 on R^{d+1} x R^{(d+1) x (d+1)}; A lies in R^{d x (d+1)}.
Idea:    E X'y what' and eta E X'yy'X are the same multiple of the identity.
"""

from verify.checks import Argument, Formal, Identity, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import DECISIVE, equality, filled, from_tokens, sizes, starts

EQUATION = "defined_layer_loss(n, w, M, sigma2) = C_1 + defined_step_distance(n, w, M, sigma2, eta_)"
CLOSED = "layer_loss(n, w, M, sigma2) = C_1 + step_distance(n, w, M, sigma2, eta_)"
DEFINITIONS = {"eta_": "scale*ridge_energy(n, d)/label_energy(n, d, sigma2)",
               "C_1": "sigma2 + d - ridge_energy(n, d)*eta_"}


def reading(sigma2, text, note, expected="PROVED"):
    """The lemma for a domain of sigma2."""
    return Reading(
        text=text, note=note,
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": sigma2, "w": "vector(s)", "M": "real matrix(s)"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        definitions=DEFINITIONS,
        conclusions={"identity": CLOSED, "nonnegative": "C_1 >= 0"},
        checks=(
            Argument(
                steps=(
                    Step("the lemma from the tokens, in every entry of w and M and in sigma2: n = 1, 2, "
                         "d = 1, 2, 3", EQUATION, Formal(DECISIVE)),
                    *from_tokens(),
                    Step("the lemma in the closed forms, in every entry", CLOSED,
                         Formal(sizes((1, 1), (5, 1), (4, 2), (3, 3)))),
                    Step("for all n, d: with A = [B c], w = (p, q) and T = q B + c p', both sides are the "
                         "same expected even part plus a quadratic in T, d - 2 n tr T + c_1 |T|^2 against "
                         "C_1 + c_1 |T - eta I|^2, and c_1 eta = n: the coefficients of tr T",
                         "2*eta_*label_energy(n, d, sigma2)/d = 2*n",
                         Identity(free=("n", "d", "sigma2"))),
                    Step("and the constants", "sigma2 + d = C_1 + eta_^2*label_energy(n, d, sigma2)",
                         Identity(free=("n", "d", "sigma2"))),
                ),
                scope="all n, d >= 1, all sigma2 in the domain, all real w and M", parts=("identity",)),
            Argument(
                steps=(Step("C_1 = sigma2 + d (d + 1 + sigma2)/(n + d + 1 + sigma2)", "C_1 >= 0",
                            Region(lower={"n": "1", "d": "1", "sigma2": "0"})),),
                scope="all real n, d >= 1, sigma2 >= 0", parts=("nonnegative",)),
            Search(starts=starts(), family=filled, order=("d", "n"), what="small parameters"),
        ),
        expected=expected,
        because="the first moments agree, and c_1 eta = c_2",
        tightness=equality,
    )


CLAIM = Claim(
    number="Lemma 2",
    title="ridge replaced by eta X'y",
    source="Section 3, Lemma 2, (47); proof in Appendix A",
    uses=("one_step.lem-1", "one_step.lem-4"),
    printed=reading(
        "positive real",
        r"\exists C_1\ge0:\ L(w,M)=C_1+\mathbb{E}\,\|M_{:,1:d}^\top G_{\tilde D}w-\eta X^\top\vec y\|_2^2",
        "eta is the ratio of Theorem 1; C_1 made explicit: sigma2 + d - n d eta"),
    repaired=reading(
        "nonnegative real",
        r"The same for $\sigma\ge0$, with $\eta=\frac1{n+d+1+\sigma^2}$ and "
        r"$C_1=\sigma^2+\frac{d(d+1+\sigma^2)}{n+d+1+\sigma^2}$.",
        "sigma = 0 included, eta and C_1 in closed form: C_1 is the minimal loss"),
    mutants=({"scale": "2"}, {"scale": "1/2"}, {"repaired.scale": "0"}),
    errata="C_1 is the minimal loss, sigma^2 + d(d+1+sigma^2)/(n+d+1+sigma^2)",
)
