"""E of a product of traces of words in W, the sample covariance of a standard Gaussian sample.

A word here is a tuple of blocks (b_1, ..., b_k) and stands for tr(W b_1 W b_2 ... W b_k), k >= 1,
where the blocks are fixed matrices (see `blocks`). With W = (1/n) sum x_i x_i', an integration by
parts over the first x_i of tr(W M), M = b_1 W ... W b_k, gives

    E tr(W M) R = E tr(M) R                                      (the other x_i of this W)
                + (1/n) sum E tr(P) tr(W Q) R + E tr(W P' Q) R   (every other W of M = P W Q)
                + (1/n) sum E tr(W M' N) R* + E tr(W M' N') R*   (every W of R = tr(W N) R*)

and each term on the right has one W less. A state is a multiset of words up to the symmetries of a
trace (rotation, transposition of the whole), and the expectation of a state is computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

Block: TypeAlias = int
BlockWord: TypeAlias = tuple[Block, ...]
State: TypeAlias = tuple[BlockWord, ...]
Term: TypeAlias = tuple[Block | None, State]
Value: TypeAlias = Any

MAX_DEGREE = 24
MAX_WORK = 800_000


class Blocks(Protocol):
    """Numbers for fixed matrices, with the operations that the recursion needs."""

    one: Value
    inverse_n: Value

    def product(self, left: Block, right: Block) -> Block:
        """The number of the product of two blocks."""

    def transpose(self, block: Block) -> Block:
        """The number of the transpose of a block."""

    def trace(self, block: Block) -> Value:
        """The value of the trace of a block."""

    def size(self, value: Value) -> int:
        """The cost of adding this value, 1 for a number."""


class Contraction:
    """The recursion over one choice of blocks, with its memo.

    Args:
        blocks: the fixed matrices and the ring their traces live in.
        max_work: the work allowed over all calls, in terms of the sums above times their sizes.
    """

    def __init__(self, blocks: Blocks, max_work: int = MAX_WORK) -> None:
        self.blocks = blocks
        self.max_work = max_work
        self._left = max_work
        self._values: dict[State, Value] = {(): blocks.one}
        self._canonical: dict[BlockWord, BlockWord] = {}

    def expectation(self, words: Iterable[BlockWord]) -> Value:
        """E of the product of the traces of these words.

        Raises:
            ValueError: the degree in W is above MAX_DEGREE, or the work is used up.
        """
        words = tuple(words)
        degree = sum(map(len, words))
        if degree > MAX_DEGREE:
            raise ValueError(f"degree {degree} in S is too high, allowed up to {MAX_DEGREE}")
        return self._expect(self._state((), *words))

    def _state(self, rest: State, *words: BlockWord) -> State:
        """The state with these words added; the order is by length, then by blocks."""
        if not words:
            return rest
        return tuple(sorted(sorted((*rest, *map(self._representative, words))), key=len))

    def _transposed(self, word: BlockWord) -> BlockWord:
        """(b_k', ..., b_1'): the word of W M' for the word M = b_1 W ... W b_k."""
        return tuple(map(self.blocks.transpose, reversed(word)))

    def _representative(self, word: BlockWord) -> BlockWord:
        found = self._canonical.get(word)
        if found is None:
            both = word, self._transposed(word)
            found = min(w[i:] + w[:i] for w in both for i in range(len(w)))
            self._canonical[word] = found
        return found

    def _expect(self, state: State) -> Value:
        value = self._values.get(state)
        if value is not None:
            return value
        rest, word = state[:-1], state[-1]  # the longest word: fewest states, by trial
        value = self._sum({self._term(word, rest): 1})
        terms = Counter(self._within(word, rest))
        terms.update(self._across(word, rest))
        if terms:
            value = value + self.blocks.inverse_n * self._sum(terms)
        self._values[state] = value
        return value

    def _sum(self, terms: Mapping[Term, int]) -> Value:
        """Sum of count x tr(block) x E(state), at least one term; no block means the factor 1."""
        total = None
        for (block, state), count in terms.items():
            value = self._expect(state)
            self._spend(self.blocks.size(value))
            value = value if block is None else self.blocks.trace(block) * value
            value = value if count == 1 else count * value
            total = value if total is None else total + value
        return total

    def _spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise ValueError(
                f"the expectation takes more than {self.max_work} steps, which is the limit: "
                "lower the degree in S or use fewer different matrices"
            )

    def _term(self, closed: BlockWord, rest: State, *others: BlockWord) -> Term:
        """tr(b_1 W b_2 ... W b_m) R, written from W on, or with tr(b_1) split off if m = 1."""
        if len(closed) == 1:
            return closed[0], self._state(rest, *others)
        merged = self.blocks.product(closed[-1], closed[0])
        return None, self._state(rest, *others, (*closed[1:-1], merged))

    def _within(self, word: BlockWord, rest: State) -> Iterator[Term]:
        flipped = self._transposed(word)
        for j in range(1, len(word)):
            p, q = word[:j], word[j:]
            yield self._term(p, rest, q)
            yield None, self._state(rest, self._joined(flipped[-j:], q))

    def _across(self, word: BlockWord, rest: State) -> Iterator[Term]:
        flipped = self._transposed(word)
        for i, other in enumerate(rest):
            others = rest[:i] + rest[i + 1 :]
            for n in (other, self._transposed(other)):
                for j in range(len(n)):
                    yield None, self._state(others, self._joined(flipped, n[j:] + n[:j]))

    def _joined(self, left: BlockWord, right: BlockWord) -> BlockWord:
        """The word of W P Q for P = ... W p, Q = q W ...: the blocks p and q become one."""
        return (*left[:-1], self.blocks.product(left[-1], right[0]), *right[1:])
