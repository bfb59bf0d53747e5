"""relation := expression (<= | < | >= | > | = | !=) expression: the statement language, text to tree.

A tree is nested lists of strings, so it is JSON as it stands:
``["num", "5/3"]``, ``["name", "n"]``, ``["+", a, b]``, ``["neg", a]``, ``["^", a, b]``,
``["call", "loss", a, ...]``, ``["<=", a, b]``, ``["and", a, b]``, ``["or", a, b]``.
Nothing here evaluates anything; ``verify.evaluate`` does, over exact values only.
"""

from __future__ import annotations

import re
from typing import Any

Tree = list[Any]

RELATIONS = ("<=", ">=", "!=", "<", ">", "=")
_TOKEN = re.compile(
    r"\s*(?:(?P<num>\d+(?:\.\d+)?(?:[eE]\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<op><=|>=|!=|[-+*/^(),<>=]))"
)
_MAX_LENGTH = 4000
_MAX_DEPTH = 60
_MAX_TREE_DEPTH = 200  # far below what recursion over a tree can do
_MAX_EXPONENT_LENGTH = 4


class LanguageError(ValueError):
    """The text is not in the language; one line says where."""


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > _MAX_LENGTH:
        raise LanguageError(f"got {len(text)} characters, allowed at most {_MAX_LENGTH}")
    tokens, position, stripped = [], 0, text.rstrip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise LanguageError(f"got {stripped[position:position + 12]!r} at {position}, "
                                "allowed numbers, names and + - * / ^ ( ) , < <= > >= = !=")
        kind = str(match.lastgroup)
        tokens.append((kind, match.group(kind)))
        position = match.end()
    return tokens


class _Parser:
    """Recursive descent; precedence or < and < relation < sum < product < sign < power."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.position = 0
        self.depth = 0
        self.text = text

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.position] if self.position < len(self.tokens) else ("end", "")

    def take(self, *values: str) -> str | None:
        kind, value = self.peek()
        if kind != "num" and value in values:
            self.position += 1
            return value
        return None

    def expect(self, value: str) -> None:
        if self.take(value) is None:
            got = self.peek()[1] or "the end"
            raise LanguageError(f"got {got!r} in {self.text!r}, allowed {value!r} here")

    def boolean(self) -> Tree:
        left = self.conjunction()
        while self.take("or"):
            left = ["or", left, self.conjunction()]
        return left

    def conjunction(self) -> Tree:
        left = self.relation()
        while self.take("and"):
            left = ["and", left, self.relation()]
        return left

    def relation(self) -> Tree:
        left = self.sum()
        symbol = self.take(*RELATIONS)
        return left if symbol is None else [symbol, left, self.sum()]

    def sum(self) -> Tree:
        left = self.product()
        while symbol := self.take("+", "-"):
            left = [symbol, left, self.product()]
        return left

    def product(self) -> Tree:
        left = self.sign()
        while symbol := self.take("*", "/"):
            left = [symbol, left, self.sign()]
        return left

    def sign(self) -> Tree:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise LanguageError(f"got nesting deeper than {_MAX_DEPTH}, allowed {_MAX_DEPTH}")
        try:
            return ["neg", self.sign()] if self.take("-") else self.power()
        finally:
            self.depth -= 1

    def power(self) -> Tree:
        base = self.atom()
        return ["^", base, self.sign()] if self.take("^") else base

    def atom(self) -> Tree:
        kind, value = self.peek()
        if kind == "num":
            self.position += 1
            if len(value.lower().partition("e")[2]) > _MAX_EXPONENT_LENGTH:
                raise LanguageError(f"got {value[:40]!r}, allowed exponents of {_MAX_EXPONENT_LENGTH} digits")
            return ["num", value]
        if kind == "name" and value not in ("and", "or"):
            self.position += 1
            if self.take("("):
                return ["call", value, *self.arguments()]
            return ["name", value]
        self.expect("(")
        inner = self.boolean()
        self.expect(")")
        return inner

    def arguments(self) -> list[Tree]:
        if self.take(")"):
            return []
        found = [self.sum()]
        while self.take(","):
            found.append(self.sum())
        self.expect(")")
        return found


def parse(text: str) -> Tree:
    """Tree of one expression or relation.

    Raises:
        LanguageError: on anything outside the grammar.

    Example:
        >>> parse("1 <= alpha(k) + 2*k")
        ['<=', ['num', '1'], ['+', ['call', 'alpha', ['name', 'k']], ['*', ['num', '2'], ['name', 'k']]]]
    """
    parser = _Parser(text)
    tree = parser.boolean()
    if parser.peek()[0] != "end":
        raise LanguageError(f"got {parser.peek()[1]!r} after the end of {text!r}, allowed nothing there")
    if (found := depth(tree)) > _MAX_TREE_DEPTH:
        raise LanguageError(f"got a tree of {found} levels, allowed {_MAX_TREE_DEPTH}")
    return tree


def depth(tree: Tree) -> int:
    """Levels of a tree; a sum of m terms has m of them."""
    deepest, pending = 0, [(tree, 1)]
    while pending:
        node, level = pending.pop()
        deepest = max(deepest, level)
        pending += [(child, level + 1) for child in node if isinstance(child, list)]
    return deepest


_LEVEL = {"or": 0, "and": 1, **dict.fromkeys(RELATIONS, 2), "+": 3, "-": 3, "*": 4, "/": 4,
          "neg": 5, "^": 6}


def to_text(tree: Tree, level: int = 0) -> str:
    """The text of a tree, with the parentheses that precedence needs."""
    head = tree[0]
    if head in ("num", "name"):
        return str(tree[1])
    if head == "call":
        return f"{tree[1]}({', '.join(to_text(a) for a in tree[2:])})"
    mine = _LEVEL[head]
    if head == "neg":
        text = "-" + to_text(tree[1], mine)
    elif head == "^":
        text = f"{to_text(tree[1], 7)}^{to_text(tree[2], 7)}"
    else:
        glue = f"{head}" if head in "*/" else f" {head} "
        right_level = mine + 1 if head in ("-", "/", *RELATIONS) else mine
        text = to_text(tree[1], mine) + glue + to_text(tree[2], right_level)
    return f"({text})" if mine < level else text


def names(tree: Tree) -> set[str]:
    """All free names of a tree (parameters, constants, definitions), not the called quantities."""
    if tree[0] == "name":
        return {tree[1]}
    if tree[0] == "num":
        return set()
    return set().union(*(names(a) for a in tree[1:] if isinstance(a, list)), set())


def calls(tree: Tree) -> set[str]:
    """All quantities that a tree calls."""
    if tree[0] in ("num", "name"):
        return set()
    own = {tree[1]} if tree[0] == "call" else set()
    return own.union(*(calls(a) for a in tree[1:] if isinstance(a, list)), set())
