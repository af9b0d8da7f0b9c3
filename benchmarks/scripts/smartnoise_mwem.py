"""Runs in smartnoise-synth's own environment: its MWEM on given records; see benchmarks/queries.py."""

import json
import sys
import time
from itertools import combinations

import numpy as np
from snsynth.mwem import MWEMSynthesizer
from snsynth.transform import NoTransformer

given = json.load(sys.stdin)
cells, bits, order = np.array(given["cells"]), given["bits"], given["order"]
records = (cells[:, None] >> np.arange(bits)[::-1]) & 1
seconds, errors = [], []
for seed in range(given["repetitions"]):
    np.random.seed(seed)  # noqa: NPY002 (it draws from the global state)
    synthesizer = MWEMSynthesizer(
        given["epsilon"], iterations=given["rounds"], marginal_width=order, q_count=given["candidates"]
    )
    begin = time.perf_counter()
    synthesizer.fit(records, transformer=NoTransformer())
    seconds.append(time.perf_counter() - begin)
    estimate, truth, _ = synthesizer.synthetic_histograms[0]
    gaps = [
        np.abs((estimate - truth).sum(axis=tuple(i for i in range(bits) if i not in chosen))).ravel()
        for chosen in combinations(range(bits), order)
    ]
    errors.append(float(np.concatenate(gaps).mean() / len(records)))
print(json.dumps({"seconds": seconds, "errors": errors}))
