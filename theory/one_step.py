"""eta = 1/(n + d + 1 + sigma2): the optimum of one linear self-attention layer, X (n, d), no 1/n.

The layer reads tokens (x_i, y_i) and the query (x, 0) and outputs v'x with v = A G w, where
G = sum (x_i, y_i)(x_i, y_i)', A = M[:, 1:d]' = [B | c] and w = (p, q). So

    v = T X'y + (B X'X p + q c y'y),    T = q B + c p',

the first part odd in y, the second even: the cross term of their squares has mean 0, and
    L(w, M) = sigma2 + E|w* - T X'y|^2 + E|B X'X p + q c y'y|^2.
The first expectation is a quadratic in T with its only minimum at eta I, the second vanishes only
if q c = 0 and B or p is 0. The last column of M multiplies the 0 of the query and is free.

Source: one-step paper, Theorem 1, Lemmas 1 to 4. The loss includes the noise of y_{n+1}.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.one_step_moments import (
    Scalar,
    energy_square,
    label_moment,
    ridge_moment,
    scatter_energy,
    scatter_square,
)

Vector = Sequence[Any]
Rows = Sequence[Sequence[Any]]


def eta(n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """eta = E[what' X'y] / E[y'XX'y] = 1/(n + d + 1 + sigma2), the learning rate of Theorem 1.

    Example:
        >>> eta(20, 10, Fraction(1, 4))
        Fraction(4, 125)
    """
    return ridge_moment(n) * Fraction(1) / label_moment(n, d, sigma2)


def minimal_loss(n: Scalar, d: Scalar, sigma2: Scalar) -> Scalar:
    """C_1 = sigma2 + d (d + 1 + sigma2) / (n + d + 1 + sigma2), the constant of Lemma 2.

    Example:
        >>> minimal_loss(2, 1, 0)
        Fraction(1, 2)
    """
    return sigma2 + d - n * d * eta(n, d, sigma2)


@dataclass(frozen=True)
class Layer:
    """(w, M) as the blocks that matter: A = M[:, 1:d]' = [B | c], w = (p, q)."""

    B: tuple[tuple[Any, ...], ...]
    c: tuple[Any, ...]
    p: tuple[Any, ...]
    q: Any

    @property
    def d(self) -> int:
        """Dimension of x."""
        return len(self.c)

    @property
    def T(self) -> tuple[tuple[Any, ...], ...]:
        """T = q B + c p': what multiplies X'y."""
        span = range(self.d)
        return tuple(tuple(self.q * self.B[i][j] + self.c[i] * self.p[j] for j in span)
                     for i in span)

    @property
    def Bp(self) -> tuple[Any, ...]:
        """B p."""
        return tuple(_dot(row, self.p) for row in self.B)


def _dot(left: Vector, right: Vector) -> Any:
    """sum a_i b_i."""
    total = left[0] * right[0]
    for a, b in zip(left[1:], right[1:], strict=True):
        total = total + a * b
    return total


def layer(w: Vector, M: Rows) -> Layer:
    """The blocks of w (d + 1) and M (d + 1, d + 1); the last column of M is dropped.

    Raises:
        ValueError: the shapes do not fit.
    """
    size = len(w)
    if size < 2 or len(M) != size or any(len(row) != size for row in M):
        raise ValueError(f"got w of length {size} and M with rows {[len(row) for row in M]}, "
                         "allowed d + 1 and (d + 1) x (d + 1) with d >= 1")
    d = size - 1
    block = tuple(tuple(M[j][i] for j in range(d)) for i in range(d))
    return Layer(block, tuple(M[d][i] for i in range(d)), tuple(w[:d]), w[d])


def from_weights(W_K: Rows, W_Q: Rows, W_V: Rows, h: Vector) -> tuple[tuple[Any, ...], Rows]:
    """(w, M) = (W_V' h, W_K' W_Q).  Source: after eq. (22)."""
    span = range(len(h))
    w = tuple(_dot([W_V[j][i] for j in span], h) for i in span)
    M = tuple(tuple(_dot([W_K[k][i] for k in span], [W_Q[k][j] for k in span]) for j in span)
              for i in span)
    return w, M


