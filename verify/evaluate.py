"""value(tree, environment): exact evaluation of a tree, over Fractions, balls, matrices or functions.

Rational where the expression is rational; otherwise a ball with a proven radius, and a relation is
decided only when the balls separate. Precision rises until it is decided or the budget ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from theory import matrices, rational
from theory.quantities import QUANTITIES
from theory.rational import RationalFunction
from verify import radicals
from verify.language import RELATIONS, Tree, to_text
from verify.numerals import exact_text

Environment = Mapping[str, Any]
MAX_MATRIX_POWER = 1000
_PRECISIONS = (64, 256, 1024, 4096)


class EvaluationError(ValueError):
    """The expression has no value here (division by zero, a root of a negative number, ...)."""


def _joined(left: Any, right: Any) -> tuple[Any, Any]:
    if isinstance(left, arb) != isinstance(right, arb):
        left = left if isinstance(left, arb) else rational.ball(Fraction(left))
        right = right if isinstance(right, arb) else rational.ball(Fraction(right))
    return left, right


def _arithmetic(symbol: str, left: Any, right: Any) -> Any:
    if isinstance(left, matrices.Dense | matrices.Diagonal) or isinstance(
            right, matrices.Dense | matrices.Diagonal):
        return _matrix_arithmetic(symbol, left, right)
    left, right = _joined(left, right)
    if symbol == "+":
        return left + right
    if symbol == "-":
        return left - right
    if symbol == "*":
        return left * right
    if isinstance(right, arb) and right.contains(arb(0)):
        raise EvaluationError("a division by a ball that contains 0")
    return left / right


def _matrix_arithmetic(symbol: str, left: Any, right: Any) -> Any:
    both = [isinstance(v, matrices.Dense | matrices.Diagonal) for v in (left, right)]
    if symbol == "*" and not both[0]:
        return matrices.scale(left, right)
    if symbol in "*/" and not both[1]:
        return matrices.scale(right if symbol == "*" else 1 / Fraction(right), left)
    if all(both) and symbol in "+-*":
        if isinstance(left, matrices.Dense) and isinstance(left.rows[0][0], RationalFunction):
            return _symbolic(symbol, left, right)
        operation = {"+": matrices.add, "-": matrices.subtract, "*": matrices.multiply}[symbol]
        return operation(left, right)
    raise EvaluationError(f"{symbol} between a matrix and a number")


def _symbolic(symbol: str, left: matrices.Dense, right: Any) -> matrices.Dense:
    """Matrix arithmetic where the entries are indeterminates."""
    other = matrices.to_dense(right).rows
    if symbol == "*":
        columns = list(zip(*other, strict=True))
        return matrices.Dense(tuple(tuple(sum((a * b for a, b in zip(row, column, strict=True)),
                                              Fraction(0)) for column in columns)
                                    for row in left.rows))
    sign = 1 if symbol == "+" else -1
    return matrices.Dense(tuple(tuple(a + sign * b for a, b in zip(r, q, strict=True))
                                for r, q in zip(left.rows, other, strict=True)))


def value(tree: Tree, environment: Environment) -> Any:
    """The exact value of an expression or, for a relation, True, False or None.

    Args:
        tree: from ``verify.language.parse``.
        environment: name to Fraction, ball, matrix, vector or RationalFunction; a tree as value is
            a definition and is evaluated where it is used.

    Raises:
        EvaluationError: the expression has no value at this point, or a name is unknown.
    """
    try:
        return _value(tree, environment)
    except (ZeroDivisionError, OverflowError) as error:
        raise EvaluationError(f"{to_text(tree)}: {error}") from error
    except EvaluationError:
        raise
    except ValueError as error:
        raise EvaluationError(f"{to_text(tree)}: {error}") from error


def _value(tree: Tree, environment: Environment) -> Any:
    head = tree[0]
    if head == "num":
        return Fraction(tree[1])
    if head == "name":
        if tree[1] not in environment:
            raise EvaluationError(f"got the name {tree[1]!r}, allowed {', '.join(sorted(environment))}")
        found = environment[tree[1]]
        return _value(found, environment) if isinstance(found, list) else found
    if head == "call":
        quantity = QUANTITIES.get(tree[1])
        if quantity is None:
            raise EvaluationError(f"got the quantity {tree[1]!r}, allowed {', '.join(QUANTITIES)}")
        return quantity(*(_value(a, environment) for a in tree[2:]))
    if head == "neg":
        return _arithmetic("*", Fraction(-1), _value(tree[1], environment))
    if head == "^":
        base, exponent = (_value(a, environment) for a in tree[1:])
        if isinstance(base, matrices.Dense | matrices.Diagonal):
            return _matrix_power(base, exponent)
        if not isinstance(exponent, Fraction):
            raise EvaluationError("an exponent must be rational here")
        return rational.power(base, exponent)
    if head in RELATIONS or head in ("and", "or"):
        return holds(tree, environment)
    return _arithmetic(head, _value(tree[1], environment), _value(tree[2], environment))


def _matrix_power(base: matrices.Matrix, exponent: Any) -> matrices.Matrix:
    whole = isinstance(exponent, Fraction | int) and Fraction(exponent).denominator == 1
    if not whole or not 0 <= exponent <= MAX_MATRIX_POWER:
        raise EvaluationError(f"got a matrix to the power {str(exponent)[:40]}, "
                              f"allowed an integer in 0..{MAX_MATRIX_POWER}")
    return matrices.power(base, int(exponent))


def _kind(value: Any) -> str:
    if isinstance(value, matrices.Dense | matrices.Diagonal):
        return "a matrix"
    return "a vector" if isinstance(value, tuple) else "a number"


def compare(symbol: str, left: Any, right: Any) -> bool | None:
    """left symbol right, or None if the balls do not separate."""
    if _kind(left) != _kind(right):
        raise EvaluationError(f"got {symbol} between {_kind(left)} and {_kind(right)}, allowed two of a kind")
    if _kind(left) != "a number":
        same = left == right if isinstance(left, tuple) else matrices.equal(left, right)
        if symbol not in ("=", "!="):
            raise EvaluationError(f"got {symbol} between matrices or vectors, allowed = and !=; "
                                  "the Loewner order is preceq(A, B)")
        return bool(same) is (symbol == "=")
    left, right = _joined(left, right)
    if not isinstance(left, arb):
        return bool({"<=": left <= right, "<": left < right, ">=": left >= right,
                     ">": left > right, "=": left == right, "!=": left != right}[symbol])
    below, above = bool(left < right), bool(left > right)
    if not (below or above):
        # a rational number that a ball computation returned exactly
        equal = left.is_exact() and right.is_exact() and left == right
        return {"<=": True, ">=": True, "=": True}.get(symbol, False) if equal else None
    return bool({"<=": below, "<": below, ">=": above, ">": above, "=": False, "!=": True}[symbol])


def holds(tree: Tree, environment: Environment) -> bool | None:
    """Truth of a relation, conjunction, disjunction or predicate; None if precision ran out."""
    head = tree[0]
    if head in ("and", "or"):
        found = [holds(a, environment) for a in tree[1:]]
        decisive: bool = head == "or"
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    if head not in RELATIONS:
        answer = value(tree, environment)
        if not isinstance(answer, bool):
            raise EvaluationError(f"got {to_text(tree)}, allowed a relation or a predicate")
        return answer
    before = ctx.prec
    try:
        for bits in _PRECISIONS:
            ctx.prec = bits
            answer = compare(head, value(tree[1], environment), value(tree[2], environment))
            if answer is not None:
                return answer
    finally:
        ctx.prec = before
    # balls never separate a tie of two roots; raising both sides to a power does
    return radicals.decide(tree, environment)


def difference(tree: Tree, environment: Environment) -> tuple[RationalFunction, bool]:
    """(right - left, strict) of an inequality over functions, so that it reads 0 <= or 0 <.

    Raises:
        EvaluationError: the tree is not an inequality.
    """
    head = tree[0]
    if head not in ("<=", "<", ">=", ">", "="):
        raise EvaluationError(f"got {to_text(tree)}, allowed one inequality or equation")
    left, right = value(tree[1], environment), value(tree[2], environment)
    if head in (">=", ">"):
        left, right = right, left
    gap = right - left
    if not isinstance(gap, RationalFunction):
        raise EvaluationError(f"{to_text(tree)} does not depend on the region's variables")
    return gap.reduced(), head in ("<", ">")


def exact_json(number: Any) -> Any:
    """A string "5/3", or {"lo", "hi", "expr"} with rational ends for a ball; nested lists for matrices."""
    if isinstance(number, arb):
        low, high = ball_ends(number)
        return {"lo": exact_text(low), "hi": exact_text(high), "expr": number.str(20, radius=False)}
    if isinstance(number, matrices.Diagonal):
        return {"diag": [[exact_text(v), m] for v, m in number.spectrum]}
    if isinstance(number, matrices.Dense):
        return [[exact_json(e) for e in row] for row in number.rows]
    if isinstance(number, tuple):
        return [exact_json(e) for e in number]
    return exact_text(number) if isinstance(number, Fraction | int) else str(number)


def ball_ends(number: arb) -> tuple[Fraction, Fraction]:
    """Rational lower and upper ends of a ball."""
    middle, radius = number.mid().fmpq(), number.rad().fmpq()
    ends = (middle - radius, middle + radius)
    return Fraction(int(ends[0].p), int(ends[0].q)), Fraction(int(ends[1].p), int(ends[1].q))
