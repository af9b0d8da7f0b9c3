"""What the tests put on a page, and what they look at."""

from __future__ import annotations

from typing import Any

VALUES = [0.1, 0.5, 1.0, 2.0, 10.0]
HEIGHTS = [[0.5, 0.3, 0.2], [0.6, 0.25, 0.15], [0.7, 0.2, 0.1], [0.8, 0.15, 0.05], [0.9, 0.08, 0.02]]

#: A prediction of a curve along n, but for its question.
CURVE = {
    "axis": "n",
    "axis_label": "n, the people",
    "values": [float(k) for k in range(1, 18)],
    "texts": [str(k) for k in range(1, 18)],
    "value": "p",
    "label": "probability of the best",
    "low": 0.0,
    "high": 1.0,
    "why": "It is so because it is.",
    "scale": "linear",
    "percent": True,
}


def block(axis: str = "epsilon", **changes: Any) -> dict[str, Any]:
    """A picture of three bars, a line and a mark that moves with them; five frames."""
    return {
        "axis": axis,
        "values": VALUES,
        "start": 2,
        "title": "Probability of each answer",
        "figure": {
            "data": [
                {"type": "bar", "x": ["a", "b", "c"], "y": [0, 0, 0], "marker": {"color": "#0063a3"}},
                {"type": "scatter", "mode": "lines", "x": ["a", "b", "c"], "y": [0, 0, 0]},
            ],
            "layout": {
                "height": 300,
                "yaxis": {"range": [0, 1]},
                "shapes": [{"type": "line", "x0": 0, "x1": 1, "y0": 0, "y1": 0}],
                "annotations": [{"x": 1, "y": 0.9, "text": "", "showarrow": False}],
            },
        },
        "motion": [
            {"path": ["data", 0, "y"], "numbers": HEIGHTS},
            {"path": ["data", 1, "y"], "numbers": HEIGHTS},
            {"path": ["layout", "shapes", 0, "y0"], "numbers": [row[0] for row in HEIGHTS]},
            {"path": ["layout", "annotations", 0, "text"], "values": [f"{row[0]:.1f}" for row in HEIGHTS]},
        ],
        "sentences": [f"At {value} the best answer has probability {HEIGHTS[i][0]}." for i, value in enumerate(VALUES)],
        "table": {
            "columns": ["answer", "probability"],
            "rows": [[[name, str(p)] for name, p in zip("abc", row, strict=True)] for row in HEIGHTS],
        },
        "slots": {"epsilon": [str(value) for value in VALUES], "n": ["200"]},
        "card": {
            "title": "Utility",
            "source": "EXP-3",
            "formula": "<math><mi>ε</mi><mo>=</mo><mn data-slot='epsilon'></mn></math>",
            "filled": "",
            "rows": [{"label": "people", "slot": "n"}],
            "assumptions": [{"text": "ε is small", "holds": [True, True, True, False, False]}],
            "note": "",
        },
        "code": "f({epsilon}, n={n}, {{}})",
        **changes,
    }


def slider(name: str = "epsilon", **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label": "Privacy loss ε",
        "values": VALUES,
        "texts": [f"ε = {value}" for value in VALUES],
        "value": 1.0,
        "low": "more private",
        "high": "more accurate",
        **changes,
    }


def mount(page: Any, key: str, kind: str, **traits: Any) -> None:
    page.evaluate("([key, kind, traits]) => { mount(key, kind, traits); }", [key, kind, traits])


def drawn(page: Any, key: str) -> None:
    page.wait_for_selector(f"#{key} .bars .point path", state="attached")


def moving(page: Any) -> None:
    """A page with a slider and a picture that follows it."""
    mount(page, "page", "page")
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", block=block())
    drawn(page, "chart")


def put(page: Any, key: str, index: int, *events: str) -> None:
    """Move a slider as a hand does, then wait until the next picture is on screen."""
    page.evaluate(
        """async ([key, index, events]) => {
          const input = document.querySelector(`#${key} input`);
          input.value = String(index);
          for (const name of events) input.dispatchEvent(new Event(name, { bubbles: true }));
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        }""",
        [key, index, events or ["input"]],
    )


def marks(page: Any, key: str) -> list[str]:
    """Everything that was drawn: the outline of each bar, line and shape, and the words of the annotations."""
    return page.evaluate(
        """key => [".bars .point path", ".scatterlayer path.js-line", ".shapelayer path", ".annotation-text"]
             .flatMap(kind => [...document.querySelectorAll(`#${key} ${kind}`)])
             .map(mark => mark.getAttribute("d") ?? mark.textContent)""",
        key,
    )


def saved(page: Any, key: str) -> list[dict[str, Any]]:
    return page.evaluate("key => models[key].saved", key)


def sent(page: Any, key: str = "page") -> list[dict[str, Any]]:
    return page.evaluate("key => models[key].sent.map(({ content }) => content)", key)


def swipe(page: Any, *places: tuple[float, float]) -> None:
    """One finger, from place to place; the page must have been opened with a touch screen."""
    touch = page.context.new_cdp_session(page)
    for kind, place in zip(["touchStart"] + ["touchMove"] * (len(places) - 1), places, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [dict(zip("xy", place, strict=True))]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def hear(page: Any, key: str, content: dict[str, Any]) -> None:
    page.evaluate("([key, content]) => models[key].hear(content)", [key, content])


def unfold(page: Any) -> None:
    """Open the theorem, the table and the code of each picture, as a click on them does."""
    page.evaluate(
        "document.querySelectorAll('.dpv-fold-button[aria-expanded=false]').forEach(button => button.click())"
    )
