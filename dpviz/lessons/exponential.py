"""Lesson 2: the exponential mechanism on real data.

``from dpviz.lessons.exponential import lesson`` in a notebook makes the lesson of that notebook.
"""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.data import health_questions
from dpviz.lessons.asked import Asked, asked_of_health
from dpviz.lessons.lesson import Lesson, Picture, State, along
from dpviz.lessons.parameters import Choice, Number, Parameters
from dpviz.mechanisms import (
    ExponentialMechanism,
    beta_for,
    epsilon_for,
    shortfall_bound,
    shortfall_quantile,
    size_for,
    tail,
    tail_bound,
)
from dpviz.mechanisms.questions import Question
from dpviz.mechanisms.sweep import (
    LawSweep,
    exact_epsilon,
    law_sweep,
    miss,
    miss_grid,
    neighbour,
    worst_neighbours,
)
from dpviz.scenes.exponential.accuracy import solve_scene, tail_scene
from dpviz.scenes.exponential.draws import draws_scene
from dpviz.scenes.exponential.law import law_scene
from dpviz.scenes.exponential.neighbours import loss_scene, tables_scene
from dpviz.scenes.scene import Scene
from dpviz.widgets import Button

DRAWS = [*range(21), *range(25, 100, 5), *range(100, 1001, 25)]
SHORTFALLS = 121  # how many shortfalls the tail is drawn at
_ANYBODY = {"worst": "whoever matters most", "nobody": "nobody"}
# What the law of an answer depends on besides the numbers.
_TABLE = ("question", "neighbouring", "exponent")
SEARCHES = 12  # how many searches for worst neighbours are remembered
PLACES = 61  # how many values of ε or n a solved picture is drawn at


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"


RELATIONS = ("replace", "add_remove")


class ExponentialParameters(Parameters):
    """What the reader can turn."""

    question = Choice(
        "health", options={}, label="Question", help="What is asked of the table; the answers are public."
    )
    neighbouring = Choice(
        "replace",
        options={"replace": "one person is replaced", "add_remove": "one person is added or removed"},
        label="Neighbours: tables where",
    )
    exponent = Choice("general", options={"general": "ε ÷ 2Δu: for every score"}, label="Exponent")
    scale = Choice(
        "linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the probabilities"
    )
    unknown = Choice(
        "epsilon",
        options={"epsilon": "ε, the privacy loss", "n": "n, the people", "beta": "β, the chance to fail"},
        label="Solve for",
    )
    epsilon = Number(
        0.1,
        low=0.001,
        high=10,
        scale="log",
        steps=121,
        unit="nats",
        label="ε, the privacy loss",
        ends=("more private", "more accurate"),
        show=lambda value: f"{value:.3g}",
    )
    n = Number(200, low=10, high=5912, scale="log", steps=61, whole=True, label="n, the people asked")
    beta = Number(
        0.05,
        low=0.001,
        high=0.5,
        scale="log",
        steps=81,
        label="β, the chance to fail",
        ends=("almost never", "every other time"),
        show=_percent,
    )
    alpha = Number(
        0.05,
        low=0.001,
        high=0.5,
        scale="log",
        steps=81,
        label="α, how far from the best",
        ends=("at the best", "half the people off"),
        show=lambda value: f"{100 * value:.3g} % of n",
    )
    draws = Number(0, low=0, high=1000, values=DRAWS, whole=True, label="Draws so far", play=True)
    leaves = Choice("worst", options=_ANYBODY, label="One person leaves")
    joins = Choice("worst", options=_ANYBODY, label="One person joins")
    seed = Number(1, low=0, high=2**31, steps=2, whole=True, label="Seed of the draws")


