"""Z <- Z - (1/n) P Z M (Z' Q Z), L times; the output is minus the last entry of the last row.

Z is (d + 1, n + 1), tokens in columns. This is the definition, on tokens: no recursion derived from
it is used here. Any shapes that broadcast are batches.

Source: looped paper, (2)-(4); (5) and section 3.5 for the restricted weights; (11) for weights
that differ between layers. The `published` form also has the top-left block of P, which the code
base that the paper's experiments cite trains (there as Z + (1/n) Attn with Q = -A').
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor, nn

FORMS = ("theory", "published", "full")
ASSOCIATIONS = ("scores", "gram")


def attention(z: Tensor, p: Tensor, q: Tensor, associate: str = "gram") -> Tensor:
    """Attn(Z; Q, P) = P Z M (Z' Q Z), M = diag(1, ..., 1, 0). Equation (2).

    Args:
        z: tokens (..., d + 1, n + 1).
        p: value matrix (..., d + 1, d + 1).
        q: key-query matrix (..., d + 1, d + 1).
        associate: "scores" multiplies as printed and builds the (n + 1) x (n + 1) attention map;
            "gram" groups the same product as P (Z M Z') Q Z, linear in n.

    Returns:
        The layer's output, shape of z.

    Raises:
        ValueError: for an unknown way to associate.
    """
    if associate not in ASSOCIATIONS:
        raise ValueError(f"associate must be one of {', '.join(ASSOCIATIONS)}, got {associate!r}")
    context = z[..., :-1]
    if associate == "scores":
        masked = torch.cat([context, torch.zeros_like(z[..., -1:])], dim=-1)
        return p @ (masked @ (z.mT @ (q @ z)))
    return (p @ (context @ context.mT) @ q) @ z


def layer_weights(
    a: Tensor, u: Tensor | None = None, block: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """P = [[block, 0], [u', 1]], Q = [[A, 0], [0, 0]]. Section 3.5; block = 0 in the theorems.

    Args:
        a: (..., d, d), any real matrices.
        u: (..., d) or None for 0.
        block: (..., d, d) or None for 0.

    Returns:
        P and Q, each (..., d + 1, d + 1).
    """
    d = a.shape[-1]
    q = torch.zeros(*a.shape[:-2], d + 1, d + 1, dtype=a.dtype, device=a.device)
    p = q.clone()
    q[..., :d, :d] = a
    p[..., d, d] = 1
    if u is not None:
        p[..., d, :d] = u
    if block is not None:
        p[..., :d, :d] = block
    return p, q


def transformer_layers(
    z: Tensor, layers: Iterable[tuple[Tensor, Tensor]], associate: str = "gram"
) -> Tensor:
    """Z^(L) from Z^(0) by Z <- Z - (1/n) Attn(Z; Q, P) for each (P, Q). Equation (3)."""
    n = z.shape[-1] - 1
    for p, q in layers:
        z = z - attention(z, p, q, associate) / n
    return z


def transformer_output(
    z: Tensor, layers: Iterable[tuple[Tensor, Tensor]], associate: str = "gram"
) -> Tensor:
    """TF_L(Z^(0)) = -Z^(L)_{d+1, n+1}, shape (...). Equation (4)."""
    return -transformer_layers(z, layers, associate)[..., -1, -1]


class LinearTransformer(nn.Module):
    """`layers` sets of weights, the whole stack looped `loops` times.

    Args:
        d: input dimension.
        loops: how often the stack is applied; `forward` can take another number.
        layers: number of different layers in the stack; 1 is the looped model.
        form: "theory" trains A and u, "published" A and the block of P, "full" all of P and Q.
        std: entries start as N(0, std^2) (the fixed 1 of P stays).
        generator: source of the initial values; lives on the device of the parameters.
    """

    def __init__(
        self, d: int, loops: int, layers: int = 1, form: str = "theory", std: float = 1e-4,
        generator: torch.Generator | None = None, dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        if form not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, got {form!r}")
        self.form, self.loops = form, loops
        size = d + 1 if form == "full" else d
        shapes: dict[str, Sequence[int]] = {"a": (layers, size, size)}
        shapes |= {"u": (layers, d)} if form == "theory" else {"p": (layers, size, size)}
        device = generator.device if generator is not None else None
        for name, shape in shapes.items():
            start = torch.randn(shape, generator=generator, dtype=dtype, device=device)
            self.register_parameter(name, nn.Parameter(std * start))

    def weights(self) -> list[tuple[Tensor, Tensor]]:
        """(P, Q) of each layer of the stack, (d + 1) x (d + 1)."""
        if self.form == "full":
            return list(zip(self.p, self.a, strict=True))
        u = self.u if self.form == "theory" else None
        block = self.p if self.form == "published" else None
        return list(zip(*layer_weights(self.a, u, block), strict=True))

    def forward(self, z: Tensor, loops: int | None = None, associate: str = "gram") -> Tensor:
        """Predictions for the queries of the prompts z (b, d + 1, n + 1), shape (b,)."""
        stack = self.weights() * (self.loops if loops is None else loops)
        return transformer_output(z, stack, associate)
