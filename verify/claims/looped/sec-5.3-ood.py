"""Trained on Sigma* = I, tested on other covariances: higher loss than in distribution, small or not.

Source:  Section 5.3, Figure 3: "should also generalize to other covariances, because it simulates
         multi-step preconditioned [gradient descent] that works for all problems instances".
Errata:  not for all: the loss exceeds that of predicting 0 once Sigma has eigenvalues beyond 2/a*.
Idea:    x ~ N(0, Sigma) turns A = a I into B = a Sigma, a symmetric matrix, so the loss is at least the
         minimum over symmetric matrices, which the trained a* I attains at Sigma = I.
"""

from fractions import Fraction
from itertools import product

from theory.matrices import dense, diagonal, scale
from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers, near_optimum

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "a": "positive real", "Sigma": "positive definite matrix(d)"}
TRAINED = ("optimum(L, n, d) - tolerance <= a", "a <= optimum(L, n, d) + tolerance")
TESTED = "loss(L, n, a*identity(d), Sigma)"
# inferred from Figure 3: x = U D z with D = diag(1, 1, 1/2, 1/4, 1), so Sigma = U D^2 U'
FIGURE = diagonal([(1, 3), (Fraction(1, 4), 1), (Fraction(1, 16), 1)])
QUADRATIC = (f"{TESTED[:5]}1{TESTED[6:]} = d - 2*a*trace(Sigma) + "
             "(curvature + (d + 1)/n)*a^2*trace(Sigma*Sigma)")


def multiples(statement, at):
    """Sigma = s I with the trained a."""
    L, d, n = at["L"], at["d"], at["n"]
    return {**integers(L=L, d=d, n=n), "a": near_optimum(L, n, d), "Sigma": diagonal([(at["s"], d)])}


def covariances(statement, context):
    """Small and large, ill-conditioned, not diagonal, and the one of Figure 3 at n = 20."""
    laws = (diagonal([(2, 1), (Fraction(1, 3), 1)]), dense([[2, 1], [1, 1]]), diagonal([(100, 1), (1, 1)]),
            diagonal([(1, 2)]), dense([[5, -2], [-2, 1]]))
    for L, n, sigma in product((1, 2, 3) if context.full else (1, 2), (1, 3, 100), laws):
        for a in (near_optimum(L, n, 2, 12), Fraction(1, 7)):
            yield {**integers(L=L, n=n, d=2), "a": a, "Sigma": sigma}
    for L in (1, 2, 3):
        yield {**integers(L=L, n=20, d=5), "a": near_optimum(L, 20, 5), "Sigma": FIGURE}


def contractions(statement, context):
    """Sigma <= I with clusters and near-zero eigenvalues; Figure 3's one, up to six loops."""
    for L in range(1, 7 if context.full else 5):
        yield {**integers(L=L, n=20, d=5), "a": near_optimum(L, 20, 5), "Sigma": FIGURE}
    for L, n, low in product((1, 2, 3), (1, 4, 50), (Fraction(1, 1000), Fraction(1, 2), Fraction(1))):
        yield {**integers(L=L, n=n, d=4), "a": near_optimum(L, n, 4),
               "Sigma": diagonal([(1, 2), (low, 2)])}
    for L, n in product((1, 2), (2, 30)):
        yield {**integers(L=L, n=n, d=2), "a": near_optimum(L, n, 2),
               "Sigma": scale(Fraction(1, 5), dense([[3, 2], [2, 3]]))}


def quadratic(statement, context):
    """One loop at d = 2: three values of each entry of Sigma and of a, two of 1/n."""
    for x, y, z, a, n in product((2, 3, 4), (-1, 0, 1), (2, 3, 4), (Fraction(1, 7), 1, 2), (1, 3)):
        yield {**integers(L=1, n=n, d=2), "a": Fraction(a), "Sigma": dense([[x, y], [y, z]])}


SMALL = Claim(
    number="Section 5.3, small loss",
    title="out-of-distribution loss for covariances below I",
    source="Section 5.3, Figure 3 left",
    uses=("looped.sec-5.3-ood",),
    printed=Reading(
        text="The learned looped model achieves small loss for OOD data.",
        note="'small' against d, the loss of predicting 0; Sigma <= I as in Figure 3 (inferred "
             "covariance); the exact population loss of the model of the theorems with A = a I, a within "
             "1/1000 of the optimum",
        parameters=PARAMETERS,
        constants={"tolerance": "1/1000", "level": "1"},
        hypotheses=(*TRAINED, "preceq(Sigma, identity(d))"),
        conclusions={"small": f"{TESTED} <= level*d"},
        checks=(Points(contractions, "Figure 3's covariance at n = 20, d = 5, L <= 6; nine spectra with "
                       "clusters at d = 4, L <= 3; a dense one"),),
        expected="CERTIFIED",
        because="exact values at the grid",
    ),
    mutants=({"level": "1/5"},),
    explanation="At n = 20, d = 5 and Figure 3's covariance the losses for 1, 2, 3, 4, 5, 6 loops (a for "
                "two loops) are 2.278, 1.696, 1.421, 1.231, 1.095, .992, against 1.158, .499, .274, .189, "
                ".177, .257 in distribution; the published 4.0 and 1.18 (1 and 2 loops) belong to the "
                "model with the P-block.",
)

