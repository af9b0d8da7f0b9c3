"""``dpviz bench FILE.py:FUNCTION``: try to refute the privacy that a function claims.

The exit status is 0 if nothing was found, 1 if the claim is refuted at 99 % confidence, and 2 if the function could
not be run.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.draws import MechanismError
from dpviz.privacy.benching.bench import TRIALS, bench


class _CannotRun(Exception):
    """Says why there is nothing to try."""


def add_options(command: argparse.ArgumentParser) -> None:
    """What ``dpviz bench`` takes."""
    command.description = (
        "Try to refute the privacy that a function claims. The exit status is 0 if nothing was found, which is no "
        "proof; 1 if the claim is refuted at 99 %% confidence; 2 if the function could not be run."
    )
    command.add_argument(
        "function",
        metavar="FILE.py:FUNCTION",
        help="a function (data, rng) with one answer, or (data, rng, size) with many; the file is run",
    )
    command.add_argument("--claim", type=float, default=1.0, metavar="EPSILON", help="the ε claimed (default 1)")
    command.add_argument("--delta", type=float, default=0.0, help="the δ claimed (default 0)")
    command.add_argument(
        "--data",
        type=_literal,
        help="a data set as Python writes it, such as '[0, 1, 1]': a list of numbers becomes an array, a tuple stays "
        "one (default: ten people's answers, 0 and 1)",
    )
    command.add_argument("--other", type=_literal, help="its neighbour (default: neighbours are made of the data)")
    command.add_argument(
        "--neighbouring",
        choices=check.RELATIONS,
        default="replace",
        help="how neighbours that are made differ: by one record that is replaced (default), or added or removed",
    )
    command.add_argument(
        "--values", type=_literal, help="what a record may be, such as '[0, 100]' (default: what occurs in the data)"
    )
    command.add_argument(
        "--trials", type=int, default=TRIALS, help="draws for one data set at most (default %(default)s)"
    )
    command.add_argument("--seconds", type=float, help="draw no longer than this; a call is not interrupted")
    command.add_argument("--seed", type=int, default=0, help="of the generator (default 0)")
    command.add_argument("--bits", action="store_true", help="look at the last bits of floating-point numbers, too")
    command.add_argument(
        "--exceptions",
        choices=("raise", "outcome"),
        default="raise",
        help="whether an error of the function ends it (default), or is an answer like others",
    )
    command.add_argument("--write-test", type=Path, metavar="FILE", help="write what was found as a test for pytest")


def run(options: argparse.Namespace) -> int:
    """Do what the command line says: 0 if nothing was found, 1 if the claim is refuted, 2 if the function could not be
    run.
    """
    try:
        found = bench(
            _function(options.function),
            options.claim,
            delta=options.delta,
            data=options.data,
            neighbour=options.other,
            neighbouring=options.neighbouring,
            values=options.values,
            trials=options.trials,
            seconds=options.seconds,
            seed=options.seed,
            bits=options.bits,
            exceptions=options.exceptions,
        )
        print(found)
        if options.write_test:
            options.write_test.write_text(found.as_test(), encoding="utf-8")
    except SystemExit:
        return _refused("the function ended the program")
    except OSError as error:
        return _refused(f"{error.filename} cannot be written: {error.strerror}")
    except (_CannotRun, MechanismError, TypeError, ValueError) as error:
        return _refused(str(error))
    return int(found.violated)


def _refused(why: str) -> int:
    print(f"dpviz bench: {why}", file=sys.stderr)
    return 2


def _literal(text: str) -> Any:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise argparse.ArgumentTypeError(
            f"must be data as Python writes them, such as [0, 1, 1]; got {text!r}"
        ) from None
    try:
        array = np.array(value) if isinstance(value, list) else None
    except ValueError:  # rows of different lengths
        return value
    return value if array is None or array.dtype.kind not in "biuf" else array


def _function(text: str) -> Callable[..., Any]:
    """The function of a file, which is run."""
    path, _, name = text.rpartition(":")
    if not path.endswith(".py") or not name.isidentifier():
        raise _CannotRun(f"FILE.py:FUNCTION must name a file and a function in it; got {text!r}")
    file = Path(path).resolve()
    if not file.is_file():
        raise _CannotRun(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(file.stem, module)  # where its dataclasses look for it
    sys.path.insert(0, str(file.parent))  # it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, of a script
        raise _CannotRun(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        raise _CannotRun(f"{path} has no function {name}")
    return check.function(name, getattr(module, name))
