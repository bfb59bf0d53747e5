"""lambda_j^k - delta lambda_1^k <= alpha^(j) <= lambda_j^k + delta lambda_1^k, delta = 4 k d / sqrt n.

Source:  Lemma A.5 of the looped paper (restatement of Lemma 4.2).
Errata:  false without a condition on n; the noise is multiplicative in lambda_j itself.
Idea:    every pairing is positive, its root cycle has length >= 1, and tr Sigma^m <= r lambda_1^m.
"""

from fractions import Fraction

from theory.matrices import diagonal
from verify.checks import Argument, Region, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.listed import listed
from verify.tightness import largest

ORDERS = tuple(range(1, 21))
PARAMETERS = {"k": "positive integer", "d": "positive integer", "n": "positive integer",
              "j": "positive integer", "Sigma": "positive definite matrix(d)"}
ALPHA = "moment_eigenvalue(k, n, Sigma, j)"
TOP = "eigenvalue(Sigma, 1)"
OWN = "eigenvalue(Sigma, j)"
RANK = f"trace(Sigma)/{TOP}"
SPECTRA = ([(1, 1)], [(3, 1), (1, 2)], [(1, 10**6), (Fraction(1, 7), 10)],
           [(5, 2), (2, 1), (1, 3)], [(1, 1), (Fraction(1, 1000), 50)])
ROOT_CYCLE = Step(
    "the root cycle c* has length k >= 1, so its factor lambda_j^k is at most lambda_j lambda_1^{k-1} "
    "(x = lambda_j, y = lambda_1 - lambda_j), and with the lambda_1 of the other cycles it is "
    "lambda_j lambda_1 to the rest",
    "x^k <= x*(x + y)^(k - 1)",
    Region(lower={"x": "0", "y": "0"}, each={"k": ORDERS}),
    parameters={"x": "nonnegative real", "y": "nonnegative real"}, keep=("k",), hypotheses=())


def isotropic(statement, at):
    """Sigma = I, j = 1."""
    return {**integers(**at, j=1), "Sigma": diagonal([(1, at["d"])])}


def one_large(statement, at):
    """Sigma = diag(a, 1, ..., 1), j = d."""
    if at["d"] < 2:
        return None
    a = Fraction(at["a"])
    point = {name: at[name] for name in ("k", "d", "n")}
    return {**integers(**point, j=at["d"]), "Sigma": diagonal([(a, 1), (1, at["d"] - 1)])}


def spectra(full):
    """Anisotropic spectra, with clusters of up to a million equal eigenvalues."""
    for values in SPECTRA:
        d = sum(m for _, m in values)
        for k in (1, 2, 3, 4, 6):
            for n in (1, 2, 10, 1000):
                for j in (1, d):
                    yield {**integers(k=k, n=n, d=d, j=j), "Sigma": diagonal(values)}


LAMBDA_J = Claim(
    number="Lemma A.5, third line of the bound",
    title="sum_p n^C d^{C'-1} lambda_j^k as an upper bound",
    source="Appendix A.1, proof of Lemma A.5, last display but one",
    uses=("looped.lem-A.2",),
    printed=Reading(
        text=r"n^k\alpha^{(j)}_{n,d,k}\le\sum_pn^{C(G_p)}\prod_{c\ne c^*}d\lambda_1^{|c|}\,"
             r"\lambda_j^{|c^*|}\le\sum_pn^{C(G_p)}d^{C(G'_p)-1}\lambda_j^k",
        note="the last sum is n^k lambda_j^k times the isotropic moment (Lemma A.2); the first inequality "
             "is right, so the chain stands or falls with its ends",
        parameters=PARAMETERS,
        hypotheses=("n > d", "j <= d"),
        conclusions={"chain": f"{ALPHA} <= {OWN}^k*moment(k, n, d)"},
        checks=(Search(starts=[{"k": k, "d": d, "n": n, "a": 9} for k in (2, 3) for d in (2, 3)
                               for n in (4, 10)], family=one_large, order=("k", "d", "n", "a"),
                       what="Sigma = diag(a, 1, ..., 1), j = d"),),
        expected="REFUTED",
        because="lambda_1^{|c|} is at least lambda_j^{|c|}, not at most",
    ),
    repaired=Reading(
        text=r"\alpha^{(j)}_{n,d,k}\le\lambda_j\lambda_1^{k-1}\alpha_{n,d,k}",
        note="lambda_1^{k-|c*|} lambda_j^{|c*|} in the place of lambda_j^k; no condition on n",
        parameters=PARAMETERS,
        hypotheses=("j <= d",),
        conclusions={"chain": f"{ALPHA} <= {OWN}*{TOP}^(k - 1)*moment(k, n, d)"},
        checks=(
            Argument(
                steps=(
                    Step("tr Sigma^{|c|} <= d lambda_1^{|c|} for every cycle, and the lengths of the "
                         "cycles of G' add up to k"),
                    ROOT_CYCLE,
                ),
                scope="all k, n, d >= 1 and every positive definite Sigma"),
            listed(spectra, "five spectra with up to 10^6 equal eigenvalues, k <= 6, n <= 1000"),
        ),
        expected="PROVED",
        because="each pairing by itself",
        tightness=largest("chain", [isotropic(None, {"k": 3, "d": 2, "n": 3})],
                          "an equality for Sigma = lambda I"),
    ),
    errata="the third line of the bound must have lambda_1^{k-|c*|} lambda_j^{|c*|}; the last line, with "
           "lambda_1^k, survives",
    explanation="k = 2, d = 2, n = 3, Sigma* = diag(2, 1), j = 2: n^2 alpha = 21 (the second line of the "
                "chain is 24), the third line is 9 + 3 + 6 = 18.",
)

