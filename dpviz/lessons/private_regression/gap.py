"""How far above the least J the releases are, beside the bounds of the lemmas (LR-9)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.scales import apart, logarithmic
from dpviz.draw.style import BLUE, FAINT_BLUE, FAINT_ORANGE, GREY, ORANGE
from dpviz.erm import LogisticLoss, OutputPerturbation, gap_bound, objective_plan
from dpviz.erm.bounds import Form, Method
from dpviz.erm.newton import Problem
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared
from dpviz.lessons.private_regression.shared import BETA, RELEASES, Floats, Releases

DIM = 2
FORMS: tuple[Form, ...] = "printed", "proved"
SIDES: dict[Method, tuple[str, str]] = {"output": (ORANGE, FAINT_ORANGE), "objective": (BLUE, FAINT_BLUE)}

epsilon, regularization, n = shared.privacy(), shared.penalty(), shared.records()


def shown(X: Any, y: Any, best: Any, output: Any, objective: Any, n: Any, epsilon: Any, regularization: Any) -> Any:
    J = lambda w: LogisticLoss().value(y * (w @ X.T)).mean(-1) + regularization / 2 * (w * w).sum(-1)  # noqa: E731
    mean_output, mean_objective = (np.mean(J(w) - J(best)) for w in (output, objective))
    noise_epsilon = objective_plan(epsilon, n, regularization).noise_epsilon
    output_printed = gap_bound(n, epsilon, regularization, DIM, BETA, method="output")
    objective_printed = gap_bound(n, noise_epsilon, regularization, DIM, BETA)
    return mean_output, mean_objective, output_printed, objective_printed


def draw(at: Frames) -> Picture:
    made = shared.releases(at)
    many, raised, x = made.output.shape[1], made.raised, at.values
    measured = _above(at, made)
    spent: dict[Method, Floats] = {"output": at.epsilon, "objective": np.asarray(made.objective_plan.noise_epsilon)}
    bounds = {
        f"{name}_{form}": np.asarray(gap_bound(at.n, eps, at.regularization, DIM, BETA, method=name, form=form))
        for name, eps in spent.items()
        for form in FORMS
    }
    for form in FORMS:  # the lemma does not speak of a raised λ
        bounds[f"objective_{form}"] = np.where(raised, np.nan, bounds[f"objective_{form}"])
    mean = {name: gap.mean(axis=1) for name, gap in measured.items()}
    traces = []
    for name, (colour, faint) in SIDES.items():
        error = 2 * measured[name].std(axis=1, ddof=1) / many**0.5
        low, high = (np.maximum(end, 1e-12) for end in (mean[name] - error, mean[name] + error))
        traces += [
            curve(x, high, colour, width=0.5),
            curve(x, low, colour, width=0.5, fill="tonexty", fillcolor=faint),
            curve(*apart(x, mean[name], raised & (name == "objective")), colour,
                  f"{name} perturbation", width=4),
            curve(x, bounds[f"{name}_printed"], colour, dash="dash"),
        ]  # fmt: skip
    heights = [bounds["output_printed"], bounds["objective_printed"], mean["output"], mean["objective"]]
    foot = np.log10(min(m.min() for m in mean.values())) - 0.4
    head = np.log10(max(b[np.isfinite(b)].max(initial=0.0) for b in bounds.values())) + 0.3
    beyond, across = shared.room_for_names(x)
    return Picture(
        panel(
            *traces,
            ends(beyond, heights, [ORANGE, BLUE] * 2,
                 ["bound", "bound", "measured", "measured"],
                 low=10**foot, high=10**head),
            upright(moving(x), GREY, reach=(1e-12, 1e12), width=2),
            points(moving(np.repeat(x[:, None], 4, axis=1)), moving(np.stack(heights, axis=1)), [ORANGE, BLUE] * 2,
                   size=12),
            x=axis(SECTION.parameters[at.axis].label, **across),
            y=axis("J above its least value", **logarithmic(10**foot, 10**head, most=5)),
        ),
        title="How much the noise raises J",
        height=510,
        values={
            "many": many,
            "dim": DIM,
            **{f"mean_{name}": num(m, ".4g") for name, m in mean.items()},
            **{f"average_{name}": shared.averages(gap) for name, gap in measured.items()},
            **{f"tail_{name}": num(np.quantile(gap, 1 - BETA, axis=1), ".4g") for name, gap in measured.items()},
            **{name: num(bound, _bound) for name, bound in bounds.items()},
            "unraised": ~raised,
        },
        sentence=[
            shared.SETTINGS,
            "Output perturbation raises J by {mean_output:.3g} on average (bound: {output_printed:.3g}), objective "
            "perturbation by {mean_objective:.3g} (bound: ",
            when(raised, "none, since λ had to be raised).", "{objective_printed:.3g})."),
        ],
        table=table_by_row(
            ("J above its least value", "output perturbation", "objective perturbation"),
            ("mean of {many} releases", "{average_output}", "{average_objective}"),
            ("1 release in 20 is above", "{tail_output:.3g}", "{tail_objective:.3g}"),
            ("bound, smallest constants", "{output_proved}", "{objective_proved}"),
            ("bound of the lemma", "{output_printed}", "{objective_printed}"),
        ),
        code=(shared.released, shown),
    )  # fmt: skip


def _above(at: Frames, made: Releases) -> dict[str, Floats]:
    """How far J is above its least value at each release, with λ as asked for (without Δ)."""
    X, y = shared.clouds()
    every = np.concatenate([made.best[:, None], made.output, made.objective], axis=1)
    J = np.empty(every.shape[:2])
    for k, strength in {*zip(at.n.tolist(), at.regularization.tolist(), strict=True)}:
        here = (at.n == k) & (at.regularization == strength)
        problem = Problem(X[:k] * y[:k, None], LogisticLoss(), strength)
        J[here] = problem.value(every[here].reshape(-1, DIM), np.zeros((1, DIM))).reshape(-1, every.shape[1])
    above = np.maximum(J[:, 1:] - J[:, :1], 0.0)  # rounding alone can go below
    return dict(zip(SIDES, np.split(above, 2, axis=1), strict=True))


def _bound(value: float) -> str:
    return f"{value:.4g}" if np.isfinite(value) else "none"


def _raised() -> dict[str, float]:
    eps, penalty, size = epsilon.default_value, regularization.default_value, int(n.default_value)
    X, y = (part[:size] for part in shared.clouds())
    method = OutputPerturbation(epsilon=eps, regularization=penalty)
    rng = np.random.default_rng(shared.seed.default_value)
    made = np.concatenate([method.centre(X, y)[None], method.release(X, y, rng, RELEASES)])
    J = Problem(X * y[:, None], LogisticLoss(), penalty).value(made, np.zeros((1, DIM)))
    above, bound = J[1:] - J[0], gap_bound(size, eps, penalty, DIM, BETA, method="output")
    return {"bound": bound, "mean": above.mean(), "most": above.max(), "times": bound / above.mean()}


SECTION = Section(draw, axes=(epsilon, regularization, n))
