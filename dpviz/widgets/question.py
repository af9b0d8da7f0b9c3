"""A question that the reader answers, as often as they like, with a sentence for each answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from dpviz._text import raised
from dpviz.widgets._base import Widget, log, plain_words

Judge = Callable[[str], tuple[str, str]]
Reveal = Callable[[], str]


class Question(Widget):
    """A question with a few answers to choose from, or with a number to type.

    What to say to each choice travels with it, so that choices are answered in the page alone. A number is judged by
    the kernel. Nothing is counted and nothing is kept.
    """

    name = traitlets.Unicode().tag(sync=True)  # under which the page remembers that it was answered; "" if it need not
    picture = traitlets.Unicode().tag(sync=True)  # of a prediction: the section whose picture waits for it
    heading = traitlets.Unicode("Check yourself").tag(sync=True)  # what it is for
    prompt = traitlets.Unicode().tag(sync=True)
    # ``label``, ``feedback`` and ``right`` of each answer; none for a number
    options = traitlets.List(traitlets.Dict()).tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)  # written behind the number

    def __init__(self, **traits: Any) -> None:
        self._judge: Judge | None = None
        self._reveal: Reveal = str
        super().__init__(**traits)

    def _words(self) -> str:
        answers = "".join(f"\n- {option['label']}" for option in self.options)
        return raised(f"**{self.heading}.** {self.prompt}\n{answers}")

    def on_check(self, function: Judge, reveal: Reveal = str) -> None:
        """Set the function that judges a number, ``function(typed) -> (verdict, sentence)``.

        The verdict is ``"right"``, ``"wrong"`` or ``"unreadable"``. What it raises as a ValueError or TypeError is
        shown in the page in its own words. ``reveal()`` is what is said to whoever skips a prediction.
        """
        self._judge, self._reveal = function, reveal

    def _message(self, content: dict[str, Any]) -> None:
        kind = content.get("kind")
        if kind not in ("check", "skip") or self._judge is None:
            return
        typed = str(content.get("typed", ""))
        try:
            verdict, sentence = ("skipped", self._reveal()) if kind == "skip" else self._judge(typed)
        except Exception as error:
            log.exception("in a question")
            verdict, sentence = "unreadable", plain_words(error)
        self.send({"kind": "judged", "typed": typed, "verdict": verdict, "text": sentence})
