"""Floating point: the papers' transformers simulated, searched over and trained.

Nothing here decides a statement, and nothing here imports a formula that `theory` derives: only
what it defines. Where a derived function is needed (an exact loss for a gradient flow, a curve to
draw) the caller passes it in. Importing `numerics`, `numerics.estimates` or `numerics.witness`
does not import torch; `numerics.sampling`, `numerics.models`, `numerics.training` do.

Notation: X is (d, n) with columns x_i, S = (1/n) X X', Sigma* the population covariance, A the
preconditioner (any real d x d matrix), u the extra row of P, L the number of loops.
"""
