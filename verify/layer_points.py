"""Points and simulations for the one-layer paper: every parameter filled by its domain.

`filled` makes small numbers without a pattern, so that a search can try an altered statement; the
samplers run the layer of the definition on fresh prompts and know none of the closed forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from theory.matrices import dense
from verify.checks import Formal, Step
from verify.domains import DATA, MATRICES, VECTORS, columns, split
from verify.statement import Statement

Point = dict[str, Any]

def sizes(*pairs: tuple[int, int]) -> tuple[dict[str, int], ...]:
    """{"n": n, "d": d, "s": d + 1} for each pair (n, d), as `Formal` takes them."""
    return tuple({"n": n, "d": d, "s": d + 1} for n, d in pairs)


# n = 1, 2 and d = 1, 2, 3: by DEGREES, equality there is equality for all n and d
DECISIVE = sizes((1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3))
DEGREES = (
    "from these sizes to all n, d: A G w and X'y are sums over tokens, so their second moments are "
    "polynomials in n of degree at most 2, 0 at n = 0, and means against w* are linear in n: n = 1, 2 "
    "decide. By Wick's theorem each is, per power of sigma2, a sum of invariants of (B, c, p), q times a "
    "polynomial in d whose degree is at most half the number of factors y in the term (2 for |X'y|^2): "
    "degree 0 for B B p p, 1 for B B q q, B c p q, c c p p, 2 for c c q q, which are complete pairings "
    "of 6, 4 and 2 indices, so linearly independent from d = 3, 2 and 1 on: d = 1, 2, 3 decide. The "
    "closed forms have these degrees")


def from_tokens() -> tuple[Step, ...]:
    """The closed forms of the loss and of the distance are those of the definition, for all n, d."""
    keep = ("n", "d", "s", "sigma2", "w", "M")
    return (
        Step("the loss from the tokens is the closed form, in every entry of w and M and in sigma2",
             "defined_layer_loss(n, w, M, sigma2) = layer_loss(n, w, M, sigma2)", Formal(DECISIVE),
             keep=keep),
        Step("so is E|A G w - t X'y|^2, for every t",
             "defined_step_distance(n, w, M, sigma2, t) = step_distance(n, w, M, sigma2, t)",
             Formal(DECISIVE), parameters={"t": "real"}, keep=keep),
        Step(DEGREES),
    )


def starts(*pairs: tuple[int, int]) -> list[dict[str, int]]:
    """Coordinates (n, d) of a search, for the family `filled`."""
    return [{"n": n, "d": d} for n, d in pairs or ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2))]


def _number(name: str, i: int, j: int = 0) -> Fraction:
    """A small number that depends on the name and the indices, without a pattern."""
    seed = sum(ord(c) for c in name)
    return Fraction((seed + 7 * i + 5 * j + 3 * i * j) % 11 - 4, 1 + (seed + i + 2 * j) % 3)


def filled(statement: Statement, at: Mapping[str, int]) -> Point:
    """Every parameter that is not a coordinate gets numbers that fit its domain; s = d + 1."""
    point: Point = {name: Fraction(v) for name, v in at.items() if name in statement.parameters}
    if "s" in statement.parameters:
        point["s"] = point["d"] + 1
    for name, domain in statement.parameters.items():
        if name not in point:
            point[name] = _value(name, domain, point)
    return point


def _value(name: str, domain: str, point: Point) -> Any:
    kind, dimension = split(domain)
    side = int(point[str(dimension)]) if dimension is not None else 2
    if kind in DATA:
        width = int(point[str(columns(domain))])
        return dense([[_number(name, i, j) + int(i == j) for j in range(width)]
                      for i in range(side)])
    if kind in VECTORS:
        return tuple(_number(name, i) for i in range(side))
    if kind in MATRICES:
        if kind == "real matrix":
            return dense([[_number(name, i, j) for j in range(side)] for i in range(side)])
        # diagonally dominant, so positive definite
        return dense([[2 + i if i == j else Fraction(int(abs(i - j) == 1), 2)
                       for j in range(side)] for i in range(side)])
    return abs(_number(name, 1)) + (Fraction(1, 3) if kind == "positive real" else 0)


def loss_sampler(target: str = "linear") -> Callable[..., Any]:
    """(h'v_T - y_{n+1})^2 on fresh prompts for w and M of the point."""

    def sample(point: Mapping[str, Any], draws: int, seed: int, device: str) -> Any:
        from numerics.witness import make_generator, one_step_loss_samples

        return one_step_loss_samples(
            int(point["n"]), int(point["d"]), float(point["sigma2"]), (point["w"], point["M"]),
            target, draws, make_generator(seed, "loss", device))

    return sample


def rate_sampler(target: str = "linear", **options: Any) -> Callable[..., Any]:
    """E[y s]/E[s^2], s the layer's output at rate 1: the best rate, for any target."""

    def sample(point: Mapping[str, Any], draws: int, seed: int, device: str) -> Any:
        from numerics.estimates import ratio_samples
        from numerics.witness import make_generator, one_step_eta_samples

        pairs = one_step_eta_samples(
            int(point["n"]), int(point["d"]), float(point["sigma2"]), target, draws,
            make_generator(seed, "rate", device), **options)
        return ratio_samples(*pairs)

    return sample


def averaged_sampler(point: Mapping[str, Any], draws: int, seed: int, device: str) -> Any:
    """The same ratio for linear targets, the query averaged exactly: d queries sqrt(d) e_k."""
    from numerics.estimates import ratio_samples
    from numerics.witness import averaged_eta_samples, make_generator

    pairs = averaged_eta_samples(int(point["n"]), int(point["d"]), float(point["sigma2"]), draws,
                                 make_generator(seed, "averaged", device))
    return ratio_samples(*pairs)


def trainer(target: str = "linear", weights: str = "matched", **options: Any) -> Callable[..., Any]:
    """Layers trained by plain gradient descent from random values on fresh prompts."""

    def train(point: Mapping[str, Any], best: Any, runs: int, seed: int, device: str) -> Any:
        from numerics.training import LayerSetting, train_one_layer

        fixed = {"steps": 2000, "batch": 32, "final_batch": 128, "rate": 0.004, **options}
        setting = LayerSetting(
            n=int(point["n"]), d=int(point["d"]), sigma2=float(point["sigma2"]), target=target,
            sigma=point.get("Sigma"), weights=weights, runs=runs, optimiser="descent", **fixed)
        return train_one_layer(setting, seed, device, 10_000, reference=best)

    return train


def ridge_sampler(point: Mapping[str, Any], draws: int, seed: int, device: str) -> Any:
    """eta as Theorem 1 prints it, from the ridge solution: E[what'X'y]/E[y'XX'y]."""
    from numerics.estimates import ratio_samples
    from numerics.witness import make_generator, ridge_eta_samples

    pairs = ridge_eta_samples(int(point["n"]), int(point["d"]), float(point["sigma2"]), draws,
                              make_generator(seed, "ridge", device))
    return ratio_samples(*pairs)


def equality(statement: Statement) -> dict[str, Any]:
    """Tightness of an identity: both sides are equal everywhere."""
    return {"ratio": "1", "at": {}, "note": "an equality"}


def gentle() -> Point:
    """A layer with a small even part, so that squared errors have light tails: n = 3, d = 1."""
    return {"n": Fraction(3), "d": Fraction(1), "s": Fraction(2), "sigma2": Fraction(1, 2),
            "w": (Fraction(1, 20), Fraction(1)),
            "M": dense([[Fraction(1, 6), 0], [Fraction(1, 40), 0]])}


def rational_points(values: Mapping[str, Sequence[Any]]) -> list[Point]:
    """All combinations of the listed values, as exact numbers."""
    from itertools import product

    return [{name: Fraction(v) for name, v in zip(values, combination, strict=True)}
            for combination in product(*values.values())]
