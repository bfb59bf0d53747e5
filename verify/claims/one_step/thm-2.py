"""Skewed covariates: eta sum y_i (Sigma^{-1} x_i)'x_{n+1} with w ~ N(0, Sigma^{-1}); the same eta.

Source:  Theorem 2, (129)-(167) of the one-step paper; x = R u, Sigma = R^2, one example per column here.
Errata:  `positive semidefinite` must read positive definite; (134) conditions on D instead of D~; (137)
         lacks the hat on v_{n+1}.
Idea:    w -> H w, M -> H M H with H = diag(Sigma^{1/2}, 1) turns the layer on x into the layer on u.
"""

from fractions import Fraction

from theory.matrices import dense
from theory.one_step_skewed import preconditioner
from verify.checks import Argument, Formal, Identity, Points, Region, Search, Step, Trained, Witness
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, rate_sampler, sizes, starts, trainer

PARAMETERS = {"n": "positive integer", "d": "positive integer", "s": "positive integer",
              "sigma2": "positive real", "R": "positive definite matrix(d)", "X": "data matrix(d, n)",
              "y": "vector(n)", "x_q": "vector(d)", "w": "vector(s)", "M": "real matrix(s)",
              "a": "vector(d)", "v": "vector(d)"}
SMALL = sizes((1, 1), (2, 1), (1, 2), (2, 2))
CHANGE = ("reduced_output(mapped(R, X), y, mapped(R, x_q), w, M) "
          "= scale*reduced_output(X, y, x_q, lift_w(R, w), lift_M(R, M))")
OUTPUT = "scale*gradient_step(X, y, mapped(R, v), 1) = gradient_step(mapped(R, X), y, v, 1)"
RIDGE = ("ridge_fit(mapped(R, X), y, strength*sigma2, mapped(R, a), mapped(R, R)) "
         "= ridge_fit(X, y, sigma2, a)")


def only(*names):
    """The parameters with these names."""
    return {k: v for k, v in PARAMETERS.items() if k in names}


def display(number, source, text, note, relation, parameters, *, errata="", expected="PROVED",
            at=SMALL, because="linear algebra: in every entry at small sizes, the same for all"):
    """One display of the proof as a claim: an identity in every entry."""
    return Claim(
        number=number, title="a display of the proof of Theorem 2", source=source, errata=errata,
        printed=Reading(text=text, note=note, parameters=parameters, constants={"scale": "1"},
                        conclusions={"display": relation},
                        checks=(Argument(steps=(Step("in every entry", relation, Formal(at)),
                                                Step("the same algebra holds for all n and d")),
                                         scope="all n, d >= 1, Sigma positive definite"),
                                Search(starts=starts((1, 1), (2, 2)), family=filled,
                                       order=tuple(k for k in ("d", "n") if k in parameters),
                                       what="small data")),
                        expected=expected, because=because, tightness=equality),
        mutants=({"scale": "2"},))


def ridge_form(k):
    """(129) to (132), each against the ridge solution for u."""
    texts = {129: r"(\Sigma^{-1/2}X^\top X\Sigma^{-1/2}+\sigma^2I)^{-1}\Sigma^{-1/2}X^\top\vec y",
             130: r"(\Sigma^{1/2}\Sigma^{-1/2}X^\top X\Sigma^{-1/2}+\sigma^2\Sigma^{1/2})^{-1}X^\top\vec y",
             131: r"(X^\top X\Sigma^{-1/2}+\sigma^2\Sigma^{1/2})^{-1}X^\top\vec y",
             132: r"\Sigma^{1/2}(X^\top X+\sigma^2\Sigma)^{-1}X^\top\vec y"}
    return display(f"({k})", f"Appendix B, ({k})", r"\hat w_{\tilde D,\Sigma}=" + texts[k],
                   "Sigma positive definite, sigma > 0; X = U Sigma^{1/2}",
                   f"display_ridge({k}, R, X, y, sigma2, a) = scale*ridge_fit(X, y, sigma2, a)",
                   only("n", "d", "sigma2", "R", "X", "y", "a"))


NUMBERS = {"n": "positive integer", "m": "real", "r": "real", "o": "real", "l": "real"}
WEIGHTS = {**only("n", "d", "s", "R", "X", "y", "x_q"), "W_K": "real matrix(s)",
           "W_Q": "real matrix(s)", "W_V": "real matrix(s)", "h": "vector(s)"}


