"""The JavaScript runtime: where it lies, which version it is, and the stub each widget sends instead of it.

The runtime (plotly.js included) is 1.2 MB. An anywidget sends its module with every instance, so the
widgets send a stub of a few hundred bytes that finds the runtime, or asks for it once a page.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

_FILE = files("dpviz.widgets") / "static" / "dpviz.js"


def bundle_path() -> Path:
    """The built runtime, for a server that hands it out as an ordinary, cacheable file."""
    return Path(str(_FILE))


@cache
def bundle_bytes() -> bytes:
    """The built runtime with the formulas' font in it, for a page that has neither; read once a process."""
    font = base64.b64encode(bundle_path().with_name("maths.woff2").read_bytes())
    version, authors, script = _FILE.read_bytes().split(b"\n", 2)
    said = b'globalThis.__dpvizMaths = "data:font/woff2;base64,' + font + b'";'
    return b"\n".join([version, authors, said, script])


@cache
def bundle_hash() -> str:
    """What tells one build from another: the first 16 hexadecimal digits of its sources' SHA-256.

    A RuntimeError, if the file has no such line, so it was not made by ``js/build.mjs``.
    """
    with _FILE.open("rb") as file:
        first = file.readline(200).decode("ascii", "replace")
    found = re.match(r"/\* dpviz runtime, sources sha256:([0-9a-f]{64}) \*/", first)
    if found is None:
        raise RuntimeError(f"{_FILE} does not name its sources in its first line; build it with js/build.mjs")
    return found[1][:16]


# `globalThis.__dpviz` is the runtime, or the promise of one: the page's template may have begun to load it,
# as a module script whose address contains "dpviz.js". Only a page without one asks the kernel, once.
# Nothing is awaited in `initialize`: anywidget holds back a model's messages until that has returned.
_STUB = """\
const V = "VERSION";
const ask = model => new Promise(done => model.on("msg:custom", function hear(m, b) {
  if (m?.kind !== "bundle") return;
  model.off("msg:custom", hear);
  const url = URL.createObjectURL(new Blob([b[0]], {type: "text/javascript"}));
  done(import(url).finally(() => URL.revokeObjectURL(url)));
}));
async function find(model) {
  const tag = document.querySelector('script[type=module][src*="dpviz.js"]');
  if (!globalThis.__dpviz && tag)
    await new Promise(go => { tag.onload = tag.onerror = go; setTimeout(go, 4000); });
  const ready = await Promise.resolve(globalThis.__dpviz).catch(() => {});
  if (ready?.version === V) return ready;
  const answer = ask(model);
  model.send({kind: "bundle"});
  return (await answer).default;
}
const load = model => (globalThis.__dpvizLoading ??= {})[V] ??= find(model);
export default {
  initialize({model}) { load(model).then(r => r.initialize({model})); },
  async render(view) { return (await load(view.model)).render(view); },
};
"""


@cache
def stub() -> str:
    """The module every widget sends: the same text for all of them."""
    return _STUB.replace("VERSION", bundle_hash())