CLAIM = Claim(
    number="Lemma A.5",
    title="eigenvalues of the moments of the sample covariance, restated",
    source="Appendix A.1, Lemma A.5",
    uses=("looped.lem-A.2", "looped.lem-A.2.step-19", "looped.lem-A.5.step-lambda-j"),
    printed=Reading(
        text=r"\lambda_j^k-\delta\lambda_1^k\le\alpha^{(j)}_{n,d,k}\le\lambda_j^k+\delta\lambda_1^k",
        note="delta = 4kd/sqrt n, which is what the proof's last lines have; no condition on n but n > d "
             "(section 3.2). With the delta of section 3.5 it is Lemma 4.2 without the power of delta, "
             "and fails already at L = 2, k = 3, d = 1, n = 2",
        parameters=PARAMETERS,
        constants={"factor": "4"},
        definitions={"delta": "factor*k*d/sqrt(n)"},
        hypotheses=("n > d", "j <= d"),
        conclusions={"lower": f"{OWN}^k - delta*{TOP}^k <= {ALPHA}",
                     "upper": f"{ALPHA} <= {OWN}^k + delta*{TOP}^k"},
        checks=(Search(starts=[{"k": k, "d": d, "n": n} for k in (2, 3, 4, 6, 8) for d in (1, 2)
                               for n in (d + 1, 10, 100)],
                       family=isotropic, order=("k", "d", "n"), what="Sigma = I"),),
        expected="REFUTED",
        because="Lemma A.2's condition n >= 4k^2d^2 is missing: at n = 2, d = 1 the fourth moment is 24",
        speaks="delta < 1",
    ),
    repaired=Reading(
        text=r"\lambda_j^k\prod_{i<k}\Big(1+\frac{2i}n\Big)\le\alpha^{(j)}_{n,d,k}\le\lambda_j^k+"
             r"\lambda_j\lambda_1^{k-1}\Big(\prod_{i<k}\Big(1+\frac{i(r+1)}n\Big)-1\Big),\quad "
             r"r=\frac{\operatorname{tr}\Sigma^*}{\lambda_1}\le d,\quad\text{for all } n,d,k\ge1",
        note="no condition on n, the effective rank r for the dimension, and noise that is multiplicative "
             "in lambda_j itself; with n >= 4k^2d^2 it implies the printed bound (Lemma A.2)",
        parameters=PARAMETERS,
        constants={"step": "1"},
        hypotheses=("j <= d",),
        conclusions={"lower": f"{OWN}^k*rising(k, n, step) <= {ALPHA}",
                     "upper": f"{ALPHA} <= {OWN}^k + {OWN}*{TOP}^(k - 1)"
                              f"*(rising(k, n, step*({RANK} + 1)/2) - 1)"},
        checks=(
            Argument(
                parts=("upper",),
                steps=(
                    Step("E[(nS)^k] = sum_p n^{C(G)} prod_{c != c*} tr(Sigma^{|c|}) Sigma^{|c*|}, and "
                         "tr Sigma^m <= r lambda_1^m; the pairing of self-loops gives lambda_j^k exactly"),
                    ROOT_CYCLE,
                    Step("so n^k (alpha^(j) - lambda_j^k) <= lambda_j lambda_1^{k-1} (F_k(n, r) - n^k) "
                         "with the isotropic polynomial F_k at the real number r >= 1; the recursion of "
                         "Lemma A.2, for all real d >= 1 and each k up to 20",
                         "moment(k + 1, n, d) <= (1 + k*step*(d + 1)/n)*moment(k, n, d)",
                         Region(lower={"d": "1", "n": "1"}, each={"k": ORDERS[:-1]}),
                         keep=("k", "n", "d"), hypotheses=()),
                    Step("the recursion holds for every k by the insertion of a vertex (Lemma A.2)"),
                ),
                scope="all k, n, d >= 1 and every positive definite Sigma (recursion: k up to 20 by "
                      "machine)"),
            Argument(
                parts=("lower",),
                steps=(
                    Step("tr Sigma^{|c|} >= lambda_j^{|c|}, so every pairing contributes at least "
                         "lambda_j^k n^{C(G)-k}, and sum_p n^{C(G)-k} is the moment at d = 1",
                         "rising(k, n, step) <= moment(k, n, 1)",
                         Region(lower={"n": "1"}, each={"k": ORDERS, "d": (1,)}),
                         keep=("k", "n", "d"), hypotheses=()),
                ),
                scope="all k, n, d >= 1 and every positive definite Sigma"),
            listed(spectra, "five spectra with up to 10^6 equal eigenvalues, k <= 6, n <= 1000"),
        ),
        expected="PROVED",
        because="pairings are positive and bounded by the isotropic ones at dimension r",
        tightness=largest("upper", [isotropic(None, {"k": 2, "d": d, "n": 3}) for d in (1, 2)],
                          "attained for Sigma = lambda I with k = 2 or d = 1"),
    ),
    mutants=({"factor": "1/4"}, {"repaired.step": "1/2"}, {"repaired.step": "2"}),
    errata="the condition n >= 4k^2d^2 of Lemma A.2 is missing, delta stands for 4kd/sqrt n (in Lemma 4.2 "
           "for its power), and lambda^{|c*|} v v' in the first display must be lambda^{|c*|-1} v v'",
    explanation="At d = 1, n = 2, k = 4 the eigenvalue is E s^4 = 1 * 2 * 3 * 4 = 24 with s ~ chi^2_2/2, so "
                "the deviation is 23, above 16/sqrt 2 = 11.3. Lemma A.2, from which the sum over pairings "
                "is taken, needs n >= 4k^2d^2.",
    steps={"step-lambda-j": LAMBDA_J},
)