SKEWED = {"n": Fraction(20), "d": Fraction(2), "sigma2": Fraction(1, 10),
          "Sigma": dense([[2, Fraction(1, 2)], [Fraction(1, 2), 1]])}


def learned(weights, omega, rate, tolerance):
    """Layers trained on the skewed prompts, w ~ N(0, omega)."""
    best = f"preconditioner(n, Sigma, {omega}, sigma2)"
    return Trained(trainer(weights=weights, rate=rate), best, SKEWED, tolerance=tolerance,
                   least=f"predictor_loss(n, {best}, Sigma, {omega}, sigma2)")


def ranks(statement, context):
    """Full rank as a control, then singular covariances, at sigma2 = 1."""
    for n, d, r in ((1, 1, 1), (2, 2, 2), (1, 2, 1), (2, 2, 1), (1, 3, 1)):
        yield {"n": Fraction(n), "d": Fraction(d), "r": Fraction(r), "sigma2": Fraction(1)}


SINGULAR = Claim(
    number="Section 4, data",
    title="a covariance that is only positive semidefinite",
    source="Section 4: `Sigma is a positive semi-definite (PSD) matrix ... can equivalently be written'",
    printed=Reading(
        text=r"\text{This can equivalently be written as }x_i=\Sigma^{1/2}u_i,\ y_i=(w')^\top u_i+\epsilon_i"
             r"\text{, for positive semi-definite }\Sigma",
        note="the two laws, compared by the best rate on Sigma^+: w ~ N(0, Sigma^+), as Sigma^{-1} does not "
             "exist, is Theorem 1 in dimension r = rank Sigma; in the other law the d - r hidden directions "
             "of u add d - r to the noise. Theorem 2's ratio prints Sigma^{-1}: no meaning there",
        parameters={"n": "positive integer", "d": "positive integer", "r": "positive integer",
                    "sigma2": "positive real"},
        hypotheses=("r <= d",),
        conclusions={"rates": "eta(n, r, sigma2) = eta(n, r, sigma2 + d - r)"},
        checks=(Points(ranks, "r = d and r < d, at sigma2 = 1"),),
        expected="REFUTED",
        because="for r < d the directions of u that x does not show act as noise in one law only",
    ),
    repaired=Reading(
        text=r"Rank $r\ge1$. For $w\sim\mathcal N(0,\Sigma^+)$: preconditioner $\Sigma^+$ and "
             r"$\eta=\frac1{n+r+1+\sigma^2}$. For $y_i=(w')^\top u_i+\epsilon_i$: $\Sigma^+$ and "
             r"$\eta=\frac1{n+d+1+\sigma^2}$. The two descriptions agree only for $r=d$.",
        note="both readings of the data: Theorem 1 in dimension r with noise sigma2, or sigma2 + d - r",
        parameters={"n": "positive integer", "d": "positive integer", "r": "positive integer",
                    "sigma2": "nonnegative real"},
        constants={"shift": "1"},
        hypotheses=("r <= d",),
        conclusions={"range": "ridge_energy(n, r)/label_energy(n, r, sigma2) = 1/(n + r + shift + sigma2)",
                     "hidden": "eta(n, r, sigma2 + d - r) = 1/(n + d + shift + sigma2)"},
        checks=(
            Argument(
                steps=(
                    Step("x lives in the range of Sigma, and Sigma^{+1/2} maps it to u's first r "
                         "coordinates: Theorem 1 in dimension r, w having covariance I there",
                         "ridge_energy(n, r)/label_energy(n, r, sigma2) = 1/(n + r + shift + sigma2)",
                         Identity(free=("n", "r", "sigma2"))),
                    Step("the other description adds w_2'u_2 to each label: mean 0, uncorrelated given x, "
                         "of variance d - r; only these two moments enter E X'yy'X and E[X'y w_1']",
                         "eta(n, r, sigma2 + d - r) = 1/(n + d + shift + sigma2)",
                         Identity(free=("n", "d", "r", "sigma2"))),
                ),
                scope="all n >= 1, 1 <= r <= d, sigma2 >= 0"),
            Search(starts=[{"n": 1, "d": 2, "r": 1}, {"n": 2, "d": 3, "r": 2}], family=filled,
                   order=("d", "n"), what="small sizes"),
        ),
        expected="PROVED",
        because="Theorem 1 in the range of Sigma",
        tightness=equality,
    ),
    mutants=({"repaired.shift": "2"},),
    errata="say positive definite; for singular Sigma the two `equivalent' data laws differ and the "
           "learning rate is 1/(n+r+1+sigma^2) for one and 1/(n+d+1+sigma^2) for the other",
)

