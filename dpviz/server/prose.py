"""Prose of a lesson: markdown to HTML, with formulas as MathML, which needs no script and reads aloud."""

from __future__ import annotations

from typing import Any

from latex2mathml.converter import convert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath


class ProseRenderer(IPythonRenderer):
    """nbconvert's renderer, except that formulas become MathML."""

    def inline_math(self, body: str) -> str:
        """Render ``$…$``."""
        return convert(body.strip())

    def block_math(self, body: str) -> str:
        """Render ``$$…$$``."""
        return f'<div class="dpviz-formula">{convert(body.strip(), display="block")}</div>\n'

    def latex_environment(self, name: str, body: str) -> str:
        """Render a bare environment such as ``align``."""
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def table(self, text: str) -> str:
        """A table that scrolls by itself on a narrow screen."""
        return f'<div class="dpviz-scroll"><table>\n{text}</table></div>\n'


def to_html(source: str, **_: Any) -> str:
    """Turn one markdown cell into HTML.

    Parameters
    ----------
    source : str
        Markdown, with formulas between dollar signs.

    Returns
    -------
    str
        HTML with MathML.
    """
    renderer = ProseRenderer(escape=False, exclude_anchor_links=True)
    html: str = MarkdownWithMath(renderer=renderer).render(source)
    return html
