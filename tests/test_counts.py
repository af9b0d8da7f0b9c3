"""Indices: numpy's own have 32 bits in a browser, and some functions refuse any that have 64."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dpviz._numeric.counts import bincount

PACKAGE = Path(__file__).resolve().parents[1] / "dpviz"
# "Cannot cast array data from int64 to int32 according to the rule 'safe'": which argument it is said of.
REFUSE = {"bincount": 0, "choose": 0, "put": 1, "reduceat": 1, "repeat": 1, "take": 1}
# Readers see these, and the codes are indices already: `bincount` of the package would only be in their way.
READ = {"lessons/exponential/draws.py": "np.bincount(drawn, minlength=len(scores))"}


def test_codes_of_any_width_are_counted():
    for dtype in (np.uint8, np.int32, np.int64, np.uint64):
        counts = bincount(np.array([0, 2, 2], dtype=dtype), minlength=4)
        assert counts.tolist() == [1, 0, 2, 0]
        assert counts.dtype == np.int64
    assert bincount([0, 2], weights=[0.5, 0.25]).tolist() == [0.5, 0, 0.25]
    with pytest.raises(TypeError, match="Cannot cast"):
        bincount([0.0, 1.0])
    with pytest.raises(ValueError, match="negative"):
        bincount([-1])


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REFUSE:
                root = node.func.value
                while isinstance(root, ast.Attribute):
                    root = root.value
                if isinstance(root, ast.Name) and root.id == "np":
                    yield path.relative_to(PACKAGE).as_posix(), node, node.func.attr


def narrow(index: ast.expr, where: str) -> bool:
    """Whether one sees that an index is a whole number, or an array that was made for indexing."""
    if isinstance(index, ast.Constant) or "np.intp" in (text := ast.unparse(index)) or text == "at.frames":
        return True
    name = re.sub(r"^self\.|\[.*", "", text)
    return re.search(rf"\b_?{re.escape(name)}\b.*np\.intp", (PACKAGE / where).read_text(encoding="utf-8")) is not None


def test_no_index_of_64_bits_meets_a_function_that_refuses_it():
    wrong = [
        f"{where}:{call.lineno}: {ast.unparse(call)}"
        for where, call, name in calls()
        if where != "_numeric/counts.py"
        and ast.unparse(call) != READ.get(where)
        and (name == "bincount" or len(call.args) <= REFUSE[name] or not narrow(call.args[REFUSE[name]], where))
    ]
    assert not wrong, "\n".join(wrong)
