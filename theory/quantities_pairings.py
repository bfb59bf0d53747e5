"""Quantities of the proof of Lemma A.2: pairings, their two graphs, and the sums that bound them.

``p`` counts the pairings of {1 .. 2k} in the order of ``theory.pairings``, from 1 to (2k-1)!!. Counts
are made by listing, expectations by integrating monomials: nothing here uses what the lemma derives.

Source:  (14)-(20) of the looped paper.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial
from typing import Any

from flint import arb

from theory import pairings
from theory.quantities import integer, quantity
from theory.quantities_definition import dot, gaussian_mean, rows
from theory.rational import ball, variables

MAX_PAIRS = 6
MAX_LISTED = 100_000


@cache
def listed(k: int) -> tuple[pairings.Pairing, ...]:
    """P(2k)."""
    return tuple(pairings.pairings(k))


def order_of(k: Any) -> int:
    """The number of pairs, within what is listed."""
    return integer(k, "the number of pairs", MAX_PAIRS)


def pairing(k: Any, p: Any) -> pairings.Pairing:
    """The p-th pairing, from 1."""
    every, number = listed(order_of(k)), integer(p, "the pairing", MAX_LISTED)
    if not 1 <= number <= len(every):
        raise ValueError(f"got the pairing {number}, allowed 1..{len(every)}")
    return every[number - 1]


def loops(matching: pairings.Pairing) -> int:
    """Self-loops of G_p: pairs (2j - 1, 2j)."""
    return sum(1 for a, b in matching if a % 2 == 1 and b == a + 1)


def multi_indices(size: Any, length: int) -> Any:
    """[size]^length, if that is not too long a list."""
    values = integer(size, "the range of an index")
    if values**length > MAX_LISTED:
        raise ValueError(f"got {values}^{length} multi-indices, allowed {MAX_LISTED}")
    return product(range(1, values + 1), repeat=length)


@quantity("pairing_count", "pairing_count(m) = number of ways to pair 2m things, by listing them")
def pairing_count(m: Any) -> Fraction:
    """|P(2m)|."""
    return Fraction(len(listed(order_of(m))))


@quantity("pairings_with_loops", "pairings_with_loops(k, r) = number of pairings p of 2k things for which "
                                 "G_p has at least r self-loops, by listing them")
def pairings_with_loops(k: Any, r: Any) -> Fraction:
    """A self-loop of G_p is a pair (2j - 1, 2j)."""
    least = integer(r, "r")
    return Fraction(sum(1 for matching in listed(order_of(k)) if loops(matching) >= least))


@quantity("cycles_of_g", "cycles_of_g(k, p) = C(G_p), cycles of the graph on the vertices (2j-1, 2j)")
def cycles_of_g(k: Any, p: Any) -> Fraction:
    """Loops count as cycles."""
    return Fraction(len(pairings.cycles_g(pairing(k, p))))


@quantity("cycles_of_g_prime", "cycles_of_g_prime(k, p) = C(G'_p), cycles of the graph on the vertices "
                               "(2, 3), (4, 5), ..., (1, 2k)")
def cycles_of_g_prime(k: Any, p: Any) -> Fraction:
    """Loops count as cycles."""
    return Fraction(len(pairings.cycles_g_prime(pairing(k, p))))


@quantity("self_loops", "self_loops(k, p) = number of self-loops of G_p")
def self_loops(k: Any, p: Any) -> Fraction:
    """Pairs (2j - 1, 2j)."""
    return Fraction(loops(pairing(k, p)))


@quantity("sample_indices", "sample_indices(k, p, n) = number of (i_1, .., i_k) in [n]^k that agree on "
                            "every pair of p, position 2j - 1 and 2j carrying i_j")
def sample_indices(k: Any, p: Any, n: Any) -> Fraction:
    """By listing them."""
    matching = pairing(k, p)
    return Fraction(sum(1 for i in multi_indices(n, len(matching))
                        if all(i[(a - 1) // 2] == i[(b - 1) // 2] for a, b in matching)))


@quantity("coordinate_indices", "coordinate_indices(k, p, d) = number of (i_1, .., i_2k) in [d]^{2k} with "
                                "i_1 = i_2k = 1, i_{2j} = i_{2j+1}, that agree on every pair of p")
def coordinate_indices(k: Any, p: Any, d: Any) -> Fraction:
    """The entry (1, 1) of the sum in (18): e_{i_2j}'e_{i_2j+1} is 1 or 0."""
    matching = pairing(k, p)
    found = 0
    for inner in multi_indices(d, len(matching) - 1):
        i = (1, *(index for index in inner for _ in range(2)), 1)
        found += all(i[a - 1] == i[b - 1] for a, b in matching)
    return Fraction(found)


