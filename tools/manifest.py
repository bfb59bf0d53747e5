"""Statements -> verify/manifest.json: the hashes that the re-checker expects.

Run it after a change of a statement or of the vocabulary: ``python tools/manifest.py``. With ``--check``
it only compares, and exits with 1 if the file is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MANIFEST = ROOT / "verify" / "manifest.json"


def main(arguments: list[str]) -> int:
    """Write or compare the manifest; the exit code."""
    sys.path.insert(0, str(ROOT))
    from verify.certificates import manifest_text

    text = manifest_text()
    stale = not MANIFEST.exists() or MANIFEST.read_text() != text
    if "--check" not in arguments and stale:
        MANIFEST.write_text(text)
        stale = False
    print(f"{MANIFEST.relative_to(ROOT)}: {'stale' if stale else 'as it should be'}")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
