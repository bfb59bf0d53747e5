"""Points where an inequality may fail: maximise a margin that is positive where it does.

The searches only propose; whoever calls confirms a candidate exactly. The objective takes a point
(a dict of integers, reals, matrices and vectors by name) and returns the margin, or minus infinity
or nan outside the hypotheses. Importing this package does not import torch.
"""

from numerics.search.automatic import differentiate
from numerics.search.methods import Candidate, climb, evolve, propose
from numerics.search.simplify import simplify
from numerics.search.space import Point, Space

__all__ = ["Candidate", "Point", "Space", "climb", "differentiate", "evolve", "propose", "simplify"]
