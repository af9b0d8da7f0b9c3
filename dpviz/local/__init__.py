"""Privacy without a curator: each person randomises alone, and perhaps a shuffler hides who said what.

- `FrequencyOracle`: how many people have each of k values, by k-ary response, unary encoding (plain or
  optimised) or Hadamard response; `frequency_variance`: the exact variance of each (`dpviz.local.oracles`).
- `OneBitMean`: the mean of numbers, one bit a person; `mean_variance`: beside Laplace noise (`dpviz.local.means`).
- `as_randomized_response`: any private answer about a bit, made from a randomised response;
  `local_error_bound`: what no protocol can do better than (`dpviz.local.lower`).
- `ShuffledResponse`: the exact loss of randomised responses that arrive in a random order; `binomial_blanket`,
  `blanket_epsilon`, `amplification_bound`: for all data sets at once; `local_epsilon_for`: solved for the local ε
  (`dpviz.local.shuffled`, `dpviz.local.blanket`).
- `prefix_search`: the most frequent of very many values, prefix by prefix (`dpviz.local.prefixes`).
- `walsh_hadamard`: the transform behind Hadamard response and parities (`dpviz.local.hadamard`).

How many people answer is public, so only ``neighbouring="replace"`` applies: one person's value becomes another.
Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.local.blanket import amplification_bound, binomial_blanket, blanket_epsilon, local_epsilon_for
from dpviz.local.hadamard import walsh_hadamard
from dpviz.local.lower import as_randomized_response, local_error_bound
from dpviz.local.means import OneBitMean, mean_variance
from dpviz.local.oracles import FrequencyOracle, frequency_variance
from dpviz.local.prefixes import PrefixLevel, prefix_search
from dpviz.local.shuffled import ShuffledResponse

__all__ = [
    "FrequencyOracle",
    "OneBitMean",
    "PrefixLevel",
    "ShuffledResponse",
    "amplification_bound",
    "as_randomized_response",
    "binomial_blanket",
    "blanket_epsilon",
    "frequency_variance",
    "local_epsilon_for",
    "local_error_bound",
    "mean_variance",
    "prefix_search",
    "walsh_hadamard",
]
