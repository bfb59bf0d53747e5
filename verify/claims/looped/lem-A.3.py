"""L = E |S^{-1/2} prod (I - S A^(i)) S^{1/2}|^2 + E |sum_i u_i'S A^(i) prod_{j>i} (I - S A^(j)) S^{1/2}|^2.

Source:  Lemma A.3 of the looped paper, L layers with their own parameters.
Errata:  the query and w* have the population covariance: Sigma* for S next to the products.
Idea:    the error is -w*'M x_q + c'x_q; w*, x_q and X are independent and w* is centred.
"""

from fractions import Fraction

from theory.matrices import dense, scale
from verify.checks import Argument, Formal, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.families import integers
from verify.families_layers import generic_layers, layered_samples, loss_point

LAYERS = {"L": "positive integer", "d": "positive integer", "n": "positive integer",
          "m": "positive integer", "A": "data matrix(d, m)"}
ROOT = {"R": "positive definite matrix(d)"}
U = {"u": "data matrix(d, L)"}
GIVEN_X = "conditional_loss(X, A, u, R) = conditional_formula(X, A, u, R)"
OVER_W = "conditional_average(X, x_q, A, R) = query_square(X, x_q, A, R)"
SIZES = tuple({"L": L, "d": d, "n": n, "m": L * d} for L, d, n in
              ((1, 1, 1), (1, 1, 2), (2, 1, 2), (3, 1, 1), (1, 2, 1), (1, 2, 2)))
GRID = [{"t": L, "d": d, "n": n} for L in (1, 2, 3) for d in (1, 2) for n in (1, 2, 3)]

# small entries: the tails of the squared error stay light
TWO_LAYERS = {**integers(L=2, d=2, n=4, m=4), "R": dense([[1, Fraction(1, 4)], [Fraction(1, 4), 1]]),
              "A": scale(Fraction(1, 40), dense([[6, 2, 5, 0], [0, 6, -2, 4]])),
              "u": dense([[Fraction(1, 2), Fraction(1, 4)], [Fraction(-1, 3), 0]]),
              "X": dense([[0] * 4] * 2)}


AVERAGE = Claim(
    number="Lemma A.3, average over w*",
    title="E over w* of (w*'M x_q)^2",
    source="Appendix A.1, third display of the proof of Lemma A.3",
    printed=Reading(
        text=r"\mathbb{E}_{w^*,x_q,X}\Big[\Big({w^*}^\top\prod_{i=0}^{L-1}(I-\Sigma A^{(i)})x_q\Big)^2"
             r"\Big]=\mathbb{E}_{x_q,X}\Big[x_q^\top\Big(\prod_{i=0}^{L-1}(I-\Sigma A^{(i)})\Big)^2x_q"
             r"\Big]",
        note="w* ~ N(0, Sigma*^{-1}) and x_q ~ N(0, Sigma*) as in section 3.2; the left side is the loss "
             "at u = 0, Sigma* = R^2",
        parameters={**LAYERS, **U, **ROOT},
        hypotheses=("n > d", "m = L*d", "norm_sq(u) = 0"),
        conclusions={"average": "layered_loss(n, A, u, R) = printed_average(n, A, R)"},
        checks=(
            Search(starts=[{"L": L, "d": 1, "n": n, "a": 0, "c": 0, "r": 2} for L in (1, 2)
                           for n in (2, 3)], family=loss_point, order=("L", "d", "n", "r"),
                   minimum={"r": 2}, what="A = 0, Sigma* = r^2"),
            Search(starts=[{"L": 1, "d": 2, "n": n, "a": 1, "c": 0, "r": 1} for n in (3, 4)],
                   family=loss_point, order=("L", "d", "n", "a"), what="A = diag(1, 0), Sigma* = I"),
        ),
        expected="REFUTED",
        because="Cov(w*) = Sigma*^{-1} is dropped and M'M is written M^2",
    ),
    repaired=Reading(
        text=r"\mathbb{E}_{w^*}\Big[\Big({w^*}^\top Mx_q\Big)^2\Big]=x_q^\top M^\top{\Sigma^*}^{-1}"
             r"Mx_q,\quad M=\prod_{i=0}^{L-1}(I-\Sigma A^{(i)})",
        note="for every X and x_q; M' and Sigma*^{-1} put in",
        parameters={**LAYERS, "X": "data matrix(d, n)", "x_q": "vector(d)", **ROOT},
        hypotheses=("m = L*d",),
        conclusions={"average": OVER_W},
        checks=(
            Argument(
                steps=(
                    Step("w* = R^{-1} g with E gg' = I, in every entry of X, x_q, A^(i), R", OVER_W,
                         Formal(({"L": 1, "d": 1, "n": 1, "m": 1}, {"L": 2, "d": 1, "n": 2, "m": 2},
                                 {"L": 1, "d": 2, "n": 1, "m": 2}))),
                    Step("E (g'v)^2 = |v|^2 with v = R^{-1} M x_q, in every dimension"),
                ),
                scope="all L, n, d >= 1, all real X, x_q, A^(i), every positive definite Sigma*"),
            Search(starts=GRID, family=generic_layers, order=("t", "d", "n"),
                   what="small integers, different in every layer"),
        ),
        expected="PROVED",
        because="one line",
    ),
    errata="the average over w* gives x_q'M'Sigma*^{-1}M x_q; printed, Sigma*^{-1} and the transpose are "
           "lost (the next line then writes Sigma^{-1/2} with the sample covariance)",
    explanation="At d = 1, A = 0, Sigma* = 4 the left side is E (w*x_q)^2 = 1, the right side E x_q^2 = 4. "
                "At Sigma* = I, L = 1, d = 2, n = 3, A = diag(1, 0), M = I - S A is not symmetric: "
                "E tr(M'M) = 2, E tr(M^2) = 5/3.",
)

