r"""quantity -> LaTeX for the paper on one step: as in ``forms``, which explains the groups.

A_M stands for M[:, 1:d]', G for the matrix (9) of a prompt, u-bar for the mean of w given the
prompt, w-hat for the ridge solution.
"""

from __future__ import annotations

_STEP = r"\left\Vert A_{#3}G#2-#5 X^{\top}y\right\Vert^2"
_CHANGE = r"-\mathbb{E}_{#1,#5}\left\Vert "

ATOMS: dict[tuple[str, int], str] = {
    ("layer_loss", 4): r"\mathcal{L}_{#1,#4}(#2,#3)",
    ("heads_loss", 6): r"\mathcal{L}_{#1,#6}(#2,#3;#4,#5)",
    ("target_loss", 5): r"\mathcal{L}_{#1,#4,#5}(#2,#3)",
    ("ridge_loss", 3): r"C_{#1,#2,#3}",
    ("general_loss", 5): r"\mathcal{L}_{#1,#5}(#2;#3,#4)",
    ("predictor_loss", 5): r"\mathcal{L}_{#1,#3,#4,#5}(#2)",
    ("target_rate", 5): r"\eta(#1,#2;#3,#4,#5)",
    ("relu_V", 2): r"V_{\text{relu}}(#1,#2)", ("relu_Q", 2): r"Q_{\text{relu}}(#1,#2)",
    ("relu_F", 2): r"F_{\text{relu}}(#1,#2)", ("deep_V", 2): r"V_{\text{deep}}(#1,#2)",
    ("poly_V", 2): r"V_{\text{poly}}(#1,#2)", ("poly_Q", 2): r"Q_{\text{poly}}(#1,#2)",
    ("poly_F", 2): r"F_{\text{poly}}(#1,#2)", ("even_V", 1): r"V_{\text{even}}(#1)",
    ("even_Q", 1): r"Q_{\text{even}}(#1)",
    ("layer_output", 7): r"\text{LSA}(#1,#2,#3;#4,#5,#6,#7)",
    ("last_unit", 1): r"e_{#1}",
    ("value_of", 1): r"\binom{0}{#1^{\top}}",
    ("ridge_norm", 2): r"\mathbb{E}\left[\Vert\hat w_{#2}\Vert^2\mid #1\right]",
    ("ridge_ray", 3): r"\frac{#1#3}{#1#3^2+#2}",
    ("turn", 1): r"\text{turn}(#1)",
}
POWERS = {
    ("defined_layer_loss", 4): r"\mathcal{L}^{\text{defined}}_{#1,#4}(#2,#3)",
    ("step_loss", 4): r"\mathcal{L}^{\text{step}}_{#1,#2,#3}(#4)",
    ("layer_min", 3): r"\mathcal{L}^{\text{min}}_{#1,#2,#3}",
    ("defined_predictor_loss", 5): r"\mathcal{L}^{\text{defined}}_{#1,#5}(#2;#3,#4)",
    ("construction_output", 4): r"\text{LSA}^{(25)}(#1,#2,#3;#4)",
    ("embedded_output", 5): r"\text{LSA}^{(22)}(#1,#2,#3;#4,#5)",
    ("layer_step_gap", 3): r"\left\Vert T_{#1,#2}-#3\,I\right\Vert_F^2",
    ("skew_norm", 1): r"\left\Vert\tfrac12(#1-#1^{\top})\right\Vert_F^2",
    ("preconditioner", 4):
        r"\left[(#1+1)#2+\left(\mathrm{tr}(#3#2)+#4\right)#3^{-1}\right]^{-1}",
}
PRODUCTS = {
    ("xy", 2): r"#1 #2",
    ("gradient_step", 4): r"#4\,(#1#2)^{\top}#3",
    ("scatter_form", 3): r"#2^{\top}#1#1^{\top}#3",
    ("gram_form", 4): r"#3^{\top}G_{#1,#2}#4",
    ("block_form", 4): r"#3^{\top}G^{(57)}_{#1,#2}#4",
    ("gram_output", 7): r"#7^{\top}#6\,G_{#1,#2}#4^{\top}#5\binom{#3}{0}",
    ("reduced_output", 5): r"#4^{\top}G_{#1,#2}#5\binom{#3}{0}",
    ("layer_M", 2): r"#1^{\top}#2",
    ("layer_w", 2): r"#1^{\top}#2",
    ("lift_M", 2): r"\mathrm{diag}(#1,1)\,#2\,\mathrm{diag}(#1,1)",
    ("lift_right", 2): r"#2\,\mathrm{diag}(#1,1)",
    ("lift_w", 2): r"\mathrm{diag}(#1,1)\,#2",
    ("step_trace", 2): r"\mathrm{tr}\,T_{#1,#2}",
    ("posterior_fit", 4): r"#4^{\top}#1(#1^{\top}#1+#3 I)^{-1}#2",
    ("ridge_fit", 4): r"#4^{\top}(#1#1^{\top}+#3 I)^{-1}#1#2",
    ("ridge_fit", 5): r"#4^{\top}(#1#1^{\top}+#3 #5)^{-1}#1#2",
    ("ridge_resolvent", 2): r"\mathrm{tr}\,(#1#1^{\top}+#2 I)^{-1}",
    ("ridge_form", 5): r"#4^{\top}\mathbb{E}_{#2}\left[#1y\,\hat w_{#3}^{\top}\mid #1\right]#5",
    ("ridge_energy", 2): r"\mathbb{E}_{#1,#2}\,\hat w^{\top}X^{\top}y",
    ("ridge_gap", 3): r"\mathbb{E}_{#1,#2,#3}\left\Vert\eta X^{\top}y-\hat w\right\Vert^2",
    ("ridge_excess", 4):
        r"\mathbb{E}_{#1,#4}\left(\Vert A_{#3}G#2-\hat w\Vert^2-\Vert\hat w\Vert^2\right)",
    ("label_energy", 3): r"\mathbb{E}_{#1,#2,#3}\,y^{\top}XX^{\top}y",
    ("label_form", 4): r"\mathbb{E}_{#1,#4}\,(#2^{\top}X^{\top}y)(#3^{\top}X^{\top}y)",
    ("label_kernel", 4): r"#3^{\top}(#1^{\top}#1+#2 I)#4",
    ("regressor_form", 3): r"\mathbb{E}_{#1}\,(#2^{\top}X^{\top}y)(#3^{\top}w)",
    ("predictor_moment", 4): r"\mathbb{E}_{#1,#4}\,(A_{#3}G#2)^{\top}X^{\top}y",
    ("predictor_regressor", 3): r"\mathbb{E}_{#1}\,(A_{#3}G#2)^{\top}w^{\ast}",
    ("gradient_pairing", 7):
        r"\mathbb{E}_{#1,#6}\,(A_{#5}G#4)^{\top}(A_{#3}G#2-#7 X^{\top}y)",
    ("step_distance", 5): r"\mathbb{E}_{#1,#4}" + _STEP,
    ("defined_step_distance", 5): r"\mathbb{E}^{\text{defined}}_{#1,#4}" + _STEP,
    ("heads_distance", 7):
        r"\mathbb{E}_{#1,#6}\left\Vert A_{#3}G#2+A_{#5}G#4-#7 X^{\top}y\right\Vert^2",
    ("target_distance", 6): r"\mathbb{E}_{#1,#4,#5}\left\Vert A_{#3}G#2-#6 X^{\top}y\right\Vert^2",
    ("target_excess", 5):
        r"\mathbb{E}_{#1,#4,#5}\left(\Vert A_{#3}G#2-\bar u\Vert^2-\Vert\bar u\Vert^2\right)",
    ("target_label_form", 5): r"\mathbb{E}_{#1,#4,#5}\,(#2^{\top}X^{\top}y)(#3^{\top}X^{\top}y)",
    ("target_ubar_form", 4): r"\mathbb{E}_{#1,#4}\,(#2^{\top}X^{\top}y)(#3^{\top}\bar u)",
    ("squares_slope", 4): r"#4^{\top}#1(#1^{\top}#3-#2)",
}
SUMS = {
    ("commutant_defect", 1): r"\sum_{i<j}\Vert #1 G_{ij}-G_{ij}#1\Vert_F^2",
    ("squares_change", 4): r"f(#3+#4)-f(#3)-\tfrac12\left\Vert #1^{\top}#4\right\Vert^2",
    ("distance_change_M", 6):
        r"J(#2,#3+#4)-J(#2,#3)" + _CHANGE + r"A_{#4}G#2\right\Vert^2",
    ("distance_change_w", 6):
        r"J(#2+#4,#3)-J(#2,#3)" + _CHANGE + r"A_{#3}G#4\right\Vert^2",
    ("step_gap", 6): r"\mathcal{L}_{#1,#4,#5,#6}(#2)-\mathcal{L}_{#1,#4,#5,#6}(#3)",
}
