"""The repository itself: contracts, style, documents that must agree with each other."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpydoc.validate
import pytest
import yaml

import dpviz
from dpviz import _project
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: Owner and name, as links have them: set in pyproject.toml alone.
OWNER = PROJECT["urls"]["Source"].removeprefix("https://github.com/")


def tracked() -> list[Path]:
    """Every file that git knows or would take; without git, what lies there."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a clone")
    return [ROOT / name for name in sorted(filter(None, listed.split("\0"))) if (ROOT / name).is_file()]


# Code ---------------------------------------------------------------------------------------------------------


def test_importing_dpviz_loads_no_package() -> None:
    script = "import sys, dpviz; print(sorted(m for m in sys.modules if m.startswith(('dpviz.', 'plotly'))))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def public_objects() -> list[tuple[str, object]]:
    found = []
    for package in ("privacy", "mechanisms", "data", "exercises", "exercises.probes", "lessons.catalogue", "cli"):
        module = importlib.import_module(f"dpviz.{package}")
        names = getattr(module, "__all__", None) or [
            name
            for name, thing in vars(module).items()
            if not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
        ]
        found += [(f"dpviz.{package}.{name}", getattr(module, name)) for name in names]
    return [(name, thing) for name, thing in found if inspect.isfunction(thing) or inspect.isclass(thing)]


# Numpydoc's own rules, as far as they are about what a reader needs: every parameter, every result.
RULES = {"GL08", "SS02", "PR01", "PR02", "PR03", "PR04", "PR07", "RT01"}


@pytest.mark.parametrize(("name", "thing"), public_objects(), ids=lambda value: value if isinstance(value, str) else "")
def test_public_names_are_documented(name: str, thing: object) -> None:
    found = numpydoc.validate.validate(numpydoc.docscrape.get_doc_object(thing))
    errors = [(code, text) for code, text in found["errors"] if code in RULES]
    # Numpydoc reads `x, y : array` as one parameter of that name; and what is described by its type alone is enough.
    errors = [(code, text) for code, text in errors if code not in ("PR01", "PR02", "PR07") or "," not in text]
    assert errors == []


def test_every_module_can_be_imported() -> None:
    for module in pkgutil.walk_packages(dpviz.__path__, "dpviz."):
        importlib.import_module(module.name)


# Documents ----------------------------------------------------------------------------------------------------


DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]


#: The lessons as plain files; the documentation is below them.
SITE = "https://{}.github.io/{}/".format(*OWNER.split("/"))


def tool(name: str) -> dict[str, Any]:
    """The names of one of the scripts in tools/."""
    return runpy.run_path(str(ROOT / "tools" / f"{name}.py"))


def binder(notebook: str) -> str:
    path = quote(f"voila/render/notebooks/{notebook}", safe="")
    return f"https://mybinder.org/v2/gh/{OWNER}/HEAD?urlpath={path}"


def test_the_readme_lists_the_lessons_of_the_catalogue() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text == tool("make_table")["readme"](text), "python3 tools/dev.py lessons"
    assert all(f"]({IN_REPOSITORY}notebooks/{entry.notebook})" in text for entry in LESSONS)
    first = re.search(r"\]\(([^)]*)\)", text)
    assert first is not None
    assert first[1] == SITE, "the first link needs no waiting"


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_the_gallerys_pictures_are_those_of_the_lessons(entry: CatalogueEntry) -> None:
    for file, wanted in tool("make_pictures")["pictures"](entry).items():
        drawn = file.read_text(encoding="utf-8")
        assert len(drawn) < 100_000
        assert NUMBER.sub("0", drawn) == NUMBER.sub("0", wanted), f"python3 tools/dev.py pictures {entry.slug}"
        # Another numpy's last digit may round the other way.
        assert [*map(float, NUMBER.findall(drawn))] == pytest.approx([*map(float, NUMBER.findall(wanted))], abs=0.02)


NUMBER = re.compile(r"-?\d+\.\d+")
IN_REPOSITORY = f"https://github.com/{OWNER}/blob/main/"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_refer_to_files_that_are_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    own = re.compile(rf"https://(?:github|raw\.githubusercontent)\.com/{OWNER}/(?:(?:blob|tree)/)?main/")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        # The package index shows the README by itself.
        assert "://" in target or document != "README.md", target
        path = own.sub("", target)
        if "://" not in path:
            assert (ROOT / path).exists(), target


def test_the_owners_name_is_the_same_everywhere() -> None:
    owner, name = OWNER.split("/")
    for path in tracked():
        if path.suffix in (".md", ".cff", ".toml", ".ipynb", ".yml"):
            text = path.read_text(encoding="utf-8")
            found = re.findall(r"(?:github(?:usercontent)?\.com|mybinder\.org/v2/gh)/([\w-]+/dpviz)\b", text)
            found += [f"{site}/{name}" for site in re.findall(r"\b([\w-]+)\.github\.io/", text)]
            assert set(found) <= {OWNER}, f"{path.name}: python3 tools/dev.py links"
    assert owner


