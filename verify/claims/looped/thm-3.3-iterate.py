"""After the time of Theorem 3.3: (1 - c) A_opt <= A <= (1 + c) A_opt, c = 8 (1 + 4 d^{1/(2L)}) xi^{1/(2L)}.

Source:  Theorem 3.3 (2), Sigma* = I, xi >= 2 (4 delta)^{2L}.
Errata:  false from starts that are not symmetric; from symmetric ones 8 (1 + 4 d^{1/(2L)}) can be 1.
Idea:    the path from A(0) has length at most sqrt(T f(0)): from a shear, whose loss is small, the flow
         does not come near any symmetric matrix in the time T.
"""

from fractions import Fraction

from theory.matrices import dense, diagonal
from verify.checks import Argument, Points, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import CHI_SQUARE, SPECTRAL, constants_step, population_loss
from verify.families import integers
from verify.gradients import SHAPES
from verify.tightness import largest

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "xi": "positive real"}
UNIT = (Fraction(3, 5), Fraction(-4, 5))


def shear_start(statement, at):
    """A(0) = [[1, -t], [0, 1]], n = s^2, xi the least that the hypothesis allows, x = (3, -4)/5."""
    if at["d"] != 2 or at["L"] < 2:
        return None
    threshold, scale, factor = (Fraction(statement.constants[k])
                                for k in ("threshold", "scale", "delta_factor"))
    L, s = at["L"], at["s"]
    return {**integers(L=L, d=2, n=s * s), "xi": threshold * scale ** (2 * L) * factor * L * 2 / s,
            "A": dense([[1, -at["t"]], [0, 1]]), "x": UNIT}


def symmetric_ends(statement, context):
    """Symmetric A with xi equal to its loss: near I, and (outside the hypotheses) far away."""
    for L, n, b in ((1, 10**9, Fraction(1, 2)), (2, 10**12, Fraction(1, 2)), (3, 10**9, Fraction(13, 8)),
                    (1, 4, Fraction(4, 5)), (1, 10**9, Fraction(-1))):
        yield {**integers(L=L, n=n, d=1), "A": diagonal([(b, 1)]),
               "xi": population_loss(L, n, diagonal([(b, 1)]))}
    for L in (1, 2):
        for n in (10, 1000, 10**6):
            for rows in SHAPES:
                A = dense([[Fraction(v) for v in row] for row in rows])
                yield {**integers(L=L, n=n, d=2), "A": A, "xi": population_loss(L, n, A)}


def closest(L, b):
    """d = 1, A = b, n huge, xi = loss."""
    A = diagonal([(Fraction(b), 1)])
    return {**integers(L=L, n=10**15, d=1), "A": A, "xi": population_loss(L, 10**15, A)}