CLAIM = Claim(
    number="Lemma A.3",
    title="loss of L layers with their own parameters",
    source="Appendix A.1, Lemma A.3",
    uses=("looped.thm-A.1-eq-13", "looped.lem-A.3.step-average"),
    printed=Reading(
        text=r"L(A,u)=\mathbb{E}_X\Big[\Big\|\Sigma^{-1/2}\prod_{i=0}^{L-1}(I-\Sigma A^{(i)})\Sigma^{1/2}"
             r"\Big\|^2\Big]+\mathbb{E}_X\Big[\Big\|\sum_{i=0}^{L-1}d_i^\top\Sigma A^{(i)}"
             r"\prod_{j=i+1}^{L-1}(I-\Sigma A^{(j)})\Sigma^{1/2}\Big\|^2\Big]",
        note="d_i is u^(i), the norm is Frobenius; Sigma is the sample covariance, invertible for n > d; "
             "Sigma* = R^2",
        parameters={**LAYERS, **U, **ROOT},
        hypotheses=("n > d", "m = L*d"),
        conclusions={"loss": "layered_loss(n, A, u, R) = printed_layered_loss(n, A, u, R)"},
        checks=(
            Search(starts=[{"L": L, "d": 1, "n": n, "a": 1, "c": 1, "r": 1} for L in (1, 2)
                           for n in (2, 3)], family=loss_point, order=("L", "d", "n", "a", "c"),
                   what="A = 1, u = 1"),
            Search(starts=[{"L": 1, "d": 2, "n": n, "a": 1, "c": 0, "r": 1} for n in (3, 4)],
                   family=loss_point, order=("L", "d", "n", "a"), minimum={"c": 0},
                   what="u = 0, A = diag(1, 0), Sigma* = I"),
        ),
        expected="REFUTED",
        because="the query's covariance is Sigma*, not S; both terms are wrong",
    ),
    repaired=Reading(
        text=r"For all real $A^{(i)}$, $u^{(i)}$ and every $n$: the loss is $\mathbb{E}\,\|{\Sigma^*}"
             r"^{-1/2}M{\Sigma^*}^{1/2}\|_F^2+\mathbb{E}\,\|c^\top{\Sigma^*}^{1/2}\|^2$ with "
             r"$M=\prod(I-\Sigma A^{(i)})$, $c^\top=\sum_iu_i^\top\Sigma A^{(i)}\prod_{j>i}"
             r"(I-\Sigma A^{(j)})$.",
        note="Sigma* for the sample covariance next to the products; true for each X before the mean "
             "over X, for every real A^(i) and n >= 1",
        parameters={**LAYERS, **U, "X": "data matrix(d, n)", **ROOT},
        hypotheses=("m = L*d",),
        conclusions={"given_X": GIVEN_X},
        checks=(
            Argument(
                steps=(
                    Step("the error is -w*'M x_q + c'x_q (Theorem A.1 with the right sign), linear in each "
                         "entry of g and z, where w* = R^{-1} g, x_q = R z; so its square has degree 2 in "
                         "each, and the mean over signs is the Gaussian mean"),
                    Step("that mean, from the token-by-token definition, is the formula: in every entry of "
                         "X, A^(i), u^(i), R", GIVEN_X, Formal(SIZES)),
                    Step("in general: the cross term is linear in w* and vanishes, E (g'R^{-1}M R z)^2 = "
                         "|R^{-1} M R|_F^2 and E (c'R z)^2 = |R c|^2; then the mean over X"),
                ),
                scope="all L, n, d >= 1, all real X, A^(i), u^(i), every positive definite Sigma*"),
            Search(starts=GRID, family=generic_layers, order=("t", "d", "n"),
                   what="small integers, different in every layer"),
            Witness(layered_samples, "layered_loss(n, A, u, R)", TWO_LAYERS, draws=100_000),
        ),
        expected="PROVED",
        because="two lines of algebra, for each X",
    ),
    errata="Sigma^{-1/2} and Sigma^{1/2} must be Sigma*^{-1/2} and Sigma*^{1/2} (population): x_q is drawn "
           "independently of the context; d_i is u^(i) and t - 1 is L - 1",
    explanation="x_q ~ N(0, Sigma*) is independent of X, so E over x_q brings in Sigma*; the proof writes "
                "the sample covariance there, after it has lost Cov(w*) = Sigma*^{-1}. At d = 1, n = 2, "
                "L = A = u = 1 the loss is E (1 - s)^2 + E s^2 = 1 + 2, printed E (1 - s)^2 + E s^3 = 1 + 6.",
    steps={"step-average": AVERAGE},
)
