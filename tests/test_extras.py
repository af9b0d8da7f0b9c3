"""An installation without extras: it does all but serve, and says which extra is missing."""

from __future__ import annotations

import subprocess
import sys


def without(*modules: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code where these modules cannot be imported."""
    hidden = f"import sys\nfor name in {modules!r}: sys.modules[name] = None\n"
    return subprocess.run([sys.executable, "-c", hidden + code], capture_output=True, text=True, check=False)


def test_the_command_names_the_extra_that_serves() -> None:
    done = without("voila", code="from dpviz.cli import main; sys.exit(main(['--no-browser']))")
    assert done.returncode == 2
    assert done.stderr == 'dpviz: serving the lessons needs voila: pip install "dpviz[app]"\n'


def test_the_commands_that_serve_nothing_do_without() -> None:
    code = """
from dpviz.cli import main
for name in ("grade", "assign", "links"):
    try:
        main([name, "--help"])
    except SystemExit as end:
        assert not end.code
"""
    done = without("voila", "jupyterlab", "tornado", "plotly", code=code)
    assert done.returncode == 0, done.stderr


def test_a_lesson_is_drawn_without_extras_and_a_figure_names_its_own() -> None:
    code = """
from dpviz.lessons.exponential import lesson
section = next(section for section in lesson.sections.values() if hasattr(section, "scene"))
axis = section.axes[0]
scene = section.scene(lesson.state(), axis, lesson.parameters.grid(axis))
try:
    scene.at(0)
except ImportError as error:
    print(error)
"""
    done = without("plotly", "voila", "jupyterlab", "joblib", "scipy", code=code)
    assert done.stdout.strip() == 'a frame as a plotly figure needs plotly: pip install "dpviz[plotly]"', done.stderr


def test_a_learning_curve_needs_a_cluster_only_if_one_is_asked_for() -> None:
    code = """
from dpviz.erm import Uniform, learning_curve
small = dict(n=[100], epsilon=1.0, records=200, draws=2, seed=1)
print(learning_curve(Uniform(), **small).mean.shape)
try:
    learning_curve(Uniform(), **small, jobs=2)
except ImportError as error:
    print(error)
"""
    done = without("joblib", code="import importlib.util\nimportlib.util.find_spec = lambda name: None\n" + code)
    shape, message = done.stdout.splitlines()
    assert shape == "(3, 1)"
    assert message == 'learning_curve with jobs other than 1 needs joblib: pip install "dpviz[cluster]"'


def test_another_error_inside_an_extra_is_not_hidden() -> None:
    code = """
from dpviz._extras import needs
try:
    needs("voila.app", extra="app", purpose="it")
except ImportError as error:
    print(error.name)
"""
    assert without("tornado", code=code).stdout.startswith("tornado")
