"""What a lesson asks: its file ``questions.txt``, and the questions and predictions in it.

A block ``section: NAME`` says which section the blocks after it are about. Then comes a block a question:

``ask: NAME`` or ``predict: NAME``
    A question by which readers check themselves, or a prediction. ``says`` is what is asked. It has either the
    answers to choose, each ``option`` (one is the ``right option``) with its ``feedback`` after it; or a number to
    type: ``right``, ``small`` and ``large`` are what is said to the answer and to any other, ``mistake NUMBER`` to
    that wrong number; ``unit`` and ``tolerance`` as in `NumericQuestion`. Where too small and too large a number are
    to hear the same, ``off`` stands for both: it is said after “It is more.” or “It is less.”
``draw: NAME``
    A curve to draw: the fields of `DrawnCurve`; ``says`` is its prompt, ``along`` a parameter of the section.
    ``panel: 2`` draws it in the axes of the picture's second panel, whose curve it is; ``low``, ``high`` and ``scale``
    are those of the field that stands among the words where no picture is veiled.

In all of them ``numbers: FUNCTION`` names the function of the section's module that computes the numbers for the gaps
of the texts, and ``needs`` the section's parameters that it takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

from dpviz._blocks import Block, BlockError, blocks
from dpviz.frame.predictions import DrawnCurve, Prediction
from dpviz.frame.questions import ChoiceQuestion, Mistake, Numbers, NumericQuestion, Option, State
from dpviz.frame.section import Section

MISTAKE = "mistake "


def ask(file: Path, sections: Mapping[str, Section], modules: Mapping[str, ModuleType]) -> None:
    """Give the sections of a lesson the questions and predictions of its file; numbers are functions of its modules."""
    name = ""
    for block in blocks(file):
        if block.kind == "section":
            name = block.name
            if name not in sections:
                raise block.wrong(f"the lesson's sections are {', '.join(sections)}")
            continue
        if block.kind not in ("ask", "predict", "draw") or not name:
            raise block.wrong("a block must be a section, and after one ask, predict or draw")
        made: dict[str, Any] = sections[name].questions if block.kind == "ask" else sections[name].predictions
        if block.name in made:
            raise block.wrong("the section has two of this name")
        try:
            made[block.name] = _made(block, sections[name], modules[name])
        except BlockError:
            raise
        except ValueError as error:
            raise block.wrong(str(error)) from error


def _made(block: Block, section: Section, module: ModuleType) -> Prediction:
    numbers, needs = _numbers(block, module), _needs(block)
    if unknown := sorted(set(needs) - section.parameters.keys()):
        raise ValueError(f"the section has no parameter {', '.join(unknown)}")
    if block.kind == "draw":
        return _curve(block, section, numbers)
    return _choice(block, numbers, needs) if block.all("option") else _number(block, numbers, needs)


def _choice(block: Block, numbers: Numbers, needs: tuple[str, ...]) -> ChoiceQuestion:
    options: list[Option] = []
    others: list[tuple[str, str]] = []
    for field, text in block.fields:
        if field in ("option", "right option"):
            options.append(Option(text, "", right=field == "right option"))
        elif field == "feedback" and options and not options[-1].feedback:
            options[-1] = replace(options[-1], feedback=text)
        else:
            others.append((field, text))
    entries = replace(block, fields=tuple(others)).once(("says",), ("numbers", "needs"))
    return ChoiceQuestion(entries["says"], tuple(options), numbers, needs)


def _number(block: Block, numbers: Numbers, needs: tuple[str, ...]) -> NumericQuestion:
    mistakes = [field for field, _ in block.fields if field.startswith(MISTAKE)]
    both = ("off",) if block.all("off") else ("small", "large")
    entries = block.once(("says", "right", *both), ("numbers", "needs", "unit", "tolerance", *mistakes))
    if off := entries.get("off"):
        entries |= {"small": f"It is more. {off}", "large": f"It is less. {off}"}
    return NumericQuestion(
        entries["says"],
        numbers,
        right=entries["right"],
        small=entries["small"],
        large=entries["large"],
        mistakes=tuple(Mistake(field.removeprefix(MISTAKE), entries[field]) for field in mistakes),
        unit=entries.get("unit", ""),
        tolerance=float(entries.get("tolerance", NumericQuestion.tolerance)),
        needs=needs,
    )


def _curve(block: Block, section: Section, numbers: Numbers) -> DrawnCurve:
    entries = block.once(
        ("says", "value", "along", "label", "low", "high", "why"), ("numbers", "scale", "percent", "panel")
    )
    axes = {name: axis for name, kind in section.parameters.items() for axis in section.axes if axis is kind}
    if entries["along"] not in axes:
        raise ValueError(f"along must be one of the section's axes, {', '.join(axes)}; got {entries['along']}")
    return DrawnCurve(
        entries["says"],
        value=entries["value"],
        along=axes[entries["along"]],
        label=entries["label"],
        low=float(entries["low"]),
        high=float(entries["high"]),
        why=entries["why"],
        scale=entries.get("scale", "linear"),  # type: ignore[arg-type]
        percent="percent" in entries,
        panel=int(entries.get("panel", 0)),
        numbers=numbers,
    )


def _needs(block: Block) -> tuple[str, ...]:
    return tuple(" ".join(block.all("needs")).split())


def _numbers(block: Block, module: ModuleType) -> Numbers:
    """The numbers of a block, with an error for gaps of its texts that have none."""
    needs, function = _needs(block), None
    for name in block.all("numbers"):
        function = getattr(module, name, None)
        if not callable(function):
            raise ValueError(f"{module.__name__} has no function {name}")
    gaps = {gap for _, text in block.fields for _, gap, _, _ in Formatter().parse(text) if gap is not None}
    gaps |= {field.removeprefix(MISTAKE) for field, _ in block.fields if field.startswith(MISTAKE)}
    gaps |= {"answer"} if block.all("right") else set()

    def numbers(state: State) -> Mapping[str, float]:
        found = function(**{need: state[need] for need in needs}) if function else {}
        if missing := sorted(gaps - found.keys() - set(needs)):
            raise block.wrong(f"there is no number {', '.join(missing)}")
        return found

    if not function:
        numbers({})  # nothing to compute: said when the lesson is loaded
    return numbers
