"""dpviz inside a Jupyter server (on Binder or a hub, say): the gallery at ``/dpviz/``, and the lessons' pages.

The lessons that came with the package are at ``/dpviz/lessons/``, wherever they lie. Other notebooks are rendered by
Voilà's own extension, with our template if they name it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jupyter_server.services.contents.largefilemanager import LargeFileManager
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError
from traitlets import Dict
from traitlets.config import DeferredConfig, LazyConfigValue
from voila.configuration import VoilaConfiguration
from voila.paths import collect_template_paths

from dpviz.pages import assets, lectures, places
from dpviz.server import bench, gallery, pages, redirects, reference, working_copies
from dpviz.server.lesson import LOOK, LessonPage
from dpviz.server.warm import handlers as warm


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "dpviz.server.extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    web = server.web_app
    base = web.settings["base_url"]
    home = url_path_join(base, "dpviz/")
    # Voilà's extension hands the server's configuration on to what renders a notebook.
    add(server.config.VoilaConfiguration, "resources", assets.lesson_resources(base, home, share(base, os.environ)))
    server.config.VoilaConfiguration.setdefault("page_config_hook", lectures.beside)
    web.settings["dpviz_environment"] = assets.environment()
    web.settings |= warm.settings()
    routes = [
        *warm.handlers(base),
        *gallery.handlers(home),
        *redirects.handlers(home),
        *working_copies.handlers(home),
        *reference.handlers(base),
        *bench.handlers(base),
        *pages.static_handlers(base),
    ]
    app = url_path_join(home, "lessons/")
    routes.append((app + "(.*)", ShippedLesson, shipped(server)))
    web.settings["dpviz_links"] = {"home": home, "reference": home, "app": app, "notebook": notebooks(server)}
    web.add_handlers(".*$", routes)


def notebooks(server: Any) -> str:
    """Where JupyterLab opens the notebooks that the package's pages are made of: as copies, if they lie elsewhere."""
    base: str = server.web_app.settings["base_url"]
    try:
        folder = places.notebooks().resolve().relative_to(Path(server.root_dir).resolve()).as_posix()
    except ValueError:
        return url_path_join(base, "dpviz/notebook/")
    return url_path_join(base, "lab/tree", folder, "/")


def add(section: Any, trait: str, ours: dict[str, Any]) -> None:
    """Put entries into a dictionary of the server's configuration, beside what the user has there."""
    theirs = section.get(trait, {})
    if isinstance(theirs, LazyConfigValue):  # written as `c.VoilaExporter.filters.update(…)`
        theirs = theirs.get_value({})
    elif isinstance(theirs, DeferredConfig):  # from the command line
        theirs = theirs.get_value(Dict())
    section[trait] = {**theirs, **ours}


def share(base: str, environment: Mapping[str, str]) -> dict[str, str] | None:
    """What a page must know to make a link that others can open; None where its own address is one.

    The ``base`` of this server's addresses, and ``launch`` (Binder) or ``hub``, an address: what they say in the
    environment.
    """
    host, request = environment.get("BINDER_LAUNCH_HOST"), environment.get("BINDER_REQUEST")
    if host and request:
        return {"base": base, "launch": url_path_join(host, request)}
    if environment.get("JUPYTERHUB_SERVICE_PREFIX") == base:
        hub = url_path_join(environment.get("JUPYTERHUB_BASE_URL", "/"), "hub/")
        return {"base": base, "hub": environment.get("JUPYTERHUB_HOST", "") + hub}
    return None


class ShippedLesson(LessonPage):
    """A lesson that came with the package, whether or not it lies where this server looks."""

    def initialize(self, *, contents: LargeFileManager, **arguments: Any) -> None:
        super().initialize(**arguments)
        self._contents = contents

    @property
    def contents_manager(self) -> LargeFileManager:
        """The package's folder, and not the server's."""
        return self._contents

    def redirect_to_file(self, path: str) -> None:
        """Nothing but notebooks is served from there."""
        raise HTTPError(404)


def shipped(server: Any) -> dict[str, Any]:
    """What `ShippedLesson` needs: the package's folder, and Voilà as we want it, whatever the user's is like."""
    look = VoilaConfiguration(parent=server, **LOOK)
    return {
        "contents": LargeFileManager(parent=server, root_dir=str(places.notebooks())),
        "config": server.config,
        "template_paths": collect_template_paths(["voila", "nbconvert"], look.template),
        "voila_configuration": look,
    }
