"""The kinds of check; each turns a statement into ``Evidence`` with data that re-checks it."""

from verify.checks.argument import Argument, Step
from verify.checks.formal import Formal
from verify.checks.identity import Identity
from verify.checks.points import Points
from verify.checks.rate_curve import RateCurve
from verify.checks.region import Region
from verify.checks.search import Search
from verify.checks.trained import Trained
from verify.checks.witness import Witness

__all__ = ["Argument", "Formal", "Identity", "Points", "RateCurve", "Region", "Search",
           "Step", "Trained", "Witness"]
