"""C(G_p) <= r + floor((k - r)/2), C(G'_p) <= k - r + 1, C(G_p) + C(G'_p) <= k + 1, r self-loops of G_p.

Source:  proof of Lemma A.2 of the looped paper, between (19) and (20).
Errata:  "at most k - r, i.e. C(G'_p) <= k - r + 1": k - r is false for r = k only.
Idea:    inserting a vertex adds at most one cycle to the two graphs together.
"""

from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families_pairings import count, every_pairing

PARAMETERS = {"k": "positive integer", "p": "positive integer"}
IN_G = "cycles_of_g(k, p) <= self_loops(k, p) + (k - self_loops(k, p))/2"
IN_G_PRIME = "cycles_of_g_prime(k, p) <= k - self_loops(k, p) + 1"
TOGETHER = "cycles_of_g(k, p) + cycles_of_g_prime(k, p) <= k + 1"
SHARP = "cycles_of_g_prime(k, p) <= k - self_loops(k, p)"
ALL = every_pairing((1, 2, 3, 4))
LISTED = "every pairing with k <= 4"
STARTS = [{"k": k, "p": p} for k in (1, 2, 3) for p in range(1, count(k) + 1)]


def exhaustive(text, relation):
    """A sentence for every k whose relation is checked for every pairing of up to four vertices."""
    return Step(text, relation, Points(ALL, LISTED))


CLAIM = Claim(
    number="Lemma A.2, cycle counts",
    title="cycles of the two graphs of a pairing",
    source="Appendix A.1, proof of Lemma A.2, between (19) and (20)",
    printed=Reading(
        text=r"C(G_p)\le r+\Big\lfloor\frac{k-r}2\Big\rfloor,\quad C(G'_p)\le k-r+1,\quad C(G_p)+C(G'_p)"
             r"\le k+1",
        note="r is the number of self-loops of G_p; 'at most k - r' in the sentence before the second bound "
             "fails at r = k (there C(G'_p) = 1), the bound itself is the one that is used",
        parameters=PARAMETERS,
        constants={"extra": "1"},
        hypotheses=("p <= double_factorial(k)",),
        conclusions={"g": IN_G, "g_prime": IN_G_PRIME.replace("+ 1", "+ extra"),
                     "together": TOGETHER.replace("+ 1", "+ extra")},
        checks=(
            Argument(
                steps=(
                    exhaustive("a cycle of G that is no self-loop has at least two of the k - r other "
                               "vertices", IN_G),
                    exhaustive("let p' be p without its last vertex k (its two partners, if different, "
                               "are paired): a self-loop of k adds a cycle to G and none to G'; otherwise k "
                               "stands in the middle of an edge {a, b} of p', G keeps its cycles, and G' "
                               "gains one cycle (one orientation of an edge of the root cycle), none, or "
                               "loses one: so the sum grows by at most 1, from 1 + 1 at k = 1",
                               TOGETHER.replace("+ 1", "+ extra")),
                    exhaustive("C(G_p) >= r, so the sum bounds C(G'_p)",
                               IN_G_PRIME.replace("+ 1", "+ extra")),
                ),
                scope="every pairing with k <= 4, listed; the written induction is for every k"),
            Search(starts=STARTS, order=("k", "p"), what="every pairing with k <= 3"),
        ),
        expected="CERTIFIED",
        because="every pairing with k <= 4; inserting a vertex adds at most one cycle",
    ),
    repaired=Reading(
        text=r"$C(G'_p)\le k-r$ unless $r=k$, where $C(G'_p)=1$",
        note="what the sentence says, with its exception",
        parameters=PARAMETERS,
        hypotheses=("p <= double_factorial(k)", "self_loops(k, p) < k"),
        conclusions={"g_prime": SHARP},
        checks=(
            Argument(
                steps=(
                    exhaustive("without its r self-loops p is a pairing of k - r >= 1 vertices with the "
                               "same C(G'), and C(G) >= 1 there: C(G') <= (k - r) + 1 - 1", SHARP),
                ),
                scope="every pairing with k <= 4 that is not all self-loops, listed; the sentence is for "
                      "every k"),
            Search(starts=STARTS, order=("k", "p"), what="every pairing with k <= 3"),
        ),
        expected="CERTIFIED",
        because="every pairing with k <= 4; the bound on the sum, without the self-loops",
    ),
    mutants=({"extra": "0"},),
    errata="'at most k - r, i.e. <= k - r + 1': the first is false for r = k; 'each pair can be a self-loop "
           "in at most one of the graphs' is false at k = 1, where (1, 2) is one in both",
    uses=("looped.lem-A.2.step-19",),
)
