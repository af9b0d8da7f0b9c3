"""Records that theory asks for, for all marginals of an order: against l, or against d (QR-3, QR-4, QR-5, PMW-10)."""

from __future__ import annotations

import math
from math import comb
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, rows, upright, where
from dpviz.draw.style import BLUE, GREEN, INK, ORANGE, PURPLE
from dpviz.draw.words import small
from dpviz.lessons.common import percent
from dpviz.lessons.kinds import Number, Parameter
from dpviz.lessons.multiplicative_weights.comparison import EPSILONS
from dpviz.lessons.section import At, Now, Section
from dpviz.queries import gaussian_size, laplace_size, pmw_size

DELTA, BETA = 1e-6, 0.05
MOST_ORDER = 15
LOOKS = {
    "laplace_naive": ("Laplace, naive", ORANGE, "dash", 3),
    "laplace": ("Laplace, exact", ORANGE, "solid", 3),
    "gaussian_naive": ("Gaussian, naive", PURPLE, "dash", 3),
    "gaussian": ("Gaussian, exact", PURPLE, "solid", 3),
    "standard": ("weights, slide’s L", GREEN, "dash", 2),
    "weights": ("weights, tight L", GREEN, "solid", 4),
    "slide_delta": ("weights with δ, slide’s L", BLUE, "dash", 2),
    "weights_delta": ("weights with δ, tight L", BLUE, "solid", 4),
}
RIVALS = {"laplace": "weights", "gaussian": "weights_delta"}  # what noise is compared with

order = Number(8, low=1, high=MOST_ORDER, steps=MOST_ORDER, whole=True, label="l, attributes in a query",
               ends=("few queries", "many queries")).formerly("size_order")  # fmt: skip
bits = Number(20, low=5, high=30, steps=26, whole=True, label="d, attributes: |U| is 2ᵈ",
              ends=("small universe", "large universe")).formerly("size_bits")  # fmt: skip
alpha = Number(0.1, low=0.02, high=0.5, scale="log", steps=29, label="α, the error wanted", show=percent,
               ends=("small", "large")).formerly("wanted")  # fmt: skip
epsilon = Number(1, low=EPSILONS[0], high=EPSILONS[-1], values=EPSILONS, label="ε, the privacy loss", show=small,
                 ends=("more private", "more accurate")).formerly("spend")  # fmt: skip


def shown(bits: Any, order: Any, alpha: Any, epsilon: Any) -> Any:
    tables = np.vectorize(comb)(bits, order)
    asked = {"num_queries": tables * 2**order, "alpha": alpha, "beta": BETA, "epsilon": epsilon}
    laplace_naive = laplace_size(**asked)
    laplace = laplace_size(**asked, sensitivity=2 * tables)
    gaussian_naive = gaussian_size(**asked, delta=DELTA, mode="analytic")
    gaussian = gaussian_size(**asked, delta=DELTA, sensitivity=np.sqrt(2 * tables), mode="analytic")
    slide = pmw_size(**asked, universe=2**bits, mode="standard")
    weights = pmw_size(**asked, universe=2**bits, mode="optimal")
    slide_delta = pmw_size(**asked, universe=2**bits, mode="standard", delta=DELTA)
    weights_delta = pmw_size(**asked, universe=2**bits, mode="optimal", delta=DELTA)
    return laplace_naive, laplace, gaussian_naive, gaussian, slide, weights, slide_delta, weights_delta


