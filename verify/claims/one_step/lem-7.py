"""E X'yy'X = c_1 I and E X'y ubar' = c_2 I; c_2 = n V/d, c_1 = (n (n-1) V + n Q)/d + n sigma2.

Source:  Lemma 7, (83), and its proof (180)-(183) in the one-step paper.
Errata:  with rotations SO(2) the inference needs symmetry at d = 2, which E X'y ubar' = n E v_f v_f' has;
         (182) lacks a transpose.
Idea:    both matrices are symmetric and commute with every rotation.
"""

from verify.checks import Argument, Formal, Identity, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, sizes, starts

LABELS = ("d*target_label_form(n, a, b, c, sigma2) = scale*(n*(n - 1)*poly_V(c, d) + n*poly_Q(c, d) "
          "+ n*d*sigma2)*inner(a, b)")
UBAR = "d*target_ubar_form(n, a, b, c) = scale*n*poly_V(c, d)*inner(a, b)"
ETA = ("target_rate(V, Q, n, d, sigma2)*(n*(n - 1)*V + n*Q + n*d*sigma2) = scale*n*V")
CASES = tuple({**size, "k": 2} for size in sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))

CLAIM = Claim(
    number="Lemma 7",
    title="the second moments are multiples of the identity, non-linear targets",
    source="Section 5, Lemma 7, (83); Appendix C, (180)-(183)",
    uses=("one_step.lem-3.step-commutant",),
    printed=Reading(
        text=r"\mathbb{E}[X^\top\vec y\vec y^\top X]\text{ and }\mathbb{E}[X^\top\vec y\overline u_{\tilde D}"
             r"^\top]\text{ are multiples of }I;\ \mathbb{E}[X^\top\vec y\overline u^\top]=\eta\,\mathbb{E}"
             r"[X^\top\vec y\vec y^\top X]",
        note="rotations are SO(d); E f^2 |x|^2 finite; V = E|v_f|^2, Q = E f^2 |x|^2. In every entry for "
             "f = c_1 w'x + c_2 (w'x)^3, and by the argument for every family",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "a": "vector(d)",
                    "b": "vector(d)", "c": "vector(k)", "V": "nonnegative real", "Q": "nonnegative real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"labels": LABELS, "ubar": UBAR, "eta": ETA},
        checks=(
            Argument(
                steps=(
                    Step("E X'y ubar' = E X'y v_f' = n E v_f v_f' by the tower rule (X'y is a function of "
                         "the "
                         "context): symmetric, like E X'yy'X"),
                    Step("v_{f o R} = R'v_f and the law of f is that of f o R, so both commute with SO(d); a "
                         "symmetric matrix that does is a multiple of I for every d >= 1 (lem-3.step-"
                         "commutant)"),
                    Step("traces: n V, and n(n-1) V + n Q + n d sigma2 (pairs i != j give |v_f|^2 each); for "
                         "polynomial targets from the tokens, in every entry", LABELS, Formal(CASES)),
                    Step("the other matrix likewise", UBAR, Formal(CASES)),
                    Step("the ratio of the traces is eta", ETA,
                         Identity(free=("V", "Q", "n", "d", "sigma2"))),
                ),
                scope="every family with the law of f o R that of f for R in SO(d), E f^2 |x|^2 finite, all "
                      "n, d"),
            Search(starts=[{**at, "k": 2} for at in starts((1, 1), (2, 2))], family=filled,
                   order=("d", "n"), what="small directions"),
        ),
        expected="PROVED",
        because="symmetric matrices in the commutant of SO(d) are multiples of the identity",
        tightness=equality,
    ),
    mutants=({"scale": "2"},),
    errata="at d = 2 note that E[X'y ubar'] = n E[v_f v_f'] is symmetric; transpose missing in (182)",
)
