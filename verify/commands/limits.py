"""A bound on the processor time of one question, for inputs that the bounds on their size let pass.

A verdict never depends on it: statements have work budgets. It is there so that a command line
always answers.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

SECONDS = 40


class _GivenUp(BaseException):
    """Not an Exception, so that nothing on the way takes it for an answer."""


@contextlib.contextmanager
def limited(what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raise ValueError, one line, once the block has used so many seconds of processor time."""
    def give_up(number: int, frame: FrameType | None) -> None:
        raise _GivenUp

    # signals reach the main thread alone; elsewhere the bounds on the inputs must do
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _GivenUp:
        raise ValueError(f"got no answer for {what} within {seconds:g} s of processor time, "
                         "allowed smaller numbers, fewer digits or a smaller L") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
