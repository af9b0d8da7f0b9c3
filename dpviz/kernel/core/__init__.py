"""What a notebook needs of a kernel, without Jupyter: its cells are executed, its widgets answer the page's messages.

Widgets get their ids from a counter. So a page made of one execution can go on with another one of the same cells:
``dpviz build`` executes a lesson once, and each reader's browser once more.
"""

from dpviz.kernel.core.cells import CellError, Executed, execute
from dpviz.kernel.core.kernel import Kernel, Message
from dpviz.kernel.core.prepared import DRAWN_BEFORE, Prepared, can_be_prepared, prepare, resume

__all__ = [
    "DRAWN_BEFORE",
    "CellError",
    "Executed",
    "Kernel",
    "Message",
    "Prepared",
    "can_be_prepared",
    "execute",
    "prepare",
    "resume",
]
