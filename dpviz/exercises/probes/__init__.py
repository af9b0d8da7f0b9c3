"""What checks are made of.

- `short`, `number`, `whole`, `vector`, `law` (`dpviz.exercises.probes.reading`): reading answers.
- `draws`, `samples`, `fits_cdf`, `fits_law`, `Fit`, `laplace_cdf` (`dpviz.exercises.probes.laws`): testing laws.
- `worst_pair`, `Worst`, `keeps_promise` (`dpviz.exercises.probes.promises`): exact losses, and the auditor.
"""

from dpviz.exercises.probes.laws import Fit, draws, fits_cdf, fits_law, laplace_cdf, samples
from dpviz.exercises.probes.promises import Worst, keeps_promise, worst_pair
from dpviz.exercises.probes.reading import law, number, short, vector, whole

__all__ = [
    "Fit",
    "Worst",
    "draws",
    "fits_cdf",
    "fits_law",
    "keeps_promise",
    "laplace_cdf",
    "law",
    "number",
    "samples",
    "short",
    "vector",
    "whole",
    "worst_pair",
]
