"""How a check asks for a student's functions, wherever they are. What comes back is data and is not believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dpviz.exercises.contain import Contained, Sink
from dpviz.exercises.judge.child import Call, Calls, Message, encoded
from dpviz.exercises.judge.codec import Handle, Place, Seed, decode
from dpviz.exercises.judge.planted import Planted
from dpviz.exercises.verdict import Answered, Verdict, working

Callbacks = list[Callable[..., Any]]


def ended(kind: str, sentence: str) -> Answered:
    """Ends a check with a child's sentence; none can say of itself that its answer is right."""
    return Answered(Verdict(kind, sentence[:2_000])) if kind in ("missing", "working") else no_answer()


def no_answer(why: object = "") -> Answered:
    """Ends a check that cannot use what came back."""
    reason = f": {why}" if why else ""
    return Answered(
        working(f"What came back from your code is no answer{reason}. Return plain numbers, text or arrays.")
    )


def _crossing(call: Call, callbacks: Callbacks) -> Call:
    """A call's arguments as they are handed on: a seed for each generator, a handle for each function."""

    def one(value: Any) -> Any:
        if isinstance(value, Planted):
            return Place(*value.place)
        if isinstance(value, np.random.Generator):
            return Seed(int(value.integers(2**63)))
        if callable(value):
            callbacks.append(value)
            return Handle(len(callbacks) - 1, getattr(value, "__name__", type(value).__name__))
        return value

    positional, named = call
    return tuple(one(value) for value in positional), {key: one(value) for key, value in named.items()}


def _quiet() -> bool:
    return np.geterr()["over"] == "ignore"


class End:
    """Where a student's functions are: in a child (`Remote`) or here (`Local`)."""

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """The answer to a message; the functions of the check's that may be called meanwhile."""
        raise NotImplementedError

    def call(self, part: int, call: Call) -> Any:
        """What the function at that place of the answer returns: plain data, and `Other` for the rest.

        Of a random generator only a seed is handed on, drawn from it. `Answered` is raised if nothing comes back.
        """
        callbacks: Callbacks = []
        match self.ask(("call", part, _crossing(call, callbacks), _quiet()), callbacks):
            case ("value", value):
                return value
            case ("answered", str(kind), str(sentence)):
                raise ended(kind, sentence)
        raise no_answer()

    def many(self, part: int, calls: Sequence[Call], order: Sequence[int]) -> Iterator[Any]:
        """What a function returns to many calls, one after the other; `order` says which of `calls` is made when.

        The generator of each goes on from one time to the next. `Answered` is raised where the answers end too early.
        """
        callbacks: Callbacks = []
        crossing = [_crossing(call, callbacks) for call in calls]
        return self._results(self.ask(("many", part, crossing, list(order), _quiet()), callbacks))

    @staticmethod
    def _results(message: Any) -> Iterator[Any]:
        match message:
            case ("many", list(found), tuple(failure)):
                yield from found
                match failure:
                    case ("answered", str(kind), str(sentence)):
                        raise ended(kind, sentence)
            case ("answered", str(kind), str(sentence)):  # all together are too much
                raise ended(kind, sentence)
        raise no_answer("there are too few")

    def report(self, *, over: bool) -> tuple[str, str]:
        """The global random generator that was drawn from, or nothing; and what was printed.

        If it is `over`, it was stopped on its way, and is not to be asked any more.
        """
        raise NotImplementedError


class Local(End):
    """The student's functions in this very process, asked as a child would be; what they print goes into the sink."""

    def __init__(self, functions: Sequence[Contained | None], sink: Sink) -> None:
        self._calls, self._sink = Calls(functions), sink

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """As `End.ask`."""
        answer = self._calls.answer(message, lambda handle: callbacks[handle.number])
        if answer == ("stopped",):
            raise KeyboardInterrupt
        return decode(encoded(answer))

    def report(self, *, over: bool) -> tuple[str, str]:
        """As `End.report`."""
        del over
        return self.ask(("report",), [])[1], self._sink.text()
