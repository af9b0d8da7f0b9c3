"""The code panel: the body of a real function, after the imports it needs and the values of the frame.

The function stands in the section and is called by tests; its arguments are parameters or values of the picture, or
what an earlier function of the same panel has made. Its last `return` is for its callers and not shown.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from dpviz.draw.texts import Value


@dataclass(frozen=True)
class Taken:
    """A function taken apart: what it imports, the constants it uses, its arguments, its body, what it makes."""

    imports: tuple[tuple[str, str], ...]  # (module or "", what comes from it)
    constants: tuple[tuple[str, str], ...]
    arguments: tuple[str, ...]
    body: str
    makes: frozenset[str]


def template(functions: Sequence[Callable[..., Any]], values: Mapping[str, Value]) -> tuple[str, set[str]]:
    """The lines to show, with a ``{gap}`` where a value of the frame goes, and the names of these gaps."""
    parts = [take_apart(function) for function in functions]
    imports: dict[str, list[str]] = {}
    for part in parts:
        for module, name in part.imports:
            if name not in imports.setdefault(module, []):
                imports[module].append(name)
    made: set[str] = set()
    gaps: set[str] = set()
    given: dict[str, str] = {}
    for part in parts:
        given |= dict(part.constants)
        for name in part.arguments:
            if name not in made:
                gaps.add(name)
                text = isinstance(values[name].at(0), str)
                given[name] = f'"{{{name}}}"' if text else f"{{{name}}}"
        made |= part.makes
    head = sorted(imports.pop("", []))
    head += [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())]
    chunks = ["\n".join(head), "\n".join(f"{name} = {text}" for name, text in given.items())]
    chunks += [part.body for part in parts]
    return "\n\n".join(chunk for chunk in chunks if chunk), gaps


@cache
def take_apart(function: Callable[..., Any]) -> Taken:
    """Read a function's source."""
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    body = tree.body[1:] if ast.get_docstring(tree) else tree.body
    if isinstance(body[-1], ast.Return):
        body = body[:-1]
    lines = source.splitlines()[body[0].lineno - 1 : body[-1].end_lineno]
    lines = [re.sub(r"  # (fmt|noqa|type): .*$", "", line) for line in lines]  # said to tools, not to readers
    text = textwrap.dedent("\n".join(lines)).replace("{", "{{").replace("}", "}}")
    names = [node for part in body for node in ast.walk(part) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    stored |= {node.arg for part in body for node in ast.walk(part) if isinstance(node, ast.arg)}
    arguments = tuple(inspect.signature(function).parameters)
    free = sorted({node.id for node in names} - stored - set(arguments) - set(dir(builtins)))
    imported = _imports(function)
    imports, constants = [], []
    for name in free:
        if name in imported and not imported[name][0].startswith("dpviz.lessons"):
            imports.append(imported[name])
        elif isinstance(function.__globals__.get(name), int | float | str | tuple):
            constants.append((name, repr(function.__globals__[name]).replace("{", "{{").replace("}", "}}")))
        else:
            raise TypeError(f"{function.__name__} uses {name}, which a reader can neither import nor write down")
    return Taken(tuple(imports), tuple(constants), arguments, text, frozenset(stored))


def _imports(function: Callable[..., Any]) -> dict[str, tuple[str, str]]:
    module = inspect.getmodule(function)
    assert module is not None
    found: dict[str, tuple[str, str]] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Import):
            for one in node.names:
                name = f"import {one.name}" + (f" as {one.asname}" if one.asname else "")
                found[one.asname or one.name] = ("", name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                name = one.name + (f" as {one.asname}" if one.asname else "")
                found[one.asname or one.name] = (node.module, name)
    return found
