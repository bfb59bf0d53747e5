"""Assumption 1 (rotations, negation) leaves out integrability: E f^2 can be infinite, and then L is.

Source:  Assumption 1 and the example after it in the one-step paper; rotations are SO(d).
Errata:  add E f(x)^2 (1 + |x|^2) finite; an output bias breaks the symmetry under negation; that symmetry
         is needed only at d = 1.
Idea:    f(x) = beta x with beta = +-base^k of probability (1 - p) p^k / 2: E f^2 = sum (1-p)(base^2 p)^k.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Points, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

CROSS = "offset_cross(n, w, M, b, sigma2) = value"


def odds(statement, context):
    """p from light to heavy tails."""
    return [{"p": Fraction(1, q)} for q in (100, 10, 5, 4, 3, 2)]


CLAIM = Claim(
    number="Assumption 1",
    title="who satisfies it, and what it leaves out",
    source="Section 5, Assumption 1 and the network example",
    printed=Reading(
        text=r"f\sim f\circ R\text{ for every rotation }R,\ f\sim-f\quad\Longrightarrow\quad"
             r"\text{Theorem 3 (in particular a finite loss to minimise)}",
        note="is the assumption enough? d = 1, f(x) = beta x, beta = +-base^k with probability "
             "(1 - p) p^k/2, k >= 0: it satisfies Assumption 1 for every p, and E f^2 = sum_k (1 - p) "
             "(base^2 p)^k converges only for base^2 p < 1. Else L = infinity for every parameter (term k of "
             "E(beta - t beta S)^2 is at least (1-p)(base^2 p)^k 2/(n+2)), so that every parameter is a "
             "global minimiser and the theorem's conclusion fails",
        parameters={"p": "unit interval"},
        constants={"base": "2"},
        conclusions={"finite": "base^2*p < 1"},
        checks=(Points(odds, "p = 1/100 .. 1/2"),),
        expected="REFUTED",
        because="nothing in Assumption 1 bounds the moments of f",
    ),
    repaired=Reading(
        text=r"With $\mathbb{E}f^2(1+|x|^2)<\infty$ and $f\sim f\circ R$ for $R\in SO(d)$, Theorem 3 holds "
             r"for every $d\ge2$ without symmetry under negation; at $d=1$ that symmetry (or $R=-1$) is "
             r"needed. Networks with a linear last layer of independent standard normal weights and no "
             r"output bias satisfy Assumption 1; an output bias breaks only the negation.",
        note="integrability added, negation dropped for d >= 2; checked in every entry for f = w'x + b|x|^2, "
             "which is invariant under rotations and not under negation",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "nonnegative real", "b": "real", "w": "vector(s)", "M": "real matrix(s)"},
        constants={"value": "0"},
        hypotheses=("s = d + 1", "d >= 2"),
        conclusions={"cross": CROSS},
        checks=(
            Argument(
                steps=(
                    Step("the loss splits as in Lemma 8 once E(T X'y - ubar)'(B X'X p + q c y'y) = 0; that "
                         "mean is built from E[ubar y'y], E[X'y y'y] (vectors), E[X'X_ij ubar_k], E[X'X_ij "
                         "(X'y)_k] (three indices, symmetric in i, j), all invariant under SO(d)"),
                    Step("an invariant vector is 0 for d >= 2; an invariant tensor of order 3 is 0 for d = 2 "
                         "(R = -I) and d >= 4, and a multiple of the antisymmetric tensor for d = 3, so 0 if "
                         "it is symmetric in two indices"),
                    Step("for f = w'x + b |x|^2, from the tokens, in every entry of w, M, b and in sigma2",
                         CROSS, Formal(sizes((1, 2), (2, 2), (1, 3)))),
                    Step("network example: the first layer W_1 has the law of W_1 R, the last layer a that "
                         "of -a, both independent of what lies between: f o R ~ f and -f ~ f"),
                ),
                scope="every family with E f^2 (1 + |x|^2) finite, invariant under SO(d), d >= 2"),
            Search(starts=starts((1, 2), (2, 2)), family=filled, order=("n",), what="small parameters"),
        ),
        expected="PROVED",
        because="odd tensors that SO(d) leaves invariant vanish",
    ),
    mutants=({"base": "3"}, {"repaired.value": "1"}),
    errata="add integrability (E f^2 and E f^2|x|^2 finite), which also limits the activations of the "
           "network "
           "example (exp(z^2) is too large); `no output bias'; negation is needed only for d = 1",
    explanation="For the family beta x with heavy tails, the context determines beta well and ubar is "
                "finite, "
                "but E(y - yhat)^2 = E beta^2 E(1 - t S)^2 + ... is infinite for every t. At d = 1 and f(x) "
                "= x "
                "(no negation, SO(1) trivial) the layer with predictor X'X/(n + 2) has loss sigma2 + 2/(n + "
                "2), "
                "less than the sigma2 + (2 + sigma2)/(n + 2 + sigma2) of the best eta X'y.",
)
