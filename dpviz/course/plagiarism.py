"""Answers that two students can hardly have written alike by chance."""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import io
import json
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dpviz._notebooks import exercise_notebook
from dpviz.course.suspicious_code import parsed
from dpviz.exercises import receipt
from dpviz.exercises.source import LONGEST
from dpviz.exercises.task import tidy

# In words (tokens) that are not the notebook's. One that agrees says little, a name that somebody made up says more,
# a word of a comment most: two people who agree in all of them by chance agree in `_SAME` with about one in 100,000.
_NAME, _COMMENT = 6, 7
_SAME = 42
#: With other names and comments, that much of the rest must agree.
_SAME_SHAPE = 60
_EMPTY = frozenset((tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER))
_SEED = re.compile(r"""\bseed=('[^'\n]*'|"[^"\n]*")""")
#: Comments and strings, also without their end; what is no operator; and whole numbers, without their sign.
_REMARK = re.compile(
    # Each begins with a plain letter, by which all the text between is passed over quickly.
    r"""#.*|""\"[\s\S]*?(?:""\"|\Z)|'''[\s\S]*?(?:'''|\Z)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?"""
)
_NO_OPERATOR = bytes(set(range(256)) - set(b"=<>*/%@|&^~{}[]"))
_NUMBER = re.compile(r"[=<>*/%@|&^~{\[(,:]\s*([1-9]\d*)(?![\w.])")
_TOLD = 5  # names of others


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


def _plain(source: str) -> str:
    """An answer without blanks, and without the seed in its code."""
    if "seed=" in source:
        source = _SEED.sub("seed=''", source)
    return _digest("".join(source.replace("\\\n", "").split()))


def _skeleton(source: str) -> str:
    """An answer's operators and numbers, found in no time: answers that are alike but for names share them."""
    code = _REMARK.sub("", source).replace("\\\n", "")
    operators = code.encode("utf-8", "surrogatepass").translate(None, _NO_OPERATOR).decode()
    return _digest(" ".join((operators, *_NUMBER.findall(code))))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


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
    """What two answers have in common that two people hardly write alike: the marks of a recorded answer to a lesson.

    The first is equal for answers that agree word for word, comments and names included; the second for those that
    agree but for comments and names. Empty where agreeing says nothing: too little of it is the student's own, or it is
    no function (values are alike by nature, and follow from the seed).
    """
    if len(source) > LONGEST:
        return "", ""
    try:
        tree, words = parsed(_SEED.sub("seed=''", source)), list(_words(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return "", ""
    if not any(isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) for node in ast.walk(tree)):
        return "", ""
    handed_out = _handed_out(lesson)
    own = Counter(words) - handed_out
    remarks = sum(count for word, count in own.items() if word.startswith("#"))
    names = sum(len(name) > 2 and name not in handed_out for name in _named(tree))
    plain = own.total() - remarks

    shape = ""
    if plain >= _SAME_SHAPE:
        # What can be parsed can be nested too deeply to be written out.
        with contextlib.suppress(RecursionError):
            shape = _digest(_shape(tree))
    return _plain(source) if plain + _NAME * names + _COMMENT * remarks >= _SAME else "", shape


def _answers(record: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Tasks and answers that stand in a receipt."""
    return dict.fromkeys(
        (item["task"], item["source"]) for item in record["tasks"] if 0 < len(item["source"]) <= LONGEST
    )


def _who(record: Mapping[str, Any]) -> tuple[int, str]:
    return record["lesson"], tidy(record["seed"])


class Likeness:
    """What receipts have in common, told one by one: made at once, for many thousands, before the first is told.

    `held` gives the content of each, by name. What cannot be read is like nothing.
    """

    def __init__(self, held: Mapping[str, Callable[[], bytes]]) -> None:
        self._held = held
        self._seeds: dict[tuple[int, str], list[str]] = defaultdict(list)
        # By task and skeleton, then word for word. Most share neither, and need not be looked at more closely.
        self._similar: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._marks: dict[tuple[str, str], tuple[str, str]] = {}
        for name in sorted(held):
            if record := self._record(name):
                self._seeds[_who(record)].append(name)
                for task, source in _answers(record):
                    self._similar[task, _skeleton(source)][_plain(source)].append(name)

    def _record(self, name: str) -> dict[str, Any]:
        try:
            return receipt.read(self._held[name]().decode("utf-8-sig"))
        except Exception:  # `recheck` says what is wrong with it
            return {}

    def _marked(self, name: str, task: str, text: str) -> tuple[str, str]:
        """The marks of an answer, by what it is word for word; who gave it."""
        if (task, text) not in self._marks:
            record = self._record(name)
            sources = (source for its, source in _answers(record) if its == task and _plain(source) == text)
            self._marks[task, text] = marks(record["lesson"], next(sources))
        return self._marks[task, text]

    def flags(self, name: str) -> list[tuple[str, str]]:
        """What is to be said of a receipt: a task, or nothing for the whole, and a sentence."""
        if not (record := self._record(name)):
            return []
        found = [("", "same seed as", self._seeds[_who(record)])]
        for task, source in _answers(record):
            text, similar = _plain(source), self._similar[task, _skeleton(source)]
            same, shape = self._marked(name, task, text)
            if same:
                found.append((task, "same answer as", similar[text]))
            if shape:
                found.append((task, "same answer but for names as", self._shaped(shape, task, text, similar)))
        few = ((task, words, [one for one in names[: _TOLD + 1] if one != name]) for task, words, names in found)
        return [(task, f"{words} {', '.join(names[:_TOLD])}") for task, words, names in few if names]

    def _shaped(self, shape: str, task: str, text: str, similar: Mapping[str, list[str]]) -> list[str]:
        """A few who gave answers of that shape, in other words."""
        found: list[str] = []
        for other, names in similar.items():
            if other != text and self._marked(names[0], task, other)[1] == shape:
                found += names[:_TOLD]
                if len(found) >= _TOLD:
                    break
        return sorted(found)
