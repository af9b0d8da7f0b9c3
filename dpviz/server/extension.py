"""dpviz inside a Jupyter server (on Binder, say): the gallery at ``/dpviz/``, and formulas in the lessons' pages.

The lessons themselves are shown by Voilà's own extension, with our template, which each notebook names.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join

from dpviz.server import gallery, pages, places, reference


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "dpviz.server.extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    web = server.web_app
    base = web.settings["base_url"]
    try:
        folder = places.notebooks().resolve().relative_to(Path(server.root_dir).resolve()).as_posix()
    except ValueError:
        return  # The notebooks lie outside what this server shows: nothing to link to.
    server.config.VoilaConfiguration.resources = pages.lesson_resources(base, url_path_join(base, "dpviz/"))
    web.settings["dpviz_environment"] = pages.environment()
    web.settings["dpviz_links"] = {
        "home": url_path_join(base, "dpviz/"),
        "reference": url_path_join(base, "dpviz/"),
        "app": url_path_join(base, "voila/render", folder, "/"),
        "notebook": url_path_join(base, "lab/tree", folder, "/"),
    }
    routes = [*gallery.handlers(url_path_join(base, "dpviz/")), *reference.handlers(base), *pages.static_handlers(base)]
    web.add_handlers(".*$", routes)
