r"""quantity -> LaTeX, by name and number of arguments; #1, #2, ... are the arguments, as in TeX.

The groups say how tightly a form binds: what stands beside it decides on parentheses. A matrix
X has the examples as its columns, so that X X' and X y are sums over the examples; in
expectations the signs are the papers' own.
"""

from __future__ import annotations

import re

from verify.report import forms_one_step

# like one letter, perhaps with indices; POWERS carry an exponent, which allows no second one
ATOMS: dict[tuple[str, int], str] = {
    ("sqrt", 1): r"\sqrt{#1}",
    ("pi", 0): r"\pi",
    ("binomial", 2): r"\binom{#1}{#2}",
    ("catalan", 1): r"\mathrm{Cat}_{#1}",
    ("moment", 3): r"\alpha_{#2,#3,#1}",
    ("eta", 3): r"\eta(#1,#2,#3)",
    ("trace", 1): r"\mathrm{tr}\left(#1\right)",
    ("identity", 1): r"I_{#1}",
    ("eigenvalue", 2): r"\lambda_{#2}\left(#1\right)",
    ("moment_eigenvalue", 4): r"\lambda_{#4}\left(\mathbb{E}_{#2,#3}[S^{#1}]\right)",
    ("centred_eigenvalue", 4): r"\lambda_{#4}\left(\mathbb{E}_{#2,#3}[(I-S)^{#1}]\right)",
    ("condition", 1): r"\kappa\left(#1\right)",
    ("radius", 1): r"\rho\left(I-#1\right)",
    ("attention_entry", 6): r"\left[\text{Attn}(Z^{(0)}_{#1,#2,#3};#4)\right]_{#5,#6}",
    ("prompt_entry", 5): r"\left[Z^{(0)}_{#1,#2,#3}\right]_{#4,#5}",
    ("layer_entry", 6): r"\left[Z^{(t)}_{#1,#2,#3}(#4)\right]_{#5,#6}",
    ("layer_entry", 7): r"\left[Z^{(t)}_{#1,#2,#3}(#4,#7)\right]_{#5,#6}",
    ("token", 3): r"\left[#1\;#2\right]_{:,#3}",
    ("component", 2): r"\left[#1\right]_{#2}",
    ("unit", 2): r"e_{#2}",
    ("looped_output", 5): r"\text{TF}_{#1}(#2,#3,#4;#5)",
    ("looped_output", 6): r"\text{TF}_{#1}(#2,#3,#4;#5,#6)",
    ("scaled_output", 4): r"\text{TF}_{1}(#1,#2,#3;#4 I)",
    ("gd_prediction", 6): r"\text{GD}_{#1}(#2,#3,#4;#5,#6)",
    ("layered_loss", 4): r"\mathcal{L}_{#1}(#2,#3,#4)",
    ("conditional_loss", 4): r"\mathbb{E}_{#2,#3,#4}\left[(\text{TF}-w^{\top}x_q)^2\mid #1\right]",
    ("conditional_average", 4): r"\mathbb{E}_{w}\left[(w^{\top}M_{#1,#3}#2)^2\right]",
    ("least_squares", 3): r"\left[(#1#1^{\top})^{-1}#1#1^{\top}#2\right]_{#3}",
    ("flow_time", 5): r"T_{#1,#2,#3}(#4,#5)",
    ("cycles_of_g", 2): r"C(G_{#2})",
    ("cycles_of_g_prime", 2): r"C(G'_{#2})",
    ("self_loops", 2): r"\text{loops}(G_{#2})",
    ("pairing_count", 1): r"\left\vert P_{#1}\right\vert",
    ("pairings_with_loops", 2):
        r"\left\vert\lbrace p\in P_{#1}:\text{loops}(G_p)\ge #2\rbrace\right\vert",
    ("gram_moment", 3): r"\mathbb{E}_{#2,#3}\left[(XX^{\top})^{#1}\right]_{1,1}",
    ("expected_entry", 2): r"\mathbb{E}\left[x_{#2}\,#1^{\top}x\right]",
    ("expected_form", 1): r"\mathbb{E}\left[x^{\top}#1 x\right]",
    ("expected_pair", 3): r"\mathbb{E}_{#1}\left[x_{#2}x_{#3}\right]",
    ("power_entry", 4): r"\left[(#2-I)^{#1}\right]_{#3,#4}",
    ("signed_sum", 5):
        r"\left[\sum_{m=#3}^{#1}(-1)^m\binom{#1}{m}#2^m\right]_{#4,#5}",
    ("shear", 1): r"\begin{pmatrix}1&#1\\0&1\end{pmatrix}",
}
POWERS = {
    ("optimum", 3): r"a^{\ast}_{#1,#2,#3}",
    ("optimal_loss", 3): r"\mathcal{L}^{\ast}_{#1,#2,#3}",
    ("defined_loss", 4): r"\mathcal{L}^{\text{defined}}_{#1,#2}(#4)",
    ("defined_loss", 5): r"\mathcal{L}^{\text{defined}}_{#1,#2}(#4,#5)",
    ("defined_loss", 6): r"\mathcal{L}^{\text{defined}}_{#1,#2}(#4,#5,#6)",
    ("distinct_loss", 3): r"\mathcal{L}^{\text{distinct}}_{#1,#2,#3}",
    ("printed_layered_loss", 4): r"\mathcal{L}^{\text{printed}}_{#1}(#2,#3,#4)",
    ("exp", 1): r"e^{#1}",
    ("factorial", 1): r"(#1)!",
    ("double_factorial", 1): r"(2\cdot #1-1)!!",
    ("norm_sq", 1): r"\left\Vert #1\right\Vert^2",
    ("inverse", 1): r"{#1}^{-1}",
    ("transpose", 1): r"{#1}^{\top}",
    ("query_square", 4): r"\left\Vert #4^{-1}M_{#1,#3}#2\right\Vert^2",
    ("deviation", 1): r"\left\Vert #1-\tfrac{\mathrm{tr}\,#1}{d}I\right\Vert_F^2",
    ("descent_error", 4): r"\left\Vert (I-#3 #1)^{#4}#2\right\Vert^2",
}
PRODUCTS = {
    ("rising", 3): r"\prod_{i=0}^{#1-1}\left(1+\frac{2i}{#2}\cdot #3\right)",
    ("scalar_loss", 4): r"\mathbb{E}_{#2,#3}\,\mathrm{tr}\left(I-#4\cdot W\right)^{#1}",
    ("shifted_moment", 5):
        r"\tfrac1{#3}\,\mathbb{E}_{#2,#3}\,\mathrm{tr}\left(#4 I+#5(W-I)\right)^{#1}",
    ("dim", 1): r"\dim #1",
    ("form", 2): r"{#1}^{\top}#2\,#1",
    ("pair", 3): r"#1^{\top}#2\,#3",
    ("dot", 2): r"#1^{\top}#2",
    ("inner", 2): r"#1^{\top}#2",
    ("labels", 2): r"#1^{\top}#2",
    ("mapped", 2): r"#1 #2",
    ("gram", 2): r"#1#1^{\top}#2",
    ("data_trace", 3): r"\mathrm{tr}\left(I-\tfrac1n #2#2^{\top}#3\right)^{#1}",
    ("image_trace", 3): r"\mathrm{tr}\left(I-\tfrac1n (#3#2)(#3#2)^{\top}\right)^{#1}",
    ("whitened_trace", 3): r"\mathrm{tr}\left(I-\tfrac1n #3#2#2^{\top}#3\right)^{#1}",
    ("sample_trace", 3): r"\mathbb{E}_{#2,#3}\,\mathrm{tr}(I-S)^{#1}",
    ("printed_average", 3): r"\mathbb{E}_{#1}\,\mathrm{tr}\left(#3^2M_{#2}^2\right)",
    ("mixed_moment", 1): r"\mathbb{E}\,\prod_a[#1 z]_a",
    ("slope_at_zero", 3):
        r"\tfrac{d}{ds}\left\Vert #1^{\top}(s\,#3-#2)\right\Vert^2\Big\vert_{s=0}",
}
SUMS = {
    ("loop_error", 6): r"\text{TF}_{#1}(#2,#3,#4;#6 #5)-#3^{\top}#4",
    ("conditional_formula", 4):
        r"\left\Vert #4^{-1}M_{#1,#2}#4\right\Vert_F^2+\left\Vert c_{#1,#2,#3}^{\top}#4\right\Vert^2",
    ("basis_sum", 1): r"\sum_i e_i^{\top}#1 e_i",
    ("double_sum", 2): r"\sum_{s=0}^{#1}\binom{#1}{s}(2s)!!\,#2^s",
    ("geometric", 2): r"\sum_{i=0}^{#1}#2^i",
    ("loop_sum", 3):
        r"\sum_{p\in P_{#1}}#2^{r_p+\left\lfloor(#1-r_p)/2\right\rfloor}#3^{#1-r_p}",
    ("pairing_moment", 3): r"\sum_{p\in P_{#1}}#2^{C(G_p)}#3^{C(G'_p)-1}",
    ("pairing_sum", 1): r"\sum_{p}\prod_{(a,b)\in p}[#1#1^{\top}]_{a,b}",
}
RELATIONS = {
    ("preceq", 2): r"#1\preccurlyeq #2",
    ("symmetric", 1): r"#1=#1^{\top}",
    ("psd", 1): r"#1\succcurlyeq 0",
    ("pd", 1): r"#1\succ 0",
}
FORMS: dict[tuple[str, int], tuple[str, int]] = {
    key: (form, level)
    for level, groups in ((7, (ATOMS, forms_one_step.ATOMS)), (6, (POWERS, forms_one_step.POWERS)),
                          (4, (PRODUCTS, forms_one_step.PRODUCTS)),
                          (3, (SUMS, forms_one_step.SUMS)), (2, (RELATIONS,)))
    for group in groups for key, form in group.items()}
