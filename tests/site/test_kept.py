"""What one start of the engine leaves for the next: it is used, and what is broken is not."""

from __future__ import annotations

import importlib
import io
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from dpviz.kernel.browser.kept import bytecode
from tests.site.serving import FileHost

PAGE = "02_exponential_mechanism.html"

# Names of what is kept, once both are.
KEPT = """async () => {
  for (;;) {
    const name = (await caches.keys()).find((each) => each.startsWith("dpviz start"));
    const addresses = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
    if (addresses.length === 2) return addresses.map((address) => new URL(address).search.split("=")[0]).sort();
    await new Promise((go) => setTimeout(go, 50));
  }
}"""
BREAK = """async () => {
  const name = (await caches.keys()).find((each) => each.startsWith("dpviz start"));
  const cache = await caches.open(name);
  const key = (await cache.keys()).find(({ url }) => url.includes("?memory="));
  const content = new Blob([new Uint8Array(21 << 20)]).stream().pipeThrough(new CompressionStream("gzip"));
  await cache.put(key, new Response(content));
}"""
FILES = "() => Object.keys(JSON.parse(document.getElementById('jupyter-config-data').textContent).dpvizFiles)"
ASK = """async () => {
  const { prefetch } = [...__dpviz.lessons.values()][0];
  await prefetch.whenFetched("n", 300_000);
  return prefetch.has("n");
}"""


def test_bytecode_is_good_again_without_its_source_being_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept_once.py").write_text("VALUE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    importlib.invalidate_caches()
    module = importlib.import_module("kept_once")
    monkeypatch.setattr(sys, "modules", {"kept_once": module})
    archive = bytecode(str(tmp_path))
    monkeypatch.undo()
    assert archive is not None
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        opened.extractall(tmp_path)
        assert all(entry.compress_type == zipfile.ZIP_STORED for entry in opened.infolist())
    (tmp_path / "kept_once.py").write_text("VALUE = 22\n")
    monkeypatch.syspath_prepend(tmp_path)
    del sys.modules["kept_once"]
    again = importlib.import_module("kept_once")
    assert again.VALUE == 1
    monkeypatch.setattr(sys, "modules", {"kept_once": again})
    assert bytecode(str(tmp_path)) is None


@pytest.mark.browser
@pytest.mark.slow
def test_a_second_visit_starts_from_what_the_first_has_left(host: FileHost, new_page: Any) -> None:
    page, lines = new_page(), []
    page.on("console", lambda line: lines.append(line.text))
    _open(page, host)
    assert page.evaluate(KEPT) == ["?bytecode", "?memory"]
    _open(page, host)
    assert page.evaluate(ASK)
    page.goto(f"{host.address}bench.html")
    page.wait_for_function("() => document.getElementById('bench-state').textContent === 'Python is ready.'")
    assert {"memory", "bytecode"} <= set(page.frames[1].evaluate(FILES)), "the bench takes what a lesson has left"
    assert lines == []
    page.evaluate(BREAK)
    _open(page, host)
    assert page.evaluate(ASK)


def _open(page: Any, host: FileHost) -> None:
    page.goto(host.address + PAGE)
    page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
