"""Independent draws whose mean an exact formula predicts, by running the definitions.

Each sampler fixes the number of draws beforehand, works through them in blocks of bounded memory
and returns a float64 numpy array (draws, ...). Feed the result to `numerics.estimates.compare`.
Importing this package does not import torch. Same generator state, same arguments: same draws.

Conventions: A, sigma, u and fixed matrices may be tensors, nested sequences of numbers or exact
matrix values; sigma = None is the identity, u = None is zero.
"""

from numerics.witness.looped import (
    looped_gradient_samples,
    looped_loss_samples,
    looped_prediction,
    reduced_loss_samples,
    scalar_loss_samples,
)
from numerics.witness.memory import make_generator
from numerics.witness.moments import moment_samples, word_samples
from numerics.witness.one_step import (
    averaged_eta_samples,
    one_step_eta_samples,
    one_step_loss_samples,
    ridge_eta_samples,
)

__all__ = [
    "averaged_eta_samples",
    "looped_gradient_samples",
    "looped_loss_samples",
    "looped_prediction",
    "make_generator",
    "moment_samples",
    "one_step_eta_samples",
    "one_step_loss_samples",
    "reduced_loss_samples",
    "ridge_eta_samples",
    "scalar_loss_samples",
    "word_samples",
]
