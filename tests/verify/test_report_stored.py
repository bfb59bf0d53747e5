"""What other commands left: error rates, other seeds, experiments; and what the simulations say."""

import json
import re

import pytest

from tests.verify.report_samples import RUN, evidence, reading, record, sample
from verify.report.errors import error_rates
from verify.report.experiments import experiments
from verify.report.markdown import markdown, steps_markdown
from verify.report.simulations import normal_limit, other_seeds, statistics
from verify.report.stored import Stored, stored


def text(lines):
    return "\n".join(lines)


def trial(false, verdict, operator="sign"):
    return {"id": "looped.lem-1", "reading": "printed", "operator": operator, "where": "bound",
            "false": false, "verdict": verdict, "wrong": False, "conclusion": "1 | 2"}


MUTATION = {
    "schema": 1, "sources": RUN["sources"], "confidence": 0.95,
    "mutants": {"tried": 310, "decided": 300, "no_verdict": 10, "wrong": 0, "bound": 0.00994,
                "wrong_ones": []},
    "controls": {"tried": 305, "decided": 305, "no_verdict": 0, "wrong": 1, "bound": 0.0155,
                 "wrong_ones": [trial(False, "REFUTED")]},
    "trials": [trial(True, "REFUTED"), trial(True, "UNDECIDED"), trial(False, "REFUTED")]}
SEEDS = {"schema": 1, "sources": "old", "seeds": [0, 1, 2], "false_alarm": 2e-9, "profile": "quick",
         "checks": [{"id": "looped.lem-1", "reading": "printed", "number": 0,
                     "expression": "moment(k, n, d)", "verdicts": ["SUPPORTED"] * 3,
                     "z": [1.0, -2.0, 1.0], "limits": [6.0, 6.1, None]}]}


def test_error_rates_stand_with_their_bounds():
    found = text(error_rates(MUTATION, RUN))
    assert "| false statements | 310 | 300 | 10 | **0 false accepts** | 0.99 % |" in found
    assert "| true controls | 305 | 305 | 0 | **1 false rejects** | 1.55 % |" in found
    assert "Measured with the sources of this run. Over 1 statements." in found
    assert r"| looped.lem-1 | printed | sign | `1 \| 2` | **REFUTED** |" in found
    assert "| sign | false | 1 | 1 |" in found


def test_old_error_rates_are_called_old():
    assert "**Measured with other sources**" in text(error_rates(MUTATION | {"sources": "x"}, RUN))
    assert "Not measured in this folder" in text(error_rates(None, RUN))


def simulation(**more):
    data = {"expression": "moment(k, n, d)", "N": 20000, "z": -1.25, "limit": 6.25,
            "false_alarm": 2e-9, "smallest_detectable_relative_error": 0.0289}
    return evidence("SUPPORTED", "simulation", data=data | more)


def test_a_simulation_shows_what_it_could_have_missed():
    heavy = simulation(limit=None, note="heavy tails (skewness 80)") | {"verdict": "UNDECIDED"}
    curve = evidence("SUPPORTED", "simulation", summary="20 points agree", data={"eta_points": []})
    trained = evidence("SUPPORTED", "training")
    rows = [record("looped.lem-1", reading("PROVED", evidence=[simulation(), heavy, curve])),
            record("looped.x", reading("SUPPORTED", evidence=[trained]))]
    found = text(statistics(rows, None, RUN))
    assert "budget of the whole run: **1e-06**" in found and "3 checks spend 6e-09" in found
    assert ("`moment(k, n, d)` | 20,000 | -1.25 | 6.25 | 2.9 % | skewed: limit wider by 0.25 |"
            in found)
    assert "| – | 2.9 % | heavy tails (skewness 80) |" in found
    assert "| – | – | – | – | 20 points agree |" in found
    assert "by other means, outside this budget: [looped.x](#x-loopedx) (training)." in found
    assert "Not run under other root seeds" in found


def test_the_limit_of_normal_draws_is_the_tabulated_one():
    assert abs(normal_limit(0.0027) - 3) < 1e-3


def test_other_seeds_say_whether_verdicts_are_kept():
    found = text(other_seeds(SEEDS, RUN))
    assert "under 3 root seeds, with quick draws. No check disagrees" in found
    assert "**All 1 keep their verdict.**" in found
    assert "Over all 3 comparisons the mean of $z^2$ is 2.00; it is near 1, within" in found
    assert "| 3 SUPPORTED | 2.00 | 6.00 to 6.10 | 2.00 |" in found
    changed = {**SEEDS, "checks": [SEEDS["checks"][0] | {"verdicts": ["SUPPORTED", "UNDECIDED"]}]}
    assert "**1 of 1 change their verdict**: the tails" in text(other_seeds(changed, RUN))
    wrong = {**SEEDS, "checks": [SEEDS["checks"][0] | {"verdicts": ["SUPPORTED", "DISAGREES"]}]}
    assert "**1 of 1 disagree with their exact value" in text(other_seeds(wrong, RUN))


