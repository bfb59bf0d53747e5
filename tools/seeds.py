"""All simulation checks under 20 root seeds -> OUT/seeds.json, which the report shows.

    python tools/seeds.py [--out reports] [--seeds 20] [--device cpu]

Takes a few minutes; after each seed it stores the result and says how long the others will take. Exits with 1
if a check changes its verdict or disagrees with its exact value.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str]) -> int:
    """Run and store; the exit code."""
    parser = argparse.ArgumentParser(description="simulation checks under several root seeds")
    parser.add_argument("--out", type=Path, default=Path("reports"), help="the report's folder")
    parser.add_argument("--seeds", type=int, default=20, help="how many, from 0 on")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    chosen = parser.parse_args(arguments)
    if chosen.seeds < 1:
        parser.error(f"got {chosen.seeds} seeds, allowed at least 1")
    # as in a run of all statements, where each worker has one thread
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    sys.path.insert(0, str(ROOT))
    from verify import seeds

    content: dict[str, Any] = {}
    for content in seeds.under_seeds(list(seeds.places()), range(chosen.seeds), chosen.device):
        # stored after each seed, so that an interruption keeps what was done
        seeds.write(chosen.out, content)
        done, spent = len(content["seeds"]), content["seconds"]
        left = spent / done * (chosen.seeds - done)
        print(f"{done} of {chosen.seeds} seeds: {spent:.0f} s spent, about {left:.0f} s left",
              file=sys.stderr, flush=True)
    ok = seeds.steady(content)
    print(f"{chosen.out / seeds.FILE}: {len(content['checks'])} checks under {chosen.seeds} seeds, "
          f"{'every verdict is kept' if ok else 'some verdicts are not kept'}")
    return int(not ok)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
