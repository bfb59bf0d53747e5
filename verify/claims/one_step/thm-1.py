"""The global minimisers of L output eta sum y_i x_i'x_{n+1}, eta = 1/(n + d + 1 + sigma2) > 0.

Source:  Theorem 1, (25)-(35) of the one-step paper; a sum, no 1/n.
Errata:  none in the statement; eta and the minimal loss have closed forms, and sigma = 0 is covered.
Idea:    Lemma 2 writes the loss as a constant plus E|M[:, 1:d]'G w - eta X'y|^2.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Region, Search, Step, Trained, Witness
from verify.claim import Claim, Reading
from verify.layer_points import averaged_sampler, equality, filled, from_tokens, sizes, starts, trainer

LEMMA = "layer_loss(n, w, M, sigma2) = step_loss(n, d, sigma2, eta_) + step_distance(n, w, M, sigma2, eta_)"
ONLY = ("step_loss(n, d, sigma2, x) = step_loss(n, d, sigma2, eta_) "
        "+ label_energy(n, d, sigma2)*(x - eta_)^2")
OUTPUT = "construction_output(X, y, x_q, eta_) = gradient_step(X, y, x_q, eta_)"
POINT = {"n": Fraction(20), "d": Fraction(2), "sigma2": Fraction(1, 4)}
TRAINED = Trained(trainer(), "eta(n, d, sigma2)", {**POINT, "sigma2": Fraction(1, 10)},
                  least="layer_min(n, d, sigma2)")
ALL = {"n": "1", "d": "1", "sigma2": "0"}


def reading(sigma2, text, note, extra):
    """The theorem for a domain of sigma2, with further conclusions and their checks."""
    conclusions, checks = extra
    return Reading(
        text=text, note=note,
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": sigma2, "w": "vector(s)", "M": "real matrix(s)",
                    "X": "data matrix(d, n)", "y": "vector(n)", "x_q": "vector(d)", "x": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        definitions={"eta_": "scale*ridge_energy(n, d)/label_energy(n, d, sigma2)"},
        conclusions={"minimum": LEMMA, "only": ONLY, "positive": "eta_ > 0", "step": OUTPUT,
                     **conclusions},
        checks=(
            Argument(
                steps=(
                    *from_tokens(),
                    Step("Lemma 2: the loss is the construction's plus a distance that vanishes only at "
                         "the predictor eta X'y, in every entry of w and M", LEMMA,
                         Formal(sizes((1, 1), (2, 1), (3, 2), (2, 3)))),
                    Step("for all n, d: both sides are the same even part plus a quadratic in "
                         "T = q B + c p', with the coefficients of Lemma 2",
                         "2*eta_*label_energy(n, d, sigma2) = 2*ridge_energy(n, d)",
                         Identity(free=("n", "d", "sigma2"))),
                    Step("the constant of Lemma 2 is the loss of the construction (25) at eta, for all n, d",
                         "step_loss(n, d, sigma2, eta_) = layer_min(n, d, sigma2)",
                         Identity(free=("n", "d", "sigma2"))),
                ),
                scope="all n, d >= 1, all real w and M", parts=("minimum",)),
            Argument(
                steps=(Step("(25) at the rate x has T = x I and no even part: `minimum` gives its loss, a "
                            "quadratic in x with its only minimum at eta", ONLY,
                            Identity(free=("n", "d", "sigma2", "x"))),),
                scope="all n, d >= 1, every rate", parts=("only",)),
            Argument(
                steps=(Step("the rate is positive", "eta_ > 0", Region(lower=ALL)),),
                scope="all real n, d >= 1, sigma2 >= 0", parts=("positive",)),
            Argument(
                steps=(Step("(32), (33): the construction's output, token by token, in every entry",
                            OUTPUT, Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2)))),
                       Step("a sum over tokens, so for all n and d")),
                scope="all n, d >= 1, all prompts", parts=("step",)),
            *checks,
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                   what="small parameters"),
        ),
        expected="PROVED",
        because="Lemmas 1 to 4",
        tightness=equality,
    )


CLOSED = ("eta_ = 1/(n + d + 1 + sigma2)", "step_loss(n, d, sigma2, eta_) = layer_min(n, d, sigma2)")

CLAIM = Claim(
    number="Theorem 1",
    title="the global minimum is one step of gradient descent",
    source="Section 3, Theorem 1, (25)-(35)",
    uses=("one_step.lem-1", "one_step.lem-2", "one_step.lem-2-iff", "one_step.lem-3", "one_step.lem-4"),
    printed=reading(
        "positive real",
        r"Every global minimizer outputs $\eta\sum_{i=1}^ny_ix_i^\top x_{n+1}$, $\eta=\frac{\mathbb{E}"
        r"[\hat w_{\tilde D}^\top X^\top\vec y]}{\mathbb{E}[\vec y^\top XX^\top\vec y]}>0$; (25) is one, "
        r"for this $\eta$ alone.",
        "sigma > 0 (section 2); the minimiser as a predictor: `minimum` says that the loss exceeds the "
        "construction's by E|predictor - eta X'y|^2; `only`: no other rate",
        # so many draws that an error of half a percent would be found
        ({}, (Witness(averaged_sampler, "eta(n, d, sigma2)", POINT, draws=750_000), TRAINED))),
    repaired=reading(
        "nonnegative real",
        r"For $\sigma\ge0$: $\eta=\frac1{n+d+1+\sigma^2}$, minimal loss "
        r"$\sigma^2+\frac{d(d+1+\sigma^2)}{n+d+1+\sigma^2}$; the minimisers are $w=(0,q)$, "
        r"$M_{:,1:d}=\frac\eta q\binom I0$, last column free, and for $d=1$ also $w=(p,0)$, "
        r"$M_{:,1}=\binom0{\eta/p}$.",
        "closed forms, sigma = 0 included (ridge with the pseudo-inverse when n < d); that these are all "
        "the minimisers, at sigma = 0 too, is `split` and `bound` of the sentence after Lemma 2, repaired",
        ({"closed": CLOSED[0], "least": CLOSED[1]},
         (Argument(steps=(Step("the ratio simplified", CLOSED[0], Identity(free=("n", "d", "sigma2"))),
                          Step("the loss there", CLOSED[1], Identity(free=("n", "d", "sigma2")))),
                   scope="all n, d >= 1, sigma2 >= 0", parts=("closed", "least")),))),
    mutants=({"scale": "2"}, {"scale": "-1"}, {"repaired.scale": "1/2"}),
    errata="eta = 1/(n + d + 1 + sigma^2); minimisers as parameters: scaling, a free last column of M and, "
           "for d = 1, a second family",
)
