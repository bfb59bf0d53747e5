"""(lambda_i - 1)^k -+ delta^k (lambda_1 + 1)^k encloses beta_i, delta^k = 4 k d / sqrt n.

Source:  Lemma A.7 of the looped paper (restatement of Lemma 4.3).
Errata:  the condition n >= 4k^2d^2 of Lemma A.2 is missing; (21) starts at i = 1.
Idea:    expand the power; each moment deviates by at most (alpha_m - 1) lambda_1^m, and alpha_m grows in m.
"""

from fractions import Fraction

from theory.matrices import dense, diagonal
from verify.checks import Argument, Formal, Region, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.listed import listed
from verify.tightness import largest

PARAMETERS = {"k": "positive integer", "d": "positive integer", "n": "positive integer",
              "i": "positive integer", "T": "positive semidefinite matrix(d)"}
BETA = "(-1)^k*centred_eigenvalue(k, n, T, i)"
TOP = "eigenvalue(T, 1)"
OWN = "eigenvalue(T, i)"
CONCLUSIONS = {"lower": f"({OWN} - 1)^k - delta_k*({TOP} + 1)^k <= {BETA}",
               "upper": f"{BETA} <= ({OWN} - 1)^k + delta_k*({TOP} + 1)^k"}
SPECTRA = ([(3, 1)], [(7, 1)], [(Fraction(1, 2), 2), (0, 1)], [(2, 40)], [(9, 1), (1, 2)], [(50, 2)],
           [(10**4, 1)])
ENTRY = {"k": "positive integer", "d": "positive integer", "i": "positive integer",
         "j": "positive integer", "M": "real matrix(d)"}
BINOMIAL = "power_entry(k, M, i, j) = (-1)^k*signed_sum(k, M, first, i, j)"


def multiple_of_identity(statement, at):
    """T = a I, i = 1."""
    point = {name: at[name] for name in ("k", "d", "n")}
    return {**integers(**point, i=1), "T": diagonal([(at["a"], at["d"])])}


def spectra(full):
    """n at the hypothesis and above it; without it, small n too."""
    for values in SPECTRA:
        d = sum(m for _, m in values)
        for k in (1, 2, 3, 4, 6):
            for n in (2, 10, 4 * k * k * d * d, 4 * k * k * d * d + 1, 10**6):
                for i in {1, d}:
                    yield {**integers(k=k, n=n, d=d, i=i), "T": diagonal(values)}


def small_matrix(statement, at):
    """M = a J + upper triangle, the first entry."""
    rows = [[at["a"] if r == c else int(r < c) for c in range(at["d"])] for r in range(at["d"])]
    return {**integers(k=at["k"], d=at["d"], i=1, j=at["d"]), "M": dense(rows)}


EQ_21 = Claim(
    number="(21)",
    title="expansion of the power of A^{1/2} S A^{1/2} - I",
    source="Appendix A.1, proof of Lemma A.7, (21)",
    printed=Reading(
        text=r"\mathbb{E}\big[(A^{1/2}\Sigma A^{1/2}-I)^k\big]=\sum_{i=1}^k(-1)^i\binom ki\mathbb{E}"
             r"\big[(A^{1/2}\Sigma A^{1/2})^i\big]",
        note="conjugated by A^{1/2} on both sides, which is left out; an identity of matrices M = "
             "A^{1/2} S A^{1/2}, entry (i, j), before the expectation",
        parameters=ENTRY,
        constants={"first": "1"},
        hypotheses=("i <= d", "j <= d"),
        conclusions={"expansion": "power_entry(k, M, i, j) = signed_sum(k, M, first, i, j)"},
        checks=(Search(starts=[{"k": k, "d": d, "a": 1} for k in (1, 2) for d in (1, 2)],
                       family=small_matrix, order=("k", "d", "a"), minimum={"a": 0},
                       what="small integer matrices"),),
        expected="REFUTED",
        because="the term i = 0 is missing and the sign is (-1)^{k-i}",
    ),
    repaired=Reading(
        text=r"(M-I)^k=\sum_{i=0}^k(-1)^{k-i}\binom kiM^i",
        note="from i = 0 and with the sign (-1)^{k-i}; nothing that follows is affected",
        parameters=ENTRY,
        constants={"first": "0"},
        hypotheses=("i <= d", "j <= d"),
        conclusions={"expansion": BINOMIAL},
        checks=(
            Argument(
                steps=(
                    Step("M and I commute: the binomial theorem, in every entry of M for small k", BINOMIAL,
                         Formal(tuple({"k": k, "d": d, "i": 1, "j": d} for k in (1, 2, 3, 4)
                                      for d in (1, 2)))),
                    Step("(M - I)^{k+1} = (M - I)^k M - (M - I)^k and Pascal's rule give every k and d"),
                ),
                scope="all k, d >= 1, every real matrix"),
            Search(starts=[{"k": k, "d": d, "a": 3} for k in range(1, 7) for d in (1, 2, 3)],
                   family=small_matrix, order=("k", "d"), what="small integer matrices"),
        ),
        expected="PROVED",
        because="the binomial theorem",
    ),
    mutants=({"first": "0"}, {"repaired.first": "1"}),
    errata="(21) lacks the term i = 0 and its sign is (-1)^{k-i}: at k = 1 it reads M - I = -M",
)

