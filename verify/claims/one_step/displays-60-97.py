"""(60)-(97): which blocks of G survive, the rotation argument, the traces; misprints in (81), (85).

Source:  section 3 and Appendix A of the one-step paper; X has columns x_i here, so rotating is R X.
Errata:  (81) lacks eta on the right and a transpose on what; the first line of (85) has (XR)' for (XR')'
         and R' E R' for R E R'; F(w) before (87) should be |Xw - y|^2.
Idea:    E (A G z)'what and E (A G z)'X'y are multiples of tr T(z).
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

SMALL = sizes((1, 1), (2, 1), (1, 2), (2, 2))
PLANE = sizes((1, 2), (2, 2))
TURNED = "mapped(turn(t), X)"
PARTS = {
    "65": ("predictor_regressor(n, z, M) = scale*n*step_trace(z, M)", SMALL,
           "(60), (65): only the off-diagonal blocks of G contribute to E (A G z)'what"),
    "68": ("predictor_moment(n, z, M, sigma2) = scale*label_energy(n, d, sigma2)/d*step_trace(z, M)", SMALL,
           "(68): nor to E (A G z)'X'y"),
    "73": ("predictor_regressor(n, z, M) = scale*eta(n, d, sigma2)*predictor_moment(n, z, M, sigma2)", SMALL,
           "(73): the two sides with eta"),
}
ROTATED = {
    "74": (f"label_kernel({TURNED}, sigma2, y, v) = scale*label_kernel(X, sigma2, y, v)",
           "(74): E[yy'|X] does not see a rotation"),
    "76": (f"scatter_form({TURNED}, mapped(turn(t), a), mapped(turn(t), b)) = scale*scatter_form(X, a, b)",
           "(75), (76): the second moment moves with R"),
    "86": (f"ridge_fit({TURNED}, y, sigma2, mapped(turn(t), a)) = scale*ridge_fit(X, y, sigma2, a)",
           "(86), (87): the ridge solution rotates with the data; (88)-(91) take its mean"),
    "85": ("label_form(n, mapped(turn(t), a), mapped(turn(t), b), sigma2) = scale*label_form(n, a, b, "
           "sigma2)",
           "(85): R E[X'M(X)X] R' = E[X'M(X)X]"),
}
TRACES = "eta(n, d, sigma2)*label_energy(n, d, sigma2)/d - scale*ridge_energy(n, d)/d = 0"


def plane(statement, at):
    """Directions in the plane and the rotation by 90 degrees."""
    return {**filled(statement, {**at, "d": 2}), "t": Fraction(1), "a": (Fraction(1), Fraction(0)),
            "b": (Fraction(1), Fraction(0))}


ETA_MISSING = Claim(
    number="(81)",
    title="eta is missing on the right",
    source="Section 3, (81)",
    printed=Reading(
        text=r"\mathbb{E}\begin{bmatrix}X^\top\vec y\hat w A_{:,d+1}\\ \operatorname{tr}(\hat w\vec y^\top X"
             r"A_{:,1:d}^\top)\end{bmatrix}=\mathbb{E}\begin{bmatrix}X^\top\vec y\vec y^\top XA_{:,d+1}\\ "
             r"\operatorname{tr}(X^\top\vec y\vec y^\top XA_{:,1:d}^\top)\end{bmatrix}",
        note="the missing transpose on what read as intended (the product has no meaning without it); the "
             "missing eta taken literally; in the direction z",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "z": "vector(s)", "M": "real matrix(s)"},
        hypotheses=("s = d + 1",),
        conclusions={"display": "predictor_regressor(n, z, M) = predictor_moment(n, z, M, sigma2)"},
        checks=(Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                       what="small parameters"),),
        expected="REFUTED",
        because="the sides are n tr T and n (n + d + 1 + sigma2) tr T",
    ),
    repaired=Reading(
        text=r"the same with $\hat w_{\tilde D}^\top$ on the left and $\eta$ on the right",
        note="as (73), from which it is rewritten",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "z": "vector(s)", "M": "real matrix(s)"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"display": PARTS["73"][0]},
        checks=(Argument(steps=(Step("in every entry", PARTS["73"][0], Formal(SMALL)),
                                Step("Lemma 4 for all n and d")),
                         scope="all n, d >= 1, sigma2 > 0"),
                Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                       what="small parameters")),
        expected="PROVED",
        because="Lemma 4",
    ),
    mutants=({"repaired.scale": "2"},),
    errata="write eta on the right-hand side of (81) and a transpose on the first what",
)

LITERAL = "label_form(n, mapped(turn(t), a), mapped(turn(-t), b), sigma2) = label_form(n, a, b, sigma2)"
TRANSPOSES = Claim(
    number="(85)",
    title="transposes in the rotation argument",
    source="Appendix A, (85)",
    printed=Reading(
        text=r"\mathbb{E}_X[X^\top M(X)X]=R^\top\mathbb{E}_X[X^\top M(XR^\top)X]R^\top",
        note="literal, as a bilinear form in a, b at d = 2: a'R'KR'b = (Ra)'K(R'b), R = turn(t)",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "a": "vector(d)", "b": "vector(d)", "t": "real"},
        hypotheses=("d = 2", "s = d + 1"),
        conclusions={"display": LITERAL},
        checks=(Search(starts=[{"n": 1, "d": 2}], family=plane, order=("n",),
                       what="the rotation by 90 degrees"),),
        expected="REFUTED",
        because="K = c_1 I and R'R' is not I",
    ),
    repaired=Reading(
        text=r"\mathbb{E}_X[X^\top M(X)X]=\mathbb{E}_X[(XR^\top)^\top M(XR^\top)XR^\top]=R\,\mathbb{E}_X"
             r"[X^\top M(X)X]R^\top",
        note="with the transposes that (76) has",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "a": "vector(d)", "b": "vector(d)", "t": "real"},
        constants={"scale": "1"},
        hypotheses=("d = 2", "s = d + 1"),
        conclusions={"display": ROTATED["85"][0]},
        checks=(Argument(steps=(Step("every rotation of the plane, in every entry", ROTATED["85"][0],
                                     Formal(PLANE)),), scope="d = 2, all n >= 1 (Lemma 3 for the rest)"),
                Search(starts=[{"n": 1, "d": 2}], family=plane, order=("n",), what="90 degrees")),
        expected="PROVED",
        because="Lemma 3",
    ),
    mutants=({"repaired.scale": "2"},),
    errata="(85): (XR)' should read (XR')', and R'E[...]R' should read R E[...] R' (twice)",
)

CLAIM = Claim(
    number="(60)-(97)",
    title="blocks of G, rotations, traces",
    source="Section 3, (60)-(81); Appendix A, (85)-(97)",
    uses=("one_step.lem-3", "one_step.lem-4"),
    printed=Reading(
        text="every display from (60) to (97), as intended where it is misprinted",
        note="; ".join([text for _, _, text in PARTS.values()] + [text for _, text in ROTATED.values()])
             + "; (92)-(97): traces. Rotations of the plane, R = turn(t); (82)-(84) are Lemmas 5, 7, 8",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "sigma2": "positive real", "X": "data matrix(d, n)", "y": "vector(n)",
                    "v": "vector(n)", "a": "vector(d)", "b": "vector(d)", "z": "vector(s)",
                    "M": "real matrix(s)", "t": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1", "d = 2"),
        conclusions={**{part: found[0] for part, found in (PARTS | ROTATED).items()}, "97": TRACES},
        checks=(
            *(Argument(steps=(Step(text, relation, Formal(at)),
                              Step("the coefficient of each product of entries is a polynomial in n of "
                                   "degree at most 2 without constant term, at most linear in d")),
                       scope="all n, d >= 1, sigma2 > 0", parts=(part,))
              for part, (relation, at, text) in PARTS.items()),
            *(Argument(steps=(Step(text, relation, Formal(PLANE)),
                              Step("for R in O(d) only R'R = I is used")),
                       scope="every rotation of the plane; every d by the same algebra", parts=(part,))
              for part, (relation, text) in ROTATED.items()),
            Argument(steps=(Step("(92)-(97)", TRACES, Identity(free=("n", "d", "sigma2"))),),
                     scope="all n, d >= 1, sigma2 > 0", parts=("97",)),
            Search(starts=[{"n": 1, "d": 2}, {"n": 2, "d": 2}], family=filled, order=("n",),
                   what="small data"),
        ),
        expected="PROVED",
        because="identities in every entry",
    ),
    mutants=({"scale": "2"},),
    steps={"step-81": ETA_MISSING, "step-85": TRANSPOSES},
)
