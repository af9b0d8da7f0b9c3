"""The decision boundaries of private releases, and how often each is wrong (LR-5)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, curve, moving, num, panel, points, table_by_row
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE
from dpviz.erm import Clouds
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared
from dpviz.lessons.private_regression.shared import Floats

SHOWN, DRAWN = 30, 150  # lines of each method, shared.records
TURN = np.linspace(0, 2 * np.pi, 73)

regularization, epsilon, n = shared.penalty(), shared.privacy(), shared.records()


def shown(best: Any, output: Any, objective: Any) -> Any:
    without, error_output, error_objective = (np.mean(Clouds().error(w)) for w in (best, output, objective))
    return without, error_output, error_objective


def draw(at: Frames) -> Picture:
    made = shared.releases(at)
    X, y = (part[:DRAWN] for part in shared.clouds())
    without = np.asarray(Clouds().error(made.best))
    wrong = {name: np.asarray(Clouds().error(w)) for name, w in made.each}
    by_output, by_objective, middle = (_lines(w[:, :SHOWN]) for w in (made.output, made.objective, made.best[:, None]))

    def around(first: bool) -> list[dict[str, Any]]:
        return [
            curve(np.cos(TURN), np.sin(TURN), GREY, width=1, dash="dot", smooth=True),
            points(X[y > 0, 0], X[y > 0, 1], GREEN, "label +1" if first else "", size=5),
            points(X[y < 0, 0], X[y < 0, 1], GREY, "label −1" if first else "", size=6, symbol="x"),
        ]

    return Picture(
        panel(
            *around(True),
            curve(*by_output, ORANGE, "private releases", width=1.2),
            curve(*middle, INK, "w*, not private", width=4),
            x=_bare(), y=_bare(scaleanchor="x"), across=(0, 0.49), heading="output perturbation",
        ),
        panel(
            *around(False),
            curve(*by_objective, BLUE, width=1.2),
            curve(*middle, INK, width=4),
            x=_bare(), y=_bare(scaleanchor="x2"), across=(0.51, 1), heading="objective perturbation",
        ),
        title="Decision boundaries",
        height=480,
        margin={"l": 12, "r": 12, "t": 44, "b": 16},
        values={
            "many": made.output.shape[1],
            "without": num(without, ".4f"),
            "error_output": num(wrong["output"].mean(axis=1), ".4f"),
            "error_objective": num(wrong["objective"].mean(axis=1), ".4f"),
            **{f"mean_{name}": shared.averages(w) for name, w in wrong.items()},
            **{f"half_{name}": num(np.median(w, axis=1), ".4f") for name, w in wrong.items()},
            **{f"worst_{name}": num(w.max(axis=1), ".4f") for name, w in wrong.items()},
            "noise_epsilon": num(np.asarray(made.objective_plan.noise_epsilon), ".5f"),
            "term": num(np.asarray(made.objective_plan.scale), ".4g"),
            "extra": num(np.asarray(made.objective_plan.extra), ".5f"),
            "unraised": ~made.raised,
        },
        sentence=shared.SETTINGS + "w* errs on {without:percent} of new people. {many} releases by output "
        "perturbation: {error_output:percent} on average, {worst_output:percent} at worst. By objective perturbation: "
        "{error_objective:percent}, {worst_objective:percent} at worst.",
        table=table_by_row(
            ("error on new people", "output perturbation", "objective perturbation"),
            ("w*, not private", "{without}", "{without}"),
            ("mean of {many} releases", "{mean_output}", "{mean_objective}"),
            ("half of them are below", "{half_output}", "{half_objective}"),
            ("the worst", "{worst_output}", "{worst_objective}"),
        ),
        code=(shared.released, shown),
    )  # fmt: skip


def _bare(**options: Any) -> dict[str, Any]:
    return {"range": [-1.03, 1.03], "visible": False, "fixedrange": True, "constrain": "domain", **options}


def _lines(weights: Floats) -> tuple[Any, Any]:
    """Lines w · x = 0 across the disc, one after the other with a gap between: x and y."""
    length = np.linalg.norm(weights, axis=2, keepdims=True)
    along = np.stack([-weights[..., 1], weights[..., 0]], axis=-1) / np.where(length > 0, length, np.nan)
    ends = np.stack([along, -along, np.full_like(along, np.nan)], axis=2).reshape(len(weights), -1, 2)
    return moving(ends[..., 0]), moving(ends[..., 1])


SECTION = Section(draw, axes=(regularization, epsilon, n))
