"""The laws of the prompts; Bartlett's and the bidiagonal shortcuts against plain draws."""

from collections.abc import Callable

import pytest
import torch
from scipy.stats import ks_2samp

from numerics import sampling
from numerics.estimates import compare

ALARM = 1e-7  # per comparison; the file makes about 40
Seeded = Callable[..., torch.Generator]


def same_law(first: torch.Tensor, second: torch.Tensor) -> bool:
    return ks_2samp(first.cpu(), second.cpu()).pvalue > ALARM


def summaries(s: torch.Tensor) -> dict[str, torch.Tensor]:
    """Functions that see a wrong degree of freedom in any row and a wrong off-diagonal law."""
    values = torch.linalg.eigvalsh(s)
    return {
        "smallest": values[:, -min(2, s.shape[-1])], "largest": values[:, -1],
        "trace": values.sum(-1), "last": s[:, -1, -1], "corner": s[:, 0, -1],
        "cubed": torch.linalg.matrix_power(s, 3)[:, 0, -1],
    }


def test_tokens_are_laid_out_as_printed(seeded: Seeded) -> None:
    prompts = sampling.looped_prompts(2, 3, 2, seeded())
    z = prompts.tokens()
    assert z.shape == (2, 3, 4)
    assert torch.equal(z[:, :2, :3], prompts.x) and torch.equal(z[:, 2, :3], prompts.y)
    assert torch.equal(z[:, :2, 3], prompts.query) and not z[:, 2, 3].any()


def test_labels_are_linear_in_the_inputs(seeded: Seeded) -> None:
    """With n >= d and no noise one w explains the context and the query's label alike."""
    prompts = sampling.looped_prompts(50, 6, 3, seeded(), [[2, 1, 0], [1, 2, 0], [0, 0, 1]])
    w = torch.linalg.lstsq(prompts.x.mT, prompts.y.unsqueeze(-1)).solution
    label = (prompts.query.unsqueeze(-2) @ w).reshape(-1)
    assert float((label - prompts.label).abs().max()) < 1e-9  # condition numbers up to 1e4


def test_second_moments_of_inputs_and_weights(seeded: Seeded) -> None:
    sigma = torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.float64)
    prompts = sampling.looped_prompts(40_000, 2, 2, seeded(), sigma)
    x = prompts.query
    outer = x.unsqueeze(-1) * x.unsqueeze(-2)
    assert compare(outer, sigma.numpy(), ALARM).consistent is True
    w = torch.linalg.solve(prompts.x.mT, prompts.y.unsqueeze(-1)).squeeze(-1)
    kept = torch.linalg.cond(prompts.x) < 1e6
    outer = (w.unsqueeze(-1) * w.unsqueeze(-2))[kept]
    assert compare(outer, torch.linalg.inv(sigma).numpy(), ALARM).consistent is True
    assert compare(outer, torch.eye(2).numpy(), ALARM).consistent is False


def test_noise_and_standard_weights(seeded: Seeded) -> None:
    sigma = [[4, 0], [0, 1]]
    plain = sampling.one_step_prompts(40_000, 1, 2, seeded(), 0.25, sigma, weights="standard")
    assert compare(plain.label.square(), 5.25, ALARM).consistent is True  # tr Sigma + sigma^2
    matched = sampling.one_step_prompts(40_000, 1, 2, seeded(), 0.25, sigma)
    assert compare(matched.label.square(), 2.25, ALARM).consistent is True  # d + sigma^2


def test_singular_covariance_uses_the_pseudo_inverse(seeded: Seeded) -> None:
    prompts = sampling.one_step_prompts(20_000, 1, 2, seeded(), sigma=[[3, 0], [0, 0]])
    assert not prompts.x[:, 1].any()
    assert compare(prompts.label.square(), 1.0, ALARM).consistent is True  # the rank


@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 3), (3, 3), (2, 4), (7, 3)])
def test_bartlett_has_the_law_of_prompts(n: int, d: int, seeded: Seeded) -> None:
    short = sampling.covariances(10_000, n, d, seeded("a"))
    plain = sampling.covariances(10_000, n, d, seeded("b"), method="prompts")
    for name, values in summaries(short).items():
        if name != "smallest" or n >= d:  # below full rank the smallest is zero up to rounding
            assert same_law(values, summaries(plain)[name]), name


