"""Where things lie: notebooks, template, pictures; in a clone and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SERVER = PACKAGE / "server"
#: Searched by Jupyter as one of its data directories; holds the Voilà template.
JUPYTER_DATA = SERVER / "share" / "jupyter"
TEMPLATE = JUPYTER_DATA / "voila" / "templates" / "dpviz"
PAGES = SERVER / "templates"
STATIC = SERVER / "static"
PICTURES = SERVER / "gallery" / "pictures"
#: Searched by the JupyterLab that dpviz starts, and by no other: it does not ask about news of Jupyter's.
LAB_CONFIG = SERVER / "lab_config"
BUNDLE = PACKAGE / "widgets" / "static" / "dpviz.js"


def clone() -> Path | None:
    """The root of the clone this package is imported from.

    Returns
    -------
    pathlib.Path or None
        None when dpviz was installed from a wheel.
    """
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "notebooks").is_dir() else None


def notebooks() -> Path:
    """The folder that holds the lessons' notebooks.

    Returns
    -------
    pathlib.Path
        ``notebooks/`` of the clone, else the copy inside the wheel.
    """
    root = clone()
    return root / "notebooks" if root else PACKAGE / "notebooks"
