"""Whose data a lesson shows: the parameter, the table that a picture is of, and what is said of it.

The lessons' text speaks of the health table. A lecturer who starts the lessons on another one (``dpviz --data``) or
sends a link to it (``?data=voters``) has it in every picture that can show it, and each of them says so.
"""

from typing import Any

from dpviz.data import TeachingTable, offered, teaching_table
from dpviz.draw import num
from dpviz.draw.texts import Value
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Snapshot

HEALTH = "health"
LABELS = {HEALTH: "Health (RAND study)", "voters": "Voters (US, 1996)"}


class TableChoice(Choice):
    """Which table the pictures show; a link can name one that is offered here, and nothing else."""

    def __init__(self) -> None:
        names = list(offered())
        super().__init__(names[0], options={name: LABELS.get(name, name) for name in names}, label="Table")
        # Elsewhere lessons may open with another table.
        self.always = names[0] != HEALTH

    def absent(self, word: str) -> str:  # noqa: ARG002
        """What is said to a link that asks for another one."""
        return (
            "can be a table that this page offers, not a file or an address. One of the lecturer’s own is offered by a "
            "server that was started on it (dpviz --data)"
        )


def used(now: Snapshot, *parts: str) -> TeachingTable:
    """The table that a picture is of, which says so if it is not that of the text.

    Parts are what the section needs of it, keys of `TeachingTable.unfit`; without these it shows the health table.
    """
    made = teaching_table(now.data)
    lacking = [made.unfit[part] for part in parts if part in made.unfit]
    if lacking:
        now.prefix = f"{made.table.name} {lacking[0]}: this picture shows the health table. "
        vars(now)["data"] = HEALTH  # for whatever else is read at this moment, the code under the picture too
        return teaching_table(HEALTH)
    if made.key != HEALTH:
        read_off = "" if made.stated else "; its ranges and cuts were read off the data"
        now.prefix = f"{made.table.name}, {made.table.n:,} {made.table.records}{read_off}. "
    return made


def called(key: str) -> str:
    """What a table is called in a title."""
    return "the health table" if key == HEALTH else teaching_table(key).table.name


class _Literal:
    """A text as code has it, whatever stands in it."""

    def __init__(self, text: str) -> None:
        self.code = repr(text)

    def __str__(self) -> str:
        return self.code


def in_code(value: Any) -> Value:
    """A value for the code under a picture; a text may be somebody's column."""
    return num(_Literal(value) if isinstance(value, str) else value, one=True)
