"""Networks satisfy Assumption 1 (rotations, negation); it leaves out integrability, an erratum.

Source:  Assumption 1 and the example after it in the one-step paper; rotations are SO(d).
Errata:  add E f(x)^2 (1 + |x|^2) finite; an output bias breaks the symmetry under negation; that symmetry
         is needed only at d = 1.
Idea:    rotating x rotates the first layer, -f has the last layer negated: both have the same law.
"""

from verify.checks import Argument, Formal, Region, Search, Step
from verify.claim import Claim, Reading
from verify.layer_points import DECISIVE, filled, sizes, starts

CROSS = "offset_cross(n, w, M, b, sigma2) = value"
ROTATED = ("network_output(W, H, a, c, mapped(R, x)) = network_output(mapped(W, R), H, a, c, x)")
NEGATED = "network_output(W, H, opposite(a), c, x) = sign*network_output(W, H, a, c, x)"
NETWORKS = ({"d": 1, "m": 1, "k": 3}, {"d": 2, "m": 1, "k": 2}, {"d": 1, "m": 2, "k": 2},
            {"d": 2, "m": 2, "k": 1}, {"d": 3, "m": 2, "k": 1})
FLOOR = "target_loss(n, w, M, c, sigma2) >= room*poly_V(c, d)*(d + 1)/(n + d + 1)"
SQUARE = ("target_loss(n, w, M, c, sigma2) = poly_F(c, d) + sigma2 - n*poly_V(c, d)*eta_ "
          "+ target_distance(n, w, M, c, sigma2, eta_)")

INTEGRABILITY = Claim(
    number="Assumption 1, integrability",
    title="derived: a family that satisfies it and has infinite loss for every parameter",
    source="derived; Section 5, Assumption 1",
    uses=("one_step.lem-8",),
    printed=Reading(
        text=r"f=\gamma w^\top x,\ \mathbb{P}(\gamma=2^k)=\tfrac34 4^{-k}\text{ satisfies Assumption 1, and }"
             r"\mathbb{E}[(\hat y-y)^2\mid\gamma]\ge\gamma^2\tfrac{d(d+1)}{n+d+1}\text{ for all }w,M:"
             r"\ L(w,M)=\infty",
        note="derived, not claimed by the paper. `floor` is the bound given gamma = c_1, V = gamma^2 d; "
             "its mean is infinite since 4^k 4^{-k} = 1 for every k. Such families are outside Theorem 3: "
             "neither the loss nor the ratio has a meaning",
        parameters={"n": "positive integer", "d": "positive integer", "s": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "w": "vector(s)",
                    "M": "real matrix(s)", "c": "vector(k)"},
        constants={"room": "1"},
        hypotheses=("s = d + 1", "k = 1"),
        definitions={"eta_": "target_rate(poly_V(c, d), poly_Q(c, d), n, d, sigma2)"},
        conclusions={"floor": FLOOR},
        checks=(
            Argument(
                steps=(
                    Step("Lemma 8 given gamma (Lemma 2 with labels over gamma), from the tokens, in every "
                         "entry; the distance is a mean square", SQUARE,
                         Formal(tuple({**size, "k": 1} for size in DECISIVE))),
                    Step("where F = V and Q = (d + 2) V", "V + sigma2 - n*V*target_rate(V, (d + 2)*V, n, d, "
                         "sigma2) >= room*V*(d + 1)/(n + d + 1)",
                         Region(lower={"n": "1", "d": "1", "sigma2": "0", "V": "0"}),
                         parameters={"V": "positive real"}, keep=("n", "d", "sigma2"), hypotheses=()),
                ),
                scope="all n, d >= 1, sigma2 > 0, gamma, all real w and M"),
            Search(starts=[{"n": n, "d": d, "k": 1} for n, d in ((1, 1), (2, 1), (1, 2), (2, 2))],
                   family=filled, order=("d", "n"), what="small parameters"),
        ),
        expected="PROVED",
        because="nothing in Assumption 1 bounds the moments of f",
    ),
    mutants=({"room": "1000"},),
    errata="add E f(x)^2 (1 + |x|^2) finite to Assumption 1",
)

CLAIM = Claim(
    number="Assumption 1",
    title="who satisfies it, and what it leaves out",
    source="Section 5, Assumption 1 and the network example",
    printed=Reading(
        text=r"\text{For example, Assumption 1 is satisfied when }f(x)\text{ is a fully connected neural "
             r"network, with arbitrary depth and width, where the first and last layers have i.i.d. }"
             r"\mathcal{N}(0,1)\text{ entries.}",
        note="no bias in the first and last layers. Decided by two identities in every entry, for two hidden "
             "layers and polynomial activations c_1 z + c_2 z^2 + ...; that Assumption 1 leaves out "
             "integrability is no counterexample but an erratum (step-integrability)",
        parameters={"d": "positive integer", "m": "positive integer", "k": "positive integer",
                    "W": "data matrix(m, d)", "H": "real matrix(m)", "a": "vector(m)", "c": "vector(k)",
                    "R": "real matrix(d)", "x": "vector(d)"},
        constants={"sign": "-1"},
        conclusions={"rotated": ROTATED, "negated": NEGATED},
        checks=(
            Argument(
                steps=(
                    Step("rotating the input rotates the first layer", ROTATED, Formal(NETWORKS)),
                    Step("whatever follows the first layer, since W (R x) = (W R) x; W R has the law of W: "
                         "its rows are independent normals with covariance R'R = I; so f o R ~ f"),
                    Step("the output is linear in the last layer", NEGATED, Formal(NETWORKS)),
                    Step("whatever comes before it; -a has the law of a, so -f ~ f"),
                ),
                scope="every depth, width and activation, no output bias, all d >= 1, by reasoning; by "
                      "machine two hidden layers with d <= 3, widths 1 and 2, activations of degree <= 3"),
            Search(starts=[{"d": 1, "m": 1, "k": 2}, {"d": 2, "m": 2, "k": 1}], family=filled,
                   order=("d", "m"), what="small networks"),
        ),
        expected="PROVED",
        because="normal layers have the law of their rotations and negatives",
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
                scope="every family with E f^2 (1 + |x|^2) finite, invariant under SO(d), d >= 2, by "
                      "reasoning; by machine f = w'x + b |x|^2 at (n, d) = (1, 2), (2, 2), (1, 3)"),
            Search(starts=starts((1, 2), (2, 2)), family=filled, order=("n",), what="small parameters"),
        ),
        expected="PROVED",
        because="odd tensors that SO(d) leaves invariant vanish",
    ),
    mutants=({"sign": "1"}, {"repaired.value": "1"}),
    steps={"step-integrability": INTEGRABILITY},
    errata="add integrability (E f^2 and E f^2|x|^2 finite), which also limits the activations of the "
           "network "
           "example (exp(z^2) is too large); `no output bias'; negation is needed only for d = 1",
    explanation="Without integrability every parameter can have infinite loss (step-integrability), and the "
                "ratio of Theorem 3 has no meaning; such families are outside the statement. At d = 1 and "
                "f(x) = x (no negation, SO(1) trivial) the layer with predictor X'X/(n + 2) has loss sigma2 "
                "+ 2/(n + 2), less than the sigma2 + (2 + sigma2)/(n + 2 + sigma2) of the best eta X'y.",
)
