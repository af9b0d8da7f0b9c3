"""Pictures made in stages: carried on between messages, cancelled, begun afresh, and gone with their lesson."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from dpviz.frame import stages
from dpviz.frame.kinds import Number
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import Section
from tests.frame.test_lesson import picture

x = Number(2, low=1, high=3, steps=3, whole=True, label="x")
k = Number(2, low=1, high=4, steps=4, whole=True, label="k")
wish = Number(0, low=0, high=9, steps=10, whole=True, label="What is asked of it")


class SlowLesson(Lesson):
    """Ten stages; ``fails_at`` one of them it raises."""

    def __init__(self, *given):
        super().__init__(*given)
        self.steps, self.open = [], 0
        self.fails_at = self.error = None

    def slow(self, at):
        self.open += 1
        _ = at.x, at.k  # it depends on both
        try:
            for step in range(1, 11):
                if step == self.fails_at:
                    raise self.error
                self.steps.append((at.wish, at.axis, step))
                yield step / 10, picture(at, f"{step} of 10 with {at.wish}")
        finally:
            self.open -= 1

    @property
    def chart(self):
        return self._charts["slow"]

    @property
    def sentence(self):
        return self.chart.shown["sentences"][0]

    def look(self, visible=True):
        self.chart._message({"kind": "seen", "visible": visible})


def slow_lesson(*, fails_at=None, error=None):
    """A lesson with a slow picture, which is shown, another one, and a quick one."""

    def slow(at):
        yield from lesson.slow(at)

    parameters = {"x": x, "k": k, "wish": wish}
    sections = {name: Section(slow, axes=(x, k), parameters=parameters) for name in ("slow", "other")}
    sections["quick"] = Section(lambda at: picture(at, "quick"), axes=(k,), parameters=parameters)
    lesson = make_lesson(sections, {}, SlowLesson)
    lesson.fails_at, lesson.error = fails_at, error
    lesson.show("slow")
    return lesson


@pytest.fixture(autouse=True)
def step_by_step(monkeypatch):
    """One stage at a time, each of them shown."""
    monkeypatch.setattr(stages, "SLICE", 0)
    monkeypatch.setattr(stages, "PAUSE", 0)
    monkeypatch.setattr(stages, "BLOCKS", 0)


async def until(what):
    for _ in range(1000):
        if what():
            return
        await asyncio.sleep(0)
    raise AssertionError("waited in vain")


def elsewhere(function, *arguments):
    """Call a function in a thread of its own: in this one the browser tests may have left a loop running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *arguments).result(timeout=60)


def run(body):
    """Run a coroutine; return the tasks that are left behind."""

    async def alone():
        await body()
        await asyncio.sleep(0.01)  # a task ends one turn after its last slice
        return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    return elsewhere(lambda: asyncio.run(alone()))


def test_the_first_stage_is_shown_at_once_and_nothing_more_without_a_loop():
    lesson = slow_lesson()
    elsewhere(lesson.look)
    assert lesson.sentence == "1 of 10 with 0 at 1."
    assert lesson.chart.staged
    assert lesson.chart.progress == 0.1
    assert len(lesson.steps) == 1


def test_finish_runs_it_to_its_end():
    lesson = slow_lesson()
    made = lesson.finish("slow")
    assert made.sentences[0] == lesson.sentence == "10 of 10 with 0 at 1."
    assert (lesson.chart.progress, lesson.open) == (-1, 0)
    assert lesson.finish("slow") is made
    assert len(lesson.steps) == 10


def test_finish_of_a_picture_that_is_not_shown_and_of_one_drawn_at_once():
    lesson = slow_lesson()
    assert lesson.finish("quick").axis == "k"
    assert lesson.finish("other").sentences[0].startswith("10 of 10")


def test_the_loop_carries_it_on_once_the_page_has_shown_it():
    lesson = slow_lesson()
    seen = []
    lesson.chart.observe(lambda change: seen.append(change["new"]), names="progress")

    async def body():
        await asyncio.sleep(0.01)
        assert lesson.steps == []  # nobody looks at a kernel that is kept ready
        lesson.look()
        await until(lambda: lesson.chart.progress == -1)
        await asyncio.sleep(0)

    assert run(body) == []
    assert lesson.sentence == "10 of 10 with 0 at 1."
    assert seen == [k / 10 for k in range(1, 10)] + [-1]
    assert lesson.open == 0


def test_pictures_are_sent_now_and_then_and_the_last_always(monkeypatch):
    monkeypatch.setattr(stages, "BLOCKS", 1000)
    lesson = slow_lesson()
    blocks = []
    lesson.chart.observe(lambda _: blocks.append(lesson.sentence), names="changes")

    async def body():
        lesson.look()
        await until(lambda: lesson.chart.progress == -1)

    run(body)
    assert blocks == ["1 of 10 with 0 at 1.", "10 of 10 with 0 at 1."]


def test_cancel_keeps_what_there_is_and_go_on_goes_on(monkeypatch):
    monkeypatch.setattr(stages, "BLOCKS", 1000)
    lesson = slow_lesson()

    async def body():
        lesson.look()
        await until(lambda: len(lesson.steps) == 4)
        lesson.chart._message({"kind": "cancel"})
        assert (lesson.chart.progress, lesson.chart.stopped) == (0.4, True)
        assert lesson.sentence == "4 of 10 with 0 at 1."
        await asyncio.sleep(0.01)
        assert len(lesson.steps) == 4
        lesson.parameters.x = 3  # along its axis: it has those frames
        lesson.prefetch("x")
        assert lesson.chart.stopped
        lesson.chart._message({"kind": "resume"})
        assert not lesson.chart.stopped
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert len(lesson.steps) == 10