def construction(rate: Any, d: int) -> tuple[Rows, Rows, Rows, Vector]:
    """W_K = W_Q = diag(I, 0), W_V = diag(0, rate), h = (0, 1).  Source: eq. (25)."""
    span = range(d + 1)
    key = tuple(tuple(int(i == j < d) for j in span) for i in span)
    value = tuple(tuple(rate if i == j == d else 0 for j in span) for i in span)
    return key, key, value, tuple(int(i == d) for i in span)


def odd_loss(parts: Layer, n: Scalar, sigma2: Scalar) -> Scalar:
    """E|w* - T X'y|^2 = d - 2 n tr T + n (n + d + 1 + sigma2) |T|_F^2."""
    T, d = parts.T, parts.d
    trace = T[0][0]
    for i in range(1, d):
        trace = trace + T[i][i]
    square = _dot([t for row in T for t in row], [t for row in T for t in row])
    return d - 2 * ridge_moment(n) * trace + label_moment(n, d, sigma2) * square


def even_loss(parts: Layer, n: Scalar, sigma2: Scalar) -> Scalar:
    """E|B X'X p + q c y'y|^2; it is 0 only if q c = 0 and (B = 0 or p = 0).

    = n(n+1)|Bp|^2 + n|B|_F^2|p|^2 + 2 q n(nd + 2 + n sigma2) c'Bp + q^2|c|^2 E(y'y)^2.
    """
    Bp, d, entries = parts.Bp, parts.d, [b for row in parts.B for b in row]
    matrix = scatter_square(n, _dot(Bp, Bp), _dot(entries, entries), _dot(parts.p, parts.p))
    cross = 2 * parts.q * scatter_energy(n, d, sigma2) * _dot(parts.c, Bp)
    energy = parts.q * parts.q * _dot(parts.c, parts.c) * energy_square(n, d, sigma2)
    return matrix + cross + energy


def loss(w: Vector, M: Rows, n: Scalar, sigma2: Scalar) -> Scalar:
    """L(w, M) = sigma2 + E|w* - T X'y|^2 + E|B X'X p + q c y'y|^2, exact in every entry.

    Args:
        w: (d + 1,) numbers or polynomials.
        M: (d + 1, d + 1).
        n: number of context examples.
        sigma2: noise variance.

    Source: eq. (22), with the noise of y_{n+1} included.

    Example:
        >>> loss((0, 1), ((Fraction(1, 4), 0), (0, 0)), 2, 0) == minimal_loss(2, 1, 0)
        True
    """
    parts = layer(w, M)
    return sigma2 + odd_loss(parts, n, sigma2) + even_loss(parts, n, sigma2)


def distance_to_gradient_step(
    w: Vector, M: Rows, n: Scalar, sigma2: Scalar, rate: Scalar
) -> Scalar:
    """E|A G w - rate X'y|^2, the right side of Lemma 2 without its constant."""
    parts = layer(w, M)
    d = parts.d
    shifted = [t - rate if i == j else t
               for i, row in enumerate(parts.T) for j, t in enumerate(row)]
    return label_moment(n, d, sigma2) * _dot(shifted, shifted) + even_loss(parts, n, sigma2)


def minimisers(n: int, d: int, sigma2: Fraction, scale: Fraction) -> list[tuple[Vector, Rows]]:
    """All global minimisers (w, M) up to the last column of M, at one scale of each family.

    w = (0, scale), A = [(eta/scale) I | 0]; and for d = 1 also w = (scale, 0), A = [0 | eta/scale].

    Raises:
        ValueError: scale is 0.
    """
    if not scale:
        raise ValueError("got scale 0, allowed any other number")
    entry, span = eta(n, d, sigma2) / scale, range(d + 1)
    found: list[tuple[Vector, Rows]] = [(
        tuple(scale if i == d else Fraction(0) for i in span),
        tuple(tuple(entry if i == j < d else Fraction(0) for j in span) for i in span))]
    if d == 1:
        zero = Fraction(0)
        found.append(((scale, zero), ((zero, zero), (entry, zero))))
    return found
