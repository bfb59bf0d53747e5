"""L(w, M) = E (w'G M v_{n+1} - y_{n+1})^2, integrated from the tokens: the executable definition.

Everything here is brute force over independent normals, for small n and d; `theory.one_step` has
the closed forms that it is compared with. X is (n, d), the token of example i is (x_i, y_i).
Labels are y_i = f(x_i) + e_i with f(x) = c_0 w'x + c_1 (w'x)^3 + ... + b |x|^2, linear by default.

Source: one-step paper, eq. (2) to (4), (9), (10), (22); section 5 for other f.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from theory.one_step_moments import double_factorial, gaussian_expectation

MAX_SIZE = 12


class Prompt:
    """Tokens of one prompt as polynomials in independent normals x_ik, e_i, w_k and parameters.

    Attributes:
        x: rows x_1 .. x_{n+1} of variables.
        regressor: w_k, the hidden weights.
        y: labels y_1 .. y_{n+1}, with noise of variance sigma2.
        variables: name to generator: sigma2, the parameters, c0, c1, ... and b.
    """

    def __init__(self, n: int, d: int, names: Sequence[str] = (), degrees: int = 0,
                 offset: bool = False) -> None:
        """Make the variables.

        Args:
            n: context length.
            d: dimension.
            names: parameters that stay (entries of w and M).
            degrees: how many odd powers the target has, with coefficients c0, c1, ...; 0 is w'x.
            offset: add b |x|^2 to the target.
        """
        if n < 1 or d < 1 or (n + 1) * (d + 1) > MAX_SIZE:
            raise ValueError(f"got n {n}, d {d}, allowed (n + 1)(d + 1) <= {MAX_SIZE}")
        self.n, self.d, self.degrees = n, d, degrees
        x = [[f"x{i}_{k}" for k in range(d)] for i in range(n + 1)]
        w = [f"t{k}" for k in range(d)]
        e = [f"e{i}" for i in range(n + 1)]
        self.normals = [name for row in x for name in row] + w
        self.noises = dict.fromkeys(e, "sigma2")
        extra = [f"c{k}" for k in range(degrees)] + (["b"] if offset else [])
        every = [*self.normals, *e, *names, *extra, "sigma2"]
        self.context = fmpq_mpoly_ctx.get(every)
        g = dict(zip(every, self.context.gens(), strict=True))
        self.variables = g
        self.zero = self.context.constant(0)
        self.x = [[g[name] for name in row] for row in x]
        self.regressor = [g[name] for name in w]
        self.y = [self.target(row, offset) + g[f"e{i}"] for i, row in enumerate(self.x)]

    def target(self, x: Sequence[Any], offset: bool = False) -> fmpq_mpoly:
        """f(x)."""
        s = self.dot(x, self.regressor)
        if not self.degrees:
            value = s
        else:
            value = sum((self.variables[f"c{k}"] * s ** (2 * k + 1) for k in range(self.degrees)),
                        self.zero)
        return value + self.variables["b"] * self.dot(x, x) if offset else value

    def correlation(self) -> list[Any]:
        """v_f = E_x[x f(x)] = w sum_k c_k (2k + 1)!! |w|^{2k}; the even part of f adds nothing."""
        square = self.dot(self.regressor, self.regressor)
        factor = self.context.constant(1)
        if self.degrees:
            factor = sum((self.variables[f"c{k}"] * double_factorial(2 * k + 1) * square**k
                          for k in range(self.degrees)), self.zero)
        return [factor * t for t in self.regressor]

    def dot(self, left: Sequence[Any], right: Sequence[Any]) -> fmpq_mpoly:
        """sum a_i b_i."""
        return sum((a * b for a, b in zip(left, right, strict=True)), self.zero)

    def gradient(self) -> list[Any]:
        """X'y."""
        return [self.dot([row[k] for row in self.x[: self.n]], self.y[: self.n])
                for k in range(self.d)]

    def mean(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """E over prompts, a polynomial in the parameters and sigma2."""
        return gaussian_expectation(polynomial, self.normals, self.noises)

    def tokens(self) -> list[list[Any]]:
        """v_1 .. v_{n+1}, the last with 0 in the place of its label."""
        return [[*row, self.y[i] if i < self.n else self.zero] for i, row in enumerate(self.x)]

    def effective_predictor(self, w: Sequence[Any], M: Sequence[Sequence[Any]]) -> list[Any]:
        """A G w with A = M[:, 1:d]', token by token."""
        total = [self.zero] * self.d
        for token in self.tokens()[:-1]:
            score = self.dot(w, token)
            for k in range(self.d):
                total[k] = total[k] + score * self.dot(token, [row[k] for row in M])
        return total

    def output(self, w: Sequence[Any], M: Sequence[Sequence[Any]]) -> fmpq_mpoly:
        """w'G M v_{n+1} = sum_i (w'v_i)(v_i'M v_{n+1}), eq. (3) and (10)."""
        *context, query = self.tokens()
        moved = [self.dot(row, query) for row in M]
        total = self.zero
        for token in context:
            total = total + self.dot(w, token) * self.dot(token, moved)
        return total


def parameter_names(d: int, tag: str = "") -> tuple[list[str], list[list[str]]]:
    """('w0', ...) and ('m0_0', ...), names of the entries of w and M."""
    span = range(d + 1)
    return ([f"w{tag}{i}" for i in span], [[f"m{tag}{i}_{j}" for j in span] for i in span])


def symbolic_prompt(
    n: int, d: int, degrees: int = 0, offset: bool = False, extra: Sequence[str] = ()
) -> tuple[Prompt, list[Any], list[list[Any]]]:
    """A prompt with the entries of w and M as parameters, and these entries."""
    names, entries = parameter_names(d)
    prompt = Prompt(n, d, [*names, *(m for row in entries for m in row), *extra], degrees, offset)
    g = prompt.variables
    return prompt, [g[name] for name in names], [[g[m] for m in row] for row in entries]


def loss_polynomial(n: int, d: int, degrees: int = 0) -> fmpq_mpoly:
    """L(w, M) as a polynomial in the entries of w and M, sigma2 and c, by integration."""
    prompt, w, M = symbolic_prompt(n, d, degrees)
    error = prompt.output(w, M) - prompt.y[n]
    return prompt.mean(error * error)


def substitute(polynomial: fmpq_mpoly, values: Mapping[str, Any]) -> Any:
    """The polynomial at values of any exact kind; variables that it lacks need none."""
    names = [str(name) for name in polynomial.context().names()]
    total: Any = Fraction(0)
    powers: dict[tuple[str, int], Any] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        term: Any = Fraction(int(coefficient.p), int(coefficient.q))
        for name, exponent in zip(names, exponents, strict=True):
            if exponent:
                key = (name, int(exponent))
                if key not in powers:
                    powers[key] = values[name] ** key[1]
                term = term * powers[key]
        total = total + term
    return total
