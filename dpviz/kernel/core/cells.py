"""Code cells executed one after the other, and what each of them shows."""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True)
class Executed:
    """What the code cells of a notebook have left."""

    outputs: list[list[dict[str, Any]]]  # of each cell, as a notebook's file has them
    names: dict[str, Any]  # the notebook's variables


class CellError(Exception):
    """A cell that failed: which one, what it says, and what went wrong."""

    def __init__(self, number: int, source: str, error: Exception) -> None:
        super().__init__(f"code cell {number} ({source.strip().splitlines()[0]}): {type(error).__name__}: {error}")


def execute(cells: Sequence[str]) -> Executed:
    """Execute code cells in one namespace; the first one that fails raises `CellError`."""
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    for number, source in enumerate(cells, 1):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                value = _run(source, names, f"cell {number}")
        except Exception as error:
            raise CellError(number, source, error) from error
        made: list[dict[str, Any]] = []
        if text := printed.getvalue():
            made.append({"output_type": "stream", "name": "stdout", "text": text})
        if value is not None:
            made.append({"output_type": "display_data", "data": _data(value), "metadata": {}})
        outputs.append(made)
    return Executed(outputs, names)


def _run(source: str, names: dict[str, Any], where: str) -> Any:
    """Execute one cell; its value is that of its last line, if that is an expression without a semicolon."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), where, "eval"), names)  # type: ignore[attr-defined]
    return None if source.rstrip().endswith(";") else value


def _data(value: Any) -> dict[str, Any]:
    """A value by MIME type."""
    made = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else None
    data = made[0] if isinstance(made, tuple) else made
    if not data:
        return {"text/plain": repr(value)}
    # What shows a widget is enough; the words beside it have its place in memory, another one each time.
    return {VIEW: data[VIEW]} if VIEW in data else dict(data)
