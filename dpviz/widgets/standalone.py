"""A picture as one file: a page that is dragged without any server, wherever a browser can open it."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from dpviz._json import to_json
from dpviz._project import SOURCE
from dpviz._text import raised
from dpviz.widgets._runtime import bundle_bytes, bundle_path

# It may ask nobody for anything; what it is made of stands in it.
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:"
NOTICES = ("dpviz.licenses.txt", "maths.licence.txt")
STYLE = """\
:root { color-scheme: light; }
body { margin: 0; background: #f6f7f9; color: #1f2933; line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", Arial, sans-serif; }
main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1rem; }
footer { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0 0.3rem; }
p { margin: 0.3rem 0; max-width: 75ch; }
a { color: #005a96; }
footer { font-size: 0.9rem; padding-bottom: 2rem; }
summary { min-height: 44px; padding: 0.6rem 0; box-sizing: border-box; cursor: pointer; width: fit-content; }
pre { overflow: auto; max-height: 24rem; white-space: pre-wrap; font-size: 0.8rem; }
main .dpv-chart h3.dpv-title { display: none; }
:root[data-dpviz-theme="dark"] { color-scheme: dark; }
:root[data-dpviz-theme="dark"] body { background: #12161b; color: #e6eaee; }
:root[data-dpviz-theme="dark"] a { color: #6bbcf2; }
"""
HINT = "Drag a slider, or use the arrow keys."
ONE_AT_A_TIME = " One slider moves at a time: when you take another, the others go back to the values saved here."


def standalone_page(
    name: str,
    blocks: Mapping[str, Mapping[str, Any]],
    sliders: Sequence[Mapping[str, Any]],
    *,
    lesson: str = "",
    address: str = "",
) -> bytes:
    """Write a picture and the sliders that move it as a page that needs nothing else.

    The blocks are the picture along each of its parameters (`dpviz.draw.payload.chart_payload`), all at the same state;
    the sliders have ``name, label, help, values, texts, value, low, high, play`` of each. `lesson` is the lesson's
    title. The address of the picture is not written if it is not one of the web.

    HTML in UTF-8, about 1.4 MB: nearly all of it is the runtime.
    """
    block = next(iter(blocks.values()))
    moved = {slider["name"] for slider in sliders}
    state = [item["says"][block["start"] if len(item["says"]) > 1 else 0] for item in block["state"]]
    told = list(zip(block["state"], state, strict=True))
    at = ", ".join(says for item, says in told if item["name"] in moved)
    fixed = ", ".join(says for item, says in told if item["name"] not in moved)
    data = {"name": name, "sliders": list(sliders), "blocks": {axis: _packed(one) for axis, one in blocks.items()}}
    text = html.escape
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(block['title'])}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{raised(text(block['title']))}</h1>",
        f"<p>{text(lesson)}</p>" if lesson else "",
        f"<p>{HINT}{ONE_AT_A_TIME if len(sliders) > 1 else ''}</p>" if sliders else "",
        f"<p>Saved at {raised(text(at))}.</p>" if at else "",
        f"<p>Fixed in this file: {raised(text(fixed))}.</p>" if fixed else "",
        "<noscript><p>This page needs JavaScript to draw its picture.</p></noscript>",
        '<div id="dpviz"></div></main><footer>',
        f'<p>Made with <a href="{SOURCE}">dpviz</a>.{_link(address)}</p>',
        "<details><summary>Licences of what is in this file</summary>",
        f'<pre tabindex="0" role="region" aria-label="Licences">{text(_notices())}</pre></details></footer>',
        f'<script type="application/json" id="dpviz-data">{_json(data)}</script>',
        f'<script type="module">{_inline(bundle_bytes().decode())}</script>',
        '<script type="module">const data = JSON.parse(document.getElementById("dpviz-data").textContent);',
        '__dpviz.standalone(document.getElementById("dpviz"), data);</script></body></html>',
    ]
    return "\n".join(line for line in lines if line).encode()


def _link(address: str) -> str:
    """Where it comes from, if anybody can go there."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return ""
    here = host == "localhost" or host.endswith(".localhost") or host.startswith("127.") or host in ("0.0.0.0", "::1")
    if parts.scheme not in ("http", "https") or not host or here:
        return ""
    return f' This picture in its lesson: <a href="{html.escape(address)}">{html.escape(address)}</a>'


def _notices() -> str:
    texts = [bundle_path().with_name(name).read_text(encoding="utf-8") for name in NOTICES]
    return "\n\n".join([f"dpviz (BSD-3-Clause), {SOURCE}", *texts])


def _packed(block: Mapping[str, Any]) -> dict[str, Any]:
    """A block with its buffers as base64 text."""
    motion = [
        {**{key: value for key, value in track.items() if key != "buffer"}, "base64": _base64(track["buffer"])}
        if "buffer" in track
        else track
        for track in block["motion"]
    ]
    return {**block, "motion": motion}


def _base64(buffer: Any) -> str:
    return base64.b64encode(buffer).decode("ascii")


def _json(value: Any) -> str:
    """JSON that ends no script, whatever is in it: no ``<``; and, where a number is not finite, a gap."""
    return to_json(value).replace("<", "\\u003c")


def _inline(script: str) -> str:
    """A script as it may stand in a page; its own texts are the same with a backslash that does nothing."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
