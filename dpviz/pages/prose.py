"""Prose of a lesson: markdown to HTML, with formulas as MathML, and links to the glossary and the corrections."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from html import escape
from itertools import pairwise
from typing import Any

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor

from dpviz._project import DOCUMENTS, SITE
from dpviz._text import raised_html
from dpviz.draw.formula import mathml
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import lectures
from dpviz.pages.gallery import still
from dpviz.pages.navigation import navigation
from dpviz.pages.steps import SHOWS, is_notes, slug, steps
from dpviz.reference.corrections import titles
from dpviz.reference.glossary import WORD, Term, spellings


@dataclass(frozen=True)
class Places:
    """Where links of a page lead to."""

    # begins addresses of our pages of reference; "" if this server has none: then they are on the web
    reference: str = ""
    lessons: str = ""  # the same of the lessons; "": beside the page
    ending: str = ""  # .html where pages are files: it ends their addresses, and those of lessons in place of .ipynb

    def page(self, name: str) -> str:
        """The address of "glossary" or "corrections"."""
        return f"{self.reference}{name}{self.ending}" if self.reference else f"{DOCUMENTS}/{name}.md"

    def link(self, url: str) -> str:
        """What a link among the documents and notebooks of a clone is on the page."""
        if found := re.fullmatch(r"(?:(?:\.\./)+docs/)?(glossary|corrections)\.md(#.*)?", url):
            return self.page(found[1]) + (found[2] or "")
        if self.reference and url.startswith(f"{SITE}bench.html"):
            return f"{self.reference}bench{self.ending}" + url.removeprefix(f"{SITE}bench.html")
        link = self.lessons + url.removeprefix("../notebooks/") if url.startswith("../notebooks/") else url
        return re.sub(r"^(\w+)\.ipynb(?=#|\?|$)", rf"\1{self.ending}", link) if self.ending else link


class ProseRenderer(IPythonRenderer):
    """nbconvert's renderer, except that formulas become MathML and links lead to where this server has the page."""

    def __init__(self, places: Places) -> None:
        super().__init__(escape=False, exclude_anchor_links=True)
        self.places = places

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def block_math(self, body: str) -> str:
        return f'<div class="dpviz-formula">{mathml(body, "block")}</div>\n'

    def latex_environment(self, name: str, body: str) -> str:
        """Render a bare environment such as ``align``."""
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def heading(self, text: str, level: int, **attrs: Any) -> str:
        """A heading with an id, so that it can be linked to."""
        return f'<h{level} id="{escape(slug(text))}">{text}</h{level}>\n'

    def table(self, text: str) -> str:
        """A table that scrolls by itself on a narrow screen, with the rows that belong together in one colour."""
        return f'<div class="dpviz-scroll"><table>\n{_grouped(text)}</table></div>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """A link; a dagger is a small mark that says what was corrected."""
        target = self.places.link(url)
        if text.strip() != "†":
            html: str = super().link(text, target, title)
            return html
        said = escape("corrected: " + titles().get(url.rpartition("#")[2], "a slip in print"))
        return f'<sup class="dpviz-mark"><a href="{escape(target)}" title="{said}" aria-label="{said}">†</a></sup>'


#: A row of a table, with its first cell.
ROW = re.compile(r"<tr>(\s*<td[^>]*>(.*?)</td>)", re.DOTALL)


def _grouped(rows: str) -> str:
    """Number the groups of rows that begin alike, where there are any: 0, 1, 2 and again from 0."""
    firsts = [row[2] for row in ROW.finditer(rows)]
    if not any(one == next for one, next in pairwise(firsts)):
        return rows
    group, before = -1, None

    def numbered(row: re.Match[str]) -> str:
        nonlocal group, before
        group, before = group + (row[2] != before), row[2]
        return f'<tr data-group="{group % 3}">{row[1]}'

    return ROW.sub(numbered, rows)


def to_html(source: str, places: Places = Places()) -> str:
    """Turn markdown, with formulas between dollar signs, into HTML with MathML."""
    html = raised_html(MarkdownWithMath(renderer=ProseRenderer(places)).render(source))
    return html.replace(' <sup class="dpviz-mark">', '\u00a0<sup class="dpviz-mark">')  # no dagger begins a line


