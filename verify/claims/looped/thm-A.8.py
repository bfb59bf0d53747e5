"""L(A_opt) <= d (2 delta)^{2L} and ||A_opt^{1/2} Sigma* A_opt^{1/2} - I|| <= 4 delta d^{1/(2L)} < 2.

Source:  Theorem A.8, (22)-(24).
Errata:  true for positive semidefinite A; (22) holds with 2 delta; the chain before (24) puts lambda_1 + 1 =
         1 + 4 delta d^{1/(2L)}, and the u-term is zero also at A = 0.
Idea:    d (1 - a*)^{2L} <= L(A_opt) <= L(Sigma*^{-1}) <= d (2 delta)^{2L} and a* <= 1.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Points, Region, Search, Step
from verify.claim import Claim, Reading
from verify.closeness import BELOW_ONE, CHI_SQUARE, LOOPS, at_least, at_most, constants_step
from verify.families import integers
from verify.tightness import largest

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
DEFINITIONS = {"delta": "(delta_factor*L*d/sqrt(n))^(1/(2*L))"}
SMALL = ("delta*d^(1/(2*L)) < limit",)
OPTIMAL = Step("the minimiser over positive semidefinite A, u = 0, is a* Sigma*^{-1} (repaired Theorem "
               "3.2 (2))")


def jensen(loops, words, base="base"):
    """L(A_opt) <= d (2 delta)^{2L}, and from it 1 - a* <= 2 delta; base is the factor 2."""
    return OPTIMAL, Step(
        f"L(A_opt) <= L(Sigma*^{{-1}}) = E tr (I - W)^{{2L}} <= d (2 delta)^{{2L}}, {words}; every L by "
        "(4L-1)!! d (d/n)^L as in Theorem 3.2 (1)",
        f"scalar_loss(2*L, n, d, 1) <= d*{base}^(2*L)*delta_factor*L*d/sqrt(n)",
        Region(lower={"d": "1", "s": "delta_factor*L*d^2/limit^(2*L)"}, roots={"n": "s"},
               each={"L": loops}),
        hypotheses=("delta_factor*L*d^2/sqrt(n) <= limit^(2*L)",)), constants_step(
        "the constants, every L: (4L-1)!! <= (2L)^{2L} and d/n <= limit^{4L}/(delta_factor L)^2 <= 1, so "
        f"the loss is at most d (2 delta)^{{2L}} where 2 limit^{{2L-1}} <= {base} delta_factor",
        "0 < limit and limit <= 1 and 1 <= delta_factor and "
        f"0 < {base} and 2*limit <= {base}*delta_factor"), constants_step(
        "d (1 - a*)^{2L} <= L(A_opt) by Jensen, so 1 - a* <= 2 delta <= width delta d^{1/(2L)}",
        f"{base} <= width")


LEAST = [integers(L=L, n=n, d=d) for L, d in ((1, 1), (1, 3), (2, 1), (2, 2), (3, 1))
         for n in (2, (8 * L * d * d * 4**L) ** 2 + 1, 10**14)]
SMALL_CONSTANTS = {"limit": "1/2", "delta_factor": "8"}


def bounds(width):
    """1 - width delta d^{1/(2L)} <= a* <= 1 + width delta d^{1/(2L)}."""
    radius = f"{width}*delta*d^(1/(2*L))"
    return f"1 - {radius} <= optimum(L, n, d)", f"optimum(L, n, d) <= 1 + {radius}"


def nearby(number, equation, width, title):
    """The claim of (22) or (23), which differ in the width."""
    lower, upper = bounds("width")
    return Claim(
        number=equation, title=title, source=f"Appendix A.1, Theorem A.8, {equation}",
        uses=("looped.thm-3.2-optimum",),
        printed=Reading(
            text=number,
            note="A positive semidefinite: A_opt = a* Sigma*^{-1}, the minimiser there",
            parameters=PARAMETERS, constants={**SMALL_CONSTANTS, "width": width},
            definitions=DEFINITIONS, hypotheses=SMALL, conclusions={"lower": lower, "upper": upper},
            checks=(
                Argument(parts=("lower",), scope="every L, n, d", steps=jensen(
                    LOOPS[:3], "L = 1, 2, 3 here and up to 10 in Theorem A.8", "2")),
                Argument(parts=("upper",), scope="every L, n, d", steps=(
                    OPTIMAL, BELOW_ONE,
                    constants_step("and the width is not negative", "0 <= width and 0 <= delta_factor"))),
                Points(LEAST, "L <= 3, the least n and n = 10^14"),
            ),
            expected="PROVED", because="Jensen at the minimiser and the loss at Sigma*^{-1}",
        ),
        mutants=({"width": "1/100000"},),
    )


def chains(statement, at):
    """d = 1, delta = k/100, lambda_1 = 1 + width delta: the edge of the assumption."""
    delta = Fraction(at["k"], 100)
    width = Fraction(statement.constants["width"])
    point = {**integers(L=at["L"], d=1), "delta": delta, "lam": 1 + width * delta}
    return {**point, "n": Fraction(at["n"])} if "n" in statement.parameters else point


CHAIN = {"L": "positive integer", "d": "positive integer", "delta": "positive real",
         "lam": "nonnegative real"}
FAR = ("delta^(2*L)*d < limit^(2*L)", "(lam - 1)^(2*L) >= d*(width*delta)^(2*L)")
EQ_24 = Claim(
    number="(24)",
    title="the chain that gives (24)",
    source="Appendix A.1, proof of Theorem A.8, before (24)",
    printed=Reading(
        text=r"|\lambda_1-1|\ge4\delta d^{1/(2L)}\Rightarrow\beta\ge(\lambda_1-1)^{2L}-\delta^{2L}"
             r"(\lambda_1+1)^{2L}\ge(4\delta d^{1/(2L)})^{2L}-\delta^{2L}(1+4\delta d^{1/(2L)})^{2L}"
             r">d(2\delta)^{2L}",
        note="for every delta with delta d^{1/(2L)} < 1/2; both what the chain claims between its ends and "
             "its middle",
        parameters=CHAIN, constants={"limit": "1/2", "width": "4", "base": "2"}, hypotheses=FAR,
        conclusions={"ends": "(lam - 1)^(2*L) - delta^(2*L)*(lam + 1)^(2*L) > d*(base*delta)^(2*L)",
                     "middle": "(lam - 1)^(2*L) - delta^(2*L)*(lam + 1)^(2*L) >= d*(width*delta)^(2*L) - "
                               "delta^(2*L)*(1 + width*delta*d^(1/(2*L)))^(2*L)"},
        checks=(Search(starts=[{"L": L, "k": k} for L in (1, 2) for k in (49, 10)], family=chains,
                       order=("L", "k"), minimum={"k": 37}, what="d = 1, lambda_1 = 1 + 4 delta"),),
        expected="REFUTED",
        because="lambda_1 + 1 is 2 + 4 delta d^{1/(2L)}, not 1 + 4 delta d^{1/(2L)}",
    ),
    repaired=Reading(
        text=r"$|\lambda_1-1|\ge4\delta d^{1/(2L)}\Rightarrow\beta_1\ge\mathbb{E}(1-\lambda_1s)^{2L}\ge"
             r"(1-\lambda_1)^{2L}>d(2\delta)^{2L}$, $ns\sim\chi^2_n$",
        note="without Lemma 4.3: Jensen leaves no noise term, so (24) survives, for every delta",
        parameters={**CHAIN, "n": "positive integer"},
        constants={"width": "4", "base": "2"}, hypotheses=FAR[1:],
        conclusions={"ends": "scalar_loss(2*L, n, 1, lam) > d*(base*delta)^(2*L)"},
        checks=(
            Argument(
                steps=(Step("beta_1 = u'E Y^{2L} u >= E (u'Y u)^{2L}, and u'Y u = 1 - lambda_1 s"),
                       CHI_SQUARE,
                       constants_step("(width delta)^{2L} > (base delta)^{2L}",
                                      "0 <= base and base < width")),
                scope="every L, n, d, all delta, lambda_1 >= 0"),
            Points(lambda statement, context: [
                chains(statement, {"L": L, "k": k, "n": n}) for L in (1, 2, 3) for k in (1, 40, 300)
                for n in (1, 10, 10**9)], "d = 1, L <= 3, lambda_1 = 1 + 4 delta"),
        ),
        expected="PROVED", because="Jensen twice",
    ),
    mutants=({"width": "3"}, {"repaired.base": "5"}),
    errata="lambda_1 + 1 is replaced by 1 + 4 delta d^{1/(2L)} instead of 2 + ...: at L = d = 1 the chain "
           "fails from delta = 0.37 on (the theorem does not)",
)


def directions(statement, context):
    """A = 0 last; singular, nilpotent and rotated A with u on and off their kernels."""
    for L in (1, 2):
        for rows in ([[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 1], [-1, 0]], [[2, 1], [1, 1]],
                     [[0, 0], [0, 0]]):
            for u in ((0, 1), (1, 0), (1, -2)):
                yield {**integers(L=L, n=3, d=2), "A": dense(rows), "u": tuple(map(Fraction, u))}


U_TERM = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
          "A": "real matrix(d)", "u": "vector(d)"}
RAISES = {"positive": "loss(L, n, A, identity(d), u) > loss(L, n, A)"}
EQ_U = Claim(
    number="Theorem A.8, u = 0",
    title="the u-term is positive for u != 0",
    source="Appendix A.1, proof of Theorem A.8, first lines",
    uses=("looped.cor-A.4",),
    printed=Reading(
        text=r"\mathbb{E}\Big[\Big\|\sum_iu^\top\Sigma A(I-\Sigma A)^{L-1-i}\Big\|^2\Big]\text{ is always "
             r"positive when }u\ne0",
        note="the u-term of the model's loss, Sigma* = I, every real A",
        parameters=U_TERM, hypotheses=("norm_sq(u) > 0",), conclusions=RAISES,
        checks=(Search(starts=[{"d": 1, "n": 2}], what="A = 0, u = 1", family=lambda statement, at: {
            **integers(L=1, n=at["n"], d=1), "A": dense([[0]]), "u": (Fraction(1),)}),),
        expected="REFUTED",
        because="it vanishes at A = 0",
    ),
    repaired=Reading(
        text=r"For $A\ne0$ and $u\ne0$ the $u$-term is positive; and $A=0$ is no minimiser. So $u^{opt}=0$.",
        note="A = 0 is excluded, whose loss d exceeds that of a I for small a > 0",
        parameters=U_TERM, hypotheses=("norm_sq(u) > 0", "norm_sq(A) > 0"), conclusions=RAISES,
        checks=(
            Argument(
                steps=(
                    Step("the term is E |u'(I - (I - S A)^L) x_q|^2; if it vanished, u'(I - (I - SA)^L) "
                         "would be zero for almost every S, so its part of lowest degree, L u'S A, for "
                         "every S = v v'"),
                    Step("but with a column w != 0 of A and v = u + w, u - w, the values (u'v)(v'w) "
                         "differ by 2 (|u|^2 |w|^2 + (u'w)^2) > 0",
                         "(dot(u, u) + dot(u, w))*(dot(u, w) + dot(w, w)) - (dot(u, u) - dot(u, w))*"
                         "(dot(u, w) - dot(w, w)) = 2*(dot(u, u)*dot(w, w) + dot(u, w)^2)",
                         Formal(({"d": 1}, {"d": 2}, {"d": 3})), parameters={"w": "vector(d)"},
                         keep=("d", "u"), hypotheses=()),
                ),
                scope="every L, n, d >= 1, every real A != 0 and u != 0"),
            Points(directions, "five 2 x 2 matrices A, three vectors u, L = 1, 2"),
        ),
        expected="PROVED", because="the part of lowest degree in S",
    ),
    errata="the u-term is zero at A = 0 too; that A = 0 is no minimiser has to be said",
)

CLAIM = Claim(
    number="Theorem A.8",
    title="the optimal solution",
    source="Appendix A.1, Theorem A.8",
    uses=("looped.cor-A.4", "looped.lem-4.3", "looped.thm-3.2-optimum", "looped.thm-A.8.step-u"),
    printed=Reading(
        text=r"\delta d^{1/(2L)}<\tfrac12\Rightarrow L(A^{opt},0)\le d(2\delta)^{2L},\ \|{A^{opt}}^{1/2}"
             r"\Sigma^*{A^{opt}}^{1/2}-I\|\le4\delta d^{1/(2L)},\ (1-8\delta d^{1/(2L)}){\Sigma^*}^{-1}"
             r"\preccurlyeq A^{opt}\preccurlyeq(1+8\delta d^{1/(2L)}){\Sigma^*}^{-1},\ u^{opt}=0",
        note="the reading with A positive semidefinite, as the root A^{1/2} in the text needs: then A_opt = "
             "a* Sigma*^{-1}, and so it is among symmetric A; all real A is decided in Theorem 3.2 (2). "
             "u_opt = 0: step-u; (22), (23) also as rows of their own",
        parameters=PARAMETERS,
        constants={**SMALL_CONSTANTS, "base": "2", "width": "4", "order": "8"},
        definitions=DEFINITIONS, hypotheses=SMALL,
        conclusions={"loss": "optimal_loss(L, n, d) <= d*(base*delta)^(2*L)",
                     "lower-22": bounds("width")[0], "upper-22": bounds("width")[1],
                     "lower-23": bounds("order")[0], "upper-23": bounds("order")[1]},
        checks=(
            Argument(parts=("loss", "lower-22"), scope="every L, n, d of the hypothesis",
                     steps=jensen(LOOPS, "each L up to 10")),
            Argument(parts=("lower-23", "upper-22", "upper-23"), scope="every L, n, d of the hypothesis",
                     steps=(OPTIMAL, BELOW_ONE,
                            constants_step("(23) is wider than (22), and no width is negative",
                                           "0 <= width and base <= width and width <= order and "
                                           "0 <= delta_factor"))),
            Points(LEAST, "L <= 3, the least n and n = 10^14"),
        ),
        expected="PROVED",
        because="Jensen at the minimiser and the loss at Sigma*^{-1}",
        speaks="width*delta*d^(1/(2*L)) < 1",
        tightness=largest("loss", LEAST, note="at L = 1, d = 1 and the least n; falls like n^{1/2 - L}"),
    ),
    repaired=Reading(
        text=r"For all $n,d\ge1$ (each $L\le10$): $A^{opt}=a^*{\Sigma^*}^{-1}$ with "
             r"$\frac n{n+\frac{2L+1}3(d+1)}\le a^*\le\frac n{n+d+1}$.",
        note="among symmetric A; no condition on n and the order 1/n instead of n^{-1/(4L)}; equalities at "
             "L = 1. The loss: Theorem 3.2 (1)",
        parameters=PARAMETERS,
        constants={"third": "3", "shift": "1"},
        hypotheses=("L <= 10",),
        conclusions={"lower": "n/(n + (2*L + 1)*(d + 1)/third) <= optimum(L, n, d)",
                     "upper": "optimum(L, n, d) <= n/(n + shift*(d + 1))"},
        checks=(
            Argument(parts=("lower",), scope="each L up to 10, all real n, d >= 1", steps=(
                at_least("n/(n + (2*L + 1)*(d + 1)/third)", "p' <= 0 there"),)),
            Argument(parts=("upper",), scope="each L up to 10, all real n, d >= 1", steps=(
                at_most("n/(n + shift*(d + 1))", "p' >= 0 there"),)),
            Points([integers(L=L, n=n, d=d) for L in (1, 2, 3, 5) for n in (1, 2, 20, 10**6)
                    for d in (1, 2, 10)], "L <= 5, n <= 10^6, d <= 10"),
        ),
        expected="PROVED",
        because="the sign of p' at the two ends, by coefficients",
        tightness=largest("lower", [integers(L=1, n=20, d=10)], note="both sides are equal at L = 1"),
    ),
    mutants=({"base": "1/1000", "width": "1/1000"}, {"repaired.third": "4"}, {"repaired.shift": "2"}),
    errata="true for positive semidefinite A, already with 2 delta in (22); the chain before (24) fails for "
           "large delta; the u-term vanishes at A = 0",
    steps={
        "step-22": nearby(r"\|{A^{opt}}^{1/2}\Sigma^*{A^{opt}}^{1/2}-I\|\le4\delta d^{1/(2L)}", "(22)", "4",
                          "distance of A_opt from Sigma*^{-1}"),
        "step-23": nearby(r"(1-8\delta d^{1/(2L)}){\Sigma^*}^{-1}\preccurlyeq A^{opt}\preccurlyeq"
                          r"(1+8\delta d^{1/(2L)}){\Sigma^*}^{-1}", "(23)", "8", "A_opt in the order"),
        "step-24": EQ_24, "step-u": EQ_U,
    },
)
