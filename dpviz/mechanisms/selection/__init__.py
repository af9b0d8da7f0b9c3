"""Questions that a mechanism answers by choosing one candidate: the candidates, and a score for each.

- `mode`, `median`, `threshold`: the most common value, the median, the best threshold for a label. Each sees the
  data only through a histogram over *record types*: two records of one type have the same effect on every score.
  Candidates and record types are public: they come from the coding or from whoever asks, never from the data.
- `Question`, `MedianQuestion`: what they return; `neighbour_changes`: how every score moves between neighbours;
  `neighbour_counts`: the histogram of one of them.
- `neighbour_losses`, `worst_neighbours`: what a data set loses to each of its neighbours, and to the worst of them.
- `candidates_in`: the values the data hold, which is not private (`READ_OFF` says so); `MOST_CANDIDATES`: how many
  a question may have.
"""

from dpviz.mechanisms._column import ColumnLike
from dpviz.mechanisms.selection._grid import MOST_CANDIDATES
from dpviz.mechanisms.selection._median import median
from dpviz.mechanisms.selection._mode import READ_OFF, candidates_in, mode
from dpviz.mechanisms.selection._question import MedianQuestion, Question, neighbour_changes, neighbour_counts
from dpviz.mechanisms.selection._threshold import threshold
from dpviz.mechanisms.selection.neighbours import neighbour_losses, worst_neighbours

__all__ = [
    "MOST_CANDIDATES",
    "READ_OFF",
    "ColumnLike",
    "MedianQuestion",
    "Question",
    "candidates_in",
    "median",
    "mode",
    "neighbour_changes",
    "neighbour_counts",
    "neighbour_losses",
    "threshold",
    "worst_neighbours",
]
