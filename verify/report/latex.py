r"""tree of the statement language -> LaTeX: fractions, roots, powers, the quantities' own signs.

What a reader compares with the printed formula; the tree is what was decided.
"""

from __future__ import annotations

import re

from verify.language import Tree
from verify.report.forms import FORMS, binding

GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda",
         "mu", "nu", "xi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "pi",
         "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega")
RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "=": "=", "!=": r"\ne"}
LEVEL = {"or": 0, "and": 1, **dict.fromkeys(RELATIONS, 2), "+": 3, "-": 3, "*": 4, "/": 5, "neg": 4,
         "^": 6}
_LOSS = {"loss": r"\mathcal{L}", "printed_loss": r"\mathcal{L}^{\text{printed}}"}


def name(text: str) -> str:
    r"""A name of the language as LaTeX.

    Example:
        >>> name("delta"), name("A_opt"), name("factor"), name("lambda_1")
        ('\\delta', 'A_{\\text{opt}}', '\\text{factor}', '\\lambda_{1}')
    """
    if text == "sigma2":  # the noise variance, everywhere in the language
        return r"\sigma^2"
    head, _, tail = text.partition("_")
    if not tail and (match := re.fullmatch(r"([A-Za-z]+?)(\d+)", text)):
        head, tail = match.groups()
    # a long second word makes it the name of a constant, delta_factor say, and no letter with index
    if len(head) > 1 and (head not in GREEK or len(tail) > 3):
        return rf"\text{{{text.replace('_', '-')}}}"
    base = f"\\{head}" if head in GREEK else head
    if not tail:
        return base
    index = tail if tail.isdigit() or len(tail) == 1 else rf"\text{{{tail.replace('_', '-')}}}"
    return f"{base}_{{{index}}}"


def latex(tree: Tree, level: int = 0) -> str:
    r"""LaTeX of an expression or relation, with the parentheses that precedence needs.

    Example:
        >>> from verify.language import parse
        >>> latex(parse("x <= 8*L*d/sqrt(n)"))
        'x \\le \\frac{8 L d}{\\sqrt{n}}'
    """
    head = tree[0]
    if head == "num":
        return str(tree[1])
    if head == "name":
        text, mine = name(tree[1]), 6 if tree[1] == "sigma2" else 7  # it ends with a power
    elif head == "call":
        text, mine = _call(tree[1], tree[2:])
    elif head == "/":
        text, mine = rf"\frac{{{latex(tree[1])}}}{{{latex(tree[2])}}}", LEVEL[head]
    elif head == "^":
        text, mine = _power(tree[1], tree[2])
    elif head == "neg":
        text, mine = f"-{latex(tree[1], LEVEL[head])}", LEVEL[head]
    else:
        text, mine = _infix(head, tree[1], tree[2]), LEVEL[head]
    return rf"\left({text}\right)" if mine < level else text


def _infix(head: str, left: Tree, right: Tree) -> str:
    mine = LEVEL[head]
    first = latex(left, mine)
    second = latex(right, mine + 1 if head == "-" or head in RELATIONS else mine)
    if head == "*":
        return first + _times(first, second) + second
    sign = {"and": r"\text{ and }", "or": r"\text{ or }", **RELATIONS}.get(head, head)
    return f"{first} {sign} {second}"


def _times(first: str, second: str) -> str:
    """A dot before a number, a thin space beside a word, nothing between letters."""
    if second[0].isdigit() or second[0] == "-":
        return r"\cdot "
    if second.startswith(r"\text") or re.search(r"\\text\{[^}]*\}(\^\{[^}]*\})?$", first):
        return r"\,"
    return " "


def _power(base: Tree, exponent: Tree) -> tuple[str, int]:
    """(LaTeX, level): roots of small order as roots, other exponents with a slash."""
    if exponent[0] == "/" and exponent[1] == ["num", "1"] and exponent[2][0] == "num":
        order = "" if exponent[2][1] == "2" else f"[{exponent[2][1]}]"
        return rf"\sqrt{order}{{{latex(base)}}}", 7
    return f"{latex(base, 7)}^{{{_slashed(exponent)}}}", LEVEL["^"]


def _slashed(tree: Tree) -> str:
    if tree[0] != "/":
        return latex(tree)
    bottom = latex(tree[2])
    if tree[2][0] not in ("num", "name"):
        bottom = f"({bottom})"
    return f"{latex(tree[1], LEVEL['*'])}/{bottom}"


def _call(quantity: str, arguments: list[Tree]) -> tuple[str, int]:
    r"""(LaTeX, level) of a quantity by its form; \text{name}(...) if it has none."""
    form, level = FORMS.get((quantity, len(arguments)), ("", 7))
    levels = (*binding(form, level), *(0 for _ in arguments))
    found = [latex(a, needed) for a, needed in zip(arguments, levels, strict=False)]
    if form:
        return re.sub(r"#(\d)", lambda m: found[int(m.group(1)) - 1], form), level
    if quantity in _LOSS and len(found) >= 3:
        return f"{_LOSS[quantity]}_{{{found[0]},{found[1]}}}({', '.join(found[2:])})", 6
    if quantity.endswith("grad_norm_sq") and len(found) >= 3:
        letter = _LOSS["printed_loss" if quantity.startswith("printed") else "loss"]
        inner = f"{letter}_{{{found[0]},{found[1]}}}({', '.join(found[2:])})"
        return rf"\left\Vert\nabla_A {inner}\right\Vert_F^2", 6
    return rf"\text{{{quantity.replace('_', '-')}}}({', '.join(found)})", 7
