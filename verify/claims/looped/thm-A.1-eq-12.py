"""y^(t)' = w*'prod (I - S A^(i)) X + sum_i u^(i)'S A^(i) prod_{j>i} (I - S A^(j)) X, i = 0 .. t-1.

Source:  Theorem A.1, (11) and (12) of the looped paper.
Errata:  the u-sum has the wrong sign; it cancels in the loss, where only its square enters.
Idea:    a layer takes labels y = X'v to y = X'v_+ with v_+' = v'(I - S A) - u'S A.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers
from verify.families_layers import GRID, basis, generic_layers, spread, unit_layers

PARAMETERS = {"t": "positive integer", "d": "positive integer", "n": "positive integer",
              "m": "positive integer", "i": "positive integer", "X": "data matrix(d, n)",
              "w": "vector(d)", "x_q": "vector(d)", "A": "data matrix(d, m)", "u": "data matrix(d, t)"}
LABELS = ("layer_entry(X, w, x_q, A, d + 1, i, u) "
          "= unrolled(X, w, token(X, x_q, i), A, u, sign)")
SIZES = tuple({"t": t, "d": d, "n": n, "m": t * d, "i": i} for t, d, n, i in
              ((1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 1, 1), (1, 2, 2, 1), (1, 2, 2, 2), (2, 1, 2, 1),
               (2, 2, 1, 1), (3, 1, 2, 2)))

ONE_LAYER = {"d": "positive integer", "n": "positive integer", "i": "positive integer",
             "X": "data matrix(d, n)", "w": "vector(d)", "x_q": "vector(d)", "A": "real matrix(d)",
             "u": "vector(d)"}
NEW_LABEL = ("layer_entry(X, w, x_q, A, d + 1, i, u) = prompt_entry(X, w, x_q, d + 1, i) "
             "- {}/n")
OWN = "pair(gram(X, w), A, token(X, x_q, i))"
OF_U = "pair(gram(X, u), A, token(X, x_q, i))"


def one_layer(statement, at):
    """w* = x_q = u = e_1, A = I."""
    d = at["d"]
    unit = dense([[int(k == j) for j in range(d)] for k in range(d)])
    return {**integers(d=d, n=at["n"], i=1), "X": spread(d, at["n"]), "w": basis(d),
            "x_q": basis(d), "A": unit, "u": tuple(Fraction(k + 1) for k in range(d))}


INDUCTION = Claim(
    number="Theorem A.1, induction step",
    title="what a layer does to the labels",
    source="Appendix A.1, first display of the induction in the proof of Theorem A.1",
    printed=Reading(
        text=r"{y^{(t+1)}}^\top={y^{(t)}}^\top-\tfrac1n{y^{(t)}}^\top X^\top A^{(t)}X",
        note="y^(t) = X'w for some w, as the induction has it; the update rule above it is printed as "
             "P M Z A Z' and read as (2)",
        parameters=ONE_LAYER,
        hypotheses=("n > d", "i <= n"),
        conclusions={"label": NEW_LABEL.format(OWN)},
        checks=(Search(starts=[{"d": d, "n": n} for d in (1, 2) for n in (2, 3)], family=one_layer,
                       order=("d", "n"), what="w* = u = e_1, A = I"),),
        expected="REFUTED",
        because="the term u^(t)'X X'A^(t) X of the value matrix is dropped",
    ),
    repaired=Reading(
        text=r"{y^{(t+1)}}^\top={y^{(t)}}^\top-\tfrac1n\big(y^{(t)}+X^\top u^{(t)}\big)^\top X^\top "
             r"A^{(t)}X",
        note="with the row u of P; true for u = 0 as printed",
        parameters=ONE_LAYER,
        hypotheses=("i <= n",),
        conclusions={"label": NEW_LABEL.format(f"({OWN} + {OF_U})")},
        checks=(
            Argument(
                steps=(
                    Step("the last row of P Z is u'X + y', the upper rows stay X",
                         NEW_LABEL.format(f"({OWN} + {OF_U})"),
                         Formal(tuple({"d": d, "n": n, "i": i} for d in (1, 2) for n in (1, 2)
                                      for i in range(1, n + 1)))),
                    Step("both sides are sums over tokens of products of coordinates, so the identity "
                         "does not depend on n or d"),
                ),
                scope="all n, d >= 1 and all real data"),
            Search(starts=[{"d": d, "n": n} for d in (1, 2, 3) for n in (1, 2, 3)], family=one_layer,
                   order=("d", "n"), what="w* = e_1, u = (1, 2, ..), A = I"),
        ),
        expected="PROVED",
        because="one line from (2) and (3)",
    ),
    errata="the term with u^(t) is missing, so the induction gives no u-sum beyond t; later lines write "
           "XX' = Sigma without 1/n, A^(i) for A^(t), and prod (I - Sigma A^(t)) for prod (I - Sigma "
           "A^(i))",
)

CLAIM = Claim(
    number="Theorem A.1 (12)",
    title="labels after t layers with their own parameters",
    source="Appendix A.1, Theorem A.1, (11) and (12)",
    uses=("looped.eq-6-8", "looped.thm-A.1-eq-12.step-induction"),
    printed=Reading(
        text=r"{y^{(t)}}^\top={w^*}^\top\prod_{i=0}^{t-1}(I-\Sigma A^{(i)})X+\sum_{i=0}^{t-1}"
             r"{u^{(i)}}^\top\Sigma A^{(i)}\prod_{j=i+1}^{t-1}(I-\Sigma A^{(j)})X",
        note="A^(i) any real matrices, A = [A^(0) .. A^(t-1)], u likewise; products from left to right, "
             "Sigma = (1/n) XX'; token i of both sides",
        parameters=PARAMETERS,
        constants={"sign": "1"},
        hypotheses=("n > d", "m = t*d", "i <= n"),
        conclusions={"labels": LABELS},
        checks=(Search(starts=[{"t": t, "d": d, "n": n} for t in (1, 2) for d in (1, 2)
                               for n in (2, 3)], family=unit_layers, order=("t", "d", "n"),
                       what="w* = 0, u = e_1, A = I"),),
        expected="REFUTED",
        because="-(1/n) u'X X'A X enters with a minus sign",
    ),
    repaired=Reading(
        text=r"(12) with $-$ before the $u$-sum: ${y^{(t)}}^\top=v_t^\top X$ with $v_0=w^*$, "
             r"$v_{t+1}^\top=v_t^\top(I-\Sigma A^{(t)})-{u^{(t)}}^\top\Sigma A^{(t)}$. With shared $A$, "
             r"$u$: $v_L^\top={w^*}^\top M-u^\top(I-M)$, $M=(I-\Sigma A)^L$.",
        note="minus for plus before the u-sum; no n > d",
        parameters=PARAMETERS,
        constants={"sign": "-1"},
        hypotheses=("m = t*d", "i <= n"),
        conclusions={"labels": LABELS},
        checks=(
            Argument(
                steps=(
                    Step("one layer on labels X'w, and the small sizes with more layers, in every entry",
                         LABELS, Formal(SIZES)),
                    Step("induction: the upper rows stay X, so layer t + 1 acts on a prompt with w = v_t "
                         "and gives v_{t+1}; both sides are sums over tokens, so the identity for one "
                         "layer does not depend on n or d"),
                    Step("with shared parameters sum_i S A (I - S A)^{L-1-i} = I - (I - S A)^L "
                         "(telescoping)"),
                ),
                scope="all t, n, d >= 1, all real X, w*, A^(i), u^(i)"),
            Search(starts=GRID, family=generic_layers, order=("t", "d", "n"),
                   what="small integers, different in every layer"),
        ),
        expected="PROVED",
        because="induction over the layers of (2)-(3)",
    ),
    mutants=({"sign": "0"}, {"repaired.sign": "1"}),
    errata="the u-sum needs the sign -; the proof's induction drops the term with u^(t). No later "
           "result is affected: the loss contains the square of the u-sum only",
    explanation="Z^(t) = Z^(t-1) - Attn/n, and the last row of P Z is u'X + y', so u enters with -1/n. At "
                "t = 1, d = 1, n = 2, X = (1, 1), A = u = 1, w* = 0 the labels become (-1, -1), "
                "printed (1, 1).",
    steps={"step-induction": INDUCTION},
)
