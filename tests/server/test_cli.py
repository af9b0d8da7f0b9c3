"""The command: its options, its port, its end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from tornado.web import HTTPError

from dpviz import __version__
from dpviz.cli import main, parser
from dpviz.server.app import end_kernels
from tests.browser import first_by_day
from tests.serving import run_async, serve, wait_for, write_notebook


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.strip() == f"dpviz {__version__}"


PREFIXES = "/a//b/ /../ /a/./b /.x/ https://e.org/x/ /x?y /x#y /ä/ /%2e/ /(.*)/ /x;y/ /<x>/"
NAMES = "https://e.org e.org:8000 e.org/x * *.e.org e..org .e.org e.org. ä.org"
ORIGINS = (
    "lms.example.org https://lms.example.org/ https://e.org/course ftp://e.org https:// 'self' https://e.org:port "
    "https://e.org,https://f.org data: https: https://* https://user@e.org https://e.org?x"
)
#: What each option says of what it does not take.
WRONG = {
    "--port": ("0 to 65535", ["x", "65536", "-1"]),
    "--preheat": ("'none'", ["some", "-2", "²"]),
    "--max-kernels": ("whole number >= 1", ["0", "-1", "x", "1.5", "", "²"]),
    "--base-url": ("must be a path such as /dpviz/", ["", "a b", "/x\n/", "x" * 201, "/a\\b/", *PREFIXES.split()]),
    "--allow-host": (
        "such as lms.example.org, without https:// and without a port",
        ["", "a b", "a\nb", *NAMES.split()],
    ),
    "--embed-in": (
        "https://lms.example.org",
        ["", "https://e.org; script-src *", "https://e.org https://f.org", "https://e.org\r\nX: y", *ORIGINS.split()],
    ),
}


@pytest.mark.parametrize(
    ("option", "words", "wrong"),
    [(option, words, wrong) for option, (words, values) in WRONG.items() for wrong in values],
)
def test_bad_options_say_what_is_accepted(
    option: str, words: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([f"{option}={wrong}"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option}: " in said
    assert words in said
    assert f"got {wrong!r}" in said


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.csv", None, "There is no file"),
        ("one.csv", b"a,b\n1,2\n", "at least 50"),
        ("latin.csv", b"caf\xe9\n" + b"1\n" * 60, "not UTF-8"),
        ("page.csv", b"<html></html>", "web page"),
        ("{x}.csv", b"a\n1\n", "cannot stand in a link"),
    ],
)
def test_a_table_that_cannot_be_used_stops_the_command_before_it_serves(
    name: str,
    content: bytes | None,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DPVIZ_DATA", "")
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["--data", str(tmp_path / name)]) == 2
    out = capsys.readouterr()
    assert words in out.err
    assert "running" not in out.out


def test_ctrl_c_while_a_command_is_imported_is_no_traceback(monkeypatch, capsys) -> None:
    def pressed(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dpviz.cli.importlib.import_module", pressed)
    assert main(["grade", "receipts"]) == 130
    assert "stopped" in capsys.readouterr().err


@pytest.mark.parametrize(("word", "number"), [("all", None), ("none", 0), ("3", 3)])
def test_preheat_words(word: str, number: int | None) -> None:
    assert parser().parse_args(["--preheat", word]).preheat == number


def test_a_taken_port_gives_way_to_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serve("--port", str(port), "--preheat", "none") as served:
            own = int(served.address.rstrip("/").rsplit(":", 1)[1])
            assert own > port
            assert served.lines[0] == f"Port {port} is taken, so dpviz uses {own}."
            assert served.get("")[0] == 200


def test_an_address_that_is_not_ours_is_an_error_in_plain_words() -> None:
    # In a process of its own: a browser of other tests may have an event loop running in this one.
    # 192.0.2.0/24 is set aside for documentation; no machine has it.
    command = [sys.executable, "-m", "dpviz.cli", "--no-browser", "--ip", "192.0.2.1", "--preheat", "none"]
    ended = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
    assert ended.returncode == 1
    assert "192.0.2.1" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("how", first_by_day(signal.SIGINT, signal.SIGTERM))
def test_stopping_leaves_nothing_behind(how: signal.Signals, tmp_path) -> None:
    write_notebook(tmp_path, "one", "# One", "1 + 1")
    with serve("--preheat", "1", notebooks=tmp_path) as served:
        me = psutil.Process(served.process.pid)
        children = wait_for(lambda: me.children(recursive=True))
        assert served.stop(how) == 0
        # A loaded machine may take a moment to bury them.
        wait_for(lambda: not psutil.wait_procs(children, timeout=1)[1])
        assert "Traceback" not in "\n".join(served.lines)
    wait_for(lambda: [path.name for path in tmp_path.iterdir()] == ["one.ipynb"])


def test_a_kernel_that_ends_by_itself_keeps_no_other_alive() -> None:
    class Manager:
        def __init__(self) -> None:
            self.listed = ["gone", "here", "there"]

        async def shutdown_all(self, now: bool) -> None:
            assert now
            if "gone" in self.listed:
                self.listed.remove("gone")
                raise HTTPError(404, "Kernel does not exist: gone")
            self.listed.clear()

    manager = Manager()
    run_async(end_kernels(manager))
    assert manager.listed == []
