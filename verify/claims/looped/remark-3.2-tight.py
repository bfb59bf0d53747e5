"""The estimate |1 - a*| <= c = 8 delta d^{1/(2L)} is essentially the best one can hope for: it is not.

Source:  remark after Theorem 3.2.
Errata:  c is of order n^{-1/(4L)}, the truth of order d/n.
Idea:    (d+1)/(n+d+1) <= 1 - a* <= (2L+1)(d+1)/(3n).
"""

from verify.checks import Argument, Points, Search
from verify.claim import Claim, Reading
from verify.closeness import at_least, at_most
from verify.families import integers
from verify.tightness import largest

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
GRID = [integers(L=L, n=n, d=d) for L in (1, 2, 3, 5) for n in (1, 2, 20, 10**6) for d in (1, 2, 10)]

CLAIM = Claim(
    number="Remark after Theorem 3.2",
    title="'essentially the best that one can hope for'",
    source="Section 3.7, remark after Theorem 3.2",
    uses=("looped.thm-3.2-optimum", "looped.thm-A.8"),
    printed=Reading(
        text=r"our estimate in Theorem 3.2 is essentially the best that one can hope for",
        note="the estimate is the width c = 8 delta d^{1/(2L)} for the distance 1 - a* of A_opt from "
             "Sigma*^{-1}; 'essentially': up to a constant factor, however large (ratio), where Theorem 3.2 "
             "holds. The bound of the loss: Theorem 3.2 (1)",
        parameters=PARAMETERS,
        constants={"ratio": "1000000", "threshold": "8", "base": "2", "width": "8", "delta_factor": "8"},
        definitions={"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))"},
        hypotheses=("threshold*L*d^2/sqrt(n) <= 1/base^(2*L)",),
        conclusions={"order": "width*delta*d^(1/(2*L)) <= ratio*(1 - optimum(L, n, d))"},
        checks=(Search(starts=[{"L": L, "d": 1, "n": n} for L in (1, 2) for n in (10**4, 10**12, 10**24)],
                       order=("L", "d", "n"), what="L, d, n on a coarse grid"),),
        expected="REFUTED",
        because="c falls like n^{-1/(4L)} and 1 - a* like 1/n, so no ratio will do",
    ),
    repaired=Reading(
        text=r"For all $n,d\ge1$ (each $L\le10$): $\frac{d+1}{n+d+1}\le1-a^*\le\frac{2L+1}3\,\frac{d+1}n$.",
        note="the distance of A_opt from Sigma*^{-1} is of the order d/n, with constants; among symmetric A",
        parameters=PARAMETERS,
        constants={"third": "3", "shift": "1"},
        hypotheses=("L <= 10",),
        conclusions={"least": "shift*(d + 1)/(n + shift*(d + 1)) <= 1 - optimum(L, n, d)",
                     "most": "1 - optimum(L, n, d) <= (2*L + 1)*(d + 1)/(third*n)"},
        checks=(
            Argument(parts=("least",), scope="each L up to 10, all real n, d >= 1",
                     steps=(at_most("n/(n + shift*(d + 1))", "a* <= n/(n + d + 1)"),)),
            Argument(parts=("most",), scope="each L up to 10, all real n, d >= 1",
                     steps=(at_least("n/(n + (2*L + 1)*(d + 1)/third)",
                                     "1 - n/(n + x) <= x/n with x = (2L+1)(d+1)/3"),)),
            Points(GRID, "L <= 5, n <= 10^6, d <= 10"),
        ),
        expected="PROVED",
        because="the sign of p' at the two ends, by coefficients",
        tightness=largest("most", [integers(L=L, n=10**9, d=1) for L in (1, 2, 3)],
                          note="tends to 1 at d = 1 as n grows, for every L"),
    ),
    mutants=({"ratio": "1"}, {"repaired.third": "4"}, {"repaired.shift": "2"}),
    errata="the width c = 8 delta d^{1/(2L)} is of order n^{-1/(4L)}, while A_opt is within (2L+1)(d+1)/(3n) "
           "of Sigma*^{-1}, and no closer than (d+1)/(n+d+1), relatively",
)
