"""The transformers of both papers, token by token, exactly as defined and nothing derived.

Looped paper, (2)-(4): data matrix X (d, n), examples in columns, and the prompt

    Z^(0) = [ X   x_q ]    Attn(Z; Q, P) = P Z M (Z' Q Z),   M = diag(1, .., 1, 0),
            [ y'   0  ]    Z^(t) = Z^(t-1) - (1/n) Attn(Z^(t-1)),   TF = -Z^(L)_{d+1, n+1}.

One-layer paper, (2)-(4): tokens v_j = (x_j, y_j), the last one a query (x, 0), output h' v^_T,

    v^_i = sum_{j < i} (W_V v_j) (v_j' W_K' W_Q v_i),   v^_1 = 0.         (a sum, no 1/n)

Entries may be of any exact kind that has +, - and *, and division by n in the looped model: ints,
Fractions, polynomials. An int divides into a Fraction, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Vector = Sequence[Any]
Rows = Sequence[Sequence[Any]]
Layer = tuple[Rows, Rows]
"""One attention layer of the looped paper: (P, Q), both (d+1, d+1)."""


def _exact(value: Any) -> Any:
    if isinstance(value, float | complex):
        raise ValueError(f"an exact number is needed, got the float {value!r}")
    return value


def _divide(value: Any, n: int) -> Any:
    return Fraction(value, n) if isinstance(value, int) else value / n


def _rows(name: str, matrix: Rows, shape: tuple[int, int]) -> list[list[Any]]:
    if len(matrix) != shape[0] or any(len(row) != shape[1] for row in matrix):
        got = sorted({len(row) for row in matrix})
        raise ValueError(f"{name} must be {shape[0]} x {shape[1]}, got {len(matrix)} rows of {got}")
    return [[_exact(entry) for entry in row] for row in matrix]


def _dot(left: Vector, right: Vector) -> Any:
    return sum((a * b for a, b in zip(left, right, strict=True)), 0)


def _product(left: Rows, right: Rows) -> list[list[Any]]:
    columns = list(zip(*right, strict=True))
    return [[_dot(row, column) for column in columns] for row in left]


def _transpose(matrix: Rows) -> list[list[Any]]:
    return [list(column) for column in zip(*matrix, strict=True)]


def labels(X: Rows, w: Vector) -> list[Any]:
    """y' = w' X."""
    return [_dot(w, column) for column in zip(*X, strict=True)]


def prompt(X: Rows, y: Vector, x_q: Vector) -> list[list[Any]]:
    """Z^(0) = [X x_q; y' 0], (d+1, n+1).

    Raises:
        ValueError: a shape does not fit, or an entry is a float.
    """
    d, n = len(x_q), len(y)
    data = _rows("X", X, (d, n))
    query, context = map(_exact, x_q), [_exact(entry) for entry in y]
    return [
        *([*row, entry] for row, entry in zip(data, query, strict=True)),
        [*context, 0],
    ]


def attention(Z: Rows, P: Rows, Q: Rows) -> list[list[Any]]:
    """Attn(Z; Q, P) = P Z M (Z' Q Z): no token attends to the last one, the query.

    Source:  looped paper, (2).
    """
    scores = _product(_transpose(Z), _product(Q, Z))
    values = _product(P, Z)
    n = len(Z[0]) - 1
    return [
        [_dot(row[:n], [scores[j][token] for j in range(n)]) for token in range(n + 1)]
        for row in values
    ]


def looped_states(
    X: Rows, y: Vector, x_q: Vector, layers: Sequence[Layer]
) -> list[list[list[Any]]]:
    """[Z^(0), Z^(1), ..., Z^(L)], each (d+1, n+1), one entry of `layers` per layer.

    Source:  looped paper, (3).
    """
    d, n = len(x_q), len(y)
    states = [prompt(X, y, x_q)]
    for P, Q in layers:
        P, Q = _rows("P", P, (d + 1, d + 1)), _rows("Q", Q, (d + 1, d + 1))
        update = attention(states[-1], P, Q)
        states.append(
            [
                [z - _divide(v, n) for z, v in zip(*rows, strict=True)]
                for rows in zip(states[-1], update, strict=True)
            ]
        )
    return states


def looped_forward(X: Rows, y: Vector, x_q: Vector, layers: Sequence[Layer]) -> Any:
    """TF_L = -Z^(L)_{d+1, n+1}.

    Args:
        X: data (d, n), one example per column.
        y: labels (n,).
        x_q: query (d,).
        layers: one (P, Q) per layer, both (d+1, d+1); [(P, Q)] * L for the looped model.

    Raises:
        ValueError: a shape does not fit, or an entry is a float.

    Source:  looped paper, (4).

    Example:
        >>> looped_forward([[1, 2]], [3, 6], [5], [layer([[1]])])
        Fraction(75, 2)
    """
    return -looped_states(X, y, x_q, layers)[-1][-1][-1]


def layer(A: Rows, u: Vector | None = None) -> Layer:
    """(P, Q) with Q = [A 0; 0 0] and P = [0 0; u' 1].

    Source:  looped paper, (5) for u = 0, section 3.5 and (11).
    """
    d = len(A)
    bottom = [0] * d if u is None else [_exact(entry) for entry in u]
    if len(bottom) != d:
        raise ValueError(f"u must have {d} entries, got {len(bottom)}")
    Q = [[*row, 0] for row in _rows("A", A, (d, d))] + [[0] * (d + 1)]
    P = [[0] * (d + 1) for _ in range(d)] + [[*bottom, 1]]
    return P, Q


def one_layer_states(tokens: Rows, W_K: Rows, W_Q: Rows, W_V: Rows) -> list[list[Any]]:
    """[v^_1, ..., v^_T]: each token attends to those before it, not to itself.

    Source:  one-layer paper, (2).
    """
    s = len(W_V)
    v = _rows("the tokens", tokens, (len(tokens), s))
    K, Q, V = (_rows(*named, (s, s)) for named in (("W_K", W_K), ("W_Q", W_Q), ("W_V", W_V)))
    keys, values = _product(v, _transpose(K)), _product(v, _transpose(V))
    states = []
    for i, query in enumerate(_product(v, _transpose(Q))):
        scores = [_dot(keys[j], query) for j in range(i)]
        states.append([_dot(scores, [values[j][r] for j in range(i)]) for r in range(s)])
    return states


def one_layer_forward(tokens: Rows, W_K: Rows, W_Q: Rows, W_V: Rows, h: Vector) -> Any:
    """h' v^_T, the prediction at the last token.

    Args:
        tokens: T > 1 tokens of width s = d + 1, the last one the query (x, 0).
        W_K: key matrix (s, s).
        W_Q: query matrix (s, s).
        W_V: value matrix (s, s).
        h: head (s,).

    Raises:
        ValueError: a shape does not fit, an entry is a float, or there is only one token.

    Source:  one-layer paper, (3) and (4).

    Example:
        >>> one = [[1, 0], [0, 1]]
        >>> one_layer_forward([[1, 3], [2, 6], [5, 0]], one, one, one, [0, 1])
        75
    """
    if len(tokens) < 2:
        raise ValueError(f"at least two tokens are needed, got {len(tokens)}")
    return _dot([_exact(entry) for entry in h], one_layer_states(tokens, W_K, W_Q, W_V)[-1])
