"""E[S^k] for S = (1/n) X X', X of shape (d, n), iid columns N(0, Sigma): exact, for all n and d.

Every moment of S is a sum over pairings p of n^{C(G_p)} times traces of powers of Sigma (one factor
tr Sigma^|c| for every cycle c of G'_p but the open one). `theory.contractions` adds them up without
listing them. All polynomials are in n S, without the 1/n, so that their coefficients are integers.

Source:  Lemmas A.2 and A.5 (= 4.2) of the looped paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from theory.contractions import expectations, isotropic_expectation, word
from theory.matrix_values import Number, exact

Partition = tuple[int, ...]
Spectrum = Iterable[tuple[Number, int]]

ISOTROPIC = fmpz_mpoly_ctx.get(["n", "d"], Ordering.lex)
SCALAR = fmpz_mpoly_ctx.get(["a", "n", "d"], Ordering.lex)


def _degree(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise ValueError(f"the power k is an integer >= 0, got {k!r}")
    return k


def positive(name: str, value: Number) -> Fraction:
    """The value itself, if it is a positive rational number.

    Raises:
        ValueError: it is not.
    """
    number = exact(value)
    if number <= 0:
        raise ValueError(f"{name} must be positive, got {number}")
    return number


@lru_cache(maxsize=128)
def isotropic_moment(k: int) -> fmpz_mpoly:
    """n^k alpha_{n,d,k} = sum over pairings of n^{C(G)} d^{C(G') - 1}, a polynomial in (n, d).

    Source:  Lemma A.2; E[W^k] = alpha_{n,d,k} I.

    Example:
        >>> isotropic_moment(2)
        n^2 + n*d + n
    """
    n, d = ISOTROPIC.gens()
    result: fmpz_mpoly = ISOTROPIC.constant(1) * isotropic_expectation(word(_degree(k)), n, d)
    return result


def alpha(k: int, n: Number, d: Number) -> Fraction:
    """alpha_{n,d,k}, the number with E[W^k] = alpha I.

    Example:
        >>> alpha(2, 3, 4)
        Fraction(8, 3)
    """
    n, d = positive("n", n), positive("d", d)
    (a, b), (e, f) = n.as_integer_ratio(), d.as_integer_ratio()
    total = sum(
        int(c) * a ** int(i) * b ** (k - int(i)) * e ** int(j) * f ** (k - int(j))
        for (i, j), c in isotropic_moment(k).terms()
    )
    return Fraction(total, a**k * f**k)


@lru_cache(maxsize=16)
def moment_terms(k: int) -> Mapping[tuple[int, Partition], fmpz_poly]:
    """{(m, mu): c} with E[(n S)^k] = sum c(n) prod_{j in mu} p_j Sigma^m, where p_j = tr Sigma^j.

    The parts of mu are in decreasing order, and m + |mu| = k.

    Source:  Lemma A.5; the sum over pairings grouped by the cycle type of G'_p.

    Example:
        >>> moment_terms(2)
        {(1, (1,)): x, (2, ()): x^2 + x}
    """
    context = fmpz_mpoly_ctx.get(["n", *(f"p{j}" for j in range(1, _degree(k) + 1))], Ordering.lex)
    n, *power_sums = context.gens()
    coefficients: dict[tuple[int, Partition], dict[int, int]] = {}
    for m, polynomial in enumerate(expectations([word(k)], n, [None, *power_sums])[word(k)]):
        for (power_of_n, *multiplicities), c in (context.constant(0) + polynomial).terms():
            mu = tuple(j for j in range(k, 0, -1) for _ in range(int(multiplicities[j - 1])))
            coefficients.setdefault((m, mu), {})[int(power_of_n)] = int(c)
    return {
        key: fmpz_poly([row.get(i, 0) for i in range(max(row) + 1)])
        for key, row in sorted(coefficients.items())
    }


def moment_coefficients(k: int, n: Number, power_sums: Sequence[Number]) -> list[Fraction]:
    """[c_0 .. c_k] with E[S^k] = sum_m c_m Sigma^m, from the numbers p_0 .. p_k, p_j = tr Sigma^j.

    Raises:
        ValueError: fewer than k + 1 power sums, or n not positive.
    """
    if len(power_sums) < _degree(k) + 1:
        raise ValueError(f"the power sums p_0 .. p_{k} are needed, got {len(power_sums)} numbers")
    size = positive("n", n)
    sums = [exact(p) for p in power_sums[: k + 1]]
    q = lcm(*(p.denominator for p in sums))
    # p_j q^j is an integer: Sigma is scaled by q, and Sigma^m carries q^m of the q^k.
    scaled = [int(p * q**j) for j, p in enumerate(sums)]
    values = expectations([word(k)], size.numerator, scaled, size.denominator)[word(k)]
    return [Fraction(v, size.numerator**k * q ** (k - m)) for m, v in enumerate(values)]


def moment_eigenvalues(spectrum: Spectrum, k: int, n: Number) -> list[tuple[Fraction, int, Fraction]]:
    """[(lambda_j, multiplicity, eigenvalue of E[S^k] at the eigenvectors of lambda_j)].

    The cost depends on the number of distinct eigenvalues, not on the dimension.

    Args:
        spectrum: pairs (eigenvalue of Sigma, its multiplicity), any order.
        k: the power, >= 0.
        n: number of examples, any positive rational.

    Returns:
        One triple per pair of the spectrum, in its order.

    Source:  Lemma 4.2 (alpha^(j)_{n,d,k}).

    Example:
        >>> moment_eigenvalues([(1, 99), (2, 1)], 2, 100)
        [(Fraction(1, 1), 99, Fraction(101, 50)), (Fraction(2, 1), 1, Fraction(303, 50))]
    """
    pairs = [(exact(value), multiplicity) for value, multiplicity in spectrum]
    sums = [sum((m * v**j for v, m in pairs), Fraction(0)) for j in range(_degree(k) + 1)]
    coefficients = moment_coefficients(k, n, sums)
    return [(v, m, sum((c * v**j for j, c in enumerate(coefficients)), Fraction(0))) for v, m in pairs]


@lru_cache(maxsize=64)
def central_moment_polynomial(m: int) -> fmpz_mpoly:
    """n^m E tr (I - a W)^m as a polynomial in (a, n, d) with integer coefficients.

    Example:
        >>> central_moment_polynomial(2)
        a^2*n^2*d + a^2*n*d^2 + a^2*n*d - 2*a*n^2*d + n^2*d
    """
    a, n, d = SCALAR.gens()
    total = SCALAR.constant(0)
    for k in range(_degree(m) + 1):
        moment = isotropic_moment(k).terms()
        terms: dict[tuple[int, ...], int | fmpz] = {
            (k, int(i) + m - k, int(j) + 1): int(c) for (i, j), c in moment
        }
        total += comb(m, k) * (-1) ** k * SCALAR.from_dict(terms)
    return total


def central_moment_coefficients(m: int, n: Number, d: Number) -> list[Fraction]:
    """[c_0 .. c_m] with E tr (I - a W)^m = sum c_k a^k; c_k = (-1)^k C(m, k) d alpha_{n,d,k}.

    Example:
        >>> central_moment_coefficients(2, 3, 1)
        [Fraction(1, 1), Fraction(-2, 1), Fraction(5, 3)]
    """
    d = positive("d", d)
    return [(-1) ** k * comb(m, k) * d * alpha(k, n, d) for k in range(_degree(m) + 1)]
