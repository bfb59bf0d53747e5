"""1 <= alpha_{n,d,k} <= 1 + 4 k d / sqrt(n) for n >= 4 k^2 d^2, where E[W^k] = alpha I.

Source:  Lemma A.2 of the looped paper; W = (1/n) sum x_i x_i', x_i ~ N(0, I_d).
Errata:  the displayed expectation lacks the power k that the proof uses.
Idea:    every pairing counts n^{C(G)-k} d^{C(G')-1}, and C(G) + C(G') <= k + 1.
"""

from verify.checks import Argument, Points, Region, Search, Step
from verify.claim import Claim, Reading

ORDERS = tuple(range(1, 21))

CLAIM = Claim(
    number="Lemma A.2",
    title="moments of the Gaussian sample covariance",
    source="Appendix A.1, Lemma A.2",
    printed=Reading(
        text=r"\mathbb{E}\big[\tfrac1n\sum_i x_i x_i^\top\big]=\alpha_{n,d,k} I,\quad "
             r"1\le\alpha_{n,d,k}\le 1+\frac{4kd}{\sqrt n}\quad\text{for } n\ge 4k^2d^2",
        note="the power k is missing in the display and present in the proof; read with it",
        parameters={"k": "positive integer", "n": "positive integer", "d": "positive integer"},
        constants={"factor": "4", "threshold": "4"},
        hypotheses=("n >= threshold*k^2*d^2",),
        conclusions={"lower": "1 <= moment(k, n, d)",
                     "upper": "moment(k, n, d) <= 1 + factor*k*d/sqrt(n)"},
        checks=(
            Region(lower={"d": "1", "s": "sqrt(threshold)*k*d"}, roots={"n": "s"},
                   each={"k": ORDERS}),
            Search(starts=[{"k": k, "d": d, "n": n} for k in (1, 2, 3, 5) for d in (1, 2, 10)
                           for n in (1, 2, 5, 10, 100, 10_000, 10**8)],
                   order=("k", "d", "n"), what="k, d, n on a coarse grid"),
        ),
        expected="PROVED",
        because="all coefficients are non-negative after the shift, for each k up to 20",
    ),
    repaired=Reading(
        text=r"1\le\alpha_{n,d,k}\le\prod_{i=0}^{k-1}\Big(1+\frac{2id}{n}\Big)"
             r"\quad\text{for all } n,d\ge1,\ \text{equality at } d=1",
        note="no condition on n, order d/n instead of d/sqrt(n), attained at d = 1",
        parameters={"k": "positive integer", "n": "positive integer", "d": "positive integer"},
        constants={"step": "2"},
        conclusions={"lower": "1 <= moment(k, n, d)",
                     "upper": "moment(k, n, d) <= rising(k, n, step*d/2)"},
        checks=(
            Region(lower={"d": "1", "n": "1"}, each={"k": ORDERS}),
            Search(starts=[{"k": k, "d": d, "n": n} for k in (1, 2, 3, 5) for d in (1, 2, 10)
                           for n in (1, 2, 5, 10, 100)],
                   order=("k", "d", "n"), what="k, d, n on a coarse grid"),
        ),
        expected="PROVED",
        because="C(G) + C(G') <= k + 1 bounds each pairing by (d/n)^{k - C(G)}",
    ),
    mutants=({"factor": "1/100"}, {"repaired.step": "1"}),
    errata="the display lacks the power k",
)
