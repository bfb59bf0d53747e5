"""The transformers of both papers: attention on tokens, layer by layer, from the definitions."""

from numerics.models.looped import (
    LinearTransformer,
    attention,
    layer_weights,
    transformer_layers,
    transformer_output,
)
from numerics.models.one_layer import OneLayerAttention, one_layer_output, reparametrised_output
from numerics.models.reduced import (
    layer_product,
    noise_row,
    published_product,
    reduced_loss,
    scalar_loss_samples,
)

__all__ = [
    "LinearTransformer",
    "OneLayerAttention",
    "attention",
    "layer_product",
    "layer_weights",
    "noise_row",
    "one_layer_output",
    "published_product",
    "reduced_loss",
    "reparametrised_output",
    "scalar_loss_samples",
    "transformer_layers",
    "transformer_output",
]
