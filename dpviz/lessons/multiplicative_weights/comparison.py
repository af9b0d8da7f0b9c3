"""Errors of weights beside noise on every answer, measured and promised: what two sections draw (QR-4, QR-5, PMW-9)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dpviz.draw import Moving, Picture, axis, card, curve, grid, moving, num, panel, upright, where
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import small
from dpviz.lessons.kinds import Number
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
from dpviz.lessons.section import At
from dpviz.queries import GaussianBaseline, PracticalMultiplicativeWeights, run_size
from dpviz.queries.error_cases import Case
from dpviz.queries.sizes import MOST_ALPHA

# What is measured is measured at these values, so a slider stops nowhere else.
EPSILONS = (0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10)
ROUNDS = (1, 2, 3, 5, 7, 10, 15, 20, 30)
LOOKS = {
    "laplace": ("Laplace, exact", ORANGE, "solid", "circle"),
    "gaussian": ("Gaussian, exact", PURPLE, "solid", "square"),
    "practical": ("weights, in practice", BLUE, "solid", "diamond"),
    "theorem": ("weights, the theorem’s run", GREEN, "solid", "triangle-up"),
    "laplace_naive": ("Laplace, naive", ORANGE, "dash", "circle-open"),
    "gaussian_naive": ("Gaussian, naive", PURPLE, "dash", "square-open"),
}
RIVALS = {"laplace": "Laplace noise", "gaussian": "Gaussian noise"}
FLOOR, TOP = 1e-4, 1.25  # errors outside are not drawn
MARKS = {"tickvals": [1e-4, 1e-3, 0.01, 0.1, 1], "ticktext": ["0.0001", "0.001", "0.01", "0.1", "1"]}


def epsilon_slider() -> Number:
    """ε at the values where errors are measured."""
    return Number(0.3, low=EPSILONS[0], high=EPSILONS[-1], values=EPSILONS, label="ε, the privacy loss",
                  ends=("more private", "more accurate"), show=small).formerly("spend")  # fmt: skip


def rounds_slider() -> Number:
    """T at the values where errors are measured."""
    return Number(7, low=1, high=ROUNDS[-1], values=ROUNDS, whole=True, label="T, rounds in practice",
                  ends=("learns little", "much noise each")).formerly("turns")  # fmt: skip


def compared(case: Case, measure: Any, epsilon: float, rounds: int) -> Any:
    asked = (case.histogram, case.workload, case.n)
    weights = PracticalMultiplicativeWeights(epsilon, rounds, measure=measure, step="fit", replays=REPLAYS)
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
    at: At, cases: Sequence[Case], *, title: str, people: str, note: str, names: dict[str, str], code: Any
) -> Iterator[tuple[float, Picture]]:
    """Draw the errors on one table a frame, in stages."""
    picture, drawn = None, None
    for fraction, found in measuring.measure(cases, at.rounds.tolist()):
        if picture is None or found is not drawn:
            drawn, picture = found, _picture(at, cases, found, title, people, note, names[at.axis], code)
        yield fraction, picture


def _picture(
    at: At, cases: Sequence[Case], found: Errors, title: str, people: str, note: str, name: str, code: Any
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
    for key, (words, colour, dash, symbol) in LOOKS.items():
        m = MECHANISMS.index(key)
        reach = np.nan_to_num([half[m], np.minimum(half[m], mean[m] * 0.9)])
        bars = {"type": "data", "symmetric": False, "color": colour, "thickness": 2, "width": 5,
                "array": reach[0], "arrayminus": reach[1]}  # fmt: skip
        upper.append(curve(x, cut(np.minimum(mean[m], 1.0)), colour, words, dash=dash, mode="lines+markers",
                           marker={"color": colour, "size": 9, "symbol": symbol}, error_y=bars))  # fmt: skip
        if key != "practical":
            lower.append(curve(x, cut(found.promised[m]), colour, dash=dash))
    said = {name: [plus_minus(*one) for one in zip(mean[m], half[m], strict=True)] for m, name in enumerate(MECHANISMS)}
    said["theorem"] = [text if runs else "not run" for text, runs in zip(said["theorem"], able, strict=True)]
    if waiting.all():
        said["practical"] = ["not yet"] * at.frames
        said["theorem"] = ["not yet" if runs else "not run" for runs in able]
    promised = {name: [error(v) for v in found.promised[m]] for m, name in enumerate(MECHANISMS)}
    promised["practical"] = ["none"] * at.frames
    promised["theorem"] = [error(v) if runs else "nothing" for v, runs in zip(found.promised[-1], able, strict=True)]
    averages = {name: [error(v) for v in found.average[m]] for m, name in enumerate(MECHANISMS)}
    ratios = [
        f"{a:.3g} times (Laplace), {b:.3g} times (Gaussian)"
        for a, b in zip(found.promised[0] / found.promised[1], found.promised[2] / found.promised[3], strict=True)
    ]
    column = lambda texts, last: _by_frame([texts[key] for key in LOOKS] + [last])  # noqa: E731
    return Picture(
        panel(
            *upper,
            curve(x, cut(uniform), GREY, "knowing nothing", dash="dot", width=2),
            upright(moving(x), INK, reach=(low, TOP), width=2, dash="dot"),
            x=axis("", **{**along, "showticklabels": False}),
            y=axis("largest error", math.log10(low), math.log10(TOP), type="log", **MARKS),
            heading="measured",
            span=(0.5, 1),
        ),
        panel(
            *lower,
            curve(here, [low, 100], INK, width=2, dash="dot"),
            x=axis(name, **along),
            y=axis("largest error", math.log10(low), math.log10(TOP), type="log", **MARKS),
            heading=f"promised, with probability {100 * (1 - BETA):g} %",
            span=(0, 0.4),
        ),
        title=title,
        height=760,
        margin={"l": 70, "r": 16, "t": 130, "b": 56},
        legend={"y": 1.05},
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
        },
        sentence=[
            f"{{k:number}} queries to {{size:number}} {people}, ε = {{epsilon:g}}: ",
            where(waiting, "the weights are being measured.",
                  "the largest error of the weights in practice ({turns}) is {practical_true}. "),
            where(ours["practical"] >= uniform, "Knowing nothing gives {uniform}: they are no use here. "),
            *_verdict("laplace", ours),
            where(waiting, "", " "),
            *_verdict("gaussian", ours),
            where(~waiting & ~able, " The theorem promises nothing below {needed:number} people."),
            where(~waiting & able, " The theorem’s run promises {theorem_promise} and reaches {theorem}."),
        ],
        table=grid(
            ("", [*(look[0] for look in LOOKS.values()), "knowing nothing (the uniform distribution)"]),
            ("largest error, measured", column(said, [error(v) for v in uniform])),
            ("promised", column(promised, [""] * at.frames)),
            ("mean error, measured", column(averages, [""] * at.frames)),
        ),
        card=card(
            "What each promises from n records",
            "QR-4, QR-5, PMW-9",
            r"\frac{\Delta_1\ln(k/\beta)}{\varepsilon n}\qquad\frac{\Delta_2\,\sigma\sqrt{2\ln(2k/\beta)}}{n}"
            r"\qquad 4\alpha:\;n\ge\frac{2\ln(2|Q|L/\beta)}{\varepsilon_0\,\alpha}",
            r"\text{Laplace: }@laplace_promise\qquad\text{Gaussian: }@gaussian_promise"
            r"\qquad\text{weights: }@theorem_promise",
            rows={
                "Laplace, exact: measured": "laplace_true",
                "Gaussian, exact: measured": "gaussian_true",
                "weights in practice: measured (nothing is promised)": "practical_true",
                "weights, the theorem’s run: measured": "theorem_true",
                "sensitivity by counting queries, over the exact one": "ratios",
            },
            given=(
                "n is public: one person is replaced",
                ("n is enough for the theorem to promise an error below 1", able),
                ("the weights in practice do better than knowing nothing", ~(ours["practical"] >= uniform)),
            ),
            note=f"{note} Gaussian noise and the theorem’s run have δ = {small(DELTA)}; Laplace noise and the "
            "weights in practice need none. σ is the least of the exact curve. Every noisy answer is cut to "
            "[0, 1]. The theorem’s constants are reconstructed.",
        ),
        code=code,
    )  # fmt: skip


def _by_frame(columns: Sequence[Sequence[str]]) -> Moving:
    return moving([list(cells) for cells in zip(*columns, strict=True)])


def _verdict(rival: str, ours: dict[str, Any]) -> list[Any]:
    word, ratio = RIVALS[rival], ours[rival] / ours["practical"]
    return [
        where((ratio > 0.95) & (ratio < 1.05), f"{word} does as well."),
        where(ratio >= 1.05, f"They beat {word} ({{{rival}}}) {{{rival}_times}}."),
        where(ratio <= 0.95, f"They lose to {word} ({{{rival}}}) {{{rival}_times}}."),
    ]


def _either(a: Any, b: Any) -> Any:
    """How many times the larger is the smaller."""
    return np.maximum(a / b, b / a)


def _times(ratio: float) -> str:
    return f"{ratio:.2g} times over" if ratio < 100 else f"{ratio:,.0f} times over"


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
        return {"range": [low - 0.3, high + 0.3], "tickvals": list(values)}
    a, b = math.log10(low), math.log10(high)
    pad = 0.03 * (b - a)
    shown = list(values)
    if len(shown) > 6:  # a phone has no room for more
        shown = shown[::-1][::2][::-1]
    return {"type": "log", "range": [a - pad, b + pad], "tickvals": shown, "ticktext": [_tick(v) for v in shown]}


def _tick(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1000:g} k" if value >= 10_000 else f"{value:g}"
