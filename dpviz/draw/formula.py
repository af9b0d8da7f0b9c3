"""Formulas as MathML with gaps: every current browser draws it, reads it aloud, and no script is needed."""

from __future__ import annotations

import html
import re
from functools import cache
from xml.etree import ElementTree

_SPACE = ElementTree.fromstring('<mspace width="0.167em"/>')
_NAMES = ("ln", "log", "exp", "tanh", "cos", "Pr")
#: What latex2mathml takes for names.
_RELATIONS = {"~": "∼", "⟺": "⟺"}
_LIMITS = ("max", "min", "sup", "inf", "lim")
#: The double-struck letters that Unicode had before it had that alphabet.
_DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}


@cache
def mathml(latex: str, display: str = "inline") -> str:
    """A formula in LaTeX as a ``<math>`` element, inline or as a block, spaced as TeX spaces it."""
    # Late: the import costs some milliseconds that a plain use of the scenes need not pay.
    from latex2mathml.converter import convert_to_element

    root = convert_to_element(latex.strip(), display=display)
    for element in reversed(list(root.iter())):
        _set(element, display)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _set(element: ElementTree.Element, display: str) -> None:
    """What TeX does and latex2mathml leaves out, as far as browsers heed it."""
    element.text = element.text and html.unescape(element.text)
    if element.tag in ("mo", "mi"):
        if element.tag == "mi" and element.text in _RELATIONS:
            element.tag, element.text = "mo", _RELATIONS[element.text]
        if element.text == "Pr":
            element.tag, element.attrib = "mi", {}
        if element.text in ("/", "|", "‖"):
            # Only what \left and \right have made tall is tall.
            element.attrib = {"stretchy": "false", **element.attrib, "lspace": "0", "rspace": "0"}
        if element.get("mathvariant") == "double-struck" and element.text:
            # Browsers heed one variant only, the normal one.
            element.set("mathvariant", "normal")
            element.text = _DOUBLE_STRUCK.get(element.text, chr(ord(element.text) + 0x1D538 - ord("A")))
    if display == "block" and element.tag == "msub" and element[0].text in _LIMITS:
        element.tag = "munder"
    if element.tag in ("mrow", "math"):
        children = list(element)
        for left, right in zip(children[-2::-1], children[:0:-1], strict=True):
            # A name is apart from what stands beside it, but not from its bracket.
            if "mspace" not in (left.tag, right.tag) and (_named(left) or _named(right)) and not _sign(left, right):
                element.insert(children.index(right), _SPACE)


def _named(element: ElementTree.Element) -> bool:
    return (element if element.tag == "mi" or not len(element) else element[0]).text in _NAMES


def _sign(*elements: ElementTree.Element) -> bool:
    return any(element.tag == "mo" or (element.tag == "mrow" and element[0].tag == "mo") for element in elements)


@cache
def formula(latex: str) -> str:
    r"""MathML of a formula in LaTeX; ``\text{@name}`` becomes a gap that the slot of that name fills."""
    return re.sub(r"<mtext>@(\w+)</mtext>", r'<mn data-slot="\1"></mn>', mathml(latex, "block"))
