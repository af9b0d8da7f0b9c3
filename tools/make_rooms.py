"""Draw docs/guides/rooms.svg: the packages in the order of pyproject's contract, with their docstrings' first words."""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH, LEFT, GAP, LINE, PADDING = 960, 120, 8, 15, 10
#: What numpy alone is enough for, from this package downwards.
ENGINE = "dpviz.data"


def layers() -> list[list[str]]:
    """The packages, topmost row first; those of a row do not import each other, or may."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (rows,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [re.split(r"\s*[|:]\s*", row) for row in rows]


def about(package: str) -> str:
    """The first sentence of a package's docstring."""
    path = ROOT / package.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.split(r"\.(?:\s|$)", text.replace("`", ""), maxsplit=1)[0].replace("\n", " ")


def picture() -> str:
    """The whole drawing."""
    parts, y, engine = [], GAP, 0.0
    for row in layers():
        width = (WIDTH - LEFT - GAP * len(row)) / len(row)
        texts = [textwrap.wrap(about(package), int((width - 2 * PADDING) / 6)) for package in row]
        height = 2 * PADDING + LINE * (1 + max(map(len, texts)))
        if row[0] == ENGINE:
            engine = y
        for place, (package, lines) in enumerate(zip(row, texts, strict=True)):
            x = LEFT + place * (width + GAP)
            parts.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{height}" rx="4"/>')
            words = [f'<tspan class="name">{escape(package.removeprefix("dpviz."))}</tspan>', *map(escape, lines)]
            for number, text in enumerate(words, start=1):
                parts.append(f'<text x="{x + PADDING:.0f}" y="{y + PADDING + LINE * number - 4}">{text}</text>')
        y += height + GAP
    remarks = [
        (GAP + 24, "each may import"),
        (GAP + 40, "what stands below"),
        (engine + 24, "the engine:"),
        (engine + 40, "numpy alone"),
    ]
    parts += [f'<text x="{GAP}" y="{height:.0f}" class="remark">{text}</text>' for height, text in remarks]
    parts.append(f'<path d="M{GAP} {engine - GAP / 2} H{WIDTH}" class="line"/>')
    style = (
        "rect{fill:#f4f6f8;stroke:#7a8794}text{font:12px sans-serif;fill:#1c2733}.name{font-weight:bold}"
        ".remark{font-style:italic}.line{stroke:#7a8794;stroke-dasharray:4}.paper{fill:#fff;stroke:none}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img">'
    title = "<title>The packages of dpviz: each may import what stands below it</title>"
    return (
        f'{head}{title}<style>{style}</style><rect class="paper" width="{WIDTH}" height="{y}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    (ROOT / "docs" / "guides" / "rooms.svg").write_text(picture(), encoding="utf-8")
