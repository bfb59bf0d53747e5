"""``expect``, ``loss``, ``optimum``, ``eta``, ``flow``: exact values of what the papers define."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from theory.matrices import Dense, Diagonal, Matrix, identity, is_positive_definite, is_symmetric
from verify.commands.limits import limited
from verify.commands.output import matrix_lines, number_text, say
from verify.evaluate import exact_json
from verify.exits import Exit
from verify.inputs import all_assignments, square_matrix, vector
from verify.numerals import exact_text, number, positive_integer, shown

MAX_LOOPS = 12
# so that no answer takes minutes; nobody asks for a sample of 10^300 examples
MAX_DIGITS = 300
EXACT = ("value", "loss", "gradient")  # of the answers: these are numbers


def emit(payload: dict[str, Any], as_json: bool) -> int:
    """Print a payload as JSON or as ``name = value`` lines, long numbers rounded in the latter."""
    if as_json:
        say(json.dumps(payload))
        return Exit.AS_EXPECTED
    for name, entry in payload.items():
        if isinstance(entry, list) and entry and isinstance(entry[0], list):
            for line in matrix_lines(name, entry):
                say(line)
        elif entry is not None:
            say(f"{name} = {number_text(entry) if name in EXACT else entry}")
    return Exit.AS_EXPECTED


def small(values: Iterable[Fraction | int], name: str) -> None:
    """Raise ValueError for a number of more than MAX_DIGITS digits."""
    for value in values:
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        if bits > MAX_DIGITS * 10 // 3 + 4:  # ten bits hold three digits
            raise ValueError(f"{name}: got a number of about {bits * 3 // 10} digits, allowed {MAX_DIGITS}")


def size(text: str, name: str) -> int:
    """n, d, ... as a positive integer of at most MAX_DIGITS digits."""
    value = positive_integer(text, name)
    small([value], name)
    return value


def matrix_of(text: str, name: str) -> Matrix:
    """A square matrix whose entries have at most MAX_DIGITS digits."""
    found = square_matrix(text, name)
    small((entry for row in found.rows for entry in row) if isinstance(found, Dense)
          else (entry for entry, _ in found.spectrum), name)
    return found


def loops_of(text: str) -> int:
    """L as a positive integer up to MAX_LOOPS."""
    loops = positive_integer(text, "L")
    if loops > MAX_LOOPS:
        raise ValueError(f"L: got {loops}, allowed up to {MAX_LOOPS}")
    return loops


def covariance(text: str | None, d: int) -> Matrix:
    """Sigma* of dimension d; raises ValueError unless symmetric positive definite."""
    if text is None:
        return identity(d)
    sigma = matrix_of(text, "sigma")
    if sigma.dimension != d:
        raise ValueError(f"sigma: got dimension {sigma.dimension}, allowed {d}")
    if not is_symmetric(sigma) or not is_positive_definite(sigma):
        raise ValueError(f"sigma: got {shown(text)}, allowed a symmetric positive definite matrix")
    return sigma


def run_loss(loops: str, n: str, preconditioner: str, sigma: str | None, u: str | None,
             formula: str, gradient: bool, as_json: bool) -> int:
    """Print the exact population loss, and the gradient in A."""
    from theory.losses import loss, loss_gradient

    if formula not in ("model", "printed"):
        raise ValueError(f"formula: got {formula!r}, allowed model, printed")
    order, examples = loops_of(loops), Fraction(size(n, "n"))
    A = matrix_of(preconditioner, "A")
    population = covariance(sigma, A.dimension)
    direction = vector(u, "u") if u is not None else None
    if direction is not None and len(direction) != A.dimension:
        raise ValueError(f"u: got length {len(direction)}, allowed {A.dimension}")
    small(direction or (), "u")
    with limited("the loss"):
        value = loss(order, examples, A, sigma=population, u=direction, formula=formula)
        payload: dict[str, Any] = {"value": exact_text(value), "formula": formula}
        if gradient:
            payload["gradient"] = nested(loss_gradient(order, examples, A, sigma=population, u=direction,
                                                       formula=formula))
    return emit(payload, as_json)


def nested(matrix: Matrix) -> Any:
    """Nested lists of exact text; a large diagonal stays a spectrum."""
    from theory.matrices import to_dense

    if isinstance(matrix, Diagonal) and matrix.dimension > 50:
        return exact_json(matrix)
    return exact_json(to_dense(matrix))


def decimal(value: Fraction, digits: int) -> str:
    """The value rounded to so many significant digits, with an exponent where it is far from 1."""
    power = _magnitude(value)
    if not -10 < power <= digits:
        return f"{decimal(value / Fraction(10) ** (power - 1), digits)}e{power - 1}"
    places = digits - power
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    text = exact_text(whole) + (f".{exact_text(rest).rjust(places, '0')}" if places else "")
    return "-" + text if value < 0 else text


def _magnitude(value: Fraction) -> int:
    """The least m with abs(value) < 10^m, 0 for 0."""
    if not value:
        return 0
    m = (abs(value.numerator).bit_length() - value.denominator.bit_length()) * 3 // 10 - 1
    while abs(value) >= Fraction(10) ** m:
        m += 1
    return m


def enclosed(low: Fraction, high: Fraction, digits: int) -> Any:
    """"5/3" if the ends agree, else {"lo", "hi", "expr"}, the latter to so many significant digits."""
    if low == high:
        return exact_text(low)
    return {"lo": exact_text(low), "hi": exact_text(high), "expr": decimal((low + high) / 2, digits)}


def polynomial_text(coefficients: list[str]) -> str:
    """``-20 + 31 a = 0`` of [-20, 31]."""
    text = ""
    for power, c in enumerate(coefficients):
        sign, size_of = ("- ", c[1:]) if c.startswith("-") else ("+ ", c)
        factor = "" if power == 0 else " a" if power == 1 else f" a^{power}"
        text += f" {sign}{size_of}{factor}" if text else c + factor
    return text + " = 0"


def run_optimum(loops: str, n: str, d: str, among: str, digits: int, as_json: bool) -> int:
    """Print the minimiser among symmetric A, or the best that is known among all real A."""
    from theory.optimum import optimal_loss, optimum, optimum_polynomial

    if among not in ("symmetric", "all"):
        raise ValueError(f"among: got {among!r}, allowed symmetric, all")
    order, examples, dimension = loops_of(loops), size(n, "n"), size(d, "d")
    with limited("the optimum"):
        if among == "all" and order > 1 and dimension > 1:
            return emit(best_known(order, examples, dimension, digits, as_json), as_json)
        arguments = (order, Fraction(examples), Fraction(dimension))
        best, least = optimum(*arguments, digits=digits), optimal_loss(*arguments, digits=digits)
        coefficients = [exact_text(c) for c in optimum_polynomial(*arguments)]
    payload = {"value": enclosed(best.lo, best.hi, digits), "loss": enclosed(least.lo, least.hi, digits),
               "among": among, "polynomial": coefficients}
    if not as_json:
        payload["polynomial"] = polynomial_text(coefficients)
    return emit(payload, as_json)


def best_known(loops: int, n: int, d: int, digits: int, exact: bool) -> dict[str, Any]:
    """What is known among all real A for L >= 2: at d = 2 a matrix b I + k J, an upper bound."""
    from theory.plane import best_rotation

    if d != 2:
        raise ValueError(f"among: got all, L = {loops}, d = {number_text(str(d))}, "
                         "allowed L = 1, d = 1 or d = 2; for L >= 2 the minimiser among all real A is "
                         "not known, and for large n it is no symmetric matrix (looped.thm-3.2-optimum)")
    found = best_rotation(loops, n, digits)
    value = (exact_json(found.A) if exact
             else [[decimal(e, digits) for e in row] for row in found.A.rows])
    return {"value": value, "loss": exact_text(found.loss) if exact else decimal(found.loss, digits),
            "among": "all",
            "note": "best known: upper bound; not proved optimal", "polynomial": None}


def run_eta(n: str, d: str, sigma2: str, target: str, as_json: bool) -> int:
    """Print the optimal step size and the minimal loss (noise of the query's label included)."""
    from theory.targets import LOSS_FORMULA, eta, minimal_loss, parse_target

    noise = number(sigma2, "sigma2")
    if noise < 0:
        raise ValueError(f"sigma2: got {shown(sigma2)}, allowed a number >= 0")
    small([noise], "sigma2")
    family = parse_target(target)
    examples, dimension = size(n, "n"), size(d, "d")
    with limited("this target"):
        payload = {"value": exact_json(eta(family, examples, dimension, noise)),
                   "loss": exact_json(minimal_loss(family, examples, dimension, noise)),
                   "status": family.status, "formula": family.formula,
                   "loss_formula": LOSS_FORMULA}
    return emit(payload, as_json)


def run_expect(expression: str, examples: str | None, sigma: str | None, fixed: list[str],
               as_json: bool) -> int:
    """Print an exact expectation, or its formula where n or a matrix is not given."""
    from theory.expression import expect

    given = {name: matrix_of(text, name) for name, text in all_assignments(fixed).items()}
    population = square_matrix(sigma, "sigma") if sigma is not None else None
    if population is not None:
        covariance(sigma, population.dimension)
    n = Fraction(size(examples, "n")) if examples is not None else None
    with limited("the expectation"):
        found = expect(expression, n=n, sigma=population, matrices=given)
    return emit(found, as_json)


def run_flow(loops: str, n: str, d: str, start: str, time: str, as_json: bool) -> int:
    """Print the gradient flow from A0 at time t: an enclosure on A0 = a I, else Runge-Kutta."""
    from theory.flow import follow, position
    from theory.matrices import compact

    order, examples, dimension = loops_of(loops), size(n, "n"), size(d, "d")
    A, t = compact(matrix_of(start, "A0")), number(time, "t")
    if A.dimension != dimension:
        raise ValueError(f"A0: got dimension {A.dimension}, allowed {dimension}")
    if t < 0:
        raise ValueError(f"t: got {shown(time)}, allowed a number >= 0")
    small([t], "t")
    with limited("the flow"):
        if isinstance(A, Diagonal) and len(A.spectrum) == 1:
            found = position(order, examples, dimension, A.spectrum[0][0], t)
            return emit({"value": enclosed(found.lo, found.hi, 12),
                         "method": "A(t) = a I, certified enclosure of a"}, as_json)
        path = follow(order, examples, A, t)
    # no enclosure here: the error is an estimate by step doubling, and the output says so
    return emit({"value": _rounded(path.A), "loss": f"{float(path.loss):.12g}",
                 "error": f"{float(path.error):.1e}",
                 "method": f"Runge-Kutta with exact gradients, {path.steps} steps, estimated error"},
                as_json)


def _rounded(matrix: Matrix) -> Any:
    """Entries to twelve significant digits, a large diagonal as its spectrum."""
    found = nested(matrix)
    if isinstance(found, dict):
        return {"diag": [[f"{float(Fraction(v)):.12g}", m] for v, m in found["diag"]]}
    return [[f"{float(Fraction(e)):.12g}" for e in row] for row in found]
