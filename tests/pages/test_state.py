"""The file of states that a page has of its widgets: smaller, and with nothing lost that the page asks for."""

from __future__ import annotations

import gzip
import random

from dpviz.kernel.core import Prepared
from dpviz.kernel.core.message import unpack
from dpviz.pages.state import state_file


def prepared(buffers: list[bytes]) -> Prepared:
    def model(name: str, **state: object) -> dict[str, object]:
        return {"model_name": name, "model_module": "m", "state": {"_model_name": name, "help": "", **state}}

    charts = {
        f"w{number}": model("AnyModel", _esm="code " * 200, layout=f"IPY_MODEL_l{number}", block={"buffer": number})
        for number in range(len(buffers))
    }
    layouts = {f"l{number}": model("LayoutModel", width=None) for number in range(len(buffers))}
    box = {"box": model("VBoxModel", children=["IPY_MODEL_w0"], layout="IPY_MODEL_l0", _esm="its own")}
    paths = [[name, "state", "block", "buffer"] for name in charts]
    return Prepared([], {"cells": ["1"]}, {"states": {**charts, **layouts, **box}, "buffer_paths": paths}, buffers)


def test_each_widget_has_what_it_had_and_none_its_layout() -> None:
    run = prepared([b"aaaa", b"bbbb", b"aaaa"])
    _, content, buffers = unpack(gzip.decompress(state_file(run)))
    told = content["data"]
    assert set(told["states"]) == {"w0", "w1", "w2", "box"}
    for name, one in told["states"].items():
        wanted = {key: value for key, value in run.states["states"][name]["state"].items() if key != "layout"}
        assert {**told["common"], **one["state"]} == wanted
    assert "help" not in told["common"]  # a widget without it would get it
    placed = {path[0]: bytes(buffer) for path, buffer in zip(told["buffer_paths"], buffers, strict=True)}
    assert placed == {"w0": b"aaaa", "w1": b"bbbb", "w2": b"aaaa"}
    assert content["known"] == {"cells": ["1"]}


def test_equal_buffers_far_apart_cost_as_much_as_one() -> None:
    noise = random.Random(1)
    one, other = (noise.randbytes(40_000) for _ in range(2))
    thrice, once = (
        len(state_file(prepared(buffers))) for buffers in ([one[:20_000], other, one[:20_000]], [one[:20_000], other])
    )
    assert thrice < once + 1000
