"""Fabricated records, as `verify.runner` makes them, for the tests of the report."""

from __future__ import annotations

from typing import Any

INTEGERS = {"L": "positive integer", "n": "positive integer", "d": "positive integer"}
RUN = {"version": "0.1.0", "sources": "ab" * 32, "seed": 7, "budget": 1e-6, "device": "cpu",
       "libraries": {"numpy": "2.0"}, "times": {"wall_s": 1.5, "cpu_s": 2.5}}


def evidence(verdict: str, method: str = "positivity", **more: Any) -> dict[str, Any]:
    return {"method": method, "verdict": verdict, "parts": ["bound"], "summary": "no sign is lost",
            "scope": "", "certificate": None} | more


def reading(verdict: str, **more: Any) -> dict[str, Any]:
    return {
        "verdict": verdict, "expected": verdict, "scope": "all n >= d",
        "reading": "read with x_i^*",
        "statement": {"parameters": dict(INTEGERS), "definitions": {"delta": "8*L*d/sqrt(n)"},
                      "hypotheses": ["delta <= 1/4"], "conclusions": {"bound": "1 <= factor*n"}},
        "text": r"1\le 16\,n^*", "hash": "cd" * 32, "constants": {"factor": "16"},
        "counterexample": None, "tightness": None, "vacuous": False,
        "evidence": [evidence(verdict)], "internal_failure": False, "certificates": [{"big": 1}],
    } | more


def record(claim_id: str, printed: dict[str, Any] | None = None,
           repaired: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    paper, name = claim_id.split(".", 1)
    return {"id": claim_id, "paper": paper, "number": name.replace("-", " "), "title": "a title",
            "source": "Section 1", "errata": "", "explanation": "", "uses": [],
            "printed": printed or reading("PROVED"), "repaired": repaired,
            "seconds": {"wall": 0.25, "cpu": 0.2}} | more


def counterexample(**more: Any) -> dict[str, Any]:
    return {"point": {"L": "1", "n": "3", "d": "1"}, "part": "bound", "lhs": "2", "relation": "<=",
            "rhs": "5/3", "hypotheses": {"delta <= 1/4": True}, "reading": "printed",
            "command": "python -m verify check looped.thm-9 --at 'L=1,n=3,d=1'"} | more


def refuted(**more: Any) -> dict[str, Any]:
    return reading("REFUTED", scope="", counterexample=counterexample(),
                   evidence=[evidence("REFUTED", "counterexample")]) | more


def sample() -> list[dict[str, Any]]:
    """A refuted theorem with a repair, two statements above it, and a step of a proof."""
    argument = evidence("PROVED", "argument", certificate="certificates/looped.thm-9.repaired.json",
                        data={"steps": [
                            {"text": "expand", "checked_by": "machine", "relation": "1 <= n",
                             "summary": "all n"},
                            {"text": "induction", "checked_by": "reader"}]})
    repaired = reading("PROVED", evidence=[argument], change="n >= d in the place of n > d",
                       tightness={"ratio": "12345/12346", "at": {"n": "4"}},
                       text="For all $n$ the bound $x_1 < y^*$ holds",
                       speaks=[{"L": 2, "d": 10, "n": "65537"}, {"L": 2, "d": 100, "n": None}])
    return [
        record("looped.lem-1"),
        record("looped.lem-1.step-19", reading("VACUOUS")),
        record("looped.thm-9", refuted(), repaired, uses=["looped.lem-1"],
               errata="a factor is lost"),
        record("looped.thm-10", uses=["looped.thm-9"]),
        record("one_step.thm-1", uses=["looped.thm-10"]),
    ]