def test_an_input_that_changes_begins_it_afresh():
    lesson = slow_lesson()

    async def body():
        lesson.look()
        await until(lambda: len(lesson.steps) == 4)
        lesson.control("wish").set_state({"value": 7.0})
        assert lesson.sentence == "1 of 10 with 7 at 1."
        assert (lesson.chart.progress, lesson.open) == (0.1, 1)
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert [step for wish, _, step in lesson.steps if wish == 0] == [1, 2, 3, 4]
    assert lesson.sentence == "10 of 10 with 7 at 1."


def test_another_axis_meanwhile_and_back_loses_nothing():
    lesson = slow_lesson()

    async def body():
        lesson.look()
        await until(lambda: len(lesson.steps) == 4)
        lesson.prefetch("k")
        assert (lesson.chart.shown["axis"], lesson.chart.progress) == ("k", 0.1)
        lesson.prefetch("x")
        assert (lesson.chart.shown["axis"], lesson.chart.progress) == ("x", 0.4)
        await until(lambda: lesson.chart.progress == -1)
        lesson.parameters.x = 3  # the frames along k are those of another x
        lesson.prefetch("k")
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert [step for _, axis, step in lesson.steps if axis == "x"] == list(range(1, 11))
    assert [step for _, axis, step in lesson.steps if axis == "k"] == [1, *range(1, 11)]
    assert lesson.open == 0


@pytest.mark.parametrize(
    ("error", "words"),
    [(ValueError("n must be at most 5; got 9"), "n must be at most 5"), (KeyError("x"), "last good one")],
)
def test_a_stage_that_raises_is_told_and_the_last_good_picture_stays(error, words, caplog):
    lesson = slow_lesson(fails_at=4, error=error)

    async def body():
        lesson.look()
        with caplog.at_level(logging.CRITICAL):
            await until(lambda: lesson.chart.progress == -1)
        assert words in lesson.page.problems[0]["message"]
        assert lesson.sentence == "3 of 10 with 0 at 1."
        lesson.fails_at = None
        lesson.parameters.wish = 1
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert lesson.sentence == "10 of 10 with 1 at 1."


def test_a_first_stage_that_raises_leaves_nothing_of_the_former_running():
    lesson = slow_lesson()

    async def body():
        lesson.look()
        await until(lambda: len(lesson.steps) == 4)
        lesson.fails_at, lesson.error = 1, ValueError("no")
        lesson.parameters.wish = 1
        assert (lesson.sentence, lesson.chart.progress) == ("4 of 10 with 0 at 1.", -1)
        await asyncio.sleep(0.01)
        assert (lesson.open, len(lesson.steps)) == (0, 4)
        lesson.fails_at = None
        lesson.parameters.wish = 0  # back to what was begun before: it is made whole
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert lesson.sentence == "10 of 10 with 0 at 1."


def test_what_is_in_view_goes_first():
    lesson = slow_lesson()
    lesson.show("other")

    async def body():
        lesson.look()
        lesson._charts["other"]._message({"kind": "seen", "visible": True})
        lesson.look(False)
        await until(lambda: lesson._charts["other"].progress == -1)
        assert lesson.chart.progress <= 0.3
        await until(lambda: lesson.chart.progress == -1)  # but what was seen once is made in the end

    assert run(body) == []


def test_no_task_is_left_when_the_lesson_is_gone():
    lesson = slow_lesson()

    async def closed():
        lesson.look()
        await until(lambda: len(lesson.steps) == 3)
        lesson.chart.close()  # the page gave it up
        await asyncio.sleep(0.01)

    assert run(closed) == []
    assert lesson.open == 0

    other = slow_lesson()

    async def closing():
        other.look()
        await until(lambda: len(other.steps) == 3)
        other.close()
        await asyncio.sleep(0)

    assert run(closing) == []
    assert (len(other.steps), other.open) == (3, 0)


def test_the_task_does_not_keep_what_it_works_for():
    async def body():
        owner = stages.Stages(lambda *_: None, lambda *_: None)
        endless = ((0.5, None) for _ in iter(int, 1))
        owner.begin("slow", "x", 0, lambda: endless)
        owner.seen("slow", True)
        await asyncio.sleep(0.01)
        gone = weakref.ref(owner)
        del owner
        gc.collect()
        assert gone() is None
        await asyncio.sleep(0.01)

    assert run(body) == []


def test_a_second_loop_goes_on_where_the_first_ended():
    lesson = slow_lesson()

    async def first():
        lesson.look()
        await until(lambda: len(lesson.steps) == 3)

    async def second():
        lesson.look()
        await until(lambda: lesson.chart.progress == -1)

    elsewhere(lambda: asyncio.run(first()))
    assert len(lesson.steps) < 10
    assert run(second) == []
    assert len(lesson.steps) == 10


def test_messages_in_another_thread_wait_for_the_stage_under_way():
    lesson = slow_lesson()

    async def body():
        lesson.look()
        for wish in range(1, 6):
            await asyncio.to_thread(lesson.control("wish").set_state, {"value": float(wish)})
        await until(lambda: lesson.chart.progress == -1)

    assert run(body) == []
    assert lesson.page.problems == []
    assert lesson.sentence == "10 of 10 with 5 at 1."


def test_what_a_control_brings_about_stays_told():
    lesson = slow_lesson()
    elsewhere(lesson.look)
    lesson.fails_at, lesson.error = 1, ValueError("wish must be below 5")
    lesson.control("wish").set_state({"value": 7.0})
    assert lesson.page.problems[0]["message"] == "wish must be below 5"
    lesson.fails_at = None
    lesson.control("wish").set_state({"value": 1.0})
    assert lesson.page.problems == []
