"""The wiring of the lesson on private PAC learning: which picture shows what."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.learning import (
    generalisation_size,
    guaranteed_error,
    overfitting,
    private_failure_bound,
    private_pac_terms,
    region_size,
)
from dpviz.learning.bounds import occam_failure
from dpviz.learning.private_sweep import SIZES, curves, giveaway, hard_sizes, law_sweep
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.private_pac import code
from dpviz.lessons.private_pac.asked import SIZES as PEOPLE
from dpviz.lessons.private_pac.asked import health_curve, problem
from dpviz.lessons.private_pac.parameters import PrivatePacParameters
from dpviz.lessons.private_pac.questions import QUESTIONS
from dpviz.scenes.private_pac.laws import giveaway_scene, law_scene
from dpviz.scenes.private_pac.sizes import bits_scene, curve_scene, terms_scene
from dpviz.scenes.private_pac.truths import health_scene, overfit_scene
from dpviz.widgets import Button

Values = NDArray[np.float64]

CURVE_BITS = 5  # 33 cuts on 32 instances
POINTS = 1024  # instances of the class of all functions
GRID = np.unique(np.geomspace(1, 100_000, 61).round()).astype(np.int64)
EPSILONS = np.geomspace(0.01, 10, 61)
BITS = np.arange(2, 61)
SOLVED = (2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)  # d at which the hard case is solved


class PrivatePacLesson(Lesson):
    """Learning privately: who is given away, the generic learner, what it costs, and why it generalises."""

    def __init__(self) -> None:
        super().__init__(
            PrivatePacParameters(),
            {
                "giveaway": Picture(self.giveaway, ("epsilon", "moved")),
                "law": Picture(self.law, ("epsilon", "n", "alpha"), ("seed",)),
                "curve": Picture(self.curve, ("epsilon", "n", "alpha"), ("seed",)),
                "terms": Picture(self.terms, ("epsilon", "alpha", "beta", "bits")),
                "bits": Picture(self.bits, ("bits",), ("kind", "epsilon", "alpha", "beta")),
                "overfit": Picture(self.overfit, ("epsilon", "n")),
                "health": Picture(self.health, ("epsilon", "n"), ("known", "seed")),
            },
            QUESTIONS,
        )

    def giveaway(self, state: State, axis: str, values: Values) -> Scene:
        """Draw two neighbouring samples and what two learners return."""
        moving = along(state, axis, values)
        found = giveaway(moving["moved"], moving["epsilon"])
        return giveaway_scene(
            found=found,
            moved=moving["moved"],
            epsilon=moving["epsilon"],
            code=code.GIVEAWAY,
            **place(state, axis, values),
        )

    def law(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the exponential learner's law on a growing sample."""
        moving = along(state, axis, values)
        n, epsilon, alpha = moving["n"], moving["epsilon"], moving["alpha"]
        return law_scene(
            sweep=law_sweep(n, epsilon, alpha, seed=state["seed"]),
            n=n,
            epsilon=epsilon,
            alpha=alpha,
            bound=np.asarray(private_failure_bound(n, 17, alpha, epsilon)),
            seed=state["seed"],
            code=code.LAW,
            **place(state, axis, values),
        )

    def curve(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the learning curve, with and without privacy."""
        moving = along(state, axis, values)
        epsilon, alpha = moving["epsilon"], moving["alpha"]
        asked = tuple(np.unique(epsilon).tolist())
        size = 2**CURVE_BITS + 1
        bound = private_failure_bound(SIZES[None, :], size, alpha[:, None], epsilon[:, None])
        return curve_scene(
            curve=curves(CURVE_BITS, asked, seed=state["seed"]),
            rows=1 + np.searchsorted(asked, epsilon),
            bound=bound,
            occam=np.asarray(occam_failure(size, SIZES[None, :], alpha[:, None], exponential=False)),
            n=moving["n"],
            epsilon=epsilon,
            alpha=alpha,
            bits=CURVE_BITS,
            seed=state["seed"],
            code=code.CURVE,
            **place(state, axis, values),
        )

    def terms(self, state: State, axis: str, values: Values) -> Scene:
        """Draw each term of the sample size against ε."""
        moving = along(state, axis, values)
        alpha, beta = moving["alpha"], moving["beta"]
        size = np.array([2 ** int(d) + 1 for d in moving["bits"]], dtype=object)

        def at(epsilon: Any, shape: tuple[Any, ...]) -> Values:
            wide = size[shape], alpha[shape], beta[shape]
            slides = private_pac_terms(*wide, epsilon)
            direct = private_pac_terms(*wide, epsilon, form="realizable").privacy
            laplace = private_pac_terms(*wide, epsilon, form="laplace").privacy
            free = private_pac_terms(*wide, np.full_like(epsilon, 200.0), form="realizable").privacy
            parts = np.broadcast_arrays(slides.privacy, slides.sampling, direct, laplace, free)
            return np.stack(parts, axis=1)

        return terms_scene(
            lines=at(EPSILONS[None, :], (slice(None), None)),
            now=at(moving["epsilon"], (slice(None),)),
            grid=EPSILONS,
            numbers={name: moving[name] for name in ("epsilon", "alpha", "beta", "bits")},
            code=code.TERMS,
            **place(state, axis, values),
        )

    def bits(self, state: State, axis: str, values: Values) -> Scene:
        """Draw what each bit of the class costs."""
        kind, epsilon = state["kind"], state["epsilon"]
        alpha, beta = state["alpha"], state["beta"]
        more = 1 if kind == "thresholds" else 0
        sizes = np.array([2 ** int(d) + more for d in BITS], dtype=object)
        slides = private_pac_terms(sizes, alpha, beta, epsilon)
        exact, free = hard_sizes(kind, SOLVED, epsilon, alpha, beta)
        return bits_scene(
            kind=kind,
            bits=BITS,
            slides=np.maximum(slides.privacy, slides.sampling),
            direct=private_pac_terms(sizes, alpha, beta, epsilon, form="realizable").privacy,
            exact_bits=np.array(SOLVED),
            exact=exact,
            free=free,
            free_bound=int(region_size(alpha, beta)),
            frames=np.asarray(values, dtype=np.int64),
            epsilon=epsilon,
            alpha=alpha,
            beta=beta,
            code=code.BITS.format(kind=kind, more=more),
            **place(state, axis, values),
        )

    def overfit(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the memoriser against the private learner of all functions."""
        moving = along(state, axis, values)
        n, epsilon = moving["n"], moving["epsilon"]
        distinct, back = np.unique(epsilon, return_inverse=True)
        whole = overfitting(GRID[None, :], POINTS, distinct[:, None])
        spread = type(whole)(whole.memoriser[back], whole.population[back], whole.empirical[back])
        return overfit_scene(
            found=spread,
            now=overfitting(n, POINTS, epsilon),
            grid=GRID,
            points=POINTS,
            n=n,
            epsilon=epsilon,
            enough=np.asarray(generalisation_size(epsilon, beta=0.05)),
            code=code.OVERFIT,
            **place(state, axis, values),
        )

    def health(self, state: State, axis: str, values: Values) -> Scene:
        """Draw learning on the health table."""
        moving = along(state, axis, values)
        epsilon, asked = moving["epsilon"], problem(state["known"])
        distinct = tuple(np.unique(epsilon).tolist())
        size = asked.concepts.size
        return health_scene(
            curve=health_curve(state["known"], distinct, state["seed"]),
            rows=1 + np.searchsorted(distinct, epsilon),
            what=asked.words,
            best=asked.best,
            size=size,
            guaranteed=np.asarray(
                guaranteed_error(PEOPLE[None, :], size, 0.05, epsilon[:, None], form="agnostic")
            ),
            n=moving["n"],
            epsilon=epsilon,
            code=code.HEALTH.format(known=state["known"], seed=state["seed"]),
            **place(state, axis, values),
        )

    def again(self, picture: str, *controls: str) -> ipywidgets.VBox:
        """Return a simulated picture with a button for other luck, for a notebook cell to show."""
        button = Button(page=self.identity, name=f"again-{picture}", label="Other samples")
        button.on_press(self._again)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1
