"""C_m = (2m)!! ways to pair {1 .. 2m}; at most binomial(k, r) (2k - 2r)!! pairings with r self-loops.

Source:  proof of Lemma A.2 of the looped paper, before (20).
Errata:  the number of pairings is (2m - 1)!!.
Idea:    the first of 2m things has 2m - 1 partners.
"""

from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

PARAMETERS = {"k": "positive integer", "r": "nonnegative integer"}
EVEN = "2^(k - r)*factorial(k - r)"
ODD = "double_factorial(k - r)"
COUNT = "pairing_count(k - r) = {}"
LEAST = "pairings_with_loops(k, r) <= binomial(k, r)*{}"
GRID = [integers(k=k, r=r) for k in range(1, 6) for r in range(k + 1)]

CLAIM = Claim(
    number="Lemma A.2, number of pairings",
    title="how many pairings have r self-loops",
    source="Appendix A.1, proof of Lemma A.2, before (20)",
    printed=Reading(
        text=r"C_{k-r}=(2k-2r)!!,\quad\#\{p:\ G_p\text{ has at least }r\text{ self-loops}\}\le\binom kr"
             r"(2k-2r)!!",
        note="(2m)!! = 2 * 4 * ... * 2m = 2^m m!; C_m is the number of ways to pair {1, .., 2m}",
        parameters=PARAMETERS,
        constants={"base": "2"},
        hypotheses=("r <= k",),
        conclusions={"count": COUNT.format(EVEN.replace("2^", "base^")),
                     "bound": LEAST.format(EVEN.replace("2^", "base^"))},
        checks=(Search(starts=[{"k": k, "r": r} for k in (1, 2, 3) for r in range(k + 1)],
                       order=("k", "r"), minimum={"r": 0}, what="k <= 3"),),
        expected="REFUTED",
        because="one pair can be paired in one way, not in 2!! = 2",
    ),
    repaired=Reading(
        text=r"C_{k-r}=(2k-2r-1)!!,\quad\#\{p:\ G_p\text{ has at least }r\text{ self-loops}\}\le\binom kr"
             r"(2k-2r-1)!!",
        note="the odd double factorial; the printed bound on the number is true and weaker",
        parameters=PARAMETERS,
        constants={"share": "1"},
        hypotheses=("r <= k",),
        conclusions={"count": COUNT.format(f"share*{ODD}"), "bound": LEAST.format(f"share*{ODD}")},
        checks=(
            Argument(
                steps=(
                    Step("the first of 2m things has 2m - 1 partners, the rest are paired in C_{m-1} ways",
                         COUNT.format(f"share*{ODD}"),
                         Points(GRID, "k <= 5", because="all pairings of up to 10 things listed")),
                    Step("choose r of the self-loops, pair the other 2(k - r) positions",
                         LEAST.format(f"share*{ODD}"),
                         Points(GRID, "k <= 5", because="all pairings of up to 10 things listed")),
                ),
                scope="all k >= r >= 0 (k <= 5 by listing)"),
            Search(starts=[{"k": k, "r": r} for k in range(1, 6) for r in range(k + 1)],
                   order=("k", "r"), minimum={"r": 0}, what="k <= 5"),
        ),
        expected="PROVED",
        because="the recursion C_m = (2m - 1) C_{m-1}",
    ),
    mutants=({"base": "1"}, {"repaired.share": "1/2"}),
    errata="C_{k-r} = (2k - 2r - 1)!!, not (2k - 2r)!!; '2(k-r) pairs of indices' are 2(k-r) indices. The "
           "bounds that follow survive, because (2m - 1)!! <= (2m)!!",
)
