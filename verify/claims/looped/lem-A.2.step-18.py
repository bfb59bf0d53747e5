"""E[x^(1)(p) x^(1)(p)' ...] = sum over i in [d]^{2k}, i equal on the pairs of p, of e_{i_1} e_{i_2}' ... .

Source:  (18), proof of Lemma A.2 of the looped paper.
Errata:  the indices run over [d], printed [n]; so does the sum in the example before it.
Idea:    (17) for one pair after the other.
"""

from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families_pairings import every_pairing

UNROLLED = "paired_word(k, p, d) = coordinate_indices(k, p, d)"

CLAIM = Claim(
    number="(18)",
    title="the expectation of a pairing as a sum over basis vectors",
    source="Appendix A.1, proof of Lemma A.2, (18)",
    uses=("looped.lem-A.2.step-17",),
    printed=Reading(
        text=r"\mathbb{E}\big[x^{(1)}_1(p)x^{(1)}_1(p)^\top\cdots x^{(k)}_1(p)x^{(k)}_1(p)^\top\big]="
             r"\sum_{\mathbf i\in[d]^{2k},\ \mathbf i_{j_1}=\mathbf i_{j_2}\,\forall(j_1,j_2)\in p}"
             r"e_{\mathbf i_1}e_{\mathbf i_2}^\top\cdots e_{\mathbf i_{2k-1}}e_{\mathbf i_{2k}}^\top",
        note="indices in [d], the dimension of e_i (printed [n]); the entry (1, 1) of both sides, which "
             "are multiples of I",
        parameters={"k": "positive integer", "p": "positive integer", "d": "positive integer"},
        hypotheses=("p <= double_factorial(k)",),
        conclusions={"unrolled": UNROLLED},
        checks=(
            Argument(
                steps=(
                    Step("(17) replaces the two vectors of a pair by one basis vector and sums over it; "
                         "the pairs are independent, so this goes through one pair after the other"),
                    Step("every pairing of up to three vertices, monomials against a list of indices",
                         UNROLLED,
                         Points(every_pairing((1, 2, 3), "d", lambda k: range(1, k + 1)),
                                "every pairing with k <= 3, all d",
                                because="both sides are polynomials of degree at most k - 1 in d")),
                ),
                scope="all k, d >= 1, every pairing"),
            Search(starts=[{"k": k, "p": p, "d": d} for k, top in ((1, 1), (2, 3), (3, 15))
                           for p in range(1, top + 1) for d in (1, 2)], order=("k", "p", "d"),
                   what="every pairing with k <= 3"),
        ),
        expected="PROVED",
        because="(17) pair by pair",
    ),
    errata="[n]^{2k} must be [d]^{2k}, and in the example above it sum_{i=1}^n must be sum_{i=1}^d",
)
