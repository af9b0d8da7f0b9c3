"""What a check answers: one of four words, one sentence, and what shows it."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dpviz._text import raised_html

#: The four answers: word, icon, colour of the bar beside them (3:1 on white and on JupyterLab's dark ground).
KINDS = {
    "missing": ("Still missing", "○", "#7d7d7d"),
    "working": ("Keep working", "✎", "#c4622d"),
    "almost": ("Almost", "◐", "#a97b00"),
    "correct": ("Correct", "✓", "#2b8a4b"),
}
#: What each answer is worth, as a share of the task's points.
WORTH = {"missing": 0.0, "working": 0.0, "almost": 0.5, "correct": 1.0}

Evidence = tuple[tuple[str, ...], ...]


def marked(text: str) -> str:
    """Plain text as HTML: escaped, `code`, **strong**, 2^64 raised, blank lines between paragraphs."""
    safe = html.escape(text.strip())
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
    return raised_html(safe).replace("\n\n", "<br><br>")


def table(rows: Evidence) -> str:
    """Rows as an HTML table; the first cell of each names the row."""
    body = "".join(
        f'<tr><th scope="row" style="text-align:left;padding-right:1em;font-weight:normal">{html.escape(row[0])}</th>'
        + "".join(f'<td style="text-align:left;padding-right:1em">{html.escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<table style="margin:.4em 0 0">{body}</table>'


@dataclass(frozen=True)
class Verdict:
    """The answer to one attempt.

    Parameters
    ----------
    kind : str
        ``"missing"``, ``"working"``, ``"almost"`` or ``"correct"``.
    sentence : str
        What to look at. `code` in backticks.
    evidence : tuple of tuple of str
        Rows that show it: a name, then one or more cells (a pair of data sets, an event, two numbers).
    printed : str
        What the student's code printed meanwhile, cut to a reasonable length.
    footer : str
        HTML below it, made by the session (how far one is, a link that saves the work).
    """

    kind: str
    sentence: str
    evidence: Evidence = ()
    printed: str = ""
    footer: str = field(default="", repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(map(repr, KINDS))}; got {self.kind!r}")

    @property
    def correct(self) -> bool:
        """True if the task is solved; graders assert it."""
        return self.kind == "correct"

    @property
    def worth(self) -> float:
        """Share of the task's points: 1 correct, ½ almost, else 0."""
        return WORTH[self.kind]

    def __repr__(self) -> str:
        word, icon, _ = KINDS[self.kind]
        lines = [f"{icon} {word}. {self.sentence}"]
        lines += ["    " + " | ".join(row) for row in self.evidence]
        if self.printed:
            lines.append("Your code printed:\n" + self.printed)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        word, icon, colour = KINDS[self.kind]
        printed = (
            f"<details><summary>What your code printed</summary><pre>{html.escape(self.printed)}</pre></details>"
            if self.printed
            else ""
        )
        return (
            f'<div role="status" style="border-left:.35em solid {colour};padding:.35em .8em;max-width:46em">'
            f'<strong><span aria-hidden="true">{icon}</span> {word}.</strong> {marked(self.sentence)}'
            f"{table(self.evidence) if self.evidence else ''}</div>{printed}{self.footer}"
        )


Rows = Mapping[str, object] | Sequence[Sequence[object]]


def _text(cell: object) -> str:
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def _rows(evidence: Rows | None) -> Evidence:
    if not evidence:
        return ()
    rows = evidence.items() if isinstance(evidence, Mapping) else evidence
    return tuple(tuple(_text(cell) for cell in row) for row in rows)


def missing(sentence: str, evidence: Rows | None = None) -> Verdict:
    """There is no answer yet.

    Parameters
    ----------
    sentence : str
        What the student is told; `code` in backticks, **strong** in stars.
    evidence : mapping or sequence of sequences, optional
        Rows that show it: names and values, or rows of cells.

    Returns
    -------
    Verdict
    """
    return Verdict("missing", sentence, _rows(evidence))


def working(sentence: str, evidence: Rows | None = None) -> Verdict:
    """Not yet: the sentence says what to look at. The parameters are those of `missing`.

    Returns
    -------
    Verdict
    """
    return Verdict("working", sentence, _rows(evidence))


def almost(sentence: str, evidence: Rows | None = None) -> Verdict:
    """The idea is right and one thing is not. The parameters are those of `missing`.

    Returns
    -------
    Verdict
    """
    return Verdict("almost", sentence, _rows(evidence))


def correct(sentence: str, evidence: Rows | None = None) -> Verdict:
    """Solved; the sentence says what has been seen, and what it is good for. The parameters are those of `missing`.

    Returns
    -------
    Verdict
    """
    return Verdict("correct", sentence, _rows(evidence))


class Answered(BaseException):
    """Ends a check early with its verdict. Raised by `require` and the probes, caught by the session.

    Not an `Exception`, so that it passes through what wraps a mechanism's errors (the auditor).
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.sentence)
        self.verdict = verdict


def require(condition: object, verdict: Verdict) -> None:
    """Go on if the condition, of any type, is true; else the check ends with that verdict (`Answered`)."""
    if not condition:
        raise Answered(verdict)
