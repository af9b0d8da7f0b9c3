"""What ε, n or β is needed, by the bound and exactly (EXP-3, inverse form)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text
from dpviz.draw.marks import CHANCES
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import nats, probability
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.exponential.shared import FLOOR, Floats, Posed, posed, sizes
from dpviz.mechanisms import beta_for, epsilon_for, exact_epsilon, exponential_distributions, size_for, tail

PLACES = 61  # how many values of ε or n a curve is drawn at
SYMBOL = {"epsilon": "ε", "n": "n", "beta": "β"}
ALONG = {"n": "people n", "epsilon": "privacy parameter ε", "beta": "privacy parameter ε"}
unknown = Choice(
    "n",
    options={"epsilon": "ε, the privacy parameter", "n": "n, the people", "beta": "β, the chance to fail"},
    label="Solve for",
)
epsilon, n, beta = common.epsilon(0.1, low=0.001), common.people(), common.beta()
alpha = common.alpha(label="α, the shortfall", ends=("at the best", "far off"))


def for_epsilon(alpha: Any, beta: Any, n: Any, m: int, sensitivity: float, monotonic: bool) -> Any:
    needed = epsilon_for(alpha=alpha, beta=beta, n=n, candidates=m, sensitivity=sensitivity, monotonic=monotonic)
    return needed


def for_n(alpha: Any, beta: Any, epsilon: Any, m: int, sensitivity: float, monotonic: bool) -> Any:
    needed = size_for(
        alpha=alpha, beta=beta, epsilon=epsilon, candidates=m, sensitivity=sensitivity, monotonic=monotonic
    )
    return needed


def for_beta(alpha: Any, epsilon: Any, n: Any, m: int, sensitivity: float, monotonic: bool) -> Any:
    needed = beta_for(alpha=alpha, epsilon=epsilon, n=n, candidates=m, sensitivity=sensitivity, monotonic=monotonic)
    return needed


def along_epsilon(at: Frames, made: Posed) -> tuple[Floats, Floats, Floats]:
    """Values of ε, and at each of them the chance to fall short: exact and by the bound, shape (F, G)."""
    grid = np.geomspace(epsilon.low, epsilon.high, PLACES)
    distributions = exponential_distributions(made.scores[:, None], grid, **made.given)
    exact = tail(distributions, made.scores[:, None], np.round(at.alpha * at.n, 9)[:, None], paired=True)
    bound = for_beta(at.alpha[:, None], grid, at.n[:, None], made.m, **made.given)
    return grid, np.asarray(exact), bound


def along_n(at: Frames, made: Posed) -> tuple[Floats, Floats, Floats]:
    """The same along n, past the table too: the bound may well ask for more people than there are."""
    fewest, people = sizes(at)
    grid = np.unique(np.geomspace(fewest, max(10 * people, 1000), PLACES).round()).astype(int)
    here = grid[grid <= people]
    scores = made.question.scores(made.question.running_histograms(here))
    distributions = exponential_distributions(scores, at.epsilon[:, None], **made.given)
    exact = np.full((at.frames, len(grid)), np.nan)
    exact[:, : len(here)] = tail(distributions, scores, np.round(at.alpha[:, None] * here, 9), paired=True)
    bound = for_beta(at.alpha[:, None], at.epsilon[:, None], grid, made.m, **made.given)
    return grid.astype(float), exact, bound


def first_enough(grid: Floats, exact: Floats, beta: Floats) -> Floats:
    """The first size from which on every larger one drawn is enough too, one a frame; NaN for none."""
    known = np.isfinite(exact[0])
    enough = np.logical_and.accumulate((exact[:, known] <= beta[:, None])[:, ::-1], axis=1)[:, ::-1]
    return np.where(enough[:, -1], grid[known][enough.argmax(axis=1)], np.nan)


def draw(at: Frames) -> Picture:
    made, a, b, unknown = posed(at), at.alpha, at.beta, at.unknown
    people, m, aim, given = made.question.n, made.m, np.round(a * at.n, 9), made.given
    grid, exact, bound = along_n(at, made) if unknown == "n" else along_epsilon(at, made)
    now = tail(made.probabilities(), made.scores, aim, paired=True)
    left = for_beta(a, at.epsilon, at.n, m, **given)
    needed, truth = left, now
    if unknown == "epsilon":
        needed, truth = for_epsilon(a, b, at.n, m, **given), exact_epsilon(made.scores, aim, b, **given)
    elif unknown == "n":
        needed, truth = for_n(a, b, at.epsilon, m, **given), first_enough(grid, exact, b)
    seen = lambda chance: np.clip(chance, FLOOR / 10, 1.0)  # noqa: E731
    both, two = np.stack([truth, needed], axis=1), np.ones(2)
    here = at.n if unknown == "n" else at.epsilon
    # What is solved for is on the axis, or it is the chance itself, at the ε that the sliders stand at.
    spots, heights = (here[:, None] * two, seen(both)) if unknown == "beta" else (both, b[:, None] * two)
    hidden: dict[str, Any] = {"visible": False} if unknown == "beta" else {}
    hover = "%{x:.4g}: %{y:.3g}<extra></extra>"
    says, exactly = ([_as_text(unknown, float(v), people) for v in np.asarray(answer)] for answer in (needed, truth))
    symbol, functions = SYMBOL[unknown], {"epsilon": for_epsilon, "n": for_n, "beta": for_beta}
    return Picture(
        panel(
            curve(grid, moving(seen(exact)), BLUE, "exact", width=4, hovertemplate=hover),
            curve(grid, moving(seen(bound)), ORANGE, "bound", dash="dash", hovertemplate=hover),
            level(moving(b), GREY, reach=(grid[0], grid[-1]), width=2, **hidden),
            *([] if hidden else [text([grid[-1]], moving(b), ["β"], GREY, "top left")]),
            points(moving(np.where(spots > grid[-1], np.nan, spots)), moving(heights), [BLUE, ORANGE], "solved",
                   symbol="diamond"),
            points(moving(here[:, None] * two), moving(seen(np.stack([now, left], axis=1))), [BLUE, ORANGE], "now",
                   symbol="circle-open", size=14, **hidden),
            x=axis(ALONG[unknown], *np.log10(grid[[0, -1]]).tolist(), type="log", dtick=1),
            y=axis("chance to fall short by αn or more", np.log10(FLOOR), 0.15, type="log", **CHANCES),
        ),
        title=f"Solved for {symbol} · {{asked}}",
        height=400,
        values={
            "asked": made.question.name,
            "m": m,
            "sensitivity": given["sensitivity"],
            "monotonic": num(given["monotonic"], str),
            "spread": num(made.factor * given["sensitivity"], "number"),
            "needed": needed,
            "solved": says,
            "truth": exactly,
            "now": now,
            "symbol": symbol,
            "sizes": np.isfinite(exact[0]).sum(),
        },
        sentence="With ε = {epsilon:nats} and {n:,} people, the answer falls short of the best by {alpha:percent} of "
        "the people or more with probability at most {solved}, says the theorem; in truth, with probability {truth}."
        if unknown == "beta"
        else "Let the answer fall short of the best by {alpha:percent} of the people or more with probability at most "
        "{beta:percent}. With " + ("{n:,} people" if unknown == "epsilon" else "ε = {epsilon:nats}")
        + f" the theorem asks for {symbol}: {{solved}}. In truth this table needs {symbol}: {{truth}}. At "
        "ε = {epsilon:nats} and {n:,} people the probability is {now:percent}.",
        table=table_by_row(("", "by the bound", "exactly, on this table"), (f"{symbol} needed", "{solved}", "{truth}")),
        code=functions[unknown],
    )  # fmt: skip


def _as_text(unknown: str, value: float, people: int) -> str:
    if np.isnan(value):
        return f"more than the {people:,} people here" if unknown == "n" else "none up to 10,000"
    if unknown == "n":
        return f"{value:,.0f}" + (f" (more than the {people:,} here)" if value > people else "")
    if unknown == "epsilon":
        return nats(value) if value > 0 else "any at all"
    return probability(value)


def _list() -> dict[str, float]:
    def people(candidates: int, beta: float = 0.05) -> float:
        return float(size_for(alpha=0.05, beta=beta, epsilon=0.1, candidates=candidates, sensitivity=1))

    few = people(10)
    return {"few": few, "answer": people(10_000), "counted": 1000 * few, "only_logs": 4 * few}


SECTION = Section(
    draw,
    axes=(epsilon, n, beta, alpha),
    controls=(unknown, epsilon, n, beta, alpha),
    limits=lambda now: {n: sizes(now)},
)
