"""What honest students write comes back as what it was: the verdict in the notebook is the verdict of the grader."""

from __future__ import annotations

import ast
import importlib.util
import itertools
import json
import linecache
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from dpviz.course.recheck import Limits, recheck
from dpviz.exercises import start
from dpviz.exercises.source import Unrecordable, source_of
from tests.exercises.material import by_day

pytestmark = pytest.mark.usefixtures("at_leisure")

_number = itertools.count(1)


def cells(*sources, answer="laplace"):
    """What a notebook's cells define."""
    namespace = {"__name__": "__main__"}
    for source in sources:
        filename = f"<ipython-input-{next(_number)}>"
        text = textwrap.dedent(source)
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
        exec(compile(ast.parse(text), filename, "exec"), namespace)
    return namespace[answer]


NUMPY = "import numpy as np\nfrom functools import cache, lru_cache, partial, wraps, update_wrapper\n"
RIGHT = "def laplace(value, sensitivity, epsilon, rng):\n    return value + rng.laplace(scale={})\n"

HONEST = {
    "vectorize": [
        "ratio = np.vectorize(lambda a, b: a / b, otypes=[float])",
        RIGHT.format("ratio(sensitivity, epsilon)"),
    ],
    "vectorize above": [
        "@np.vectorize\ndef ratio(a, b):\n    return a / b",
        RIGHT.format("ratio(sensitivity, epsilon)"),
    ],
    "vectorize with words": [
        "@np.vectorize(excluded={'b'})\ndef ratio(a, b):\n    return a / b",
        RIGHT.format("float(ratio(sensitivity, b=epsilon))"),
    ],
    "the answer itself": [
        "def one(value, sensitivity, epsilon, rng):\n    return value + rng.laplace(scale=sensitivity / epsilon)\n"
        "laplace = np.vectorize(one, excluded=['rng'])"
    ],
    "cache": ["@cache\ndef scale(s, e):\n    return s / e", RIGHT.format("scale(sensitivity, epsilon)")],
    "lru_cache": [
        "@lru_cache(maxsize=3)\ndef scale(s, e):\n    return s / e",
        RIGHT.format("scale(sensitivity, epsilon)"),
    ],
    "cache by a call": [
        "scale = lru_cache(typed=True)(lambda s, e: s / e)",
        RIGHT.format("scale(sensitivity, epsilon)"),
    ],
    "cached answer": ["@lru_cache(maxsize=0)\n" + RIGHT.format("sensitivity / epsilon")],
    "partial": [
        "def general(power, value, sensitivity, epsilon, rng, *, factor):\n"
        "    return value + rng.laplace(scale=factor * (sensitivity / epsilon) ** power)\n"
        "laplace = partial(general, 1, factor=1.0)"
    ],
    "partial of numpy's": ["power = partial(np.power, 2.0)", RIGHT.format("sensitivity / epsilon * power(0)")],
    "partial of a lambda": ["times = partial(lambda f, x: f * x, 1)", RIGHT.format("times(sensitivity / epsilon)")],
    "wraps": [
        """
        def clamped(function):
            @wraps(function)
            def inner(*args, **words):
                return min(max(function(*args, **words), LOW), 1e9)
            return inner
        """,
        "LOW = -1e9\n@clamped\n" + RIGHT.format("sensitivity / epsilon"),
    ],
    "wraps with arguments, twice": [
        """
        def times(factor):
            def decorator(function):
                @wraps(function)
                def inner(*args, **words):
                    return factor * function(*args, **words)
                return inner
            return decorator
        """,
        "TWO = 2\n@times(TWO)\n@times(1 / TWO)\n" + RIGHT.format("sensitivity / epsilon"),
    ],
    "decorator that counts": [
        """
        def counted(function):
            @wraps(function)
            def inner(*args):
                inner.calls += 1
                return function(*args)
            inner.calls = 0
            return inner
        """,
        "@counted\n" + RIGHT.format("sensitivity / epsilon"),
    ],
    "decorator that is a class": [
        """
        class Counted:
            def __init__(self, function):
                update_wrapper(self, function)
                self.function, self.calls = function, 0
            def __call__(self, *args):
                self.calls += 1
                return self.function(*args)
        """,
        "@Counted\n" + RIGHT.format("sensitivity / epsilon"),
    ],
    "object that is called": [
        """
        class Laplace:
            factor = np.float64(1)
            def __init__(self, power):
                self.power, self.helper, self.me = power, scale, self
            def __call__(self, value, sensitivity, epsilon, rng):
                return value + rng.laplace(scale=self.factor * self.me.helper(sensitivity, epsilon) ** self.power)
        def scale(s, e):
            return s / e
        laplace = Laplace(1)
        """
    ],
    "method": [
        """
        class Base:
            @staticmethod
            def scale(s, e): return s / e
        class Noise(Base):
            @property
            def one(self): return ONE
            @classmethod
            def two(cls): return 2 * ONE
            def laplace(self, value, sensitivity, epsilon, rng):
                return value + rng.laplace(scale=self.scale(sensitivity, epsilon) * 2 * self.one / self.two())
        ONE = 1
        noise = Noise()
        laplace = noise.laplace
        """
    ],
    "dataclass": [
        """
        from dataclasses import dataclass
        @dataclass(frozen=True)
        class Noise:
            factor: np.ndarray
            def __call__(self, value: float, sensitivity, epsilon, rng: np.random.Generator) -> float:
                return value + rng.laplace(scale=self.factor[0] * sensitivity / epsilon)
        @dataclass
        class Box:
            noise: Noise
            more: int = 3
        box = Box(Noise(np.ones(1)))
        def laplace(value, sensitivity, epsilon, rng):
            return box.noise(value, sensitivity, epsilon, rng)
        """
    ],
    "dpviz's own": [
        "from dpviz.mechanisms import LaplaceMechanism\nmechanism = LaplaceMechanism(epsilon=1.0, sensitivity=1.0)",
        RIGHT.format("sensitivity / epsilon * mechanism.scale"),
    ],
    "defaults": [
        "FACTOR = 1.0\ndef scale(s, e, factor=FACTOR, *, more=np.ones(1)):\n    return s / e * factor * more[0]",
        RIGHT.format("scale(sensitivity, epsilon)"),
    ],
    "Python's names for other things": [
        "def round(x):\n    return x\nsum, max = 1.0, min\n"
        + RIGHT.format("round(sensitivity / epsilon) * sum * max(1, 2)")
    ],
    "lambda with a loop": [
        "scale = (lambda s, e: sum(s / e for _ in range(1)))\n"
        "laplace = lambda value, sensitivity, epsilon, rng: (\n"
        "    value + rng.laplace(scale=scale(sensitivity, epsilon))\n)"
    ],
    "functions in a table": [
        "def divide(a, b): return a / b\nHOW = {'by': divide, 'not': [np.add, max, lambda a, b: a]}",
        RIGHT.format("HOW['by'](sensitivity, epsilon)"),
    ],
    "another name": [
        RIGHT.format("sensitivity / epsilon").replace("laplace(", "mine(", 1) + "laplace = mine\nother = 1j"
    ],
    "attribute": [
        "def scale(s, e):\n    return scale.factor * s / e\nscale.factor = 1",
        RIGHT.format("scale(sensitivity, epsilon)"),
    ],
    "numbers of one's own": [
        "from dpviz.exercises import given\nnumbers = given(1, 'laplace', seed='honest')",
        RIGHT.format("sensitivity / epsilon * numbers.sensitivity / numbers.sensitivity"),
    ],
}
if importlib.util.find_spec("scipy"):
    HONEST["scipy"] = [
        "from scipy.stats import norm as normal, laplace as noise\nfrom scipy.special import expit",
        "def laplace(value, sensitivity, epsilon, rng):\n"
        "    scale = sensitivity / epsilon * 2 * normal.cdf(0) * 2 * expit(0)\n"
        "    return value + noise.rvs(scale=scale, random_state=rng)",
    ]


