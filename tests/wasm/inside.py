"""What runs in Pyodide: pytest, without what a browser has not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import hypothesis
import pytest

#: They may lie among the packages, and are compiled for the machine, or of no use without processes.
ABSENT = ("distributed", "dp_accounting", "galois", "joblib", "mpmath", "scipy", "sklearn")
#: What Pyodide says where a test starts another process or thread.
REFUSALS = {"emscripten does not support processes": "processes", "can't start new thread": "threads"}
OPTIONS = ("--capture=sys", "--tb=short", "-pno:cacheprovider", "-pno:faulthandler", "-q")


def run(options: Sequence[str], examples: int | None) -> int:
    """Run pytest in the repository, with no more examples of Hypothesis a test than said; its exit status."""
    os.chdir("/repository")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    sys.modules.update(dict.fromkeys(ABSENT))  # type: ignore[arg-type]
    return int(pytest.main([*OPTIONS, *options], plugins=[InBrowser(examples)]))


class InBrowser:
    """A plugin: fewer examples, and a test that wants a process or a thread is skipped."""

    def __init__(self, examples: int | None) -> None:
        self.examples = examples

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        for item in items if self.examples else ():
            test = getattr(item, "obj", None)
            own = getattr(test, "_hypothesis_internal_use_settings", None)
            if own is not None:
                few = min(own.max_examples, self.examples)
                vars(test)["_hypothesis_internal_use_settings"] = hypothesis.settings(own, max_examples=few)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Iterator[Any]:
        try:
            return (yield)
        except (OSError, RuntimeError) as error:
            for words, what in REFUSALS.items():
                if words in str(error):
                    pytest.skip(f"a browser's Python has no {what}")
            raise
