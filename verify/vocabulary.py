"""quantity(arguments) = expression: the meaning of every word of the statement language, as data.

The re-checker has a few words built in (``NATIVE`` in ``verify/recheck.py``: matrices and their parts,
Gaussian means, E tr of words in S, roots); every other quantity is a line of ``vocabulary.txt``, in the
language of ``verify.language``, and reaches it through the manifest. ``theory.quantities`` computes the same
quantities by other means, so that each certificate compares the two.

Conventions: indices count from 0 in the words that only occur there; ``mean(f, r, c, m, v, ...)`` is
E f(N, e, ...) over N of shape (r, c) standard normal and e of m normals of variance v, and
``mean_square`` that of the square; ``iterate(f, k, v, ...)`` applies v -> f(v, i, ...) for i < k.
"""

from __future__ import annotations

from pathlib import Path

from verify.language import Tree, parse

TEXT = Path(__file__).with_suffix(".txt")


def trees() -> dict[str, list[Tree]]:
    """'name/number of arguments' to [arguments, tree], as the manifest carries it."""
    found = {}
    for line in TEXT.read_text().splitlines():
        if line and not line.startswith("#"):
            head, _, body = line.partition(") = ")
            name, _, arguments = head.partition("(")
            listed = [a.strip() for a in arguments.split(",")] if arguments else []
            found[f"{name}/{len(listed)}"] = [listed, parse(body)]
    return found
