"""Devices, seeds, and matrices from everything that spells one."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
import torch

from numerics import backend
from theory.matrices import dense, diagonal


def test_unknown_choices_are_named() -> None:
    with pytest.raises(ValueError, match="auto, cpu, cuda, got 'gpu'"):
        backend.resolve_device("gpu")
    with pytest.raises(ValueError, match="float32, float64, got 'half'"):
        backend.resolve_precision("half")


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_missing_gpu_is_said() -> None:
    with pytest.raises(backend.DeviceUnavailable, match="no GPU"):
        backend.resolve_device("cuda")
    assert backend.resolve_device("auto").type == "cpu"


def test_seeds_depend_on_root_and_name() -> None:
    # First 63 bits of the SHA-256 of "0", a zero byte and "a".
    assert backend.derive_seed(0, "a") == 3426483283761622585
    assert backend.derive_seed(0, "b") != backend.derive_seed(0, "a")
    assert backend.derive_seed(1, "a") != backend.derive_seed(0, "a")


def test_same_seed_same_draws() -> None:
    first, second = (torch.randn(3, generator=backend.generator(7)) for _ in range(2))
    assert torch.equal(first, second)


def test_matrices_from_exact_values() -> None:
    rows = [[Fraction(1, 2), 1], [0, Fraction(-1, 4)]]
    expected = torch.tensor([[0.5, 1.0], [0.0, -0.25]], dtype=torch.float64)
    assert torch.equal(backend.as_matrix(rows), expected)
    assert torch.equal(backend.as_matrix(dense(rows)), expected)
    spectrum = diagonal([(Fraction(3), 2), (Fraction(1), 1)])
    entries = backend.as_matrix(spectrum).diagonal()
    assert sorted(entries.tolist()) == [1.0, 3.0, 3.0]
    assert torch.equal(backend.as_matrix(expected.numpy()), expected)


def test_shapes_are_checked() -> None:
    with pytest.raises(ValueError, match=r"square matrix is needed, got shape \(1, 2\)"):
        backend.as_matrix([[1, 2]])
    with pytest.raises(ValueError, match="vector is needed"):
        backend.as_vector(3)


def test_multiplicities_are_expanded() -> None:
    value = SimpleNamespace(spectrum=((Fraction(2), 3),))
    assert torch.equal(backend.as_matrix(value), 2 * torch.eye(3, dtype=torch.float64))
