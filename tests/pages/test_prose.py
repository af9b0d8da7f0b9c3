"""Links in a lesson's text: terms to the glossary, daggers to the corrections, and what stays as it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from dpviz._project import DOCUMENTS, SITE, SOURCE
from dpviz.pages.prose import Linker, Places, Reading, to_html

SERVED = {"dpviz": {"reference": "/hub/dpviz/"}}


def linked(*pieces: str) -> str:
    link = Linker("g")
    return "".join(link(to_html(piece)) for piece in pieces)


def test_the_first_use_on_the_page_is_a_link_and_no_other() -> None:
    html = linked("Sensitivity is small.\n\nThe sensitivity is large.", "And **sensitivity** again.")
    assert html.count("<a ") == 1
    assert '<p><a class="dpviz-term" href="g#sensitivity">Sensitivity</a> is small.' in html


def test_every_spelling_is_the_same_term() -> None:
    assert linked("It is ε-differentially private. Differential privacy is good.").count("<a ") == 1
    assert 'href="g#neighbouring-table">neighbours</a>' in linked("Two neighbours.")
    assert 'href="g#counting-query">counting queries</a>' in linked("Two counting queries.")
    assert 'href="g#marginal">marginals</a>' in linked("All marginals.")


def test_the_longest_term_counts() -> None:
    html = linked("The Laplace mechanism. Again the Laplace mechanism, a mechanism.")
    assert html.count("<a ") == 2
    assert '">Laplace mechanism</a>. Again the Laplace mechanism, a <a class="dpviz-term" href="g#mechanism">' in html


@pytest.mark.parametrize(
    "text",
    [
        "## Sensitivity",
        "`sensitivity`",
        "[the sensitivity](x)",
        "    sensitivity",
        r"$\text{sensitivity}$",
        "insensitivity",
        "sensitivity-based",
        "sensitivityless",
    ],
)
def test_what_is_no_use_of_a_term_stays(text: str) -> None:
    assert "dpviz-term" not in linked(text)


def test_one_letter_is_not_its_capital() -> None:
    assert "dpviz-term" not in linked("Δ is large.")
    assert 'href="g#δ">δ</a>' in linked("δ is small.")


def test_a_dagger_is_a_mark_that_says_what_was_corrected() -> None:
    html = to_html("So it is[†](../docs/corrections.md#pac-6).", Places("/hub/dpviz/"))
    assert '<sup class="dpviz-mark"><a href="/hub/dpviz/corrections#pac-6"' in html
    assert 'aria-label="corrected: One side, or both"' in html


def test_without_our_server_links_lead_to_the_web() -> None:
    assert f'href="{DOCUMENTS}/corrections.md#pac-6"' in to_html("[†](../docs/corrections.md#pac-6)")
    assert f'href="{DOCUMENTS}/glossary.md"' in to_html("[x](../../docs/glossary.md)")


def test_lessons_are_beside_lessons_and_where_the_documents_are_told() -> None:
    assert 'href="03_pac_learning.ipynb"' in to_html("[lesson 3](03_pac_learning.ipynb)", Places("/dpviz/"))
    html = to_html("[x](../notebooks/03_pac_learning.ipynb#cut)", Places("/dpviz/", "/voila/render/"))
    assert 'href="/voila/render/03_pac_learning.ipynb#cut"' in html


def test_rows_of_a_table_that_begin_alike_are_one_group() -> None:
    rows = [f"| {name} | {i} |" for i, name in enumerate("AABCCD")]
    html = to_html("\n".join(["| class | person |", "|---|---|", *rows]))
    assert re.findall(r'<tr data-group="(\d)">\s*<td', html) == ["0", "0", "1", "2", "2", "0"]
    assert html.count("<tr") == 7
    plain = "\n".join(["| class | person |", "|---|---|", "| A | 1 |", "| B | 2 |"])
    assert "data-group" not in to_html(plain)


def test_a_notebook_is_prepared_cell_by_cell() -> None:
    cells = [
        new_markdown_cell("The sensitivity."),
        new_code_cell('lesson.show("worlds")'),
        new_markdown_cell("Sensitivity."),
    ]
    resources = dict(SERVED)
    notebook, resources = Reading().preprocess(new_notebook(cells=cells), resources)
    first, picture, last = (cell.metadata for cell in notebook.cells)
    assert 'href="/hub/dpviz/glossary#sensitivity"' in first["dpviz_html"]
    assert picture["dpviz_show"] == "worlds"
    assert "<a" not in last["dpviz_html"]
    assert resources["dpviz_corrections"] == "/hub/dpviz/corrections"


def test_the_owner_is_the_one_that_the_project_names() -> None:
    root = Path(__file__).resolve().parents[2]
    named = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    assert named == SOURCE
    card = (root / "js" / "src" / "runtime" / "card.js").read_text(encoding="utf-8")
    assert f'ON_THE_WEB = "{named}/blob/main/docs/corrections.md"' in card


def test_the_bench_is_this_servers_where_it_has_one() -> None:
    link = f"[x]({SITE}bench.html#point=clip)"
    assert 'href="/hub/dpviz/bench#point=clip"' in to_html(link, Places("/hub/dpviz/"))
    assert 'href="./bench.html#point=clip"' in to_html(link, Places("./", ending=".html"))
    assert f'href="{SITE}bench.html#point=clip"' in to_html(link)
