"""The files of *Teach a class* agree with each other, and with what they configure."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.hub.hub import RECIPES
from tests.serving import ROOT

GUIDE = (ROOT / "docs" / "guides" / "class.md").read_text(encoding="utf-8")
VALUES: dict[str, Any] = yaml.safe_load((RECIPES / "values.yaml").read_text(encoding="utf-8"))


def test_the_guide_shows_each_file() -> None:
    for path in RECIPES.iterdir():
        assert f"{{literalinclude}} ../class/{path.name}" in GUIDE
        assert f"[{path.name}](../class/{path.name})" in GUIDE


def test_the_image_is_the_one_that_is_started() -> None:
    image = "{name}:{tag}".format(**VALUES["singleuser"]["image"])
    assert image in (RECIPES / "Dockerfile").read_text(encoding="utf-8")
    assert f"docker build -t {image} docs/class" in GUIDE
    assert f"docker push {image}" in GUIDE


def test_students_of_every_recipe_arrive_at_the_gallery() -> None:
    assert VALUES["singleuser"]["defaultUrl"] == "/dpviz/"
    for name in ("jupyterhub_config.py", "tljh.py"):
        assert 'c.Spawner.default_url = "/dpviz/"' in (RECIPES / name).read_text(encoding="utf-8")


def test_the_hub_knows_what_is_configured() -> None:
    pytest.importorskip("jupyterhub", reason="no JupyterHub: install dpviz[hub]")
    from jupyterhub.app import JupyterHub
    from jupyterhub.auth import Authenticator
    from jupyterhub.spawner import Spawner

    known = {"JupyterHub": JupyterHub, "Authenticator": Authenticator, "Spawner": Spawner}
    for path in RECIPES.glob("*.py"):
        for name, trait in re.findall(r"\bc\.(\w+)\.(\w+)", path.read_text(encoding="utf-8")):
            assert known[name].class_traits(config=True)[trait], (path.name, trait)
    for name, traits in VALUES["hub"]["config"].items():
        # The authenticator's own are those of a package that the chart brings.
        assert name == "FirstUseAuthenticator" or set(traits) <= set(known[name].class_traits(config=True))
