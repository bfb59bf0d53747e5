"""`pytest tests/numerics --device cuda` runs the same tests on a GPU; one thread, seeds fixed."""

from collections.abc import Callable

import pytest
import torch

from numerics import backend


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--device", default="cpu", choices=backend.DEVICES)


@pytest.fixture(scope="session", autouse=True)
def _single_thread() -> None:
    backend.single_thread()


@pytest.fixture(scope="session")
def device(request: pytest.FixtureRequest) -> torch.device:
    try:
        return backend.resolve_device(request.config.getoption("--device", default="cpu"))
    except backend.DeviceUnavailable as missing:
        pytest.skip(str(missing))


@pytest.fixture
def seeded(request: pytest.FixtureRequest, device: torch.device) -> Callable[..., torch.Generator]:
    """Generators derived from the test's own name, so that no test depends on another."""

    def make(name: str = "") -> torch.Generator:
        return backend.generator(backend.derive_seed(0, request.node.name + name), device)

    return make
