"""Tuning the private regression: who is chosen, and what the looks cost."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain, small
from dpviz.scenes.marks import line, points
from dpviz.tuning import Arms, PrivateCost, RoundOutcome, private_cost
from dpviz.tuning.sweeps import ChoiceSweep

Floats = NDArray[np.float64]
WAYS = {
    "none": "no noise, one person a look",
    "evaluation": "noise on every evaluation",
    "mean": "noise once a round and arm",
    "once": "report noisy max",
}
COLOURS = {"evaluation": style.ORANGE, "mean": style.BLUE, "once": style.GREEN}


def tuning_scene(
    *,
    arms: Arms,
    rounds: tuple[RoundOutcome, ...],
    way: str,
    cost: PrivateCost | None,
    evaluations: int,
    slack: float,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Successive halving over λ of the private regression, round by round (SH-3).

    Parameters
    ----------
    arms : Arms
    rounds : tuple of RoundOutcome
    way : {"none", "evaluation", "mean"}
    cost : PrivateCost or None
        None where nothing is paid.
    evaluations : int
    slack : float
        δ′ for the advanced composition theorem.
    axis, values, start, code
        See `Scene`; the axis counts the rounds done, from 0.
    """
    x, n = np.log10(arms.regularizations), len(arms.regularizations)
    seen, colours = np.full((len(values), n), np.nan), []
    alive = np.ones(n, dtype=bool)
    sentences = []
    for f, done in enumerate(values.astype(int)):
        if done:
            one = rounds[done - 1]
            seen[f] = seen[f - 1]
            seen[f, one.arms] = one.means
            alive = np.isin(np.arange(n), one.kept)
        colours.append([style.BLUE if live else style.GREY for live in alive])
        sentences.append(_sentence(arms, rounds, done, cost, alive))
    spread = float(np.nanmax(np.abs(seen - arms.validation), initial=0.02))
    figure = style.figure(
        line(x, arms.test, style.GREEN, "on everybody (hidden)", dash="dot", width=2),
        points(x, arms.validation, style.ORANGE, "exact validation score", symbol="line-ew-open", size=16),
        points(x, seen[start], colours[start], "score seen (blue: still in)", size=12),
        height=440,
        xaxis=style.axis("λ", range=[x[0] - 0.2, x[-1] + 0.2], tickvals=x.tolist(),
                         ticktext=[f"{v:.1g}".replace("e-0", "e-") for v in arms.regularizations]),
        yaxis=style.axis("share classified right",
                         range=[float(arms.validation.min()) - min(spread, 1) - 0.02,
                                float(arms.validation.max()) + min(spread, 1) + 0.02]),
    )  # fmt: skip
    exact = cost is None
    slots = {
        "releases": ["every look" if cost is None else f"{cost.releases:,}"],
        "each": ["∞" if cost is None else f"{cost.each:.4g}"],
        "total": ["∞" if cost is None else nats(cost.total)],
        "scale": ["0" if cost is None else f"{cost.scale:.4g}"],
        "advanced": ["∞" if cost is None else f"{cost.advanced(slack):.4g}, with δ′ = {small(slack)}"],
        "training": [nats(arms.epsilon_training)],
        "records": [f"{arms.records}"],
        "evaluations": [str(evaluations)],
    }
    return Scene(
        title=f"Tuning λ · {WAYS[way]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 2, "y"): seen, ("data", 2, "marker", "color"): colours},
        sentences=sentences,
        table=Table(
            columns=("λ", "exact validation score", "on everybody", "score seen"),
            rows=tuple(
                tuple(
                    (
                        small(float(arms.regularizations[i])),
                        f"{arms.validation[i]:.3f}",
                        f"{arms.test[i]:.3f}",
                        "–" if np.isnan(row[i]) else f"{row[i]:.3f}",
                    )
                    for i in range(n)
                )
                for row in seen
            ),
        ),
        slots=slots,
        card=Card(
            title="Not private unless each evaluation is" if exact else "Every look is paid for",
            source="SH-3",
            formula=formula(r"\varepsilon=k\,\varepsilon_0,\qquad \text{noise}=\frac{1}{m\,\varepsilon_0}"),
            filled=""
            if exact  # no ε can be named, and none is made up
            else formula(
                r"\text{@total}=\text{@releases}\times\text{@each},\qquad\text{noise}=\text{@scale}"
            ),
            rows=(
                ("ε for a validation person, basic composition", "total"),
                ("the same by advanced composition", "advanced"),
                ("noisy looks k", "releases"),
                ("ε for a training person: eight models", "training"),
            ),
            assumptions=(
                Assumption("each look has noise of its own", (not exact,)),
                Assumption("validation and training people are others, and who is which is fixed beforehand"),
                Assumption("rewards lie in [0, 1]: then the theorem of this page covers the run", (exact,)),
            ),
            note="Neighbours: one person is replaced. The lecture notes have the heading only; this section is "
            "reconstructed. A person is in one set, so each pays for that set alone.",
        ),
        code=code,
    )


