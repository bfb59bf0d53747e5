"""E[X f(X)] = Sigma E[f'(X)]: Gaussian words evaluated by contracting one factor at a time.

Source:  Isserlis' theorem, (14)-(16) of the looped paper, one pairing partner at a time instead
         of all (2k-1)!! pairings at once.
Idea:    X is (d, n) with iid columns N(0, Sigma) and G = X X'. The X that is contracted stands
         next to the one power of Sigma that is not bare. Then a contraction lengthens that power
         by one and leaves the rest in powers of G, so that a state is nothing but sizes.

A state (chain, marked, closed) stands for the expectation of

    chain = (m,)     Sigma^f G^m                 }
    chain = (i, j)   Sigma^f G^i Sigma G^j       }  x  tr(Sigma G^marked)  x  prod_t tr(G^t)

with t over `closed` (sorted), the factor tr(Sigma G^marked) absent when marked = 0. Its value is
the list c with expectation = sum_r c[r] Sigma^(f + r): the same for every f, negative included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

State = tuple[tuple[int, ...], int, tuple[int, ...]]


class Step(NamedTuple):
    """How the value of one state follows from others.

    kind "leaf": 1. "contract": sum of (a n + b) Sigma value(child) over `terms` = (a, b, child).
    "merge": Sigma value(child), the two powers of Sigma having met. "close": the trace of `shift`
    more powers of Sigma times value(child).
    """

    state: State
    kind: str
    terms: tuple[tuple[int, int, State], ...] = ()
    shift: int = 0


def word(*chain: int) -> State:
    """The state of Sigma^f G^m, or of Sigma^f G^i Sigma G^j."""
    return chain, 0, ()


def weight(state: State) -> int:
    """The number of factors G in a state: each contraction lowers it by one."""
    chain, marked, closed = state
    return sum(chain) + marked + sum(closed)


def _with(closed: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(sorted((*closed, size)))


def _with_closed_traces(state: State) -> list[tuple[int, int, State]]:
    """The X of the chain meets one of the 2t factors of a trace tr G^t, which joins the chain."""
    (first, *others), marked, closed = state
    terms = []
    for size in sorted(set(closed)):
        i = closed.index(size)
        rest = closed[:i] + closed[i + 1 :]
        chain = (first - 1 + size, *others)
        terms.append((0, 2 * size * closed.count(size), (chain, marked, rest)))
    return terms


def contractions(state: State) -> list[tuple[int, int, State]]:
    """(a, b, next) with E[Sigma^f X X' ..] = Sigma^(f+1) sum (a n + b) E[next].

    The first X of the chain meets, in turn: its own X' (n ways) and every later X of its block
    (each flips a piece, which leaves G^(m-1)); an X' of the block, which cuts off a trace; the
    second block or the marked trace, as X (flips) or as X' (cuts); another trace.
    """
    chain, marked, closed = state
    first, others = chain[0], chain[1:]
    terms = [(1, first - 1, ((first - 1, *others), marked, closed))]
    terms += [
        (0, 1, ((first - 1 - cut, *others), marked, _with(closed, cut))) for cut in range(1, first)
    ]
    if others:
        (second,) = others
        for p in range(second):
            terms.append((0, 1, ((p, first + second - 1 - p), marked, closed)))
            terms.append((0, 1, ((second - 1 - p,), first + p, closed)))
    for p in range(marked):
        terms.append((0, 2, ((p, first + marked - 1 - p), 0, closed)))
    return terms + _with_closed_traces(state)


def step(state: State) -> Step:
    """The rule for one state; the longest trace is opened first, to keep the states few."""
    chain, marked, closed = state
    if chain[0]:
        return Step(state, "contract", tuple(contractions(state)))
    if len(chain) == 2:
        return Step(state, "merge", ((0, 1, (chain[1:], marked, closed)),))
    if marked:
        return Step(state, "close", ((0, 1, ((marked,), 0, closed)),), shift=1)
    if closed:
        return Step(state, "close", ((0, 1, (closed[-1:], 0, closed[:-1])),))
    return Step(state, "leaf")


@lru_cache(maxsize=64)
def steps(starts: tuple[State, ...]) -> tuple[tuple[Step, ...], ...]:
    """Every step that the starts need, by weight; within a weight, users after what they use."""
    order = {"leaf": 0, "contract": 0, "close": 1, "merge": 2}
    levels = []
    wanted: set[State] = set()
    for level in range(max(map(weight, starts)), -1, -1):
        stack = [*wanted, *(s for s in starts if weight(s) == level)]
        found: dict[State, Step] = {}
        wanted = set()
        while stack:
            state = stack.pop()
            if state in found:
                continue
            found[state] = step(state)
            children = [child for _, _, child in found[state].terms]
            if found[state].kind == "contract":
                wanted.update(children)
            else:
                stack.extend(children)
        levels.append(tuple(sorted(found.values(), key=lambda s: (order[s.kind], s.state))))
    return tuple(reversed(levels))


def _add(total: list[Any], factor: Any, values: Sequence[Any], offset: int) -> None:
    """total[r + offset] += factor values[r]."""
    total.extend([0] * (len(values) + offset - len(total)))
    for r, value in enumerate(values, offset):
        total[r] += factor * value


class Law(NamedTuple):
    """The numbers that a state's value depends on; n, unit and the p_r are elements of one ring.

    p_r = tr Sigma^r; `power_sums` None stands for Sigma = I of dimension d, where all powers of
    Sigma are the same and every value has one entry. For n = a / b: n = a and unit = b.
    """

    n: Any
    unit: Any
    power_sums: Sequence[Any] | None
    d: Any = None


def _factor(rule: Step, a: int, b: int, law: Law) -> Any:
    """The weight a n + b of one contraction; merging two powers of Sigma has weight 1."""
    if rule.kind != "contract":
        return b
    return a * law.n + b * law.unit if a else b * law.unit


def _value(rule: Step, known: Mapping[State, list[Any]], law: Law) -> list[Any]:
    if rule.kind == "leaf":
        return [1]
    if rule.kind == "close":
        values = known[rule.terms[0][2]]
        if law.power_sums is None:
            return [law.d * values[0]]
        return [sum(v * law.power_sums[r] for r, v in enumerate(values, rule.shift) if v != 0)]
    total: list[Any] = []
    for a, b, child in rule.terms:
        _add(total, _factor(rule, a, b, law), known[child], 0 if law.power_sums is None else 1)
    return total


def _sweep(starts: tuple[State, ...], law: Law) -> Iterator[dict[State, list[Any]]]:
    """The values of all states of weight 0, 1, 2, ...; only the latest level is kept alive."""
    known: dict[State, list[Any]] = {}
    for level in steps(starts):
        fresh: dict[State, list[Any]] = {}
        for rule in level:
            source = known if rule.kind == "contract" else fresh
            fresh[rule.state] = _value(rule, source, law)
        yield fresh
        known = fresh


def expectations(
    starts: Iterable[State], n: Any, power_sums: Sequence[Any], unit: Any = 1
) -> dict[State, list[Any]]:
    """c with E[state] = sum_r c[r] Sigma^(f + r), for every start, over any commutative ring.

    Args:
        starts: states, see the module's text.
        n: number of columns of X, an element of the ring: an integer, a polynomial.
        power_sums: p_0 .. p_k, p_r = tr Sigma^r, up to the largest weight k of a start.
        unit: for a rational n = a / b, pass n = a and unit = b: a value then carries b^weight.

    Returns:
        One list of ring elements per start.
    """
    wanted = tuple(sorted(set(starts)))
    results: dict[State, list[Any]] = {}
    for values in _sweep(wanted, Law(n, unit, power_sums)):
        results.update((state, values[state]) for state in wanted if state in values)
    return results


def isotropic_expectation(start: State, n: Any, d: Any) -> Any:
    """The number c with E[state] = c I when Sigma = I: all powers of Sigma are the same."""
    *_, values = _sweep((start,), Law(n, 1, None, d))
    return values[start][0]


def sensitivities(
    weights: Mapping[State, Sequence[Any]], n: Any, power_sums: Sequence[Any], unit: Any = 1
) -> list[Any]:
    """dF/dp_r for F = sum_states sum_r weights[state][r] c_state[r], the weights held fixed.

    The values c_state are those of `expectations`; the derivative goes backwards over their steps,
    at about twice the cost of the values.

    Returns:
        The list over r = 0 .. len(power_sums) - 1.
    """
    starts = tuple(sorted(weights))
    law = Law(n, unit, power_sums)
    values = list(_sweep(starts, law))
    slopes = {state: list(row) for state, row in weights.items()}
    result: list[Any] = [0] * len(power_sums)
    for level, known in zip(reversed(steps(starts)), reversed(values), strict=True):
        for rule in reversed(level):
            slope = slopes.get(rule.state, [])
            for a, b, child in rule.terms if slope else ():
                target = slopes.setdefault(child, [])
                if rule.kind == "close":
                    _add(result, slope[0], known[child], rule.shift)
                    end = rule.shift + len(known[child])
                    _add(target, slope[0], power_sums[rule.shift : end], 0)
                else:
                    _add(target, _factor(rule, a, b, law), slope[1:], 0)
    return result
