"""Answers that two students can hardly have written alike by chance."""

from __future__ import annotations

import ast
import functools
import hashlib
import io
import json
import re
import tokenize
from collections import Counter
from collections.abc import Iterable

from dpviz._notebooks import exercise_notebook
from dpviz.exercises.source import LONGEST

# In words (tokens) that are not the notebook's. One that agrees says little, a name that somebody made up says more,
# a word of a comment most: two people who agree in all of them by chance agree in `_SAME` with about one in 100,000.
_NAME, _COMMENT = 6, 7
_SAME = 42
#: With other names and comments, that much of the rest must agree.
_SAME_SHAPE = 60
_EMPTY = frozenset((tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER))
_SEED = re.compile(r"""\bseed=('[^'\n]*'|"[^"\n]*")""")


def _words(source: str) -> Iterable[str]:
    """Python's words; each of a comment by itself, with its mark."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from (f"#{word}" for word in token.string[1:].split())
        elif token.type not in _EMPTY:
            yield token.string


@functools.cache
def _handed_out(lesson: int) -> Counter[str]:
    """The words of the lesson's notebook: what everybody begins with is nobody's."""
    found: Counter[str] = Counter()
    if path := exercise_notebook(lesson):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                found.update(_words("".join(cell["source"])))
    return found


def _named(tree: ast.AST) -> list[str]:
    """Names that the answer gives, in a fixed order."""
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
        elif isinstance(node, ast.arg):
            names[node.arg] = None
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names[node.name] = None
    return list(names)


def _shape(tree: ast.Module) -> str:
    """The answer without names of its own, comments and strings that stand for comments."""
    number = {name: f"_{index}" for index, name in enumerate(_named(tree))}
    for node in ast.walk(tree):
        for field in ("id", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                setattr(node, field, number.get(name, name))
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _remark(line)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _remark(line: ast.AST) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)


def marks(lesson: int, source: str) -> tuple[str, str]:
    """What two answers have in common that two people hardly write alike.

    Parameters
    ----------
    lesson : int
        The lesson's number.
    source : str
        A recorded answer.

    Returns
    -------
    text, shape : str
        Equal for answers that agree word for word, comments and names included; and for those that agree but for
        comments and names. Empty where agreeing says nothing: too little of it is the student's own, or it is no
        function (values are alike by nature, and follow from the seed).
    """
    if len(source) > LONGEST:
        return "", ""
    source = _SEED.sub("seed=''", source)
    try:
        tree, words = ast.parse(source), list(_words(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return "", ""
    if not any(isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) for node in ast.walk(tree)):
        return "", ""
    handed_out = _handed_out(lesson)
    own = Counter(words) - handed_out
    remarks = sum(count for word, count in own.items() if word.startswith("#"))
    names = sum(len(name) > 2 and name not in handed_out for name in _named(tree))
    plain = own.total() - remarks

    def digest(text: str, enough: bool) -> str:
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if enough else ""

    return (
        digest("\0".join(words), plain + _NAME * names + _COMMENT * remarks >= _SAME),
        digest(_shape(tree), plain >= _SAME_SHAPE),
    )
