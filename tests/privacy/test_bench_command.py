"""``dpviz bench``: what it prints, and its exit status."""

import subprocess
import sys

import pytest

from dpviz.cli import main

MECHANISMS = """
import dataclasses
import sys

@dataclasses.dataclass
class Answer:
    count: float

def right(data, rng, size):
    return data.sum() + rng.laplace(size=size)

def wrong(data, rng):
    return Answer(sum(data) + rng.laplace(scale=0.3))

def mean(data, rng, size):
    return (data.sum() + rng.laplace(size=size)) / len(data)

def raises(data, rng):
    return 1 / 0

def ends(data, rng):
    sys.exit(0)

def short(data, rng, size):
    return [1]

def three(data, rng, scale):
    return 1

number = 3
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """The command on a file of mechanisms: its status, what it printed, and what it complained of."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mechanisms_of_mine", raising=False)
    (tmp_path / "mechanisms_of_mine.py").write_text(MECHANISMS)

    def command(function, *options):
        status = main(["bench", f"{tmp_path / 'mechanisms_of_mine.py'}:{function}", *options])
        return status, *capsys.readouterr()

    yield command
    sys.modules.pop("mechanisms_of_mine", None)


def test_nothing_found(run):
    status, said, complained = run("right", "--trials", "2000")
    assert (status, complained) == (0, "")
    assert "No violation of ε = 1 was found" in said
    assert "no proof" in said


def test_a_claim_is_refuted_and_a_test_is_written(run, tmp_path):
    status, said, _ = run("wrong", "--claim", "1.5", "--write-test", str(tmp_path / "test_wrong.py"))
    assert status == 1
    assert "above what was claimed (ε = 1.5)" in said
    assert "from mechanisms_of_mine import wrong" in (tmp_path / "test_wrong.py").read_text()


def test_the_relation_and_the_data_are_the_callers(run):
    few = "--data", "[1]", "--values", "[0, 1]"
    assert run("mean", *few, "--trials", "2000")[0] == 0
    assert run("mean", *few, "--neighbouring", "add_remove")[0] == 1
    assert run("right", "--data", "[0, 0]", "--other", "[0, 9]")[0] == 1
    assert run("right", "--data", "[0, 0]", "--other", "[0, 9]", "--claim", "9", "--trials", "500")[0] == 0


def test_it_is_a_command_of_python_too(tmp_path):
    (tmp_path / "mine.py").write_text(MECHANISMS)
    command = [sys.executable, "-m", "dpviz", "bench", f"{tmp_path / 'mine.py'}:wrong", "--trials", "1000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "above what was claimed (ε = 1)" in done.stdout


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("raises", "ZeroDivisionError: division by zero"),
        ("ends", "the function ended the program"),
        ("short", "must return 250 outcomes"),
        ("three", "mechanism must be callable as (data, rng)"),
        ("number", "number must be callable"),
        ("nothing", "has no function nothing"),
        ("2", "must name a file and a function in it"),
    ],
)
def test_what_cannot_be_run_is_a_sentence(run, function, words):
    status, said, complained = run(function, "--trials", "500")
    assert (status, said) == (2, "")
    assert complained.startswith("dpviz bench: ")
    assert words in complained
    assert "Traceback" not in complained


def test_files_that_cannot_be_run(tmp_path, capsys):
    (tmp_path / "broken_one.py").write_text("def count(data, rng:\n")
    for name, words in ("none.py", "there is no file"), ("broken_one.py", "cannot be run: SyntaxError"):
        assert main(["bench", f"{tmp_path / name}:count"]) == 2
        complained = capsys.readouterr().err
        assert words in complained
        assert "Traceback" not in complained


def test_a_test_that_cannot_be_written_is_said(run, tmp_path):
    status, _, complained = run("wrong", "--write-test", str(tmp_path / "no" / "test.py"))
    assert status == 2
    assert "cannot be written" in complained


def test_bad_options_are_refused(run, capsys):
    with pytest.raises(SystemExit) as stop:
        run("right", "--data", "x + 1")
    assert stop.value.code == 2
    assert "must be data as Python writes them" in capsys.readouterr().err
