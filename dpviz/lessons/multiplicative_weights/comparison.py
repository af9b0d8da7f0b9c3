"""Errors of weights beside noise on every answer, measured and promised: what two sections draw (QR-4, QR-5, PMW-9)."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dpviz.draw import Moving, Picture, axis, curve, ends, moving, num, panel, table_by_column, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import small
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames
from dpviz.lessons.multiplicative_weights import measuring
from dpviz.lessons.multiplicative_weights.measuring import (
    BETA,
    DELTA,
    MECHANISMS,
    REPETITIONS,
    REPLAYS,
    SEED,
    Errors,
    given,
)
from dpviz.queries import GaussianBaseline, PracticalMultiplicativeWeights, run_size
from dpviz.queries.error_cases import Case
from dpviz.queries.sizes import MOST_ALPHA

# What is measured is measured at these values, so a slider stops nowhere else.
EPSILONS = (0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10)
ROUNDS = (1, 2, 3, 5, 7, 10, 15, 20, 30)
LOOKS = {
    "laplace": ("Laplace", ORANGE, "dash", "circle"),
    "gaussian": ("Gaussian", PURPLE, "dashdot", "square"),
    "practical": ("MWEM", BLUE, "solid", "diamond"),
    "theorem": ("PMW", GREEN, "solid", "triangle-up"),
    "laplace_naive": ("Laplace, naive", ORANGE, "dot", "circle-open"),
    "gaussian_naive": ("Gaussian, naive", PURPLE, "dot", "square-open"),
}
MEASURED = ("laplace", "gaussian", "practical", "theorem")  # the table has the naive ones too
PROMISED = ("laplace_naive", "laplace", "gaussian_naive", "gaussian", "theorem")
NOT_NAIVE = ("laplace", "gaussian", "theorem")
UNIFORM = "uniform"
RIVALS = {"laplace": "the Laplace mechanism", "gaussian": "the Gaussian mechanism"}
NAMED = 0.28  # of an axis, to the right, for the names of lines
APART = 0.14  # of an axis, from name to name: on a laptop a panel is some 120 pixels high
FLOOR, TOP = 1e-4, 1.25  # errors outside are not drawn
MARKS = {"tickvals": [1e-4, 1e-3, 0.01, 0.1, 1], "ticktext": ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"]}


def epsilon_slider() -> Number:
    """ε at the values where errors are measured."""
    return Number(0.3, low=EPSILONS[0], high=EPSILONS[-1], values=EPSILONS, label="ε, the privacy parameter",
                  ends=("more private", "more accurate"), show=small)  # fmt: skip


def rounds_slider() -> Number:
    """T at the values where errors are measured."""
    return Number(7, low=1, high=ROUNDS[-1], values=ROUNDS, whole=True, label="T, rounds of MWEM",
                  ends=("learns little", "much noise each"))  # fmt: skip


def compared(case: Case, measure: Any, epsilon: float, rounds: int) -> Any:
    asked = (case.histogram, case.workload, case.n)
    weights = PracticalMultiplicativeWeights(epsilon, rounds, measure=measure, replays=REPLAYS)
    noise = GaussianBaseline(epsilon, DELTA, mode="analytic")
    errors = []
    for r in range(REPETITIONS):
        run = weights.run(*asked, np.random.default_rng([SEED, r]))
        noisy = noise.run(*asked, np.random.default_rng([SEED, r]))
        cut = np.clip(noisy.noisy_answers, 0, 1)
        errors.append([run.max_error[-1], np.abs(cut - noisy.answers).max()])
    practical, gaussian = np.mean(errors, axis=0)
    return practical, gaussian


def draw(
    at: Frames, cases: Sequence[Case], *, title: str, people: str, note: str, names: dict[str, str], code: Any
) -> Iterator[tuple[float, Picture]]:
    """Draw the errors on one table a frame, in stages."""
    picture, drawn = None, None
    for fraction, found in measuring.measure(cases, at.rounds.tolist()):
        if picture is None or found is not drawn:
            drawn, picture = found, _picture(at, cases, found, title, people, note, names[at.axis], code)
        yield fraction, picture


def _picture(
    at: Frames, cases: Sequence[Case], found: Errors, title: str, people: str, note: str, name: str, code: Any
) -> Picture:
    x, mean, half = at.values, found.mean, found.half
    uniform = np.array([case.uniform_error for case in cases])
    ours = dict(zip(MECHANISMS, mean, strict=True))
    waiting, able = np.isnan(ours["practical"]), ~np.isnan(found.alpha)
    needed = [run_size(**given(case), alpha=MOST_ALPHA, beta=BETA / 2, delta=DELTA, mode="optimal") for case in cases]
    # By what the first stage knows already, so that the axis does not jump while the weights come in.
    low = max(FLOOR, 10.0 ** math.floor(math.log10(max(float(mean[:4].min()), FLOOR))))
    along = ticks(x)
    here = moving(np.stack([x, x], axis=1))
    upper, lower = [], []
    for key in MEASURED:
        m, (_, colour, dash, symbol) = MECHANISMS.index(key), LOOKS[key]
        reach = np.nan_to_num([half[m], np.minimum(half[m], mean[m] * 0.9)])
        bars = {"type": "data", "symmetric": False, "color": colour, "thickness": 2, "width": 5,
                "array": reach[0], "arrayminus": reach[1]}  # fmt: skip
        upper.append(curve(x, cut(np.minimum(mean[m], 1.0)), colour, dash=dash, mode="lines+markers",
                           marker={"color": colour, "size": 9, "symbol": symbol}, error_y=bars))  # fmt: skip
    for key in PROMISED:
        m, (_, colour, dash, symbol) = MECHANISMS.index(key), LOOKS[key]
        lower.append(curve(x, cut(found.promised[m]), colour, dash=dash, mode="lines+markers",
                           marker={"color": colour, "size": 8, "symbol": symbol}))  # fmt: skip
    upper.append(_names(x, [*(np.minimum(ours[key], 1.0) for key in MEASURED), uniform], (*MEASURED, UNIFORM), low))
    lower.append(_names(x, [found.promised[MECHANISMS.index(key)] for key in NOT_NAIVE], NOT_NAIVE, low))
    said = {name: [plus_minus(*one) for one in zip(mean[m], half[m], strict=True)] for m, name in enumerate(MECHANISMS)}
    said["theorem"] = [text if runs else "not run" for text, runs in zip(said["theorem"], able, strict=True)]
    if waiting.all():
        said["practical"] = ["not yet"] * at.frames
        said["theorem"] = ["not yet" if runs else "not run" for runs in able]
    promised = {name: [error(v) for v in found.promised[m]] for m, name in enumerate(MECHANISMS)}
    promised["practical"] = ["none"] * at.frames
    promised["theorem"] = [error(v) if runs else "no bound" for v, runs in zip(found.promised[-1], able, strict=True)]
    averages = {name: [error(v) for v in found.average[m]] for m, name in enumerate(MECHANISMS)}
    ratios = [
        f"{a:.3g} times (Laplace), {b:.3g} times (Gaussian)"
        for a, b in zip(found.promised[0] / found.promised[1], found.promised[2] / found.promised[3], strict=True)
    ]
    column = lambda texts, last: _by_frame([texts[key] for key in LOOKS] + [last])  # noqa: E731
    return Picture(
        panel(
            *upper,
            curve(x, cut(uniform), GREY, dash="dot", width=2),
            upright(moving(x), INK, reach=(low, TOP), width=2, dash="dot"),
            x=axis("", **{**along, "showticklabels": False}),
            y=axis("largest error", math.log10(low), math.log10(TOP), type="log", **MARKS),
            heading="measured: the mean of 20 runs",
        ),
        panel(
            *lower,
            curve(here, [low, 100], INK, width=2, dash="dot"),
            x=axis(name, **along),
            y=axis("largest error", math.log10(low), math.log10(TOP), type="log", **MARKS),
            heading=f"by the theorems, at {100 * (1 - BETA):g} %; dotted: naive",
        ),
        title=title,
        height=640,
        values={
            "k": np.array([case.workload.num_queries for case in cases]),
            "size": np.array([case.n for case in cases]),
            "turns": ["1 round" if t == 1 else f"{t} rounds" for t in at.rounds],
            "practical": num(ours["practical"], error),
            "gaussian": num(ours["gaussian"], error),
            "laplace": num(ours["laplace"], error),
            "theorem": num(ours["theorem"], error),
            "uniform": num(uniform, error),
            "needed": np.array(needed),
            **{f"{name}_times": num(_either(ours[name], ours["practical"]), _times) for name in RIVALS},
            **{f"{name}_true": texts for name, texts in said.items()},
            **{f"{name}_promise": texts for name, texts in promised.items()},
            "ratios": ratios,
            "able": able,
            "better": ~(ours["practical"] >= uniform),
            "delta": small(DELTA),
            "note": note,
        },
        sentence=[
            f"{{k:number}} queries to {{size:number}} {people}, ε = {{epsilon:g}}: ",
            when(waiting, "MWEM is being run.", "the largest error of MWEM ({turns}) is {practical_true}. "),
            when(ours["practical"] >= uniform, "The uniform distribution gives {uniform}: MWEM is no use here. "),
            *_verdict("laplace", ours),
            when(waiting, "", " "),
            *_verdict("gaussian", ours),
            when(~waiting & ~able, " The theorem of PMW needs {needed:number} people or more."),
            when(~waiting & able, " PMW has {theorem_promise} by its theorem, and {theorem} measured."),
        ],
        table=table_by_column(
            ("", [*(look[0] for look in LOOKS.values()), "the uniform distribution"]),
            ("largest error, measured", column(said, [error(v) for v in uniform])),
            ("by the theorem", column(promised, [""] * at.frames)),
            ("mean error, measured", column(averages, [""] * at.frames)),
        ),
        code=code,
    )


def _names(x: Any, lines: list[Any], keys: Sequence[str], low: float) -> Any:
    """The names at the right ends of the lines."""
    colours = [GREY if key == UNIFORM else LOOKS[key][1] for key in keys]
    words = [LOOKS[key][0] if key in LOOKS else key for key in keys]
    return ends(_beyond(x, 0.015), lines, colours, words, apart=APART, low=low, high=TOP)


def _beyond(values: Any, part: float) -> float:
    """A place to the right of the last value, by a part of the axis."""
    low, high = float(values[0]), float(values[-1])
    if np.ptp(np.diff(values)) == 0:
        return high + part * (high - low)
    return high * (high / low) ** part


def _by_frame(columns: Sequence[Sequence[str]]) -> Moving:
    return moving([list(cells) for cells in zip(*columns, strict=True)])


def _verdict(rival: str, ours: dict[str, Any]) -> list[Any]:
    word, ratio = RIVALS[rival], ours[rival] / ours["practical"]
    return [
        when((ratio > 0.95) & (ratio < 1.05), f"{word[0].upper()}{word[1:]} does as well."),
        when(ratio >= 1.05, f"{word[0].upper()}{word[1:]} errs {{{rival}_times}} as much ({{{rival}}})."),
        when(ratio <= 0.95, f"MWEM errs {{{rival}_times}} as much as {word} ({{{rival}}})."),
    ]


def _either(a: Any, b: Any) -> Any:
    """How many times the larger is the smaller."""
    return np.maximum(a / b, b / a)


def _times(ratio: float) -> str:
    return f"{ratio:.2g} times" if ratio < 100 else f"{ratio:,.0f} times"


def cut(values: Any) -> Any:
    """What has a place on a logarithmic axis; past its ends nothing is drawn."""
    return np.where((values >= FLOOR) & (values <= TOP * 40), values, np.nan)


def error(value: float) -> str:
    """An error of a query, as a fraction."""
    if math.isnan(value):
        return "–"
    return f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"


def plus_minus(mean: float, half: float) -> str:
    """A measured error and two standard errors."""
    return error(mean) if math.isnan(half) else f"{error(mean)} ± {half:.1g}"


def ticks(values: Any) -> dict[str, Any]:
    """The x axis of values that a slider stops at: logarithmic unless they are evenly spaced."""
    low, high = float(values[0]), float(values[-1])
    if np.ptp(np.diff(values)) == 0:
        return {"range": [low - 0.03 * (high - low), _beyond(values, NAMED)], "tickvals": list(values)}
    a, b = math.log10(low), math.log10(high)
    pad = 0.03 * (b - a)
    shown = list(values)
    if len(shown) > 6:  # a phone has no room for more
        shown = shown[::-1][::2][::-1]
    return {
        "type": "log",
        "range": [a - pad, math.log10(_beyond(values, NAMED))],
        "tickvals": shown,
        "ticktext": [_tick(v) for v in shown],
    }


def _tick(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1000:g} k" if value >= 10_000 else f"{value:g}"
