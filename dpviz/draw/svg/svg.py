"""Elements of an SVG drawing as text: numbers in few digits, words, lines, cells as an image."""

from __future__ import annotations

import base64
import html
import re
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

LETTER = 0.55  # width of a letter, in parts of its size
_SHIFT = {"sup": "super", "sub": "sub"}


def short(value: float) -> str:
    """A length in pixels: a tenth is finer than any screen shows."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def element(name: str, body: str = "", /, **attributes: Any) -> str:
    """One element; lengths are shortened, `stroke_width` becomes ``stroke-width``, and None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{short(v) if isinstance(v, int | float) else html.escape(str(v))}"'
        for key, v in attributes.items()
        if v is not None
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def bare(text: str) -> str:
    """A text without the markup plotly allows in it."""
    return html.unescape(re.sub(r"</?\w[^>]*>", "", text))


def width(text: str, size: float) -> float:
    """About how wide a text is."""
    return LETTER * size * max(len(bare(line)) + 0.6 * line.count("%") for line in text.split("<br>"))


def words(text: str, x: float, y: float, size: float, colour: str, anchor: str = "start", **options: Any) -> str:
    """A text whose first line stands at (x, y), with what plotly's markup there is in it."""
    lines = []
    for number, line in enumerate(text.split("<br>")):
        body = ""
        for tag, raised, plain in re.findall(r"<(sup|sub)>(.*?)</\1>|([^<]+|</?\w[^>]*>|<)", line):
            if tag:
                body += element("tspan", html.escape(raised), baseline_shift=_SHIFT[tag], font_size="70%")
            elif plain == "<" or not plain.startswith("<"):
                body += html.escape(html.unescape(plain))
        lines.append(element("tspan", body, x=x, dy=1.2 * size) if number else body)
    anchor_ = None if anchor == "start" else anchor
    return element("text", "".join(lines), x=x, y=y, font_size=size, fill=colour, text_anchor=anchor_, **options)


def runs(x: NDArray[np.float64], y: NDArray[np.float64]) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The pieces of a line between its gaps."""
    known = np.isfinite(x) & np.isfinite(y)
    cuts = np.flatnonzero(np.diff(known)) + 1
    pieces = zip(np.split(x, cuts), np.split(y, cuts), np.split(known, cuts), strict=True)
    return [(a, b) for a, b, there in pieces if there.size and there[0]]


def path(x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
    """The ``d`` of a line, without points that nobody could tell from their neighbours."""
    drawn = []
    for across, up in runs(x, y):
        a, b = np.round(across, 1), np.round(up, 1)
        keep = np.ones(a.size, dtype=bool)
        keep[1:] = (np.diff(a) != 0) | (np.diff(b) != 0)
        a, b = a[keep], b[keep]
        if a.size > 2:  # what lies on a straight line between its neighbours
            turn = np.abs(np.diff(a)[:-1] * np.diff(b)[1:] - np.diff(a)[1:] * np.diff(b)[:-1])
            onwards = np.diff(a)[:-1] * np.diff(a)[1:] + np.diff(b)[:-1] * np.diff(b)[1:] > 0
            bends = np.concatenate([[True], (turn > 1e-9) | ~onwards, [True]])
            a, b = a[bends], b[bends]
        points = " ".join(f"{short(p)},{short(q)}" for p, q in zip(a.tolist(), b.tolist(), strict=True))
        drawn.append(f"M{points}")
    return "".join(drawn)


def image(colours: NDArray[np.uint8], **place: Any) -> str:
    """Cells of shape (rows, columns, 4), the top row first, as an image."""
    rows, columns, _ = colours.shape
    raw = b"".join(b"\0" + row.tobytes() for row in colours)

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    source = "data:image/png;base64," + base64.b64encode(data).decode()
    return element("image", href=source, preserveAspectRatio="none", **place)