CLAIM = Claim(
    number="Section 5.3, other covariances",
    title="trained on identity covariance, tested on others",
    source="Section 5.3, Figure 3",
    uses=("looped.thm-3.2-optimum", "looped.lem-4.1", "looped.thm-4.5"),
    printed=Reading(
        text="The model trained on identity covariance should also generalize to other covariances, "
             "because it works for all problem instances; the scale of the loss is higher than for "
             "in-distribution data.",
        note="A = a I with a within 1/1000 of the optimum; test law x ~ N(0, Sigma), w ~ N(0, Sigma^{-1}), "
             "as many loops as in training; 'generalizes' read as: no worse than predicting 0. n > d "
             "from section 3.2",
        parameters=PARAMETERS,
        constants={"tolerance": "1/1000", "level": "1"},
        hypotheses=("n > d", *TRAINED),
        conclusions={"higher": f"optimal_loss(L, n, d) <= {TESTED}",
                     "generalises": f"{TESTED} <= level*d"},
        checks=(Search(starts=[{"L": L, "d": d, "n": n, "s": s} for L in (1, 2)
                               for d, n in ((1, 2), (5, 20)) for s in (2, 5, 50)],
                       family=multiples, order=("L", "d", "n", "s"), what="Sigma = s I"),),
        expected="REFUTED",
        because="a larger covariance makes the loops diverge",
    ),
    repaired=Reading(
        text=r"For every $\Sigma$, every $a$ and all $n,d,L\ge1$ the loss under $\Sigma$ is at least the "
             r"in-distribution minimum. For one loop it is $d-2a\operatorname{tr}\Sigma+(1+\tfrac{d+1}n)a^2"
             r"\operatorname{tr}\Sigma^2$: with the trained $a$ it is below $d$ if and only if "
             r"$\operatorname{tr}\Sigma^2<2\operatorname{tr}\Sigma$.",
        note="'higher' holds for every covariance, as many loops as in training; 'generalises' needs a "
             "bound on Sigma (Theorem 4.5: spectrum below 2)",
        parameters=PARAMETERS,
        constants={"scale": "1", "curvature": "1"},
        conclusions={"higher": f"scale*optimal_loss(L, n, d) <= {TESTED}", "one-loop": QUADRATIC},
        checks=(
            Argument(
                parts=("higher",),
                steps=(
                    Step("x = Sigma^{1/2} z and w = Sigma^{-1/2} g turn the loss of A = a I into that of "
                         "B = a Sigma under Sigma* = I, the whitening of Lemma 4.1"),
                    Step("B is symmetric, and a* I is the minimiser among symmetric matrices (repaired "
                         "reading of Theorem 3.2 (2))"),
                    Step("the value there, with the constant", "scale*optimal_loss(L, n, d) <= "
                         "optimal_loss(L, n, d)",
                         Points([integers(L=1, n=2, d=1)], "one point", because="a comparison of scale "
                                "with 1, the least loss being positive"), keep=("L", "n", "d")),
                ),
                scope="every L, n, d >= 1, every a and positive definite Sigma"),
            Argument(
                parts=("one-loop",),
                steps=(
                    Step("d - 2 tr B + (1 + (d+1)/n) tr B^2 with B = a Sigma (E[W M W] = M + (M' + "
                         "(tr M) I)/n)", QUADRATIC,
                         Points(quadratic, "d = 2, n = 1, 3",
                                because="quadratic in a and in each entry, linear in 1/n, at d = 2")),
                ),
                scope="every n, d >= 1, every a and positive definite Sigma"),
            Points(covariances, "five Sigma at d = 2, L <= 3, and Figure 3's"),
        ),
        expected="PROVED",
        because="the trained matrix is the minimiser over all symmetric B, a Sigma among them",
    ),
    mutants=({"level": "1/100"}, {"repaired.scale": "2"}, {"repaired.curvature": "2"}),
    errata="Theorem 4.5 limits Sigma_out to (2 - zeta) Sigma*; beyond, the loss is not small: L = 1, d = 1, "
           "n = 2, Sigma = 3 gives 5/2 against 1 for predicting 0. At n = 20 its bound (eta > 49 for two "
           "loops) says nothing about Figure 3",
    steps={"step-small": SMALL},
)
