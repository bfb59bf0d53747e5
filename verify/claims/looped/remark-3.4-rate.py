"""Along the flow dL/dt = -||grad L||^2, so convergence is faster when the loss is high: not always.

Source:  remark after Theorem 3.4.
Errata:  the sign is missing ("is equal to the squared norm of the gradient"); a higher loss need not
         have a larger gradient; the rate stands in Theorem 3.3, not 3.2.
Idea:    n = infinity, L = 2, x_i = 1 - a_i: loss sum x_i^4, squared gradient 16 sum x_i^6.
"""

from fractions import Fraction

from theory.matrices import diagonal
from verify.checks import Argument, Identity, Points, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

SIZES = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}


def spread(statement, at):
    """A = 0 against B = diag(1 - k/20, 1, .., 1): equal errors against one larger error."""
    L, n, d = at["L"], at["n"], at["d"]
    rest = [(Fraction(1), d - 1)] if d > 1 else []
    return {**integers(L=L, n=n, d=d), "A": diagonal([(0, d)]),
            "B": diagonal([(1 - Fraction(at["k"], 20), 1), *rest])}


def sides(statement, context):
    """a <= b on both sides of a*."""
    for L in (1, 2, 3):
        for n, d in ((1, 1), (3, 2), (50, 10), (10**9, 3)):
            for a, b in ((-5, 0), (0, Fraction(1, 20)), (-1, Fraction(1, 20)), (0, 3)):
                yield {**integers(L=L, n=n, d=d), "a": Fraction(a), "b": Fraction(b)}


RATE = "(scalar_loss(2, n, d, a + v) - scalar_loss(2, n, d, a - v))/2 = sign*d*v^2"
VELOCITY = {"v": "-2*(scalar_loss(2, n, d, a) - scalar_loss(1, n, d, a))/(a*d)"}
SCALAR = {"n": "positive integer", "d": "positive integer", "a": "positive real"}


def one_loop(statement, context):
    """A = a I on both sides of a*."""
    for n, d in ((1, 1), (2, 1), (20, 10), (10**6, 3)):
        for a in (Fraction(1, 10), Fraction(1), Fraction(3)):
            yield {**integers(n=n, d=d), "a": a}


SIGN = Claim(
    number="Remark after Theorem 3.4, sign",
    title="dL/dt is the squared norm of the gradient",
    source="Section 3.7, remark after Theorem 3.4",
    printed=Reading(
        text=r"\tfrac d{dt}L(A(t),0)\text{ is equal to the squared norm of the gradient}",
        note="L = 1, A(t) = a I: a' = v = -p'(a)/d, the gradient is -v I, and p is quadratic, so dL/dt = "
             "p'(a) v = (p(a + v) - p(a - v))/2",
        parameters=SCALAR, constants={"sign": "1"}, definitions=VELOCITY, conclusions={"rate": RATE},
        checks=(Search(starts=[{"n": 2, "d": 1, "a": 2}], order=("n", "d", "a"), what="small integers"),),
        expected="REFUTED",
        because="the loss falls along the flow",
    ),
    repaired=Reading(
        text=r"$\frac d{dt}L(A(t),0)=-\|\nabla_AL(A(t),0)\|^2$",
        note="the chain rule, for every L and A; by machine for L = 1 at the multiples of I",
        parameters=SCALAR, constants={"sign": "-1"}, definitions=VELOCITY, conclusions={"rate": RATE},
        checks=(Identity(free=("n", "d", "a")), Points(one_loop, "n up to 10^6, three a")),
        expected="PROVED",
        because="chain rule",
    ),
    mutants=({"sign": "2"}, {"repaired.sign": "1"}),
    errata="dL/dt is minus the squared norm",
)

CLAIM = Claim(
    number="Remark after Theorem 3.4",
    title="dL/dt along the flow; faster when the loss is high",
    source="Section 3.7, remark after Theorem 3.4",
    uses=("looped.thm-3.4", "looped.thm-3.3-loss"),
    printed=Reading(
        text=r"the speed of change of the loss on the gradient flow is equal to the squared norm of the "
             r"gradient [and] the convergence is faster when the loss is high",
        note="the speed is -dL/dt = |grad|^2 (chain rule; the sign is a misprint), so the second half says: "
             "a higher loss has a larger gradient. Sigma* = I, real A and B",
        parameters={**SIZES, "A": "real matrix(d)", "B": "real matrix(d)"},
        hypotheses=("n > d", "loss(L, n, A) > loss(L, n, B)"),
        conclusions={"faster": "grad_norm_sq(L, n, A) >= grad_norm_sq(L, n, B)"},
        checks=(Search(starts=[{"L": L, "n": 10**6, "d": d, "k": 23} for L in (1, 2) for d in (1, 2)],
                       family=spread, order=("L", "d", "n", "k"), what="A = 0, B = diag(1 - k/20, 1)"),),
        expected="REFUTED",
        because="errors spread over all directions have a smaller gradient than one large error",
    ),
    repaired=Reading(
        text=r"On the multiples of $I$ on one side of the minimiser the speed increases with the loss, for "
             r"every $L,n,d$: $a\le b\le a^*\Rightarrow\|\nabla L(aI)\|\ge\|\nabla L(bI)\|$. In general the "
             r"speed is at least $4L^2d^{-(L-1)/L}(1+\frac1n)\big(\frac{P-Q}{P+Q}\big)^2p^{(2L-1)/L}$ "
             r"(Theorem 3.4), and at $L=1$ it is $4(1+\frac{d+1}n)(p-\min p)$ (Theorem 3.3 (1)).",
        note="what is left: a lower bound of the speed that increases with the loss, and monotonicity along "
             "the flow from a multiple of I",
        parameters={**SIZES, "a": "real", "b": "real"},
        hypotheses=("a <= b", "b < optimum(L, n, d)"),
        conclusions={"faster": "grad_norm_sq(L, n, a*identity(d)) >= grad_norm_sq(L, n, b*identity(d))"},
        checks=(
            Argument(
                steps=(
                    Step("p(a) = E tr (I - a W)^{2L} has p'' = 2L (2L-1) E tr W^2 (I - a W)^{2L-2} >= 0; by "
                         "machine in scalars y = 1 - a w, with a^2 w^2 = (1 - y)^2",
                         "y^(2*L) - 2*y^(2*L - 1) + y^(2*L - 2) = (1 - y)^2*y^(2*L - 2)",
                         Identity(free=("y",), each={"L": range(1, 11)}),
                         parameters={"y": "real"}, keep=("L",), hypotheses=()),
                    Step("so p' increases and is negative below a*: |p'(a)| >= |p'(b)|, and the squared "
                         "gradient is p'^2/d"),
                ),
                scope="every L, n, d >= 1, all real a <= b <= a*"),
            Points(sides, "L <= 3, n up to 10^9"),
        ),
        expected="PROVED",
        because="the scalar loss is convex",
    ),
    errata="dL/dt = -||grad||^2 (sign), and for d >= 2, L >= 2 a higher loss can have a smaller gradient; "
           "the rate is that of Theorem 3.3",
    steps={"step-sign": SIGN},
)
