"""L(A_opt, u_opt) <= 8 L d^2 4^L / sqrt(n) when 8 L d^2 / sqrt(n) <= 4^{-L}.

Source:  Theorem 3.2 (1).
Errata:  true, but of the wrong order: the loss at the minimiser falls like (d/n)^L.
Idea:    L(A_opt) <= L(Sigma*^{-1}) = E tr (I - W)^{2L}; pairings without self-loops have
         C(G) <= L, so it is at most (4L-1)!! d (d/n)^L.
"""

from verify.checks import Argument, Region, Search, Step
from verify.claim import Claim, Reading

LOOPS = tuple(range(1, 11))
PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
STARTS = [{"L": L, "d": d, "n": n} for L in (1, 2, 3) for d in (1, 2, 5)
          for n in (d + 1, 10 * d, 1000, 2**20, 10**9)]
AT_INVERSE = Step("the minimum is at most the loss at A = Sigma*^{-1}, u = 0, which is E tr (I - W)^{2L}")

CLAIM = Claim(
    number="Theorem 3.2 (1)",
    title="loss at the global minimiser",
    source="Section 3.7, Theorem 3.2, part 1",
    uses=("looped.lem-4.1", "looped.lem-A.2"),
    printed=Reading(
        text=r"\frac{8Ld^2}{\sqrt n}\le\frac1{2^{2L}}\ \Longrightarrow\ "
             r"L(A^{opt},u^{opt})\le\frac{8Ld^2\,2^{2L}}{\sqrt n}",
        note="the least loss over all real A and u is at most the least over symmetric A",
        parameters=PARAMETERS,
        constants={"threshold": "8", "factor": "8", "base": "2"},
        hypotheses=("threshold*L*d^2/sqrt(n) <= 1/base^(2*L)",),
        conclusions={"loss": "optimal_loss(L, n, d) <= factor*L*d^2*base^(2*L)/sqrt(n)"},
        checks=(
            Argument(
                steps=(
                    AT_INVERSE,
                    Step("each L up to 10, all real n and d",
                         "scalar_loss(2*L, n, d, 1) <= factor*L*d^2*base^(2*L)/sqrt(n)",
                         Region(lower={"d": "1", "s": "threshold*L*d^2*base^(2*L)"}, roots={"n": "s"},
                                each={"L": LOOPS})),
                    Step("every L: E tr (I - W)^{2L} <= (4L-1)!! d (d/n)^L, and "
                         "n^{L-1/2} >= (8 L d^2 4^L)^{2L-1} >= (4L-1)!! d^{L-1} / (8 L 4^L)"),
                ),
                scope="all real n and d of the hypothesis, each L up to 10 (every L at the printed "
                      "constants, by the last step)"),
            Search(starts=STARTS, order=("L", "d", "n"), what="L, d, n on a coarse grid"),
        ),
        expected="PROVED",
        because="the loss at Sigma*^{-1} is already far below the bound",
        speaks="factor*L*d^2*base^(2*L)/sqrt(n) < d",
    ),
    repaired=Reading(
        text=r"L(A^{opt},u^{opt})\le(4L-1)!!\,d\,\Big(\frac d{n+d}\Big)^L"
             r"\quad\text{for all } n,d\ge1,\ L\le10",
        note="no smallness condition, and the right order in n: (d/(n+d))^L instead of n^{-1/2}",
        parameters=PARAMETERS,
        constants={"factor": "1"},
        conclusions={"loss": "optimal_loss(L, n, d) <= factor*double_factorial(2*L)*d*(d/(n + d))^L"},
        checks=(
            Argument(
                steps=(
                    Step("the minimum is at most the loss at A = n/(n+d+1) Sigma*^{-1}, u = 0, which is "
                         "E tr (I - aW)^{2L} at a = n/(n+d+1)"),
                    Step("each L up to 10, all real n, d >= 1",
                         "scalar_loss(2*L, n, d, n/(n + d + 1)) "
                         "<= factor*double_factorial(2*L)*d*(d/(n + d))^L",
                         Region(lower={"d": "1", "n": "1"}, each={"L": LOOPS})),
                    Step("every L, for n >= d with d/n for d/(n+d): in E tr (W - I)^{2L} only "
                         "pairings without self-loops in G survive, so C(G) <= L and each counts "
                         "n^{C-2L} d^{C'} <= d (d/n)^{2L-C} <= d (d/n)^L; there are at most (4L-1)!!"),
                ),
                scope="all real n, d >= 1, each L up to 10 (every L with d/n for d/(n+d) where n >= d)"),
            Search(starts=STARTS, order=("L", "d", "n"), what="L, d, n on a coarse grid"),
        ),
        expected="PROVED",
        because="the loss at n/(n+d+1) Sigma*^{-1} is small enough",
    ),
    mutants=({"factor": "1/10000", "base": "1", "threshold": "1"}, {"repaired.factor": "1/3"}),
    errata="the bound holds but has the wrong order: the loss at the minimiser is at most "
           "(4L-1)!! d (d/(n+d))^L for all n and d",
)
