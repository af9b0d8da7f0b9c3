"""How a page gets the runtime, once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest

from dpviz.widgets import bundle_bytes, bundle_hash
from dpviz.widgets._runtime import stub
from tests.widgets.parts import moving

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_a_page_without_the_runtime_asks_the_kernel_for_it_once(lesson: Open) -> None:
    page = lesson()
    result = page.evaluate(
        """async ([stub, bundle]) => {
          delete globalThis.__dpviz;
          const bytes = Uint8Array.from(atob(bundle), c => c.charCodeAt(0));
          const widget = (await import(URL.createObjectURL(new Blob([stub], { type: "text/javascript" })))).default;
          const models = ["one", "two"].map(label => {
            const model = new Model({ kind: "button", page: "p", label, help: "" });
            const answer = () => model.hear({ kind: "bundle" }, [new DataView(bytes.buffer)]);
            model.onsend = ({ kind }) => kind === "bundle" && setTimeout(answer);
            return model;
          });
          await Promise.all(models.map(async model => {
            await widget.initialize({ model });
            const el = document.createElement("div");
            document.querySelector("main").append(el);
            await widget.render({ model, el });
          }));
          return models.map(model => model.sent.length);
        }""",
        [stub(), base64.b64encode(bundle_bytes()).decode()],
    )
    assert sum(result) == 1
    assert page.inner_text("main .dpv-button >> nth=0") == "one"
    assert page.inner_text("main .dpv-button >> nth=1") == "two"


@pytest.mark.parametrize("found", ["globalThis.__dpviz", "Promise.resolve(globalThis.__dpviz)"])
def test_a_runtime_of_the_same_version_is_used_and_an_older_one_is_not(lesson: Open, found: str) -> None:
    page = lesson()
    script = """async ([stub]) => {
      globalThis.__dpviz = FOUND;
      const model = new Model({ kind: "button", page: "p", label: "x", help: "" });
      const widget = (await import(URL.createObjectURL(new Blob([stub], { type: "text/javascript" })))).default;
      const el = document.createElement("div");
      const shown = Promise.resolve(widget.render({ model, el })).then(() => el.textContent);
      const late = new Promise(done => setTimeout(done, 500, "waiting for the kernel"));
      return [await Promise.race([shown, late]), model.sent.map(({ content }) => content.kind)];
    }"""
    assert page.evaluate(script.replace("FOUND", found), [stub()]) == ["x", []]
    page.evaluate("delete globalThis.__dpvizLoading")
    page.evaluate("globalThis.__dpviz = { version: 'older' }")
    assert page.evaluate(script.replace("FOUND", found), [stub()]) == ["waiting for the kernel", ["bundle"]]


def test_the_runtime_may_come_before_the_body(lesson: Open) -> None:
    # A page that streams sends its head first; a quick script runs while there is nothing else yet.
    page = lesson()
    version = page.evaluate(
        """async () => {
          const body = document.body;
          body.remove();
          document.documentElement.dataset.dpvizPage = "";
          try {
            return (await import("/dpviz.js?before-the-body")).default.version;
          } finally {
            document.documentElement.append(body);
          }
        }"""
    )
    assert version == bundle_hash()


def test_beside_an_amd_loader_pictures_are_drawn(new_page: Open, address: str) -> None:
    """RequireJS, say, which nbclassic and nbviewer bring: no part of ours may hand itself to it."""
    page = new_page()
    page.add_init_script("window.taken = 0; window.define = Object.assign(() => (taken += 1), { amd: {} })")
    page.goto(address + "app")
    page.wait_for_function("window.started")
    moving(page)
    page.wait_for_selector("#chart .main-svg .scatterlayer path", state="attached")
    assert page.evaluate("taken") == 0
    assert page.complaints == []