def draw(at: At) -> Picture:
    wide = at.axis == "bits"  # drawn against d, else against l
    along = at.axis in ("bits", "order")  # of these the lines stand still
    grid = at.values.astype(int) if along else np.arange(1, min(MOST_ORDER, at.bits[0]) + 1)
    other, *rest = (v[: 1 if along else None, None] for v in (at.order if wide else at.bits, at.alpha, at.epsilon))
    lines = shown(grid, other, *rest) if wide else shown(other, grid, *rest)
    sizes = dict(zip(LOOKS, shown(at.bits, at.order, at.alpha, at.epsilon), strict=True))
    low = math.floor(math.log10(np.min(lines)))
    high = min(math.ceil(math.log10(np.max(lines))), low + 14)
    return Picture(
        panel(
            *(curve(grid, moving(line), colour, name, dash=dash, width=width)
              for line, (name, colour, dash, width) in zip(lines, LOOKS.values(), strict=True)),
            upright(moving(at.bits if wide else at.order), INK, reach=(10.0**low, 10.0**high), width=2, dash="dot"),
            x=axis("attributes d" if wide else "attributes l in a query", grid[0] - 0.3, grid[-1] + 0.3),
            y=axis("records n", low, high, type="log", dtick=2, exponentformat="power"),
        ),
        title=f"Records for all marginals · against {'d' if wide else 'l'}",
        height=560,
        margin={"l": 70, "r": 16, "t": 130, "b": 56},
        values={
            **{name: num(n, many) for name, n in sizes.items()},
            "k": num(np.vectorize(comb)(at.bits, at.order) * 2**at.order, many),
            "power": num(at.bits, raised),
            **{f"{name}_times": num(sizes[mine] / sizes[name], times) for name, mine in RIVALS.items()},
            "pure": ratios(sizes["laplace_naive"], sizes["laplace"], sizes["weights"]),
            "slack": ratios(sizes["gaussian_naive"], sizes["gaussian"], sizes["weights_delta"]),
        },
        sentence=[
            "{k} queries over 2{power} cells, error {alpha:percent}, ε = {epsilon:g}. ",
            *verdict("The weights need", "Laplace", sizes, "weights", "laplace"),
            " ",
            *verdict("With δ they need", "Gaussian", sizes, "weights_delta", "gaussian"),
        ],
        table=rows(("", "records needed"), *((look[0], f"{{{name}}}") for name, look in LOOKS.items())),
        card=card(
            "Enough records for an error of α in every answer",
            "QR-3, QR-4, QR-5, PMW-8, PMW-10",
            r"\text{weights: }\frac{16L\ln(4kL/\beta)}{\varepsilon\alpha},\;L=\frac{8\ln|U|}{\alpha^{2}}\qquad"
            r"\text{Laplace: }\frac{2\binom{d}{l}\ln(k/\beta)}{\varepsilon\alpha}",
            r"k=@k:\quad\text{weights }@weights\;,\quad\text{Laplace }@laplace",
            rows={
                "weights, ε alone": "weights",
                "Laplace noise over that: naive, exact": "pure",
                "weights with δ": "weights_delta",
                "Gaussian noise over that: naive, exact": "slack",
            },
            given=("n is public: one person is replaced", f"β = {BETA:g}; δ = {small(DELTA)} where there is one"),
            note="Naive: the sensitivity is counted as k (or √k), as if one person could move every answer. Exact: "
            "2C(d, l) (or its root), since a record says yes to one query of each set. The constants of the "
            "weights are reconstructed; σ is the least of the exact curve.",
        ),
        code=shown,
    )  # fmt: skip


def verdict(word: str, rival: str, sizes: dict[str, Any], ours: str, theirs: str) -> list[Any]:
    """Who needs fewer records, in words."""
    mine, exact, naive = sizes[ours], sizes[theirs], sizes[f"{theirs}_naive"]
    start, over = f"{word} {{{ours}}} records", f"{{{theirs}_times}} times as many as {rival} noise"
    return [
        where(mine < exact, f"{start} and beat {rival} noise ({{{theirs}}}), even fitted exactly."),
        where(
            (mine >= exact) & (mine < naive),
            f"{start}: fewer than {rival} noise by counting ({{{theirs}_naive}}), but {over} fitted exactly "
            f"({{{theirs}}}).",
        ),
        where((mine >= exact) & (mine >= naive), f"{start}, {over} ({{{theirs}}})."),
    ]


def ratios(naive: Any, exact: Any, ours: Any) -> list[str]:
    """How many times as many records noise needs."""
    return [f"{times(a)} and {times(b)} times" for a, b in zip(naive / ours, exact / ours, strict=True)]


def times(ratio: float) -> str:
    """A ratio, in as few digits as count."""
    if ratio >= 1e9:
        return many(ratio)
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"


def many(count: float) -> str:
    """A number of records; past a billion in powers of ten."""
    if count < 1e9:
        return f"{math.ceil(count):,}"
    mantissa, power = f"{count:.1e}".split("e+")
    return f"{mantissa} × 10{raised(int(power))}"


def raised(power: int) -> str:
    """A whole number as an exponent."""
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def limits(now: Now) -> dict[Parameter, tuple[float, float]]:
    """No query looks at more attributes than there are."""
    return {order: (1, min(MOST_ORDER, now.bits)), bits: (max(5, now.order), 30)}


SECTION = Section(draw, axes=(order, bits, alpha, epsilon), limits=limits)
