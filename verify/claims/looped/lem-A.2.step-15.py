"""E (sum x_i x_i')^k = sum_p sum_{i in [n]^k} E[x^(1)_{i_1}(p) x^(1)_{i_1}(p)' ... x^(k)_{i_k}(p)'].

Source:  (15), proof of Lemma A.2 of the looped paper.
Errata:  the sum runs over P(2k), printed P(k); indices i_3, i_4 on the second vertex are i_2.
Idea:    (14) for each of the n^k terms of the power.
"""

from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

EXPANSION = "gram_moment(k, n, d) = index_moment(k, n, d)"
GRID = [integers(k=k, n=n, d=d) for k in (1, 2, 3) for n in range(1, k + 2) for d in range(1, k + 1)]

CLAIM = Claim(
    number="(15)",
    title="the power of the sum over pairings and multi-indices",
    source="Appendix A.1, proof of Lemma A.2, (15)",
    uses=("looped.lem-A.2.step-14",),
    printed=Reading(
        text=r"\mathbb{E}\Big[\Big(\sum_{i=1}^nx_ix_i^\top\Big)^k\Big]=\sum_{p\in\mathcal P(2k)}"
             r"\sum_{(i_1,\dots,i_k)\in[n]^k}\mathbb{E}\big[x^{(1)}_{i_1}(p)x^{(1)}_{i_1}(p)^\top\cdots "
             r"x^{(k)}_{i_k}(p)x^{(k)}_{i_k}(p)^\top\big]",
        note="over P(2k), with one index for each vertex, as the text around it has them; the entry "
             "(1, 1), to which both sides are proportional (they are multiples of I)",
        parameters={"k": "positive integer", "n": "positive integer", "d": "positive integer"},
        conclusions={"expansion": EXPANSION},
        checks=(
            Argument(
                steps=(
                    Step("the power is a sum over [n]^k of products of 2k vectors; (14) for each of them"),
                    Step("both sides by integrating monomials and listing, for k <= 3", EXPANSION,
                         Points(GRID, "k <= 3, all n and d",
                                because="by exchangeability of examples and of coordinates both sides "
                                        "are polynomials of degree at most k in n and k - 1 in d")),
                ),
                scope="all k, n, d >= 1"),
            Search(starts=[{"k": k, "n": n, "d": d} for k in (1, 2, 3) for n in (1, 2, 3)
                           for d in (1, 2)], order=("k", "d", "n"), what="small k, n, d"),
        ),
        expected="PROVED",
        because="(14) term by term",
    ),
    errata="P(k) must be P(2k) in (15), (16) and the displays after (19): at k = 1, P(1) is empty and the "
           "right side 0, the left side n I; x^(2) carries i_2, not i_3 and i_4",
)
