"""Post-processing: whatever is made of a noisy count, the loss never grows (DP-4)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, num, panel, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import HERE, THERE
from dpviz.mechanisms import LatticeLaplace
from dpviz.privacy import as_kernel, post_process, privacy_loss, random_kernel

SIZE = 31  # outcomes: whole numbers from 0; what lies beyond the ends is gathered at the ends
TRIES = 200  # random matrices tried at once
METER = [f"{TRIES} matrices", "after", "before"]

way = Choice(
    "round", options={"round": "round it", "clamp": "clamp it", "random": "a random matrix"}, label="Afterwards"
)
step = Number(5, low=1, high=15, steps=15, whole=True, label="How strongly", ends=("not at all", "fully"))
epsilon = common.epsilon()
seed = Seed(button="Another matrix", help="Other random matrices.")


def counted(epsilon: float) -> Any:
    mechanism = LatticeLaplace(epsilon=epsilon, sensitivity=1, grid=1)
    outcomes, middle = np.arange(float(SIZE)), SIZE // 2
    worlds = np.array([mechanism.probability(outcomes, count) for count in (middle, middle - 1)])
    worlds[:, [0, -1]] /= 1 - np.exp(-mechanism.rate)  # with all that lies beyond
    return worlds


def rounded(step: int) -> Any:
    whole = np.floor(np.arange(SIZE) / step + 0.5).astype(int) * step
    kernel = as_kernel(np.minimum(whole, SIZE - 1), SIZE)
    return kernel


def clamped(step: int) -> Any:
    cut = step - 1
    kernel = as_kernel(np.clip(np.arange(SIZE), cut, SIZE - 1 - cut), SIZE)
    return kernel


def sent(step: int, seed: int) -> Any:
    share = (step - 1) / 14
    kernel = (1 - share) * np.eye(SIZE) + share * random_kernel(SIZE, np.random.default_rng(seed))
    return kernel


def changed(worlds: Any, kernel: Any) -> Any:
    before = privacy_loss(*worlds)
    processed = post_process(worlds, kernel)
    after = privacy_loss(*processed)
    return before, processed, after


def attacked(worlds: Any, seed: int) -> Any:
    rng = np.random.default_rng(seed + 1)
    kernels = [random_kernel(SIZE, rng) for _ in range(TRIES)]
    losses = np.array([privacy_loss(*post_process(worlds, other)) for other in kernels])
    tried = losses.max(axis=0)
    return tried


KERNEL: dict[str, Any] = {"round": rounded, "clamp": clamped, "random": sent}
TITLES = {"round": "rounded", "clamp": "clamped", "random": "through a random matrix"}
SAYS = {
    "round": "rounded to multiples of {step}",
    "clamp": "clamped, {cut} cut off at each end",
    "random": "sent with probability {share:percent} through a random matrix (seed {seed})",
}


@lru_cache(maxsize=256)
def _counted(epsilon: float) -> Any:
    return counted(epsilon)


def draw(at: Frames) -> Picture:
    worlds = np.stack([_counted(e) for e in at.epsilon.tolist()], axis=1)  # (2, F, SIZE)
    more = (at.seed,) if at.way == "random" else ()
    kernel = np.stack([KERNEL[at.way](step, *more) for step in at.step.tolist()])
    before, processed, after = changed(worlds, kernel)
    tried = attacked(worlds, at.seed)
    first = 0 if at.way == "random" else 1  # other matrices are beside the point where a number is rounded or clamped
    meter = np.stack([tried, after, before], axis=1)[:, first:]
    far = np.stack([np.zeros(at.frames), 1.1 * at.epsilon], axis=1)
    top = 1.1 * np.maximum(processed.max(axis=(0, 2)), worlds[0].max(axis=1))
    x = np.arange(SIZE)
    return Picture(
        panel(
            bars(x, moving(processed[0]), BLUE, f"{HERE}, after"),
            bars(x, moving(processed[1]), ORANGE, f"{THERE}, after"),
            curve(x, moving(worlds[0]), BLUE, "before", width=2, shape="hvh"),
            curve(x, moving(worlds[1]), ORANGE, width=2, dash="dash", shape="hvh"),
            x=axis("published in the end", -1, SIZE),
            y=axis("probability", range=moving(np.stack([np.zeros(at.frames), top], axis=1)), nticks=4),
            share=2,
        ),
        panel(
            bars(moving(meter), METER[first:], [GREEN, BLUE, GREY][first:], orientation="h"),
            upright(moving(at.epsilon), PURPLE, reach=(METER[first], METER[-1]), width=2),
            text(moving(at.epsilon), [METER[-1]], ["ε"], PURPLE),
            x=axis("loss (nats)", range=moving(far), nticks=6), y=axis("", type="category"),
            heading="the largest losses",
        ),
        title=f"Post-processing: can the loss grow? · {TITLES[at.way]}",
        barmode="group",
        values={
            "before": num(before, "nats"),
            "after": num(after, "nats"),
            "tried": num(tried, "nats"),
            "cut": at.step - 1,
            "share": (at.step - 1) / 14,
        },
        sentence=f"With ε = {{epsilon:nats}} the largest loss of the noisy count is {{before}} nats; {SAYS[at.way]}, "
        f"it is {{after}}."
        + (f" The worst of {TRIES} matrices drawn at random has {{tried}}." if first == 0 else ""),
        table=table_by_row(("", "largest loss (nats)"), ("before", "{before}"), ("after", "{after}"),
                           *[(METER[0], "{tried}")][first:]),
        code=(counted, KERNEL[at.way], changed, attacked),
    )  # fmt: skip


SECTION = Section(draw, axes=(epsilon, step), controls=(way, step, epsilon, seed))
