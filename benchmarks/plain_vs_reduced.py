"""Cost of a loss estimate and of training: token by token, regrouped, and by Bartlett's factor.

    python -m benchmarks.plain_vs_reduced [--quick] [--device auto|cpu|cuda] [--seed S] [--json F]

Equal standard error: cost = (time of a draw) x (variance of a draw), so ratios do not depend on
how many draws are made. Training: Adam with the same steps, batches chosen so that the noise of
the gradient is the same, both runs' distances from the optimum printed. What would take longer
than the budget is timed on a part and scaled, and marked with ~; what does not fit into memory is
marked with - and scaled from a smaller n.
"""

from __future__ import annotations

import argparse
import json
import platform
from typing import Any

import torch

from benchmarks.clock import bandwidth, matrix_rate, once, seconds
from benchmarks.training import compare_training
from benchmarks.ways import WAYS, Case, flops, numbers, squared_errors_given_s
from numerics import backend
from theory.optimum import optimum

CASES = ((10, 20, 2), (10, 20, 10), (10, 1000, 5), (50, 10**6, 5))
FLAT = (10**3, 10**6, 10**9, 10**12)
MEMORY = 1e8  # numbers of the largest array that is still built: 0.8 GB


def case(d: int, n: int, loops: int) -> Case:
    """Losses are drawn at the optimum A = a* I, which training aims at too."""
    enclosure = optimum(loops, n, d, digits=15)
    return Case(d, n, loops, float(enclosure.lo + enclosure.hi) / 2)


def time_per_draw(
    way: str, at: Case, device: torch.device, seed: int, budget: float
) -> tuple[float, str]:
    """(seconds, mark): mark "" if measured, "~" if scaled from a smaller n, "-" if too large."""
    power = {"plain": 2, "linear": 1}.get(way, 0)
    smaller, mark = at, ""
    while numbers(way, smaller) > MEMORY or flops(way, smaller) > budget * 2e9:
        mark = "-" if numbers(way, at) > MEMORY else "~"
        smaller = Case(at.d, smaller.n // 2, at.L, at.a)
    draws = max(1, min(4096, int(2e6 / numbers(way, smaller))))
    generator = backend.generator(seed, device)
    a = smaller.a * torch.eye(at.d, dtype=torch.float64, device=device)
    clock = seconds if flops(way, smaller) * draws < 2e9 else once
    spent = clock(lambda: WAYS[way](smaller, a, draws, generator), device) / draws
    return spent * (at.n / smaller.n) ** power, mark


def variances(
    at: Case, device: torch.device, seed: int, draws: int
) -> tuple[dict[str, float], float]:
    """Variance of one draw: with w and x_q drawn (plain, linear), and given S (the others).

    And the larger share of such a variance that the 0.1 % most distant draws carry: near 1 the
    variance itself is known to its order of magnitude at best.
    """
    generator = backend.generator(seed, device)
    a = at.a * torch.eye(at.d, dtype=torch.float64, device=device)
    full = squared_errors_given_s(at, a, draws, generator)
    given = WAYS["reduced"](at, a, draws, generator)
    top = 0.0
    for values in (full, given):
        squares = (values - values.mean()).square().sort().values
        top = max(top, float(squares[-max(1, draws // 1000):].sum() / squares.sum()))
    spread = {"plain": float(full.var()), "reduced": float(given.var())}
    return spread | {"linear": spread["plain"], "scalar": spread["reduced"]}, top


def losses(at: Case, device: torch.device, args: argparse.Namespace, peak: float) -> dict[str, Any]:
    """One case's table; printed and returned."""
    spread, top = variances(at, device, args.seed, 4000 if at.d > 20 else 40_000)
    print(f"\nloss, {at.label()} (0.1 % of the draws carry {100 * top:.0f} % of a variance)")
    print(f"{'way':>9} {'s/draw':>11} {'variance':>10} {'cost':>10} {'x reduced':>10}"
          f" {'FLOP/draw':>10} {'of peak':>8}")
    table: dict[str, Any] = {}
    for way in WAYS:
        time, mark = time_per_draw(way, at, device, args.seed, args.budget)
        table[way] = {"seconds": time, "mark": mark, "variance": spread[way],
                      "cost": time * spread[way], "flops": flops(way, at),
                      "share of matrix rate": flops(way, at) / time / peak}
    for way, row in table.items():
        row["times reduced"] = row["cost"] / table["reduced"]["cost"]
        print(f"{way:>9} {row['mark']:1}{row['seconds']:10.3g} {row['variance']:10.3g} "
              f"{row['cost']:10.3g} {row['times reduced']:10.4g} {row['flops']:10.3g} "
              f"{100 * row['share of matrix rate']:7.2g}%")
    return {"case": at.label(), "ways": table, "top share of variance": top}


def flat_in_n(device: torch.device, seed: int) -> dict[str, float]:
    """Seconds a draw of the reduced way at d = 10, L = 5, from n = 10^3 to n = 10^12."""
    times = {}
    for n in FLAT:
        times[f"{n:.0e}"], _ = time_per_draw("reduced", case(10, n, 5), device, seed, 1e9)
    print("\nreduced, d = 10, L = 5, seconds a draw: "
          + ", ".join(f"n = {n}: {time:.3g}" for n, time in times.items()))
    return times


def main() -> None:
    """Measure, print, and write JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller parts are timed and scaled")
    parser.add_argument("--device", default="cpu", choices=backend.DEVICES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", help="write the figures there")
    args = parser.parse_args()
    args.budget = 1.0 if args.quick else 60.0
    backend.single_thread()
    device = backend.resolve_device(args.device)
    peak, copy = matrix_rate(device), bandwidth(device)
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else platform.processor()
    print(f"{device.type} {name}, one thread, float64: matrix product {peak / 1e9:.3g} GFLOP/s, "
          f"copy {copy / 1e9:.3g} GB/s")
    print("cost = seconds x variance: what a squared standard error of 1 costs")
    cases = [case(*values) for values in CASES]
    report = {
        "device": f"{device.type} {name}", "matrix rate": peak, "bandwidth": copy,
        "losses": [losses(at, device, args, peak) for at in cases],
        "flat in n": flat_in_n(device, args.seed),
        "training": [compare_training(at, device, args.seed, args.budget) for at in cases],
    }
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
