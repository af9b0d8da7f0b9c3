"""What an answer has no business with; found in its code, it is shown to a human. No proof of anything, either way."""

from __future__ import annotations

import ast
import re
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: What answers are written with. Any other module is shown.
_USUAL = _set("""
    __future__ abc array bisect cmath collections contextlib copy dataclasses decimal fractions functools heapq
    itertools math numbers numpy operator random re scipy statistics typing warnings
""")
#: Imported, or reached through another module (`random._os`).
_MODULES = _set("""
    asyncio atexit bdb bltns builtins ctypeslib ctypes dis faulthandler fcntl gc importlib inspect linecache marshal
    mmap multiprocessing nt os pathlib pdb pickle pkgutil posix posixpath requests runpy shelve shutil socket ssl
    subprocess sys tempfile threading traceback types unittest urllib weakref zipfile
    cffi compat
    ast conftest copyreg datasets distutils enum f2py io mrecords mypy_plugin npyio odr testing tests
""")
#: Names and attributes: code out of text, files, whatever leads to other people's variables.
_WORDS = _set("""
    ABCMeta add_newdoc as_strided attrgetter breakpoint check currentframe DataSource delattr dispatch_table dump
    EnumMeta EnumType eval exec formatwarning ForwardRef fromfile fromregex genfromtxt get_objects get_referents
    get_referrers get_type_hints getattr global_enum globals __import__ input load load_library load_npz loadtxt locals
    LowLevelCallable make_dataclass memmap methodcaller open open_memmap openfile read_array redirect_stderr
    redirect_stdout restore save save_npz savetxt savez savez_compressed setattr setprofile settrace showwarning
    OptimizeResult singledispatch singledispatchmethod tofile TypedDict vars
""")
#: Of numpy and scipy, what begins pytest, which runs the files that it is told.
_TESTS = _set("test")
#: Methods and attributes of a class by which libraries run a text, read and set attributes by names in texts, take
#: anything for one of the class, or read and write memory.
_HOOKS = _set("""
    __array_interface__ __array_struct__ __deepcopy__ __getattr__ __getattribute__ __getstate__ __instancecheck__
    __prepare__ __reduce__ __reduce_ex__ __setstate__ __subclasscheck__ __subclasshook__
    _construct_argparser _parse_arg_template
""")
#: The same, also where they stand in a text, which `str.format` and `operator` read as code.
_FRAMES = _set("""
    ag_code ag_frame cr_code cr_frame cr_origin f_back f_builtins f_code f_globals f_lasti f_locals f_trace gi_code
    gi_frame gi_yieldfrom tb_frame tb_lasti tb_next
    """)
#: Double underscores that honest classes, and answers as dpviz writes them down, are full of.
_PLAIN = _set("__init__ __name__ __call__ __future__ __new__ __post_init__ __doc__ __main__")
#: Of a name with double underscores, its beginning or its end.
_HALF = re.compile(r"__[a-z]\w*(?<!_)|(?!_)\w*[a-z]__")
#: What is asked of types.
_LOOK = _set("isinstance issubclass print repr str")
#: Of decorators, what takes names of attributes as texts.
_COPY = _set("dataclass update_wrapper wraps")
#: Types that a pattern with brackets takes whole, reading no attribute.
_WHOLE = _set("bool bytearray bytes dict float frozenset int list set str tuple")
#: What a named tuple offers to everybody.
_NAMED_TUPLE = _set("_asdict _fields _make _replace")


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes and brackets begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _unusual(module: str) -> Iterator[str]:
    """What of a module's name is shown."""
    root, *parts = module.split(".")
    if root not in _USUAL | {"dpviz"}:
        yield root
    yield from (part for part in parts if part in _MODULES or part.startswith("_"))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _unusual(alias.name)
                if alias.name.split(".")[0] == "dpviz":
                    yield alias.name
        elif isinstance(node, ast.ImportFrom):
            module, names = node.module or "", {alias.name for alias in node.names}
            # What dpviz writes itself: Python's own functions, and where one's numbers come from.
            yield from set(_unusual(module)) - {"builtins"}
            yield from (name for name in names if _shown(name) or name == "compile")
            # By the star all names of a library come, unseen.
            yield from {"*"} & names if module.split(".")[0] in ("numpy", "scipy") else ()
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
    given: defaultdict[str, list[str]] = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
            given[_root(node.value)] += [target.id for target in node.targets if isinstance(target, ast.Name)]
    todo = list(names)
    while todo:
        new = {*given.pop(todo.pop(), ())} - names
        names |= new
        todo += new
    return names


