"""L(w, M) = C + E|M[:, 1:d]'G w - what|^2 with C = sigma2 (1 + E tr (X'X + sigma2 I)^{-1}).

Source:  Lemma 1, (36)-(46) of the one-step paper; X is the transpose here (one example per column).
Errata:  for d >= 2 and fixed x_{n+1} the function g of (39) has many minimisers; what is one of them.
Idea:    given X, E[X y what'] = XX' for strength sigma2, which is E[X y w']: the cross terms agree.
"""

from verify.checks import Argument, Formal, Search, Step, Witness
from verify.claim import Claim, Reading
from verify.layer_points import (
    DECISIVE,
    DEGREES,
    equality,
    filled,
    from_tokens,
    gentle,
    loss_sampler,
    starts,
)

PARAMETERS = {"n": "positive integer", "d": "positive integer", "s": "positive integer",
              "sigma2": "positive real", "X": "data matrix(d, n)", "w": "vector(s)",
              "M": "real matrix(s)", "a": "vector(d)", "b": "vector(d)"}
CROSS = "ridge_form(X, sigma2, strength*sigma2, a, b) = scatter_form(X, a, b)"
LOSS = "defined_layer_loss(n, w, M, sigma2) = noise*sigma2 + d + ridge_excess(n, w, M, sigma2)"
NORM = "ridge_norm(X, sigma2) + strength*sigma2*ridge_resolvent(X, sigma2) = d"
DATA = ({"n": 1, "d": 1, "s": 2}, {"n": 2, "d": 1, "s": 2}, {"n": 1, "d": 2, "s": 3},
        {"n": 2, "d": 2, "s": 3})

CLAIM = Claim(
    number="Lemma 1",
    title="the loss is a constant plus the distance to ridge regression",
    source="Section 3, Lemma 1, (36)-(46)",
    uses=("one_step.eq-22-reparametrisation",),
    printed=Reading(
        text=r"\exists C\ge0:\ L(w,M)=C+\mathbb{E}\,\|M_{:,1:d}^\top G_{\tilde D}w-\hat w_{\tilde D}\|_2^2",
        note="sigma > 0 as in section 2, ridge strength sigma2; C made explicit: "
             "sigma2 + d - E|what|^2, where E|what|^2 <= d",
        parameters=PARAMETERS,
        constants={"strength": "1", "noise": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"cross": CROSS, "identity": LOSS, "nonnegative": NORM},
        checks=(
            Argument(
                steps=(
                    Step("given X, E yy' = X'X + sigma2 I, so E[X y what'] = XX' = E[X y w'], in every "
                         "entry of X and every direction", CROSS, Formal(DATA)),
                    Step("for every n and d: X (X'X + sigma2 I) X' = XX'(XX' + sigma2 I), so the "
                         "resolvent cancels"),
                    Step("hence E what'A G w = n tr T, T = q B + c p' (the rest of A G w is even in y and "
                         "what is odd), and L = sigma2 + d + E|A G w|^2 - 2 n tr T, integrated from the "
                         "tokens in every entry of w, M and in sigma2", LOSS,
                         Formal(DECISIVE)),
                    *from_tokens(),
                    Step("C = sigma2 + d - E|what|^2 >= sigma2: given X, E|what|^2 is d minus sigma2 times "
                         "the trace of a positive definite matrix", NORM, Formal(DATA)),
                ),
                scope="all n, d >= 1, sigma2 > 0, all real w and M"),
            Search(starts=starts((1, 1), (2, 1), (2, 2)), family=filled, order=("d", "n"),
                   what="small prompts and parameters"),
            Witness(loss_sampler(), "layer_loss(n, w, M, sigma2)", gentle(), draws=1_500_000),
        ),
        expected="PROVED",
        because="the posterior mean of w is the ridge solution of strength sigma2",
        tightness=equality,
    ),
    repaired=Reading(
        text=r"For $\sigma\ge0$, with the pseudo-inverse at $\sigma=0$: the same, and "
             r"$C=\sigma^2\big(1+\mathbb{E}\operatorname{tr}(X^\top X+\sigma^2I)^{-1}\big)$ for "
             r"$\sigma>0$, $C=\max(d-n,0)$ for $\sigma=0$.",
        note="sigma = 0 included; there the cross term is E X^+ ... = XX' by (XX')^+ (XX')^2 = XX'",
        parameters={k: ("nonnegative real" if k == "sigma2" else v) for k, v in PARAMETERS.items()
                    if k in ("n", "d", "s", "sigma2", "w", "M")},
        constants={"noise": "1"},
        hypotheses=("s = d + 1",),
        conclusions={"identity": LOSS},
        checks=(
            Argument(
                steps=(
                    Step("the same polynomial identity, which holds at sigma2 = 0 too", LOSS,
                         Formal(DECISIVE)),
                    Step(DEGREES),
                    Step("at sigma2 = 0, what = (XX')^+ X X'w is the projection of w on the span of the "
                         "examples, so E|what|^2 = min(n, d)"),
                ),
                scope="all n, d >= 1, sigma2 >= 0, all real w and M"),
            Search(starts=starts((1, 1), (2, 2)), family=filled, order=("d", "n"),
                   what="small parameters"),
        ),
        expected="PROVED",
        because="both sides are polynomials in sigma2",
        tightness=equality,
    ),
    mutants=({"strength": "2"}, {"noise": "0"}, {"repaired.noise": "2"}),
    errata="for d >= 2 say `a minimiser of g'; C is explicit and at least sigma^2; (48) drops it",
)
