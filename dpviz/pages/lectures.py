"""Lectures: the scenes of a notebook, in a file beside it, for the page to be presented from."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from dpviz.pages import places

log = logging.getLogger(__name__)

ENDING = ".lecture.json"
LARGEST = 200_000  # bytes
#: Under this name the path of the notebook's lecture reaches the preprocessor.
KEY = "dpvizLecture"


def read(path: Path) -> dict[str, Any] | None:
    """Read a lecture, ``{"title": …, "scenes": […]}``; None where there is no such file, or no lecture in it.

    What its scenes hold is judged by the page, as is what comes with a link.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("the lecture %s cannot be read: %s", path.name, error)
        return None
    return found if isinstance(found, dict) and isinstance(found.get("scenes"), list) else None


def shipped(stem: str) -> dict[str, Any] | None:
    """The lecture of one of our own notebooks, by the notebook's name without its ending."""
    return read(places.notebooks() / f"{stem}{ENDING}") if stem == Path(stem).name else None


def beside(page_config: dict[str, Any], *, settings: Any, notebook_path: str, **_: Any) -> dict[str, Any]:
    """Voilà's hook for each page: hand on the lecture beside the notebook, where there is one."""
    root = getattr(settings.get("contents_manager"), "root_dir", "")
    notebook = Path(root, notebook_path.lstrip("/")) if root else Path(notebook_path)
    if lecture := read(notebook.with_suffix(ENDING)):
        page_config[KEY] = lecture
    return page_config