def test_the_project_knows_its_own_addresses() -> None:
    assert f"https://github.com/{OWNER}" == _project.SOURCE
    assert SITE == _project.SITE == PROJECT["urls"]["Homepage"]
    assert PROJECT["urls"]["Documentation"] == f"{SITE}docs/"
    assert binder("a.ipynb").startswith(_project.BINDER)
    name = "exercises/01_what_privacy_means.ipynb"
    assert f"]({_project.on_binder(name)})" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_lessons_and_documentation_are_published_as_one_site() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text(encoding="utf-8"))
    steps = [step.get("run", step.get("uses", "")) for step in workflow["jobs"]["build"]["steps"]]
    lessons = next(at for at, step in enumerate(steps) if step.startswith("dpviz build _site"))
    check = steps.index("dpviz build --check _site")
    documents = next(at for at, step in enumerate(steps) if step.startswith("python -m sphinx"))
    assert lessons < check < documents, "the lessons' build refuses a folder with other files in it"
    assert steps[documents].endswith(" _site/docs")
    assert workflow["jobs"]["build"]["steps"][-1]["with"] == {"path": "_site"}
    # YAML reads the word "on" as True.
    assert workflow[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}


def test_another_owners_name_is_carried_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tasks = importlib.import_module("tasks")
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    for name in ("README.md", "CITATION.cff", "docs/index.md", "docs/conf.py", "dpviz/_project.py", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(
            text.replace(f'Source = "https://github.com/{OWNER}"', 'Source = "https://github.com/a/b"')
        )
    tasks.do_links([])
    for path in filter(Path.is_file, tmp_path.rglob("*")):
        text = path.read_text(encoding="utf-8")
        assert OWNER not in text, path.name
        assert f"{OWNER.split('/')[0]}.github.io" not in text, path.name
    assert "](https://a.github.io/b/)" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_the_readme_gives_both_ways_to_start() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for line in ("make run ", "make test ", "python3 tools/dev.py run\n", "python3 tools/dev.py test\n"):
        assert line in text
    makefile = (ROOT / "Makefile").read_text()
    assert "run:" in makefile
    assert "test-all:" in makefile


def test_versions_agree() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == dpviz.__version__
    assert citation["license"] == "BSD-3-Clause"
    assert {"title", "authors", "cff-version", "message"} <= citation.keys()


NOTEBOOKS = [path for path in sorted((ROOT / "notebooks").rglob("*.ipynb")) if "checkpoint" not in path.name]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_stored_clean(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert notebook["metadata"]["voila"] == {"template": "dpviz"}, "Voilà elsewhere reads the template from here"
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"


SECRETS_OF_A_MACHINE = re.compile(
    r"/(?:home|Users|root)/(?!jovyan\b)\w+|/work/|/tmp/|[A-Z]:\\\\Users|registry\.npmjs|pypi\.org|files\.pythonhosted|127\.0\.0\.1:\d{2,}"
)


def test_no_file_speaks_of_one_machine_or_names_a_package_host() -> None:
    found = []
    for path in tracked():
        if path == Path(__file__).resolve() or path.suffix in (".gz", ".png", ".gif", ".svg", ".woff2"):
            continue
        # Plotly's own text inside the bundle is not ours.
        if path.name in ("dpviz.js", "dpviz.licenses.txt"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if SECRETS_OF_A_MACHINE.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert found == []


def test_files_are_small() -> None:
    assert [path for path in tracked() if path.stat().st_size > 3_000_000] == []


# Binder -------------------------------------------------------------------------------------------------------


def test_binder_reads_the_same_environment() -> None:
    assert (ROOT / "environment.yml").read_bytes() == (ROOT / "binder" / "environment.yml").read_bytes()


def test_the_environment_has_all_that_dpviz_needs() -> None:
    extras = PROJECT["optional-dependencies"]
    needed = {
        *PROJECT["dependencies"],
        *(need for name in ("app", "lab", "cluster", "plotly") for need in extras[name]),
    }
    needed -= {"dpviz[app]"}
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    assert needed <= set(listed)
    assert any(str(entry).startswith("python=3.1") for entry in listed)


@pytest.mark.slow
def test_repo2docker_accepts_the_folder() -> None:
    # Without --no-build's Docker: it renders the Dockerfile and stops.
    done = subprocess.run(
        [str(BIN / "jupyter-repo2docker"), "--no-build", "--debug", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "DOCKER_HOST": "unix:///nonexistent.sock"},
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "Building conda environment for python=3.12" in said
    assert "binder/environment.yml" in said
    assert "postBuild" in said


def test_postbuild_can_be_run() -> None:
    path = ROOT / "binder" / "postBuild"
    assert os.access(path, os.X_OK)
    assert path.read_text().startswith("#!/bin/bash\n")
    assert "\nrm -rf tests/exercises\n" in path.read_text()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_picture_of_the_packages_is_that_of_the_contract() -> None:
    drawn = (ROOT / "docs" / "guides" / "rooms.svg").read_text(encoding="utf-8")
    assert drawn == tool("make_rooms")["picture"](), "python3 tools/dev.py rooms"
