"""The packages as a whole: examples in the docstrings run, and importing them pulls in numpy only."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.arguments import PACKAGES as NAMES

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = [importlib.import_module(f"dpviz.{name}") for name in NAMES]


def modules():
    for package in (package for package in PACKAGES if package.__name__.count(".") == 1):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield module.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples_in_the_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_what_is_listed_is_there_documented(package):
    assert len(set(package.__all__)) == len(package.__all__)  # in ruff's order: constants and abbreviations first
    for name in package.__all__:
        # A constant has no docstring of its own: the package's says what it is.
        assert (getattr(package, name).__doc__ or "").strip() or f"`{name}`:" in package.__doc__, name


def test_importing_the_packages_brings_numpy_and_nothing_else():
    code = (
        "import sys, numpy, numpy.random\n"
        "before = set(sys.modules)\n"
        f"import {', '.join(package.__name__ for package in PACKAGES)}\n"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(*tops - set(sys.stdlib_module_names))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert set(loaded.split()) - {"numpy"} == {"dpviz"}


def test_the_engine_of_the_import_contract_is_what_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    engine = next(one["source_modules"] for one in contracts if one["name"].startswith("the engine knows nothing"))
    assert {name for name in engine if "._" not in name} == {f"dpviz.{name.partition('.')[0]}" for name in NAMES}
