"""Learning curves: the test error of three methods along the number of records, or along ε (LR-11, LR-12)."""

from collections.abc import Iterator
from typing import Any

from dpviz.draw import Picture, axis, curve, num, panel
from dpviz.draw.marks import label
from dpviz.draw.style import GREY
from dpviz.draw.words import rounded, tenths
from dpviz.erm import LearningCurve, LearningStudy, Uniform, Unseparable, learning_curve
from dpviz.frame.kinds import Choice, Number, Parameter, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.private_regression import errors

RECORDS, FOLDS, DRAWS = 17_500, 5, 200  # LR-11
BEST = {"uniform": 0.0, "unseparable": 0.046025}  # LR-10
TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]
EPSILONS = [0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.3, 0.5, 1]


def shown(source: str, n: int, epsilon: float, regularization: float, mode: str, seed: int) -> Any:
    data = Uniform() if source == "uniform" else Unseparable()
    methods = ("standard", "output", mode)
    curve = learning_curve(
        data, n=n, epsilon=epsilon, regularization=regularization, methods=methods, seed=seed,
        records=RECORDS, folds=FOLDS, draws=DRAWS,
    )  # fmt: skip
    standard, output, objective = curve.mean[:, 0]
    kept = curve.guarantee[2, 0]
    return standard, output, objective, kept


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    study = LearningStudy(
        source=Uniform() if at.source == "uniform" else Unseparable(),
        n=at.n,
        epsilon=at.epsilon,
        regularization=at.regularization,
        methods=("standard", "output", at.mode),
        records=RECORDS,
        folds=FOLDS,
        draws=DRAWS,
        seed=at.seed,
    )
    for done, found in study.stages():
        yield done, _picture(at, found)


def _picture(at: Frames, found: LearningCurve) -> Picture:
    along_n, source, mode = at.axis == "n", at.source, at.mode
    n, eps, strength = found.n, found.epsilon, found.regularization
    x = n / 1000 if along_n else eps
    across = (
        axis("training records, thousands", 0, x[-1] + 0.6, dtick=2)
        if along_n
        else errors.scale("ε, the privacy parameter", x, TICKS)
    )
    false = mode == "printed"
    return Picture(
        panel(
            *errors.lines(found, x),
            curve([x[0] / 2, x[-1] * 2], [BEST[source]] * 2, GREY, width=1, dash="dot"),
            *errors.here(x, found.mean),
            x=across,
            y=axis("error on new examples", -0.02, 0.72 if source == "uniform" else 0.6, tickformat=".0%"),
        ),
        title=f"Error against {'the number of records' if along_n else 'ε'} · {source} data",
        height=410,
        annotations=[label("a fair coin: 50 %", 0.5, GREY)],
        shapes=[{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0.5, "y1": 0.5,
                 "line": {"color": GREY, "width": 1, "dash": "dot"}}],
        values={
            **errors.values_of(found),
            "length": num(20.0 / (n * strength * eps), ".3g"),
            "work": num(n * eps, rounded),
            "proved": found.guarantee[2] <= eps * (1 + 1e-9) if false else True,
        },
        sentence="{n:,} {source} records, ε = {epsilon:small}: error {bare} without privacy, {said_1} by "
        "output perturbation, {said_2} by objective perturbation. "
        + ("But this version guarantees only ε = {kept}. " if false else "")
        + "{progress}",
        table=errors.table(mode, ("the best possible classifier", tenths(BEST[source]))),
        code=shown,
    )  # fmt: skip


def _section(along: str, records: int) -> Section:
    own: dict[str, Parameter] = {
        "source": Choice("uniform", label="Synthetic data",
                         options={"uniform": "uniform: with a gap",
                                  "unseparable": "unseparable: some labels wrong"}),
        "mode": errors.objective_mode(),
        "regularization": errors.penalty(),
        "epsilon": common.epsilon(0.1, high=1, values=EPSILONS),
        "n": Number(records, low=500, high=14_000, values=[500, *range(1000, 14_001, 1000)], whole=True,
                    label="n, training size", ends=("few", "many")),
        "seed": Seed(button="Draw again", help="Other records, other noise."),
    }  # fmt: skip
    axis_ = own[along]
    assert isinstance(axis_, Number)
    controls = [kind for name, kind in own.items() if name != along]
    shown = (*controls[:-1], axis_, controls[-1])
    return Section(draw, axes=(axis_,), controls=shown, parameters=own)


# The second opens with half the records of the first: the text has readers compare them at twice the ε.
SECTIONS = {"curve_n": _section("n", 8000), "curve_epsilon": _section("epsilon", 4000)}
