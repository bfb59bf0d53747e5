"""eta = 1/(n + 2d + 3 + 4 sigma2/m) for f = sum_{j <= m} a_j max(w_j'x, 0); other families by V and Q.

Source:  derived from Theorem 3 of the one-step paper; weights standard normal, no 1/sqrt(m).
Errata:  none: the paper leaves eta unevaluated.
Idea:    E x max(w'x, 0) = w/2 and E max(w'x, 0)^2 |x|^2 is half of E (w'x)^2 |x|^2.
"""

from fractions import Fraction

from verify.checks import Argument, Formal, Identity, Points, RateCurve, Search, Step, Trained, Witness
from verify.claim import Claim, Reading
from verify.layer_points import equality, filled, rate_sampler, sizes, starts, trainer

RELU = "target_rate(relu_V(m, d), relu_Q(m, d), n, d, sigma2) = 1/(n + slope*d + shift + noise*sigma2/m)"
LOSS = ("relu_F(m, d) + sigma2 - n*relu_V(m, d)*target_rate(relu_V(m, d), relu_Q(m, d), n, d, sigma2) "
        "= m*d/2 + sigma2 - n*m*d/(4*(n + slope*d + shift + noise*sigma2/m))")
DEEP = "target_rate(deep_V(1, d), d*(d + 2), n, d, sigma2) = 1/(n + slope*d + shift + 2*sigma2)"
EVEN = "target_rate(even_V(d), even_Q(d), n, d, sigma2) = 0"
POLY_Q = ("d*target_label_form(n, a, b, c, sigma2) = (n*(n - 1)*poly_V(c, d) + n*poly_Q(c, d) "
          "+ n*d*sigma2)*inner(a, b)")
LOWER = "deep_V(depth + 1, d) < factor*deep_V(depth, d)"
DIMENSIONS = (1, 2, 3, 10, 100)


SIZES = (5, 20, 80, 240)
CURVES = {"linear": ("eta(n, d, sigma2)", 4000, SIZES),
          "relu:64": ("1/(n + slope*d + shift + noise*sigma2/64)", 4000, SIZES),
          # other n, so that the points of the two neighbouring curves stay apart
          "poly:0,1": ("target_rate(poly_V(c, d), poly_Q(c, d), n, d, sigma2)", 10_000,
                       (8, 32, 130, 320))}


def depths(statement, context):
    """One layer more, at several dimensions."""
    for d in DIMENSIONS if context.full else (1, 3, 100):
        for depth in (1, 2) if context.full else (1,):
            yield {"depth": Fraction(depth), "d": Fraction(d)}


DEPTH = Claim(
    number="Theorem 3, eta, deep networks",
    title="a deeper network has a smaller learning rate",
    source="derived; Theorem 3 with the arc-cosine kernel of Cho and Saul (2009)",
    printed=Reading(
        text=r"V_{D+1}<V_D,\quad V_D=d^2\,\mathbb{E}[c\,k_D(c)],\ k_{i+1}=k\circ k_i,\ "
             r"k(\cos t)=\frac{\sin t+(\pi-t)\cos t}\pi",
        note="infinite width, E f^2 = |x|^2; eta = V/((n-1) V + d(d+2) + d sigma2) increases with V",
        parameters={"depth": "positive integer", "d": "positive integer"},
        constants={"factor": "1"},
        conclusions={"depth": LOWER},
        checks=(Points(depths, "depth 1 to 2, d = 1, 3, 100 (full: depth up to 3, five d), certified "
                               "balls"),),
        expected="CERTIFIED",
        because="balls at listed points",
    ),
    mutants=({"factor": "1/2"},),
)


