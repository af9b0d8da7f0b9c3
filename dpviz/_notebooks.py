"""Where the notebooks and documents lie; in a clone and in an installed wheel alike."""

from __future__ import annotations

import re
from pathlib import Path

from dpviz._project import DOCUMENTS

PACKAGE = Path(__file__).resolve().parent


def clone() -> Path | None:
    """The root of the clone this package is imported from; None when dpviz was installed from a wheel."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "notebooks").is_dir() else None


def notebooks() -> Path:
    """The folder of the lessons' notebooks: ``notebooks/`` of the clone, else the copy inside the wheel."""
    return _shipped("notebooks")


def documents() -> Path:
    """The folder of the glossary and the corrections: ``docs/`` of the clone, else the copies in the wheel."""
    return _shipped("docs")


def exercise_notebook(lesson: int) -> Path | None:
    """The notebook of a lesson's exercise; None where it is not installed."""
    return next((notebooks() / "exercises").glob(f"{lesson:02d}_*.ipynb"), None)


def for_a_copy(notebook: Path) -> str:
    """A notebook's text for another folder, where links to the documents lead to the web: they are not beside it."""
    return re.sub(r"\]\((?:\.\./)+docs/", f"]({DOCUMENTS}/", notebook.read_text(encoding="utf-8"))


def _shipped(folder: str) -> Path:
    return (clone() or PACKAGE) / folder
