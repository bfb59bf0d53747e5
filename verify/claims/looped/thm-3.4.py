"""||grad_A L(A, 0)||^2 >= (1/16) L(A, 0)^{(2L-1)/L} wherever L(A, 0) >= 16 L d 4^L / sqrt(n).

Source:  Theorem 3.4; the norm is Frobenius, the gradient is over all real d x d matrices.
Errata:  the constant hides d^{-(L-1)/L}, lost between the end of Lemma A.10 and Theorem A.11.
Idea:    at A = a I and n = infinity, left over right^(...) is 4 L^2 d^{-(L-1)/L}, below 1/16 for
         large d; and where d is comparable with n the loss at the minimiser itself satisfies the
         hypothesis, with gradient zero.
"""

from fractions import Fraction

from theory.matrices import diagonal
from verify.checks import Argument, Search
from verify.claim import Claim, Reading
from verify.closeness import constants_step
from verify.families import fixed_scalar, flattest_scalar, integers, two_clusters
from verify.gradients import EVEN_ORDER, HOELDER, SECOND_MOMENT, dominance_points, shear_points
from verify.listed import listed_for
from verify.tightness import largest

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
HALF = Fraction(1, 2)
CLUSTERS = "half and half with eigenvalues 1/2 and 3/2"
FAMILIES = {"I/2": fixed_scalar(HALF), CLUSTERS: two_clusters(HALF, Fraction(3, 2))}


def dimensions(L):
    """The least d with 4 L^2 d^{-(L-1)/L} < factor, the case n = infinity; full: 2^20 too."""

    def starts(statement, context):
        factor = Fraction(statement.constants["factor"])
        d = 2
        while d ** (L - 1) * factor**L <= (4 * L * L) ** L:
            d *= 2
        low = d // 2
        while d - low > 1:
            middle = (low + d) // 2
            small = middle ** (L - 1) * factor**L <= (4 * L * L) ** L
            low, d = (middle, d) if small else (low, middle)
        n = 10**20 if L == 2 else 10**40
        yield {"L": L, "d": d + d % 2, "n": n}
        if context.full:
            yield {"L": L, "d": 2**20, "n": n}

    return starts


def comparable(statement, context):
    """L = 1 with d near n; the first three starts cost little and say how far the statement holds."""
    yield from ({"L": 1, "d": d, "n": n} for d, n in ((1, 10**6), (4000, 8000), (16128, 16384)))
    if context.full:
        yield {"L": 1, "d": 16383, "n": 16384}


def nilpotent(statement, at):
    """A = [[1, 1], [0, 1]], a = 1."""
    found = shear_points(statement, {**at, "s": 10 ** at["digits"], "t": 1})
    return None if found is None else {**found, "a": Fraction(1)}


REAL = Claim(
    number="Theorem 3.4, all real A",
    title="dominance over all real A",
    source="Section 3.7, Theorem 3.4, with A any real matrix as in section 3.5",
    uses=("looped.thm-3.4",),
    printed=Reading(
        text=r"\|\nabla L(A,0)\|\ge\tfrac1{100}\,2L\,d^{-\frac{L-1}{2L}}P^{2L-1}\frac{P-Q}{P+Q},\quad "
             r"P=L(A,0)^{1/2L},\ Q=L(aI,0)^{1/2L}",
        note="the repaired reading of Theorem 3.4 with the model's loss and any real A, and 1/100 of its "
             "constant: whether symmetry matters",
        parameters={**PARAMETERS, "A": "real matrix(d)", "a": "real"},
        constants={"factor": "1/100"},
        definitions={"P": "loss(L, n, A)^(1/(2*L))", "Q": "scalar_loss(2*L, n, d, a)^(1/(2*L))"},
        conclusions={"dominance": "sqrt(grad_norm_sq(L, n, A))*(P + Q) >= "
                                  "factor*2*L*P^(2*L - 1)*d^(-(L - 1)/(2*L))*(P - Q)"},
        checks=(Search(starts=[{"L": L, "d": 2, "digits": 9} for L in (1, 2)], family=nilpotent,
                       order=("digits",), what="A = [[1, 1], [0, 1]], n a power of 100"),),
        expected="REFUTED",
        because="I - A is nilpotent: P and the gradient are of order n^{-1/4} and n^{-1}, so no factor works",
    ),
    mutants=({"factor": "1/50"},),
    errata="over all real A no factor works for L, d >= 2: at A = [[1, 1], [0, 1]] the squared gradient is "
           "of order n^{-2} and loss^{(2L-1)/L} of order n^{-3/2}, far above the least loss",
)

