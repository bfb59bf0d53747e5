"""`sharpen`: both ends are decided from scratch, and lie on both sides of the true edge."""

import json
from fractions import Fraction

from tests.verify.command_line import call, claims, plant, refused


def test_the_edge_of_a_toy_is_found(tmp_path):
    # n + c > n at n = 3 holds for every c > 0 and fails at c = 0; n + c > n + 3/10 has its edge at 3/10
    folder = plant(tmp_path, toy="")
    path = folder / "cross" / "toy.py"
    path.write_text(path.read_text().replace('"n + c > n"}', '"n + c > n + 3/10"}'))
    with claims(folder):
        found = json.loads(call("sharpen", "cross.toy", "c", "--json").out)
        assert call("sharpen", "cross.toy", "c").code == 0
    assert (found["id"], found["name"], found["value"], found["verdict"]) == (
        "cross.toy", "c", "1", "CERTIFIED")
    below = found["below"]
    assert below["verdict"] == "REFUTED"
    assert Fraction(below["changed"]) <= Fraction(3, 10) < Fraction(below["same"])
    assert Fraction(below["same"]) - Fraction(below["changed"]) < Fraction(1, 1000)
    assert found["above"] is None


def test_a_constant_that_does_not_exist(tmp_path):
    with claims(plant(tmp_path, toy="")):
        assert refused("sharpen", "cross.toy", "x") == "got the constant 'x', allowed c"
