"""E[y_i^j y_l^k | X] = 0 for j + k odd, and E[y_i^j y_l^k ubar | X] = 0 for j + k even.

Source:  Lemma 6 of the one-step paper, from the symmetry f -> -f of Assumption 1.
Errata:  needs E|y|^k finite, and k >= 0; the text before (109) argues with mean 0, which is not enough.
Idea:    (f, e) and (-f, -e) are equally likely; the first turns y into -y and ubar into -ubar.
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled

ZERO = "label_monomial(X, c, sigma2, j, k, a) = value"
POWERS = [(j, k) for j in range(4) for k in range(4) if 0 < j + k <= 4]
CASES = [{"n": 2, "d": d, "m": 2, "j": j, "k": k} for d in (1, 2) for j, k in POWERS]

CLAIM = Claim(
    number="Lemma 6",
    title="odd monomials of the labels have mean zero",
    source="Section 5, Lemma 6",
    printed=Reading(
        text=r"k\text{ even}:\ \mathbb{E}[y_i^k\overline u_{\tilde D}\mid X]=0;\quad "
             r"k\text{ odd}:\ \mathbb{E}[y_i^k\mid X]=0\quad\text{(and for monomials)}",
        note="k >= 0 and the moments finite; label_monomial is E[y_1^j y_2^k (a'v_f)^r | X] with r = 1 if "
             "j + k is even and 0 if it is odd, f = c_1 w'x + c_2 (w'x)^3; E[.v_f] is E[.ubar]",
        parameters={"n": "positive integer", "d": "positive integer", "m": "positive integer",
                    "j": "nonnegative integer", "k": "nonnegative integer", "sigma2": "positive real",
                    "X": "data matrix(d, n)", "c": "vector(m)", "a": "vector(d)"},
        constants={"value": "0"},
        hypotheses=("n >= 2",),
        conclusions={"zero": ZERO},
        checks=(
            Argument(
                steps=(
                    Step("the law of (f, e_1, ..., e_n) is that of (-f, -e_1, ..., -e_n), by Assumption 1 "
                         "and the symmetry of the noise; X is independent of both"),
                    Step("this maps y to -y and, since ubar is an odd function of y, ubar to -ubar: every "
                         "integrable odd function of y has mean 0 given X"),
                    Step("for the polynomial targets, in every entry of X, c, a and in sigma2, degree up to "
                         "4", ZERO, Formal(CASES)),
                ),
                scope="every family symmetric under negation with finite moments"),
            Search(starts=[{"n": 2, "d": 1, "m": 2, "j": 1, "k": 0},
                           {"n": 2, "d": 2, "m": 2, "j": 1, "k": 1}],
                   family=filled, order=("d",), what="small data"),
        ),
        expected="PROVED",
        because="a sign change that preserves the law",
        tightness=equality,
    ),
    mutants=({"value": "1"},),
    errata="say k >= 0 and that the moments exist",
)
