"""The vocabulary of the statement language: name -> exact quantity.

A quantity takes exact values (Fraction, Dense or Diagonal, vectors as tuples) and returns one, or a
ball with a proven radius at flint's current precision. Quantities marked *over functions* also take
rational functions for n, d, so that an inequality can be proved on a whole region.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial
from typing import Any

from flint import arb, ctx

from theory import matrices, rational
from theory.matrices import Matrix

MAX_ORDER = 400


@dataclass(frozen=True)
class Quantity:
    """A named exact function with the line that documents it."""

    name: str
    function: Callable[..., Any]
    meaning: str

    def __call__(self, *arguments: Any) -> Any:
        """The value at exact arguments; raises ValueError for a wrong number of them."""
        try:
            return self.function(*arguments)
        except TypeError as error:
            if "argument" in str(error):
                raise ValueError(f"{self.name}: {error}") from error
            raise


QUANTITIES: dict[str, Quantity] = {}


def quantity(name: str, meaning: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function under a name of the language."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in QUANTITIES:
            raise ValueError(f"got the quantity {name!r} twice")
        QUANTITIES[name] = Quantity(name, function, meaning)
        return function

    return register


def integer(value: Any, what: str, limit: int = MAX_ORDER) -> int:
    """The int of an exact integer in 0..limit; raises ValueError for anything else."""
    if not isinstance(value, Fraction | int) or Fraction(value).denominator != 1 or value < 0:
        raise ValueError(f"{what}: got {value}, allowed an integer >= 0")
    if value > limit:
        raise ValueError(f"{what}: got {value}, allowed at most {limit}")
    return int(value)


def enclosure(low: Fraction, high: Fraction) -> Any:
    """low if the ends agree, else the ball that contains both."""
    return low if low == high else rational.ball(low).union(rational.ball(high))


@quantity("sqrt", "square root; over functions")
def _sqrt(x: Any) -> Any:
    return rational.power(x, Fraction(1, 2))


@quantity("exp", "exponential function, a ball")
def _exp(x: Any) -> Any:
    return (x if isinstance(x, arb) else rational.ball(Fraction(x))).exp()


@quantity("pi", "the circle's constant, a ball")
def _pi() -> Any:
    return arb.pi()


@quantity("factorial", "m!")
def _factorial(m: Any) -> Fraction:
    return Fraction(factorial(integer(m, "factorial")))


@quantity("double_factorial", "(2m-1)!! = 1 3 5 ... (2m-1), the number of pairings of 2m things")
def _double_factorial(m: Any) -> Fraction:
    result = 1
    for i in range(1, 2 * integer(m, "double_factorial"), 2):
        result *= i
    return Fraction(result)


@quantity("binomial", "binomial(m, k)")
def _binomial(m: Any, k: Any) -> Fraction:
    return Fraction(comb(integer(m, "binomial"), integer(k, "binomial")))


@quantity("catalan", "Catalan number C_m")
def _catalan(m: Any) -> Fraction:
    order = integer(m, "catalan")
    return Fraction(comb(2 * order, order), order + 1)


@quantity("rising", "rising(k, n, d) = prod_{i<k} (1 + 2 i d / n); over functions")
def _rising(k: Any, n: Any, d: Any) -> Any:
    result: Any = Fraction(1)
    for i in range(integer(k, "rising")):
        result = result * (1 + 2 * i * d / n)
    return result


@quantity("moment", "moment(k, n, d) = alpha with E[W^k] = alpha I, W the sample covariance of n "
                    "standard normal vectors in R^d; over functions")
def _moment(k: Any, n: Any, d: Any) -> Any:
    order = integer(k, "moment")
    return isotropic_value(order, n, d) / n**order


def isotropic_value(k: int, n: Any, d: Any) -> Any:
    """n^k alpha_{n,d,k} at any values of n and d, by Horner's rule in d with coefficients in n."""
    if isinstance(n, Fraction) and isinstance(d, Fraction) and n.denominator == d.denominator == 1:
        return _integer_value(k, n.numerator, d.numerator)
    return _horner(k, n, d, Fraction(0))


@lru_cache(maxsize=4096)
def _integer_value(k: int, n: int, d: int) -> Fraction:
    """The same in plain integers, several times faster than in Fractions of denominator 1."""
    return Fraction(_horner(k, n, d, 0))


@cache
def _coefficients(k: int) -> tuple[tuple[int, ...], ...]:
    """Row j: the coefficients of d^j in n, from n^0 on."""
    from theory.wishart import isotropic_moment

    rows: dict[int, dict[int, int]] = {}
    polynomial = isotropic_moment(k)
    for (i, j), c in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        rows.setdefault(int(j), {})[int(i)] = int(c)
    return tuple(tuple(rows.get(j, {}).get(i, 0) for i in range(max(rows.get(j, {0: 0})) + 1))
                 for j in range(max(rows) + 1))


def _horner(k: int, n: Any, d: Any, zero: Any) -> Any:
    """sum c n^i d^j."""
    total: Any = zero
    for row in reversed(_coefficients(k)):
        inner: Any = zero
        for c in reversed(row):
            inner = inner * n + c
        total = total * d + inner
    return total


