"""How ε is split between the threshold and c positives, and what that does to the accuracy (SVT-2, SVT-4)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.mechanisms.sparse import optimal_share, sparse_alpha, sparse_alpha_bound, sparse_scales

SHARES = [0.01, 0.02, 0.03, 0.04, 0.06, *np.arange(0.08, 0.93, 0.03).round(2).tolist(), 0.94, 0.96, 0.98, 0.99]
BETA = 0.05
QUESTIONS = 100
EPSILON = 1.0

share = Number(0.5, low=SHARES[0], high=SHARES[-1], values=SHARES, label="The threshold’s share, ε₁ ÷ ε",
               ends=("all to the answers", "all to the threshold"), show=common.percent)  # fmt: skip
count = Number(5, low=1, high=20, values=[1, 2, 3, 4, 5, 7, 10, 15, 20], whole=True, label="c, the positives",
               ends=("one", "many"))  # fmt: skip
moves = Choice("any", options={"any": "up or down", "one": "all in one direction"},
               label="One person moves the answers")  # fmt: skip


def shown(share: Any, count: int, monotonic: bool) -> Any:
    scales = sparse_scales(1.0, count=count, threshold_share=share, monotonic=monotonic)
    spread = np.sqrt(2 * (scales.threshold**2 + scales.queries**2))  # of one noisy answer less the noisy threshold
    split = {"count": count, "threshold_share": share, "monotonic": monotonic}
    enough = sparse_alpha(0.05, 100, 1.0, **split)  # β = 5 %, 100 questions, the worst stream: exactly
    bound = sparse_alpha_bound(0.05, 100, 1.0, **split)
    best = optimal_share(count, monotonic=monotonic)
    return scales, spread, enough, bound, best


@lru_cache(maxsize=32)
def _along(count: int, monotonic: bool) -> Any:
    """Along all shares: spread, exact α and its bound; and α at the share of the formula."""
    _, spread, enough, bound, best = shown(np.array(SHARES), count, monotonic)
    at_best = float(sparse_alpha(BETA, QUESTIONS, EPSILON, count=count, threshold_share=best, monotonic=monotonic))
    return np.asarray(spread), np.asarray(enough), np.asarray(bound), float(best), at_best


def draw(at: Frames) -> Picture:
    c, monotonic = int(at.count), at.moves == "one"
    spread, enough, bound, best, at_best = _along(c, monotonic)
    place = np.searchsorted(SHARES, at.share - 1e-9)
    scales = sparse_scales(EPSILON, count=c, threshold_share=at.share, monotonic=monotonic)
    least = int(enough.argmin())
    top, named = 3.2 * float(enough.min()), SHARES.index(0.59)
    return Picture(
        panel(
            curve(SHARES, spread, GREEN, dash="dot"),
            curve(SHARES, bound, ORANGE, dash="dash"),
            curve(SHARES, enough, BLUE, width=4),
            text([0.45], [spread[named]], ["standard deviation"], GREEN, "top center"),
            text([SHARES[named]], [bound[named]], ["bound on α"], ORANGE, "top left"),
            text([SHARES[named]], [enough[named]], ["exact α"], BLUE, "middle right"),
            text([best], [0.96 * top], ["least standard deviation"], PURPLE),
            upright(best, PURPLE, reach=(0, 2 * top), width=2),
            upright(moving(at.share), GREY, reach=(0, 2 * top), width=2, dash="solid"),
            points(moving(np.repeat(at.share[:, None], 3, axis=1)),
                   moving(np.stack([spread[place], bound[place], enough[place]], axis=1)), [GREEN, ORANGE, BLUE],
                   symbol=["square", "diamond", "circle"], size=11),
            points(SHARES[least], enough[least], BLUE, symbol="star", size=16, mode="markers+text",
                   text=["least α"], textposition="top right", textfont={"size": 14, "color": BLUE}),
            x=axis("the threshold’s share of ε", 0, 1, tickformat=".0%", nticks=6),
            y=axis("patients", 0, top, nticks=6),
        ),
        title="How should ε be split?",
        values={
            "monotonic": num(monotonic, str),
            "wide": num(scales.threshold, ".4g"),
            "narrow": num(scales.queries, ".4g"),
            "enough": num(enough[place], ".4g"),
            "bound": num(bound[place], ".4g"),
            "best": num(best, "percent"),
            "at_formula": num(at_best, ".4g"),
            "least": num(float(enough[least]), ".4g"),
            "where": num(SHARES[least], "percent"),
            "factor": c if monotonic else 2 * c,
            "half": num(float(enough[SHARES.index(0.5)]), ".4g"),
        },
        sentence="The threshold gets {share:percent} of ε: noise of scale {wide} on it, {narrow} on each answer. Then "
        "α = {enough} is enough for 100 questions. By the formula the threshold should get {best}, which needs "
        "{at_formula}; the least of all is {least}, at about {where}.",
        table=table_by_row(
            ("the threshold’s share", "scale on the threshold", "scale on an answer", "exact α", "bound on α"),
            ("{share:percent} (here)", "{wide}", "{narrow}", "{enough}", "{bound}"),
            ("{best} (formula)", "", "", "{at_formula}", ""),
            ("{where} (least α)", "", "", "{least}", ""),
        ),
        code=shown,
    )  # fmt: skip


def _four() -> dict[str, float]:
    best = 100 * float(optimal_share(4))
    return {"answer": best, "together": 100 * float(optimal_share(4, monotonic=True)), "fifth": 100 / 9, "half": 50.0,
            "other": 100 - best}  # fmt: skip


SECTION = Section(draw, axes=(share,))
