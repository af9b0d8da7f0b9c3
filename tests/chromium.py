"""Where a real Chromium lies and how it is started, for the tests and the benchmark."""

from dpviz.site.chromium import FLAGS, find_chromium

__all__ = ["FLAGS", "find_chromium"]
