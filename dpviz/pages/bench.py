"""The bench's page: an editor, what one may start from, and the frame in which the reader's browser runs the code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import jinja2

from dpviz.pages import places

POINTS = places.ROOM / "points"
#: Ends the code of a starting point; comments follow, which are told once it was tried.
AFTER = "\n\n# After trying:\n"
VARIANTS = range(1, 7)  # of the sparse vector technique, which share a file

#: Of the frame, which has an origin of its own beside: it can ask no address, its own site's as little as another's.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "font-src data: blob:",
        "connect-src blob:",
        "worker-src blob:",
    ]
)
MEMORY = 1 << 30  # bytes that Python may take
#: Messages of the worker's in a second with which it is stopped: pictures need fifty.
MOST_MESSAGES = 2000
#: Before the worker's own code. Python then hears of a lack of memory as of any other; and it can begin no worker that
#: nobody asks whether it is still there.
LIMIT = f"""\
{{
  delete self.Worker;
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {{
    if (this.buffer.byteLength + pages * 65536 > {MEMORY}) throw new RangeError("no more memory");
    return grow.call(this, pages);
  }};
}}
"""


@dataclass(frozen=True)
class Point:
    """What one may start from."""

    name: str  # in links: #point=NAME
    title: str
    code: str
    after: str  # two sentences for who has tried it


@cache
def points() -> tuple[Point, ...]:
    """All of them, in order."""
    return tuple(one for path in sorted(POINTS.glob("*.py")) for one in _read(path.stem[3:], path.read_text("utf-8")))


def _read(name: str, text: str) -> list[Point]:
    code, _, after = text.partition(AFTER)
    lines = [line.removeprefix("# ") for line in after.splitlines()]
    made = [(name, code, lines)]
    if "VARIANT = 1\n" in code:
        made = []
        for number in VARIANTS:
            own = [line.removeprefix(f"{number}: ") for line in lines if line.startswith(f"{number}: ")]
            numbered = code.replace("VARIANT = 1\n", f"VARIANT = {number}\n").replace(
                "variant 1 ", f"variant {number} ", 1
            )
            made.append((f"{name}_{number}", numbered, own))
    return [
        Point(name, re.match('"""(.*?)"""', code)[1].removesuffix("."), f"{code.rstrip()}\n", " ".join(after))  # type: ignore[index]
        for name, code, after in made
    ]


def frame(environment: jinja2.Environment, output: Mapping[str, Any]) -> str:
    """The document of the frame; `output` is what the cell shows that the worker executes."""
    template = environment.get_template("bench_frame.html")
    return template.render(policy=POLICY, output=output, limit=LIMIT, most_messages=MOST_MESSAGES)


def values(environment: jinja2.Environment, files: Mapping[str, str], output: Mapping[str, Any]) -> dict[str, Any]:
    """What fills the page's template; `files` are the addresses of what the frame needs, by name."""
    return {
        "points": [asdict(point) for point in points()],
        "needed": dict(files) or None,
        "frame": frame(environment, output) if files else "",
    }
