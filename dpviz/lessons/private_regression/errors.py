"""Test errors of three methods, as the pictures of them share it: the marks, the table, and what is said."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpviz.draw import axis, band, curve, moving, num, points, upright
from dpviz.draw.picture import Grid, table_by_row
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREEN, ORANGE, PURPLE
from dpviz.draw.words import small, tenths
from dpviz.erm import LearningCurve
from dpviz.frame.kinds import Choice, Number

NAMES = {
    "standard": "no privacy",
    "output": "output perturbation",
    "corrected": "objective perturbation",
    "tight": "objective perturbation, minimal correction",
    "printed": "objective perturbation, 2008 version",
}
COLOURS = [GREEN, ORANGE, BLUE]
DASHES = "dot", "dash", "solid"


def penalty(default: float = 0.01, **overrides: Any) -> Number:
    """Return λ; 0.001 to 0.1 unless said otherwise."""
    usual: dict[str, Any] = {"low": 0.001, "high": 0.1, "scale": "log", "steps": 21, "show": small,
                             "label": "λ, regularisation", "ends": ("weak", "strong")}  # fmt: skip
    return Number(default, **{**usual, **overrides})


def objective_mode() -> Choice:
    """Return the version of objective perturbation."""
    options = {"corrected": "2011 correction", "tight": "minimal correction", "printed": "2008 version"}
    return Choice("corrected", options=options, label="Objective perturbation")


def scale(title: str, x: Any, ticks: Sequence[float] = (), **options: Any) -> dict[str, Any]:
    """Return a logarithmic axis along the values of a slider."""
    marked = {"tickvals": list(ticks), "ticktext": [f"{tick:g}" for tick in ticks]} if ticks else {}
    return axis(title, np.log10(x[0]) - 0.03, np.log10(x[-1]) + 0.03, type="log", **marked, **options)


def both(mean: float, error: float) -> str:
    """A measured share and two standard errors."""
    return f"{100 * mean:.1f} ± {200 * error:.1f} %"


def measured(mean: Any, error: Any) -> list[str]:
    """These, one a frame."""
    return [both(m, s) for m, s in zip(mean, error, strict=True)]


def values_of(curve: LearningCurve) -> dict[str, Any]:
    """What texts say of the errors of ``"standard"``, ``"output"`` and one mode of objective perturbation."""
    (standard, output, objective), error = curve.mean, curve.standard_error
    done, wanted = curve.draws_done[1], int(np.prod(curve.errors.shape[-2:]))
    return {
        "standard": num(standard, ".4f"),
        "output": num(output, ".4f"),
        "objective": num(objective, ".4f"),
        "kept": num(curve.guarantee[2], "nats"),
        **{f"said_{k}": measured(m, s) for k, (m, s) in enumerate(zip(curve.mean, error, strict=True))},
        **{f"spread_{k}": num(spread, tenths) for k, spread in enumerate(curve.spread)},
        "bare": num(standard, "tenths"),
        "asked": num(curve.epsilon, "nats"),
        "progress": [f"{d:,} releases each." if d == wanted else f"{d:,} of {wanted:,} releases are in."
                     for d in done.tolist()],
    }  # fmt: skip


def lines(curve_: LearningCurve, x: Any) -> list[dict[str, Any]]:
    """Bands of two standard errors, and the lines of the three methods above them: five marks."""
    mean, error = curve_.mean, 2 * curve_.standard_error
    low, high = np.maximum(mean - error, 0.0), mean + error
    return [
        *(band(x, low[i], high[i], CLEAR, fill=fill, width=1) for i, fill in ((1, FAINT_ORANGE), (2, FAINT_BLUE))),
        *(curve(x, mean[i], COLOURS[i], NAMES[method], dash=DASHES[i]) for i, method in enumerate(curve_.methods)),
    ]


def here(x: Any, mean: Any) -> list[dict[str, Any]]:
    """The place of the moment, and the three errors there: two marks."""
    return [
        upright(moving(x), PURPLE, reach=(-1, 2), width=2),
        points(moving(np.repeat(x[:, None], 3, axis=1)), moving(mean.T), COLOURS, size=12),
    ]


def table(mode: str, *more: tuple[str, str]) -> Grid:
    """Error, its uncertainty, the deviation of one release and the ε proved, a method a row; then other errors."""
    return table_by_row(
        ("method", "error ± two standard errors", "standard deviation of one release", "ε proved"),
        (NAMES["standard"], "{said_0}", "–", "none"),
        (NAMES["output"], "{said_1}", "{spread_1}", "{asked}"),
        (NAMES[mode], "{said_2}", "{spread_2}", "{kept}"),
        *((name, text, "–", "–") for name, text in more),
    )
