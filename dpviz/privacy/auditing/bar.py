"""A bar of text that fills while draws are made: in a terminal and under a notebook's cell alike."""

from __future__ import annotations

import sys
from typing import TextIO

from dpviz.privacy.auditing.draws import Progress

WIDTH = 30


def text_bar(stream: TextIO | None = None) -> Progress:
    """What `audit` tells its progress to when asked for a bar: ``audit(…, progress=True)``.

    It takes the fraction done, from 0 to 1, and writes one line, over and over, to `stream` or to standard error; it
    ends it at 1.
    """
    out = sys.stderr if stream is None else stream
    shown = -1

    def tell(fraction: float) -> None:
        nonlocal shown
        percent = int(100 * fraction)
        if percent == shown:
            return
        shown = percent
        full = WIDTH * percent // 100
        out.write(f"\rAuditing {'█' * full}{'░' * (WIDTH - full)} {percent:3} %")
        if percent == 100:
            out.write("\n")
        out.flush()

    return tell