def _inside(name: str) -> bool:
    """Whether a name leads into a module's inside."""
    return name.lstrip("_") in _MODULES or (
        name.startswith("_") and not name.endswith("__") and name not in _NAMED_TUPLE
    )


def _own(nodes: list[ast.AST]) -> set[int]:
    """Private attributes that the answer gave to objects of its own: to names that were not imported."""
    made = {
        _last(node) or getattr(node, "name", "")
        for node in nodes
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) or isinstance(getattr(node, "ctx", None), ast.Store)
    }
    foreign, private = _foreign(nodes) | {""}, {name for name in made - _WORDS - _MODULES if re.match("_[^_]", name)}
    return {
        id(node)
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in private and _root(node) not in foreign
    }


def _begins(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """Where a class that only ever stands alone above a function begins with ``update_wrapper(self, function)``."""
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    alone = {id(node.decorator_list[0]) for node in functions if len(node.decorator_list) == 1}
    used = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in alone}
    if "type" in used or any(isinstance(node, ast.Attribute) and node.attr == "__init__" for node in nodes):
        return  # by which it may be given anything
    for node in nodes:
        match node:
            case ast.ClassDef(
                bases=[],
                keywords=[],
                decorator_list=[],
                body=[ast.FunctionDef("__init__", told, [ast.Expr(call), *_], decorator_list=[]), *_],
            ) if node.name not in used:
                names = ", ".join(word.arg for word in told.args)
                if ast.unparse(told) == names and ast.unparse(call) == f"update_wrapper({names})":
                    yield call