class ExponentialLesson(Lesson):
    """The exponential mechanism, end to end."""

    def __init__(self) -> None:
        self.own: Asked | None = None
        self._searched: dict[Any, tuple[NDArray[np.float64], NDArray[np.int64]]] = {}
        parameters = ExponentialParameters()
        parameters.offer("question", self._questions())
        super().__init__(
            parameters,
            {
                "law": Picture(self.law, ("epsilon", "n"), (*_TABLE, "scale")),
                "draws": Picture(self.draw, ("draws", "epsilon", "n"), (*_TABLE, "seed")),
                "tables": Picture(self.tables, ("epsilon", "n"), (*_TABLE, "leaves", "joins")),
                "loss": Picture(self.loss, ("epsilon", "n"), (*_TABLE, "leaves", "joins")),
                "tail": Picture(self.tail, ("epsilon", "n", "beta", "alpha"), _TABLE),
                "solve": Picture(self.solve, ("epsilon", "n", "beta", "alpha"), (*_TABLE, "unknown")),
            },
        )
        self.prepare({"question"})

    # The table and what is asked of it -----------------------------------------------------------------

    def asked(self, state: State) -> Asked:
        """Return the question of this state."""
        if state["question"] == "own":
            assert self.own is not None
            return self.own
        return asked_of_health(state["question"])

    def _questions(self) -> dict[str, str]:
        options = {key: recipe.title for key, recipe in health_questions().items()}
        return {"own": f"Your table: {self.own.question.text}", **options} if self.own else options

    def ask_own(self, own: Asked) -> None:
        """Put the reader's own table under every picture."""
        self.own = own
        with self.together():
            self.parameters.offer("question", self._questions())
            self.parameters.question = "own"
            self._drawn.clear()
            self._changed({"question"})  # even if it was "own" before: the table is another one

    def prepare(self, changed: set[str]) -> None:
        """Fit the ranges and options to the question: how many people there are, which kinds of them."""
        parameters = self.parameters
        if "question" in changed:
            question = self.asked(parameters.snapshot()).question
            if parameters.n > question.n:
                parameters.n = question.n
            parameters.limit("n", min(10, question.n), question.n)
            kinds = {str(k): name for k, name in enumerate(question.record_types)}
            parameters.offer("leaves", {**_ANYBODY, **kinds})
            parameters.offer("joins", {**_ANYBODY, **kinds})
            parameters.leaves = parameters.joins = "worst"
        if changed & {"question", "neighbouring"}:
            question = self.asked(parameters.snapshot()).question
            exponents = {"general": "ε ÷ 2Δu: for every score"}
            if question.monotonic(parameters.neighbouring):
                exponents["monotone"] = "ε ÷ Δu: sharper, for monotone scores"
            elif parameters.exponent == "monotone":
                parameters.exponent = "general"
            parameters.offer("exponent", exponents)

    def sweep(self, state: State, axis: str, values: NDArray[np.float64]) -> tuple[dict[str, Any], LawSweep]:
        """Return every number along the axis, and the laws that belong to them."""
        moving = along(state, axis, values)
        question = self.asked(state).question
        found = law_sweep(
            question,
            question.running_histograms(moving["n"]),
            moving["epsilon"],
            neighbouring=state["neighbouring"],
            monotonic=state["exponent"] == "monotone",
        )
        return moving, found

    # The pictures -------------------------------------------------------------------------------------

    def law(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the probabilities over the candidates."""
        _, found = self.sweep(state, axis, values)
        return law_scene(
            answers=self.asked(state).answers,
            scores=found.scores,
            laws=found.laws,
            epsilon=found.epsilon,
            n=found.n,
            sensitivity=found.sensitivity,
            factor=_factor(state),
            logarithmic=state["scale"] == "log",
            code=self._code(state, "ExponentialMechanism", "law = mechanism.probabilities(scores)"),
            **_place(state, axis, values),
        )

    def draw(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw a run of draws; every ε and n sees the same luck."""
        moving, found = self.sweep(state, axis, values)
        m = found.laws.shape[1]
        counts = np.zeros((len(values), m), dtype=np.int64)
        last = np.full(len(values), -1)
        run = self._run(found, 0, state) if axis == "draws" else None
        for frame, size in enumerate(moving["draws"]):
            drawn = (run if run is not None else self._run(found, frame, state))[:size]
            counts[frame] = np.bincount(drawn, minlength=m)
            last[frame] = drawn[-1] if size else -1
        return draws_scene(
            answers=self.asked(state).answers,
            counts=counts,
            laws=found.laws,
            last=last,
            epsilon=found.epsilon,
            seed=state["seed"],
            code=self._code(
                state,
                "ExponentialMechanism",
                f"rng = np.random.default_rng({state['seed']})\n"
                f"drawn = mechanism.choose(scores, rng, size={DRAWS[-1]})[:{{draws}}]\n"
                "counts = np.bincount(drawn, minlength=len(scores))",
            ),
            **_place(state, axis, values),
        )

    def _run(self, found: LawSweep, frame: int, state: State) -> NDArray[np.int64]:
        mechanism = ExponentialMechanism(
            epsilon=float(found.epsilon[frame]), sensitivity=found.sensitivity, monotonic=found.monotonic
        )
        drawn = mechanism.choose(found.scores[frame], np.random.default_rng(state["seed"]), size=DRAWS[-1])
        return np.asarray(drawn)

    def tables(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw two neighbouring tables and their laws."""
        _, found = self.sweep(state, axis, values)
        pairs, other = self._neighbour(state, found)
        return tables_scene(
            answers=self.asked(state).answers,
            types=self.asked(state).types,
            counts=found.histograms,
            neighbour_counts=other.histograms,
            pairs=pairs,
            laws=found.laws,
            neighbour_laws=other.laws,
            epsilon=found.epsilon,
            code=self._code(state, *_NEIGHBOUR_CODE),
            **_place(state, axis, values),
        )

    def loss(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw every candidate's ratio, and the exact worst loss under both relations."""
        _, found = self.sweep(state, axis, values)
        question = self.asked(state).question
        pairs, other = self._neighbour(state, found)
        log_ratios = found.log_laws - other.log_laws
        return loss_scene(
            answers=self.asked(state).answers,
            types=self.asked(state).types,
            pairs=pairs,
            log_ratios=log_ratios,
            pair_loss=np.abs(log_ratios).max(axis=1),
            worst={relation: self._worst(question, found, relation)[0] for relation in RELATIONS},
            calibrated=state["neighbouring"],
            epsilon=found.epsilon,
            n=found.n,
            code=self._code(state, *_WORST_CODE).replace("{relation}", state["neighbouring"]),
            **_place(state, axis, values),
        )

    def _neighbour(self, state: State, found: LawSweep) -> tuple[NDArray[np.int64], LawSweep]:
        """Return the neighbour the reader chose, or the worst one, and its laws."""
        question = self.asked(state).question
        if "worst" in (state["leaves"], state["joins"]):
            pairs = self._worst(question, found, state["neighbouring"])[1]
        else:
            pair = [-1 if state[end] == "nobody" else int(state[end]) for end in ("leaves", "joins")]
            pairs = np.tile(pair, (len(found.epsilon), 1))
        other = law_sweep(
            question,
            neighbour(found.histograms, pairs),
            found.epsilon,
            neighbouring=state["neighbouring"],
            monotonic=found.monotonic,
        )
        return pairs, other

    def _worst(
        self, question: Question, found: LawSweep, relation: str
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Look for the worst neighbours once: two pictures, and two lines of one, ask for the same."""
        # Of one question, n tells the table.
        key = (
            question,
            relation,
            found.monotonic,
            found.n.tobytes(),
            found.epsilon.tobytes(),
            found.sensitivity,
        )
        if key not in self._searched:
            while len(self._searched) >= SEARCHES:
                del self._searched[next(iter(self._searched))]
            self._searched[key] = worst_neighbours(question, found, neighbouring=relation)
        return self._searched[key]

    def tail(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the exact tail against the bound and its refined form."""
        moving, found = self.sweep(state, axis, values)
        gaps = found.scores.max(axis=1, keepdims=True) - found.scores
        m, optimal = gaps.shape[1], (gaps == 0).sum(axis=1)
        shares = np.linspace(0, max(float((gaps / found.n[:, None]).max()), 0.02), SHORTFALLS)
        t = shares * found.n[:, None]
        target = np.round(moving["alpha"] * found.n, 9)
        given = {"sensitivity": found.sensitivity, "monotonic": found.monotonic}
        beta = moving["beta"]
        return tail_scene(
            shares=shares,
            exact=np.stack([tail(p, u, s) for p, u, s in zip(found.laws, found.scores, t, strict=True)]),
            bound=tail_bound(t, m, found.epsilon[:, None], **given),
            refined=tail_bound(t, m, found.epsilon[:, None], optimal=optimal[:, None], **given),
            at_alpha=np.stack(
                [
                    miss(found.laws, found.scores, target),
                    tail_bound(target, m, found.epsilon, **given),
                    tail_bound(target, m, found.epsilon, optimal=optimal, **given),
                ],
                axis=1,
            ),
            within=np.stack(
                [
                    [
                        shortfall_quantile(p, u, b)
                        for p, u, b in zip(found.laws, found.scores, beta, strict=True)
                    ],
                    shortfall_bound(beta, m, found.epsilon, **given),
                    shortfall_bound(beta, m, found.epsilon, optimal=optimal, **given),
                ],
                axis=1,
            ),
            epsilon=found.epsilon,
            n=found.n,
            beta=beta,
            alpha=moving["alpha"],
            candidates=m,
            spread=_factor(state) * found.sensitivity,
            code=self._code(state, *_TAIL_CODE),
            **_place(state, axis, values),
        )

    def solve(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what is needed, by the bound and exactly."""
        moving, found = self.sweep(state, axis, values)
        question, unknown = self.asked(state).question, state["unknown"]
        given = {"sensitivity": found.sensitivity, "monotonic": found.monotonic}
        alpha, beta, frames = moving["alpha"], moving["beta"], len(values)
        m, people = found.scores.shape[1], question.n
        asked = {"alpha": alpha, "candidates": m, **given}
        if unknown == "n":
            needed = size_for(beta=beta, epsilon=found.epsilon, **asked)
            low = self.parameters.range_of("n")[0]
            grid = np.unique(np.geomspace(low, max(10 * people, 1000), PLACES).round())
            here = grid[grid <= people].astype(np.int64)
            scores = question.scores(question.running_histograms(here))
            each = miss_grid(scores, alpha[:, None] * here, found.epsilon, **given)
            exact = np.full((frames, len(grid)), np.nan)
            exact[:, : len(here)] = each
            bound = np.minimum(
                1, beta_for(epsilon=found.epsilon[:, None], n=grid, **{**asked, "alpha": alpha[:, None]})
            )
            truth = _from_here_on(here, each <= beta[:, None])
        else:
            low, high = self.parameters.range_of("epsilon")
            grid = np.geomspace(low, high, PLACES)
            target = np.round(alpha * found.n, 9)
            exact = miss_grid(found.scores, target, grid, **given).T
            bound = np.minimum(
                1, beta_for(epsilon=grid, n=found.n[:, None], **{**asked, "alpha": alpha[:, None]})
            )
            if unknown == "epsilon":
                needed = epsilon_for(beta=beta, n=found.n, **asked)
                truth = exact_epsilon(found.scores, target, beta, **given)
            else:
                needed = beta_for(epsilon=found.epsilon, n=found.n, **asked)
                truth = miss(found.laws, found.scores, target)
        return solve_scene(
            unknown=unknown,
            grid=grid,
            exact=exact,
            bound=bound,
            answer_exact=truth,
            answer_bound=np.asarray(needed, dtype=float),
            people=people,
            epsilon=found.epsilon,
            n=found.n,
            beta=beta,
            alpha=alpha,
            candidates=m,
            spread=_factor(state) * found.sensitivity,
            code="from dpviz.mechanisms import "
            + _SOLVE_CODE[unknown].format(
                m=m, sensitivity=found.sensitivity, monotonic=", monotonic=True" if found.monotonic else ""
            ),
            **_place(state, axis, values),
        )

    # The parts of the page that are more than a picture --------------------------------------------------

    def draws(self) -> ipywidgets.VBox:
        """Return the run of draws with its Redraw button, for a notebook cell to show."""
        button = Button(page=self.identity, name="redraw", label="Redraw", help="The same odds, other luck.")
        button.on_press(self._redraw)
        panel = self.show("draws", "draws", "epsilon", "n")
        panel.children[0].children += (button,)
        return panel

    def _redraw(self) -> None:
        self.parameters.seed += 1

    def own_table(self) -> ipywidgets.VBox:
        """Return the upload of the reader's own table, for a notebook cell to show."""
        # Late: only this section needs it.
        from dpviz.lessons.own_table import OwnTable

        return OwnTable(page=self.identity, ask=self.ask_own, settings=self._settings).panel

    def _settings(self) -> tuple[float, str, bool]:
        chosen = self.parameters
        return chosen.epsilon, chosen.neighbouring, chosen.exponent == "monotone"

    def _code(self, state: State, names: str, last: str) -> str:
        """Write down what is on screen: five to ten lines that give the same numbers when run."""
        asked = self.asked(state)
        monotonic = ", monotonic=True" if state["exponent"] == "monotone" else ""
        return (
            f"import numpy as np\nfrom dpviz.mechanisms import {names}\n{asked.code}"
            "scores = question.scores(question.histogram({n}))\n\n"
            "mechanism = ExponentialMechanism(\n"
            f'    epsilon={{epsilon}}, sensitivity=question.sensitivity("{state["neighbouring"]}"){monotonic}\n)\n'
            f"{last}"
        )


_NEIGHBOUR_CODE = (
    "ExponentialMechanism",
    """from dpviz.privacy import privacy_loss

law = mechanism.probabilities(scores)
neighbour = question.histogram({n})
{move}
neighbour_law = mechanism.probabilities(question.scores(neighbour))
loss = privacy_loss(law, neighbour_law)""",
)

_WORST_CODE = (
    "ExponentialMechanism, neighbour_losses",
    """from dpviz.mechanisms.questions import neighbour_changes

pairs, changes = neighbour_changes(question, question.histogram({n}), neighbouring="{relation}")
losses = neighbour_losses(
    scores, changes, {epsilon}, sensitivity=mechanism.sensitivity, monotonic=mechanism.monotonic
)
worst = losses.max()""",
)

_TAIL_CODE = (
    "ExponentialMechanism, shortfall_bound, tail, tail_bound",
    """law = mechanism.probabilities(scores)
given = {{"sensitivity": mechanism.sensitivity, "monotonic": mechanism.monotonic}}
exact = tail(law, scores, {t})
bound = tail_bound({t}, {m}, {epsilon}, **given)
within = shortfall_bound({beta}, {m}, {epsilon}, **given)""",
)

_SOLVE_CODE = {
    "epsilon": "epsilon_for\n\nneeded = epsilon_for(alpha={{alpha}}, beta={{beta}}, n={{n}}, candidates={m}, "
    "sensitivity={sensitivity}{monotonic})",
    "n": "size_for\n\nneeded = size_for(alpha={{alpha}}, beta={{beta}}, epsilon={{epsilon}}, candidates={m}, "
    "sensitivity={sensitivity}{monotonic})",
    "beta": "beta_for\n\nneeded = beta_for(alpha={{alpha}}, epsilon={{epsilon}}, n={{n}}, candidates={m}, "
    "sensitivity={sensitivity}{monotonic})",
}


def _place(state: State, axis: str, values: NDArray[np.float64]) -> dict[str, Any]:
    """Where a scene starts: the frame of the value the reader has now."""
    return {"axis": axis, "values": values, "start": int(np.searchsorted(values, state[axis]))}


def _factor(state: State) -> int:
    return 1 if state["exponent"] == "monotone" else 2


def _from_here_on(sizes: NDArray[np.int64], enough: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The first size from which all larger ones are enough too; NaN where even the largest is not."""
    # Read from the right: enough so far.
    held = np.logical_and.accumulate(enough[:, ::-1], axis=1)[:, ::-1]
    return np.where(held[:, -1], sizes[held.argmax(axis=1)], np.nan)


def __getattr__(name: str) -> Any:
    # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
    if name == "lesson":
        globals()["lesson"] = ExponentialLesson()
        return globals()["lesson"]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
