"""The price of the correction: the ε that each version guarantees, and the noise it takes (LR-5, LR-6)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.scales import apart, logarithmic
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.erm import Counterexample, objective_plan
from dpviz.erm.planning import Mode
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared

LOOK: dict[Mode, tuple[str, str, str]] = {  # name, colour and dash of each mode
    "printed": ("2008 version", ORANGE, "solid"),
    "corrected": ("2011 correction", BLUE, "solid"),
    "tight": ("minimal correction", GREEN, "dash"),
}
TICKS: dict[str, Any] = {
    "type": "log",
    "tickvals": [0.5, 1, 2, 5, 10, 20, 50, 100],
    "ticktext": ["½", "1", "2", "5", "10", "20", "50", "100"],
}

n, epsilon, regularization = (shared.few_records(), shared.claimed(), shared.penalty(0.003, 41))


def shown(epsilon: float, n: int, regularization: float) -> Any:
    printed, corrected, tight = (
        objective_plan(epsilon, n, regularization, mode=mode) for mode in ("printed", "corrected", "tight")
    )
    kept_printed, kept_corrected, kept_tight = printed.guarantee, corrected.guarantee, tight.guarantee
    scale_printed, scale_corrected, scale_tight = printed.scale, corrected.scale, tight.scale
    return kept_printed, kept_corrected, kept_tight, scale_printed, scale_corrected, scale_tight


def draw(at: Frames) -> Picture:
    eps, x, colours = at.epsilon, at.values, [colour for _, colour, _ in LOOK.values()]
    pairs = {mode: Counterexample(epsilon=eps, n=at.n, regularization=at.regularization, mode=mode) for mode in LOOK}
    plans = {mode: pair.plan for mode, pair in pairs.items()}
    found = {mode: np.asarray(pair.largest().loss) for mode, pair in pairs.items()}
    ratio = {mode: np.asarray(plan.guarantee) / eps for mode, plan in plans.items()}
    noise = {mode: np.asarray(plan.scale) / plans["printed"].scale for mode, plan in plans.items()}
    raised = {mode: np.asarray(plan.extra) > 0 for mode, plan in plans.items()}
    broken, wide = found["printed"] > eps, logarithmic(float(x[0]), float(x[-1]))
    heads = [max(least, room * max(float(v.max()) for v in values.values()))
             for least, room, values in ((2.0, 1.25, ratio), (2.4, 1.2, noise))]  # fmt: skip

    def lines(values: dict[Mode, Any]) -> list[dict[str, Any]]:
        return [curve(*apart(x, values[mode], raised[mode]), colour, dash=dash, width=4)
                for mode, (_, colour, dash) in LOOK.items()]  # fmt: skip

    def now(values: dict[Mode, Any]) -> list[dict[str, Any]]:
        three = moving(np.repeat(x[:, None], 3, axis=1)), moving(np.stack(list(values.values()), axis=1))
        return [upright(moving(x), GREY, reach=(0, 1e4), width=2), points(*three, colours, size=12)]

    return Picture(
        panel(
            *lines(ratio),
            curve(x, found["printed"] / eps, PURPLE, dash="dot"),
            text(x[12:13], found["printed"][12:13] / eps[12:13], ["loss found"], PURPLE, "bottom left"),
            *(text(x[k : k + 1], ratio[mode][k : k + 1], [name], colour, f"{side} right")
              for (mode, (name, colour, _)), k, side in zip(LOOK.items(), (6, 0, 0), ("top", "bottom", "top"),
                                                            strict=True)),
            level(1, INK, reach=(x[0], x[-1]), width=2),
            *now(ratio),
            x=axis("", **{**wide, "ticktext": [""] * len(wide["ticktext"])}),
            y=axis("ε proved ÷ ε claimed", np.log10(0.3), np.log10(heads[0]), **TICKS), share=1.5,
        ),
        panel(
            *lines(noise),
            text(x[2:3], noise["corrected"][2:3], ["λ is raised" if raised["corrected"][2] else ""], BLUE, "top right"),
            *now(noise),
            x=axis(SECTION.parameters[at.axis].label, **wide),
            y=axis("noise ÷ 2008 version", -0.05, np.log10(heads[1]), **TICKS),
            heading="scale of the noise, compared",
        ),
        title="The price of the correction",
        values={
            **{f"kept_{mode}": num(plan.guarantee, ".6f") for mode, plan in plans.items()},
            **{f"scale_{mode}": num(plan.scale, ".4g") for mode, plan in plans.items()},
            **{f"spent_{mode}": num(plan.noise_epsilon, ".4f") for mode, plan in plans.items()},
            **{f"extra_{mode}": num(plan.extra, ".4f") for mode, plan in plans.items()},
            **{f"found_{mode}": num(loss, ".4f") for mode, loss in found.items()},
            **{f"times_{mode}": times for mode, times in noise.items()},
            "share": num(plans["printed"].guarantee - eps, ".4f"),
            "unraised": ~raised["corrected"],
        },
        sentence=[
            "{n:,} records, λ = {regularization:.3g}, ε = {epsilon:.3g} claimed. The 2008 version is proved to "
            "guarantee {kept_printed:.3f}. ",
            when(broken, "A pair of neighbours with loss {found_printed:.3f} shows that ε is not guaranteed.",
                 "The pair that we know has a smaller loss than ε here; no proof says that every pair has."),
            " The 2011 correction guarantees {kept_corrected:.3f} with {times_corrected:.2f} times the noise; the "
            "minimal one {kept_tight:.3f} with {times_tight:.2f} times.",
            when(raised["tight"], " Both raise λ too."),
            when(raised["corrected"] & ~raised["tight"], " The 2011 correction raises λ too."),
        ],
        table=table_by_row(
            ("", *(name for name, _, _ in LOOK.values())),
            ("ε claimed", *["{epsilon:.4g}"] * 3),
            ("ε proved", *(f"{{kept_{mode}:.4f}}" for mode in LOOK)),
            ("largest loss found", *(f"{{found_{mode}}}" for mode in LOOK)),
            ("ε′, for which the noise is made", *(f"{{spent_{mode}}}" for mode in LOOK)),
            ("Δ, added to λ", *(f"{{extra_{mode}}}" for mode in LOOK)),
            ("scale of the noise", *(f"{{scale_{mode}}}" for mode in LOOK)),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(n, epsilon, regularization))
