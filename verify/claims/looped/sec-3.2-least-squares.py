"""w* = (XX')^{-1} X y for n > d; gradient descent with step 1/kappa converges in O(kappa) iterations.

Source:  section 3.2 of the looped paper.
Errata:  the step must be 1/M (M the largest eigenvalue of the Hessian), not 1/kappa; the Hessian of
         |X'w - y|^2 is 2 XX'; the loss is printed with w* in the place of w.
Idea:    a step s takes the error along an eigenvector with eigenvalue h to (1 - s h) times it.
"""

from fractions import Fraction

from theory.matrices import dense, diagonal
from verify.checks import Argument, Formal, Region, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.families_layers import basis, spread
from verify.listed import listed
from verify.tightness import largest

DATA = {"d": "positive integer", "n": "positive integer", "i": "positive integer",
        "X": "data matrix(d, n)", "w": "vector(d)", "e": "vector(d)"}
SOLUTION = "least_squares(X, w, i) = component(w, i)"
TOP, LOW = "eigenvalue(H, 1)", "eigenvalue(H, d)"
BEST_RATE = "(condition(H) - share)/(condition(H) + share)"
SIZES = tuple({"d": d, "n": n, "i": i} for d, n in ((1, 1), (1, 2), (2, 2), (2, 3))
              for i in range(1, d + 1))
RANGE = {"m": "positive real", "h": "positive real", "M": "positive real", "z": "nonnegative real"}
ORDERED = ("h >= m", "M >= h")
BETWEEN = Region(lower={"m": "0", "h": "m", "M": "h"})
ANY_STEP = Region(lower={"m": "0", "M": "m", "z": "0"})


def ones(statement, at):
    """X with columns e_1, .., e_d, e_1, .., so XX' is diagonal; e = e_1."""
    d, n = at["d"], at["n"]
    return {**integers(d=d, n=n, i=1), "X": spread(d, n), "w": basis(d), "e": basis(d)}


def descents(full):
    """Hessians with condition number 1 to 1000, several steps, errors along both ends."""
    for spectrum in ([(3, 1)], [(2, 1), (1, 1)], [(10, 1), (3, 1), (1, 1)], [(1000, 1), (1, 1)],
                     [(3, 1), (2, 1)]):
        H = diagonal(spectrum)
        d = H.shape[0]
        for t in (1, 2, 7):
            for e in (basis(d), basis(d, d - 1), (Fraction(1),) * d):
                for eta in (Fraction(1, 1000), Fraction(1, 3), Fraction(2, H.spectrum[0][0] + 1),
                            Fraction(5)):
                    yield {**integers(d=d, n=d, i=1, t=t), "X": dense(
                        [[2 if r == c else int(r < c) for c in range(d)] for r in range(d)]),
                        "w": tuple(Fraction(k - 1) for k in range(d)), "e": e, "H": H, "eta": eta}


def bound(text, relation, check=BETWEEN, hypotheses=ORDERED):
    """A step about one eigenvalue m <= h <= M, or about the two ends and any step size."""
    return Step(text, relation, check, parameters=RANGE, keep=(), hypotheses=hypotheses)


