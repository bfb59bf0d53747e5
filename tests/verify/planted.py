"""Planted statements, true and false, one pair for every kind of check."""

from fractions import Fraction

from verify.checks import Argument, Identity, Points, Region, Search, Step, Witness
from verify.statement import Statement

INTEGERS = {"k": "positive integer", "n": "positive integer", "d": "positive integer"}


def statement(relation: str, hypotheses: tuple[str, ...] = (), **constants: str) -> Statement:
    """For all k, n, d: hypotheses => relation."""
    found = Statement(INTEGERS, constants, hypotheses, {"part": relation}, {})
    found.check()
    return found


def gaussian_squares(point, draws, seed, device):
    """Squares of standard normal numbers, whose mean is 1."""
    import numpy

    return numpy.random.default_rng(seed).standard_normal(draws) ** 2


IDENTITY = Identity(free=("n", "d"), each={"k": (2,)})
REGION = Region(lower={"d": "1", "n": "1"}, each={"k": (1, 2, 3)})
POINTS = Points([{"k": Fraction(2), "n": Fraction(n), "d": Fraction(1)} for n in (1, 2, 3)], "n = 1..3")
SEARCH = Search([{"k": 3, "n": n, "d": d} for n in (5, 40) for d in (7, 1)], what="grid",
                order=("k", "d", "n"))
WITNESS = Witness(gaussian_squares, "c", {}, draws=4000, parts=("part",))
ARGUMENT = Argument((Step("the case k = 2", "moment(2, n, d) = 1 + c*(d + 1)/n", IDENTITY),
                     Step("nothing else is needed")), scope="k = 2")

# kind of check, statement text, value of the constant c that makes it true, and one that does not
PAIRS = [
    (IDENTITY, "moment(k, n, d) = 1 + c*(d + 1)/n", "1", "1/2"),
    (REGION, "moment(k, n, d) <= rising(k, n, c*d)", "1", "1/2"),
    (POINTS, "moment(k, n, d) = 1 + c/n", "2", "3"),
    (SEARCH, "moment(k, n, d) >= c", "1", "2"),
    (WITNESS, "1 = c", "1", "2"),
    (ARGUMENT, "moment(k, n, d) <= 1 + c*(d + 1)/n", "1", "2"),
]
