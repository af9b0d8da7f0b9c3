"""What text says: the numbers in it, and the fields of JSON."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

MOST_NUMBERS = 8
LONGEST_TEXT = 100_000
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def says_more(text: str) -> bool:
    """Whether there may be more in a text than its wording."""
    return text[:1] in ("{", "[") or any(map(str.isdigit, text))


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[tuple[float, ...], str]:
    """The first numbers of a text, and its wording with # for every number."""
    text = text[:LONGEST_TEXT]
    return tuple(float(found) for found in _NUMBER.findall(text)[:MOST_NUMBERS]), _NUMBER.sub("#", text)


def from_json(text: str) -> Any:
    """The object or the list that a text writes in JSON; else None."""
    if text[:1] not in ("{", "[") or len(text) > LONGEST_TEXT:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def without_addresses(value: object) -> str:
    """What an object writes about itself, less its place in memory."""
    try:
        text = repr(value)
    except Exception:
        return f"<{type(value).__name__}>"
    return _ADDRESS.sub("", text) if " at 0x" in text else text
