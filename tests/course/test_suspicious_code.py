"""Code that a human should look at is shown, and honest code is not."""

from __future__ import annotations

import pytest

from dpviz.course.suspicious_code import suspicious_names
from dpviz.exercises import given
from dpviz.exercises.source import source_of
from tests.exercises.material import TASKS, as_parts, catalogue, solutions

#: A decorator that is a class.
COUNTED = """
import numpy
from functools import update_wrapper
class Counted:
    def __init__(self, of):
        update_wrapper(self, of)
        self.calls = 0
"""
TRICKS = {
    "def f(g): return g.gi_frame.f_back.f_locals": ["f_back", "f_locals", "gi_frame"],
    "async def f(): pass\nc = f().cr_frame.f_globals": ["cr_frame", "f_globals"],
    "try: 1/0\nexcept Exception as e: t = e.__traceback__.tb_frame": ["__traceback__", "tb_frame"],
    "f.__globals__['x'] = 1": ["__globals__"],
    "object.__subclasses__()": ["__subclasses__"],
    "'{0.gi_frame.f_back}'.format(g)": ["f_back", "gi_frame"],
    "match g:\n    case object(gi_frame=frame): pass": ["gi_frame"],
    "from operator import attrgetter as a\na('gi_frame')": ["attrgetter", "gi_frame"],
    "getattr(g, 'gi_' + 'frame')": ["getattr"],
    "from random import _os": ["_os"],
    "import random\nrandom._os.system('ls')": ["_os"],
    "import numpy as np\nnp.mean = lambda x: 0": ["np.mean="],
    "import numpy as np\nnp.random.Generator.laplace = None": ["np.laplace="],
    "import numpy as np\nm = np\nn = m.random\ndel n.x": ["n.x="],
    "from dpviz import exercises": ["dpviz"],
    "import dpviz as d": ["dpviz"],
    "import dpviz.exercises.verdict as v\nv.WORTH['x'] = 1\nv.correct = 1": ["dpviz.exercises.verdict", "v.correct="],
    "from dpviz.exercises import start, catalogue": ["dpviz.exercises"],
    "from dpviz.exercises.lessons import lesson_01": ["dpviz.exercises.lessons"],
    "from solutions.lesson_01 import laplace": ["solutions"],
    "import numpy as np\nnp.lib._datasource.open('x'); np.fromfile('y')": ["_datasource", "fromfile", "open"],
    "compile('1', '', 'eval')": ["compile"],
    "from builtins import compile as c, exec as e": ["compile", "exec"],
    "import builtins": ["builtins"],
    "import os.path": ["os"],
    "eval('1')": ["eval"],
    "().__class__.__subclasses__()": ["__class__", "__subclasses__"],
    "from dpviz.mechanisms import LaplaceMechanism": ["dpviz.mechanisms"],
    "n = next(k for k in range(99) if mine.check('questions', k).correct)": ["check"],
    "mine._exercise.task('questions').check(3)": ["_exercise", "check"],
    "from dpviz.exercises import restore": ["dpviz.exercises", "restore"],
    "import timeit\ntimeit.timeit('A(1)', 'from dpviz.mechanisms import AboveThreshold as A')": ["timeit"],
    "import typing\ntyping.get_type_hints(f)": ["get_type_hints"],
    "from dataclasses import make_dataclass": ["make_dataclass"],
    "import numpy as np\nnp.load('x')": ["load"],
    "from numpy.testing import measure": ["testing"],
    "import scipy.io": ["io"],
    "from ast import parse": ["ast"],
    # What leads to code out of text, or to other people's variables, by names that stand in no text as a whole.
    "match my:\n    case object(_exercise=e, check=c): pass": ["_exercise", "check"],
    "import enum\nmatch enum.bltns:\n    case object(exec=run): pass": ["bltns", "enum", "exec"],
    "from enum import bltns as b\nf = type(lambda: 0)(b.compile('x', '', 'exec'), {})": ["bltns", "compile", "enum"],
    "import typing\nrun = typing.ForwardRef('exec')._evaluate({}, {}, set())": ["ForwardRef", "_evaluate"],
    "import numpy as np\nnp.testing.runstring('x', {})": ["testing"],
    "from numpy import testing as t": ["testing"],
    "from scipy import io as t": ["io"],
    "from scipy._lib.decorator import FunctionMaker": ["_lib"],
    "import dataclasses\ndataclasses._create_fn('f', (), ['x'])": ["_create_fn"],
    # Names of two underscores that are given by other ways than by a function.
    "from random import __builtins__ as b\nb['get' + 'attr']": ["__builtins__"],
    "from math import __loader__": ["__loader__"],
    "from operator import add as __reduce_ex__": ["__reduce_ex__"],
    "class X:\n    match 1:\n        case __array_interface__: pass": ["__array_interface__"],
    "class X:\n    match {}:\n        case {**__annotations__}: pass": ["__annotations__"],
    "class X:\n    match []:\n        case [*__annotations__]: pass": ["__annotations__"],
    "class X:\n    @f\n    async def __reduce_ex__(self): pass": ["__reduce_ex__"],
    "class X:\n    @f\n    class __array_interface__: pass": ["__array_interface__"],
    "class X:\n    try: 1/0\n    except Exception as __array_struct__: pass": ["__array_struct__"],
    "def f(__class__): pass": ["__class__"],
    "from dataclasses import fields\nfields(A)[0].name = 'x'": [".name="],
    "from dataclasses import field\nf = field()\nf.name = 'x'": ["f.name="],
    "from enum import Enum\nEnum('X', {'__array_inter' + 'face__': 1})": ["enum"],
    "import re\nre.enum.Enum('X', {})": ["enum"],
    "from functools import update_wrapper\nupdate_wrapper(f, start, (), ('__glo' + 'bals__',))": ["update_wrapper"],
    "from functools import wraps\nwraps(f, names)": ["wraps"],
    "from functools import update_wrapper\nupdate_wrapper(f, start, names)": ["update_wrapper"],
    "from functools import update_wrapper\nupdate = update_wrapper": ["update_wrapper"],
    "import functools\n@functools.wraps(start, (), ('__glo' + 'bals__',))\ndef f(): pass": ["wraps"],
    "from functools import wraps\n@wraps(start, updated=('__glo' + 'bals__',))\ndef f(): pass": ["wraps"],
    "from functools import wraps as w\nw(start, (), ('__glo' + 'bals__',))(f)": ["wraps"],
    "from dataclasses import dataclass\ndataclass(type('T', (), {'__anno' + 'tations__': {}}))": ["dataclass", "type"],
    "import contextlib\nclass R(contextlib.redirect_stdout): _stream = 'modules'": ["redirect_stdout"],
    "import typing\ntyping.types.CodeType": ["types"],
    "from functools import singledispatch as s": ["singledispatch"],
    "import functools\n@functools.singledispatch\ndef f(x): pass": ["singledispatch"],
    "class M(type):\n    def __prepare__(*_): return {'__anno' + 'tations__': {}}": ["__prepare__", "type"],
    "class A:\n    def __reduce_ex__(self, _): return A, (), (None, {'x' + 'y': 1})": ["__reduce_ex__"],
    "import scipy.stats as s\nclass D(s.rv_continuous):\n    _parse_arg_template = 'import x'": ["_parse_arg_template"],
    "import numpy as np\nnp.fromregex('x', '.', float)": ["fromregex"],
    "from scipy import odr, sparse\nsparse.load_npz('x')": ["load_npz", "odr"],
    # Of a file that is an object of the answer's own: a pickle there is code.
    "import numpy as np\nnp.lib.format.read_array(tape, allow_pickle=True)": ["read_array"],
    "from numpy.ma import mrecords as m\nm.openfile('x')": ["mrecords", "openfile"],
    "from numpy import conftest\nfrom scipy.stats.tests import test_fit": ["conftest", "tests"],
    "import numpy as np\nnp.lib.add_newdoc('os', 'system', ''), np.matrixlib.defmatrix.ast": ["add_newdoc", "ast"],
    # What sets attributes by names in texts; of them `dataclass` makes code.
    "import copy\ncopy.dispatch_table[A] = lambda a: (B, (), (None, {'__anno' + 'tations__': n}))": ["dispatch_table"],
    "import re\nre.copyreg": ["copyreg"],
    "from typing import TypedDict\nclass C(TypedDict('B', names)): pass": ["TypedDict"],
    "from dataclasses import dataclass\n@dataclass\n@(lambda _: named)\nclass C: pass": ["dataclass"],
    "import abc\nC = abc.ABCMeta('C', (B,), names)": ["ABCMeta"],
    "C = type(int)('C', (B,), names)": ["type"],
    "T = type\nC = T('C', (B,), names)": ["type"],
    "T = type(int)\nC = T('C', (B,), names)": ["type"],
    "C = (lambda make: make('C', (B,), names))(type(int))": ["type"],
    "C = [type(int)][0]('C', (B,), names)": ["type"],
    "C = type(int)(*('C', (B,), names))": ["type"],
    "def print(make): make('C', (B,), names)\nprint(type(int))": ["type"],
    "C = (lambda repr: repr(type(int)))(lambda make: make('C', (B,), names))": ["type"],
    "class A:\n    def __eq__(self, make): make('C', (B,), names)\nA() == type(int)": ["type"],
    "import enum\nenum.global_enum(enum.Enum('N', names, module='random'))": ["enum", "global_enum"],
    "class C(metaclass=type(int)): pass": ["type"],
    # Runs whatever file its options name.
    "import numpy as np\nnp.test(extra_argv=['x'])": ["test"],
    "import scipy\n(lambda module: module.test())(scipy)": ["test"],
    "from scipy import test as t": ["test"],
    "from numpy import *\ntest()": ["*"],
    "_os = 1\nimport random\nrandom._os": ["_os"],
    "_evaluate = 1\nimport typing\ntyping._evaluate": ["_evaluate"],
    # What reads or sets attributes by names that stand in no text, or in none as a whole.
    "from copy import deepcopy\nseen = {}\ndeepcopy(mine, seen)": ["deepcopy"],
    "import copy\ncopy.deepcopy(mine, memo=seen)": ["deepcopy"],
    "from copy import deepcopy as d\nd(mine, seen)": ["deepcopy"],
    "from copy import deepcopy\nlist(map(deepcopy, [mine], [seen]))": ["deepcopy"],
    "class A:\n    def __deepcopy__(self, seen): return seen": ["__deepcopy__"],
    "class A:\n    def __getstate__(self): return None, {'__anno' + 'tations__': names}": ["__getstate__"],
    "class A:\n    def __setstate__(self, state): A.seen = state": ["__setstate__"],
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    _os: int": ["_os"],
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    gi_frame: int": ["gi_frame"],
    "match g:\n    case A(found): pass": ["A"],
    "class int(A): pass\nmatch g:\n    case int(found): pass": ["int"],
    "class A(ABC):\n    @classmethod\n    def __subclasshook__(cls, _): return True": ["__subclasshook__"],
    # What reads and writes memory.
    "class A:\n    @property\n    def __array_interface__(self): return at": ["__array_interface__"],
    "from numpy.lib.stride_tricks import as_strided": ["as_strided"],
    "class A:\n    def __getattr__(self, name): return {'data': (at, False)}": ["__getattr__"],
    "class A:\n    def __getattribute__(self, name): return store": ["__getattribute__"],
    "from scipy.optimize import OptimizeResult\nOptimizeResult({})": ["OptimizeResult"],
    "import numpy\nfrom functools import update_wrapper\nupdate_wrapper(box, numpy)": ["update_wrapper"],
    f"{COUNTED}\nCounted(numpy)": ["update_wrapper"],
    f"{COUNTED}\n@Counted\ndef f(x): pass\ntype(f)(numpy)": ["update_wrapper"],
    f"{COUNTED}\n@Counted\ndef f(x): pass\nf.__init__(numpy)": ["update_wrapper"],
    f"{COUNTED}\n@Counted\n@other\ndef f(x): pass": ["update_wrapper"],
    f"{COUNTED.replace('of', 'of=numpy')}\n@Counted()\ndef f(x): pass": ["update_wrapper"],
    "x = '__glo' + 'bals__'": ["__glo", "bals__"],
}
# No module but those that answers are written with.
TRICKS |= {
    f"import {name}": [name]
    for name in (
        *("cProfile", "profile", "trace", "doctest", "pydoc", "_io", "_posixsubprocess", "_thread", "_imp", "platform"),
        *("zipimport", "logging", "sqlite3", "fileinput", "configparser", "xmlrpc", "ensurepip", "string", "copyreg"),
    )
}


