"""Predicting a number: least squares from noisy statistics, beside output perturbation (LR-15, LR-16, LR-17)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import LabelledExamples, teaching_table
from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREEN, GREY, ORANGE, PURPLE
from dpviz.erm import (
    RidgeOutputPerturbation,
    SufficientStatistics,
    prediction_error,
    ridge_norm,
    statistics_sensitivity,
)
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import errors, table_study
from dpviz.lessons.private_regression.shared import data
from dpviz.lessons.tables import used

DELTA, DRAWS = 1e-6, 100
MIDDLE = [5, 95]  # per cent of the releases
TICKS = [0.03, 0.1, 0.3, 1, 3, 10]
STATISTICS, OUTPUT = "noisy statistics", "output perturbation"

epsilon = table_study.budget()
regularization = errors.penalty(low=1e-4, high=1.0, steps=13)
seed = Seed(button="Draw again", help="Other people to learn from, other noise.")


def shown(data: str, epsilon: float, regularization: float, seed: int) -> Any:
    made, rng = teaching_table(data).numbers(), np.random.default_rng(seed)
    order = rng.permutation(len(made.y))
    learn, new = order[len(order) // 5 :], order[: len(order) // 5]
    given = {"epsilon": epsilon, "delta": DELTA, "regularization": regularization}
    statistics, output = SufficientStatistics(**given), RidgeOutputPerturbation(**given)
    best = output.centre(made.X[learn], made.y[learn])
    released = [method.release(made.X[learn], made.y[learn], rng, DRAWS) for method in (statistics, output)]
    bare, *private = (made.half * prediction_error(w, made.X[new], made.y[new]) for w in (best, *released))
    scale_statistics, scale_output = statistics.scale(len(learn)), output.scale(len(learn))
    error_statistics, error_output = np.mean(private[0]), np.mean(private[1])
    return scale_statistics, scale_output, bare, error_statistics, error_output, private, best, released


@lru_cache(maxsize=4)
def _along(key: str, epsilon: tuple[float, ...], regularization: tuple[float, ...], seed: int) -> dict[str, Any]:
    """What `shown` finds in each frame: shapes (F,), and (2, F, ...) for both methods."""
    given = zip(epsilon, regularization, strict=True)
    *found, bare, _, _, private, best, released = zip(*(shown(key, e, g, seed) for e, g in given), strict=True)
    off = np.linalg.norm(np.asarray(released) - np.asarray(best)[:, None, None], axis=-1)
    return {"scale": np.array(found), "bare": np.array(bare), "errors": np.array(private).swapaxes(0, 1),
            "length": np.linalg.norm(best, axis=-1), "off": off.swapaxes(0, 1).mean(axis=-1)}  # fmt: skip


@lru_cache(maxsize=4)
def _mean_for_everybody(key: str, seed: int) -> tuple[LabelledExamples, int, float]:
    """The records, how many are learnt from, and the error of their mean on the others."""
    made = teaching_table(key).numbers()
    order = np.random.default_rng(seed).permutation(len(made.y))
    new, learn = np.split(made.y[order], [len(order) // 5])
    return made, len(learn), made.half * float(np.sqrt(np.mean((new - learn.mean()) ** 2)))


def draw(at: Frames) -> Picture:
    table, x = used(at, "targets", "number"), at.values
    made, n, blind = _mean_for_everybody(table.key, at.seed)
    found = _along(table.key, tuple(at.epsilon.tolist()), tuple(at.regularization.tolist()), at.seed)
    d, bare, mean = made.X.shape[1], found["bare"], found["errors"].mean(axis=-1)
    low, high = np.percentile(found["errors"], MIDDLE, axis=-1)
    unit = table.table.column(table.averaged).unit or "units"
    proved = np.array([[kind(epsilon=e, delta=DELTA, regularization=g).reach(n, d)
                        for e, g in zip(at.epsilon, at.regularization, strict=True)]
                       for kind in (SufficientStatistics, RidgeOutputPerturbation)])  # fmt: skip
    gap = max(blind - bare.min(), 0.02 * blind)
    ticks = TICKS if at.axis.endswith("epsilon") else [1e-4, 1e-3, 0.01, 0.1, 1]
    two = moving(np.repeat(x[:, None], 2, axis=1))
    now = upright(moving(x), PURPLE, reach=(1e-9, 1e9), width=2)
    colours, faint, dashes = [BLUE, ORANGE], [FAINT_BLUE, FAINT_ORANGE], ["solid", "dash"]
    return Picture(
        panel(
            *(curve(x, proved[i], colours[i], dash=dashes[i]) for i in (0, 1)),
            now,
            points(two, moving(proved.T), colours, size=12),
            x=errors.scale("", x, ticks),
            y=axis("distance of the weights", **logarithmic(proved.min() / 2, proved.max() * 2, most=4)),
            heading="proved for any table, 95 of 100 times",
        ),
        panel(
            *(band(x, low[i], high[i], CLEAR, fill=faint[i], width=1) for i in (1, 0)),
            curve(x, bare, GREEN, "no privacy", dash="dot"),
            *(curve(x, mean[i], colours[i], name, dash=dashes[i]) for i, name in enumerate((STATISTICS, OUTPUT))),
            level(blind, GREY, reach=(x[0] / 2, x[-1] * 2), width=2, dash="dashdot"),
            text(x[-1:], [blind], ["the mean for everyone"], GREY, "top left"),
            now,
            points(two, moving(mean.T), colours, size=12),
            x=errors.scale(SECTION.parameters[at.axis].label, x, ticks),
            y=axis(f"error in {unit}", float(min(bare.min(), blind)) - gap, blind + 8 * gap),
            heading="measured on this table, new people",
            share=1.5,
        ),
        title=f"Predicting a number: {made.target.lower()}",
        height=500,
        values={
            "n": n, "d": d, "unit": unit, "delta": DELTA, "blind": num(blind, ".2f"), "bare": num(bare, ".2f"),
            "length": num(found["length"], ".3g"), "longest": num(ridge_norm(at.regularization), ".3g"),
            "first": num(n * made.X[0, 0] ** 2, ",.0f"), "stated": table.stated, "table": table.key,
            "one": num(found["scale"][0] / statistics_sensitivity(), ".3g"),
            **{f"{name}_{key}": num(pair[i], form)
               for name, pair, form in (("scale", found["scale"], ".3g"), ("error", mean, ".2f"), ("low", low, ".2f"),
                                        ("high", high, ".2f"), ("off", found["off"], ".3g"), ("proved", proved, ".3g"))
               for i, key in enumerate(("statistics", "output"))},
            "beats": mean[0] < blind,
        },
        sentence=[
            "ε = {epsilon:small}, δ = {delta:small}, λ = {regularization:small}: the error is {bare} {unit} without "
            "privacy, {error_statistics} by noisy statistics, {error_output} by output perturbation. ",
            when(mean[0] < blind, "The mean for everyone errs by {blind}.",
                 "Noisy statistics are no better than the mean for everyone, {blind}."),
        ],
        table=table_by_row(
            ("", STATISTICS, OUTPUT),
            (f"error in {unit}, mean of {DRAWS} releases", "{error_statistics}", "{error_output}"),
            ("90 of 100 between", "{low_statistics} and {high_statistics}", "{low_output} and {high_output}"),
            ("noise σ on each number", "{scale_statistics}", "{scale_output}"),
            ("weights off by, mean", "{off_statistics}", "{off_output}"),
            ("proved: at most, 95 of 100 times", "{proved_statistics}", "{proved_output}"),
        ),
        code=shown,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _asked() -> dict[str, float]:
    """What the questions name, on the health table at the text's values."""
    made, n, _ = _mean_for_everybody("health", 1)
    setting = {"epsilon": 1.0, "delta": DELTA, "regularization": 0.01}
    statistics, output = SufficientStatistics(**setting), RidgeOutputPerturbation(**setting)
    errors_statistics, errors_output = _along("health", (1.0,), (0.01,), 1)["errors"]
    d = made.X.shape[1]
    return {"proved_statistics": statistics.reach(n, d), "error_statistics": errors_statistics.mean(),
            "proved_output": output.reach(n, d), "error_output": errors_output.mean(),
            "scale": statistics.scale(n)}  # fmt: skip


SECTION = Section(draw, axes=(epsilon, regularization), controls=(data, epsilon, regularization, seed))
