"""lambda_j^k - delta^k lambda_1^k <= alpha^(j) <= lambda_j^k + delta^k lambda_1^k for 1 <= k <= 2L.

Source:  Lemma 4.2; delta = (8 L d / sqrt n)^{1/(2L)}, no condition on n (n > d in section 3.2).
Errata:  false for small n; true without any smallness with the exact moment in the place of delta^k.
Idea:    all pairings are positive, so lambda_j^k is itself a lower bound; bounding traces by
         d lambda_1^{|c|} reduces the upper bound to the isotropic moment.
"""

from fractions import Fraction

from theory.matrices import diagonal
from verify.checks import Argument, Points, Region, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.families import integers
from verify.samplers import moment_entry

PARAMETERS = {"k": "positive integer", "n": "positive integer", "d": "positive integer",
              "j": "positive integer", "Sigma": "positive definite matrix(d)"}
EIGENVALUE = "moment_eigenvalue(k, n, Sigma, j)"
TOP = "eigenvalue(Sigma, 1)"
OWN = "eigenvalue(Sigma, j)"


def isotropic(statement, at):
    """Sigma = I, j = 1."""
    return {**integers(**at, j=1), "Sigma": diagonal([(1, at["d"])])}


def spectra(statement, context):
    """Anisotropic spectra, with clusters of up to a million equal eigenvalues."""
    for values in ([(1, 1)], [(3, 1), (1, 2)], [(1, 10**6), (Fraction(1, 7), 10)], [(5, 2), (2, 1), (1, 3)]):
        d = sum(m for _, m in values)
        for k in (1, 2, 3, 4, 6):
            for n in (1, 2, 10, 1000):
                for j in (1, d):
                    yield {**integers(k=k, n=n, d=d, j=j), "Sigma": diagonal(values)}


CLAIM = Claim(
    number="Lemma 4.2",
    title="eigenvalues of the moments of the sample covariance",
    source="Section 4, Lemma 4.2",
    uses=("looped.lem-A.2",),
    printed=Reading(
        text=r"\lambda_j^k-\delta^k\lambda_1^k\le\alpha^{(j)}_{n,d,k}\le\lambda_j^k+\delta^k\lambda_1^k,"
             r"\quad 1\le k\le 2L,\ \delta=\Big(\frac{8Ld}{\sqrt n}\Big)^{1/(2L)}",
        note="delta as defined in section 3.5; Lemma A.5 prints delta for delta^k",
        parameters={"L": "positive integer", **PARAMETERS},
        constants={"delta_factor": "8"},
        definitions={"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))"},
        hypotheses=("n > d", "k <= 2*L", "j <= d"),
        conclusions={"lower": f"{OWN}^k - delta^k*{TOP}^k <= {EIGENVALUE}",
                     "upper": f"{EIGENVALUE} <= {OWN}^k + delta^k*{TOP}^k"},
        checks=(Search(starts=[{"L": L, "k": 2 * L, "d": d, "n": n} for L in (1, 2, 3) for d in (1, 2)
                               for n in (d + 1, 10, 100)],
                       family=isotropic, order=("L", "d", "n", "k"), what="Sigma = I, k = 2L"),),
        expected="REFUTED",
        because="no condition on n: at n = 2, d = 1 the fourth moment is 24, above 1 + 16/sqrt 2",
    ),
    repaired=Reading(
        text=r"\lambda_j^k\prod_{i<k}\Big(1+\frac{2i}n\Big)\le\alpha^{(j)}_{n,d,k}\le\lambda_j^k+"
             r"\lambda_1^k\Big(\prod_{i<k}\Big(1+\frac{i(d+1)}n\Big)-1\Big)\quad\text{for all } n,d,k\ge1",
        note="no condition on n and no power of delta; both sides are attained at d = 1",
        parameters=PARAMETERS,
        constants={"step": "1"},
        hypotheses=("j <= d",),
        conclusions={"lower": f"{OWN}^k*rising(k, n, step) <= {EIGENVALUE}",
                     "upper": f"{EIGENVALUE} <= {OWN}^k + {TOP}^k*(rising(k, n, step*(d + 1)/2) - 1)"},
        checks=(
            Argument(
                parts=("upper",),
                steps=(
                    Step("a pairing contributes n^{C(G)-k} prod tr Sigma^{|c|} lambda_j^{|c*|} over the "
                         "cycles of G'; the identity pairing gives lambda_j^k, and each other one at "
                         "most lambda_1^k n^{C(G)-k} d^{C(G')-1}"),
                    Step("their sum is lambda_1^k (alpha - 1), alpha the isotropic moment, for each k "
                         "up to 20; the recursion of Lemma A.2 closes every k",
                         "moment(k, n, d) <= rising(k, n, step*(d + 1)/2)",
                         Region(lower={"d": "1", "n": "1"}, each={"k": range(1, 21)}),
                         keep=("k", "n", "d"), hypotheses=()),
                ),
                scope="all k, n, d >= 1 and every positive definite Sigma"),
            Argument(
                parts=("lower",),
                steps=(
                    Step("tr Sigma^{|c|} >= lambda_j^{|c|}, so every pairing contributes at least "
                         "lambda_j^k n^{C(G)-k}, and sum_p n^{C(G)-k} is the moment at d = 1",
                         "rising(k, n, step) <= moment(k, n, 1)",
                         Region(lower={"n": "1"}, each={"k": range(1, 21), "d": (1,)}),
                         keep=("k", "n", "d"), hypotheses=()),
                ),
                scope="all k, n, d >= 1 and every positive definite Sigma"),
            Points(spectra, "four spectra with up to 10^6 equal eigenvalues, k <= 6, n <= 1000"),
            Witness(moment_entry, EIGENVALUE, {**integers(k=3, n=20, d=4, j=2),
                                               "Sigma": diagonal([(2, 1), (1, 2), (Fraction(1, 2), 1)])}),
        ),
        expected="PROVED",
        because="pairings are positive and bounded by the isotropic ones",
    ),
    mutants=({"delta_factor": "1"}, {"repaired.step": "1/2"}, {"repaired.step": "2"}),
    errata="false without a condition on n; the lower half needs no error term at all",
)