def best_matrix(statement, at):
    """Small matrices with T at the preconditioner, where the gap is 0."""
    point = filled(statement, at)
    return {**point, "T": preconditioner(point["Sigma"], point["Omega"], at["n"], point["sigma2"])}


SQUARE = "step_gap(n, T, K, S, O, sigma2) = completed_square(n, T, K, S, O, sigma2)"
NORMAL = "normal_form(n, S, P, sigma2, a, b) = gap"
DEFINED = "defined_predictor_loss(n, T, R, K, sigma2) = general_loss(n, T, R, K, sigma2)"
MATRICES = {"T": "real matrix(d)", "K": "real matrix(d)", "S": "positive definite matrix(d)",
            "O": "positive definite matrix(d)", "P": "positive definite matrix(d)", "b": "vector(d)"}
GENERAL = Reading(
    text=r"$x\sim\mathcal N(0,\Sigma)$, $w\sim\mathcal N(0,\Omega)$, both positive definite, "
         r"$\sigma\ge0$: the unique best predictor is $x_{n+1}^\top TX^\top\vec y$ with "
         r"$T=[(n+1)\Sigma+(\operatorname{tr}(\Omega\Sigma)+\sigma^2)\Omega^{-1}]^{-1}$. "
         r"$\Omega=\Sigma^{-1}$: $T=\frac{\Sigma^{-1}}{n+d+1+\sigma^2}$. $\Omega=I$: "
         r"$T=[(n+1)\Sigma+(\operatorname{tr}\Sigma+\sigma^2)I]^{-1}$, not a multiple of $\Sigma^{-1}$.",
    note="any prior covariance Omega, eta in closed form; Sigma^{-1} is the preconditioner because w is "
         "drawn from N(0, Sigma^{-1}), not because x is skewed",
    parameters={"n": "positive integer", "d": "positive integer", "sigma2": "nonnegative real",
                "T": "real matrix(d)", "Sigma": "positive definite matrix(d)",
                "Omega": "positive definite matrix(d)"},
    constants={"gap": "0", "shift": "1"},
    conclusions={
        "optimal": "predictor_loss(n, T, Sigma, Omega, sigma2) - predictor_loss(n, preconditioner("
                   "n, Sigma, Omega, sigma2), Sigma, Omega, sigma2) >= gap",
        "matched": "(n + d + shift + sigma2)*preconditioner(n, Sigma, inverse(Sigma), sigma2) "
                   "= inverse(Sigma)"},
    checks=(
        Argument(
            steps=(
                Step("the loss of x'T X'y from the tokens, in every entry of T, R and K, Sigma = RR', "
                     "Omega = KK'", DEFINED, Formal(({"n": 1, "d": 1}, {"n": 2, "d": 1}, {"n": 2, "d": 2})),
                     parameters={**MATRICES, "R": "real matrix(d)"}),
                Step("completing the square around any K, in every entry", SQUARE,
                     Formal(({"n": 1, "d": 1}, {"n": 3, "d": 2})), parameters=MATRICES),
                Step("K = T* solves the normal equation K C = n Omega Sigma, P = Omega^{-1}, in every entry",
                     NORMAL, Formal(({"n": 1, "d": 1}, {"n": 3, "d": 2})),
                     parameters={**MATRICES, "a": "vector(d)"}),
                Step("so the loss exceeds that of T* by tr Sigma D C D' >= 0, D = T - T*, which is 0 only "
                     "for D = 0; the part of the layer that is even in y is best at 0 (w -> -w); a layer "
                     "with w = (0, 1), M[:, 1:d] = (T', 0)' attains it; the algebra is the same for all d"),
            ),
            scope="all n, d >= 1, sigma2 >= 0, all positive definite Sigma, Omega, all real T",
            parts=("optimal",)),
        Argument(
            steps=(Step("Omega = Sigma^{-1}: tr(Omega Sigma) = d and every term is a multiple of Sigma",
                        "(n + 1)*x + (d + sigma2)*x = (n + d + shift + sigma2)*x",
                        Identity(free=("n", "d", "sigma2", "x")), parameters={"x": "real"}),),
            scope="all n, d >= 1, sigma2 >= 0, all positive definite Sigma", parts=("matched",)),
        Search(starts=starts((1, 1), (2, 2)), family=best_matrix, order=("d", "n"), what="T = T*"),
        Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"), what="small matrices"),
        learned("matched", "inverse(Sigma)", 0.003, 0.03), learned("standard", "identity(d)", 0.002, 0.05),
        Witness(rate_sampler(sigma=dense([[4, 0], [0, 1]]), weights="standard",
                             preconditioner=dense([[Fraction(1, 48), 0], [0, Fraction(1, 18)]])),
                "1", {"n": Fraction(9), "d": Fraction(2), "sigma2": Fraction(3)}, draws=300_000),
    ),
    expected="PROVED",
    because="a quadratic in T with an explicit stationary point",
)

