"""How many mistakes each learning rate makes, below the bounds for it (PMW-5)."""

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons.multiplicative_weights import shared
from dpviz.lessons.multiplicative_weights.shared import ROUNDS
from dpviz.queries import learn, mistakes_bound

ROOF, FLOOR = 1e5, 1.0

truth, cells = shared.people(), shared.kinds()
eta, alpha = shared.learning_rate(0.05), shared.tolerance()
pick = Choice(
    "largest",
    options={"largest": "the worst one", "smallest": "the least bad one", "random": "one at random"},
    label="The mistake it is shown",
)


def shown(queries: Any, histogram: Any, alpha: float, eta: float, pick: Any) -> Any:
    p, rng = histogram / histogram.sum(), np.random.default_rng(1)
    run = learn(p, queries, alpha=alpha, eta=eta, rounds=ROUNDS, pick=pick, rng=rng)
    made = run.updates
    bound = mistakes_bound(np.log(queries.size), alpha=alpha, eta=eta)
    started = mistakes_bound(run.kl[0], alpha=alpha, eta=eta)
    return made, bound, started


def draw(at: Frames) -> Picture:
    e, a, size = at.eta, at.alpha, int(at.cells)
    runs = [shared.learnt(at.truth, at.cells, a, one, pick=at.pick) for one in e.tolist()]
    made, done = np.array([run.updates for run in runs]), np.array([run.stopped for run in runs])
    most = math.log(size)
    bound, started = (mistakes_bound(kl, alpha=a, eta=e) for kl in (most, float(runs[0].kl[0])))
    height = np.maximum(made, FLOOR)
    inside = [np.where(most <= ROOF, most, np.nan) for most in (bound, started)]
    said = [str(k) if over else f"more than {k}" for k, over in zip(made, done, strict=True)]
    code, universe = shared.toy_code(at.truth, at.cells)
    reach = (FLOOR, ROOF)
    return Picture(
        panel(
            curve(e, inside[0], GREEN, dash="dash"),
            curve(e, inside[1], PURPLE, width=2, dash="dot"),
            _named(e, inside[0], "mistake bound", GREEN),
            _named(e, inside[1], "with KL at the start", PURPLE),
            points(e[done], height[done], BLUE, "mistakes made", size=7),
            points(e[~done], height[~done], ORANGE, f"not done after {ROUNDS}", size=8, symbol="x"),
            upright(a, GREY, reach=reach, width=1.5, dash="dash"),
            upright(4 * a, GREY, reach=reach, width=1.5, dash="dash"),
            upright(moving(e), BLUE, reach=reach, width=1.5),
            points(moving(e), moving(height), BLUE, size=14),
            x=axis("η, on a logarithmic scale", math.log10(e[0]) - 0.03, math.log10(e[-1]) + 0.03, type="log",
                   tickvals=[0.01, 0.03, 0.1, 0.3, 1, 3]),
            y=axis("mistakes", -0.08, 5.05, type="log", dtick=1),
        ),
        annotations=[
            {"text": word, "x": math.log10(place), "y": 5.0, "xanchor": "left", "yanchor": "top", "showarrow": False,
             "font": {"size": 14, "color": GREY}} for word, place in ((" α", a), (" 4α", 4 * a))
        ],
        title=f"How many mistakes each learning rate makes · {size} cells",
        height=460,
        values={
            **universe,
            "made": num(made, shared.mistakes),
            "mistakes": said,
            "most": ROUNDS,
            "times": e / a,
            "bound": num(bound, _most),
            "started": num(started, _most),
            "limit": [_most(v).replace("none", "∞") for v in bound],
            "lowers": e < 8 * a,
        },
        sentence=[
            "η = {eta:small}, that is {times:.2g} times α: ",
            when(done, "{made}, then none is left; ", "after {most} rounds there are still mistakes; "),
            when(np.isfinite(bound), "the theorem allows fewer than {bound:,.1f}.",
                 "the theorem allows any number, as η is 8α or more."),
        ],
        table=table_by_row(
            ("η", "η / α", "mistakes made", "mistake bound"),
            ("{eta:small}", "{times:.3g}", "{mistakes}", "{bound}"),
        ),
        code=(code, shown),
    )  # fmt: skip


def _named(x: Any, line: Any, words: str, colour: str) -> Any:
    """The name of a line, where it comes into the picture."""
    first = slice(k := int(np.isfinite(line).argmax()), k + 1)
    return text(x[first], line[first], [words], colour, "top right")


def _most(bound: float) -> str:
    return f"{bound:,.1f}" if math.isfinite(bound) else "none"


SECTION = Section(draw, axes=(eta,), controls=(eta, alpha, pick, truth, cells))
