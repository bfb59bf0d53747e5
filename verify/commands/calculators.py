"""``expect``, ``loss``, ``optimum``, ``eta``, ``flow``: exact values of what the papers define."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import typer

from theory.matrices import Dense, Diagonal, identity, is_positive_definite, is_symmetric
from verify.evaluate import exact_json
from verify.exits import Exit
from verify.inputs import assignments, square_matrix, vector
from verify.numerals import number, positive_integer

MAX_LOOPS = 12


def emit(payload: dict[str, Any], as_json: bool) -> int:
    """Print a payload as JSON or as ``name = value`` lines."""
    if as_json:
        typer.echo(json.dumps(payload))
    else:
        for name, entry in payload.items():
            shown = entry.get("expr", entry) if isinstance(entry, dict) else entry
            typer.echo(f"{name} = {shown}")
    return Exit.AS_EXPECTED


def loops_of(text: str) -> int:
    """L as a positive integer up to MAX_LOOPS."""
    loops = positive_integer(text, "L")
    if loops > MAX_LOOPS:
        raise ValueError(f"L: got {loops}, allowed up to {MAX_LOOPS}")
    return loops


def covariance(text: str | None, d: int) -> Dense | Diagonal:
    """Sigma* of dimension d; raises ValueError unless symmetric positive definite."""
    if text is None:
        return identity(d)
    sigma = square_matrix(text, "sigma")
    if sigma.dimension != d:
        raise ValueError(f"sigma: got dimension {sigma.dimension}, allowed {d}")
    if not is_symmetric(sigma) or not is_positive_definite(sigma):
        raise ValueError(f"sigma: got {text}, allowed a symmetric positive definite matrix")
    return sigma


def run_loss(loops: str, n: str, preconditioner: str, sigma: str | None, u: str | None,
             formula: str, gradient: bool, as_json: bool) -> int:
    """Print the exact population loss, and the gradient in A."""
    from theory.losses import loss, loss_gradient

    if formula not in ("model", "printed"):
        raise ValueError(f"formula: got {formula!r}, allowed model, printed")
    order, size = loops_of(loops), Fraction(positive_integer(n, "n"))
    A = square_matrix(preconditioner, "A")
    population = covariance(sigma, A.dimension)
    direction = vector(u, "u") if u is not None else None
    if direction is not None and len(direction) != A.dimension:
        raise ValueError(f"u: got length {len(direction)}, allowed {A.dimension}")
    value = loss(order, size, A, sigma=population, u=direction, formula=formula)
    payload: dict[str, Any] = {"value": str(value), "formula": formula}
    if gradient:
        payload["gradient"] = nested(loss_gradient(order, size, A, sigma=population, u=direction,
                                                   formula=formula))
    return emit(payload, as_json)


def nested(matrix: Dense | Diagonal) -> Any:
    """Nested lists of exact text; a large diagonal stays a spectrum."""
    from theory.matrices import to_dense

    if isinstance(matrix, Diagonal) and matrix.dimension > 50:
        return exact_json(matrix)
    return exact_json(to_dense(matrix))


def enclosed(low: Fraction, high: Fraction, digits: int) -> Any:
    """"5/3" if the ends agree, else {"lo", "hi", "expr"}."""
    if low == high:
        return str(low)
    middle = (low + high) / 2
    scaled = round(middle * 10**digits)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**digits)
    return {"lo": str(low), "hi": str(high), "expr": f"{sign}{whole}.{rest:0{digits}d}"}


def run_optimum(loops: str, n: str, d: str, among: str, digits: int, as_json: bool) -> int:
    """Print the minimiser among symmetric A, or what is known among all real A."""
    from theory.optimum import optimal_loss, optimum, optimum_polynomial

    if among not in ("symmetric", "all"):
        raise ValueError(f"among: got {among!r}, allowed symmetric, all")
    if not 1 <= digits <= 1000:
        raise ValueError(f"digits: got {digits}, allowed 1..1000")
    order, size, dimension = loops_of(loops), positive_integer(n, "n"), positive_integer(d, "d")
    if among == "all" and order > 1 and dimension > 1:
        raise ValueError(f"among: got all with L = {order} and d = {dimension}, allowed L = 1 or d = 1; "
                         "for L >= 2 and d >= 2 the minimiser among all real A is not known in closed "
                         "form (see looped.thm-3.2-optimum)")
    best = optimum(order, Fraction(size), Fraction(dimension), digits=digits)
    least = optimal_loss(order, Fraction(size), Fraction(dimension), digits=digits)
    coefficients = [str(c) for c in optimum_polynomial(order, Fraction(size), Fraction(dimension))]
    return emit({"value": enclosed(best.lo, best.hi, digits),
                 "loss": enclosed(least.lo, least.hi, digits), "among": among,
                 "polynomial": coefficients}, as_json)


def run_eta(n: str, d: str, sigma2: str, target: str, as_json: bool) -> int:
    """Print the optimal step size and the minimal loss (noise of the query's label included)."""
    from theory.targets import eta, minimal_loss, parse_target

    noise = number(sigma2, "sigma2")
    if noise < 0:
        raise ValueError(f"sigma2: got {noise}, allowed a number >= 0")
    family = parse_target(target)
    size, dimension = positive_integer(n, "n"), positive_integer(d, "d")
    return emit({"value": exact_json(eta(family, size, dimension, noise)),
                 "loss": exact_json(minimal_loss(family, size, dimension, noise)),
                 "formula": family.formula}, as_json)


def run_expect(expression: str, size: str | None, sigma: str | None, fixed: list[str],
               as_json: bool) -> int:
    """Print an exact expectation, or its formula where n or a matrix is not given."""
    from theory.expression import expect

    given = {name: square_matrix(text, name) for item in fixed
             for name, text in assignments(item).items()}
    population = square_matrix(sigma, "sigma") if sigma is not None else None
    if population is not None:
        covariance(sigma, population.dimension)
    n = Fraction(positive_integer(size, "n")) if size is not None else None
    found = expect(expression, n=n, sigma=population, matrices=given)
    return emit(found, as_json)


def run_flow(loops: str, n: str, d: str, start: str, time: str, as_json: bool) -> int:
    """Print the gradient flow from A0 at time t: an enclosure on A0 = a I, else Runge-Kutta."""
    from theory.flow import follow, position
    from theory.matrices import compact

    order, size, dimension = loops_of(loops), positive_integer(n, "n"), positive_integer(d, "d")
    A, t = compact(square_matrix(start, "A0")), number(time, "t")
    if A.dimension != dimension:
        raise ValueError(f"A0: got dimension {A.dimension}, allowed {dimension}")
    if isinstance(A, Diagonal) and len(A.spectrum) == 1:
        found = position(order, size, dimension, A.spectrum[0][0], t)
        return emit({"value": enclosed(found.lo, found.hi, 12), "method": "A(t) = a I, certified enclosure"},
                    as_json)
    path = follow(order, size, A, t)
    # no enclosure here: the error is an estimate by step doubling, and the output says so
    return emit({"value": [[f"{float(Fraction(e)):.12g}" for e in row] for row in nested(path.A)],
                 "loss": f"{float(path.loss):.12g}", "error": f"{float(path.error):.1e}",
                 "method": f"Runge-Kutta with exact gradients, {path.steps} steps, estimated error"},
                as_json)
