"""What a lesson's ``lesson.toml``, which is beside its sections, says of it."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any


def entry_of(draw: Callable[..., Any]) -> dict[str, Any]:
    """All of it, of the lesson whose section draws so; nothing without that file."""
    file = Path(inspect.getfile(draw)).with_name("lesson.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def title_of(draw: Callable[..., Any]) -> str:
    """The lesson's number and title; "" without that file."""
    entry = entry_of(draw)
    return f"Lesson {entry['number']}: {entry['title']}" if entry else ""