@quantity("paired_word", "paired_word(k, p, d) = E of the entry (1, 1) of x^(1)(p) x^(1)(p)' x^(2)(p) .., "
                         "one standard normal vector for each pair of p; by integrating monomials")
def paired_word(k: Any, p: Any, d: Any) -> Fraction:
    """The product of the 2k vectors of a pairing, alternately columns and rows."""
    matching, size = pairing(k, p), integer(d, "d", 4)
    names = [[f"g_{a}_{c}" for c in range(size)] for a in range(len(matching))]
    symbols = variables([name for row in names for name in row])
    vectors = {position: [symbols[name] for name in names[a]]
               for a, pair in enumerate(matching) for position in pair}
    value: Any = vectors[1][0] * vectors[2 * len(matching)][0]
    for j in range(1, len(matching)):
        value = value * dot(vectors[2 * j], vectors[2 * j + 1])
    return gaussian_mean(value.numerator)


@quantity("pairing_moment", "pairing_moment(k, n, d) = sum over p of n^{C(G_p)} d^{C(G'_p) - 1}; "
                            "over functions")
def pairing_moment(k: Any, n: Any, d: Any) -> Any:
    """The last line of (19) and (16) together."""
    total: Any = Fraction(0)
    for (i, j), count in pairings.moment_by_pairings(order_of(k)).items():
        total = total + count * n**i * d**j
    return total


@quantity("index_moment", "index_moment(k, n, d) = sum over p of sample_indices(k, p, n) times "
                          "paired_word(k, p, d): the right side of (15)")
def index_moment(k: Any, n: Any, d: Any) -> Fraction:
    """One term for each pairing and each multi-index with a non-zero expectation."""
    every = range(1, len(listed(order_of(k))) + 1)
    return sum((sample_indices(k, p, n) * paired_word(k, p, d) for p in every), Fraction(0))


@quantity("gram_moment", "gram_moment(k, n, d) = E of the entry (1, 1) of (sum x_i x_i')^k, by "
                         "integrating monomials")
def gram_moment(k: Any, n: Any, d: Any) -> Fraction:
    """From the definition, for small k, n, d."""
    size, dimension = integer(n, "n", 6), integer(d, "d", 6)
    if dimension * size > 12:
        raise ValueError(f"got n d = {size * dimension}, allowed up to 12")
    names = [[f"z_{a}_{i}" for i in range(size)] for a in range(dimension)]
    symbols = variables([name for row in names for name in row])
    X = [[symbols[name] for name in row] for row in names]
    gram = [[dot(row, other) for other in X] for row in X]
    vector = gram[0]
    for _ in range(order_of(k) - 1):
        vector = [dot(vector, column) for column in zip(*gram, strict=True)]
    return gaussian_mean(vector[0].numerator)


@quantity("mixed_moment", "mixed_moment(G) = E of the product of the entries of G z, z standard normal")
def mixed_moment(G: Any) -> Any:
    """sum over assignments of a coordinate of z to every row, E z^c = (c - 1)!! for even c."""
    matrix = rows(G)
    total: Any = Fraction(0)
    for chosen in product(range(len(matrix[0])), repeat=len(matrix)):
        weight: Any = Fraction(1)
        for a in set(chosen):
            c = chosen.count(a)
            weight *= 0 if c % 2 else factorial(c) // (2 ** (c // 2) * factorial(c // 2))
        if weight:
            for row, a in zip(matrix, chosen, strict=True):
                weight = row[a] * weight
            total = total + weight
    return total


@quantity("pairing_sum", "pairing_sum(G) = sum over the pairings of the rows of G of the product of "
                         "the covariances (G G')_ab")
def pairing_sum(G: Any) -> Any:
    """The right side of Isserlis' theorem for the vector G z."""
    matrix = rows(G)
    total: Any = Fraction(0)
    for matching in listed(order_of(Fraction(len(matrix), 2))):
        term: Any = Fraction(1)
        for a, b in matching:
            term = dot(matrix[a - 1], matrix[b - 1]) * term
        total = total + term
    return total