@pytest.mark.skipif(sys.platform == "emscripten", reason="nobody grades in a browser")
@pytest.mark.parametrize("case", by_day(HONEST, "functions in a table"))
def test_the_grader_finds_what_the_notebook_found(case, tmp_path):
    my = start(1, seed="honest")
    assert my.check("laplace", cells(NUMPY, *HONEST[case])).correct
    my.receipt(tmp_path)
    (path,) = tmp_path.iterdir()
    assert json.loads(path.read_text(encoding="utf-8"))["tasks"][0]["problem"] == ""
    row = recheck(path, limits=Limits(seconds=60))[0]
    assert row.found == "correct", row.sentence
    assert [flag for flag in row.flags if "dpviz.mechanisms" not in flag] == []


CLOSED = "def outside():\n    inside = 1\n    " + RIGHT.format("inside * sensitivity / epsilon").replace("\n", "\n    ")

REFUSED = {
    "frompyfunc": (
        ["ratio = np.frompyfunc(lambda a, b: a / b, 2, 1)", RIGHT.format("ratio(1, 1)")],
        "use np.vectorize",
    ),
    "closure": ([CLOSED + "\n    return laplace\nlaplace = outside()"], "top level of a cell"),
    "decorator without wraps": (
        [
            "def plain(function):\n    def inner(*a):\n        return function(*a)\n    return inner\n@plain\n"
            + RIGHT.format("1")
        ],
        "put @functools.wraps into decorators",
    ),
    "decorator that was called": (
        [
            "def same(function):\n    @wraps(function)\n    def inner(*a):\n        return function(*a)\n"
            "    return inner\n"
            "def base(*a):\n    return 1\nlaplace = same(base)"
        ],
        "with @ above its def",
    ),
    "what a decorator covers": (
        ["@cache\n" + RIGHT.format("1") + "laplace = laplace.__wrapped__"],
        "with @ above its def",
    ),
    "generator": (
        ["noise = np.random.default_rng(1)\n" + RIGHT.format("noise.random()")],
        "make it inside your function",
    ),
    "method of a generator": (
        ["noise = np.random.default_rng(1).laplace\n" + RIGHT.format("noise()")],
        "make it inside your function",
    ),
    "default of a loop": (
        ["all = []\nfor i in range(3):\n    all.append(lambda *a, i=i: i)\nlaplace = all[0]"],
        "is another value by now",
    ),
    "one of two lambdas": (
        ["both = [lambda *a, i=1: i, lambda *a, i=2: i]\nlaplace = both[1]"],
        "is another value by now",
    ),
    "lambda in a function": (["def outside(i):\n    return lambda *a: i\nlaplace = outside(1)"], "top level of a cell"),
    "two meanings": (
        ["def laplace(x):\n    return x\ndef mine(*a):\n    return laplace(1)\nanswer = mine"],
        "laplace means two things",
    ),
    "registered": (
        ["from functools import singledispatch\n@singledispatch\n" + RIGHT.format("1") + "laplace.register(int, max)"],
        r"\w+ \w+",
    ),
    "a class that makes itself": (
        ["class Odd(dict):\n    def __call__(self, *a):\n        return 1\nlaplace = Odd()"],
        "an? Odd cannot be written down",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_come_back_is_refused_with_a_reason(case):
    sources, reason = REFUSED[case]
    with pytest.raises(Unrecordable, match=reason):
        source_of(("laplace",), (cells(NUMPY, *sources, answer="answer" if "answer =" in sources[0] else "laplace"),))


def test_a_file_of_ones_own_is_refused(tmp_path, monkeypatch):
    (tmp_path / "helpers_of_mine.py").write_text("def scale(s, e):\n    return s / e\n")
    monkeypatch.syspath_prepend(tmp_path)
    whole = cells("import helpers_of_mine", RIGHT.format("helpers_of_mine.scale(sensitivity, epsilon)"))
    with pytest.raises(Unrecordable, match="a file of your own"):
        source_of(("laplace",), (whole,))
    # A function out of it has a text, and is kept.
    part = cells("from helpers_of_mine import scale", RIGHT.format("scale(sensitivity, epsilon)"))
    assert "def scale" in source_of(("laplace",), (part,))


NOTEBOOK = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell()
said = []
for cells in json.load(sys.stdin):
    shell.reset()
    for cell in cells:
        shell.run_cell(cell, store_history=True).raise_error()
    try:
        from dpviz.exercises.source import run_source, source_of
        source = source_of(("laplace",), (shell.user_ns["laplace"],))
        (again,) = run_source(source, ("laplace",))
        said.append(callable(again))
    except Exception as error:
        said.append(f"{type(error).__name__}: {error}")
print(json.dumps(said))
"""


def test_the_same_in_a_real_notebook():
    pytest.importorskip("IPython")
    hidden = ["%%time\n" + RIGHT.format("1")]
    magic = ["%precision 3\nimport numpy as np\n" + RIGHT.format("round(1.)")]
    books = [*([NUMPY, *map(textwrap.dedent, sources)] for sources in HONEST.values()), magic, hidden]
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK],
        input=json.dumps(books),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "HOME": "/nonexistent", "PATH": ""},
    )
    said = json.loads(done.stdout.splitlines()[-1])
    assert dict(zip([*HONEST, "magic"], said[:-1], strict=True)) == dict.fromkeys([*HONEST, "magic"], True)
    assert "does not begin with %%" in said[-1]
