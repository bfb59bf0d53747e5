"""E[M^(1) ... M^(2k)] = sum_p E[M(p)^(1) ... M(p)^(2k)], p over the pairings of {1 .. 2k}.

Source:  (14), proof of Lemma A.2 of the looped paper.
Errata:  "random matrices" must be jointly Gaussian and centred.
Idea:    entry by entry it is Isserlis' theorem for 2k Gaussian numbers, which is multilinear.
"""

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

ISSERLIS = "mixed_moment(G) = pairing_sum(G)"


def small_loadings(statement, at):
    """G with small entries: 2k Gaussian numbers u = G z with covariances G G'."""
    k, r = at["k"], at["r"]
    return {**integers(k=k, r=r, m=2 * k),
            "G": dense([[(2 * a + 3 * c + a * c) % 4 - 1 for c in range(r)] for a in range(2 * k)])}


CLAIM = Claim(
    number="(14)",
    title="Isserlis' theorem for products of matrices",
    source="Appendix A.1, proof of Lemma A.2, (14)",
    printed=Reading(
        text=r"\mathbb{E}[M^{(1)}\cdots M^{(2k)}]=\sum_{p\in\mathcal P(2k)}\mathbb{E}[M(p)^{(1)}\cdots "
             r"M(p)^{(2k)}]",
        note="jointly Gaussian and centred, which the display calls 'random matrices' and the line before "
             "it (Isserlis' theorem) needs; an entry of a product is a sum of products of 2k Gaussian "
             "numbers u = G z",
        parameters={"k": "positive integer", "r": "positive integer", "m": "positive integer",
                    "G": "data matrix(m, r)"},
        hypotheses=("m = 2*k",),
        conclusions={"isserlis": ISSERLIS},
        checks=(
            Argument(
                steps=(
                    Step("an entry of either side is one sum over inner indices, and for each choice of "
                         "them the matrices give 2k jointly Gaussian numbers; M(p) has their covariances "
                         "within the pairs of p and independence between pairs"),
                    Step("for such numbers u = G z: in every entry of G", ISSERLIS,
                         Formal(({"k": 1, "m": 2, "r": 1}, {"k": 1, "m": 2, "r": 3},
                                 {"k": 2, "m": 4, "r": 1}, {"k": 2, "m": 4, "r": 2},
                                 {"k": 3, "m": 6, "r": 1}))),
                    Step("for every k both sides are symmetric and multilinear in the rows of G, so by "
                         "polarisation it is enough that E (g'z)^{2k} = (2k-1)!! |g|^{2k}, the number of "
                         "pairings"),
                ),
                scope="all k, matrices of any size, centred Gaussian"),
            Search(starts=[{"k": k, "r": r} for k in (1, 2, 3) for r in (1, 2)], family=small_loadings,
                   order=("k", "r"), what="small integer loadings"),
        ),
        expected="PROVED",
        because="Isserlis' theorem, entry by entry",
    ),
    errata="'an array of random matrices' must be centred and jointly Gaussian: for 1 x 1 matrices all "
           "equal to one random sign and k = 2 the left side is 1, the right side 3",
)
