"""L(w, M) = C + E|M[:, 1:d]'G w - ubar|^2, C = E f^2 + sigma2 - E|ubar|^2, ubar = E[v_f | context].

Source:  Lemma 5, (82), and its proof (168)-(179) in the one-step paper; v_f = E[x f(x)].
Errata:  needs E f^2 finite; (170) is short of a factor 2 (both sides are 0).
Idea:    E x x' = I, so the best linear predictor given the context is E[x y | context].
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

IDENTITY = ("target_loss(n, w, M, c, sigma2) = power*poly_F(c, d) + sigma2 "
            "+ target_excess(n, w, M, c, sigma2)")
BESSEL = "poly_F(c, d) = power*poly_V(c, d) + poly_residual(c, d)"
CASES = tuple({**size, "k": 2} for size in sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))


CLAIM = Claim(
    number="Lemma 5",
    title="non-linear targets: a constant plus the distance to the best linear predictor",
    source="Section 5, Lemma 5, (82); Appendix C, (168)-(179)",
    printed=Reading(
        text=r"\exists C\ge0:\ L(w,M)=C+\mathbb{E}\,\|M_{:,1:d}^\top G_{\tilde D}w-\overline u_{\tilde D}"
             r"\|_2^2",
        note="E f^2 finite (else both sides are infinite); C = E f^2 + sigma2 - E|ubar|^2. Checked in every "
             "entry for f = c_1 w'x + c_2 (w'x)^3; `bessel`: E f^2 - V = E (f - v_f'x)^2 with "
             "V = E|v_f|^2 >= E|ubar|^2, so C >= sigma2",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "w": "vector(s)",
                    "M": "real matrix(s)", "c": "vector(k)"},
        constants={"power": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"identity": IDENTITY, "bessel": BESSEL},
        checks=(
            Argument(
                steps=(
                    Step("given the context, E (u'x - y)^2 = |u|^2 - 2 u'E[x y | context] + E[y^2 | context] "
                         "since E x x' = I: the minimiser is ubar = E[v_f | context] and the rest does not "
                         "depend on u"),
                    Step("the tower rule replaces ubar by v_f in the cross term; from the tokens, in every "
                         "entry of w, M, c and in sigma2", IDENTITY, Formal(CASES)),
                    Step("C >= sigma2 by Bessel's inequality: E|ubar|^2 <= E|v_f|^2 = V (Jensen), and "
                         "E f^2 - V = E (f - v_f'x)^2 >= 0 since the x_i are orthonormal; for one, two and "
                         "three odd powers, in c and in d", BESSEL,
                         Formal(({"k": 1}, {"k": 2}, {"k": 3})), keep=("d", "k", "c"), hypotheses=()),
                ),
                scope="every family with E f^2 finite, all n, d >= 1, by reasoning; by machine "
                      "f = c_1 w'x + c_2 (w'x)^3 at n, d <= 2 and "
                      "(n, d) = (1, 3)"),
            Search(starts=[{**at, "k": 2} for at in starts((1, 1), (2, 2))], family=filled,
                   order=("d", "n"), what="small parameters"),
        ),
        expected="PROVED",
        because="orthogonal projection on the linear functions",
    ),
    mutants=({"power": "2"}, {"power": "0"}),
    errata="assume E f(x)^2 finite; factor 1/2 missing in (170)",
)
