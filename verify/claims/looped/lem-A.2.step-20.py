"""n^k alpha <= sum_p n^{r + floor((k-r)/2)} d^{k-r} <= .. <= (Stirling) <= sum_s (2k)^s n^k (d/sqrt n)^s.

Source:  (20), proof of Lemma A.2 of the looped paper.
Errata:  the fourth line is below the third: at k = 1, 2 against 2/sqrt(pi); its term s = 0 is 0/0.
Idea:    binomial(k, s) (2s)!! <= (2k)^s, term by term, without Stirling.
"""

from verify.checks import Argument, Region, Search, Step
from verify.claim import Claim, Reading

PARAMETERS = {"k": "positive integer", "d": "positive integer", "n": "positive integer"}
LINE_1 = "moment(k, n, d) <= loop_sum(k, n, d)/n^k"
LINE_3 = "loop_sum(k, n, d)/n^k <= double_sum(k, d/sqrt(n))"
LINE_5 = "double_sum(k, d/sqrt(n)) <= geometric(k, factor*k*d/sqrt(n))"
STARTS = [{"k": k, "d": d, "n": n} for k in (1, 2, 3) for d in (1, 2) for n in (4, 50, 1000)]
SMALL = range(1, 6)

CLAIM = Claim(
    number="(20)",
    title="the chain of bounds of n^k alpha",
    source="Appendix A.1, proof of Lemma A.2, (20)",
    uses=("looped.lem-A.2.step-19", "looped.lem-A.2.step-cycles", "looped.lem-A.2.step-pairings"),
    printed=Reading(
        text=r"n^k\alpha\le\sum_pn^{r+\lfloor\frac{k-r}2\rfloor}d^{k-r}\le\sum_{s=0}^k\binom ks(2s)!!\,"
             r"n^{k-\frac s2}d^s\le\sum_{s=0}^k\frac{k^s}{\sqrt{2\pi s}(s/e)^s}\sqrt{2s}\Big(\frac{2s}e"
             r"\Big)^sn^k\Big(\frac d{\sqrt n}\Big)^s\le\sum_{s=0}^k(2k)^sn^k\Big(\frac d{\sqrt n}\Big)^s",
        note="divided by n^k; the second and third line are the same sum (d^s in the second is d^{k-r}). "
             "The term s = 0 of the fourth line is 0/0 and read as 1, the term of the lines around it",
        parameters=PARAMETERS,
        constants={"threshold": "4", "factor": "2"},
        hypotheses=("n >= threshold*k^2*d^2",),
        conclusions={"line_1": LINE_1, "line_3": LINE_3,
                     "line_4": "double_sum(k, d/sqrt(n)) <= stirling_sum(k, d/sqrt(n))",
                     "line_5": "stirling_sum(k, d/sqrt(n)) <= geometric(k, factor*k*d/sqrt(n))"},
        checks=(Search(starts=STARTS, order=("k", "d", "n"), what="k <= 3, d <= 2"),),
        expected="REFUTED",
        because="Stirling's formula without its error: at s = 1 the term 2k becomes 2k/sqrt(pi)",
    ),
    repaired=Reading(
        text=r"the chain without its fourth line: $\binom ks(2s)!!\le(2k)^s$ for every $s$",
        note="the third line is below the fifth directly, for all real n and d; with (2s - 1)!! for (2s)!! "
             "(the right number of pairings) the Stirling line is true for s >= 1",
        parameters=PARAMETERS,
        constants={"factor": "2"},
        conclusions={"line_1": LINE_1, "line_3": LINE_3, "line_5": LINE_5},
        checks=(
            Argument(
                steps=(
                    Step("C(G) <= r + floor((k-r)/2) and C(G') - 1 <= k - r for every pairing", LINE_1,
                         Region(lower={"d": "1", "n": "1"}, each={"k": SMALL})),
                    Step("at most binomial(k, r) (2k - 2r)!! pairings have r self-loops; s = k - r", LINE_3,
                         Region(lower={"d": "1", "s": "1"}, roots={"n": "s"}, each={"k": SMALL})),
                    Step("binomial(k, s) 2^s s! = k (k-1) .. (k-s+1) 2^s <= (2k)^s, with x = d/sqrt n",
                         "double_sum(k, x) <= geometric(k, factor*k*x)",
                         Region(lower={"x": "0"}, each={"k": range(1, 21)}),
                         parameters={"x": "nonnegative real"}, keep=("k",)),
                ),
                scope="all k, all real n, d >= 1 (lists of pairings for k <= 5, line 5 for k <= 20)"),
            Search(starts=STARTS, order=("k", "d", "n"), what="k <= 3, d <= 2"),
        ),
        expected="PROVED",
        because="term by term",
    ),
    mutants=({"factor": "1"}, {"repaired.factor": "1"}),
    errata="the fourth line drops Stirling's error in the wrong direction: at k = 1 it puts 2/sqrt(pi) for "
           "2; leave it out",
    explanation="binomial(k, s)(2s)!! = 2^s k!/(k-s)!. The fourth line bounds k!/(k-s)! by k^s, which is "
                "right, and replaces (2s)!!/s! = 2^s by 2^s/sqrt(pi), which is smaller.",
)
