"""Every threshold's empirical and true error, as patients come in (PAC-2, PAC-3, PAC-6, PAC-9)."""

import numpy as np

from dpviz.draw import Picture, axis, band, bars, curve, moving, panel, points, table_by_frame, text, when
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, GREEN, ORANGE, PURPLE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.learning import occam_size, toy, uniform_convergence_size
from dpviz.lessons import common
from dpviz.lessons.pac.shared import band_on, band_values, learn, patients, records, sampled

TOP = 1.05  # of the picture
TOLD = range(0, toy.SCURVY.size, 8)  # hypotheses in the table

n, beta, sides = records(20), common.beta(), band_on()
seed = Seed(8, button="Other patients", help="From the same town.")


def draw(at: Frames) -> Picture:
    cuts, doses = np.arange(toy.SCURVY.size), toy.SCURVY.instances
    counts, sample, population = sampled(patients, at.seed, tuple(at.n))
    values = band_values(at, sample, population)
    learned, width = values["learned"], values["width"].numbers
    low = population - width[:, None]
    high = population + np.where(at.sides == "two", width, np.nan)[:, None]
    heights = np.stack([sample.min(axis=1), population[learned]], axis=1)
    ill, shares = doses < toy.ENOUGH, counts / at.n[:, None]
    return Picture(
        panel(
            band(cuts, moving(low), moving(np.where(np.isnan(high), TOP, high)), CLEAR, fill=FAINT_BLUE, width=0),
            curve(cuts, population, ORANGE, width=4),
            curve(cuts, moving(sample), BLUE, width=3),
            curve(cuts, moving(low), PURPLE, dash="dot", width=2),
            curve(cuts, moving(high), PURPLE, dash="dot", width=2),
            points(moving(np.stack([learned, learned], axis=1)), moving(heights), [BLUE, ORANGE], size=14),
            text([26], [population[26]], ["true error"], ORANGE, "bottom right"),
            text([36], moving(sample[:, 36]), ["empirical error"], BLUE, "top left"),
            text(moving(learned), moving(heights[:, 0] - 0.02), ["learnt"], BLUE, "bottom center"),
            x=axis("hypothesis: scurvy below (mg a day)", -1, 65),
            y=axis("error: share of wrong labels", -0.1, TOP, nticks=6), share=2.5,
            heading="pale: the theorem’s band",
        ),
        panel(
            bars(doses, moving(np.where(ill, shares, 0)), ORANGE),
            bars(doses, moving(np.where(ill, 0, shares)), GREEN),
            text([2, 40], [0.14, 0.14], ["scurvy", "healthy"], [ORANGE, GREEN]),
            x=axis("dose of the patients seen (mg a day)", -1, 65), y=axis("share", 0, 0.16, nticks=3),
            heading="the patients",
        ),
        title="How much vitamin C is enough?",
        height=560,
        barmode="stack",
        bargap=0.1,
        values={**values, "example": "town"},
        sentence=[
            when(at.n == 1, "After 1 patient ", "After {n:,} patients "),
            "the learner chooses: scurvy below {learned} mg. Its empirical error is 0, and its true error ",
            when(heights[:, 1] > 0, "{error:percent}. ", "0 too. "),
            "The hypothesis whose two errors differ most is off by {strays:.3f}; " if at.sides == "two" else
            "No hypothesis looks better on the patients than it is by more than {strays:.3f}; ",
            when(width < 1, "the theorem allows {width:.3f}.",
                 "the theorem allows {width:.2f}, which says nothing yet."),
        ],
        table=table_by_frame(
            ("hypothesis", "empirical error", "true error"),
            *([(f"below {j} mg", f"{seen[j]:.4f}", f"{population[j]:.4f}") for j in TOLD] for seen in sample),
        ),
        code=(patients, learn),
    )  # fmt: skip


def _halved() -> dict[str, float]:
    now, then = (float(uniform_convergence_size(65, alpha, 0.05)) for alpha in (0.1, 0.05))
    occam = float(occam_size(65, 0.05, 0.05))
    return {"now": now, "answer": then, "twice": 2 * now, "half": now / 2, "occam": occam}


SECTION = Section(draw, axes=(n, beta), controls=(n, beta, sides, seed))
