"""Nothing that is not used: public names of the engine are reached from lessons, exercises or documents that are run.

By name, through the bodies of the functions and classes reached so far. Whoever adds a function shows it somewhere: in
a section, a task or a block of `docs/guides/engine.md`.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arguments import PACKAGES as PUBLIC

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = tuple(name for name in PUBLIC if "." not in name)
NESTED = ("privacy.accounting", "learning.parity")
ENGINE = [ROOT / "dpviz" / name for name in PACKAGES]


def mentioned(source: str | ast.AST) -> set[str]:
    """The names that stand in some code, those of attributes and imports too."""
    found = set()
    for node in ast.walk(ast.parse(source) if isinstance(source, str) else source):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found |= {one.name for one in node.names}
    return found


def readers() -> Iterator[str]:
    """The code that readers, students and pages run: all that is not the engine itself, a test or a benchmark."""
    for path in ROOT.glob("dpviz/**/*.py"):
        if not any(package in path.parents for package in ENGINE):
            yield path.read_text(encoding="utf-8")
    for path in ROOT.glob("tests/exercises/*/solutions.py"):
        yield path.read_text(encoding="utf-8")
    for path in ROOT.glob("notebooks/**/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(line for line in cell["source"] if not line.startswith("%"))
    for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")):
        for example in doctest.DocTestParser().get_examples(path.read_text(encoding="utf-8")):
            yield example.source


def definitions() -> dict[str, set[str]]:
    """What each function, class and constant of the engine mentions; methods count as their class's."""
    found: dict[str, set[str]] = {}
    for package in ENGINE:
        for path in package.rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                targets = getattr(node, "targets", [getattr(node, "target", None)])
                names = [getattr(node, "name", "")] + [t.id for t in targets if isinstance(t, ast.Name)]
                for name in filter(None, names):
                    found[name] = found.get(name, set()) | mentioned(node)
    return found


@pytest.fixture(scope="module")
def reached() -> set[str]:
    defined, found = definitions(), set()
    left = set().union(*map(mentioned, readers()))
    while left:
        found |= left
        left = set().union(*(defined.get(name, set()) for name in left)) - found
    return found


@pytest.mark.parametrize("package", [*PACKAGES, *NESTED])
def test_each_public_name_has_a_reader(package: str, reached: set[str]) -> None:
    names = importlib.import_module(f"dpviz.{package}").__all__
    assert sorted(set(names) - reached) == []


def test_what_nobody_uses_is_found(reached: set[str]) -> None:
    assert "worst_case" in reached
    assert "audit_of_nothing" not in reached