_OPENS, _CLOSES = "{,;([:", "},;)]"


def binding(form: str, level: int) -> tuple[int, ...]:
    r"""How tightly each argument must bind at its tightest place in the form.

    Between brackets and commas nothing can be misread (0), under a power or an index only one
    letter can stand (7), in a product no sum (5); the sides of a relation may be sums (3).

    Example:
        >>> binding(r"e^{#1}", 6), binding(r"#1#1^{\top}#2", 4), binding(r"#1\succ 0", 2)
        ((0,), (7, 5), (3,))
    """
    found: dict[int, int] = {}
    for match in re.finditer(r"#(\d)", form):
        before = re.sub(r"\\[,;: ]$", " ", form[:match.start()])
        after = form[match.end():]
        # \right closes as a bracket does; any other command begins a factor
        closed = not after or after[0] in _CLOSES or after.startswith(r"\right")
        if after.startswith(("^", "_")) or (before.endswith("{") and after.startswith(("}^", "}_"))
                                            and not before.endswith(("^{", "_{"))):
            needed = 7
        elif before and before[-1] in _OPENS and closed or before.endswith((r"\left\Vert ", r"\left")):
            needed = 0 if closed else 5
        else:
            needed = 3 if level == 2 else 5
        found[int(match.group(1))] = max(needed, found.get(int(match.group(1)), 0))
    return tuple(found.get(i, 0) for i in range(1, max(found, default=0) + 1))
