"""What the bench's page offers to start from, and how its worker reads what is written there."""

from __future__ import annotations

import re
import sys
from html import unescape

import pytest

from dpviz.kernel.browser.bench import Clock, TooLong, Wrong, explained, limited, read
from dpviz.kernel.browser.bench import bench as desk_of_the_bench
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import bench as page
from dpviz.pages.assets import environment
from dpviz.privacy import bench
from tests.browser import first_by_day

RIGHT = {"noisy_count", "noisy_max", "sparse_vector_1", "sparse_vector_2", "clipped_step"}
POINTS = {point.name: point for point in page.points()}
SOURCES = (page.places.PACKAGE / "reference" / "sources.md").read_text(encoding="utf-8")


def tried(name: str, seed: int):
    mechanism, options = read(POINTS[name].code, Clock())
    return bench(mechanism, **{**options, "seed": seed})


@pytest.mark.parametrize("seed", first_by_day(0, 1, 2))
@pytest.mark.parametrize("name", sorted(POINTS.keys() - RIGHT))
def test_each_wrong_starting_point_is_refuted(name: str, seed: int) -> None:
    found = tried(name, seed)
    assert found.violated, str(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_no_right_starting_point_is_refuted(name: str, seed: int) -> None:
    found = tried(name, seed)
    assert not found.violated, str(found)


@pytest.mark.parametrize("point", page.points(), ids=lambda point: point.name)
def test_a_starting_point_says_what_to_look_for_afterwards_only(point: page.Point) -> None:
    assert "After trying" not in point.code
    assert len(re.findall(r"[.:)] [A-Z]", point.after)) == 1, "two sentences"
    ids = re.findall(r"\(([A-Z]+-\d+)\)", point.after)
    assert ids
    assert all(f"**{one}" in SOURCES or f", {one}" in SOURCES for one in ids)
    assert not re.search("wrong|right|bug|leak", point.title + point.code)


def test_there_are_a_dozen_with_names_of_their_own() -> None:
    assert len(POINTS) == len(page.points()) >= 12
    assert len({point.title for point in page.points()}) == len(POINTS)
    assert POINTS.keys() > RIGHT


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("x = 1\ndef mechanism(:\n", 2, "cannot read"),
        ("x = 1\n\ny = x / 0\n", 3, "ZeroDivisionError"),
        ("x = 1\n", 0, "no function"),
        ("mechanism = 3\n", 0, "no function"),
        ("def f(): return f()\nf()\n", 1, "without end"),
        ("x = bytearray(1 << 62)\n", 1, "memory"),
        ("raise SystemExit\n", 1, "SystemExit"),
        ("class E(Exception):\n    def __str__(self): raise self\nraise E\n", 3, "E."),
        ("x = '\0'\n", 0, "cannot read"),
        ("(" * 5000 + "\n", 1, "cannot read"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(code: str, line: int, words: str) -> None:
    with pytest.raises(Wrong, match=re.escape(words)) as found:
        read(code, Clock())
    assert found.value.line == line


def test_the_code_names_what_the_bench_takes() -> None:
    code = "claim, data, other = 2.0, [1], 5\ndef helper(x): return x\ndef answer(data, rng): return helper(data[9])\n"
    mechanism, options = read(code, Clock())
    assert options == {"claim": 2.0, "data": [1]}
    assert mechanism.__name__ == "answer", "without one of that name it is the last"
    with pytest.raises(Wrong, match="IndexError") as found:
        mechanism([1], None)
    assert found.value.line == 3


def test_without_its_name_the_mechanism_is_what_no_other_function_calls() -> None:
    code = "epsilon = 2.0\ndef noisy(data, rng): return sum(data) + noise(rng)\ndef noise(rng): return rng.laplace()\n"
    mechanism, options = read(code, Clock())
    assert mechanism.__name__ == "noisy"
    assert options == {"claim": 2.0}
    assert read("claim, " + code.replace("2.0", "1.0, 2.0"), Clock())[1] == {"claim": 1.0}


def said_of(monkeypatch: pytest.MonkeyPatch, code: str) -> list[dict]:
    """What the page hears of code, to its end."""
    desk, _ = desk_of_the_bench().children
    said: list[dict] = []
    monkeypatch.setattr(desk, "send", said.append)
    desk._hear(desk, {"run": code}, [])
    while desk._live._slice():
        pass
    assert not desk._live.running
    assert desk._live.widget.children[2].progress == -1 or desk._live.widget.children[2].stopped
    return said


SHORTER = """
trials, sizes = 4000, []
def mine(data, rng, size):
    sizes.append(1)
    return [0] * (size - len(sizes) // 20)
"""


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("x = 1\nclaim = 'one'\ndef mechanism(data, rng): return 0\n", 2, "claim must be a finite number"),
        ("epsilon = -1\ndef mechanism(data, rng): return 0\n", 1, "claim must be a finite number >= 0; got -1"),
        ("\ndata = {}\ndef mechanism(data, rng): return 0\n", 2, "data must be a number, a list"),
        ("\ndef mine(data, epsilon): return 0\n", 2, "got one of (data, epsilon): give epsilon a default"),
        ("\ndef mine(data, rng, size): return 0\n", 2, "must return 250 outcomes"),
        (SHORTER, 0, "must return"),
    ],
)
def test_an_option_that_is_refused_has_the_line_that_sets_it(
    monkeypatch: pytest.MonkeyPatch, code: str, line: int, words: str
) -> None:
    [wrong] = [one["wrong"] for one in said_of(monkeypatch, code) if "wrong" in one]
    assert wrong["line"] == line
    assert words in wrong["says"]


