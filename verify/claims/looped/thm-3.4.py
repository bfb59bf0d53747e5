"""||grad_A L(A, 0)||^2 >= (1/16) L(A, 0)^{(2L-1)/L} wherever L(A, 0) >= 16 L d 4^L / sqrt(n).

Source:  Theorem 3.4; the norm is Frobenius, the gradient is over all real d x d matrices.
Errata:  the constant hides d^{-(L-1)/L}, lost between the end of Lemma A.10 and Theorem A.11.
Idea:    at A = a I and n = infinity, left over right^(...) is 4 L^2 d^{-(L-1)/L}, below 1/16 for
         large d; and where d is comparable with n the loss at the minimiser itself satisfies the
         hypothesis, with gradient zero.
"""

from fractions import Fraction

from verify.checks import Search
from verify.claim import Claim, Reading
from verify.families import fixed_scalar, flattest_scalar, two_clusters

PARAMETERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer",
              "A": "real matrix(d)"}


def by_dimension(L: int, name: str = "scalar"):
    """d falls from 4^8 on with n so large that the n = infinity value is reached."""
    family = {"scalar": fixed_scalar(Fraction(1, 2)),
              "clusters": two_clusters(Fraction(1, 2), Fraction(3, 2))}[name]
    return Search(starts=[{"L": L, "d": 2**k, "n": 10**40} for k in (10, 13, 16, 17, 18, 20)],
                  family=family, order=("d", "n") if L < 4 else ("d",), minimum={"d": 2},
                  what=f"L = {L}, n = 10^40, A = I/2" if name == "scalar" else
                  f"L = {L}, n = 10^40, A with eigenvalues 1/2 and 3/2, half and half")


CLAIM = Claim(
    number="Theorem 3.4",
    title="gradient dominance with power (2L-1)/L",
    source="Section 3.7, Theorem 3.4",
    uses=("looped.lem-A.10", "looped.thm-A.11"),
    printed=Reading(
        text=r"\Sigma^*=I,\ L(A,0)\ge\frac{16Ld4^L}{\sqrt n}\ \Longrightarrow\ "
             r"\|\nabla_A L(A,0)\|^2\ge\tfrac1{16}L(A,0)^{(2L-1)/L}",
        note="n > d from section 3.2; A any real matrix; Frobenius norm",
        parameters=PARAMETERS,
        constants={"threshold": "16", "base": "4", "factor": "1/16"},
        hypotheses=("n > d", "loss(L, n, A) >= threshold*L*d*base^L/sqrt(n)"),
        conclusions={"dominance": "grad_norm_sq(L, n, A) >= factor*loss(L, n, A)^((2*L - 1)/L)"},
        checks=(
            Search(starts=[{"L": 1, "d": d, "n": n} for d, n in
                           ((1, 10**6), (64, 10**4), (4000, 8000), (16383, 16384))],
                   family=flattest_scalar, order=("d", "n"),
                   what="L = 1, A = a I with a as close to the minimiser as the hypothesis allows"),
            *(by_dimension(L) for L in range(2, 9)),
            by_dimension(2, "clusters"),
        ),
        expected="REFUTED",
        because="the constant needs a factor d^{-(L-1)/L}; d of the order of n breaks L = 1",
    ),
    mutants=({"factor": "1"},),
    errata="no constant works for all d: the factor d^{-(L-1)/L} of Lemma A.10's last line is lost "
           "in Theorem A.11, and the threshold does not exclude the minimiser itself when d is "
           "comparable with n",
)
