"""Records that theory asks for, for all marginals of an order: against l, or against d (QR-3, QR-4, QR-5, PMW-10)."""

import math
from math import comb
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, table_by_row, upright, when
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, GREEN, INK, ORANGE, PURPLE
from dpviz.draw.words import many, small, superscript
from dpviz.frame.kinds import Number, Parameter
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons.common import percent
from dpviz.lessons.multiplicative_weights.comparison import EPSILONS
from dpviz.queries import gaussian_size, laplace_size, pmw_size

DELTA, BETA = 1e-6, 0.05
MOST_ORDER = 15
NAMES = {
    "laplace_naive": "Laplace, naive",
    "laplace": "Laplace",
    "gaussian_naive": "Gaussian, naive",
    "gaussian": "Gaussian",
    "weights": "PMW",
    "weights_delta": "PMW with δ",
}
SHORT = {"laplace_naive": "naive", "weights_delta": "PMW, δ"}  # beside the lines, where a phone has no room for more
LOOKS = {  # what is drawn; the table has them all
    "laplace_naive": (ORANGE, "dot", "circle-open"),
    "laplace": (ORANGE, "dash", "circle"),
    "gaussian": (PURPLE, "dashdot", "square"),
    "weights": (GREEN, "solid", "triangle-up"),
    "weights_delta": (BLUE, "solid", "diamond"),
}
RIVALS = {"laplace": "weights", "gaussian": "weights_delta"}  # what noise is compared with

order = Number(8, low=1, high=MOST_ORDER, steps=MOST_ORDER, whole=True, label="l, attributes in a query",
               ends=("few queries", "many queries"))  # fmt: skip
bits = Number(20, low=5, high=30, steps=26, whole=True, label="d, attributes (2ᵈ cells)",
              ends=("small universe", "large universe"))  # fmt: skip
alpha = Number(0.1, low=0.02, high=0.5, scale="log", steps=29, label="α, the error wanted", show=percent,
               ends=("small", "large"))  # fmt: skip
epsilon = Number(1, low=EPSILONS[0], high=EPSILONS[-1], values=EPSILONS, label="ε, the privacy parameter", show=small,
                 ends=("more private", "more accurate"))  # fmt: skip


def shown(bits: Any, order: Any, alpha: Any, epsilon: Any) -> Any:
    tables = np.vectorize(comb, otypes=[np.int64])(bits, order)
    asked = {"num_queries": tables * 2**order, "alpha": alpha, "beta": BETA, "epsilon": epsilon}
    laplace_naive = laplace_size(**asked)
    laplace = laplace_size(**asked, sensitivity=2 * tables)
    gaussian_naive = gaussian_size(**asked, delta=DELTA, mode="analytic")
    gaussian = gaussian_size(**asked, delta=DELTA, sensitivity=np.sqrt(2 * tables), mode="analytic")
    weights = pmw_size(**asked, universe=2**bits, mode="optimal")
    weights_delta = pmw_size(**asked, universe=2**bits, mode="optimal", delta=DELTA)
    return laplace_naive, laplace, gaussian_naive, gaussian, weights, weights_delta


def draw(at: Frames) -> Picture:
    wide = at.axis == "bits"  # drawn against d, else against l
    along = at.axis in ("bits", "order")  # of these the lines stand still
    grid = getattr(at, at.axis) if along else np.arange(1, min(MOST_ORDER, at.bits[0]) + 1, dtype=np.int64)
    other, *rest = (v[: 1 if along else None, None] for v in (at.order if wide else at.bits, at.alpha, at.epsilon))
    needed = dict(zip(NAMES, shown(grid, other, *rest) if wide else shown(other, grid, *rest), strict=True))
    lines = {name: np.broadcast_to(needed[name], needed["laplace"].shape) for name in LOOKS}
    sizes = dict(zip(NAMES, shown(at.bits, at.order, at.alpha, at.epsilon), strict=True))
    low = math.floor(math.log10(min(line.min() for line in lines.values())))
    high = min(math.ceil(math.log10(max(line.max() for line in lines.values()))), low + 14)
    colours, width = [colour for colour, *_ in LOOKS.values()], float(np.ptp(grid))
    return Picture(
        panel(
            *(curve(grid, moving(lines[name]), colour, dash=dash, mode="lines+markers",
                    marker={"color": colour, "size": 9, "symbol": symbol})
              for name, (colour, dash, symbol) in LOOKS.items()),
            ends(float(grid[-1]) + 0.01 * width, list(lines.values()), colours,
                 [SHORT.get(name, NAMES[name]) for name in LOOKS], low=10.0**low, high=10.0**high),
            upright(moving(at.bits if wide else at.order), INK, reach=(10.0**low, 10.0**high), width=2, dash="dot"),
            x=axis("attributes d" if wide else "attributes l in a query",
                   grid[0] - 0.02 * width, grid[-1] + 0.27 * width, tickvals=_ticks(grid)),
            y=axis("records n", **logarithmic(10.0**low, 10.0**high)),
        ),
        title="Records needed for all l-way marginals",
        height=480,
        values={
            **{name: num(n, many) for name, n in sizes.items()},
            "k": num(np.vectorize(comb)(at.bits, at.order) * 2**at.order, many),
            "power": num(at.bits, superscript),
            **{f"{name}_times": num(sizes[mine] / sizes[name], times) for name, mine in RIVALS.items()},
            "pure": ratios(sizes["laplace_naive"], sizes["laplace"], sizes["weights"]),
            "slack": ratios(sizes["gaussian_naive"], sizes["gaussian"], sizes["weights_delta"]),
            "beta": BETA,
            "delta": small(DELTA),
        },
        sentence=[
            "{k} queries over 2{power} cells, error {alpha:percent}, ε = {epsilon:g}. ",
            *verdict("PMW needs", "Laplace", sizes, "weights", "laplace"),
            " ",
            *verdict("With δ it needs", "Gaussian", sizes, "weights_delta", "gaussian"),
        ],
        table=table_by_row(("", "records needed"), *((words, f"{{{name}}}") for name, words in NAMES.items())),
        code=shown,
    )  # fmt: skip


def _ticks(places: Any) -> list[int]:
    """A few of the whole numbers of an axis; a phone has no room for more."""
    step = 1 if len(places) < 9 else 2 if len(places) < 16 else 5
    return [int(k) for k in places if k % step == 0]


def verdict(word: str, rival: str, sizes: dict[str, Any], ours: str, theirs: str) -> list[Any]:
    """Who needs fewer records, in words."""
    start = f"{word} {{{ours}}} records, "
    end = f" the {rival} mechanism ({{{theirs}}}; {{{theirs}_naive}} with the naive sensitivity)."
    over = f"{{{theirs}_times}} times as many as"
    return [when(sizes[ours] < sizes[theirs], f"{start}fewer than{end}", f"{start}{over}{end}")]


def ratios(naive: Any, exact: Any, ours: Any) -> list[str]:
    """How many times as many records noise needs."""
    return [f"{times(a)} and {times(b)} times" for a, b in zip(naive / ours, exact / ours, strict=True)]


def times(ratio: float) -> str:
    """A ratio, in as few digits as count."""
    if ratio >= 1e9:
        return many(ratio)
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"


def limits(now: Snapshot) -> dict[Parameter, tuple[float, float]]:
    """No query looks at more attributes than there are."""
    return {order: (1, min(MOST_ORDER, now.bits)), bits: (max(5, now.order), 30)}


SECTION = Section(draw, axes=(order, bits, alpha, epsilon), limits=limits)
