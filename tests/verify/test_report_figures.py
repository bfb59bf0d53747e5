"""The exact values behind the figures, and that equal runs give equal files."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from tests.verify.report_samples import evidence, reading, record
from verify.report import curves, figures


def test_the_optimum_of_one_loop_is_known():
    # L = 1: a* = n/(n + d + 1)
    found = curves.optimum_distance(1, 10, (11, 10**15))
    assert [n for n, _ in found] == [11, 10**15]
    assert all(abs(x - Fraction(11, n + 11)) < Fraction(1, 10**35) for n, x in found)


def test_the_bound_falls_below_one_where_the_integers_say():
    n = curves.bound_below_one(1, 1)
    assert n == 64 * 8**4 + 1
    assert curves.printed_bound(1, 1, n) < 1 < curves.printed_bound(1, 1, n - 2)


@pytest.mark.parametrize("loops, d", [(2, 65537), (3, 13825), (5, 10120), (8, 13441)])
def test_crossings_are_the_least(loops, d):
    # 4 L^2 d^{-(L-1)/L} < 1/16 is d^{L-1} > (64 L^2)^L
    assert curves.crossing(loops) == d
    assert (d - 1) ** (loops - 1) <= (64 * loops**2) ** loops < d ** (loops - 1)


def test_the_step_sizes_of_known_targets():
    # linear 1/(n + d + 1 + sigma2), 64 ReLUs 1/(n + 2 d + 3 + sigma2/16), even 0
    steps = {name: curves.relative_steps(name, 10, Fraction(16), (20,))
             for name in ("linear", "relu:64", "even")}
    assert steps == {"linear": [(20, Fraction(20, 47))], "relu:64": [(20, Fraction(20, 44))],
                     "even": [(20, 0)]}


def test_simulated_steps_are_found_in_the_evidence():
    point = {"n": 10, "d": 2, "target": "linear", "mean": 0.1, "error": 0.001}
    simulated = evidence("SUPPORTED", "simulation", data={"eta_points": [point]})
    rows = [record("one_step.thm-1", reading("PROVED", evidence=[simulated])), record("looped.x")]
    assert list(curves.simulated_steps(rows)) == [point]


def test_figures_are_files_of_their_kind_and_reproducible():
    first, second = figures.dominance_figure([]), figures.dominance_figure([])
    assert first.svg == second.svg and first.png == second.png
    assert first.png.startswith(b"\x89PNG")
    assert ElementTree.fromstring(first.svg).tag.endswith("svg")
    assert b"<dc:date>" not in first.svg