CLAIM = Claim(
    number="Theorem 3, eta",
    title="learning rates of target families in closed form",
    source="derived; Theorem 3",
    uses=("one_step.thm-3", "one_step.lem-7"),
    printed=Reading(
        text=r"\text{relu:}m:\ \eta=\frac1{n+2d+3+4\sigma^2/m};\quad\text{relu-deep:1}:\ \eta=\frac1{n+2d+3"
             r"+2\sigma^2};\quad\text{even}:\ \eta=0;\quad\text{in general }\eta=\frac V{(n-1)V+Q+d\sigma^2}",
        note="V = E|E x f(x)|^2, Q = E f^2 |x|^2. Depth D >= 2: V = d^2 E[c k_D(c)] with the arc-cosine "
             "kernel k_D, a ball (step-depth). Polynomials: "
             "V = sum c_i c_j i!! j!! E|w|^{i+j}, Q = sum c_i c_j (i+j-1)!! E|x|^{i+j+2}",
        parameters={"n": "positive integer", "d": "positive integer", "m": "positive integer",
                    "k": "positive integer", "sigma2": "positive real", "c": "vector(k)",
                    "a": "vector(d)", "b": "vector(d)"},
        constants={"slope": "2", "shift": "3", "noise": "4"},
        conclusions={"relu": RELU, "loss": LOSS, "deep": DEEP, "even": EVEN, "polynomial": POLY_Q},
        checks=(
            Argument(
                steps=(
                    Step("E[x max(w'x, 0)] = w P(w'x > 0) = w/2 by parts, so V = (1/4) sum E a_j^2 |w_j|^2 = "
                         "m d/4; max(z, 0)^2 has half the mean of z^2 for symmetric z and the m terms are "
                         "uncorrelated, so Q = (m/2) E|x|^4 = m d(d+2)/2, F = m d/2"),
                    Step("the ratio", RELU, Identity(free=("n", "d", "m", "sigma2"))),
                    Step("and the loss", LOSS, Identity(free=("n", "d", "m", "sigma2"))),
                ),
                scope="all n, d, m >= 1, sigma2 > 0", parts=("relu", "loss")),
            Argument(
                steps=(
                    Step("the kernel k_1(c) = (sqrt(1 - c^2) + c arcsin c)/pi + c/2 has the odd part c/2, "
                         "and "
                         "E c^2 = 1/d, so V = d/2; Q = E|x|^4 = d(d+2)"),
                    Step("the ratio with V = d/2",
                         "target_rate(d/2, d*(d + 2), n, d, sigma2) = 1/(n + slope*d + shift + 2*sigma2)",
                         Identity(free=("n", "d", "sigma2"))),
                ),
                scope="all n, d >= 1, sigma2 > 0", parts=("deep",)),
            Argument(steps=(Step("E x s|x|^2 = 0", EVEN, Identity(free=("n", "d", "sigma2"))),),
                     scope="all n, d >= 1, sigma2 > 0", parts=("even",)),
            Argument(
                steps=(Step("from the tokens, in every entry of a, b and c and in sigma2", POLY_Q,
                            Formal(tuple({**size, "k": 2, "m": 1} for size in
                                         sizes((1, 1), (2, 1), (1, 2), (2, 2))))),
                       Step("E x (w'x)^i = i!! |w|^{i-1} w by parts, for every odd i and every d")),
                scope="all n, d >= 1, all coefficients", parts=("polynomial",)),
            Search(starts=[{**at, "k": 2, "m": 3} for at in starts((1, 1), (2, 3))], family=filled,
                   order=("d", "n"), what="small sizes"),
            RateCurve(rate_sampler, "eta over n at d = 10, sigma2 = 0",
                      {"d": Fraction(10), "sigma2": Fraction(0), "c": (Fraction(0), Fraction(1))},
                      series=CURVES),
            Trained(trainer("relu:8", rate=0.0015),
                    "1/(n + slope*d + shift + noise*sigma2/m)",
                    {"n": Fraction(20), "d": Fraction(2), "m": Fraction(8), "sigma2": Fraction(1, 10)},
                    draws=32, tolerance=0.15,
                    least="m*d/2 + sigma2 - n*m*d/(4*(n + slope*d + shift + noise*sigma2/m))"),
            Witness(rate_sampler("relu:3"), "1/(n + slope*d + shift + noise*sigma2/m)",
                    {"n": Fraction(12), "d": Fraction(4), "m": Fraction(3), "sigma2": Fraction(1, 2)},
                    draws=100_000),
            Witness(rate_sampler("relu-deep:2"), "target_rate(deep_V(2, d), d*(d + 2), n, d, sigma2)",
                    {"n": Fraction(12), "d": Fraction(4), "sigma2": Fraction(1, 2)}, draws=30_000),
        ),
        expected="PROVED",
        because="two moments of each family",
        tightness=equality,
    ),
    steps={"step-depth": DEPTH},
    mutants=({"slope": "1"}, {"shift": "1"}, {"noise": "1"}),
)
