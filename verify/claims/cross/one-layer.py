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
OPTIMUM = "optimum(1, n, d) = scale*n*eta(n, d, 0) and optimal_loss(1, n, d) = layer_min(n, d, 0)"
SIZES = ({"n": 1, "d": 1}, {"n": 2, "d": 1}, {"n": 1, "d": 2}, {"n": 2, "d": 2}, {"n": 1, "d": 3},
         {"n": 2, "d": 3})


def grid(statement, context):
    """n and d from 1 to 4, and one large pair."""
    for n, d in [(n, d) for n in (1, 2, 3, 4) for d in (1, 2, 3, 4)] + [(1000, 700)]:
        if d <= 4:
            yield filled(statement, {"n": n, "d": d})


PROGRAM = Claim(
    number="L = 1 and sigma = 0, optimum",
    title="the optimum as each program finds it",
    source="looped paper, Theorem 3.2; one-step paper, Theorem 1",
    uses=("one_step.thm-1", "looped.lem-4.1"),
    printed=Reading(
        text=r"L=1:\ a^*=\frac n{n+d+1}=n\eta,\quad \min L=\frac{d(d+1)}{n+d+1}",
        note="derived: the general root finder of the looped paper against the closed form of the other, on "
             "a grid",
        parameters={"n": "positive integer", "d": "positive integer"},
        constants={"scale": "1"},
        conclusions={"optimum": OPTIMUM},
        checks=(Points(grid, "n, d = 1..4"),),
        expected="CERTIFIED",
        because="both minimise the same quadratic",
    ),
    mutants=({"scale": "2"},),
)

CLAIM = Claim(
    number="L = 1 and sigma = 0",
    title="both papers' one-layer optimum is the same predictor",
    source="looped paper, section 3.3 and Theorem 3.2; one-step paper, Theorem 1",
    uses=("one_step.thm-1", "one_step.eta-closed-form", "looped.lem-4.1", "looped.prop-3.1"),
    printed=Reading(
        text=r"L=1,\ \Sigma^*=I:\ A=\frac n{n+d+1}I\text{ outputs }\frac1{n+d+1}\sum_iy_ix_i^\top x_q,"
             r"\text{ as Theorem 1 does at }\sigma=0",
        note="derived, not claimed by either paper; Sigma* = I. `same`: one loop with any (A, u) is a layer "
             "of the other paper",
        parameters={"n": "positive integer", "d": "positive integer", "X": "data matrix(d, n)",
                    "w": "vector(d)", "x_q": "vector(d)", "A": "real matrix(d)", "u": "vector(d)"},
        constants={"scale": "1"},
        definitions={"eta_": "scale*eta(n, d, 0)"},
        conclusions={"same": SAME, "step": STEP, "rate": RATE, "loss": LOSS},
        checks=(
            Argument(
                steps=(
                    Step("one loop is the layer w = (u, 1), M = (A/n, 0; 0, 0) on the same tokens, in every "
                         "entry", SAME, Formal(SIZES)),
                    Step("for all n, d: both outputs are 1/n times a sum over the tokens x_i of terms that "
                         "have no other token, each a sum of products over at most three coordinates, with "
                         "coefficients free of n and d; d = 3 shows every such product"),
                    Step("so the looped loss at L = 1 is L(w, M) at sigma = 0 restricted to these, and its "
                         "minimiser over (A, u) is that of Theorem 1, which lies among them: A = n eta I, "
                         "u = 0"),
                ), scope="all n, d >= 1, all A, u and prompts", parts=("same",)),
            Argument(
                steps=(Step("the outputs at the minimiser, in every entry", STEP, Formal(SIZES)),
                       Step("a sum over tokens, so for all n and d")),
                scope="all n, d >= 1, all prompts", parts=("step",)),
            Argument(
                steps=(Step("a = n eta is the zero of d/da E tr (I - a W)^2, a quadratic in a, so its "
                            "only minimum", RATE, Identity(free=("n", "d"))),
                       Step("with the same loss", LOSS, Identity(free=("n", "d")))),
                scope="all real n, d >= 1", parts=("rate", "loss")),
            Search(starts=[{"n": 1, "d": 1}, {"n": 2, "d": 2}], family=filled, order=("d", "n"),
                   what="small prompts"),
        ),
        expected="PROVED",
        because="the same layer, with 1/n in one paper",
    ),
    mutants=({"scale": "2"}, {"scale": "1/2"}),
    steps={"step-optimum": PROGRAM},
)
