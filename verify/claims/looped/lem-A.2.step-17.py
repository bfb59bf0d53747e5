"""E[x'Ax] = tr A, E[x v'x] = v, E[x'v x'] = v', E[x alpha x'] = alpha I for x ~ N(0, I_d).

Source:  (17), proof of Lemma A.2 of the looped paper.
Errata:  none; the sums run over the d basis vectors.
Idea:    E[x_a x_b] = 1 if a = b, else 0.
"""

from fractions import Fraction

from theory.matrices import dense
from verify.checks import Argument, Formal, Search, Step
from verify.claim import Claim, Reading
from verify.families import integers

CONCLUSIONS = {
    "form": "expected_form(A) = trace(A)",
    "basis": "basis_sum(A) = trace(A)",
    "vector": "expected_entry(v, i) = component(v, i)",
    "outer": "alpha*expected_pair(d, i, j) = alpha*pair(unit(d, i), identity(d), unit(d, j))"}
SIZES = tuple({"d": d, "i": i, "j": j} for d in (1, 2, 3) for i in range(1, d + 1)
              for j in range(1, d + 1))


def small(statement, at):
    """A not symmetric, v = (1, 2, ..), alpha = 3."""
    d = at["d"]
    return {**integers(d=d, i=at["i"], j=at["j"]), "alpha": Fraction(3),
            "v": tuple(Fraction(k + 1) for k in range(d)),
            "A": dense([[2 * a - b + 1 for b in range(d)] for a in range(d)])}


CLAIM = Claim(
    number="(17)",
    title="the expectation over one pair as a sum over the basis",
    source="Appendix A.1, proof of Lemma A.2, (17)",
    printed=Reading(
        text=r"\mathbb{E}[x^\top Ax]=\operatorname{tr}A=\sum_ie_i^\top Ae_i,\ \mathbb{E}[xv^\top x]=v="
             r"\sum_ie_iv^\top e_i,\ \mathbb{E}[x^\top vx^\top]=v^\top=\sum_ie_i^\top ve_i^\top,\ "
             r"\mathbb{E}[x\alpha x^\top]=\alpha I=\sum_ie_i\alpha e_i^\top",
        note="entry i of the second and (transposed) third, entry (i, j) of the fourth",
        parameters={"d": "positive integer", "i": "positive integer", "j": "positive integer",
                    "A": "real matrix(d)", "v": "vector(d)", "alpha": "real"},
        hypotheses=("i <= d", "j <= d"),
        conclusions=CONCLUSIONS,
        checks=(
            Argument(
                steps=(
                    *(Step(f"{name}: in every entry for d <= 3, E of a monomial by E x^2 = 1",
                           relation, Formal(SIZES)) for name, relation in CONCLUSIONS.items()),
                    Step("both sides are linear in A, v, alpha, and E[x_a x_b] = [a = b] for every d"),
                ),
                scope="all d >= 1, all real A, v, alpha"),
            Search(starts=[{"d": d, "i": i, "j": j} for d in (1, 2, 3) for i in (1, d) for j in (1, d)],
                   family=small, order=("d",), what="small integers"),
        ),
        expected="PROVED",
        because="E[x_a x_b] = [a = b]",
    ),
)
