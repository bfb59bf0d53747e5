"""records, seeds.json -> what the simulations say, and what they could have missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist, fmean
from typing import Any

from verify.report.mathtext import cell, code_cell, prose
from verify.report.stored import measured_with
from verify.report.tables import Record, link, readings, table

ABOUT = """\
Simulation decides nothing here: it samples the papers' definitions and compares the mean with the
exact value, so that an error in encoding a definition would show. The number of draws $N$ was
fixed beforehand. A check fails if $|z|$, the distance in standard errors, exceeds its limit; a
false alarm anywhere in the run has at most the probability of the budget. Skewed draws get a wider
limit, and where no limit would do the check says that the tails are too heavy and does not speak.
The smallest detectable error is found with probability 0.99."""
NO_SEEDS = "Not run under other root seeds in this folder: `python tools/seeds.py --out DIR` does it."


def statistics(records: Sequence[Record], seeds: Mapping[str, Any] | None,
               run: Mapping[str, Any]) -> Iterator[str]:
    """Budget, shares, every simulation check, then the same checks under other seeds."""
    checks = list(simulation_checks(records))
    yield from ("## Statistics", "", ABOUT, "")
    yield _budget(checks, run)
    yield ""
    if checks:
        yield from table(("check", "N", "z", "limit", "smallest detectable error", "tails"),
                         [_row(*check) for check in checks])
        yield ""
    yield from _elsewhere(records)
    yield from ("### Under other root seeds", "")
    yield from other_seeds(seeds, run)


def simulation_checks(records: Sequence[Record]) -> Iterator[tuple[Record, str, dict[str, Any]]]:
    """(record, reading, evidence) of all simulations against an exact value."""
    for record in records:
        for name, reading in readings(record):
            for entry in reading["evidence"]:
                if entry["method"] == "simulation":
                    yield record, name, entry


def _budget(checks: Sequence[tuple[Record, str, dict[str, Any]]], run: Mapping[str, Any]) -> str:
    shares = {e["data"]["false_alarm"] for _, _, e in checks if "false_alarm" in e.get("data", {})}
    text = f"False-alarm budget of the whole run: **{run.get('budget', 'not stated')}**."
    if not shares:
        return text + " No simulation check ran."
    share = max(shares)
    return (f"{text} Share of each check: {share:.3g}, fixed before the number of checks was "
            f"known, which leaves room; {len(checks)} checks spend {len(checks) * share:.2g} of "
            f"it. For normal draws that share means a limit of {normal_limit(share):.2f}.")


def normal_limit(share: float) -> float:
    """z with 2 (1 - Phi(z)) = share.

    Example:
        >>> round(normal_limit(0.05), 2)
        1.96
    """
    return -NormalDist().inv_cdf(share / 2)


def _row(record: Record, name: str, entry: Mapping[str, Any]) -> list[str]:
    data = entry.get("data", {})
    where = code_cell(data["expression"]) if "expression" in data else ""
    error = data.get("smallest_detectable_relative_error")
    return [f"{link(record)}, {name}<br>{where}".removesuffix("<br>"),
            f"{data['N']:,}" if "N" in data else "–",
            _signed(data.get("z")), _plain(data.get("limit")),
            "–" if error is None else f"{100 * error:.2g} %", _tails(entry, data)]


def _tails(entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    if data.get("note"):
        return cell(data["note"])
    if data.get("limit") is None:
        return cell(entry["summary"])  # several points at once, told in words
    widened = data["limit"] - normal_limit(data["false_alarm"])
    return f"skewed: limit wider by {widened:.2f}" if widened > 0.05 else "as normal"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.2f}"


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _elsewhere(records: Sequence[Record]) -> Iterator[str]:
    """SUPPORTED by something else than these checks: not covered by the budget."""
    found = [f"{link(record)} ({prose(entry['method'])})" for record in records
             for _, reading in readings(record) for entry in reading["evidence"]
             if entry["verdict"] == "SUPPORTED" and entry["method"] != "simulation"]
    if found:
        yield f"SUPPORTED by other means, outside this budget: {', '.join(dict.fromkeys(found))}."
        yield ""


def other_seeds(found: Mapping[str, Any] | None, run: Mapping[str, Any]) -> Iterator[str]:
    """Whether each simulation check keeps its verdict, and whether its z look normal."""
    if found is None:
        yield from (NO_SEEDS, "")
        return
    checks, seeds = found["checks"], found["seeds"]
    yield (f"{measured_with(found.get('sources'), run)} Each simulation check was repeated under "
           f"{len(seeds)} root seeds, with {found.get('profile', 'quick')} draws. {_kept(checks)} "
           f"{_overall(checks)}")
    yield ""
    yield from table(("check", "verdicts", "largest |z|".replace("|", "&#124;"), "limits",
                      "mean of z²"), [_seed_row(c) for c in checks])
    yield ""


def _kept(checks: Sequence[Mapping[str, Any]]) -> str:
    """Whether verdicts are kept; a disagreement, which is worse than silence, is named first."""
    wrong = sum("DISAGREES" in c["verdicts"] for c in checks)
    changed = sum(len(set(c["verdicts"])) > 1 for c in checks)
    first = (f"**{wrong} of {len(checks)} disagree with their exact value under some seed.**"
             if wrong else "No check disagrees with its exact value under any seed.")
    second = (f"**{changed} of {len(checks)} change their verdict**: the tails of so few draws are "
              "too heavy under some seeds for the check to speak." if changed and not wrong else
              f"**{changed} of {len(checks)} change their verdict.**" if changed else
              f"**All {len(checks)} keep their verdict.**")
    return f"{first} {second}"


def _overall(checks: Sequence[Mapping[str, Any]]) -> str:
    """The mean of z^2, near 1 if the standard errors are right."""
    squares = [z * z for c in checks for z in c["z"] if z is not None]
    if not squares:
        return ""
    return (f"Over all {len(squares)} comparisons the mean of $z^2$ is {fmean(squares):.2f}; it is "
            f"near 1, within about {2 * (2 / len(squares)) ** 0.5:.2f}, if the exact values and the "
            "standard errors are right.")


def _seed_row(check: Mapping[str, Any]) -> list[str]:
    kept = {v: check["verdicts"].count(v) for v in dict.fromkeys(check["verdicts"])}
    scores = [z for z in check["z"] if z is not None]
    limits = [x for x in check["limits"] if x is not None]
    return [f"{check['id']}, {check['reading']}<br>{code_cell(check['expression'])}",
            ", ".join(f"{count} {verdict}" for verdict, count in kept.items()),
            f"{max(map(abs, scores)):.2f}" if scores else "–",
            f"{min(limits):.2f} to {max(limits):.2f}" if limits else "–",
            f"{fmean(z * z for z in scores):.2f}" if scores else "–"]
