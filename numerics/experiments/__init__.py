"""The experiments of section 5 of the looped paper: figures 1 to 3, as data, tables and pictures.

`run` trains two named models, `theory` (A as in section 3.5) and `published` (A and the block of
P, as in the code base that the paper cites), at d = 5 and d = 10, in three profiles. Exact
predictions come from the caller. Importing this package does not import torch.
"""

from numerics.experiments.published import PUBLISHED
from numerics.experiments.runner import FIGURES, PROFILES, run, source_hash, stored

__all__ = ["FIGURES", "PROFILES", "PUBLISHED", "run", "source_hash", "stored"]