@pytest.mark.parametrize("content", ["{", "[]", '{"schema": 2}', '{"schema": 1}'])
def test_damaged_files_count_as_absent(tmp_path, content):
    for name in ("mutation.json", "seeds.json"):
        (tmp_path / name).write_text(content)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "fig1.json").write_text(content)
    assert stored(tmp_path) == Stored(files=frozenset({"fig1.json"}))


def test_what_is_stored_is_found(tmp_path):
    (tmp_path / "mutation.json").write_text(json.dumps(MUTATION))
    (tmp_path / "seeds.json").write_text(json.dumps(SEEDS))
    assert stored(tmp_path) == Stored(MUTATION, SEEDS)


def loops(model, d, ratio=None):
    spread = {"median": 1.0, "low": 0.5, "high": 2.0}
    return {"model": model, "d": d, "trained loops": 2, "law": "same", "loops": 1, "top share": 0.1,
            "mean spread": spread, "median spread": spread,
            "predicted": {"a": 0.5, "loss": 1.0, "excess": 0.02} if model == "theory" else None,
            "published": ratio and {"low": 1.0, "high": 1.0, "ratio": ratio, "accuracy": 0.1}}


def figure(current=True):
    return {"figure": "fig3", "profile": "quick", "seed": 0, "device": "cpu", "source": "ab" * 32,
            "training": {"steps": 10}, "training seconds": 3.0, "choices": ["a choice"],
            "current": current, "rows": [loops("theory", 5), loops("published", 5, 1.05)]}


def test_the_models_of_an_experiment_never_share_a_row():
    written = "# fig3\n\n- a choice\n\n## theory, d = 5\n\n| n |\n"
    found = text(experiments(Stored(experiments={"fig3": figure()}, tables={"fig3": written},
                                    files=frozenset({"fig3-d5.png", "fig3-d5.svg"}))))
    assert "| **theory** | 5 | 1 | +2 % to +2 % | – |" in found
    assert "| **published** | 5 | 1 | – | 1.05 to 1.05 (1 values) |" in found
    assert "(experiments/fig3-d5.png)" in found and "[SVG](experiments/fig3-d5.svg)" in found
    assert "All 2 rows" in found and "\n**theory, d = 5**\n\n| n |" in found
    assert "# fig3\n" not in found
    assert "Made with the present sources." in found
    old = text(experiments(Stored(experiments={"fig3": figure(current=False)})))
    assert "**Made with other sources**" in old and "experiments/fig3" not in old


def test_sections_that_are_stored_are_in_the_report_and_its_contents():
    found = Stored(MUTATION, SEEDS, {"fig3": figure()})
    report = markdown(sample(), RUN, [], found)
    for heading in ("Experiments", "The verifier's own errors", "Statistics"):
        assert f"\n## {heading}\n" in report and f"[{heading}](#" in report
    assert "## Experiments" not in markdown(sample(), RUN, [])


def test_steps_stand_in_a_file_of_their_own_and_links_lead_there_and_back():
    report, steps = markdown(sample(), RUN, []), steps_markdown(sample())
    assert "### lem 1.step 19 (looped.lem-1.step-19)" in steps
    assert "### lem 1.step 19" not in report
    assert "[looped.lem-1.step-19](steps.md#lem-1step-19-loopedlem-1step-19)" in report
    assert "Steps of these proofs: 1 rows (1 VACUOUS as printed)" in report
    assert "<sub>steps: 1 VACUOUS as printed</sub>" in report
    assert not re.search(r"\]\(#(?!lem-1step)", steps) and "verification.md#lem-1-" in steps


def test_what_rests_on_a_refuted_statement_is_grouped_by_how_it_fares():
    row = next(line for line in markdown(sample(), RUN, []).splitlines()
               if line.startswith("| [looped.thm-9]") and "**PROVED:**" in line)
    assert row.endswith("| **PROVED:** [thm 10](#thm-10-loopedthm-10), "
                        "[thm 1](#thm-1-one_stepthm-1) |")


def test_a_statement_is_used_by_those_that_name_it_and_a_step_by_its_statement():
    report, steps = markdown(sample(), RUN, []), steps_markdown(sample())
    lemma = report[report.index("### lem 1 ("):report.index("### thm 9 (")]
    assert "Used by [thm 9](#thm-9-loopedthm-9)." in lemma
    assert "Used by [lem 1](verification.md#lem-1-loopedlem-1)." in steps
