"""The auditor on a variant: real runs on the two streams, and what they prove about ε (SVT-5, DP-1)."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz._text import at_least
from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_frame, text, upright
from dpviz.draw.style import BLUE, GREEN, GREY, PURPLE
from dpviz.draw.words import nats, small
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.sparse_vector.shared import published
from dpviz.mechanisms.sparse import VARIANTS, counterexample
from dpviz.privacy import audit_draws

HOW_MANY = "how many ⊥ come first"
RUNS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

runs = Number(RUNS[-1], low=RUNS[0], high=RUNS[-1], values=RUNS, whole=True, label="Runs on each stream",
              ends=("few", "many"))  # fmt: skip
variant = published("4")
questions = Number(6, low=2, high=12, steps=11, whole=True, label="k, the questions", ends=("two", "twelve"))
epsilon = common.epsilon(1.0, low=0.1, high=3, steps=31, label="ε, as claimed")
seed = Seed(button="Other runs", help="The same variant and streams, other noise.")


def shown(variant: str, questions: int, epsilon: float, runs: int, seed: int) -> Any:
    algorithm, case = VARIANTS[int(variant)], counterexample(int(variant), questions)
    scales = algorithm.scales(epsilon, count=1)
    answers = []
    for stream, rng in zip((case.answers, case.neighbour), np.random.default_rng(seed).spawn(2), strict=True):
        noise = rng.laplace(size=(runs, questions + 1))
        noisy = stream + (scales.queries or 0) * noise[:, 1:]
        above = noisy >= scales.threshold * noise[:, :1]
        first = np.where(above.any(axis=1), above.argmax(axis=1), questions)  # how many ⊥ before the first ⊤
        number = np.append(noisy, np.zeros((runs, 1)), axis=1)[np.arange(runs), first]
        answers.append(above if not algorithm.stops else np.stack([first, number], 1) if algorithm.numeric else first)
    found = audit_draws(*answers, epsilon=epsilon, confidence=0.99)
    bound = found.lower_bound
    return found, bound


@lru_cache(maxsize=256)
def _audited(variant: str, questions: int, epsilon: float, runs: int, seed: int) -> Any:
    return shown(variant, questions, epsilon, runs, seed)[0]


@lru_cache(maxsize=64)
def exact(variant: str, questions: int, epsilon: float) -> float:
    """The largest loss of any output on these two streams."""
    algorithm, case = VARIANTS[int(variant)], counterexample(int(variant), questions)
    outputs: list[Any] = [(case.pattern, None)]
    if algorithm.numeric:
        # The number that tells most lies between the two answers that it may be of: the last ones, or those before it.
        ends = [np.arange(end) == end - 1 for end in (questions - 1, questions)]
        outputs = [(pattern, [number]) for pattern in ends for number in np.linspace(0, 1, 101)]
    streams = case.answers, case.neighbour
    return max(
        abs(float(algorithm.loss(pattern, *streams, 0, epsilon=epsilon, count=1, outputs=number)))
        for pattern, number in outputs
    )


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    given = at.variant, int(at.questions), float(at.epsilon)
    sizes = at.runs.astype(int).tolist()
    found: list[Any] = []
    for size in sizes:
        found.append(_audited(*given, size, int(at.seed)))
        yield len(found) / len(sizes), _picture(at, found, *given)


def _picture(at: Frames, found: list[Any], name: str, k: int, claim: float) -> Picture:
    most, sizes, stops = exact(name, k, claim), at.runs, VARIANTS[int(name)].stops
    bounds = np.array([one.lower_bound for one in found] + [np.nan] * (len(sizes) - len(found)))
    known, endless = np.isfinite(bounds), math.isinf(most)
    top = 1.2 * max(1.5 * claim, float(np.nanmax(bounds)), 0.0 if endless else most)
    reach = math.log10(RUNS[0]) - 0.1, math.log10(RUNS[-1]) + 0.1
    infinite = {"tickvals": [0, claim, top], "ticktext": ["0", small(claim), "∞"]} if endless else {"nticks": 6}
    return Picture(
        panel(
            level(top if endless else most, GREEN, reach=(1, 1e6), width=3, dash="dot"),
            level(claim, PURPLE, reach=(1, 1e6), width=3),
            text(RUNS[-1:], [top if endless else most], ["exact loss on these streams"], GREEN, "top left"),
            text(RUNS[:1], [claim], ["ε, as claimed"], PURPLE, "top right"),
            curve(sizes, bounds, BLUE, width=3),
            text(sizes[:1], bounds[:1], ["proved: ε is at least"], BLUE, "top right"),
            points(sizes, bounds, BLUE, size=8),
            upright(moving(sizes), GREY, reach=(-1, 3 * top), width=1),
            points(moving(sizes), moving(bounds), BLUE, size=14),
            x=axis("runs on each stream", *reach, type="log", dtick=1, tickformat=","),
            y=axis("nats", -0.02 * top, 1.06 * top, **infinite),
        ),
        title="What an auditor can prove",
        height=420,
        values={
            "exact": num(most, "nats"),
            "bound": num(bounds, _bound),
            "disproved": np.where(known, bounds, 0.0) > claim,
        },
        sentence=[[*(_sentence(one, claim, stops) for one in found), *["Not drawn yet."] * (len(sizes) - len(found))]],
        table=table_by_frame(("runs", "event", "in x", "in x′", "ε is at least"), [_line(one, stops) for one in found]),
        code=shown,
    )


def _bound(value: float) -> str:
    return "–" if math.isnan(value) else nats(at_least(value))


def _words(event: str, stops: bool) -> str:
    """The auditor's event, in the words of this lesson."""
    if stops:
        said = event.replace("answer[0]", HOW_MANY).replace("answer[1]", "the number published")
        return re.sub(r"the answer( \(2 entries\))?", "the output" if "log-odds" in event else HOW_MANY, said)
    said = re.sub(r"answer\[(\d+)\]", lambda found: f"mark {int(found[1]) + 1}", event)
    said = re.sub(r"the answer( \(\d+ entries\))?", "the output", said)
    said = re.sub(r"( \w+)? …$", " …", said).replace("the position of the first True", "the place of the first ⊤")
    return said.replace("True", "⊤").replace("False", "⊥")


def _sentence(found: Any, claim: float, stops: bool) -> str:
    first, second = found.counts
    event, each = _words(found.event, stops), f"of {found.trials:,} runs each"
    said = f"The event “{event}” occurred {first:,} times in x and {second:,} times in x′, {each}"
    if found.violated:
        return f"{said}. That proves ε ≥ {at_least(found.lower_bound):.3g}: the claim ε = {small(claim)} is false."
    return f"{said}. That proves only ε ≥ {at_least(found.lower_bound):.3g}, and nothing against ε = {small(claim)}."


def _line(found: Any, stops: bool) -> tuple[str, ...]:
    first, second = found.counts
    return f"{2 * found.trials:,}", _words(found.event, stops), f"{first:,}", f"{second:,}", _bound(found.lower_bound)


def _rises() -> dict[str, float]:
    return {"exact": exact("4", 6, 1.0)}


def _innocent() -> dict[str, float]:
    return {"loss": exact("6", 2, 1.0)}


SECTION = Section(draw, axes=(runs,), controls=(variant, questions, runs, epsilon, seed))
