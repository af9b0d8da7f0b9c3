"""What an answer has no business with; found in its code, it is shown to a human. No proof of anything, either way."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterable, Iterator


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Imported, or reached through another module (`random._os`).
_MODULES = _set("""
    asyncio atexit bdb builtins ctypeslib ctypes dis faulthandler fcntl gc importlib inspect linecache marshal mmap
    multiprocessing nt os pathlib pdb pickle pkgutil posix posixpath requests runpy shelve shutil socket ssl subprocess
    sys tempfile threading traceback unittest urllib weakref zipfile
""")
#: Imported only: numpy and scipy have the same words for other things.
_IMPORTED = _MODULES | _set("ast code codecs concurrent glob http io resource select signal site solutions tests types")
#: Names and attributes: code out of text, files, whatever leads to other people's variables.
_WORDS = _set("""
    __import__ _getframe attrgetter breakpoint currentframe delattr eval exec fromfile genfromtxt get_objects
    get_referents get_referrers getattr globals input load_library loadtxt locals memmap methodcaller open
    savetxt setattr setprofile settrace tofile vars _values _origin
    """)
#: The same, also where they stand in a text, which `str.format` and `operator` read as code.
_FRAMES = _set("""
    ag_code ag_frame cr_code cr_frame cr_origin f_back f_builtins f_code f_globals f_lasti f_locals f_trace gi_code
    gi_frame gi_yieldfrom tb_frame tb_lasti tb_next
    """)
#: Double underscores that honest classes, and answers as dpviz writes them down, are full of.
_PLAIN = _set("__init__ __name__ __call__ __future__ __new__ __post_init__ __doc__ __main__")


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes and brackets begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _IMPORTED.intersection(alias.name.split("."))
                if alias.name.split(".")[0] == "dpviz":
                    yield alias.name
        elif isinstance(node, ast.ImportFrom):
            module, names = node.module or "", {alias.name for alias in node.names}
            # What dpviz writes itself: Python's own functions, and where one's numbers come from.
            yield from _IMPORTED.intersection(module.split(".")) - {"builtins"}
            yield from (
                name for name in names if name in _WORDS | _FRAMES | {"compile"} or name.lstrip("_") in _MODULES
            )
            if module.split(".")[0] == "dpviz" and not (module == "dpviz.exercises" and names <= {"start", "given"}):
                yield module


def _foreign(nodes: list[ast.AST]) -> set[str]:
    """Names of what was imported, and of what was taken from it by a plain assignment."""
    names = {
        alias.asname or alias.name.split(".")[0]
        for node in nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    given = [
        (target.id, _root(node.value))
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, (ast.Name, ast.Attribute))
    ]
    before = -1
    while before != len(names):
        before = len(names)
        names |= {name for name, root in given if root in names}
    return names


def _used(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            # `re.compile` is another matter.
            if node.id in _WORDS or node.id == "compile" or _hidden(node.id):
                yield node.id
        elif isinstance(node, ast.Attribute):
            if node.attr in _WORDS | _FRAMES or node.attr.lstrip("_") in _MODULES or _hidden(node.attr):
                yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from (name for name in node.kwd_attrs if name in _FRAMES or _hidden(name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (word for word in re.findall(r"\w+", node.value) if word in _FRAMES or _hidden(word))


def _hidden(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__") and name not in _PLAIN


#: Python 3.11 and 3.12 count the depth of a tree once for all threads, and stumble where two parse at once.
_ONE_AT_A_TIME = threading.Lock()


def suspicious_names(source: str) -> list[str]:
    """What a human should look at in an answer: modules of the system, dpviz's own exercises, tricks.

    Parameters
    ----------
    source : str
        Python.

    Returns
    -------
    list of str
        Names; with ``=`` behind it, an attribute that is set on something imported.
    """
    try:
        with _ONE_AT_A_TIME:
            nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    foreign = _foreign(nodes)
    changed = {
        f"{_root(node)}.{node.attr}="
        for node in nodes
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and _root(node) in foreign
    }
    return sorted({*_imports(nodes), *_used(nodes), *changed})
