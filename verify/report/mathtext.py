r"""text with $...$ -> Markdown whose formulas survive every viewer.

Markdown reads ``_``, ``*`` and backslashes before a formula's renderer does, and GitHub forbids a
few macros. So formulas are rewritten to an equal form without these, and prose is escaped.
"""

from __future__ import annotations

import re

_PIECES = re.compile(r"(\$\$.+?\$\$|\$[^$]+\$|`[^`]+`)", re.DOTALL)
_REPLACEMENTS = (
    (re.compile(r"\\operatorname\*?\s*"), r"\\mathrm"),
    (re.compile(r"\\\\(\[[^\]]*\])?"), r"\\cr "),
    (re.compile(r"\\\{"), r"\\lbrace "),
    (re.compile(r"\\\}"), r"\\rbrace "),
    (re.compile(r"\\\|"), r"\\Vert "),
    (re.compile(r"\\,"), r"\\thinspace "),
    (re.compile(r"\\[;:]"), r"\\thickspace "),
    (re.compile(r"\\!"), ""),
    # these signs mean something to TeX again once Markdown has taken the backslash
    (re.compile(r"\\#"), r"\\text{card}\\thinspace "),
    (re.compile(r"\\%"), r"\\text{ percent}"),
    (re.compile(r"\\&"), r"\\text{ and }"),
    (re.compile(r"\\_"), "-"),
    (re.compile(r"\\\*"), r"\\ast "),
    (re.compile(r"\^\*"), r"^{\\ast}"),
    (re.compile(r"(?<!align)(?<!gather)(?<!equation)\*"), r"\\ast "),
    (re.compile(r"<"), r"\\lt "),
    (re.compile(r">"), r"\\gt "),
    # an underscore that follows no letter could open emphasis; before a blank it cannot
    (re.compile(r"(?<![\w\\])_(?=\S)"), "_ "),
)
_PROSE = str.maketrans({"*": r"\*", "_": r"\_", "<": "&lt;", ">": "&gt;", "~": r"\~", "#": r"\#"})
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
          "eta": "η", "kappa": "κ", "lambda": "λ", "xi": "ξ", "sigma": "σ", "tau": "τ", "pi": "π",
          "Sigma": "Σ", "Gamma": "Γ", "Lambda": "Λ", "Omega": "Ω"}
_PLAIN_MATH = (
    (re.compile("<="), "≤"),
    (re.compile(">="), "≥"),
    (re.compile("->"), "→"),
    (re.compile(r"(?<=[\w)])\*(?=[\w(])"), "·"),
    (re.compile(r"(?<![\w])sigma2(?!\w)"), "σ²"),
    (re.compile(rf"(?<![A-Za-z])({'|'.join(_GREEK)})(?![A-Za-z])"), lambda m: _GREEK[m.group()]),
)
_RAISED = re.compile(r"\^(?:\{([^{}]*)\}|(\([^()]*\)|-?\w+(?:/\w+)?))")
# longer words after an underscore are names of the language, not indices
_LOWERED = re.compile(r"(?<=[A-Za-zα-ωΓ-Ω|)\]])_(?:\{([^{}]*)\}|([A-Za-z]{1,3}|\d{1,2})(?![\w]))")
_NAMED = re.compile(r"\\(text|mathrm|textbf|operatorname|mathbb|begin|end)\s*\{[^}]*\}")


def formula(latex: str) -> str:
    r"""The same formula without what Markdown or GitHub would take away.

    Example:
        >>> formula(r"\|w^*\|_2 < 1")
        '\\Vert w^{\\ast}\\Vert _ 2 \\lt  1'
    """
    for pattern, new in _REPLACEMENTS:
        latex = pattern.sub(new, latex)
    return latex.strip()


def inline(latex: str) -> str:
    """$...$ on one line."""
    return f"${' '.join(formula(latex).split())}$"


def display(latex: str) -> str:
    """A $$ block."""
    return f"$$\n{' '.join(formula(latex).split())}\n$$"


def prose(text: str) -> str:
    r"""Plain text with $...$ and `code` in it as Markdown: formulas kept, the rest escaped.

    Example:
        >>> prose("E[S^k](x) with $x^*$ in `a_b`")
        'E[S<sup>k</sup>]&#40;x) with $x^{\\ast}$ in `a_b`'
    """
    found = []
    for piece in _PIECES.split(" ".join(text.split())):
        if piece.startswith("$$") and len(piece) > 4:
            found.append(f"\n\n{display(piece[2:-2])}\n\n")
        elif piece.startswith("$") and len(piece) > 2:
            found.append(inline(piece[1:-1]))
        elif piece.startswith("`") and len(piece) > 2:
            found.append(piece)
        else:
            found.append(_plain(piece))
    return "".join(found).strip()


def _plain(text: str) -> str:
    """Escaped text, its plain formulas (n^{-1}, x_i, Sigma*, <=) set with what Markdown has."""
    for pattern, new in _PLAIN_MATH:
        text = pattern.sub(new, text)
    # marks that survive escaping, so that what stands inside a tag is escaped too
    text = _RAISED.sub("\x01\\1\\2\x02", text)
    text = _LOWERED.sub("\x03\\1\\2\x04", text).translate(_PROSE)
    for mark, tag in (("\x01", "<sup>"), ("\x02", "</sup>"), ("\x03", "<sub>"), ("\x04", "</sub>")):
        text = text.replace(mark, tag)
    return text.replace("](", "]&#40;").replace("$", r"\$")


def sentence(text: str) -> str:
    """Prose with a capital first letter and a full stop, whether it had them or not."""
    found = prose(text)
    found = found if found.startswith(("$", "`")) else found[:1].upper() + found[1:]
    return found if found.endswith((".", "!", "?")) else f"{found}."


def cell(text: str) -> str:
    """Prose inside a table: one line, no bar that would end the cell."""
    return " ".join(prose(text).split()).replace("|", "&#124;")


def code(text: str) -> str:
    """Inline code, with as many backticks as it needs."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{' '.join(text.split())}{fence}"


def code_cell(text: str) -> str:
    """Inline code inside a table."""
    return code(text).replace("|", "\\|")


def is_latex(text: str) -> bool:
    r"""True if a text without $ reads as one formula rather than as a sentence.

    Example:
        >>> is_latex(r"1\le\alpha\quad\text{for all } n"), is_latex("L loops are L steps")
        (True, False)
    """
    if "$" in text:
        return False
    bare = _NAMED.sub(" ", text)
    words = re.findall(r"(?<![\\A-Za-z])[A-Za-z]{3,}", bare)
    marks = re.search(r"\\[A-Za-z]|[\^_=<>]", text) is not None
    return marks and len(words) < (3 if "\\" in text else 1)


def statement(text: str) -> str:
    """A reading's text: one display formula, or prose with its formulas."""
    return display(text) if is_latex(text) else prose(text)


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading.

    Example:
        >>> slug("Lemma A.2 (looped.lem-A.2)")
        'lemma-a2-loopedlem-a2'
    """
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", "-")
