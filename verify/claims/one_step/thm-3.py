"""Non-linear targets: the minimiser outputs eta sum y_i x_i'x, eta = V/((n - 1) V + Q + d sigma2).

Source:  Theorem 3 of the one-step paper; V = E|E x f(x)|^2, Q = E f^2 |x|^2.
Errata:  needs E f^2 (1 + |x|^2) finite; eta = 0 when E x f(x) = 0, so `one step' can be no step.
Idea:    Lemma 8; the ratio of the theorem in terms of two moments of the family.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Region, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, rate_sampler, sizes, starts

IDENTITY = ("target_loss(n, w, M, c, sigma2) = least + target_distance(n, w, M, c, sigma2, eta_)")
ONLY = ("F + sigma2 - 2*n*V*x + (n*(n - 1)*V + n*Q + n*d*sigma2)*x^2 "
        "= F + sigma2 - n*V*rate_ + (n*(n - 1)*V + n*Q + n*d*sigma2)*(x - rate_)^2")
CASES = tuple({**size, "k": 2} for size in sizes((1, 1), (2, 1), (1, 2), (2, 2)))


def reading(text, note, conclusions, checks, expected, because):
    """The theorem with polynomial targets in every entry and the moments V, F, Q of any family."""
    return Reading(
        text=text, note=note,
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "w": "vector(s)",
                    "M": "real matrix(s)", "c": "vector(k)", "V": "nonnegative real",
                    "Q": "nonnegative real", "F": "nonnegative real", "x": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        definitions={"eta_": "scale*target_rate(poly_V(c, d), poly_Q(c, d), n, d, sigma2)",
                     "least": "poly_F(c, d) + sigma2 - n*poly_V(c, d)*eta_",
                     "rate_": "scale*target_rate(V, Q, n, d, sigma2)"},
        conclusions={"minimum": IDENTITY, "only": ONLY, **conclusions},
        checks=(
            Argument(
                steps=(
                    Step("for every family of Assumption 1 with E f^2 (1 + |x|^2) finite and all n, d: "
                         "Lemma 8, whose proof uses Lemmas 5 to 7 and no form of f"),
                    Step("Lemma 8 for f = c_1 w'x + c_2 (w'x)^3 from the tokens, in every entry of w, M, c "
                         "and in sigma2", IDENTITY, Formal(CASES)),
                    Step("the distance vanishes at the construction (25) with this eta, so the minimisers "
                         "are "
                         "exactly the layers with predictor eta X'y (almost surely; c_1 > 0 as sigma > 0)"),
                ),
                scope="every family of Assumption 1 with E f^2 (1 + |x|^2) finite, all n, d >= 1, by "
                      "reasoning (Lemma 8); by machine f = c_1 w'x + c_2 (w'x)^3 at n, d <= 2",
                parts=("minimum",)),
            Argument(
                steps=(Step("for any family: the construction's loss as a function of its rate, with "
                            "E ubar'X'y = n V and E y'XX'y = n (n-1) V + n Q + n d sigma2", ONLY,
                            Identity(free=("V", "Q", "F", "n", "d", "sigma2", "x"))),),
                scope="all moments V, F, Q, all n, d >= 1", parts=("only",)),
            *checks,
            Search(starts=[{**at, "k": 2} for at in starts((1, 1), (2, 2))], family=filled,
                   order=("d", "n"), what="small parameters"),
        ),
        expected=expected, because=because,
        tightness=equality)


CLAIM = Claim(
    number="Theorem 3",
    title="non-linear targets: still one step of gradient descent",
    source="Section 5, Theorem 3",
    uses=("one_step.lem-5", "one_step.lem-6", "one_step.lem-7", "one_step.lem-8",
          "one_step.assumption-1"),
    printed=reading(
        r"\text{Assumption 1}\Longrightarrow\text{the minimizer outputs }\eta\sum_iy_ix_i^\top x_{n+1},\ "
        r"\eta=\frac{\mathbb{E}[\overline u_{\tilde D}^\top X^\top\vec y]}{\mathbb{E}[\vec y^\top XX^\top"
        r"\vec y]}",
        "rotations are SO(d), any d >= 1; a family with E f^2 or E f^2 |x|^2 infinite, for which the loss or "
        "the ratio has no meaning, is outside the statement (assumption-1.step-integrability; errata)",
        {}, (),
        "PROVED", "Lemmas 5 to 8"),
    repaired=reading(
        r"If $\mathbb{E}f^2(1+|x|^2)<\infty$: $\eta=\frac{V}{(n-1)V+Q+d\sigma^2}$ with "
        r"$V=\mathbb{E}|\mathbb{E}_x[xf(x)]|^2$, $Q=\mathbb{E}f^2|x|^2$; minimal loss "
        r"$\mathbb{E}f^2+\sigma^2-nV\eta$. For $d\ge2$ symmetry under negation is not needed. "
        r"$0\le\eta\le\frac1n$, and $\eta=0$ exactly when $\mathbb{E}_x[xf(x)]=0$ almost surely.",
        "eta in closed form, integrability made explicit, fewer symmetries",
        {"range": "n*target_rate(V, V + Q, n, d, sigma2) <= 1/scale"},
        (Argument(steps=(Step("Q >= V by Cauchy-Schwarz; written with Q - V in the place of Q",
                              "n*target_rate(V, V + Q, n, d, sigma2) <= 1/scale",
                              Region(lower={"n": "1", "d": "1", "sigma2": "0", "V": "0", "Q": "0"})),),
                  scope="all V, Q >= 0, n, d >= 1, sigma2 >= 0", parts=("range",)),
         Witness(rate_sampler("relu:4"), "target_rate(relu_V(4, d), relu_Q(4, d), n, d, sigma2)",
                 {"n": Fraction(6), "d": Fraction(4), "sigma2": Fraction(1)}, draws=300_000)),
        "PROVED", "Lemmas 5 to 8"),
    mutants=({"scale": "2"}, {"repaired.scale": "2"}),
    errata="state that E f(x)^2 (1 + |x|^2) is finite; eta may be 0 (even targets), where the minimiser "
           "outputs 0",
)