CLAIM = Claim(
    number="Theorem 3.4",
    title="gradient dominance with power (2L-1)/L",
    source="Section 3.7, Theorem 3.4",
    uses=("looped.lem-A.10", "looped.thm-A.11"),
    printed=Reading(
        text=r"\Sigma^*=I,\ L(A,0)\ge\frac{16Ld4^L}{\sqrt n}\ \Longrightarrow\ "
             r"\|\nabla_A L(A,0)\|^2\ge\tfrac1{16}L(A,0)^{(2L-1)/L}",
        note="n > d from section 3.2; A any real matrix; Frobenius norm",
        parameters={**PARAMETERS, "A": "real matrix(d)"},
        constants={"threshold": "16", "base": "4", "factor": "1/16"},
        hypotheses=("n > d", "loss(L, n, A) >= threshold*L*d*base^L/sqrt(n)"),
        conclusions={"dominance": "grad_norm_sq(L, n, A) >= factor*loss(L, n, A)^((2*L - 1)/L)"},
        checks=(
            Search(starts=comparable, family=flattest_scalar, order=("n",),
                   what="L = 1, A = a I with a as close to the minimiser as the hypothesis allows"),
            Search(starts=[{"L": 2, "d": 2, "s": 10**k, "t": t} for k, t in ((2, 20), (4, 60), (5, 120))],
                   family=shear_points, order=("s", "t"), minimum={"s": 2},
                   what="L = 2, d = 2, A = [[1, t], [0, 1]], not symmetric"),
            *(Search(starts=dimensions(L), family=FAMILIES[name], order=("d", "n") if L == 2 else (),
                     minimum={"d": 60_000}, what=f"L = {L}, n huge, A = {name}")
              for L, name in ((2, "I/2"), (3, "I/2"), (4, "I/2"), (8, "I/2"), (2, CLUSTERS))),
        ),
        expected="REFUTED",
        because="the constant needs a factor d^{-(L-1)/L}; d of the order of n breaks L = 1, and a shear "
                "L = d = 2",
        speaks="threshold*L*base^L < sqrt(n)",
    ),
    repaired=Reading(
        text=r"For every symmetric $A$, every real $a$ and all $n,d,L\ge1$, with $p(A)=\mathbb{E}\,"
             r"\mathrm{tr}(I-\Sigma A)^{2L}$, $P=p(A)^{1/2L}$, $Q=p(aI)^{1/2L}$: $\|\nabla p(A)\|\ge "
             r"2L\,d^{-\frac{L-1}{2L}}\sqrt{1+\tfrac1n}\,P^{2L-1}\,\frac{P-Q}{P+Q}$. So "
             r"$\|\nabla p\|^2\ge L^2d^{-(L-1)/L}p^{(2L-1)/L}$ wherever $p(A)\ge 3^{2L}\min p$.",
        note="symmetric A and the loss of Lemma 4.1 (the model's loss too at multiples of I, where the "
             "two have one gradient); no condition on n; the power of d and the constant 4 L^2 are the "
             "best ones (A = 0, n -> infinity)",
        parameters={**PARAMETERS, "A": "symmetric matrix(d)", "a": "real"},
        constants={"factor": "1"},
        definitions={"P": "printed_loss(L, n, A)^(1/(2*L))", "Q": "scalar_loss(2*L, n, d, a)^(1/(2*L))"},
        conclusions={"dominance": "sqrt(printed_grad_norm_sq(L, n, A))*(P + Q) >= "
                                  "factor*2*L*P^(2*L - 1)*d^(-(L - 1)/(2*L))*sqrt(1 + 1/n)*(P - Q)"},
        checks=(
            Argument(
                steps=(
                    HOELDER, SECOND_MOMENT, EVEN_ORDER,
                    constants_step("divide: |grad p| |A - a I| >= 2L P^{2L-1} (P - Q) and |A - a I| "
                                   "sqrt(1 + 1/n) <= d^{(L-1)/(2L)} (P + Q)", "0 <= factor and factor <= 1"),
                ),
                scope="every L, n, d >= 1, every symmetric A and real a"),
            listed_for(dominance_points, "five symmetric matrices and multiples of I, L <= 3"),
        ),
        expected="PROVED",
        because="Hoelder for the gradient in the direction of a I, Minkowski for the distance",
        tightness=largest("dominance", [
            {**integers(L=L, n=10**16, d=d), "A": diagonal([(0, d)]), "a": Fraction(1)}
            for L, d in ((1, 1), (2, 10), (3, 1000))],
            note="A = 0, a = 1: tends to 1 for every L and d as n grows"),
    ),
    mutants=({"factor": "1"}, {"repaired.factor": "3/2"}),
    errata="no constant works for all d: the factor d^{-(L-1)/L} of the proof's Hoelder step is lost in "
           "Theorem A.11 (L = 2, d = 65536 is too much for 1/16), and the threshold does not exclude the "
           "minimiser itself when d is comparable with n; for A that is not symmetric it fails at "
           "L = d = 2 (n = 516^2, A = [[1, 55], [0, 1]]). "
           "With 4 L^2 d^{-(L-1)/L} in the place of 1/16 and the distance to the minimum in the place of the "
           "threshold it holds for every symmetric A and every n",
    explanation="At A = a I and n = infinity the loss is d (1-a)^{2L} and the squared gradient 4 L^2 d "
                "(1-a)^{4L-2}, so their ratio in the theorem's powers is 4 L^2 d^{-(L-1)/L}.",
    steps={"step-real": REAL},
)
