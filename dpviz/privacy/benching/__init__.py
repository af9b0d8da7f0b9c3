"""The bench: a mechanism of the reader's own, watched for as long as they like.

- `calls`: how a function wants to be called. `neighbours`: pairs of data sets to try. `looks`: draws and certificates,
  without end. `certificates`: what is certified, and why it stays true. `histogram`: answers as bars. `bench`: one
  call, and its result. `command`: ``dpviz bench``. The panel that shows all of it is `dpviz.live_bench`.
"""

from dpviz.privacy.benching.bench import Bench, bench
from dpviz.privacy.benching.looks import Look, watch

__all__ = ["Bench", "Look", "bench", "watch"]
