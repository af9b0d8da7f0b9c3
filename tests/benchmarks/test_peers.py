"""An environment of its own for a peer: made once, clean, and a clear note where it cannot be measured."""

import json
import sys

import pytest

from benchmarks.peers import Missing, Peer

pytestmark = pytest.mark.slow

ECHO = """
import json, os, sys
given = json.load(sys.stdin)
print("noise on the way")
if given == "fail":
    raise SystemExit("this went wrong")
if given == "silent":
    raise SystemExit
seen = [key for key in os.environ if key.startswith("PYTHON")]
try:
    import numpy
    seen.append("numpy")
except ImportError:
    pass
print(json.dumps({"given": given, "prefix": sys.prefix, "seen": seen}))
"""


def test_a_peer_runs_in_an_environment_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("DPVIZ_BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    script = tmp_path / "echo.py"
    script.write_text(ECHO)
    peer = Peer(name="nothing", requirements=())
    answer = peer.run(script, {"a": [1, 2]})
    assert answer["given"] == {"a": [1, 2]}
    assert answer["seen"] == []
    assert answer["prefix"] == str(peer.folder) != sys.prefix
    made = (peer.folder / "done").stat().st_mtime_ns
    with pytest.raises(Missing, match="nothing could not be measured: this went wrong"):
        peer.run(script, "fail")
    with pytest.raises(Missing, match="it answered"):
        peer.run(script, "silent")
    assert (peer.folder / "done").stat().st_mtime_ns == made
    assert json.dumps(answer)


def test_a_peer_that_cannot_be_installed_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("DPVIZ_BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("benchmarks.peers._interpreter", lambda version: str(tmp_path / "no-such-python"))
    peer = Peer(name="nowhere", requirements=("anything",))
    with pytest.raises(Missing, match="nowhere could not be measured"):
        peer.run(tmp_path / "never.py", None)
    assert not (peer.folder / "done").exists()


def test_other_requirements_are_another_environment():
    one, other = Peer(name="a", requirements=("x",)), Peer(name="a", requirements=("x",), alone=("y",))
    assert one.folder != other.folder
    assert one.folder.parent == other.folder.parent
