"""No (w, M) has M[:, 1:d]'G w = what: along x_i = t e_1, y_i = 1 one side is quadratic in t, the other not.

Source:  the remark after Lemma 1 of the one-step paper.
Errata:  none: true for every n, d >= 1 and sigma >= 0, also where ridge and the layer come close.
Idea:    a quadratic P has P(2) - P(-2) = 2 (P(1) - P(-1)); n t/(n t^2 + sigma2) has not.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

QUADRATIC = ("layer_ray(n, d, w, M, 2) - layer_ray(n, d, w, M, -2) "
             "= step*(layer_ray(n, d, w, M, 1) - layer_ray(n, d, w, M, -1))")
RIDGE = ("ridge_ray(n, sigma2, 2) - ridge_ray(n, sigma2, -2) "
         "< step*(ridge_ray(n, sigma2, 1) - ridge_ray(n, sigma2, -1))")
SOLVED = "ray_fit(n, d, sigma2, t) = ridge_ray(n, sigma2, t)"
GAP = "ridge_gap(n, d, sigma2) > least"
PARAMETERS = {"n": "positive integer", "d": "positive integer", "s": "positive integer",
              "sigma2": "positive real", "w": "vector(s)", "M": "real matrix(s)", "t": "positive real"}


def gaps(statement, context):
    """n = 1 or d = 1, from small to large noise."""
    for n, d in ((1, 1), (5, 1), (1, 5)):
        for noise in (Fraction(1, 100), Fraction(1), Fraction(50)):
            yield {**filled(statement, {"n": n, "d": d}), "sigma2": noise}


DISTANCE = Claim(
    number="After Lemma 1, distance",
    title="how far the best layer stays from ridge regression",
    source="Section 3, after Lemma 1",
    uses=("one_step.lem-1", "one_step.thm-1"),
    printed=Reading(
        text=r"\mathbb{E}\,\|\eta X^\top\vec y-\hat w_{\tilde D}\|_2^2>0",
        note="derived, where the distance has a closed form: n = 1 or d = 1, at listed points; for all n, d "
             "it follows from the remark",
        parameters={"n": "positive integer", "d": "positive integer", "sigma2": "positive real"},
        constants={"least": "0"},
        conclusions={"gap": GAP},
        checks=(Points(gaps, "(n, d) = (1, 1), (5, 1), (1, 5), sigma2 = 1/100, 1, 50"),),
        expected="CERTIFIED",
        because="the minimiser is not ridge regression",
    ),
    mutants=({"least": "3"},),
)

CLAIM = Claim(
    number="After Lemma 1",
    title="ridge regression is out of reach",
    source="Section 3, after Lemma 1",
    uses=("one_step.lem-1",),
    printed=Reading(
        text=r"\text{there are no }w,M\text{ with }M_{:,1:d}^\top G_{\tilde D}w=\hat w_{\tilde D}",
        note="almost surely; both sides are continuous in the data, so equality almost surely would be "
             "equality for x_i = t e_1, y_i = 1 and every t. sigma > 0",
        parameters=PARAMETERS,
        constants={"step": "2"},
        hypotheses=("s = d + 1",),
        conclusions={"layer": QUADRATIC, "ridge": RIDGE, "solution": SOLVED},
        checks=(
            Argument(
                steps=(
                    Step("the layer's predictor is a polynomial of degree 2 in t along this ray", QUADRATIC,
                         Formal(sizes((1, 1), (2, 1), (1, 2), (3, 2)))),
                    Step("for all n and d: it is linear in the x_i x_i', x_i y_i, y_i^2"),
                ), scope="all n, d >= 1, all real w and M", parts=("layer",)),
            Argument(
                steps=(
                    Step("what is (n t/(n t^2 + sigma2)) e_1 there", SOLVED,
                         Formal(sizes((1, 1), (3, 1), (2, 2), (1, 3)))),
                    Step("which is not a quadratic in t", RIDGE,
                         Region(lower={"n": "1", "sigma2": "0"})),
                ), scope="all real n >= 1, sigma2 >= 0", parts=("solution", "ridge")),
            Search(starts=starts((1, 1), (1, 2)), family=filled, order=("d", "n"), what="small data"),
        ),
        expected="PROVED",
        because="a rational function that is not a polynomial",
        tightness=lambda statement: {
            "ratio": "0", "at": {"sigma2": "infinity"},
            "note": "the gap is E tr S(S + sigma2)^{-1} - n d/(n + d + 1 + sigma2), S = X'X: 2/3 at n = d = "
                    "1, "
                    "sigma = 0, and it tends to 0 as sigma grows"},
    ),
    mutants=({"step": "3"}, {"step": "1"}),
    steps={"step-gap": DISTANCE},
)
