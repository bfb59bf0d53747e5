"""E prod = sum over pairings p of {1 .. 2k} of prod of covariances, with the graphs G_p and G'_p.

The executable definition of every Gaussian moment here: slow, (2k-1)!! terms, and meant to be read.
The fast engines are tested against it.

Source: looped paper, proof of Lemma A.2: (14)-(16) and G_p, (17)-(19) and G'_p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from theory.trace_polynomial import (
    IDENTITY,
    POPULATION_COVARIANCE,
    SAMPLE_COVARIANCE,
    SYMMETRIC,
    Monomial,
    Trace,
    Word,
    canonical,
    transposed,
)

Pair: TypeAlias = tuple[int, int]
Pairing: TypeAlias = tuple[Pair, ...]
Node: TypeAlias = tuple[int, int]
Cycle: TypeAlias = tuple[Node, ...]

MAX_PAIRS = 8


def pairings(k: int) -> Iterator[Pairing]:
    """P(2k), the (2k-1)!! ways to pair up {1 .. 2k}; for k = 0 the one empty pairing.

    Raises:
        ValueError: k is not an integer from 0 to MAX_PAIRS.

    Example:
        >>> list(pairings(2))
        [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    if not isinstance(k, int) or not 0 <= k <= MAX_PAIRS:
        raise ValueError(f"k is an integer from 0 to {MAX_PAIRS}, got {k!r}")
    return _matchings(tuple(range(1, 2 * k + 1)))


def _matchings(points: tuple[int, ...]) -> Iterator[Pairing]:
    if not points:
        yield ()
        return
    first, *others = points
    for i, partner in enumerate(others):
        for rest in _matchings((*others[:i], *others[i + 1 :])):
            yield ((first, partner), *rest)


def nodes_g(k: int) -> tuple[Node, ...]:
    """The vertices 1 .. k of G_p, vertex j as the positions (2j - 1, 2j) of x_{i_j} x_{i_j}'."""
    return tuple((2 * j - 1, 2 * j) for j in range(1, k + 1))


def nodes_g_prime(k: int) -> tuple[Node, ...]:
    """The vertices (2, 3), (4, 5), ..., (2k - 2, 2k - 1), (1, 2k) of G'_p."""
    return (*((2 * j, 2 * j + 1) for j in range(1, k)), *([(1, 2 * k)] if k else []))


def walks(pairing: Pairing, nodes: Sequence[Node]) -> list[list[tuple[Node, int]]]:
    """The cycles of the graph on these nodes with an edge for every pair, as (node, position left).

    Every node has degree two, one edge at each of its two positions, so a walk that enters a node
    at one position and leaves at the other comes back to where it began. A loop is a cycle of one.
    """
    partner = {a: b for pair in pairing for a, b in (pair, pair[::-1])}
    home = {position: node for node in nodes for position in node}
    seen: set[Node] = set()
    found = []
    for start in nodes:
        walk, node, leave = [], start, start[1]
        while node not in seen:
            seen.add(node)
            walk.append((node, leave))
            enter = partner[leave]
            node = home[enter]
            leave = node[0] if enter == node[1] else node[1]
        if walk:
            found.append(walk)
    return found


def cycles(pairing: Pairing, nodes: Sequence[Node]) -> tuple[Cycle, ...]:
    """The cycles of the graph on these nodes with an edge for every pair."""
    return tuple(tuple(node for node, _ in walk) for walk in walks(pairing, nodes))


def cycles_g(pairing: Pairing) -> tuple[Cycle, ...]:
    """The cycles of G_p: each leaves one sample index free, n choices (16)."""
    return cycles(pairing, nodes_g(len(pairing)))


def cycles_g_prime(pairing: Pairing) -> tuple[Cycle, ...]:
    """The cycles of G'_p: each leaves one coordinate free, d choices (18)."""
    return cycles(pairing, nodes_g_prime(len(pairing)))


def moment_by_pairings(k: int) -> dict[tuple[int, int], int]:
    """n^k alpha_{n,d,k} = sum over p of n^{C(G_p)} d^{C(G'_p) - 1}, as {(C(G), C(G') - 1): count}.

    alpha_{n,d,k} I = E[W^k], W the sample covariance of a standard Gaussian sample. At k = 0 the
    graphs are empty and E[I] = I.

    Example:
        >>> moment_by_pairings(2) == {(2, 0): 1, (1, 0): 1, (1, 1): 1}   # n^2 + n + n d
        True
    """
    if k == 0:
        return {(0, 0): 1}
    return dict(Counter((len(cycles_g(p)), len(cycles_g_prime(p)) - 1) for p in pairings(k)))


def expectation_by_pairings(
    traces: Iterable[Trace], symmetric: Iterable[str] = ()
) -> dict[Monomial, int]:
    """E prod tr(w_i) by all pairings, in the same form as `words.expectation`.

    The j-th S stands for (1/n) sum_i x_i x_i' and holds the positions 2j - 1 and 2j; a pair of
    positions gives Sigma. Each p contributes n^{C(G_p) - k} times a trace for each cycle of G'_p,
    whose nodes are now the fixed words between consecutive factors S of a trace.

    Raises:
        ValueError: more than MAX_PAIRS factors S.
    """
    fixed = SYMMETRIC | set(symmetric)
    free, gaps = _gaps([tuple(a for a in trace if a[0] != IDENTITY) for trace in traces])
    k, total = len(gaps), Counter[Monomial]()
    for p in pairings(k):
        loops = [_fixed_word(walk, gaps, fixed) for walk in walks(p, tuple(gaps))]
        value = tuple(sorted(canonical(w, fixed) for w in (*free, *loops)))
        total[k - len(cycles_g(p)), value] += 1
    return dict(total)


def _gaps(traces: Sequence[Trace]) -> tuple[list[Word], dict[Node, Word]]:
    """The words without S, and the fixed words between positions 2j and 2j' - 1 of neighbours."""
    free: list[Word] = []
    gaps: dict[Node, Word] = {}
    k = 0
    for trace in traces:
        places = [i for i, (name, _) in enumerate(trace) if name == SAMPLE_COVARIANCE]
        if not places:
            free.append(trace)
            continue
        ends = [*places[1:], places[0] + len(trace)]
        for j, (here, there) in enumerate(zip(places, ends, strict=True), start=1):
            following = k + 1 + j % len(places)
            gaps[2 * (k + j), 2 * following - 1] = (trace + trace)[here + 1 : there]
        k += len(places)
    return free, gaps


def _fixed_word(
    walk: list[tuple[Node, int]], gaps: dict[Node, Word], symmetric: frozenset[str]
) -> Word:
    """The word along a cycle of G'_p: a node left at its first position is read transposed."""
    letters: Word = ()
    for node, leave in walk:
        gap = gaps[node] if leave == node[1] else transposed(gaps[node], symmetric)
        letters += (*gap, (POPULATION_COVARIANCE, False))
    return letters
