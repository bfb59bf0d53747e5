"""Text and LaTeX of sum c (1/n)^q d^e tr(v_1) tr(v_2) ... v, collected and factored for reading.

The text is plain arithmetic with * / ^, traces as tr(A Sigma A') and words side by side; d = tr(I).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import TypeAlias

from flint import Ordering, fmpq, fmpz_mpoly, fmpz_mpoly_ctx

from theory.trace_polynomial import IDENTITY, POPULATION_COVARIANCE, Letter, Trace, Word

Terms: TypeAlias = Mapping[tuple[int, tuple[Trace, ...], Word | None], Fraction]

_RING = fmpz_mpoly_ctx.get(["n", "d"], Ordering.lex)


@dataclass(frozen=True)
class Formula:
    """The same formula as plain text and as LaTeX."""

    text: str
    latex: str


@dataclass(frozen=True)
class _Factor:
    """A factor of a product; a sum needs parentheses unless it stands alone."""

    text: str
    latex: str
    is_sum: bool = False

    def raised(self, exponent: int) -> _Factor:
        if exponent == 1:
            return self
        text, latex = (f"({self.text})", f"({self.latex})") if self.is_sum else (self.text, self.latex)
        return _Factor(f"{text}^{exponent}", f"{latex}^{{{exponent}}}")


@dataclass(frozen=True)
class _Part:
    """A summand: sign x (product of the factors above / of those below) x open word."""

    sign: int
    above: list[_Factor]
    below: list[_Factor]
    word: _Factor | None


def formula(terms: Terms, n: Fraction | None = None) -> Formula:
    r"""The formula of these terms, with n put in if it is given.

    Example:
        >>> A = (("A", False),)
        >>> formula({(0, ((),), None): Fraction(1), (1, ((), ()), None): Fraction(1)}).text
        'd*(n + d)/n'
        >>> print(formula({(1, (A, A), None): Fraction(3, 2)}).latex)
        \frac{3 \operatorname{tr}(A)^{2}}{2 n}
    """
    groups: dict[tuple[tuple[Trace, ...], Word | None], dict[tuple[int, int], Fraction]] = {}
    for (power, traces, letters), coefficient in terms.items():
        if n is not None:
            power, coefficient = 0, coefficient / n**power
        kept = tuple(w for w in traces if w)
        group = groups.setdefault((kept, letters), {})
        place = power, len(traces) - len(kept)
        group[place] = group.get(place, Fraction(0)) + coefficient
    live = {key: {e: c for e, c in g.items() if c} for key, g in groups.items()}
    parts = [
        _part(coefficients, traces, letters)
        for (traces, letters), coefficients in sorted(live.items(), key=_order)
        if coefficients
    ]
    if not parts:
        return Formula("0", "0")
    alone = len(parts) == 1
    return Formula(
        _with_signs((p.sign, _text(p, alone)) for p in parts),
        _with_signs((p.sign, _latex(p, alone)) for p in parts),
    )


def _order(
    item: tuple[tuple[tuple[Trace, ...], Word | None], dict[tuple[int, int], Fraction]],
) -> tuple[int, int, int, tuple[Trace, ...], Word]:
    (traces, letters), coefficients = item
    power = min((power for power, _ in coefficients), default=0)
    return power, len(traces), -len(letters or ()), traces, letters or ()


def _part(
    coefficients: Mapping[tuple[int, int], Fraction],
    traces: tuple[Trace, ...],
    letters: Word | None,
) -> _Part:
    """The coefficient as P(n, d) / (c n^q) with P factored, times the traces and the word."""
    q = max(power for power, _ in coefficients)
    common = lcm(*(c.denominator for c in coefficients.values()))
    numerator = _RING.from_dict(
        {(q - p, e): c.numerator * (common // c.denominator) for (p, e), c in coefficients.items()}
    )
    content, factors = numerator.factor()
    number = fmpq(content, common)
    above = [_polynomial(f).raised(int(e)) for f, e in sorted(factors, key=lambda f: len(str(f[0])))]
    if abs(number.p) != 1:
        above.insert(0, _Factor(str(abs(number.p)), str(abs(number.p))))
    for trace, same in groupby(traces):
        inside = _word(trace)
        factor = _Factor(f"tr({inside.text})", rf"\operatorname{{tr}}({inside.latex})")
        above.append(factor.raised(len(list(same))))
    below = [_Factor(str(number.q), str(number.q))] if number.q != 1 else []
    if q:
        below.append(_Factor("n", "n").raised(q))
    return _Part(1 if number > 0 else -1, above, below, None if letters is None else _word(letters))


def _polynomial(value: fmpz_mpoly) -> _Factor:
    text = str(value)
    latex = re.sub(r"\^(\d+)", r"^{\1}", text).replace("*", " ")
    return _Factor(text, latex, is_sum=" " in text)


def _word(letters: Word) -> _Factor:
    """The letters side by side, runs of one letter as a power, the empty word as I."""
    if not letters:
        return _Factor(IDENTITY, IDENTITY)
    runs = [(_letter(letter), len(list(same))) for letter, same in groupby(letters)]
    factors = [base.raised(count) for base, count in runs]
    return _Factor(" ".join(f.text for f in factors), " ".join(f.latex for f in factors))


def _letter(letter: Letter) -> _Factor:
    name, flag = letter
    if name == POPULATION_COVARIANCE:
        return _Factor(name, r"\Sigma")
    head, index = name[0], name[1:].lstrip("_")
    latex = f"{head}_{{{index}}}" if index else head
    if flag:  # the braces keep a power of a transpose readable and legal
        return _Factor(f"{name}'", rf"{{{latex}^{{\top}}}}")
    return _Factor(name, latex)


def _joined(factors: list[_Factor], between: str, name: str, bare: bool) -> str:
    """The product of the factors; bare means that a single sum needs no parentheses."""
    open_sum = bare and len(factors) == 1
    return between.join(
        f"({getattr(f, name)})" if f.is_sum and not open_sum else getattr(f, name) for f in factors
    )


def _text(part: _Part, alone: bool) -> str:
    bare = alone and not part.below and part.word is None
    above = _joined(part.above, "*", "text", bare)
    if part.below:
        below = _joined(part.below, "*", "text", bare=True)
        above = f"{above or 1}/({below})" if len(part.below) > 1 else f"{above or 1}/{below}"
    if part.word is None:
        return above or "1"
    return f"{above}*{part.word.text}" if above else part.word.text


def _latex(part: _Part, alone: bool) -> str:
    if part.below:
        above = _joined(part.above, " ", "latex", bare=True) or "1"
        above = rf"\frac{{{above}}}{{{_joined(part.below, ' ', 'latex', bare=True)}}}"
    else:
        above = _joined(part.above, " ", "latex", bare=alone and part.word is None)
    if part.word is None:
        return above or "1"
    return f"{above} {part.word.latex}" if above else part.word.latex


def _with_signs(parts: Iterable[tuple[int, str]]) -> str:
    text = "".join((" + " if sign > 0 else " - ") + part for sign, part in parts)
    return text[3:] if text.startswith(" + ") else "-" + text[3:]
