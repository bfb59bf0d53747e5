"""The multi-indices with non-zero expectation are n^{C(G_p)}: E (sum x_i x_i')^k = sum_p n^{C(G_p)} E[..].

Source:  (16), proof of Lemma A.2 of the looped paper.
Errata:  P(k) stands for P(2k).
Idea:    G_p has degree two, its components are cycles, and the index is constant on each of them.
"""

from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families_pairings import every_pairing

COUNT = "sample_indices(k, p, n) = n^cycles_of_g(k, p)"

CLAIM = Claim(
    number="(16)",
    title="number of multi-indices of a pairing",
    source="Appendix A.1, proof of Lemma A.2, (16)",
    uses=("looped.lem-A.2.step-15",),
    printed=Reading(
        text=r"\mathbb{E}\Big[\Big(\sum_ix_ix_i^\top\Big)^k\Big]=\sum_{p\in\mathcal P(2k)}n^{C(G_p)}\,"
             r"\mathbb{E}\big[x^{(1)}_1(p)x^{(1)}_1(p)^\top\cdots x^{(k)}_1(p)x^{(k)}_1(p)^\top\big]",
        note="over P(2k); stated as the count that turns (15) into (16), for each pairing p",
        parameters={"k": "positive integer", "p": "positive integer", "n": "positive integer"},
        hypotheses=("p <= double_factorial(k)",),
        conclusions={"count": COUNT},
        checks=(
            Argument(
                steps=(
                    Step("two paired vectors with different indices are independent and centred, so the "
                         "index agrees on every pair: it is constant on each component of G_p, and free "
                         "there; every vertex has degree two, so the components are the cycles"),
                    Step("every pairing of up to three vertices, by listing the multi-indices", COUNT,
                         Points(every_pairing((1, 2, 3), "n", lambda k: range(1, k + 2)),
                                "every pairing with k <= 3, all n",
                                because="the count is a polynomial of degree at most k in n")),
                    Step("with all indices equal on the pairs the expectation does not depend on which "
                         "they are, so (15) becomes (16)"),
                ),
                scope="all k, n >= 1, every pairing"),
            Search(starts=[{"k": k, "p": p, "n": n} for k, top in ((1, 1), (2, 3), (3, 15))
                           for p in range(1, top + 1) for n in (1, 2, 3)], order=("k", "p", "n"),
                   what="every pairing with k <= 3"),
        ),
        expected="PROVED",
        because="the index is constant on each cycle and free there",
    ),
    errata="P(k) must be P(2k)",
)