CLAIM = Claim(
    number="Theorem 3.3 (2)",
    title="closeness to A_opt along the flow",
    source="Section 3.7, Theorem 3.3, part 2",
    uses=("looped.thm-3.3-loss", "looped.thm-4.4"),
    printed=Reading(
        text=r"\xi\ge2(4\delta)^{2L},\ t\ge T\ \Longrightarrow\ (1-c)A^{opt}\preccurlyeq A(t)"
             r"\preccurlyeq(1+c)A^{opt},\quad c=8(1+4d^{1/(2L)})\xi^{1/(2L)}",
        note="A(0) any real matrix, the order that of the forms x'Ax; A_opt = a* I, the best symmetric A, "
             "and as it is not the best real one (Theorem 3.2 (2)), its form is allowed to be twice that "
             "of a* I. At time T = (1/xi)^"
             "{(L-1)/L} (16L/(L-1))^{(L-1)/(2L-1)}. Decided through a consequence at A = A(0): |A(T) - A(0)| "
             "<= sqrt(T f(0)) by Cauchy-Schwarz, as f' = -|A'|^2, so x'A(0)x - sqrt(T f(0)) <= x'A(T)x. "
             "L >= 2, n > d",
        parameters={**PARAMETERS, "A": "real matrix(d)", "x": "vector(d)"},
        constants={"threshold": "2", "scale": "4", "delta_factor": "8", "time": "16", "slope": "8",
                   "inner": "4", "allowance": "2"},
        definitions={"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))",
                     "c": "slope*(1 + inner*d^(1/(2*L)))*xi^(1/(2*L))",
                     "T": "(1/xi)^((L - 1)/L)*(time*L/(L - 1))^((L - 1)/(2*L - 1))"},
        hypotheses=("L >= 2", "n > d", "norm_sq(x) = 1", "xi >= threshold*(scale*delta)^(2*L)"),
        conclusions={"upper": "form(x, A) - sqrt(T*loss(L, n, A)) <= "
                              "allowance*(1 + c)*optimum(L, n, d)"},
        checks=(Search(starts=[{"L": 2, "d": 2, "s": 10**k, "t": t} for k, t in
                               ((2, 300), (3, 1000), (4, 300), (5, 100))],
                       family=shear_start, order=("s", "t"), minimum={"s": 2},
                       what="A(0) = [[1, -t], [0, 1]], the least xi"),),
        expected="REFUTED",
        because="a shear has a small loss and the flow leaves it slowly",
        speaks="slope*(1 + inner*d^(1/(2*L)))*threshold^(1/(2*L))*scale*delta < 1",
    ),
    repaired=Reading(
        text=r"From a symmetric $A(0)$ the flow stays symmetric, and for $n\ge d$, $\xi<1$: as soon as "
             r"$L(A(t),0)\le\xi$, $\sum_i(1-\lambda_i(A(t)))^{2L}\le\xi$; so $(1-\xi^{1/2L})I"
             r"\preccurlyeq A(t)\preccurlyeq(1+\xi^{1/2L})I$.",
        note="symmetric starts; no constant, no delta; A = A(t). The time: repaired Theorem 3.3 (1). "
             "Relative to A_opt: divide by a*, 1 - a* <= (2L+1)(d+1)/(3n)",
        parameters={**PARAMETERS, "A": "symmetric matrix(d)"},
        constants={"factor": "1"},
        hypotheses=("n >= d", "xi < 1", "loss(L, n, A) <= xi"),
        conclusions={"closeness": "trace((identity(d) - A)^(2*L)) <= factor*xi"},
        checks=(
            Argument(
                steps=(
                    Step("the loss is unchanged by A -> R A R' for orthogonal R, so at a symmetric A the "
                         "gradient is diagonal where A is: the flow stays symmetric"),
                    Step("for n >= d, W > 0 almost surely and W A has the inertia of A: an eigenvalue <= 0 "
                         "of A would give I - W A a real eigenvalue >= 1 and the loss at least 1; so A > 0"),
                    SPECTRAL, CHI_SQUARE,
                    constants_step("hence sum (1 - lambda_i)^{2L} <= loss <= xi <= factor xi",
                                   "1 <= factor"),
                ),
                scope="every L >= 1, n >= d >= 1, every symmetric A(0)"),
            Points(symmetric_ends, "xi = loss at multiples of I and at five symmetric matrices"),
        ),
        expected="PROVED",
        because="Theorem 4.4 with nothing lost, and the inertia of W A",
        tightness=largest("closeness", [closest(L, b) for L in (1, 2, 3) for b in ("1/2", "13/8")],
                          note="tends to 1 at d = 1 as n grows, for every A(t) within 1 of I"),
    ),
    mutants=({"slope": "10000"}, {"repaired.factor": "3/4"}),
    errata="for L, d >= 2 only symmetric A(0) can be meant: from [[1, -t], [0, 1]] the flow stays away from "
           "every symmetric matrix for longer than T; from symmetric starts the width xi^{1/(2L)} will do",
    explanation="The proof applies Theorem 4.4, which speaks of positive semidefinite A, to A(t), which is "
                "symmetric only if A(0) is.",
)
