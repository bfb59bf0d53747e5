"""Attn(Z^(0); Q, P)_{d+1} = y'X'A [X x_q] (6) = -(0 - (1/n) A grad(0))'X (7); upper rows 0 (8); (9).

Source:  (5)-(9), proof of Proposition 3.1 of the looped paper.
Errata:  (7) has the factor 1/n and the transpose of A that (6) has not, and grad l_2^2(0) is -2Xy.
Idea:    y'X'A x = (A'Xy)'x, and for l = |X'w - y|^2 / 2 the gradient at 0 is -Xy.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers, prompts

PARAMETERS = {"n": "positive integer", "d": "positive integer", "X": "data matrix(d, n)",
              "w": "vector(d)", "x_q": "vector(d)", "A": "real matrix(d)", "r": "positive integer",
              "i": "positive integer", "v": "vector(d)"}
SIZES = tuple({"n": n, "d": d, "r": r, "i": i} for n, d in ((1, 1), (2, 1), (2, 2))
              for r in range(1, d + 1) for i in range(1, n + 2))
ATTENTION = "attention_entry(X, w, x_q, A, d + 1, i)"
AT_TOKEN = "pair(gram(X, w), {}, token(X, x_q, i))"
EQ_6 = f"{ATTENTION} = {AT_TOKEN.format('A')}"
EQ_8 = "attention_entry(X, w, x_q, A, r, i) = 0"
GRADIENT = "slope_at_zero(X, w, v) = grad*dot(gram(X, w), v)"
NEW = "layer_entry(X, w, x_q, A, d + 1, i) = prompt_entry(X, w, x_q, d + 1, i)"
UPPER = "layer_entry(X, w, x_q, A, r, i) = prompt_entry(X, w, x_q, r, i)"
REPAIRED_7 = f"{ATTENTION}/n = -(step*grad/n)*{AT_TOKEN.format('A')}"
REPAIRED_9 = f"{NEW} + step*grad*{AT_TOKEN.format('A')}/n"


def simplest(statement, at):
    """X with ones on its diagonal, w = x_q = v = e_1, A = I, first row and token."""
    n, d = at["n"], at["d"]
    first = tuple(Fraction(k == 0) for k in range(d))
    unit = [[int(k == j) for j in range(d)] for k in range(d)]
    return {**integers(n=n, d=d, r=1, i=1), "w": first, "x_q": first, "v": first, "A": dense(unit),
            "X": dense([[int(k == j) for j in range(n)] for k in range(d)])}


def generic(statement, at):
    """Small integers with a matrix A that is not symmetric, any row and token."""
    point = prompts(statement, {"n": at["n"], "d": at["d"]})
    return {**point, **integers(r=at["d"], i=at["i"]),
            "v": tuple(Fraction(k + 2) for k in range(at["d"]))}


def everywhere(text, relation):
    """One identity in every entry of the data."""
    return Step(text, relation, Formal(SIZES))


CLAIM = Claim(
    number="(6)-(9)",
    title="what one attention layer puts out",
    source="Section 3.4, (5)-(9)",
    printed=Reading(
        text=r"[\mathrm{Attn}]_{d+1}=y^\top X^\top A[X\ x_q]=-\big(0-\tfrac1nA\nabla\ell_2^2(0)\big)^\top"
             r"[X\ x_q],\quad[\mathrm{Attn}]_{1:d}=0,\quad\nabla\ell_2^2(0)=Xy,\quad "
             r"[Z^{(1)}]_{d+1}=[y^\top\ 0]-w_1^\top[X\ x_q],\ w_1=-\tfrac1nA\nabla\ell_2^2(0)",
        note="l_2^2(w) = |X'w - y|^2 (printed with w* in the place of w, then it is 0 everywhere); (7) and "
             "(8) are of size n + 1, the query included; token i and row r of both sides",
        parameters=PARAMETERS,
        constants={"step": "1", "grad": "1"},
        hypotheses=("n > d", "r <= d", "i <= n + 1"),
        conclusions={"eq_6": EQ_6,
                     "eq_7": f"{ATTENTION} = -(0 - (step/n)*grad*{AT_TOKEN.format('transpose(A)')})",
                     "gradient": GRADIENT,
                     "eq_8": EQ_8,
                     "eq_9": f"{NEW} + (step/n)*grad*{AT_TOKEN.format('transpose(A)')}",
                     "eq_9_upper": UPPER},
        checks=(
            Formal(SIZES, parts=("eq_6", "eq_8", "eq_9_upper")),
            Search(starts=[{"d": d, "n": n} for d in (1, 2) for n in (2, 3)], family=simplest,
                   order=("d", "n"), what="X with ones on the diagonal, A = I"),
        ),
        expected="REFUTED",
        because="(6) and (8) hold; (7) differs from (6) by 1/n and a transpose, and the gradient is -2Xy",
    ),
    repaired=Reading(
        text=r"For every real $A$: $\tfrac1n[\mathrm{Attn}]_{d+1}=w_1^\top[X\ x_q]$ with $w_1=-\tfrac1n "
             r"A^\top\nabla\ell(0)$, $\ell(w)=\tfrac12\|X^\top w-y\|^2$, and $[Z^{(1)}]_{d+1}="
             r"[y^\top\ 0]-w_1^\top[X\ x_q]$",
        note="A' for A, -2Xy for the gradient of |X'w - y|^2, so that 1/n is the step for half of it, "
             "and 1/n on the left of (7)",
        parameters=PARAMETERS,
        constants={"step": "1/2", "grad": "-2"},
        hypotheses=("r <= d", "i <= n + 1"),
        conclusions={"eq_6": EQ_6, "eq_7": REPAIRED_7, "gradient": GRADIENT, "eq_8": EQ_8,
                     "eq_9": REPAIRED_9, "eq_9_upper": UPPER},
        checks=(
            Argument(
                steps=(
                    everywhere("P keeps the last row, Q pairs the upper ones, the mask drops the query: "
                               "(6) in every entry", EQ_6),
                    everywhere("w_1 = -(1/n) A'grad(0) read off (6)", REPAIRED_7),
                    everywhere("the slope of |X'(s v) - y|^2 at s = 0 is -2 v'Xy", GRADIENT),
                    everywhere("the upper rows of P are zero", EQ_8),
                    everywhere("Z^(1) = Z^(0) - Attn/n in the last row", REPAIRED_9),
                    everywhere("and in the upper rows", UPPER),
                    Step("each side is a sum over context tokens of products of coordinates at two "
                         "tokens, so the identities do not depend on n or d"),
                ),
                scope="all n, d >= 1, all real X, w*, x_q and A (every entry at n, d <= 2)"),
            Search(starts=[{"d": d, "n": n, "i": i} for d in (1, 2, 3) for n in (1, 2, 3)
                           for i in (1, n + 1)],
                   family=generic, order=("d", "n"), what="small integer prompts, A not symmetric"),
        ),
        expected="PROVED",
        because="polynomial identities in every entry",
    ),
    mutants=({"grad": "-1"}, {"step": "2"}, {"repaired.grad": "1"}, {"repaired.step": "1"}),
    errata="(7): Attn lacks the factor n, A should be A', and grad l_2^2(0) = -2Xy, not Xy (with the "
           "printed gradient (9) is false); (8) is d x (n+1); in 3.2 the loss has w* where w is meant",
    explanation="At n = 2, d = 1, X = (1, 0), w* = A = 1 the layer gives y'X'A X = (1, 0), (7) gives "
                "(1/2, 0); the gradient of (w - 1)^2 at 0 is -2, printed +1, and (9) would give "
                "Z^(1) = 3/2 on the first token where it is 1/2. The transpose shows at d = 2: X = [e_1, "
                "e_2, 0], A = [[0, 1], [0, 0]], w* = e_1 give (0, 1, 0) with A and (0, 0, 0) with A'.",
)
