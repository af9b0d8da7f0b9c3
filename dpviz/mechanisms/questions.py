"""The old place of `dpviz.mechanisms.selection`."""

import warnings

from dpviz.mechanisms.selection import *  # noqa: F403

warnings.warn("dpviz.mechanisms.questions is now dpviz.mechanisms.selection", DeprecationWarning, stacklevel=2)
