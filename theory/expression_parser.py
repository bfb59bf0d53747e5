"""Text such as "2 tr(S A S A')^2 - 3/2 tr(S)" to a `WordSum`. Nothing is ever evaluated as code.

    sum    = ["+" | "-"] term { ("+" | "-") term }
    term   = factor { ["*" | "/"] factor }          side by side is a product
    factor = atom { "'" | "^" integer }             ' transposes
    atom   = number | name | "tr" "(" sum ")" | "(" sum ")"

Letters: S the sample covariance, Sigma the population covariance, I the identity, any other name a
fixed matrix. A division is by a number.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction

from theory.trace_polynomial import IDENTITY, POPULATION_COVARIANCE, SAMPLE_COVARIANCE
from theory.word_sums import WordSum, letters_sum, number_sum

MAX_CHARACTERS = 2000
MAX_NESTING = 50
MAX_DIGITS = 100
MAX_EXPONENT = 100
MAX_WORK = 1_000_000

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9_]*)|(\*\*|[-+*/^()'])|(\S))")
_FREE_NAME = re.compile(r"[A-Z]_?\d*")
_OPERATORS = {"+", "-", "*", "/", "^", ")", "'", ""}


def parse(text: str, known: Container[str] | None = None) -> WordSum:
    """The sum of words that the text stands for.

    Args:
        text: an expression of the grammar above.
        known: the names of the fixed matrices; None allows every single capital letter, with or
            without an index, as in A or A_1.

    Raises:
        ValueError: the text is not in the grammar, uses an unknown name, or is past a limit.

    Example:
        >>> parse("(S A)' S") == parse("A' S^2")
        True
        >>> parse("tr(S A S)") == parse("tr(A' S S)")
        True
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the expression has {len(text)} characters, allowed {MAX_CHARACTERS}")
    reader = _Reader(_tokens(text), known)
    if reader.next.text == "":
        raise ValueError("the expression is empty, expected one such as tr(S A S A')")
    result = reader.sum()
    if reader.next.text:
        raise reader.unexpected("an operator or the end")
    return result


@dataclass(frozen=True)
class _Token:
    kind: str  # "number", "name", "operator" or "end"
    text: str
    position: int


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text):
        number, name, operator, other = match.groups()
        position = match.start(match.lastindex or 0) + 1
        if other:
            raise ValueError(f"unexpected character {other!r} at position {position}")
        if number:
            if len(number) > MAX_DIGITS:
                raise ValueError(f"a number of {len(number)} digits, allowed up to {MAX_DIGITS}")
            found.append(_Token("number", number, position))
        elif name:
            found.append(_Token("name", name, position))
        else:
            found.append(_Token("operator", "^" if operator == "**" else operator, position))
    return [*found, _Token("end", "", len(text) + 1)]


class _Reader:
    """Recursive descent over the tokens; the depth counts open parentheses."""

    def __init__(self, tokens: list[_Token], known: Container[str] | None) -> None:
        self._tokens = tokens
        self._known = known
        self._place = 0
        self._depth = 0
        self._work = 0

    @property
    def next(self) -> _Token:
        return self._tokens[self._place]

    def unexpected(self, expected: str) -> ValueError:
        token = self.next
        got = repr(token.text) if token.text else "the end"
        return ValueError(f"at position {token.position}: got {got}, expected {expected}")

    def _take(self) -> _Token:
        token = self.next
        self._place += 1
        return token

    def _product(self, left: WordSum, right: WordSum) -> WordSum:
        self._count(10 * len(left.terms) * len(right.terms))
        return left * right

    def _power(self, base: WordSum, exponent: int) -> WordSum:
        if exponent > MAX_EXPONENT:
            raise ValueError(f"got the exponent {exponent}, allowed up to {MAX_EXPONENT}")
        result = letters_sum(()) if base.is_matrix else number_sum(Fraction(1))
        for _ in range(exponent):
            result = self._product(result, base)
        return result

    def _count(self, work: int) -> None:
        """Refuses before the work is done; the units are about a microsecond."""
        self._work += work
        if self._work > MAX_WORK:
            raise ValueError(f"expanding takes {self._work} steps or more, allowed {MAX_WORK}")

    def _accept(self, *texts: str) -> str | None:
        if self.next.kind == "operator" and self.next.text in texts:
            return self._take().text
        return None

    def sum(self) -> WordSum:
        sign = self._accept("+", "-")
        total = self._signed(sign)
        while sign := self._accept("+", "-"):
            total = total + self._signed(sign)
        return total

    def _signed(self, sign: str | None) -> WordSum:
        term = self._term()
        return self._product(number_sum(Fraction(-1)), term) if sign == "-" else term

    def _term(self) -> WordSum:
        product = self._factor()
        while True:
            if self._accept("*"):
                product = self._product(product, self._factor())
            elif self._accept("/"):
                place = self.next.position
                divisor = self._factor().constant()
                if not divisor:
                    raise ValueError(f"at position {place}: a divisor is a number other than 0")
                product = self._product(product, number_sum(1 / divisor))
            elif self.next.text in _OPERATORS:
                return product
            elif self.next.kind == "number":
                raise self.unexpected("an operator (a number comes first in its term)")
            else:
                product = self._product(product, self._factor())

    def _factor(self) -> WordSum:
        value = self._atom()
        while mark := self._accept("'", "^"):
            value = value.transpose() if mark == "'" else self._power(value, self._exponent())
        return value

    def _exponent(self) -> int:
        if self.next.kind != "number" or "." in self.next.text:
            raise self.unexpected("an exponent 0, 1, 2, ... (a transpose is written A')")
        return int(self._take().text)

    def _atom(self) -> WordSum:
        token = self.next
        if token.kind == "number":
            self._take()
            return number_sum(Fraction(token.text))
        if token.kind == "name":
            self._take()
            if token.text == "tr":
                if self.next.text != "(":
                    raise self.unexpected("'(' after tr")
                inside = self._parentheses()
                self._count(sum(len(w or ()) ** 2 for _, w in inside.terms))
                return inside.trace()
            return self._letter(token)
        if token.text == "(":
            return self._parentheses()
        raise self.unexpected("a number, a matrix, tr(...) or '('")

    def _parentheses(self) -> WordSum:
        self._take()
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise ValueError(f"parentheses nested deeper than {MAX_NESTING}, which is the limit")
        value = self.sum()
        if not self._accept(")"):
            raise self.unexpected("')'")
        self._depth -= 1
        return value

    def _letter(self, token: _Token) -> WordSum:
        name = token.text
        if name == IDENTITY:
            return letters_sum(())
        if name not in (SAMPLE_COVARIANCE, POPULATION_COVARIANCE):
            if self._known is None and not _FREE_NAME.fullmatch(name):
                raise ValueError(
                    f"at position {token.position}: unknown name {name!r}; a matrix is a capital "
                    "letter, and letters of a product are set apart: S A"
                )
            if self._known is not None and name not in self._known:
                raise ValueError(f"at position {token.position}: the matrix {name!r} is not given")
        return letters_sum(((name, False),))
