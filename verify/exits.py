"""Exit codes of the command line; if several apply, 4 goes before 1 and 1 before 3."""

from enum import IntEnum


class Exit(IntEnum):
    """What a run ended with."""

    AS_EXPECTED = 0
    UNEXPECTED = 1
    USAGE = 2
    UNDECIDED = 3
    INTERNAL = 4
    NOTHING_RAN = 5
    INTERRUPTED = 130
