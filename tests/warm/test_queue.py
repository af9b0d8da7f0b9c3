"""Who comes next: first come, first served; who has gone is forgotten."""

from __future__ import annotations

import pytest

from dpviz.server.warm import queue
from dpviz.server.warm.queue import PATIENCE, WaitingLine


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("free", "before"), [(1, 0), (0, 1), (-3, 1)])
def test_who_finds_a_place_does_not_wait(free: int, before: int) -> None:
    assert WaitingLine().ask("", free)[1] == before


def test_they_are_let_in_as_they_came() -> None:
    waiting = WaitingLine()
    first, before = waiting.ask("", 0)
    assert before == 1
    second, before = waiting.ask("", 0)
    assert before == 2
    assert waiting.ask(first, 0) == (first, 1)
    # A place is free, and it is not the second's turn.
    assert waiting.ask(second, 1) == (second, 1)
    assert waiting.ask("", 1)[1] == 2
    assert waiting.ask(first, 1) == (first, 0)
    assert waiting.ask(second, 0) == (second, 1)
    assert waiting.ask(second, 1) == (second, 0)


def test_who_no_longer_asks_has_left() -> None:
    clock = Clock()
    waiting = WaitingLine(clock)
    gone, _ = waiting.ask("", 0)
    clock.now = PATIENCE / 2
    here, before = waiting.ask("", 0)
    assert before == 2
    clock.now = PATIENCE + 1
    assert waiting.ask(here, 0) == (here, 1)
    assert len(waiting) == 1
    # Back again, they are the last.
    again, before = waiting.ask(gone, 0)
    assert before == 2
    assert again != gone


def test_a_ticket_that_was_made_up_is_no_place() -> None:
    waiting = WaitingLine()
    waiting.ask("", 0)
    ticket, before = waiting.ask("mine", 0)
    assert before == 2
    assert ticket != "mine"


@pytest.mark.parametrize(("free", "allowed"), [(8 << 30, float("inf")), (64 << 30, 2 << 30), (1 << 20, 1 << 20)])
def test_room_is_what_memory_allows(monkeypatch: pytest.MonkeyPatch, free: float, allowed: float) -> None:
    monkeypatch.setattr(queue, "_free", lambda: free)
    monkeypatch.setattr(queue, "_allowed", lambda: allowed)
    assert queue.room() == max(queue.FEWEST, int(queue.PART * min(free, allowed) / queue.EACH))
