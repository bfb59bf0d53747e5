"""E[x^(1)(p) x^(1)(p)' ...] = d^{C(G'_p) - 1} I, and E (sum x_i x_i')^k = sum_p n^{C(G_p)} d^{C(G'_p)-1} I.

Source:  (19) and the line after it, proof of Lemma A.2 of the looped paper.
Errata:  (19) prints n^{C(G'_p)} I.
Idea:    a basis index is free on every cycle of G'_p but the one of (1, 2k), which gives I.
"""

from verify.checks import Argument, Identity, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families_pairings import every_pairing

WORD = "paired_word(k, p, d) = d^(cycles_of_g_prime(k, p) - 1)"
MOMENT = "n^k*moment(k, n, d) = pairing_moment(k, n, d)"

CLAIM = Claim(
    number="(19)",
    title="the moments as a sum over pairings",
    source="Appendix A.1, proof of Lemma A.2, (19)",
    uses=("looped.lem-A.2.step-16", "looped.lem-A.2.step-18"),
    printed=Reading(
        text=r"\mathbb{E}\big[x^{(1)}_1(p)\cdots x^{(k)}_1(p)^\top\big]=d^{C(G'_p)-1}I,\quad\mathbb{E}"
             r"\Big[\Big(\sum_ix_ix_i^\top\Big)^k\Big]=\sum_{p\in\mathcal P(2k)}n^{C(G_p)}"
             r"d^{C(G'_p)-1}I",
        note="(19) prints n^{C(G'_p)} I; the next line uses d^{C(G'_p) - 1} I, and (19) is read so",
        parameters={"k": "positive integer", "p": "positive integer", "n": "positive integer",
                    "d": "positive integer"},
        hypotheses=("p <= double_factorial(k)",),
        conclusions={"word": WORD, "moment": MOMENT},
        checks=(
            Argument(
                steps=(
                    Step("a product of basis vectors is not 0 only if i_2 = i_3, i_4 = i_5, ..: the index "
                         "is constant on each cycle of G'_p and free on all but the one of (1, 2k), where "
                         "it is that of the entry; so the sum is d^{C(G'_p) - 1} I"),
                    Step("every pairing of up to three vertices, from the monomials", WORD,
                         Points(every_pairing((1, 2, 3), "d", lambda k: range(1, k + 1)),
                                "every pairing with k <= 3, all d",
                                because="both sides are polynomials of degree at most k - 1 in d"),
                         keep=("k", "p", "d")),
                    Step("summed over all pairings, against the moment by integration by parts", MOMENT,
                         Identity(free=("n", "d"), each={"k": (1, 2, 3, 4)}), keep=("k", "n", "d"),
                         hypotheses=()),
                ),
                scope="all k, n, d >= 1, every pairing"),
            Search(starts=[{"k": k, "p": p, "d": d, "n": 3} for k, top in ((1, 1), (2, 3), (3, 15))
                           for p in range(1, top + 1) for d in (1, 2)], order=("k", "p", "d", "n"),
                   what="every pairing with k <= 3"),
        ),
        expected="PROVED",
        because="one free index for every cycle of G'_p but one",
    ),
    errata="(19) must read d^{C(G'_p) - 1} I: at k = 1 the left side is E xx' = I, printed n I",
)
