"""h'v_T = h'W_V G W_K'W_Q v = w'G M v with w = W_V'h, M = W_K'W_Q, G = sum (x_i, y_i)(x_i, y_i)'.

Source:  (2)-(4), (9), (10), (21), (22) of the one-step paper; a sum over tokens, no 1/n.
Errata:  before (4) the query token is printed as (x_i, 0); it is (x_{n+1}, 0).
Idea:    every token enters through v_j v_j', so the identity for one token gives it for all.
"""

from verify.checks import Argument, Formal, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, gentle, loss_sampler, sizes, starts

REDUCED = ("layer_output(X, y, x_q, W_K, W_Q, W_V, h) "
           "= scale*reduced_output(X, y, x_q, layer_w(W_V, h), layer_M(W_K, W_Q))")
GRAM = ("layer_output(X, y, x_q, W_K, W_Q, W_V, h) "
        "= scale*gram_output(X, y, x_q, W_K, W_Q, W_V, h)")
ONTO = ("layer_output(X, y, x_q, identity(s), M, value_of(w), last_unit(s)) "
        "= scale*reduced_output(X, y, x_q, w, M)")

CLAIM = Claim(
    number="Equations (10), (22)",
    title="the layer's output is w'G M v",
    source="Section 2, (9), (10), (21), (22)",
    printed=Reading(
        text=r"h^\top\hat v_{n+1}=h^\top W_VG_{\tilde D}W_K^\top W_Qv_{n+1}=w^\top G_{\tilde D}Mv_{n+1}"
             r",\quad w=W_V^\top h,\ M=W_K^\top W_Q",
        note="query token (x_{n+1}, 0); X in columns here; `onto` says that every (w, M) occurs, so that "
             "minimising over (w, M) is minimising over the weights",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "X": "data matrix(d, n)", "y": "vector(n)", "x_q": "vector(d)",
                    "W_K": "real matrix(s)", "W_Q": "real matrix(s)", "W_V": "real matrix(s)",
                    "h": "vector(s)", "w": "vector(s)", "M": "real matrix(s)"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"ten": GRAM, "twenty-two": REDUCED, "onto": ONTO},
        checks=(
            Argument(
                steps=(
                    Step("one token and two, in every entry", GRAM, Formal(sizes((1, 1), (2, 1), (1, 2)))),
                    Step("the same for (22)", REDUCED, Formal(sizes((1, 1), (2, 1), (1, 2)))),
                    Step("W_K = I, W_Q = M, W_V with last row w' and h the last unit vector give (w, M)",
                         ONTO, Formal(sizes((1, 1), (2, 1), (1, 2)))),
                    Step("both sides are sums over the tokens v_j of terms in v_j v_j', linear in h, W_V, "
                         "W_K, W_Q and v: the identity for one token of each pair of coordinates is the "
                         "identity for all n and d"),
                ),
                scope="all n, d >= 1, all real weights and all real prompts"),
            Search(starts=starts(), family=filled, order=("d", "n"), what="small prompts and weights"),
            Witness(loss_sampler(), "layer_loss(n, w, M, sigma2)", gentle(), draws=1_500_000),
        ),
        expected="PROVED",
        because="expand the sum over tokens",
        tightness=equality,
    ),
    mutants=({"scale": "2"}, {"scale": "-1"}),
    errata="the query token before (4) should read (x_{n+1}, 0); the last column of M multiplies that 0 "
           "and is free, so minimisers are never unique as parameters",
)
