"""The packages as a whole: examples in the docstrings run, and importing them pulls in numpy only."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import dpviz.anonymity
import dpviz.counting
import dpviz.erm
import dpviz.learning
import dpviz.local
import dpviz.mechanisms
import dpviz.privacy
import dpviz.queries
import dpviz.robust
import dpviz.sensitivity
import dpviz.tuning

PACKAGES = (
    dpviz.privacy,
    dpviz.mechanisms,
    dpviz.learning,
    dpviz.queries,
    dpviz.erm,
    dpviz.anonymity,
    dpviz.robust,
    dpviz.sensitivity,
    dpviz.local,
    dpviz.tuning,
    dpviz.counting,
)


def modules():
    for package in PACKAGES:
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
        "import dpviz.privacy, dpviz.mechanisms, dpviz.learning, dpviz.queries, dpviz.erm\n"
        "import dpviz.anonymity, dpviz.robust, dpviz.local, dpviz.sensitivity, dpviz.tuning, dpviz.counting\n"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(*tops - set(sys.stdlib_module_names))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert set(loaded.split()) - {"numpy"} == {"dpviz"}
