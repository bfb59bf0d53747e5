from fractions import Fraction

import pytest
import sympy

from theory.definitions import (
    attention,
    labels,
    layer,
    looped_forward,
    looped_states,
    one_layer_forward,
    one_layer_states,
    prompt,
)

X = [[1, 2, 0], [3, -1, 1]]
W = [2, Fraction(1, 2)]
X_Q = [1, 4]
A = [[1, 2], [0, Fraction(1, 3)]]
EYE3 = [[int(i == j) for j in range(3)] for i in range(3)]


def test_labels_and_prompt() -> None:
    assert labels(X, W) == [Fraction(7, 2), Fraction(7, 2), Fraction(1, 2)]
    assert prompt(X, [7, 8, 9], X_Q) == [[1, 2, 0, 1], [3, -1, 1, 4], [7, 8, 9, 0]]


def test_attention_by_hand() -> None:
    # d = 1, n = 1: Z = [1 2; 3 0], P = Q = I. Z'Z = [10 2; 2 4]; only token 1 is attended to.
    assert attention([[1, 2], [3, 0]], [[1, 0], [0, 1]], [[1, 0], [0, 1]]) == [[10, 2], [30, 6]]


def test_no_layers_predict_zero() -> None:
    assert looped_forward(X, labels(X, W), X_Q, []) == 0


def test_one_layer_is_one_preconditioned_step() -> None:
    # -Z = (1/n) y' X' A x_q = w' S A x_q, here by hand for X = [1 2], w = 3, x_q = 5: S = 5/2.
    assert looped_forward([[1, 2]], [3, 6], [5], [layer([[1]])]) == Fraction(5, 2) * 3 * 5


def test_exact_inverse_as_preconditioner_solves_in_one_step() -> None:
    # S = diag(1/2, 2) for these two examples, and A = S^{-1} gives w' x_q.
    rows, w = [[1, 0], [0, 2]], [3, 5]
    assert looped_forward(
        rows, labels(rows, w), [7, 11], [layer([[2, 0], [0, Fraction(1, 2)]])]
    ) == (3 * 7 + 5 * 11)


def test_loops_iterate_gradient_descent() -> None:
    """w_{t+1} = w_t - (1/n) A' grad, grad = X (X' w_t - y); the transposed A is the layer's."""
    n, w_t = 3, [Fraction(0), Fraction(0)]
    y = labels(X, W)
    for t in range(4):
        assert looped_forward(X, y, X_Q, [layer(A)] * t) == sum(
            a * b for a, b in zip(w_t, X_Q, strict=True)
        )
        residual = [sum(w_t[i] * X[i][j] for i in range(2)) - y[j] for j in range(n)]
        gradient = [sum(X[i][j] * residual[j] for j in range(n)) for i in range(2)]
        w_t = [w_t[i] - sum(A[j][i] * gradient[j] for j in range(2)) / n for i in range(2)]


def test_layers_may_differ_and_data_rows_stay() -> None:
    first, second = layer(A), layer([[0, 1], [1, 0]], [1, -1])
    states = looped_states(X, labels(X, W), X_Q, [first, second])
    assert all(state[:2] == states[0][:2] for state in states)
    assert looped_forward(X, labels(X, W), X_Q, [first, second]) != looped_forward(
        X, labels(X, W), X_Q, [second, first]
    )


def test_the_sign_of_u() -> None:
    """v_{t+1}' = v_t' (I - S A) - u' S A, where the paper's (12) and (13) have a plus."""
    u = [1, -2]
    s = [[sum(a * b for a, b in zip(p, q, strict=True)) / Fraction(3) for q in X] for p in X]
    sa = [[sum(s[i][k] * A[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
    v = [Fraction(entry) for entry in W]
    for _ in range(3):
        moved = [sum((v[i] + u[i]) * sa[i][j] for i in range(2)) for j in range(2)]
        v = [a - b for a, b in zip(v, moved, strict=True)]
    error = sum((w - a) * x for w, a, x in zip(W, v, X_Q, strict=True))
    assert looped_forward(X, labels(X, W), X_Q, [layer(A, u)] * 3) == error


def test_general_p_and_q_move_the_data_rows() -> None:
    states = looped_states(X, labels(X, W), X_Q, [(EYE3, EYE3)])
    assert states[1][0] != states[0][0]
    assert looped_forward(X, labels(X, W), X_Q, [(EYE3, EYE3)]) == Fraction(1, 3) * sum(
        y * (x0 * X_Q[0] + x1 * X_Q[1]) for y, x0, x1 in zip(labels(X, W), *X, strict=True)
    )


def test_symbolic_entries() -> None:
    x, w, q, a = sympy.symbols("x w q a")
    value = looped_forward([[x]], [w * x], [q], [layer([[a]])] * 2)
    assert sympy.expand(value - w * q * (1 - (1 - a * x**2) ** 2)) == 0


def test_one_layer_by_hand() -> None:
    tokens = [[1, 3], [2, 6], [5, 0]]
    w_k, w_q, w_v = [[1, 1], [0, 1]], [[2, 0], [1, 1]], [[0, 1], [1, 0]]
    # keys (4, 3), (8, 6); query (10, 5); scores 55, 110; values (3, 1), (6, 2).
    assert one_layer_states(tokens, w_k, w_q, w_v)[2] == [55 * 3 + 110 * 6, 55 * 1 + 110 * 2]
    assert one_layer_forward(tokens, w_k, w_q, w_v, [2, -1]) == 2 * 825 - 275


def test_one_layer_tokens_do_not_see_themselves() -> None:
    states = one_layer_states([[1, 3], [2, 6]], *[[[1, 0], [0, 1]]] * 3)
    assert states == [[0, 0], [20, 60]]


def test_both_papers_agree_on_one_step() -> None:
    """eta sum y_i x_i' x with eta = 1/n is the looped model with one layer and A = I."""
    y = labels(X, W)
    tokens = [[*x, label] for *x, label in zip(*X, y, strict=True)] + [[*X_Q, 0]]
    project = [[1, 0, 0], [0, 1, 0], [0, 0, 0]]
    value = [[0, 0, 0], [0, 0, 0], [0, 0, Fraction(1, 3)]]
    assert one_layer_forward(tokens, project, project, value, [0, 0, 1]) == looped_forward(
        X, y, X_Q, [layer([[1, 0], [0, 1]])]
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: prompt([[1, 2]], [1], [1]), r"X must be 1 x 1, got 1 rows of \[2\]"),
        (lambda: prompt([[0.5]], [1], [1]), "got the float 0.5"),
        (lambda: layer([[1, 2]]), "A must be 1 x 1"),
        (lambda: layer([[1]], [1, 2]), "u must have 1 entries, got 2"),
        (lambda: looped_forward(X, [1, 2, 3], X_Q, [([[1]], [[1]])]), "P must be 3 x 3"),
        (lambda: one_layer_forward([[1, 2]], *[[[1, 0], [0, 1]]] * 3, [0, 1]), "two tokens"),
        (lambda: one_layer_forward([[1], [2]], *[[[1, 0], [0, 1]]] * 3, [0, 1]), "tokens must be"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
