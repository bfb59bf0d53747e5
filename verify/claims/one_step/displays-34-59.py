"""(34)-(59): the objective and its gradient, ridge as posterior mean, the split of the loss, J_1 and J_2.

Source:  section 3 of the one-step paper, (34)-(57); X has columns x_i here.
Errata:  (48) names E|M[:, 1:d]'G w - what|^2 by L(w, M), which is that plus C; u in (42) is a column.
Idea:    each display is an identity in the entries of the data or of w and M.
"""

from verify.checks import Argument, Formal, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, rational_points, sizes, starts
from verify.listed import listed

SMALL = sizes((1, 1), (2, 1), (1, 2), (2, 2))
TINY = sizes((1, 1), (2, 1), (1, 2))
PARTS = {
    "35": ("squares_change(X, y, a, b) = scale*squares_slope(X, y, a, b)", SMALL,
           "(34), (35): what is linear in b in f(a + b), f = (1/2) sum (a'x_i - y_i)^2"),
    "40": ("ridge_fit(X, y, sigma2, a) = scale*posterior_fit(X, y, sigma2, a)", SMALL,
           "(39)-(41): the ridge solution of strength sigma2 is the mean of w given the labels"),
    "44": ("(r - o)^2 = scale*((r - m)^2 + (m - o)^2 + 2*(r - m)*(m - o))", TINY,
           "(42)-(46): the square expanded; the cross term has mean 0 by (41)"),
    "53": ("distance_change_w(n, w, M, z, sigma2, o) = 2*scale*gradient_pairing(n, w, M, z, M, sigma2, o)",
           TINY, "(49)-(53): the derivative of J_2 in w along z; that of J_1 has what for X'y"),
    "54": ("predictor_regressor(n, z, M) = scale*eta(n, d, sigma2)*predictor_moment(n, z, M, sigma2)", SMALL,
           "(54) in the direction z, with what replaced by its conditional mean"),
    "57": ("gram_form(X, y, w, z) = scale*block_form(X, y, w, z)", SMALL, "(57): the blocks of G"),
}

CONSTANT = Claim(
    number="(48)",
    title="L(w, M) printed for the distance to ridge",
    source="Section 3, (48)",
    printed=Reading(
        text=r"L(w,M)=\mathbb{E}\,\|M_{:,1:d}^\top G_{\tilde D}w-\hat w_{\tilde D}\|_2^2",
        note="literal: then C of Lemma 1 would be 0; ridge_loss is C, a ball, for n = 1 or d = 1",
        parameters={"n": "positive integer", "d": "positive integer", "sigma2": "positive real"},
        conclusions={"constant": "ridge_loss(n, d, sigma2) = 0"},
        checks=(Points(rational_points({"n": (1,), "d": (1,), "sigma2": (1,)}), "n = d = sigma2 = 1"),),
        expected="REFUTED",
        because="C >= sigma2 > 0",
    ),
    repaired=Reading(
        text=r"L(w,M)=C+\mathbb{E}\,\|\dots\|_2^2,\ C\ge\sigma^2",
        note="with the constant of Lemma 1; it does not change the gradients, which is all that is used",
        parameters={"n": "positive integer", "d": "positive integer", "sigma2": "positive real"},
        constants={"floor": "1"},
        conclusions={"constant": "ridge_loss(n, d, sigma2) > floor*sigma2"},
        checks=(
            Argument(
                steps=(
                    Step("C - sigma2 = sigma2 E tr (X'X + sigma2 I)^{-1} (Lemma 1, n x n), which is at "
                         "least sigma2 n^2/E tr(X'X + sigma2 I) = sigma2 n/(d + sigma2): the mean of "
                         "1/lambda is at least one over the mean, over eigenvalues and over X"),
                    Step("hence C/sigma2 >= 1 + n/(d + sigma2)", "1 + n/(d + sigma2) > floor",
                         Region(lower={"n": "1", "d": "1", "sigma2": "0"}), keep=("n", "d", "sigma2")),
                ),
                scope="all n, d >= 1, sigma2 > 0"),
            listed(lambda full: rational_points({"n": (1, 4), "d": (1,), "sigma2": ("1/9", 1, 7)}),
                   "d = 1, n = 1, 4"),
        ),
        expected="PROVED",
        because="Lemma 1",
    ),
    mutants=({"repaired.floor": "3"},),
    errata="(48) should carry the constant C, or another letter than L",
)

CLAIM = Claim(
    number="(34)-(59)",
    title="the displays of section 3 up to the key observation",
    source="Section 3, (34)-(59)",
    printed=Reading(
        text="every display from (34) to (57), as intended where it is misprinted",
        note="; ".join(text for _, _, text in PARTS.values())
             + ". (36), (47) are Lemmas 1 and 2; (37), (38) the tower rule; (48) is a step of its own",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "X": "data matrix(d, n)", "y": "vector(n)",
                    "a": "vector(d)", "b": "vector(d)", "w": "vector(s)", "z": "vector(s)",
                    "M": "real matrix(s)", "r": "real", "m": "real", "o": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={part: relation for part, (relation, _, _) in PARTS.items()},
        checks=(
            *(Argument(steps=(Step(text, relation, Formal(at)),
                              Step("a sum over tokens and coordinates, so the same for all n and d")),
                       scope="all n, d >= 1, sigma2 > 0", parts=(part,))
              for part, (relation, at, text) in PARTS.items()),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"), what="small data"),
        ),
        expected="PROVED",
        because="identities in every entry",
    ),
    mutants=({"scale": "2"},),
    steps={"step-48": CONSTANT},
)
