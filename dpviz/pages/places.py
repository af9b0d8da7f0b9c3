"""Where things lie: notebooks, template, pictures; in a clone and in an installed wheel alike."""

from __future__ import annotations

from dpviz._notebooks import PACKAGE, documents, notebooks

__all__ = ["PACKAGE", "documents", "notebooks"]

ROOM, SERVER = PACKAGE / "pages", PACKAGE / "server"
#: Searched by Jupyter as one of its data directories; holds the Voilà template.
JUPYTER_DATA = ROOM / "share" / "jupyter"
TEMPLATE = JUPYTER_DATA / "voila" / "templates" / "dpviz"
PAGES = ROOM / "templates"
#: What those load and no lesson does: Voilà, whose template is installed in a place of its own too, never asks for it.
STATIC = ROOM / "static"
#: Each lesson has a folder there, with its pictures for the gallery.
LESSONS = PACKAGE / "lessons"
#: Searched by the JupyterLab that dpviz starts, and by no other: it does not ask about news of Jupyter's.
LAB_CONFIG = SERVER / "lab_config"
BUNDLE = PACKAGE / "widgets" / "static" / "dpviz.js"
#: What formulas are set in.
FONT = BUNDLE.with_name("maths.woff2")