def test_what_a_generator_computes_is_part_of_the_call() -> None:
    mechanism, _ = read("def mechanism(data, rng):\n    yield 1\n    yield 1 / data\n", Clock())
    assert mechanism(2, None) == [1, 0.5]
    with pytest.raises(Wrong, match="ZeroDivisionError") as found:
        mechanism(0, None)
    assert found.value.line == 3


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python asks at each turn since 3.12, which browsers have")
def test_a_loop_is_ended_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpviz.kernel.browser.bench.SECONDS", 0.1)
    with pytest.raises(Wrong, match="may not end") as found:
        read("x = 1\nwhile True:\n    try:\n        x += 1\n    except Exception:\n        pass\n", Clock())
    assert found.value.line in (2, 4)


def test_the_panel_is_there_before_the_code_and_draws_only_what_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, place = desk_of_the_bench().children
    said: list[dict] = []
    monkeypatch.setattr(desk, "send", said.append)
    [panel] = place.children
    assert not desk._live.running
    desk._hear(desk, {"run": "x = "}, [])
    assert [list(one) for one in said] == [["wrong"], ["pong"]]
    assert not desk._live.running
    said.clear()
    desk._hear(desk, {"run": "claim = 3.0\ndef mechanism(data, rng, size): return rng.laplace(size=size)"}, [])
    assert said == [{"shown": True}, {"pong": True}]
    assert desk._live.running
    assert desk._live.result.options["claim"] == 3.0
    assert place.children == (panel,)


def test_a_run_that_ends_at_once_and_like_the_one_before_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpviz.live_bench.panel.SLICE", 60.0)
    desk, _ = desk_of_the_bench().children
    said: list[dict] = []
    monkeypatch.setattr(desk, "send", said.append)
    for _ in range(2):
        said.clear()
        desk._hear(desk, {"run": "trials, seed = 1000, 1\ndef mechanism(data, rng, size): return [0] * size"}, [])
        while desk._live._slice():
            pass
        assert [one["told"]["done"] for one in said if "told" in one] == [True]


def test_time_that_is_up_is_told_from_other_errors() -> None:
    calls = []

    def mechanism(data, rng):
        calls.append(data)
        raise TooLong

    clock = Clock()
    for _ in range(2):
        with pytest.raises(Wrong, match="longer than"):
            limited(mechanism, clock)(None, None)
    assert len(calls) == 1, "there is no time for another call"
    assert "longer than" in str(clock.wrong)
    assert explained(MemoryError()).line == 0


#: Data and answers whose own methods take too long, sooner or later.
SLOW = """\
from dpviz.kernel.browser.bench import TooLong
claim, trials, calls = 3.0, 1000, []
class Slow:
    def __init__(self, after=0): self.after = after
    def __deepcopy__(self, memo):
        raise TooLong
    def __repr__(self):
        calls.append(1)
        if len(calls) > self.after:
            raise TooLong
        return "Slow"
"""


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("data, neighbour = [Slow(1e9)], [1]\ndef mechanism(data, rng, size): return [0] * size\n", 6),
        ("data = [Slow(), 1]\ndef mechanism(data, rng): return 0\n", 10),
        ("def mechanism(data, rng): return Slow()\n", 10),
        ("def mechanism(data, rng): return Slow(3000)\n", 10),
    ],
)
def test_time_is_up_in_methods_that_nobody_calls_by_name(monkeypatch: pytest.MonkeyPatch, code: str, line: int) -> None:
    [wrong] = [one["wrong"] for one in said_of(monkeypatch, SLOW + code) if "wrong" in one]
    assert (wrong["line"], wrong["says"][:17]) == (line, "This takes longer")


def test_the_frame_may_ask_nobody_and_compile_nothing_but_python() -> None:
    frame = page.frame(environment(), {"data": "</script>"})
    assert "</script>" not in re.findall(r"<script type=.*?>(.*?)</script>", frame)[0]
    assert page.POLICY in unescape(frame)
    assert not {"'self'", "*", "https:", "'unsafe-eval'"} & set(re.split("[ ;]+", page.POLICY))


@pytest.mark.parametrize("number", [1, 11])
def test_lessons_lead_to_starting_points_that_are_there(number: int) -> None:
    text = (page.places.notebooks() / LESSONS[number - 1].notebook).read_text(encoding="utf-8")
    named = re.findall(r"bench\.html#point=(\w+)", text)
    assert len(named) >= 2
    assert set(named) <= POINTS.keys()
