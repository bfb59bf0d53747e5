"""What a run leaves in its folder: names, contract, order, and nothing that does not belong."""

import json
import re
from xml.etree import ElementTree

import pytest

from tests.verify.report_samples import RUN, evidence, reading, record, refuted, sample
from verify import registry
from verify.claim import Context
from verify.decide import decide
from verify.report import write_junit, write_report
from verify.report.errata import errata
from verify.report.markdown import markdown
from verify.report.mathtext import slug
from verify.store import StoreError


def lines(text):
    return text.splitlines()


@pytest.fixture(scope="module")
def real():
    found = decide(registry.get("looped.lem-A.2"), Context(claim_id="looped.lem-A.2"))
    return found | {"printed": found["printed"] | {"expected": "PROVED"}}


@pytest.fixture(scope="module")
def folder(real, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "reports"
    records = [*sample(), real]
    write_report(out, records, RUN)
    assert records == [*sample(), real], "writing must not change the records"
    return out


def test_all_files_are_written_together(folder):
    found = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert found >= {"verification.md", "steps.md", "vocabulary.md", "results.json", "errata.md",
                     "figures/optimum.svg",
                     "figures/optimum.png", "figures/dominance.svg", "figures/dominance.png"}
    assert not [name for name in found if name.endswith(".tmp")]


def test_results_keep_the_contract_and_leave_certificates_out(folder):
    payload = json.loads((folder / "results.json").read_text())
    assert payload["schema"] == 1 and payload["run"]["seed"] == 7
    theorem = next(s for s in payload["statements"] if s["id"] == "looped.thm-9")
    assert theorem["printed"]["counterexample"]["rhs"] == "5/3"
    assert theorem["repaired"]["change"] == "n >= d in the place of n > d"
    assert "certificates" not in theorem["printed"]
    assert payload["statements"][0]["repaired"] is None


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path, monkeypatch):
    monkeypatch.setattr("verify.report.write.draw", lambda records: [])
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="allowed a folder that can be written"):
        write_report(tmp_path / "file", sample(), RUN)


def test_unexpected_verdicts_stand_before_the_summary():
    surprise = record("looped.lem-7", reading("UNDECIDED", expected="PROVED"))
    text = markdown([*sample(), surprise], RUN, [])
    head = text[:text.index("## Summary")]
    assert "**1 readings need attention:**" in head
    assert "| **UNDECIDED** | PROVED | unexpected |" in head
    assert "Every verdict is the expected one" in markdown(sample(), RUN, [])


def test_an_internal_failure_needs_attention_even_if_the_verdict_is_expected():
    broken = record("looped.lem-7", reading("PROVED", internal_failure=True))
    assert "internal check failed |" in markdown([broken], RUN, [])


def test_counts_never_add_kinds_together():
    text = markdown(sample(), RUN, [])
    assert "| **PROVED** | 3 | 1 | – | – |" in text
    assert "| **VACUOUS** | – | – | 1 | – |" in text
    assert "| **REFUTED** | 1 | – | – | – |" in text


def test_the_summary_row_says_how_tight_and_from_where():
    row = next(li for li in lines(markdown(sample(), RUN, [])) if li.startswith("| [looped.thm-9]"))
    assert "| **REFUTED** | **PROVED** | counterexample; argument | 1 |" in row
    assert "n ≥ 65,537 (repaired, L=2, d=10)" in row


def test_every_link_inside_the_report_has_its_heading():
    text = markdown(sample(), RUN, [])
    anchors = {slug(li.lstrip("# ")) for li in lines(text) if li.startswith("#")}
    links = set(re.findall(r"\]\(#([^)]*)\)", text))
    assert len(links) > 8 and links <= anchors


def test_steps_of_an_argument_say_who_checks_them():
    text = markdown(sample(), RUN, [])
    assert "1. *checked by machine:* expand: $1 \\le n$ (all n)" in text
    assert "2. *for the reader:* induction" in text
    assert "[looped.thm-9.repaired.json](certificates/looped.thm-9.repaired.json)" in text


def test_a_counterexample_shows_both_sides_and_its_command():
    text = markdown(sample(), RUN, [])
    assert "the left side is 2, the right side is 5/3" in text
    assert r"the statement says $\le$, but the truth is $\gt$" in text
    assert "```\npython -m verify check looped.thm-9 --at 'L=1,n=3,d=1'\n```" in text


def test_the_errata_have_only_what_is_wrong():
    text = errata(sample())
    assert "## Looped transformers" in text and "One step" not in text
    assert "thm 9 (looped.thm-9)" in text and "lem-1.step-19" in text
    assert "thm 10 (looped.thm-10)" not in text
    assert "**What is wrong.** A factor is lost. As printed: REFUTED." in text
    assert "What rests on it: thm 10 (PROVED as printed); thm 1 (PROVED as printed)." in text


def test_the_errata_keep_the_parts_that_survive():
    kept = refuted(evidence=[evidence("REFUTED", "counterexample"),
                             evidence("PROVED", parts=["lower"])])
    assert "Of the statement: lower. Nothing else" in errata([record("looped.lem-3", kept)])


def test_junit_fails_on_surprise_alone(tmp_path):
    surprise = record("looped.lem-7", reading("REFUTED", expected="PROVED"))
    skipped = record("looped.fig-1", reading("SKIPPED", expected="SUPPORTED"))
    broken = record("cross.x", reading("ERROR", evidence=[evidence("ERROR", summary="a\x00b")]))
    write_junit(tmp_path / "junit.xml", [*sample(), surprise, skipped, broken])
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    suites = {s.get("name"): s for s in root}
    looped = suites["looped"]
    assert (looped.get("tests"), looped.get("failures"), looped.get("skipped")) == ("7", "1", "1")
    assert suites["cross"].get("errors") == "1" and suites["one_step"].get("failures") == "0"


def test_a_real_record_is_written_with_its_formulas(real):
    text = markdown([real], RUN, [])
    assert r"$\alpha_{n,d,k} \le 1 + \frac{\text{factor}\thinspace k d}{\sqrt{n}}$" in text
    assert "`printed.factor=4`, `printed.threshold=4`" in text
    assert "**As printed: PROVED**. Scope: every k, all real d ≥ 1" in text


def test_the_report_does_not_tell_where_it_was_made(folder):
    for name in ("verification.md", "errata.md", "results.json", "figures/optimum.svg"):
        text = (folder / name).read_text()
        assert not re.search(r"session|issue|helper|/home/|/wor[k]/|/tmp/", text, re.IGNORECASE)
