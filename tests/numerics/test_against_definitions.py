"""The torch models against the exact definitions, on fractions, with full random weights."""

import random
from fractions import Fraction

import pytest
import torch

from numerics.backend import as_matrix, as_vector
from numerics.models import layer_weights, one_layer_output, transformer_output
from theory import definitions


def fractions(generator: random.Random, rows: int, columns: int) -> list[list[Fraction]]:
    return [[Fraction(generator.randint(-6, 6), generator.randint(1, 4)) for _ in range(columns)]
            for _ in range(rows)]


def tensor(rows: list[list[Fraction]]) -> torch.Tensor:
    return torch.stack([as_vector(row) for row in rows])


@pytest.mark.parametrize("seed", range(6))
def test_looped_model_with_full_weights(seed: int) -> None:
    generator = random.Random(seed)
    d, n, layers = generator.randint(1, 3), generator.randint(1, 4), generator.randint(1, 3)
    x, y = fractions(generator, d, n), fractions(generator, 1, n)[0]
    query = fractions(generator, 1, d)[0]
    exact = [tuple(fractions(generator, d + 1, d + 1) for _ in "PQ") for _ in range(layers)]
    stack = [(as_matrix(p), as_matrix(q)) for p, q in exact]
    value = definitions.looped_forward(x, y, query, exact)
    z = tensor(definitions.prompt(x, y, query))
    for associate in ("scores", "gram"):
        assert float(transformer_output(z, stack, associate)) == pytest.approx(
            float(value), rel=1e-11, abs=1e-9
        )


@pytest.mark.parametrize("seed", range(4))
def test_restricted_weights_are_the_same(seed: int) -> None:
    generator = random.Random(seed)
    a, u = fractions(generator, 2, 2), fractions(generator, 1, 2)[0]
    exact = definitions.layer(a, u)
    p, q = layer_weights(as_matrix(a), as_vector(u))
    assert torch.equal(p, as_matrix(exact[0])) and torch.equal(q, as_matrix(exact[1]))


@pytest.mark.parametrize("seed", range(4))
def test_one_layer_model(seed: int) -> None:
    generator = random.Random(seed)
    d, n = generator.randint(1, 3), generator.randint(1, 4)
    tokens = fractions(generator, n + 1, d + 1)
    tokens[-1][-1] = Fraction(0)
    weights = [fractions(generator, d + 1, d + 1) for _ in range(3)]
    head = fractions(generator, 1, d + 1)[0]
    value = definitions.one_layer_forward(tokens, *weights, head)
    output = one_layer_output(tensor(tokens).mT, *map(as_matrix, weights), as_vector(head))
    assert float(output) == pytest.approx(float(value), rel=1e-11, abs=1e-9)
