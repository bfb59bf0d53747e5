"""Second moments of the target families at fixed points, worked out by hand."""

import math
from collections.abc import Callable

import pytest
import torch

from numerics.estimates import compare
from numerics.targets import target_values

DRAWS = 20_000
ALARM = 1e-7
# Two orthogonal points of squared norms 4 and 1, and one at 60 degrees to the first.
POINTS = [[2.0, 0.0, 0.5], [0.0, 1.0, math.sqrt(0.75)]]
SECOND = {
    "linear": [4, 0, 1],
    "relu:3": [6, 3 / math.pi, 3 * (math.sqrt(0.75) + math.pi / 3) / math.pi],
    "relu-deep:1": [4, 2 / math.pi, 2 * (math.sqrt(0.75) + math.pi / 3) / math.pi],
    "poly:1,0.5": [4 + 6 * 0.5 * 16 + 15 * 0.25 * 64, None, None],
    "even": [16, 4, 4],
}
DEEP = (math.sin(math.acos(1 / math.pi)) + (math.pi - math.acos(1 / math.pi)) / math.pi) / math.pi
SECOND["relu-deep:2"] = [4, 2 * DEEP, None]


@pytest.mark.parametrize("family", sorted(SECOND))
def test_second_moments(family: str, seeded: Callable[..., torch.Generator]) -> None:
    generator = seeded()
    x = torch.tensor(POINTS, dtype=torch.float64, device=generator.device)
    values = target_values(family, x.expand(DRAWS, 2, 3), generator)
    products = values[:, :1] * values
    for product, expected in zip(products.T, SECOND[family], strict=True):
        if expected is not None:
            assert compare(product, expected, ALARM).consistent is not False
    assert compare(products[:, 0], 1.2 * SECOND[family][0], ALARM).consistent is not True
    if family != "even":
        assert compare(values, [0, 0, 0], ALARM).consistent is True


@pytest.mark.parametrize(
    ("family", "message"),
    [
        ("cubic", "target must be one of"),
        ("linear:3", "target must be one of"),
        ("relu:0", "positive integer is needed"),
        ("relu-deep:x", "positive integer is needed"),
        ("poly:", "numbers c1,c3"),
    ],
)
def test_unknown_targets_are_named(
    family: str, message: str, seeded: Callable[..., torch.Generator]
) -> None:
    with pytest.raises(ValueError, match=message):
        target_values(family, torch.zeros(1, 2, 3), seeded())
