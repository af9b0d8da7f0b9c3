"""Glossary and corrections: numbers are the engine's, links lead somewhere, and nothing cited is missing."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from dpviz.frame.outline import Outline
from dpviz.lessons.catalogue import LESSONS
from dpviz.reference import numbers
from dpviz.reference.blocks import anchor
from dpviz.reference.corrections import GAP, Correction, corrections, filled, ids
from dpviz.reference.glossary import terms
from dpviz.reference.markdown import PAGES

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

#: What the theory says, computed independently: by function of `numbers`, the values in its order.
EXPECTED = {
    "ratio_form": [0.0953101798],
    "giveaway": [3, 4, "infinite", 1.0],
    "vote": [0.731058579, 0.268941421, -0.268941421, -0.731058579, -1.987223],
    "blocks": [0.5, 1.0],
    "gaussian_pure": [0.12693674, 1.2308e-25],
    "laplace_error": [10.596635, 0.04888987],
    "classical_gaussian": [1.608e-8, 7.97e-6, 2.265e-5],
    "factor_two": [0.979096, 1.924387, 0.913102],
    "utility_bound": [0.235066, 0.676676, 0.541341],
    "one_more_example": [4, 2, 2, 0],
    "records_needed": [5000, 50000],
    "sides": [1, 3, 1.0, 0.5, 0.25, 497, 532],
    "points": [30, 30, 30, 120],
    "thresholds": [3, 0, 1],
    "labellings": [2, 8, 9],
    "generic": [198.5, 3970.9],
    "realisable": [[2609, 1305, 1305], [1196, 264, 149]],
    "generalisation": [15],
    "parity": [[0.05001042, 0.25131443, 0.51082562], 0.51082562, 3.8300, 3.9207],
    "parity_fail": [0.625, 0.22314355],
    "runs": [6],
    "marginals": [180, 90, 7370, 14740],
    "sign": [1.386294361, 1.036592186, 1.782746274],
    "mistakes": [2772.6, 792.2, 346.6],
    "exponent": [1664, 0.000300481, 3328],
    "closed_form": [150.882, 0.00127727, 0.00250991],
    "final_error": [8616077, 111559],
    "plain_noise": [32248320, 172275, 3881225, 1975116],
    "minimiser_moves": [0.1446, 0.002, 0.2],
    "determinant": [100, 0.198144, 0.235330, 0.00304772, 0.00249688, 1.2206, 1.1051709],
    "repair": [0.1247, 0.050615, 0.075307],
    "sparse_variants": [1.0, 49.0, 7 / 4, 31 / 4, 0.196735, 48.673],
    "general_loss": [2.37708],
    "gaps": [56.7, 14.598, 2.246, 0.56144],
    "published": [[0.0, 0.065, 0.011], [0.049, 0.111, 0.066]],
    "huber": [1.0, 0.0, 1.0],
    "danskin": [-1.0, 1.0],
    "hardness": [200, 15320],
}
#: Test errors of a few draws only.
ROUGH = {"published": {"rtol": 0.25, "atol": 0.01}}


@cache
def written(page: str) -> str:
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_up_to_date(page: str) -> None:
    assert written(page) == PAGES[page](), "python3 tools/dev.py reference"


# Corrections ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPECTED)
def test_the_engine_computes_what_the_theory_says(name: str) -> None:
    found = list(getattr(numbers, name)().values())
    assert len(found) == len(EXPECTED[name])
    for value, expected in zip(found, EXPECTED[name], strict=True):
        if isinstance(expected, str):
            assert value == expected
        else:
            np.testing.assert_allclose(value, expected, **ROUGH.get(name, {"rtol": 5e-4}))


@pytest.mark.parametrize("entry", corrections(), ids=lambda entry: f"{entry.id} {entry.title}")
def test_every_number_is_computed_and_every_computed_one_is_said(entry: Correction) -> None:
    said = {name for name, *_ in GAP.findall(entry.truth + entry.why)}
    if not entry.numbers:
        assert not said
        return
    if entry.numbers != "blocks":  # two entries share it
        assert said == set(getattr(numbers, entry.numbers)())
    assert entry.numbers in EXPECTED
    assert "@{" not in entry.where + entry.printed + entry.title


def test_numbers_are_written_as_in_print() -> None:
    assert (
        filled("@{a:.1e}, @{b:.2f}, @{c[1]:,d}", {"a": 1.2e-25, "b": -0.5, "c": [0, 1000]})
        == "1.2 · 10⁻²⁵, −0.50, 1,000"
    )


# Ids -----------------------------------------------------------------------------------------------------------

CITED = re.compile(rf"\b(?:{'|'.join({name.split('-')[0] for name in ids()})})-\d+\b")


def test_everything_cited_is_in_the_list() -> None:
    folders = ("dpviz", "tests", "notebooks", "benchmarks", "docs")
    files = [
        path
        for folder in folders
        for kind in ("py", "ipynb", "md", "txt")
        for path in (ROOT / folder).rglob(f"*.{kind}")
    ]
    unknown = {
        (str(path.relative_to(ROOT)), name)
        for path in files
        if "_build" not in path.parts
        for name in CITED.findall(path.read_text(encoding="utf-8"))
        if name not in ids()
    }
    assert not unknown


def test_every_id_has_a_place_on_the_page_and_every_correction_an_id() -> None:
    for name in ids():
        assert f'<a id="{anchor(name)}"></a>' in written("corrections")
        assert f'<a id="{anchor(name)}-in-the-list"></a>' in written("corrections")
    assert {entry.id for entry in corrections()} <= set(ids())


# Links ---------------------------------------------------------------------------------------------------------


def anchors(page: str) -> list[str]:
    return re.findall(r'<a id="([^"]+)"', written(page))


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    assert [name for name, often in Counter(anchors(page)).items() if often > 1] == []
    shown = {f"{entry.notebook}#{name}" for entry in LESSONS for name in sections(entry.slug)}
    for target in re.findall(r"\]\(([^)\s]+)\)", written(page)):
        if target.startswith("#"):
            assert target[1:] in anchors(page), target
        else:
            assert target.removeprefix("../notebooks/") in shown, target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_link_of_a_lesson_leads_somewhere(path: Path) -> None:
    for text in prose(path):
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if target.startswith(("http", "attachment:")):
                continue
            file, _, fragment = target.partition("#")
            if not file:
                [entry] = (entry for entry in LESSONS if entry.notebook == path.name)
                assert fragment in sections(entry.slug), target
                continue
            assert (path.parent / file).resolve().is_file(), target
            if fragment and file.endswith(".md"):
                assert fragment in anchors(Path(file).stem), target


@cache
def sections(slug: str) -> tuple[str, ...]:
    package = import_module(f"dpviz.lessons.{slug}")
    outline = next(thing for thing in vars(package).values() if isinstance(thing, Outline))
    return tuple(outline.sections)


def test_every_picture_named_is_one_of_its_lesson() -> None:
    slugs = {entry.slug for entry in LESSONS}
    for entry in (*terms(), *corrections()):
        if entry.picture:
            slug, section = entry.picture.split()
            assert slug in slugs
            assert section in sections(slug), f"{entry.picture}: {entry}"


# Terms ---------------------------------------------------------------------------------------------------------


def test_no_spelling_belongs_to_two_terms() -> None:
    for lesson in LESSONS:
        names = Counter(name for term in terms() if term.means_this_in(lesson.slug) for name in term.spellings)
        assert [name for name, often in names.items() if often > 1] == []
    assert len({term.anchor for term in terms()}) == len(terms())


#: Bold words of the lessons that introduce nothing: how parts of a page begin, and what begins a line.
LEADS = re.compile(
    r"(?i)(you need|you will be able to|time|predict|now|why|drag|press|choose|look|what|which|how|where|beyond|the"
    r"|world \d)\b"
)


def prose(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])


def introduced(path: Path) -> list[str]:
    """The bold terms of a lesson: not its lead-ins, and not whole sentences."""
    found = [name for text in prose(path) for name in re.findall(r"\*\*([^*\n]+)\*\*", text)]
    return [name for name in found if not LEADS.match(name) and name[-1] not in ".?!:," and len(name.split()) < 7]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_bold_term_is_in_the_glossary(path: Path) -> None:
    known = {name.lower().removesuffix("s") for term in terms() for name in term.spellings}
    missing = [name for name in introduced(path) if name.lower().removesuffix("s") not in known]
    assert not missing, f"write them into dpviz/reference/glossary.txt: {', '.join(missing)}"


def test_a_definition_says_more_than_its_term() -> None:
    for term in terms():
        assert term.says[0].isupper()
        assert term.says.endswith(".")
        assert len(term.says.split()) >= 5
        assert not term.says.lower().startswith(f"{term.term} is"), term.term


def test_the_server_reads_the_terms_without_the_engine() -> None:
    """Only `numbers` loads it: what a server imports for every page stays small."""
    for name in ("_blocks", "reference/blocks", "reference/glossary", "reference/corrections"):
        tree = ast.parse((ROOT / "dpviz" / f"{name}.py").read_text(encoding="utf-8"))
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [
            module
            for module in imported
            if module.startswith("dpviz") and "reference" not in module and module != "dpviz._blocks"
        ]
