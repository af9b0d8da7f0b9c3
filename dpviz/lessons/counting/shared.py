"""What the sections share: where the noise may go, how that is drawn, and how many days there are."""

from typing import Any

from dpviz.draw import curve
from dpviz.draw.marks import Mark
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number

DELTA = 1e-5
SIMPLE = ("each_step", "each_total", "tree")
NAMES = {"each_step": "each day", "each_total": "each total", "tree": "the tree", "refined": "the refined tree",
         "square_root": "the square root"}  # fmt: skip
LOOKS = {"each_step": (ORANGE, "dash"), "each_total": (PURPLE, "dot"), "tree": (GREEN, "solid"),
         "refined": (PURPLE, "dashdot"), "square_root": (BLUE, "solid"), "bound": (GREY, "longdash")}  # fmt: skip
POWERS = [2**k for k in range(1, 21)]
DAYS = {"type": "log", "tickvals": [1, 10, 100, 1e3, 1e4, 1e5, 1e6],
        "ticktext": ["1", "10", "100", "1,000", "10⁴", "10⁵", "10⁶"]}  # fmt: skip


def noise_on(default: str, *left_out: str) -> Choice:
    """Where the noise goes."""
    return Choice(default, options={k: v for k, v in NAMES.items() if k not in left_out}, label="Noise on")


def length(default: int) -> Number:
    """T, the days, by doublings."""
    return Number(default, low=2, high=POWERS[-1], values=POWERS, whole=True, label="T, the days",
                  ends=("two", "a million"), show=lambda days: f"{days:,.0f}")  # fmt: skip


def line(x: Any, y: Any, which: str, **look: Any) -> Mark:
    """A method's curve, in its colour and dash."""
    colour, dash = LOOKS[which]
    return curve(x, y, colour, dash=dash, **{"width": 3, **look})