@quantity("scalar_loss", "scalar_loss(m, n, d, a) = E tr (I - a W)^m; over functions")
def _scalar_loss(m: Any, n: Any, d: Any, a: Any) -> Any:
    order = integer(m, "scalar_loss")
    if isinstance(a, arb):
        return sum((rational.ball((-1) ** k * comb(order, k) * d * _moment(Fraction(k), n, d)) * a**k
                    for k in range(order + 1)), arb(0))
    # over one denominator: sums of functions with different ones cost a gcd each
    top, bottom = rational.parts(a)
    total: Any = Fraction(0)
    for k in range(order + 1):
        total = total + ((-1) ** k * comb(order, k) * top**k * (bottom * n) ** (order - k)
                         * isotropic_value(k, n, d))
    return total * d / (bottom * n) ** order


def _scalar_slope(m: Any, n: Any, d: Any, a: Any) -> Any:
    """d/da E tr (I - a W)^m."""
    order = integer(m, "scalar_loss")
    total: Any = Fraction(0)
    for k in range(1, order + 1):
        total = total + (-1) ** k * comb(order, k) * k * a ** (k - 1) * _moment(Fraction(k), n, d)
    return total * d


def _multiple_of_identity(A: Matrix, sigma: Matrix | None) -> Fraction | None:
    """a if A = a I and Sigma* = I, where model and printed loss are E tr (I - a W)^{2L}."""
    if sigma is not None or not isinstance(A, matrices.Diagonal) or len(A.spectrum) != 1:
        return None
    return A.spectrum[0][0]


def _losses(formula: str, L: Any, n: Any, A: Matrix, sigma: Matrix | None, u: Any) -> Fraction:
    from theory.losses import loss

    a = _multiple_of_identity(A, sigma)
    if a is not None and u is None:
        return Fraction(_scalar_loss(2 * L, n, Fraction(A.shape[0]), a))
    return loss(integer(L, "loss"), n, A, sigma=sigma, u=u, formula=formula)


@quantity("loss", "loss(L, n, A[, Sigma*[, u]]): population loss of the looped transformer (2)-(4)")
def _loss(L: Any, n: Any, A: Matrix, sigma: Matrix | None = None, u: Any = None) -> Fraction:
    return _losses("model", L, n, A, sigma, u)


@quantity("printed_loss", "printed_loss(L, n, A[, Sigma*[, u]]): Corollary A.4 of the looped paper")
def _printed_loss(L: Any, n: Any, A: Matrix, sigma: Matrix | None = None, u: Any = None) -> Fraction:
    return _losses("printed", L, n, A, sigma, u)


@quantity("grad_norm_sq", "grad_norm_sq(L, n, A): squared Frobenius norm of the gradient of loss in A")
def _grad_norm_sq(L: Any, n: Any, A: Matrix, sigma: Matrix | None = None) -> Fraction:
    from theory.losses import loss_gradient

    a = _multiple_of_identity(A, sigma)
    if a is not None:
        # the gradient is g I with d g = d/da E tr (I - a W)^{2L}
        d = Fraction(A.shape[0])
        return Fraction(_scalar_slope(2 * L, n, d, a) ** 2 / d)
    return matrices.frobenius_squared(loss_gradient(integer(L, "grad_norm_sq"), n, A, sigma=sigma))


@quantity("printed_grad_norm_sq", "the same for the loss as printed in Corollary A.4")
def _printed_grad_norm_sq(L: Any, n: Any, A: Matrix, sigma: Matrix | None = None) -> Fraction:
    from theory.losses import loss_gradient

    gradient = loss_gradient(integer(L, "printed_grad_norm_sq"), n, A, sigma=sigma, formula="printed")
    return matrices.frobenius_squared(gradient)


def _digits() -> int:
    return max(20, ctx.prec * 30103 // 100_000 + 5)


@lru_cache(maxsize=512)
def _scalar_optimum(L: int, n: Any, d: Any, digits: int, least: bool) -> tuple[Fraction, Fraction]:
    """Ends of a*, or of the loss there; a statement names it several times at one point."""
    from theory.optimum import optimal_loss, optimum

    found = (optimal_loss if least else optimum)(L, n, d, digits=digits)
    return found.lo, found.hi


@quantity("optimum", "optimum(L, n, d) = a with A = a Sigma*^{-1} the minimiser among symmetric A")
def _optimum(L: Any, n: Any, d: Any) -> Any:
    return enclosure(*_scalar_optimum(integer(L, "optimum"), n, d, _digits(), False))


@quantity("optimal_loss", "optimal_loss(L, n, d): the loss there, the least among symmetric A")
def _optimal_loss(L: Any, n: Any, d: Any) -> Any:
    return enclosure(*_scalar_optimum(integer(L, "optimal_loss"), n, d, _digits(), True))


@quantity("eta", "eta(n, d, sigma2): step size of the optimal one-layer learner, linear targets")
def _eta(n: Any, d: Any, sigma2: Any) -> Any:
    from theory.one_step import eta

    return eta(n, d, sigma2)


# further parts of the vocabulary register themselves
from theory import (  # noqa: E402
    quantities_definition,  # noqa: F401
    quantities_displays,  # noqa: F401
    quantities_flow,  # noqa: F401
    quantities_generalisation,  # noqa: F401
    quantities_layer_losses,  # noqa: F401
    quantities_layers,  # noqa: F401
    quantities_matrix,  # noqa: F401
    quantities_one_step,  # noqa: F401
    quantities_pairings,  # noqa: F401
    quantities_regression,  # noqa: F401
    quantities_ridge,  # noqa: F401
    quantities_skewed,  # noqa: F401
    quantities_spectra,  # noqa: F401
    quantities_targets,  # noqa: F401
)
