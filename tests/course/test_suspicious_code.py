"""Code that a human should look at is shown, and honest code is not."""

from __future__ import annotations

import pytest

from dpviz.course.suspicious_code import suspicious_names
from dpviz.exercises import given
from dpviz.exercises.source import source_of
from tests.exercises.material import TASKS, as_parts, catalogue, solutions

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
    "import numpy as np\nnp.lib._datasource.open('x'); np.fromfile('y')": ["fromfile", "open"],
    "compile('1', '', 'eval')": ["compile"],
    "from builtins import compile as c, exec as e": ["compile", "exec"],
    "import builtins": ["builtins"],
}


@pytest.mark.parametrize("source", TRICKS)
def test_a_trick_is_shown(source):
    assert suspicious_names(source) == TRICKS[source]


HONEST = [
    "from dpviz.exercises import given as given_, start as start_\nmine = given_(1, 'laplace', seed='ada')",
    "import re\nword = re.compile('a')\nsignal = 1\ntypes = [signal]\nio = 3\ncode = types[0]",
    "class A:\n    def __init__(self): self.n = super().__init__()\n    def __len__(self): return self.n",
    "def f(x):\n    'The frame of the picture is open, see globals.'\n    f.calls = 1\n    return x",
    "a = object.__new__(A)\na.scale = 2\nif __name__ == '__main__': pass",
    "import numpy as np\nfrom operator import mul\nnp.trace(np.select([True], [np.eye(2)]))",
    "from numpy import trace\nfrom builtins import max as largest",
    "import numpy as np\nx = np.zeros(3)\nx[0] = 1\nx.shape = (3, 1)",
]


@pytest.mark.parametrize("source", HONEST)
def test_honest_code_is_not(source):
    assert suspicious_names(source) == []


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_no_shipped_solution_is(lesson, task):
    answer = solutions(lesson).SOLUTIONS[task](given(lesson, task, seed="Ada"))
    assert suspicious_names(source_of(catalogue.exercise(lesson).task(task).names, as_parts(answer))) == []
