"""E X'yy'X = n (n + d + 1 + sigma2) I and E X'y what' = n I.

Source:  Lemma 3 and its proof, (74)-(76), (85)-(91), of the one-step paper.
Errata:  `commutes with every rotation, hence a multiple of I` fails for d = 2 and SO(2); both matrices
         are symmetric (or reflections may be used), so the lemma stands.
Idea:    E S^2 = n (n + d + 1) I, and what is the conditional mean of w.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, sizes, starts

LABELS = "label_form(n, a, b, sigma2) = scale*label_energy(n, d, sigma2)/d*inner(a, b)"
RIDGE = "regressor_form(n, a, b) = scale*ridge_energy(n, d)/d*inner(a, b)"
TOWER = "ridge_form(X, sigma2, sigma2, a, b) = scatter_form(X, a, b)"
DATA = sizes((1, 1), (2, 1), (1, 2), (2, 2))
PARAMETERS = {"n": "positive integer", "d": "positive integer", "sigma2": "positive real",
              "X": "data matrix(d, n)", "a": "vector(d)", "b": "vector(d)"}


def moments(sigma2, text, note):
    """The two matrices as bilinear forms a'(.)b."""
    return Reading(
        text=text, note=note, parameters={**PARAMETERS, "sigma2": sigma2},
        constants={"scale": "1"},
        conclusions={"c_1": LABELS, "c_2": RIDGE, "tower": TOWER},
        checks=(
            Argument(
                steps=(
                    Step("E (a'X'y)(b'X'y) from the tokens, in every entry of a and b and in sigma2",
                         LABELS, Formal(sizes((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3)))),
                    Step("E (a'X'y)(b'w) likewise", RIDGE,
                         Formal(sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)))),
                    Step("given X, E[X'y what'] = X'X, which is E[X'y w'], in every entry", TOWER,
                         Formal(DATA)),
                    Step("each entry is a polynomial in n of degree at most 2 that vanishes at n = 0 and "
                         "at most linear in d (one free sum over coordinates), so n = 1, 2 and d = 1, 2 "
                         "decide it for all n and d; n = 3 and d = 3 are there for good measure"),
                ),
                scope="all n, d >= 1, every sigma2 in the domain"),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                   what="small directions"),
        ),
        expected="PROVED", because="second moments of a Gaussian prompt",
        tightness=equality,
    )


def quarter_turn(statement, at):
    """K = J, the rotation by 90 degrees, in the first two coordinates."""
    d = at["d"]
    J = {(0, 1): -1, (1, 0): 1}
    return {"d": Fraction(d), "K": dense([[J.get((i, j), 0) if d > 1 else 1 for j in range(d)]
                                          for i in range(d)])}


DEFECT = "commutant_defect(K) = factor*d*deviation(K) - 4*skew_norm(K)"
COMMUTANT = Claim(
    number="Proof of Lemma 3",
    title="`commutes with every rotation, hence a multiple of the identity`",
    source="Section 3 after (76), Appendix A after (85) and (91)",
    printed=Reading(
        text=r"RKR^\top=K\ \text{for every rotation matrix }R\ \Longrightarrow\ K=kI",
        note="rotations are SO(d); commuting with SO(d) is commuting with its generators E_ij - E_ji, "
             "commutant_defect(K) = 0; deviation(K) = 0 says K = k I",
        parameters={"d": "positive integer", "K": "real matrix(d)"},
        constants={"target": "0"},
        hypotheses=("commutant_defect(K) = 0",),
        conclusions={"scalar": "deviation(K) <= target"},
        checks=(Search(starts=[{"d": d} for d in (1, 2, 3, 4)], family=quarter_turn, order=("d",),
                       what="K the rotation by 90 degrees"),),
        expected="REFUTED",
        because="SO(2) is commutative: its rotations commute with each other",
    ),
    repaired=Reading(
        text=r"For every real $K$: $\sum_{i<j}\|[K,E_{ij}-E_{ji}]\|_F^2"
             r"=2d\,\|K-\tfrac{\operatorname{tr}K}dI\|_F^2-4\,\|\tfrac{K-K^\top}2\|_F^2$. So the inference "
             r"holds for symmetric $K$ at every $d$, and for every $K$ when $d\ne2$.",
        note="symmetric K, or d other than 2, or O(d) in the place of SO(d); |(K-K')/2|^2 is at most the "
             "deviation, so for d >= 3 the right side is at least (2d - 4) times it",
        parameters={"d": "positive integer", "K": "real matrix(d)"},
        constants={"factor": "2"},
        conclusions={"defect": DEFECT},
        checks=(
            Argument(
                steps=(
                    Step("in every entry of K, d = 1..5", DEFECT, Formal([{"d": d} for d in range(1, 6)])),
                    Step("each entry of K meets one generator per other coordinate, so the coefficient of "
                         "each product of entries is at most linear in d: d = 2..5 decide it for all d"),
                ),
                scope="every d >= 1, every real K"),
            Search(starts=[{"d": d} for d in (1, 2, 3)], family=filled, order=("d",), what="small K"),
        ),
        expected="PROVED",
        because="a finite sum of squares of commutators",
        tightness=equality,
    ),
    mutants=({"target": "1"}, {"repaired.factor": "3"}),
    errata="for d = 2 add that the matrix is symmetric (or use reflections): the rotation by 90 degrees "
           "commutes with all of SO(2)",
)

CLAIM = Claim(
    number="Lemma 3",
    title="the second moments are multiples of the identity",
    source="Section 3, Lemma 3; proof in Appendix A, (85)-(91)",
    printed=moments(
        "positive real",
        r"\exists c_1,c_2:\ \mathbb{E}[X^\top\vec y\vec y^\top X]=c_1I,\quad "
        r"\mathbb{E}[X^\top\vec y\hat w_{\tilde D}^\top]=c_2I",
        "as bilinear forms; c_1 = n(n+d+1+sigma2) and c_2 = n made explicit; X has columns x_i here"),
    repaired=moments(
        "nonnegative real",
        r"$c_1=n(n+d+1+\sigma^2)$, $c_2=n$, for $\sigma\ge0$ (pseudo-inverse at $\sigma=0$, $n<d$)",
        "explicit scalars and sigma = 0; no symmetry argument needed"),
    mutants=({"scale": "2"}, {"repaired.scale": "2"}),
    errata="c_1 = n(n+d+1+sigma^2), c_2 = n; the group argument needs symmetry when d = 2",
    steps={"step-commutant": COMMUTANT},
)