def test_bartlett_with_a_covariance(seeded: Seeded) -> None:
    sigma = [[2, 1], [1, 1]]
    short = sampling.covariances(10_000, 4, 2, seeded("a"), sigma)
    plain = sampling.covariances(10_000, 4, 2, seeded("b"), sigma, method="prompts")
    for name, values in summaries(short).items():
        assert same_law(values, summaries(plain)[name]), name


def test_a_wrong_degree_of_freedom_is_seen(seeded: Seeded) -> None:
    """Planted false: chi^2_{n-i} in place of chi^2_{n-i+1}."""
    factor = sampling.bartlett_factor(10_000, 7, 3, seeded("a"))
    freedom = 6 - torch.arange(3, dtype=factor.dtype, device=factor.device)
    factor.diagonal(dim1=-2, dim2=-1).copy_(
        sampling.chi(freedom.expand(10_000, 3), seeded("c"))
    )
    plain = sampling.covariances(10_000, 7, 3, seeded("b"), method="prompts")
    wrong = summaries(factor @ factor.mT / 7)
    assert not same_law(wrong["smallest"], summaries(plain)["smallest"])


@pytest.mark.parametrize(("n", "d"), [(5, 3), (3, 5), (1, 2), (4, 1)])
def test_bidiagonal_model_has_the_law_of_the_eigenvalues(n: int, d: int, seeded: Seeded) -> None:
    main, below = sampling.laguerre_bidiagonal(10_000, n, d, seeded("a"))
    factor = torch.diag_embed(main) + torch.diag_embed(below, -1)
    short = torch.linalg.eigvalsh(factor @ factor.mT / n)
    plain = torch.linalg.eigvalsh(sampling.covariances(10_000, n, d, seeded("b")))
    assert same_law(short[:, -1], plain[:, -1])
    assert same_law(short[:, 0], plain[:, d - min(n, d)])


def test_a_million_million_columns(seeded: Seeded) -> None:
    """W - I has entries of variance 2/n and 1/n, so sqrt(n)(W - I) is not rounded away."""
    n = 10**12
    s = sampling.covariances(20_000, n, 3, seeded())
    gap = (s - torch.eye(3, dtype=s.dtype, device=s.device)) * n**0.5
    squares = [[2, 1, 1], [1, 2, 1], [1, 1, 2]]
    assert compare(gap.square(), squares, ALARM).consistent is True


def test_rotations_are_orthogonal_and_uniform(seeded: Seeded) -> None:
    u = sampling.rotations(20_000, 3, seeded())
    eye = torch.eye(3, dtype=u.dtype, device=u.device)
    assert float((u @ u.mT - eye).abs().max()) < 1e-13
    assert compare(u, torch.zeros(3, 3).numpy(), ALARM).consistent is True
    assert compare(u.square(), (torch.ones(3, 3) / 3).numpy(), ALARM).consistent is True


def test_bad_input_is_named(seeded: Seeded) -> None:
    with pytest.raises(ValueError, match="n must be a positive integer, got 0"):
        sampling.looped_prompts(1, 0, 2, seeded())
    with pytest.raises(ValueError, match="eigenvalue -1"):
        sampling.looped_prompts(1, 1, 2, seeded(), [[1, 0], [0, -1]])
    with pytest.raises(ValueError, match="must be symmetric"):
        sampling.covariances(1, 1, 2, seeded(), [[1, 1], [0, 1]])
    with pytest.raises(ValueError, match="'bartlett' or 'prompts', got 'fast'"):
        sampling.covariances(1, 1, 2, seeded(), method="fast")
    with pytest.raises(ValueError, match="'matched' or 'standard', got 'other'"):
        sampling.one_step_prompts(1, 1, 2, seeded(), weights="other")
    with pytest.raises(ValueError, match="singular"):
        sampling.square_root(torch.zeros(2, 2, dtype=torch.float64), inverse=True)
