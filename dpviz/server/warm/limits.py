"""What a page may send down its line: messages that can be read, and not more of them than people make."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Messages a second for as long as one likes, and how many at once. A slider is heard of when it is let go.
MESSAGES = 100.0, 2000.0
#: Bytes, in the same way: a file of ten megabytes, twice at once.
BYTES = float(2 << 20), float(24 << 20)
#: One message: the largest is a piece of a file.
LARGEST = 2 << 20
#: Bytes on their way to a page that does not take them.
UNREAD = 16 << 20


class Bucket:
    """An allowance that fills up by `rate` a second, to `most`, which it has at first."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._when = most, clock()

    def take(self, amount: float) -> bool:
        """Take from it; False if there is not as much."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._when))
        self._when = now
        if amount > self._left:
            return False
        self._left -= amount
        return True