@quantity("loop_sum", "loop_sum(k, n, d) = sum over p of n^{r + floor((k-r)/2)} d^{k-r}, r the self-loops "
                      "of G_p; over functions")
def loop_sum(k: Any, n: Any, d: Any) -> Any:
    """The first line of (20)."""
    order = order_of(k)
    found = [loops(matching) for matching in listed(order)]
    total: Any = Fraction(0)
    for r in range(order + 1):
        total = total + found.count(r) * n ** (r + (order - r) // 2) * d ** (order - r)
    return total


@quantity("double_sum", "double_sum(k, x) = sum_{s<=k} binomial(k, s) (2s)!! x^s; over functions")
def double_sum(k: Any, x: Any) -> Any:
    """The third line of (20) over n^k, with x = d / sqrt n; (2s)!! = 2^s s!."""
    order = integer(k, "k", 60)
    return sum((comb(order, s) * 2**s * factorial(s) * x**s for s in range(order + 1)), 0)


@quantity("stirling_sum", "stirling_sum(k, x) = 1 + sum_{1<=s<=k} k^s / (sqrt(2 pi s) (s/e)^s) sqrt(2s) "
                          "(2s/e)^s x^s, a ball")
def stirling_sum(k: Any, x: Any) -> Any:
    """The fourth line of (20) over n^k: its term s is (2k x)^s / sqrt pi; s = 0 is 0/0, read as 1."""
    order = integer(k, "k", 60)
    tail = geometric(k, 2 * order * x) - 1
    return 1 + (tail if isinstance(tail, arb) else ball(tail)) / arb.pi().sqrt()


@quantity("geometric", "geometric(k, q) = 1 + q + ... + q^k; over functions")
def geometric(k: Any, q: Any) -> Any:
    """The last line of (20) over n^k, with q = 2 k d / sqrt n."""
    return sum((q**s for s in range(integer(k, "k", 60) + 1)), 0)


@quantity("expected_pair", "expected_pair(d, i, j) = E[x_i x_j], x ~ N(0, I_d), by integrating the monomial")
def expected_pair(d: Any, i: Any, j: Any) -> Fraction:
    """1 if i = j, else 0."""
    size = integer(d, "d", 60)
    symbols = list(variables([f"x_{a}" for a in range(size)]).values())
    first, second = integer(i, "i", size), integer(j, "j", size)
    if first < 1 or second < 1:
        raise ValueError(f"got the coordinates {first}, {second}, allowed 1..{size}")
    return gaussian_mean((symbols[first - 1] * symbols[second - 1]).numerator)


@quantity("expected_form", "expected_form(A) = E[x'A x], x ~ N(0, I), monomial by monomial")
def expected_form(A: Any) -> Any:
    """sum_ab A_ab E[x_a x_b]."""
    matrix = rows(A)
    d = len(matrix)
    return dot([entry for row in matrix for entry in row],
               [expected_pair(d, a + 1, b + 1) for a in range(d) for b in range(d)])


@quantity("expected_entry", "expected_entry(v, i) = E[x_i v'x], x ~ N(0, I), monomial by monomial")
def expected_entry(v: Any, i: Any) -> Any:
    """sum_b v_b E[x_i x_b]."""
    return dot(v, [expected_pair(len(v), i, b + 1) for b in range(len(v))])


@quantity("basis_sum", "basis_sum(A) = sum_i e_i'A e_i")
def basis_sum(A: Any) -> Any:
    """Diagonal entries."""
    matrix = rows(A)
    return sum((matrix[i][i] for i in range(len(matrix))), Fraction(0))


@quantity("component", "component(v, i) = v_i, from 1")
def component(v: Any, i: Any) -> Any:
    """One entry of a vector."""
    position = integer(i, "i", len(v))
    if position < 1:
        raise ValueError(f"got the coordinate {position}, allowed 1..{len(v)}")
    return v[position - 1]


@quantity("unit", "unit(d, i) = e_i in R^d")
def unit(d: Any, i: Any) -> tuple[Fraction, ...]:
    """A vector of the standard basis."""
    size = integer(d, "d", 60)
    position = integer(i, "i", size)
    return tuple(Fraction(a + 1 == position) for a in range(size))
