"""What checks are made of.

- `short`, `number`, `whole`, `count`, `vector`, `distribution` (`dpviz.exercises.probes.reading`): reading answers.
- `draws`, `samples`, `fits_cdf`, `fits_distribution`, `Fit`, `laplace_cdf` (`dpviz.exercises.probes.distributions`):
  testing distributions.
- `recognised`, `likeliest`, `all_fit` (`dpviz.exercises.probes.mistakes`): which of the known mistakes it is.
- `laplace_noise`, `Noise` (`dpviz.exercises.probes.noise`): how wide noise is, and whether it is Laplace's.
- `cut_off` (`dpviz.exercises.probes.tails`): whether noise ends somewhere, of the kinds `LAPLACE` and `NORMAL`.
- `worst_pair`, `Worst`, `keeps_promise` (`dpviz.exercises.probes.promises`): exact losses, and the auditor.
"""

from dpviz.exercises.probes.distributions import Fit, draws, fits_cdf, fits_distribution, laplace_cdf, samples
from dpviz.exercises.probes.mistakes import all_fit, likeliest, recognised
from dpviz.exercises.probes.noise import Noise, laplace_noise
from dpviz.exercises.probes.promises import Worst, keeps_promise, worst_pair
from dpviz.exercises.probes.reading import count, distribution, number, short, vector, whole
from dpviz.exercises.probes.tails import LAPLACE, NORMAL, cut_off

__all__ = [
    "LAPLACE",
    "NORMAL",
    "Fit",
    "Noise",
    "Worst",
    "all_fit",
    "count",
    "cut_off",
    "distribution",
    "draws",
    "fits_cdf",
    "fits_distribution",
    "keeps_promise",
    "laplace_cdf",
    "laplace_noise",
    "likeliest",
    "number",
    "recognised",
    "samples",
    "short",
    "vector",
    "whole",
    "worst_pair",
]
