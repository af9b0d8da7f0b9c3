"""The documentation site: ``python3 tools/dev.py docs`` builds it into ``docs/_build``, without a network."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode
from sphinx.application import Sphinx

import dpviz
from dpviz._project import SOURCE
from dpviz.draw.formula import mathml

HERE = Path(__file__).parent

project = "dpviz"
author = copyright = "the dpviz developers"
version = release = dpviz.__version__

extensions = ["sphinx.ext.autodoc", "numpydoc", "myst_parser"]
exclude_patterns = ["_build", "paper"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
html_math_renderer = "mathml"
nitpicky = False

html_theme = "furo"
html_title = f"dpviz {version}"
html_static_path: list[str] = []
html_copy_source = False

autodoc_typehints = "none"
autodoc_default_options = {"members": True, "inherited-members": False}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

#: Package, and what it is about.
PACKAGES = {
    "privacy": "Loss, composition, attackers, the auditor",
    "mechanisms": "Noise and selection",
    "mechanisms.selection": "Questions to select an answer to",
    "queries": "Many queries at once",
    "learning.parity": "Parities",  # before the package that exports its learner too
    "learning": "Learning, and learning privately",
    "erm": "Private regression",
    "anonymity": "Anonymity and its failures",
    "robust": "Adversarial training",
    "local": "The local model",
    "sensitivity": "Local sensitivity and what it allows",
    "tuning": "Successive halving",
    "counting": "Counting for ever",
    "data": "Tables",
}


def reference() -> None:
    """Write a page for each package: its public names, by the file that defines them."""
    listed: list[Any] = []
    for name, title in PACKAGES.items():
        package = importlib.import_module(f"dpviz.{name}")
        parts: dict[str, list[str]] = {}
        for public in package.__all__:
            thing = getattr(package, public)
            if inspect.ismodule(thing) or any(thing is other for other in listed):
                continue
            listed.append(thing)
            kind = "class" if inspect.isclass(thing) else "function" if callable(thing) else "data"
            home = thing.__module__ if callable(thing) else package.__name__
            parts.setdefault(home, []).append(f".. auto{kind}:: {public}")
        lines = [f"# `dpviz.{name}`: {title.lower()}", "", inspect.getdoc(package) or "", ""]
        for home, names in parts.items():
            if home != package.__name__:
                about = (inspect.getdoc(importlib.import_module(home)) or "").split("\n")[0]
                lines += [f"## {about.rstrip('.')}", ""]
            lines += ["```{eval-rst}", f".. currentmodule:: dpviz.{name}", "", *sorted(names), "```", ""]
        path, text = HERE / "reference" / f"{name}.md", "\n".join(lines)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


#: The notebooks and their neighbours on the web: they are no part of this site.
NOTEBOOKS = f"{SOURCE}/blob/main/notebooks/"


def links(_app: Any, name: str, source: list[str]) -> None:
    """The two pages that are made for GitHub: their links to notebooks, and to anchors that MyST does not know."""
    if name in ("glossary", "corrections"):
        text = source[0].replace("](../notebooks/", f"]({NOTEBOOKS}")
        source[0] = re.sub(r"\[([^\]]*)\]\((?:(\w+)\.md)?#([^)]*)\)", anchored, text)


def anchored(match: re.Match[str]) -> str:
    """A link within the site as HTML."""
    words, page, fragment = match.groups()
    return f'<a href="{page + ".html" if page else ""}#{fragment}">{words}</a>'


def bars(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """``|U|`` is a size here, and no substitution of reStructuredText's; code between backticks stays."""
    for number, line in enumerate(lines):
        if "|" in line and ">>>" not in line:
            parts = re.split(r"(``.+?``|`.+?`)", line)
            lines[number] = "".join(part if part.startswith("`") else part.replace("|", r"\|") for part in parts)


def setup(app: Sphinx) -> None:
    """Formulas as MathML, which needs no script and no other host."""
    app.connect("source-read", links)
    app.connect("autodoc-process-docstring", bars, priority=900)

    def inline(writer: Any, node: Any) -> None:
        writer.body.append(mathml(node.astext()))
        raise SkipNode

    def block(writer: Any, node: Any) -> None:
        writer.body.append(f'<div class="math">{mathml(node.astext(), "block")}</div>')
        raise SkipNode

    app.add_html_math_renderer("mathml", (inline, None), (block, None))


reference()
