"""What is tried in Pyodide by day: what differs there, where numpy's own integers have 32 bits."""

from __future__ import annotations

import pytest

from tests.wasm.start import ALL, passes
from tests.wasm.test_engine_in_wasm import NUMBERS

#: What fits, reads or simulates for seconds there, and is in `make test-all`.
DEAR = (
    *("DPSGDClassifier", "what_is_written_is_read", "different_words_for_a_mode", "no_index_of_64_bits", "moving_part"),
    *("agrees_with_enumeration", "exact_fractions", "miss_as_often", "left_out_weigh", "many_columns", "fresh_samples"),
    *("dpsgd", "watch", "bench", "zcdp_scale", "compare_accountants", "sparse_alpha", "local_epsilon_for", "Variant"),
    *("the_interval_holds_the_mean", "that_of_enumeration", "the_worst_neighbour", "halving_wins"),
    "(many_arms and not 1031)",
)
#: Callables that take whole numbers.
CHOSEN = f"(whole or not test_arguments) and not ({' or '.join(DEAR)})"


@pytest.mark.wasm
@pytest.mark.skipif(ALL, reason="everything is tried in Pyodide")
def test_whole_numbers_and_counts() -> None:
    passes((*NUMBERS, "tests/test_arguments.py", "-k", CHOSEN, "-m", "not slow"))
