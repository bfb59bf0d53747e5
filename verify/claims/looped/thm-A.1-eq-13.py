"""y_q^(t) = y_q - w*'prod (I - S A^(i)) x_q - sum_i u^(i)'S A^(i) prod_{j>i} (I - S A^(j)) x_q.

Source:  Theorem A.1, (13) of the looped paper; y_q^(t) = -Z^(t)_{d+1,n+1}.
Errata:  the u-sum has the wrong sign, as in (12).
Idea:    the query's last entry falls by (1/n)(y + X'u)'X'A x_q in each layer, y = X'v_t.
"""

from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families_layers import GRID, generic_layers, unit_layers

PARAMETERS = {"t": "positive integer", "d": "positive integer", "n": "positive integer",
              "m": "positive integer", "X": "data matrix(d, n)", "w": "vector(d)",
              "x_q": "vector(d)", "A": "data matrix(d, m)", "u": "data matrix(d, t)"}
QUERY = ("-layer_entry(X, w, x_q, A, d + 1, n + 1, u) "
         "= dot(w, x_q) - unrolled(X, w, x_q, A, u, sign)")
SIZES = tuple({"t": t, "d": d, "n": n, "m": t * d} for t, d, n in
              ((1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1), (3, 1, 2)))

CLAIM = Claim(
    number="Theorem A.1 (13)",
    title="prediction after t layers with their own parameters",
    source="Appendix A.1, Theorem A.1, (13)",
    uses=("looped.thm-A.1-eq-12",),
    printed=Reading(
        text=r"y^{(t)}_q=y_q-{w^*}^\top\prod_{i=0}^{t-1}(I-\Sigma A^{(i)})x_q-\sum_{i=0}^{t-1}"
             r"{u^{(i)}}^\top\Sigma A^{(i)}\prod_{j=i+1}^{t-1}(I-\Sigma A^{(j)})x_q",
        note="y_q^(t) = -Z^(t)_{d+1,n+1} as defined there, so y_q^(L) = TF_L; y_q = w*'x_q; the transpose "
             "on the scalars is a misprint",
        parameters=PARAMETERS,
        constants={"sign": "1"},
        hypotheses=("n > d", "m = t*d"),
        conclusions={"prediction": QUERY},
        checks=(Search(starts=[{"t": t, "d": d, "n": n} for t in (1, 2) for d in (1, 2)
                               for n in (2, 3)], family=unit_layers, order=("t", "d", "n"),
                       what="w* = 0, u = x_q = e_1, A = I"),),
        expected="REFUTED",
        because="the u-sum enters with the other sign",
    ),
    repaired=Reading(
        text=r"$y^{(t)}_q=y_q-v_t^\top x_q$ with $v_t$ of (12): (13) with $+$ before the $u$-sum. For "
             r"$u=0$ the printed formula is right.",
        note="plus for minus before the u-sum; no n > d",
        parameters=PARAMETERS,
        constants={"sign": "-1"},
        hypotheses=("m = t*d",),
        conclusions={"prediction": QUERY},
        checks=(
            Argument(
                steps=(
                    Step("one layer, and the small sizes with more layers, in every entry", QUERY,
                         Formal(SIZES)),
                    Step("induction: in layer t + 1 the context labels are X'v_t by (12), so y_q^(t) "
                         "grows by (1/n)(X'(v_t + u))'X'A x_q = (v_t + u)'S A x_q = (v_t - v_{t+1})'x_q; "
                         "sums over tokens, hence for every n and d"),
                ),
                scope="all t, n, d >= 1, all real X, w*, x_q, A^(i), u^(i)"),
            Search(starts=GRID, family=generic_layers, order=("t", "d", "n"),
                   what="small integers, different in every layer"),
        ),
        expected="PROVED",
        because="the same recursion at the query",
    ),
    mutants=({"sign": "0"}, {"repaired.sign": "1"}),
    errata="the u-sum needs the sign +; harmless in the loss, because w* is centred and independent of it",
    explanation="At t = 1, d = 1, n = 2, X = (1, 1), A = u = x_q = 1, w* = 0 the query's entry of Z^(1) is "
                "-(1/n) u'X X'A x_q = -1, so y_q^(1) = 1; printed, it is -1.",
)
