"""sum_{s<=k} (2kd/sqrt n)^s <= 1 + 4kd/sqrt n under n >= 4k^2d^2.

Source:  last display of the proof of Lemma A.2 of the looped paper.
Errata:  needs n >= 16k^2d^2; at n = 4k^2d^2 the sum is k + 1, the bound 3.
Idea:    a geometric series with q <= 1/2 is at most 1 + 2q.
"""

from fractions import Fraction

from verify.checks import Argument, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import constants_step
from verify.families import integers
from verify.tightness import largest

PARAMETERS = {"k": "positive integer", "d": "positive integer", "n": "positive integer"}
SERIES = "geometric(k, 2*k*d/sqrt(n)) <= 1 + factor*k*d/sqrt(n)"


def at_threshold(statement, at):
    """n the least that the hypothesis allows."""
    k, d = at["k"], at["d"]
    bound = Fraction(statement.constants["threshold"]) * k * k * d * d
    return integers(k=k, d=d, n=max(1, -(-bound.numerator // bound.denominator)))


STARTS = [{"k": k, "d": d} for k in (1, 2, 3, 5, 10, 30) for d in (1, 2)]

CLAIM = Claim(
    number="Lemma A.2, last step",
    title="summing the geometric series",
    source="Appendix A.1, proof of Lemma A.2, last display",
    uses=("looped.lem-A.2.step-20",),
    printed=Reading(
        text=r"n\ge4k^2d^2\ \Longrightarrow\ \sum_{s=0}^k(2k)^s\Big(\frac d{\sqrt n}\Big)^s\le1+"
             r"\frac{4kd}{\sqrt n}",
        note="the step from the last line of (20) to n^k alpha <= n^k (1 + 4kd/sqrt n)",
        parameters=PARAMETERS,
        constants={"threshold": "4", "factor": "4"},
        hypotheses=("n >= threshold*k^2*d^2",),
        conclusions={"series": SERIES},
        checks=(Search(starts=STARTS, family=at_threshold, order=("k", "d"),
                       what="n = 4 k^2 d^2, where the ratio is 1"),),
        expected="REFUTED",
        because="with ratio 1 the sum is k + 1",
    ),
    repaired=Reading(
        text=r"n\ge16k^2d^2\ \Longrightarrow\ \sum_{s=0}^k(2k)^s\Big(\frac d{\sqrt n}\Big)^s\le1+"
             r"\frac{4kd}{\sqrt n}",
        note="16 for 4, which is the best constant for k -> infinity (q + q^2 + .. <= 2q only for q <= 1/2)."
             " The conclusion of Lemma A.2 holds under n >= 4k^2d^2 all the same, by the recursion",
        parameters=PARAMETERS,
        constants={"threshold": "16", "factor": "4"},
        hypotheses=("n >= threshold*k^2*d^2",),
        conclusions={"series": SERIES},
        checks=(
            Argument(
                steps=(
                    Step("with q = 2kd/sqrt n: q + .. + q^k <= q/(1 - q) for every k, as q < 1"),
                    Step("q <= 2/sqrt(threshold), that is q = 1/g with g >= sqrt(threshold)/2, g > 1; the "
                         "right side is 1 + (factor/2) q", "1/(g - 1) <= (factor/2)/g",
                         Region(lower={"g": "sqrt(threshold)/2"}), parameters={"g": "positive real"},
                         keep=(), hypotheses=("g >= sqrt(threshold)/2",)),
                    constants_step("the constant: the least g is above 1", "4 < threshold"),
                    Step("the sums themselves, each k up to 20, all real d and n = s^2", SERIES,
                         Region(lower={"d": "1", "s": "sqrt(threshold)*k*d"}, roots={"n": "s"},
                                each={"k": range(1, 21)})),
                ),
                scope="all k, all real d >= 1 and n >= 16k^2d^2"),
            Search(starts=STARTS, family=at_threshold, order=("k", "d"),
                   what="the least n of the hypothesis"),
        ),
        expected="PROVED",
        because="a geometric series",
        tightness=largest("series", [integers(k=k, d=1, n=16 * k * k) for k in (1, 2, 5, 20)],
                          "excess over 1, at the least n; tends to 1 as k grows", less="1"),
    ),
    mutants=({"factor": "2"}, {"repaired.threshold": "9"}, {"repaired.factor": "2"}),
    errata="the step needs n >= 16k^2d^2: at n = 4k^2d^2 the left side is k + 1 and the right side 3 "
           "(false from k = 3 on). Lemma A.2 itself survives",
    explanation="At k = 3, d = 1, n = 36 every term of the sum is 1: 4 against 1 + 2 = 3. Lemma A.2 is true "
                "there because the bounds before this step are far from tight.",
)
