"""L = 1 of the looped paper and sigma = 0 of the one-step paper: A = n eta I, the same predictor.

Source:  looped paper (2)-(5), Theorem 3.2 at L = 1; one-step paper, Theorems 1 and 2.
Errata:  none; the looped model divides by n, the other does not.
Idea:    one loop with (A, u) is the layer w = (u, 1), M = (A/n, 0; 0, 0), so both losses are one.
"""

from verify.checks import Argument, Formal, Identity, Points, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled

SAME = "looped_output(1, X, w, x_q, A, u) = scale*embedded_output(X, w, x_q, A, u)"
STEP = "scaled_output(X, w, x_q, n*eta_) = gradient_step(X, labels(X, w), x_q, eta(n, d, 0))"
RATE = "moment(1, n, d) - n*eta_*moment(2, n, d) = 0"
LOSS = "scalar_loss(2, n, d, n*eta_) = layer_min(n, d, 0)"
OPTIMUM = "optimum(1, n, d) = n*eta_ and optimal_loss(1, n, d) = layer_min(n, d, 0)"
SIZES = ({"n": 1, "d": 1}, {"n": 2, "d": 1}, {"n": 1, "d": 2}, {"n": 2, "d": 2})


def grid(statement, context):
    """n and d from 1 to 4, and one large pair."""
    for n, d in [(n, d) for n in (1, 2, 3, 4) for d in (1, 2, 3, 4)] + [(1000, 700)]:
        if d <= 4:
            yield filled(statement, {"n": n, "d": d})


CLAIM = Claim(
    number="L = 1 and sigma = 0",
    title="both papers' one-layer optimum is the same predictor",
    source="looped paper, section 3.3 and Theorem 3.2; one-step paper, Theorem 1",
    uses=("one_step.thm-1", "one_step.eta-closed-form", "looped.lem-4.1", "looped.prop-3.1"),
    printed=Reading(
        text=r"L=1:\ A=\frac n{n+d+1}{\Sigma^*}^{-1}\text{ outputs }\frac1{n+d+1}\sum_iy_ix_i^\top"
             r"{\Sigma^*}^{-1}x_q,\text{ as Theorems 1 and 2 do at }\sigma=0",
        note="Sigma* = I here; the change of variables of Theorem 2 is the same in both papers. `same`: one "
             "loop with any (A, u) is a layer of the other paper",
        parameters={"n": "positive integer", "d": "positive integer", "X": "data matrix(d, n)",
                    "w": "vector(d)", "x_q": "vector(d)", "A": "real matrix(d)", "u": "vector(d)"},
        constants={"scale": "1"},
        definitions={"eta_": "scale*eta(n, d, 0)"},
        conclusions={"same": SAME, "step": STEP, "rate": RATE, "loss": LOSS, "optimum": OPTIMUM},
        checks=(
            Argument(
                steps=(
                    Step("one loop is the layer w = (u, 1), M = (A/n, 0; 0, 0) on the same tokens, in every "
                         "entry", SAME, Formal(SIZES)),
                    Step("so the looped loss at L = 1 is L(w, M) at sigma = 0 restricted to these, and its "
                         "minimiser over (A, u) is that of Theorem 1, which lies among them: A = n eta I, "
                         "u = 0"),
                ), scope="all n, d >= 1, all A, u and prompts", parts=("same",)),
            Argument(
                steps=(Step("the outputs at the minimiser, in every entry", STEP, Formal(SIZES)),
                       Step("a sum over tokens, so for all n and d")),
                scope="all n, d >= 1, all prompts", parts=("step",)),
            Argument(
                steps=(Step("a = n eta is the zero of d/da E tr (I - a W)^2", RATE,
                            Identity(free=("n", "d"))),
                       Step("with the same loss", LOSS, Identity(free=("n", "d")))),
                scope="all real n, d >= 1", parts=("rate", "loss")),
            Argument(
                steps=(Step("E tr (I - aW)^2 is a quadratic in a, so `rate' names its only minimum", RATE,
                            Identity(free=("n", "d"))),
                       Step("the looped paper's optimum as the program finds it", OPTIMUM,
                            Points(grid, "n, d = 1..4", because="the two exact formulas of `rate' and "
                                   "`loss'; the points compare the programs"))),
                scope="all n, d >= 1", parts=("optimum",)),
            Search(starts=[{"n": 1, "d": 1}, {"n": 2, "d": 2}], family=filled, order=("d", "n"),
                   what="small prompts"),
        ),
        expected="PROVED",
        because="the same layer, with 1/n in one paper",
    ),
    mutants=({"scale": "2"}, {"scale": "1/2"}),
)
