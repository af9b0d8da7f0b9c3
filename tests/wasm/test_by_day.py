"""What is tried in Pyodide by day: what differs there, where numpy's own integers have 32 bits."""

from __future__ import annotations

import pytest

from tests.wasm.start import ALL, passes
from tests.wasm.test_engine_in_wasm import NUMBERS

#: Their code on screen is run.
LESSONS = ("accounting", "halving")
#: What fits, reads or simulates for seconds there, and is in `make test-all`.
DEAR = ("DPSGDClassifier", "test_what_is_written_is_read", "test_too_many_different_words_for_a_mode")
#: Callables that take whole numbers.
CHOSEN = f"(whole or not test_arguments) and (code_on_screen and ({' or '.join(LESSONS)}) or not test_sections)"
CHOSEN += f" and not ({' or '.join(DEAR)})"


@pytest.mark.wasm
@pytest.mark.skipif(ALL, reason="everything is tried in Pyodide")
def test_whole_numbers_counts_and_the_code_on_screen() -> None:
    numbers = [name for name in NUMBERS if name != "tests/tuning"]  # whose numbers of samples the lesson halving has
    tests = (*numbers, "tests/test_arguments.py", "tests/lessons/test_sections.py")
    passes((*tests, "-k", CHOSEN, "-m", "not slow"))