Spellings = Mapping[str, tuple[tuple[str, Term], ...]]
TAG = re.compile(r"(<[^>]*>)")
HEAD = re.compile(r"<h([1-6])\b.*?</h\1>\n?", re.DOTALL)
#: In these a term is not linked.
APART = re.compile(r"</?(?:a|h[1-6]|code|pre|math|summary)\b")


class Linker:
    """Makes the first use of each term on a page a link to its entry in the glossary.

    `address` is the glossary's; `lesson` is the slug of the lesson that the page is.
    """

    def __init__(self, address: str, lesson: str = "") -> None:
        self._address, self._names, self._used = address, spellings(lesson), set[Term]()

    def __call__(self, html: str) -> str:
        """Link in the next piece of the page."""
        parts, depth = TAG.split(html), 0
        for number, part in enumerate(parts):
            if number % 2:
                if APART.match(part):
                    depth += -1 if part.startswith("</") else 1
            elif not depth:
                parts[number] = self._linked(part)
        return "".join(parts)

    def _linked(self, text: str) -> str:
        pieces, done = [], 0
        for word in WORD.finditer(text):
            if word.start() < done or not (found := use_at(text, word, self._names)):
                continue
            term, start, end = found
            if term not in self._used and start >= done:
                self._used.add(term)
                pieces += [text[done:start], self._link(term, text[start:end])]
            else:
                pieces.append(text[done:end])
            done = end
        return "".join([*pieces, text[done:]])

    def _link(self, term: Term, text: str) -> str:
        return f'<a class="dpviz-term" href="{escape(self._address)}#{term.anchor}">{text}</a>'


def use_at(text: str, word: re.Match[str], spelt: Spellings) -> tuple[Term, int, int] | None:
    """The longest term of which this is the first word, and from where to where; None if there is none."""
    first = word[0].lower()
    names = spelt.get(first, ())
    for name, term in names if not first.endswith("s") else (*names, *spelt.get(first[:-1], ())):
        start = word.start() - (WORD.search(name) or word).start() if not name[0].isalnum() else word.start()
        end = start + len(name)
        there = text[max(start, 0) : end]
        # As it is written, or with a capital where a sentence begins.
        if there != name and (len(name) == 1 or there[:1].lower() + there[1:] != name):
            continue
        end += text[end : end + 1] == "s"
        # A part of a hyphened word is not the word.
        if not re.match(r"[\w-]*\w", text[end:]) and not re.search(r"\w-?$", text[:start]):
            return term, start, end
    return None


class Reading(Preprocessor):
    """Prepares a lesson for our template: its steps, and in the cells' metadata the prose as HTML and where one begins.

    The template's ``conf.json`` asks for it, so that any Voilà with our template has it.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Go through the cells once."""
        served: Mapping[str, Any] = resources.get("dpviz", {})
        places = Places(served.get("reference", ""), ending=served.get("ending", ""))
        name = f"{resources.get('metadata', {}).get('name', '')}.ipynb"
        lesson = next((entry for entry in LESSONS if entry.notebook == name), None)
        link = Linker(places.page("glossary"), lesson.slug if lesson else "")
        for cell in nb.cells:
            if cell.cell_type == "markdown":
                html = to_html(cell.source, places)
                if not is_notes(cell):
                    html = link(html)
                    # A heading stands above the picture of its step, whatever else does.
                    if head := HEAD.match(html):
                        cell.metadata["dpviz_head"], html = head[0], html[head.end() :]
                cell.metadata["dpviz_html"] = html
            elif shows := SHOWS.search(cell.source):
                cell.metadata[f"dpviz_{shows[1]}"] = shows[2] or True
                if shows[1] == "opening" and lesson:
                    cell.metadata["dpviz_still"] = still(lesson.slug)
        parts = steps(nb.cells)
        resources["dpviz_navigation"] = navigation(name, nb.cells[0].source if nb.cells else "", parts)
        made = [asdict(step) | {"id": step.id, "title": step.title} for step in parts]
        for step in made:
            nb.cells[step["first"]].metadata["dpviz_step"] = step
        resources["dpviz_steps"] = made
        # On the page in one place only: what is in the configuration would be there twice.
        beside = resources.get("page_config", {}).pop(lectures.KEY, None)
        resources["dpviz_lecture"] = beside or lectures.shipped(name.removesuffix(".ipynb"))
        resources["dpviz_short"] = f"{served['home']}{lesson.number}" if lesson and served.get("home") else ""
        resources["dpviz_corrections"] = places.page("corrections")
        return nb, resources
