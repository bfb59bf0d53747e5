"""(168)-(183): the split of the loss for general targets and the rotation argument of Lemma 7.

Source:  Appendix C of the one-step paper; X has columns x_i here.
Errata:  (170) lacks a factor 1/2 (both sides are 0); (182) lacks a transpose on ubar.
Idea:    the same algebra as for linear targets, with ubar in the place of what.
"""

from verify.checks import Argument, Formal, Identity, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import filled, sizes, starts

PLANE = tuple({**size, "k": 2} for size in sizes((1, 2), (2, 2)))
SMALL = tuple({**size, "k": 2} for size in sizes((1, 1), (2, 1), (1, 2), (2, 2)))
TURN = "mapped(turn(t), a), mapped(turn(t), b)"
PARTS = {
    "173": ("(u - r)^2 = scale*((u - m)^2 + (m - r)^2 + 2*(u - m)*(m - r))", SMALL,
            "(171)-(175): the square expanded around ubar; the cross term is (170)"),
    "179": ("target_loss(n, w, M, c, sigma2) = scale*(poly_F(c, d) + sigma2) + "
            "target_excess(n, w, M, c, sigma2)", SMALL, "(176)-(179): Lemma 5"),
    "180": (f"target_label_form(n, {TURN}, c, sigma2) = scale*target_label_form(n, a, b, c, sigma2)", PLANE,
            "(180): R E[X'yy'X] R' = E[X'yy'X]"),
    "183": (f"target_ubar_form(n, {TURN}, c) = scale*target_ubar_form(n, a, b, c)", PLANE,
            "(181)-(183): R E[X'y ubar'] R' = E[X'y ubar']"),
}
LITERAL = "(u - m)*(m - m) = 2*(u - m)*(m - m)"
HALVED = "(u - v)*(v - m) = half*(u - v)*(2*(v - m))"
HALF = Claim(
    number="(170)",
    title="a factor 1/2 is missing",
    source="Appendix C, (169), (170)",
    printed=Reading(
        text=r"\mathbb{E}[(\overline u\cdot x-y)(u\cdot x-\overline u\cdot x)]=(u-\overline u)\cdot\nabla_u"
             r"g(\overline u)=0",
        note="literal, d = 1: E[xy] = m = ubar, gradient 2(v - m) at v; at v = m both sides are 0",
        parameters={"u": "real", "m": "real"},
        conclusions={"value": LITERAL},
        checks=(Argument(steps=(Step("both sides are 0", LITERAL, Identity(free=("u", "m"))),),
                         scope="all u and m"),),
        expected="PROVED",
        because="0 = 0",
    ),
    repaired=Reading(
        text=r"$\mathbb{E}[(v\cdot x-y)(u\cdot x-v\cdot x)]=\tfrac12(u-v)\cdot\nabla_ug(v)$ for every $v$",
        note="with the factor, an identity at every point and not only at the minimiser",
        parameters={"u": "real", "v": "real", "m": "real"},
        constants={"half": "1/2"},
        conclusions={"value": HALVED},
        checks=(Argument(steps=(Step("the gradient (169) is 2(v - m)", HALVED,
                                     Identity(free=("u", "v", "m"))),), scope="all u, v and m"),
                Search(starts=[{}], family=filled, what="small numbers")),
        expected="PROVED",
        because="g is quadratic with gradient 2(v - m)",
    ),
    mutants=({"repaired.half": "1"},),
    errata="(170) needs a factor 1/2 before (u - ubar)",
)
UBAR = "d*target_ubar_form(n, a, b, c) = scale*n*poly_V(c, d)*inner(a, b)"
TRANSPOSE = Claim(
    number="(182)",
    title="a transpose is missing",
    source="Appendix C, (182)",
    printed=Reading(
        text=r"\mathbb{E}[X^\top\vec y\,\overline u_{\tilde D}]=\mathbb{E}_X[X^\top J(X)]",
        note="ubar read as ubar': the product has no meaning for d >= 2 without it",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "a": "vector(d)", "b": "vector(d)", "c": "vector(k)"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"display": UBAR},
        checks=(Argument(steps=(Step("the matrix meant, in every entry", UBAR, Formal(SMALL)),
                                Step("the tower rule over X for all n and d")),
                         scope="all n, d >= 1"),
                Search(starts=[{"n": 1, "d": 1, "k": 2}], family=filled, order=("n",),
                       what="small data")),
        expected="PROVED",
        because="the tower rule",
    ),
    mutants=({"scale": "2"},),
    errata="(182): transpose ubar",
)

CLAIM = Claim(
    number="(168)-(183)",
    title="the proofs of Lemmas 5 and 7",
    source="Appendix C, (168)-(183)",
    uses=("one_step.lem-5", "one_step.lem-7"),
    printed=Reading(
        text="every display from (168) to (183), as intended where it is misprinted",
        note="; ".join(text for _, _, text in PARTS.values())
             + ". Targets c_1 w'x + c_2 (w'x)^3; rotations of the plane, R = turn(t)",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "a": "vector(d)",
                    "b": "vector(d)", "c": "vector(k)", "w": "vector(s)", "M": "real matrix(s)",
                    "t": "real", "u": "real", "m": "real", "r": "real"},
        constants={"scale": "1"},
        hypotheses=("s = d + 1", "d = 2"),
        conclusions={part: relation for part, (relation, _, _) in PARTS.items()},
        checks=(
            *(Argument(steps=(Step(text, relation, Formal(at)),
                              Step("only the law of f o R being that of f is used, for any family and d")),
                       scope="all n, d >= 1, sigma2 > 0", parts=(part,))
              for part, (relation, at, text) in PARTS.items()),
            Search(starts=[{**at, "k": 2} for at in starts((1, 2), (2, 2))], family=filled, order=("n",),
                   what="small data"),
        ),
        expected="PROVED",
        because="identities in every entry",
    ),
    mutants=({"scale": "2"},),
    steps={"step-170": HALF, "step-182": TRANSPOSE},
)
