"""L(w, M) = C_1 + E|M[:, 1:d]'G w - eta X'y|^2 with C_1 = F + sigma2 - n V eta.

Source:  Lemma 8, (84), of the one-step paper; V = E|v_f|^2, F = E f^2, Q = E f^2 |x|^2.
Errata:  the constant is introduced as C_1 and printed as C.
Idea:    the odd part of the predictor is T X'y; c_1 eta = c_2 makes both quadratics in T equal.
"""

from verify.checks import Argument, Formal, Identity, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

IDENTITY = ("target_loss(n, w, M, c, sigma2) = C_1 + target_distance(n, w, M, c, sigma2, eta_)")
LEAST = "B + V + sigma2 - n*V*target_rate(V, Q, n, d, sigma2) >= (1 - scale)*V"
CASES = tuple({**size, "k": 2} for size in sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))

CLAIM = Claim(
    number="Lemma 8",
    title="non-linear targets: the best linear predictor replaced by eta X'y",
    source="Section 5, Lemma 8, (84)",
    uses=("one_step.lem-5", "one_step.lem-6", "one_step.lem-7"),
    printed=Reading(
        text=r"\exists C_1\ge0:\ L(w,M)=C_1+\mathbb{E}\,\|M_{:,1:d}^\top G_{\tilde D}w-\eta X^\top\vec y"
             r"\|_2^2",
        note="C read as C_1 = F + sigma2 - n V eta; F = B + V with B >= 0 (Bessel). In every entry for "
             "f = c_1 w'x + c_2 (w'x)^3",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "w": "vector(s)",
                    "M": "real matrix(s)", "c": "vector(k)", "V": "nonnegative real",
                    "Q": "nonnegative real", "B": "nonnegative real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        definitions={"eta_": "scale*target_rate(poly_V(c, d), poly_Q(c, d), n, d, sigma2)",
                     "C_1": "poly_F(c, d) + sigma2 - n*poly_V(c, d)*eta_"},
        conclusions={"identity": IDENTITY, "nonnegative": LEAST},
        checks=(
            Argument(
                steps=(
                    Step("A G w = T X'y + e with e even in y; by Lemma 6 the cross terms of e with X'y and "
                         "ubar vanish, and by Lemma 7 E|T X'y - ubar|^2 = c_1 |T|^2 - 2 c_2 tr T + "
                         "E|ubar|^2"),
                    Step("c_1 eta = c_2 completes the square around T = eta I, for every family and all "
                         "n, d, with c_1 = (n-1) n V + n Q + n d sigma2 over d and c_2 = n V/d",
                         "(n*(n - 1)*V + n*Q + n*d*sigma2)*target_rate(V, Q, n, d, sigma2) = n*V",
                         Identity(free=("V", "Q", "n", "d", "sigma2"))),
                    Step("the whole lemma from the tokens for f = c_1 w'x + c_2 (w'x)^3, in every entry of "
                         "w, M, c and in sigma2", IDENTITY, Formal(CASES)),
                ),
                scope="every family of Assumption 1 with E f^2 (1 + |x|^2) finite, all n, d >= 1, by "
                      "reasoning (Lemmas 5 to 7); by machine f = c_1 w'x + c_2 (w'x)^3 at n, d <= 2 and "
                      "(n, d) = (1, 3)",
                parts=("identity",)),
            Argument(
                steps=(
                    Step("V/((n-1) V + Q + d sigma2) <= 1/n wherever V <= Q + d sigma2, and V <= Q: "
                         "|v_f|^2 is at most E f(x)^2 (x'v/|v|)^2 for the direction v = v_f by Cauchy-"
                         "Schwarz, hence at most E f^2 |x|^2; with Q = V + P, P >= 0",
                         "B + V + sigma2 - n*V*target_rate(V, V + P, n, d, sigma2) >= (1 - scale)*V",
                         Region(lower={"n": "1", "d": "1", "sigma2": "0", "V": "0", "P": "0", "B": "0"}),
                         parameters={"P": "nonnegative real"}),
                ),
                scope="all V, Q >= V, B >= 0", parts=("nonnegative",)),
            Search(starts=[{**at, "k": 2} for at in starts((1, 1), (2, 2))], family=filled,
                   order=("d", "n"), what="small parameters"),
        ),
        expected="PROVED",
        because="the argument of Lemma 2 with Lemmas 6 and 7",
    ),
    mutants=({"scale": "2"}, {"scale": "1/2"}),
    errata="C should read C_1",
)
