"""What each figure trains and what each profile spends on it.

Figure 1's grid of n, its L and its distance are not known: those here are ours. The `published`
profile follows the inferred settings of the published curves: plain prompts, batch 4000, 10,000
steps of AdamW without decay at the constant rate 1e-3, betas (0.9, 0.9), clip 1000, N(0, 1e-4)
entries at the start. The others train on the loss given X, in fewer and larger steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

FIGURES = ("fig1", "fig2", "fig3")
PROFILES = ("quick", "full", "published")
MODELS = ("theory", "published")
DIMENSIONS = (5, 10)
CONTEXT = 20
FIG1_CONTEXTS = (2, 5, 10, 20, 50, 200)
FIG1_LOOPS = 2
FIG2_STACKS = ((1, 1), (2, 1), (5, 1), (10, 1), (1, 2), (1, 5))  # (loops, distinct layers)
FIG3_TRAINED = (2, 5)
FIG3_LOOPS = (1, 2, 3, 5, 10, 20, 50)
OTHER_SCALES = (1.0, 1.0, 0.5, 0.25, 1.0)  # D of x = U D z; repeated for d = 10, which is ours
TEST_PROMPTS = 4000

TRAINING: dict[str, dict[str, Any]] = {
    "quick": {"steps": 1500, "batch": 96, "runs": 3, "record": 125, "rate": 1e-2},
    "full": {"steps": 4000, "batch": 192, "runs": 5, "record": 250, "rate": 1e-2},
    "published": {
        "steps": 10_000, "batch": 4000, "runs": 3, "record": 100, "sampler": "prompts",
        "schedule": "constant", "rate": 1e-3,
    },
}
TEST_DRAWS = {"quick": 8000, "full": 40_000, "published": 40_000}

CHOICES = (
    "figure 1: the grid of n, two loops and the distance |A - (tr A / d) I| / |A| are ours",
    "figure 3: the other covariance at d = 5 is inferred from the published values; at d = 10 its "
    "five scales are repeated, which is ours",
    "the test loss is the mean of the loss given X over fresh draws; the mean over one fixed batch "
    "of 4000 prompts, as published, stands beside it",
)


@dataclass(frozen=True)
class Cell:
    """One training: the unit of progress, of storage and of resumption."""

    model: str
    d: int
    n: int
    loops: int
    layers: int
    profile: str

    def name(self) -> str:
        """A readable identity, from which the seed is derived too."""
        return (f"{self.model} d={self.d} n={self.n} loops={self.loops} layers={self.layers} "
                f"{self.profile}")

    def setting(self) -> dict[str, Any]:
        """Arguments of `numerics.training.Setting`."""
        shape = {"d": self.d, "n": self.n, "loops": self.loops, "layers": self.layers}
        return shape | {"model": self.model} | TRAINING[self.profile]


def cells(figure: str, profile: str) -> list[Cell]:
    """The trainings that a figure needs; figures share those that are equal.

    Raises:
        ValueError: for an unknown figure or profile.
    """
    if figure not in FIGURES:
        raise ValueError(f"figure must be one of {', '.join(FIGURES)}, got {figure!r}")
    if profile not in PROFILES:
        raise ValueError(f"profile must be one of {', '.join(PROFILES)}, got {profile!r}")
    stacks = {
        "fig1": [(n, FIG1_LOOPS, 1) for n in FIG1_CONTEXTS],
        "fig2": [(CONTEXT, loops, layers) for loops, layers in FIG2_STACKS],
        "fig3": [(CONTEXT, loops, 1) for loops in FIG3_TRAINED],
    }[figure]
    return [Cell(model, d, *stack, profile)
            for d in DIMENSIONS for model in MODELS for stack in stacks]
