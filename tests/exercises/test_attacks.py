"""Judged from outside: whatever an answer does in its process, it gets a sentence, soon, and no points."""

from __future__ import annotations

import textwrap
import time

import pytest

from dpviz.exercises.examine import UNUSABLE
from dpviz.exercises.examine import examine as checked
from tests.exercises.judged import BOUNDED, LAPLACE, ONE, SECONDS, children, linux, verdicts
from tests.exercises.material import by_day

#: Each defines `laplace` as a function that adds no noise, and does something besides.
ATTACKS = {
    "rebinds the check": """
        import dpviz.exercises.lessons.lesson_01.laplace as lesson, dpviz.exercises.verdict as verdict
        import dpviz.exercises.probes as probes, dpviz.exercises.probes.reading as reading
        import dpviz.exercises.examine as examine, dpviz.exercises.judge.process as process
        for module in (lesson, verdict, probes, reading, examine, process):
            for name in ("working", "almost", "missing"):
                setattr(module, name, verdict.correct)
            module.require = lambda *_: None
        lesson.check = lambda *_, **__: verdict.correct("x")
        verdict.WORTH.update(working=1.0, missing=1.0)
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "raises a verdict": """
        from dpviz.exercises.verdict import Answered, correct
        def laplace(value, sensitivity, epsilon, rng):
            raise Answered(correct("x"))
    """,
    "walks the frames": """
        import sys, gc
        from dpviz.exercises.verdict import Verdict
        def laplace(value, sensitivity, epsilon, rng):
            frame = (lambda: (yield))().gi_frame or sys._getframe()
            frame = sys._getframe()
            while frame:
                for name in list(frame.f_locals):
                    if "verdict" in name or "message" in name:
                        frame.f_locals[name] = Verdict("correct", "x")
                frame.f_globals["working"] = lambda *_: Verdict("correct", "x")
                frame = frame.f_back
            for thing in gc.get_objects():
                if isinstance(thing, Verdict):
                    object.__setattr__(thing, "kind", "correct")
            return value
    """,
    "forges an answer": """
        import os
        from dpviz.exercises.judge.link import Link
        def laplace(value, sensitivity, epsilon, rng):
            for number in range(3, 30):
                try:
                    link = Link(number, number)
                    for message in (("answered", "correct", "x"), ("verdict", "correct"), ("loaded", [(1,)]),
                                    ("value", ("correct",)), ("value", b"?"), ("report", "", 0), 7):
                        link.send(message)
                except OSError:
                    pass
            return value
    """,
    "speaks nonsense": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            for number in range(3, 30):
                try:
                    os.write(number, b"\\xff" * 1000)
                except OSError:
                    pass
            return value
    """,
    "never stops speaking": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            from dpviz.exercises.judge.codec import encode
            data = encode(("printed", "x" * 1000))
            while True:
                for number in range(3, 30):
                    try:
                        os.write(number, len(data).to_bytes(4, "little") + data)
                    except OSError:
                        pass
    """,
    "asks what was not handed to it": """
        import dpviz.exercises.judge.link as link
        send = link.Link.send
        link.Link.send = lambda self, message, **_: send(self, ("ask", 0, (), {}))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "rewrites the child": """
        import dpviz.exercises.judge.child as child
        child.Calls.answer = lambda self, message, function_of: (
            ("value", 0.0) if message[0] == "call" else ("many", [0.0] * len(message[3]), ()))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "answers too few": """
        import dpviz.exercises.judge.child as child
        child.Calls.answer = lambda self, message, function_of: (
            ("value", 0.0) if message[0] == "call" else ("many", [], ()))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "closes everything": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            os.closerange(0, 1000)
            return value
    """,
    "leaves": "import os\ndef laplace(*_): os._exit(0)",
    "leaves at once": "import os\nos._exit(0)",
    "exits": "def laplace(*_): raise SystemExit",
    "crashes": "import ctypes\ndef laplace(*_): ctypes.string_at(0)",
    "kills itself": "import os, signal\ndef laplace(*_): os.kill(os.getpid(), signal.SIGKILL)",
    "stops itself": "import os, signal\ndef laplace(*_): os.kill(os.getpid(), signal.SIGSTOP)",
    "loops": "def laplace(*_):\n while True: pass",
    "loops at once": "while True: pass",
    "loops in C": "def laplace(*_): return sum(range(10**13))",
    "sleeps": "import time\ndef laplace(*_): time.sleep(1000)",
    "swallows": """
        import time
        def laplace(*_):
            while True:
                try:
                    time.sleep(.01)
                except:
                    pass
    """,
    "ignores signals": """
        import signal, resource
        for number in signal.valid_signals():
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        def laplace(*_):
            while True: pass
    """,
    "loops in a thread": """
        import threading, time
        def loop():
            while True: pass
        def laplace(*_):
            threads = [threading.Thread(target=loop) for _ in range(3)]
            for one in threads: one.start()
            for one in threads: one.join()
    """,
    "loops when it ends": """
        import atexit
        def loop():
            while True: pass
        atexit.register(loop)
        def laplace(*_): raise SystemExit
    """,
    "comes back twice": "import os\ndef laplace(value, *_):\n    os.fork()\n    return value",
    "leaves processes behind": """
        import os, time
        def laplace(value, *_):
            for _ in range(5):
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
            return value
    """,
    "leaves a process that holds the pipe": """
        import os, time
        def laplace(value, *_):
            if os.fork() == 0:
                os.setsid()
                time.sleep(8)
                os._exit(0)
            os._exit(0)
    """,
    "much": "def laplace(*_): return [0.0] * 10**8",
    "much text": "def laplace(*_): return 'x' * 10**8",
    "a huge array": "import numpy as np\ndef laplace(*_): return np.zeros(10**7)",
    "a huge number": "def laplace(*_): return 10 ** 10**5",
    "nested": "def laplace(*_):\n    x = []\n    for _ in range(10**5): x = [x]\n    return x",
    "holds itself": "def laplace(*_):\n    x = []\n    x.append(x)\n    return x",
    "memory": "def laplace(*_): return bytearray(10**11)",
    "an iterator without end": "import itertools\ndef laplace(*_): return itertools.count()",
    "a generator": "def laplace(*_): yield 1.0",
    "a range without end": "def laplace(*_): return range(10**18)",
    "repr without end": """
        class Odd:
            def __repr__(self):
                while True: pass
        def laplace(*_): return Odd()
    """,
    "another number each time": """
        class Odd(float):
            def __float__(self): return 1.0
            def __sub__(self, other): return self
            def __eq__(self, other): return True
            __hash__ = float.__hash__
            __lt__ = __gt__ = __le__ = __ge__ = __eq__
        def laplace(value, *_): return Odd(value)
    """,
    "an array that decides": """
        import numpy as np
        class Odd(np.ndarray):
            def __array_ufunc__(self, *_, **__): return np.True_
            def __array_function__(self, *_, **__): return np.True_
            def __lt__(self, other): return True
        def laplace(value, *_): return np.array(float(value)).view(Odd)
    """,
    "an array made late": """
        import numpy as np
        class Odd:
            def __array__(self, *_, **__):
                while True: pass
        def laplace(value, *_): return Odd()
    """,
    "a verdict": "from dpviz.exercises import correct\ndef laplace(*_): return correct('x')",
    "surrogates": "def laplace(*_):\n    print('\\ud800' * 5000)\n    return '\\ud800'",
    "an error that cannot be told": """
        class Odd(Exception):
            def __str__(self):
                while True: pass
        def laplace(*_): raise Odd
    """,
    "asks for more time": """
        import resource
        for name in ("RLIMIT_CPU", "RLIMIT_AS"):
            try: resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY,) * 2)
            except (ValueError, OSError): pass
        def laplace(*_):
            while True: pass
    """,
}


@linux
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_a_sentence_soon_and_no_points(name):
    began = time.monotonic()
    found = verdicts(ATTACKS[name])
    assert time.monotonic() - began < BOUNDED
    assert 1 <= len(found) <= 2
    for verdict in found:
        assert verdict["verdict"] in ("working", "missing"), found
        assert 10 < len(verdict["sentence"]) < 2_100
        assert not verdict["sentence"].startswith(UNUSABLE), found


@linux
@pytest.mark.parametrize(
    "name",
    by_day(
        [name for name in ATTACKS if "at once" not in name],
        "forges an answer",
        "crashes",
        "loops in C",
        "sleeps",
        "swallows",
    ),
)
def test_the_notebook_outlives_it_too(name, earlier):
    """The same in a copy of the notebook's process."""
    namespace = {"__name__": "attack"}
    source = textwrap.dedent(ATTACKS[name])
    if "dpviz.exercises" in source or "signal.signal" in source or "atexit" in source or "resource" in source:
        pytest.skip("it changes this process before it is checked")
    exec(source, namespace)
    began = time.monotonic()
    verdict = checked(ONE, LAPLACE, (namespace["laplace"],), "ada", seconds=SECONDS)
    assert time.monotonic() - began < BOUNDED
    assert verdict.kind in ("working", "missing"), verdict
    assert not verdict.sentence.startswith(UNUSABLE), verdict
    assert verdict._repr_html_()
    assert children() <= earlier
