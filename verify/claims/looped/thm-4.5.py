"""(TF_L - y_q)^2 <= (1 + eta)^2 (1 + eta - zeta)^{2L} ||x_q||^2_{Sigma*} ||w||^2_{Sigma*^{-1}}: printed.

Source:  Theorem 4.5; eta = 16 delta d^{1/(2L)}, (10): zeta Sigma* <= Sigma_out <= (2 - zeta) Sigma*.
Errata:  the norms are exchanged; Sigma_out lacks 1/n.
Idea:    the error is (Sigma*^{1/2} w)'(I - a* T)^L (Sigma*^{-1/2} x_q), T the whitened covariance.
"""

from fractions import Fraction

from verify.claim import Claim, Reading
from verify.generalisation import (
    BOUND,
    CONSTANTS,
    DEFINITIONS,
    PARAMETERS,
    TEXT,
    between,
    printed,
    repaired,
    swapped_norms,
)

LITERAL = Claim(
    number="Theorem 4.5, literally",
    title="out-of-distribution bound with Sigma_out = XX'",
    source="Section 4.1, Theorem 4.5",
    uses=("looped.thm-4.5",),
    printed=Reading(
        text=TEXT + r",\quad\Sigma^{out}=X^{out}{X^{out}}^\top",
        note="a second reading: without 1/n, as the definition of Sigma_out is printed; the proof's "
             "formula for the error has 1/n",
        parameters=PARAMETERS, constants=CONSTANTS, definitions=DEFINITIONS,
        hypotheses=between("X*transpose(X)"), conclusions={"bound": BOUND},
        checks=(swapped_norms(2, Fraction(1, 2), "Sigma* = diag(t^2, 1), w = e_1, x_q = e_2, "
                              "X = [[t, t, t], [1, 1, -1]]/2"),),
        expected="REFUTED",
        because="the norms are exchanged here too",
    ),
    mutants=({"width": "64"},),
    errata="Sigma_out needs the factor 1/n; without it the bound fails even at d = 1, where the norms "
           "do not matter: the model sees S = Sigma_out/n, nearly 0 (L = 1 from n = 28748191 on)",
)

CLAIM = Claim(
    number="Theorem 4.5",
    title="out-of-distribution bound for one instance",
    source="Section 4.1, Theorem 4.5",
    uses=("looped.thm-3.2-optimum", "looped.thm-A.1-eq-13"),
    printed=printed("Sigma_out = (1/n) XX' as the proof's formula needs (the literal XX': "
                    "step-literal); A_opt the minimiser among symmetric A, for L = 1 over all real A"),
    repaired=repaired(),
    mutants=({"width": "64"}, {"repaired.shrink": "2"}, {"repaired.upper": "3"}),
    errata="the norms are exchanged: it must be ||x_q||^2 in Sigma*^{-1} times ||w||^2 in Sigma*; with "
           "them the factor (1 - a* zeta)^{2L} holds for every n, d, L and is attained",
    explanation="From (w'A^{-1}w)(x_q'A x_q) the proof goes on with w'Sigma*^{-1}w and x_q'Sigma* x_q, "
                "although A is near Sigma*^{-1}. At L = 1, d = 2, n = 3, Sigma* = diag(171^2, 1), w = e_1, "
                "x_q = e_2 the error is 171/6, its square 812.25, and the printed bound about 795. At "
                "d = 1 or Sigma* = I the exchange does no harm. At n = 20, d = 10, L = 2 the printed "
                "factor exceeds 10^11, so the theorem says nothing about Figure 3.",
    steps={"step-literal": LITERAL},
)
