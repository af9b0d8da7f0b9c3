"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

_HEALTH = """import numpy as np
from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
{imports}

attributes = HEALTH_ATTRIBUTES[:{bits}]
queries = Marginals({bits}, 2, up_to={up_to}, names=[a.name for a in attributes])
histogram = queries.histogram(binary_records(health(), attributes))
"""
TABLE_PRACTICAL = """method = PracticalMultiplicativeWeights({{epsilon}}, {rounds}, measure="marginal", step="fit")
run = method.run(histogram, queries, {n}, np.random.default_rng({seed}))
estimate = list(method.states(run))[{{t}}]
errors = np.abs(queries.answers(estimate) - queries.answers(histogram / {n}))
largest, mean = errors.max(), errors.mean()"""

TABLE_THEOREM = """method = PrivateMultiplicativeWeights({{epsilon}}, {alpha}, mode="{mode}", delta={delta})
run = method.run(histogram, queries, {n}, np.random.default_rng({seed}))
errors = np.abs(queries.answers(run.estimate_at({{t}})) - queries.answers(histogram / {n}))
largest, mean = errors.max(), errors.mean()"""


def toy(lines: str, bits: int, *, imports: str, up_to: bool = True, **filled: object) -> str:
    """The lines that make the universe, then these."""
    return _HEALTH.format(imports=imports, bits=bits, up_to=up_to) + lines.format(**filled)