def _sentence(
    arms: Arms,
    rounds: tuple[RoundOutcome, ...],
    done: int,
    cost: PrivateCost | None,
    alive: NDArray[np.bool_],
) -> str:
    pays = (
        "There is no noise, so there is no promise: at the worst tables one person decides the choice."
        if cost is None
        else f"All {cost.releases:,} looks together cost {nats(cost.total)}, each {cost.each:.3g}; its noise is "
        f"{cost.scale:.2g} wide."
    )
    best = int(arms.validation.argmax())
    if not done:
        return (
            f"Eight values of λ, one private model each; the best scores {arms.validation[best]:.3f}. {pays}"
        )
    if done < len(rounds):
        return f"After round {done}, {int(alive.sum())} values of λ are in. {pays}"
    chosen = int(rounds[-1].kept[0])
    return (
        f"λ = {small(float(arms.regularizations[chosen]))} is chosen: {arms.validation[chosen]:.3f} on the validation "
        f"people (best {arms.validation[best]:.3f}), {arms.test[chosen]:.3f} on everybody. {pays}"
    )


def choice_scene(
    *,
    arms: Arms,
    sweep: ChoiceSweep,
    bare: float,
    evaluations: int,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """How much worse the chosen λ is than the best, along ε, for three ways to pay (SH-3).

    Parameters
    ----------
    arms : Arms
    sweep : ChoiceSweep
    bare : float
        The same without any noise.
    evaluations, seed : int
    axis, values, start, code
        See `Scene`.
    """
    here = np.repeat(values[:, None], 2, axis=1)
    names = tuple(COLOURS)
    at = sweep.loss.T
    traces = []
    for i, name in enumerate(names):
        low, high = sweep.loss[i] - 2 * sweep.error[i], sweep.loss[i] + 2 * sweep.error[i]
        traces.append(line(values, sweep.loss[i], COLOURS[name], WAYS[name],
                           dash=("solid", "dash", "dot")[i]))  # fmt: skip
        traces.append(
            line(np.concatenate([values, values[::-1]]), np.concatenate([low, high[::-1]]), style.CLEAR, width=1,
                 fill="toself", fillcolor=(style.FAINT_ORANGE, style.FAINT_BLUE, style.FAINT_BLUE)[i])
        )  # fmt: skip
    top = 1.15 * float(sweep.loss.max())
    costs = [
        [private_cost(len(arms.regularizations), evaluations, epsilon=float(e), records=arms.records, noise=name)
         for name in names]
        for e in values
    ]  # fmt: skip
    figure = style.figure(
        *traces,
        line([values[0], values[-1]], [bare, bare], style.GREY, "no noise, no promise: one person a look", width=2),
        line(here[start], [-1, 1], style.PURPLE, width=2),
        points([values[start]] * 3, at[start], [COLOURS[name] for name in names], size=11),
        height=440,
        xaxis=style.axis("ε for a validation person", type="log", dtick=1,
                         range=[math.log10(values[0]), math.log10(values[-1])]),
        yaxis=style.axis("lost accuracy", range=[-0.002, max(top, 0.01)]),
    )  # fmt: skip
    return Scene(
        title="What the promise costs",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 7, "x"): here,
            ("data", 8, "x"): np.repeat(values[:, None], 3, axis=1),
            ("data", 8, "y"): at,
        },
        sentences=[
            f"With ε = {small(float(e))} in all, the λ chosen is worse than the best by "
            + ", ".join(f"{100 * a:.2f} points ({WAYS[name]})" for a, name in zip(row, names, strict=True))
            + f"; without noise, one person a look, by {100 * bare:.2f}. Means of {sweep.runs:,} runs."
            for e, row in zip(values, at, strict=True)
        ],
        table=Table(
            columns=("", "lost accuracy, ± two standard errors", "best λ chosen"),
            rows=tuple(
                tuple(
                    (
                        WAYS[name],
                        f"{sweep.loss[i, f]:.4f} ± {2 * sweep.error[i, f]:.4f}",
                        f"{100 * sweep.right[i, f]:.0f} %",
                    )
                    for i, name in enumerate(names)
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in values],
            "evaluations": [str(evaluations)],
            "records": [str(arms.records)],
            "seed": [str(seed)],
            "runs": [str(sweep.runs)],
            **{name: [f"{v:.4f}" for v in sweep.loss[i]] for i, name in enumerate(names)},
            **{f"{name}_looks": [str(row[i].releases) for row in costs] for i, name in enumerate(names)},
            **{f"{name}_scale": [f"{row[i].scale:.3g}" for row in costs] for i, name in enumerate(names)},
        },
        card=Card(
            title="Few looks, little noise",
            source="SH-3",
            formula=formula(r"\text{noise of one of }k\text{ looks}=\frac{k}{m\,\varepsilon}"),
            filled=formula(
                r"\frac{\text{@evaluation_looks}}{\text{@records}\cdot\text{@epsilon}}=\text{@evaluation_scale},"
                r"\qquad\frac{\text{@mean_looks}}{\text{@records}\cdot\text{@epsilon}}=\text{@mean_scale}"
            ),
            rows=(
                ("looks: noise on every evaluation", "evaluation_looks"),
                ("accuracy lost", "evaluation"),
                ("looks: noise once a round and arm", "mean_looks"),
                ("accuracy lost", "mean"),
                ("report noisy max: one look, noise", "once_scale"),
                ("accuracy lost", "once"),
            ),
            assumptions=(
                Assumption("the schedule is fixed beforehand, so the number of looks is known"),
                Assumption("a score is a share of the validation people: one person moves it by 1/m"),
            ),
            note="Neighbours: one validation person is replaced. Losses are means over simulated tunings. The lecture "
            "notes have the heading only; this section is reconstructed.",
        ),
        code=code,
    )