CLAIM = Claim(
    number="Theorem 2",
    title="skewed covariance: one step of preconditioned gradient descent",
    source="Section 4, Theorem 2; Appendix B, (129)-(167)",
    uses=("one_step.thm-1",),
    printed=Reading(
        text=r"Every global minimizer outputs $\eta\sum_iy_i(\Sigma^{-1}x_i)^\top x_{n+1}$, $\eta=\frac{"
             r"\mathbb{E}[\vec y^\top X(X^\top X+\sigma^2\Sigma)^{-1}X^\top\vec y]}{\mathbb{E}[\vec y^\top "
             r"X\Sigma^{-1}X^\top\vec y]}>0$.",
        note="Sigma positive definite: its inverse is used, and the proof says so; singular Sigma is "
             "outside the statement (step-singular). `change`: the layer on x = R u is a layer on u; "
             "`output`: (165) with v = Sigma^{-1} x_{n+1}; `ridge`: (132) in the direction a",
        parameters=PARAMETERS,
        constants={"scale": "1", "strength": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"change": CHANGE, "output": OUTPUT, "ridge": RIDGE,
                     "positive": "scale*eta(n, d, sigma2) > 0"},
        checks=(
            Argument(
                steps=(
                    Step("the layer (w, M) on x = R u is the layer (Hw, HMH) on u, in every entry", CHANGE,
                         Formal(SMALL)),
                    Step("H is invertible, so minimising over (w, M) is minimising over (Hw, HMH): Theorem 1 "
                         "for (u, y), with the same eta = 1/(n + d + 1 + sigma2) for every Sigma"),
                    Step("(165): its output eta sum y_i u_i'u_{n+1} in terms of x", OUTPUT, Formal(SMALL)),
                    Step("(132): ridge of strength sigma2 on u is ridge with sigma2 Sigma on x", RIDGE,
                         Formal(SMALL)),
                    Step("eta is positive", "scale*eta(n, d, sigma2) > 0", keep=("n", "d", "sigma2"),
                         hypotheses=(), check=Region(lower={"n": "1", "d": "1", "sigma2": "0"})),
                ),
                scope="all n, d >= 1, sigma2 > 0, all positive definite Sigma"),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"), what="small data"),
            Witness(rate_sampler(sigma=dense([[4, 1], [1, 1]]),
                                 preconditioner=dense([[Fraction(1, 3), Fraction(-1, 3)],
                                                       [Fraction(-1, 3), Fraction(4, 3)]])),
                    "eta(n, d, sigma2)",
                    {"n": Fraction(40), "d": Fraction(2), "sigma2": Fraction(1, 4)}, draws=300_000),
        ),
        expected="PROVED",
        because="a linear change of variables",
        tightness=equality,
    ),
    repaired=GENERAL,
    mutants=({"scale": "-1"}, {"strength": "2"}, {"repaired.gap": "1"}, {"repaired.shift": "0"}),
    errata="Sigma must be positive definite; eta = 1/(n + d + 1 + sigma^2) does not depend on Sigma; with "
           "w ~ N(0, I) the preconditioner is ((n+1) Sigma + (tr Sigma + sigma^2) I)^{-1}",
    steps={
        "step-129": ridge_form(129), "step-130": ridge_form(130), "step-131": ridge_form(131),
        "step-132": ridge_form(132), "step-singular": SINGULAR,
        "step-134": display(
            "(134)", "Appendix B, (133)-(135)",
            r"L=\mathbb{E}_{\tilde D,x_{n+1}}\mathbb{E}_{y_{n+1}}[(y_{n+1}-h^\top\hat v_{n+1})^2\mid "
            r"x_{n+1},\mathcal D]",
            "D read as D~; y_{n+1} = m + z given D~, with z of mean 0 (here z = r or -r)",
            "((m + r - o)^2 + (m - r - o)^2)/2 = scale*(r^2 + (m - o)^2)", NUMBERS,
            errata="(134) conditions on D, which contains y_{n+1}; D~ is meant", at=({"n": 1},)),
        "step-137": display(
            "(137)", "Appendix B, (135)-(137)",
            r"+2\mathbb{E}_{y_{n+1}}[(y_{n+1}-\hat w^\top u_{n+1})(\hat w^\top u_{n+1}-h^\top v_{n+1})\mid"
            r" x_{n+1},\tilde D]",
            "literal, with l = h'v_{n+1} in the place of h'v^: the term is 0 for every l, so the misprint "
            "does no harm",
            "((m + r - o)^2 + (m - r - o)^2)/2 = scale*(r^2 + (m - o)^2 + (r*(m - l) - r*(m - l)))",
            NUMBERS, errata="the hat is missing on v_{n+1} in (137) and in the next line", at=({"n": 1},)),
        "step-141": display(
            "(141)", "Appendix B, (138)-(141)",
            r"h^\top\hat v_{n+1}=h^\top W_VG_{\tilde D}W_K^\top{W_Q}_{:,1:d}\Sigma^{1/2}u_{n+1}", "",
            "layer_output(X, y, mapped(R, x_q), W_K, W_Q, W_V, h) "
            "= scale*gram_output(X, y, mapped(R, x_q), W_K, W_Q, W_V, h)", WEIGHTS, at=SMALL[:3]),
        "step-152": display(
            "(152)", "Appendix B, (146)-(157)", r"G_{\tilde D}=HG_{\tilde D}'H^\top", "as p'G q",
            "gram_form(mapped(R, X), y, w, q) = scale*gram_form(X, y, lift_w(R, w), lift_w(R, q))",
            {**only("n", "d", "s", "R", "X", "y", "w"), "q": "vector(s)"}),
        "step-161": display(
            "(161)", "Appendix B, (158)-(161)",
            r"W_V=W_V'H^{-1},\ W_K=W_K'H^{-1},\ W_Q=W_Q'H^{-1}:\ \text{the output on }x_{n+1}\text{ is that "
            r"of }W'\text{ on }u_{n+1}", "W' = W H",
            "gram_output(mapped(R, X), y, mapped(R, x_q), W_K, W_Q, W_V, h) = scale*gram_output(X, y, x_q, "
            "lift_right(R, W_K), lift_right(R, W_Q), lift_right(R, W_V), h)", WEIGHTS, at=SMALL[:2]),
        "step-165": display(
            "(165)", "Appendix B, (162)-(165)",
            r"(\eta U^\top\vec y)^\top u_{n+1}=\eta\sum_iy_ix_i^\top\Sigma^{-1}x_{n+1}",
            "v = Sigma^{-1} x_{n+1}, so u_{n+1} = R v",
            "scale*gradient_step(X, y, mapped(R, v), 1) = gradient_step(mapped(R, X), y, v, 1)",
            only("n", "d", "R", "X", "y", "v")),
        "step-167": display(
            "(167)", "Appendix B, (166)-(167)",
            r"\hat w_{\tilde D,\Sigma}^\top U^\top\vec y=\vec y^\top X(X^\top X+\sigma^2\Sigma)^{-1}"
            r"X^\top\vec y", "the numerator; the denominator is (165) with x_{n+1} = X'y",
            "scale*ridge_fit(X, y, sigma2, xy(X, y)) "
            "= ridge_fit(mapped(R, X), y, sigma2, xy(mapped(R, X), y), mapped(R, R))",
            only("n", "d", "sigma2", "R", "X", "y")),
    },
)