CLAIM = Claim(
    number="Section 3.2",
    title="least squares and plain gradient descent",
    source="Section 3.2, after (1), and the remark on preconditioning in 3.6",
    printed=Reading(
        text=r"$w^*=(XX^\top)^{-1}Xy$ for $n>d$; the Hessian of $\ell_2^2(w)=\|X^\top w^*-y\|^2$ is "
             r"$XX^\top$ with condition number $\kappa$; with step size $1/\kappa$ gradient descent "
             r"converges in $O(\kappa)$ iterations",
        note="XX' invertible (almost sure for n >= d); w for w* in the loss, which is 0 otherwise; the loss "
             "is read as the half that has the printed Hessian, which is the milder reading (curvature 1). "
             "Part 'descent' is necessary for convergence from every start: a step shrinks the error e. "
             "XX' in its own basis",
        parameters=DATA,
        constants={"step": "1", "curvature": "1"},
        hypotheses=("n > d", "pd(X*transpose(X))", "i <= d", "norm_sq(e) > 0"),
        conclusions={"solution": SOLUTION,
                     "descent": "descent_error(curvature*(X*transpose(X)), e, "
                                "step/condition(X*transpose(X)), 1) < norm_sq(e)"},
        checks=(
            Formal(SIZES, parts=("solution",)),
            Search(starts=[{"d": d, "n": n} for d in (1, 2) for n in (3, 5)], family=ones,
                   order=("d", "n"), minimum={"n": 2}, what="X with columns e_1, .., e_d, e_1, .."),
        ),
        expected="REFUTED",
        because="1/kappa does not scale with X: at X = (1, 1) it is above the stable step sizes",
    ),
    repaired=Reading(
        text=r"$w^*=(XX^\top)^{-1}Xy$ whenever $XX^\top$ is invertible. For a quadratic with Hessian $H$, "
             r"eigenvalues $m$ to $M$, $\kappa=M/m$: with step $1/M$, $\|w_t-w^*\|\le(1-\frac1\kappa)^t\|"
             r"w_0-w^*\|$; with step $\frac2{m+M}$, the factor is $\frac{\kappa-1}{\kappa+1}$; no fixed step "
             r"has a better one.",
        note="1/M for 1/kappa; so t = kappa log(1/eps) iterations are enough and of the right order for a "
             "fixed step. One step preconditioned by the inverse of (1/n) XX' gives w* exactly (section "
             "3.6): that is 'solution'. Layers with different steps need only O(sqrt kappa) (Chebyshev)",
        parameters={**DATA, "H": "positive definite matrix(d)", "t": "positive integer",
                    "eta": "positive real"},
        constants={"share": "1"},
        hypotheses=("pd(X*transpose(X))", "i <= d"),
        conclusions={
            "solution": SOLUTION,
            "rate": f"descent_error(H, e, 1/{TOP}, t) <= (1 - share/condition(H))^(2*t)*norm_sq(e)",
            "best": f"descent_error(H, e, 2/({TOP} + {LOW}), t) <= ({BEST_RATE})^(2*t)*norm_sq(e)",
            "needed": f"1 - eta*{LOW} >= {BEST_RATE} or eta*{TOP} - 1 >= {BEST_RATE}"},
        checks=(
            Argument(
                parts=("solution",),
                steps=(
                    Step("Cramer's rule for (XX') v = XX'w, in every entry of X and w", SOLUTION,
                         Formal(SIZES)),
                    Step("XX'w = X y and XX' is invertible, in every size"),
                ),
                scope="all n, d >= 1, every X with invertible XX', every w*"),
            Argument(
                parts=("rate", "best", "needed"),
                steps=(
                    Step("in the basis of H each component of the error is multiplied by 1 - s h, "
                         "m <= h <= M, in each step; so the squared error is multiplied at most by the "
                         "largest (1 - s h)^2"),
                    bound("s = 1/M: no factor is negative", "0 <= 1 - h/M"),
                    bound("and none is above 1 - 1/kappa", "1 - h/M <= 1 - share*m/M"),
                    bound("s = 2/(m + M), from above", "1 - 2*h/(m + M) <= (M - share*m)/(M + share*m)"),
                    bound("and from below", "2*h/(m + M) - 1 <= (M - share*m)/(M + share*m)"),
                    bound("a step 2/(m + M) - z leaves the smallest eigenvalue at least that factor",
                          "1 - (2/(m + M) - z)*m >= (M - share*m)/(M + share*m)", ANY_STEP, ("M >= m",)),
                    bound("a step 2/(m + M) + z the largest one",
                          "(2/(m + M) + z)*M - 1 >= (M - share*m)/(M + share*m)", ANY_STEP, ("M >= m",)),
                ),
                scope="all d >= 1, every positive definite H, e, t and step"),
            listed(descents, "five Hessians, condition number up to 1000, errors at both ends"),
        ),
        expected="PROVED",
        because="one eigenvalue at a time",
        tightness=largest("best", list(descents(False)),
                          "attained by an error along one end of the spectrum, at every t"),
    ),
    mutants=({"step": "2"}, {"curvature": "2"}, {"repaired.share": "2"}, {"repaired.share": "1/2"}),
    errata="step size 1/kappa should be 1/M, M the largest eigenvalue of the Hessian 2 XX'; l_2^2(w) is "
           "printed with w* for w",
    explanation="n = 2, d = 1, X = (1, 1): kappa = 1 and XX' = 2, so a step 1/kappa takes the error e to "
                "(1 - 2) e = -e (with the Hessian 2 XX' to -3e): no convergence. At the other end, X = "
                "(1/10, 0) has kappa = 1 as well and shrinks the error by 1 % a step, and X = (c, 0) by a "
                "factor 1 - c^2: no O(kappa) bound.",
)