def _above(nodes: list[ast.AST]) -> set[int]:
    """Where decorators stand as they should: with one function or words of their own; `update_wrapper` with two.

    What `dataclass` is given is the class as it is written there: of another's names it makes code.
    """
    found, functions = set(), {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    begins = list(_begins(nodes))
    for node in nodes:
        if isinstance(node, ast.Call) and _last(node.func) == "update_wrapper":
            plain = not node.keywords and len(node.args) == 2 and {_last(part) for part in node.args} <= functions
            found |= {id(node.func)} if plain or node in begins else set()
        decorators = getattr(node, "decorator_list", ())
        for place, above in enumerate(decorators, 1):
            inner = place == len(decorators) or _last(getattr(above, "func", above)) != "dataclass"
            plain = not isinstance(above, ast.Call) or (
                not any(word.arg in (None, "assigned", "updated") for word in above.keywords)
                and [type(part) for part in above.args] in ([], [ast.Name])
            )
            if plain and inner:
                found.add(id(above.func if isinstance(above, ast.Call) else above))
    return found


def _used(nodes: list[ast.AST]) -> Iterator[str]:
    own, above = _own(nodes), _above(nodes)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    told, made = set(_told(nodes)), _made(nodes)
    calls = (node for node in nodes if isinstance(node, ast.Call))
    of_one = {id(call.func) for call in calls if len(call.args) == 1 and not (call.keywords or _starred(call.args[0]))}
    for node in nodes:
        # Plain methods may be any operator; whatever else is given such a name is a trick.
        plain = isinstance(node, ast.FunctionDef)
        yield from (name for name in _given(node) if name in _HOOKS or (_hidden(name) and not plain))
        if isinstance(node, ast.Name):
            # `re.compile` is another matter.
            handed_on = node.id == "type" and id(node) not in called
            if node.id in _WORDS | _HOOKS or node.id == "compile" or _hidden(node.id) or handed_on:
                yield node.id
        elif isinstance(node, ast.Attribute):
            if (_shown(node.attr) and id(node) not in own) or (node.attr == "compile" and _root(node) != "re"):
                yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from (name for name in node.kwd_attrs if _shown(name) or name == "compile")
            # Without a word it reads the attributes that the class names, in texts.
            yield from {_last(node.cls)} - (_WHOLE - made) if node.patterns else ()
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            # A dataclass reads it of whatever is put into its instances.
            yield from {node.target.id} if _shown(node.target.id) else ()
        elif isinstance(node, ast.Call) and _last(node.func) == "type":
            # With three arguments it makes a class, and so does the type of a class, kept or handed on.
            yield from ("type",) * (len(node.args) != 1 or id(node) not in told)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = re.findall(r"\w+", node.value)
            # Half of a name will be put together with the other half.
            yield from (word for word in words if word in _FRAMES or _hidden(word) or _HALF.fullmatch(word))
        # What it is told besides is filled with all that it meets.
        if _last(node) == "deepcopy" and id(node) not in of_one:
            yield "deepcopy"
        # As a function they set attributes, and run text, by names in strings.
        if _last(node) in _COPY and id(node) not in above:
            yield _last(node)
        if isinstance(node, ast.alias) and node.name in _COPY | {"deepcopy"} and node.asname not in (None, node.name):
            yield node.name


def _given(node: ast.AST) -> Iterator[str]:
    """Names that are given by other ways than by assignment."""
    if not isinstance(node, (ast.keyword, ast.ImportFrom)):
        names = (getattr(node, field, None) for field in ("name", "asname", "arg", "rest"))
        yield from (name for name in names if isinstance(name, str))


def _made(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that the answer gives to things, by whatever way."""
    made = {str(getattr(node, "name", None) or getattr(node, "arg", None) or "") for node in nodes}
    return made | {_last(node) for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store)}


def _told(nodes: list[ast.AST]) -> Iterator[int]:
    """Where the type of something is only looked at, or makes one more of its kind."""
    made = _made(nodes)
    own_kind = any(isinstance(node, ast.ClassDef) for node in nodes)  # it may say itself what it is equal to
    for node in nodes:
        if isinstance(node, ast.Compare):
            is_it = all(isinstance(word, (ast.Is, ast.IsNot)) for word in node.ops)
            yield from map(id, (node.left, *node.comparators)) if is_it or not own_kind else ()
        elif (isinstance(node, ast.Attribute) and node.attr == "__name__") or isinstance(node, ast.FormattedValue):
            yield id(node.value)
        elif isinstance(node, ast.Call):
            plain = len(node.args) < 3 and not any(map(_starred, node.args))
            yield from (id(node.func),) if plain else ()
            yield from map(id, node.args) if _last(node.func) in _LOOK - made else ()


def _starred(node: ast.AST) -> bool:
    return isinstance(node, ast.Starred)


def _last(node: ast.AST) -> str:
    """What a name or an attribute is called."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _shown(name: str) -> bool:
    """Whether an attribute of that name is shown."""
    return name in _WORDS | _FRAMES | _TESTS or _hidden(name) or _inside(name)


def _hidden(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__") and name not in _PLAIN


#: Python 3.11 and 3.12 count the depth of a tree once for all threads, and stumble where two parse at once.
_ONE_AT_A_TIME = threading.Lock()


def parsed(source: str) -> ast.Module:
    """The tree of an answer; raises what `ast.parse` does."""
    with _ONE_AT_A_TIME:
        try:
            return ast.parse(source)
        except SystemError:  # a parse elsewhere, which does not ask for the lock, ended in between
            return ast.parse(source)


def suspicious_names(source: str) -> list[str]:
    """What a human should look at in an answer: modules of the system, dpviz's own exercises, tricks.

    With ``=`` behind it, a name is an attribute that is set on something imported.
    """
    try:
        nodes = list(ast.walk(parsed(source)))
    except (SyntaxError, ValueError):
        return []
    except (RecursionError, MemoryError):
        return ["(too deep to be read)"]
    foreign = _foreign(nodes) | {""}
    # Of the name of a field a dataclass makes code.
    field = any(part in ("field", "fields") for node in nodes for part in (_last(node), getattr(node, "name", "")))
    changed = {
        f"{_root(node)}.{node.attr}="
        for node in nodes
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        if _root(node) in foreign or (field and node.attr == "name" and _root(node) != "self")
    }
    return sorted({*_imports(nodes), *_used(nodes), *changed})