CLAIM = Claim(
    number="Lemma A.7",
    title="eigenvalues of E (A^{1/2} S A^{1/2} - I)^k, restated",
    source="Appendix A.1, Lemma A.7",
    uses=("looped.lem-A.5", "looped.lem-A.6", "looped.lem-A.7.step-21"),
    printed=Reading(
        text=r"(\lambda_i-1)^k-\delta^k(\lambda_1+1)^k\le\beta^{(k)}_i\le(\lambda_i-1)^k+\delta^k"
             r"(\lambda_1+1)^k,\quad\delta^k=\frac{4kd}{\sqrt n}",
        note="A positive semidefinite, n > d from section 3.2; T = A^{1/2} Sigma* A^{1/2} in its own basis; "
             "the conjugation by A^{1/2} in the first display is a misprint (it would give eigenvectors of "
             "another matrix unless A and Sigma* commute; the eigenvalues are the same)",
        parameters=PARAMETERS,
        constants={"factor": "4"},
        definitions={"delta_k": "factor*k*d/sqrt(n)"},
        hypotheses=("n > d", "i <= d"),
        conclusions=CONCLUSIONS,
        checks=(Search(starts=[{"k": k, "d": d, "n": n, "a": 10**3} for k in (2, 3, 4, 6)
                               for d in (1, 2) for n in (d + 1, 10)],
                       family=multiple_of_identity, order=("k", "d", "n", "a"),
                       what="A = a I, Sigma* = I"),),
        expected="REFUTED",
        because="no condition on n: at k = 4, n = 2, d = 1 it fails for A >= 7",
        speaks="2^k*delta_k < 1",
    ),
    repaired=Reading(
        text=r"the same under $n\ge4k^2d^2$; more precisely, for every $n$ the deviation is at most "
             r"$(\alpha_{n,d,k}-1)(\lambda_1+1)^k$, and Lemma 4.3 as repaired has the right order",
        note="the condition of Lemma A.2 added; with Lemma 4.2's delta^m for the m-th moment the derivation "
             "does not give delta^k, with 4md/sqrt n it does",
        parameters=PARAMETERS,
        constants={"factor": "4", "threshold": "4"},
        definitions={"delta_k": "factor*k*d/sqrt(n)"},
        hypotheses=("n >= threshold*k^2*d^2", "i <= d"),
        conclusions=CONCLUSIONS,
        checks=(
            Argument(
                steps=(
                    Step("|alpha^(i)_m - lambda_i^m| <= (alpha_{n,d,m} - 1) lambda_1^m (Lemma A.5)"),
                    Step("alpha_m does not decrease in m, as inserting a vertex multiplies the count "
                         "n^{C(G)} d^{C(G') - 1} of a pairing by n + m'(d+1) + 2(m-m')/d >= n (Lemma A.2; by "
                         "machine for m < 20), so the deviation is at most sum_m binomial(k, m) "
                         "(alpha_m - 1) lambda_1^m <= (alpha_k - 1)(1 + lambda_1)^k",
                         "moment(k, n, d) <= moment(k + 1, n, d)",
                         Region(lower={"d": "1", "n": "1"}, each={"k": range(1, 20)}),
                         keep=("k", "n", "d"), hypotheses=()),
                    Step("alpha_{m+1} <= (1 + m(d+1)/n) alpha_m, by the insertion of a vertex for every m",
                         "moment(k + 1, n, d) <= (1 + k*(d + 1)/n)*moment(k, n, d)",
                         Region(lower={"d": "1", "n": "1"}, each={"k": range(1, 20)}),
                         keep=("k", "n", "d"), hypotheses=()),
                    Step("so alpha_m <= 1 + 4md/s by induction on m < k, s = sqrt n >= 2kd: for all real "
                         "m >= 0, s >= 2(m + 1)d",
                         "(1 + factor*m*d/s)*(1 + m*(d + 1)/s^2) <= 1 + factor*(m + 1)*d/s",
                         Region(lower={"m": "0", "d": "1", "s": "sqrt(threshold)*(m + 1)*d"}),
                         parameters={"m": "nonnegative real", "s": "positive real"}, keep=("d",),
                         hypotheses=("s >= sqrt(threshold)*(m + 1)*d",)),
                ),
                scope="all k, d >= 1, n >= 4k^2d^2, every positive semidefinite T"),
            listed(spectra, "seven spectra, k <= 6, n from the hypothesis on"),
        ),
        expected="PROVED",
        because="the expansion (21) with the moments of Lemma A.5",
        speaks="2^k*delta_k < 1",
        tightness=largest("upper", [
            {**integers(k=k, n=4 * k * k * d * d, d=d, i=1), "T": diagonal([(a, d)])}
            for k in (2, 4, 6) for d in (1, 2) for a in (1, 10, 10**4)],
            "deviation alone, without (lambda_i - 1)^k", less=f"({OWN} - 1)^k"),
    ),
    mutants=({"factor": "1"}, {"repaired.factor": "1/4"}, {"repaired.threshold": "1/1000"}),
    errata="the condition n >= 4k^2d^2 is missing; A^{-1/2} ... A^{1/2} in the first display is a misprint; "
           "(21) starts at i = 0 with sign (-1)^{k-i}",
    explanation="The same point as for Lemma 4.3: k = 4, d = 1, n = 2, A = 7 deviates by 48657, the bound "
                "allows 16/sqrt 2 * 8^4 = 46341.",
    steps={"step-21": EQ_21},
)
