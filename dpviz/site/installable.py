"""What lets a browser install the site as an app: its icons and its manifest."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from dpviz.pages import places
from dpviz.site.folder import digest

MANIFEST = "manifest.webmanifest"
#: Backgrounds of the style sheet's themes, for what the browser draws around a page.
COLOURS = {"light": "#fbfaf8", "dark": "#12161b"}
#: Drawn from the icon of the pages; the last one fills its square, for systems that cut it to a shape of theirs.
ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512", "maskable-512.png": "512x512"}


@cache
def icons() -> dict[str, tuple[str, bytes]]:
    """Address in the site and content of each icon, by its file's name."""
    paths = [places.TEMPLATE / "static" / "icon.svg", *(Path(__file__).with_name("icons") / name for name in ICONS)]
    contents = {path.name: path.read_bytes() for path in paths}
    return {
        name: (f"icons/{Path(name).stem}.{digest(content)}{Path(name).suffix}", content)
        for name, content in contents.items()
    }


def touch_icon() -> str:
    """Address of the icon without transparent corners, for home screens that draw them black."""
    return icons()["maskable-512.png"][0]


def files() -> dict[str, bytes]:
    """The manifest and the icons, by their paths in the site."""
    drawn = icons()
    entries = [{"src": drawn["icon.svg"][0], "sizes": "any", "type": "image/svg+xml"}]
    for name, sizes in ICONS.items():
        entry = {"src": drawn[name][0], "sizes": sizes, "type": "image/png"}
        entries.append({**entry, "purpose": "maskable"} if name.startswith("maskable") else entry)
    manifest = {
        "name": "See differential privacy work",
        "short_name": "dpviz",
        "description": "Lessons on differential privacy, with pictures that you move.",
        "lang": "en",
        "start_url": "./",
        "scope": "./",
        "display": "minimal-ui",
        "theme_color": COLOURS["light"],
        "background_color": COLOURS["light"],
        "icons": entries,
    }
    return {MANIFEST: json.dumps(manifest, indent=1).encode(), **dict(drawn.values())}
