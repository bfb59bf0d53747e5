"""Values read off the published figures 2 and 3, as (low, high). Figure 1 was not available.

Accuracy of the reading: about 4 % in figure 2 and in figure 3 right, 10 % in figure 3 left. The
curves start at about 5, the loss of the zero predictor, so they belong to d = 5; n = 20.

Source: looped paper, sections 5.1 and 5.3, figures 2 and 3.
"""

from __future__ import annotations

Range = tuple[float, float]

PUBLISHED: dict[str, dict[str, Range]] = {
    "fig2": {
        "looped 1": (1.27, 1.27),
        "looped 2": (0.131, 0.135),
        "distinct 2": (0.093, 0.096),
        "looped 5": (4.6e-4, 5.5e-4),
        "looped 10": (1e-5, 2e-5),
    },
    "fig3 same": {
        "1": (4.5, 4.5), "2": (0.13, 0.16), "5": (0.0138, 0.0138), "10": (0.00151, 0.00151),
        "20": (1.05e-4, 1.05e-4), "50": (1.33e-6, 1.33e-6),
    },
    "fig3 other": {
        "1": (4.0, 4.0), "2": (1.18, 1.18), "5": (0.641, 0.641), "10": (0.341, 0.341),
        "20": (0.129, 0.129), "50": (0.0172, 0.0172),
    },
}
ACCURACY = {"fig2": 0.04, "fig3 same": 0.1, "fig3 other": 0.04}
PUBLISHED_DIMENSION = 5
PUBLISHED_CONTEXT = 20
