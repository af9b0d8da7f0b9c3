"""One dot a hypothesis: its true error across, its empirical error upwards (PAC-5, PAC-6, PAC-13)."""

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Seed
from dpviz.frame.section import Frames, Section
from dpviz.learning.bounds import occam_failure
from dpviz.lessons import common
from dpviz.lessons.pac import shared
from dpviz.lessons.pac.shared import band_on, band_values, records, sampled

WORDS = {"avocados": "avocado", "scurvy": "patient"}
KINDS = {"avocados": shared.avocados, "scurvy": shared.patients}

example = Choice("avocados", options={"avocados": "avocados", "scurvy": "vitamin C"}, label="Example")
sides = band_on()
n, beta = records(20), common.beta()
seed = Seed(8, button="Another sample", help="From the same distribution.")


def draw(at: Frames) -> Picture:
    kind, word = KINDS[at.example], WORDS[at.example]
    _, sample, population = sampled(kind, at.seed, tuple(at.n))
    values = band_values(at, sample, population)
    width, worst, wrong = (values[name].numbers for name in ("width", "worst", "error"))
    fits, ends = sample == 0, np.array([0.0, 1.0])
    alive, name = fits.sum(axis=1), kind()[0].name
    high = ends + np.where(at.sides == "two", width, np.nan)[:, None]
    return Picture(
        panel(
            points(population, moving(np.where(fits, np.nan, sample)), GREY, "errs on the sample",
                   symbol="x-thin-open", size=6),
            points(population, moving(np.where(fits, sample, np.nan)), BLUE, "consistent", size=11),
            curve(ends, ends, GREY, width=1),
            curve(ends, moving(ends - width[:, None]), PURPLE, dash="dot", width=2),
            curve(ends, moving(high), PURPLE, dash="dot", width=2),
            points(moving(wrong), [0.0], ORANGE, "learnt", symbol="diamond", size=15),
            text([0.92], [0.92], ["both errors alike"], GREY, "top left"),
            text([0.99], moving(np.where(width < 1, 0.99 - width, np.nan)), ["the theorem’s band"], PURPLE, "top left"),
            x=axis(f"true error, on all {word}s", -0.03, 1.03, nticks=6),
            y=axis("empirical error", -0.05, 1.05, nticks=6),
        ),
        title=f"Every hypothesis at once · {word}s",
        height=480,
        values={
            **values,
            "alive": alive,
            "name": [name(int(j)) for j in values["learned"]],
            "largest": num(population.max(), ".4f"),
        },
        sentence=[
            when(at.n == 1, f"After 1 {word}, ", f"After {{n:,}} {word}s, "),
            "{alive:,} of {size:,} hypotheses ",
            when(alive == 1, "makes no mistake on the sample. Its true error is ",
                 "make no mistake on the sample. The worst of them has true error "),
            when(worst > 0, "{worst:percent}. ", "0. "),
            "The learner chooses “{name}”, with true error ",
            when(wrong > 0, "{error:percent}. ", "0. "),
            "The hypothesis whose two errors differ most is off by {strays:.3f}; " if at.sides == "two" else
            "No hypothesis looks better on the sample than it is by more than {strays:.3f}; ",
            when(width < 1, "the theorem allows {width:.3f}.",
                 "the theorem allows {width:.2f}, which says nothing yet."),
        ],
        table=table_by_row(
            ("", "hypotheses", "largest true error"),
            ("no mistake on the sample", "{alive}", "{worst}"),
            ("all", "{size}", "{largest}"),
        ),
        code=(kind, shared.learn),
    )  # fmt: skip


def _alive() -> dict[str, float]:
    half, hundredth = (100 * float(occam_failure(1, 10, error, exponential=False)) for error in (0.5, 0.01))
    return {"half": half, "hundredth": hundredth}


SECTION = Section(draw, axes=(n, beta), controls=(example, sides, n, beta, seed))