def test_what_is_too_deep_to_be_read_is_shown():
    assert suspicious_names("x = " + "not " * 4_000 + "1") == ["(too deep to be read)"]


def test_names_handed_on_from_one_to_the_next_are_followed():
    chain = [f"v{number}" for number in range(7_000)]
    source = "import numpy\n" + "".join(f"{a}={b}\n" for a, b in zip(chain, [*chain[1:], "numpy"], strict=True))
    assert suspicious_names(source + "v0.mean = 1") == ["v0.mean="]


@pytest.mark.parametrize("source", TRICKS)
def test_a_trick_is_shown(source):
    shown, expected = set(suspicious_names(source)), set(TRICKS[source])
    halves = {name for name in shown if name.startswith("__") != name.endswith("__")}  # beside the trick itself
    assert expected <= shown <= expected | halves


HONEST = [
    f"{COUNTED}\n@Counted\ndef f(x): pass",
    "from functools import update_wrapper\ndef f(x): pass\ndef g(x): pass\nupdate_wrapper(f, g)",
    "from dpviz.exercises import given as given_, start as start_\nmine = given_(1, 'laplace', seed='ada')",
    "import re\nword = re.compile('a')\nsignal = 1\ntypes = [signal]\nio = 3\ncode = types[0]",
    "class A:\n    def __init__(self): self.n = super().__init__()\n    def __len__(self): return self.n",
    "def f(x):\n    'The frame of the picture is open, see globals.'\n    f.calls = 1\n    return x",
    "a = object.__new__(A)\na.scale = 2\nif __name__ == '__main__': pass",
    "import numpy as np\nfrom operator import mul\nnp.trace(np.select([True], [np.eye(2)]))",
    "from numpy import trace\nfrom builtins import max as largest",
    "import numpy as np\nx = np.zeros(3)\nx[0] = 1\nx.shape = (3, 1)",
    "class A:\n    def __init__(self): self._n = 3\n    def twice(self): return 2 * self._n",
    "def f(): f._calls = f._calls + 1\np = p._replace(x=1)",
    "from dataclasses import dataclass\n@print\n@dataclass(frozen=True)\nclass A: pass\nb = type(A())(1, 2)",
    "import dataclasses, functools\n@dataclasses.dataclass(frozen=True)\nclass A:\n    x: int = type(3)(4)",
    "from functools import wraps\ndef twice(f):\n    @wraps(f)\n    def g(x): return 2 * f(x)\n    return g",
    "def test(x): return type(x) is int and type(x).__name__ == 'int' or isinstance(x, type(1.0))\ntest(1)",
    "def f(x):\n    print(type(x), f'{type(x)}')\n    return type(x)(2)\nfrom math import *",
    "from copy import copy, deepcopy\nmine = deepcopy([copy(3)])",
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int\nmatch a:\n    case A(n=int(k)): pass",
    "(((",
]


@pytest.mark.parametrize("source", HONEST)
def test_honest_code_is_not(source):
    assert suspicious_names(source) == []


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_no_shipped_solution_is(lesson, task):
    answer = solutions(lesson).SOLUTIONS[task](given(lesson, task, seed="Ada"))
    assert suspicious_names(source_of(catalogue.exercise(lesson).task(task).names, as_parts(answer))) == []
