"""Formulas as MathML with gaps: every current browser draws it, reads it aloud, and no script is needed."""

from __future__ import annotations

import re
from functools import cache


@cache
def formula(latex: str) -> str:
    r"""MathML of a formula; ``\text{@name}`` becomes a gap that the slot of that name fills.

    Parameters
    ----------
    latex : str

    Returns
    -------
    str
        A ``<math>`` element.
    """
    # Late: the import costs some milliseconds that a plain use of the scenes need not pay.
    from latex2mathml.converter import convert

    markup = convert(latex, display="block")
    return re.sub(r"<mtext>@(\w+)</mtext>", r'<mn data-slot="\1"></mn>', markup)
