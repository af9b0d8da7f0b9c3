"""The wiring of the lesson on parities: which picture shows what."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.learning import parity
from dpviz.learning.parity.law import law_of, profile
from dpviz.learning.parity.sweeps import Sample, halving_sweep, live_runs, rank_curve, teaching_sample
from dpviz.lessons.lesson import Lesson, along, place
from dpviz.lessons.parity import code, halving, reduction
from dpviz.lessons.parity.parameters import MOST_OWN, ParityParameters
from dpviz.lessons.parity.questions import QUESTIONS
from dpviz.lessons.picture import Picture, State
from dpviz.lessons.section import drawn_in
from dpviz.scenes.parity.law import law_scene
from dpviz.scenes.parity.private import learner_scene, neighbours_scene
from dpviz.scenes.parity.sizes import amplify_scene, live_scene, rank_scene
from dpviz.widgets import Button, Note

EXTRA = np.arange(-2, 13)  # examples beyond d in the picture of full rank
TRIALS = 400
BETAS = np.geomspace(0.001, 0.5, 81)
_SAMPLE = ("bits", "noise", "added", "seed")
_SMALL = 2  # bits of the picture of the law


class ParityLesson(Lesson):
    """Parities: halving, elimination, and a learner that forgets on purpose."""

    def __init__(self) -> None:
        amplified = ("beta", "each", "alpha", "d")
        super().__init__(
            ParityParameters(),
            {
                "halving": drawn_in(halving.SECTION, ParityParameters),
                "reduction": drawn_in(reduction.SECTION, ParityParameters),
                "rank": Picture(self.rank, ("d",), ("alpha", "beta", "seed")),
                "neighbours": Picture(self.neighbours, ("changed",), (*_SAMPLE, "how")),
                "learner": Picture(self.learner, ("run", "keep", "coin"), _SAMPLE),
                "law": Picture(self.law, ("keep", "epsilon", "coin"), ("worlds", "neighbouring")),
                "amplify": Picture(self.amplify, amplified),
                "live": Picture(self.live, ("d",), ("beta", "each", "alpha", "rule", "seed")),
            },
            QUESTIONS,
        )
        self.told = Note(page=self.identity)
        self.prepare({"bits"})

    def prepare(self, changed: set[str]) -> None:
        """Fit the reader's example and the runs' lengths to the bits and the examples there are."""
        state = self.parameters
        if "bits" in changed:
            self._fit_own(state)
        if changed & set(_SAMPLE):
            try:
                sample = self._sample(state.snapshot())
            except ValueError:
                return  # the pictures tell
            n, steps = len(sample.y), len(parity.row_steps(sample.X, sample.y)) - 1
            for name, least, most in (("examples", 0, n), ("step", 0, steps), ("changed", 1, n - 2)):
                if getattr(state, name) > most:
                    state.limit(name, least, getattr(state, name))
                    setattr(state, name, most)
                state.limit(name, least, most)

    def _fit_own(self, state: ParityParameters) -> None:
        """Give the reader's example as many bits as there are; those added before may belong to another d."""
        cells = [str(i + 1) for i in range(state.bits)] + ["label"]
        state.cells("mine", cells)
        if len(state.added) % len(cells):
            state.set_trait("added", "")

    def _sample(self, state: State) -> Sample:
        given = teaching_sample(state["bits"], seed=state["seed"], wrong=state["noise"] == "one")
        width, added = state["bits"] + 1, state["added"]
        if len(added) % width:
            raise ValueError(
                f"added must be whole examples of {width} characters; got {len(added)} characters"
            )
        own = np.array([int(c) for c in added], dtype=np.uint8).reshape(-1, width)
        return Sample(np.vstack([given.X, own[:, :-1]]), np.append(given.y, own[:, -1]), given.target)

    def _few(self, state: State) -> Sample:
        """The first d examples and the reader's own: few enough that one of them may matter without breaking all."""
        sample, d = self._sample(state), state["bits"]
        kept = np.r_[:d, d + 2 : len(sample.y)]
        return Sample(sample.X[kept], sample.y[kept], sample.target)

    # The pictures -------------------------------------------------------------------------------------

    def rank(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the chance that one parity is left."""
        bits = along(state, axis, values)["d"]
        alpha, beta = state["alpha"], state["beta"]
        return rank_scene(
            bits=bits,
            curves=[rank_curve(int(d), EXTRA, trials=TRIALS, seed=state["seed"]) for d in bits],
            extra=EXTRA,
            enough=np.array([parity.consistent_size(bits=int(d), alpha=alpha, beta=beta) for d in bits]),
            alpha=alpha,
            beta=beta,
            seed=state["seed"],
            code=code.RANK,
            **place(state, axis, values),
        )

    def neighbours(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw two samples that differ in one example."""
        sample = self._few(state)
        changed = []
        for i in along(state, axis, values)["changed"]:
            X, y = sample.X.copy(), sample.y.copy()
            if state["how"] == "label":
                y[i - 1] ^= 1
            else:
                X[i - 1, 0] ^= 1
            changed.append(Sample(X, y, sample.target))
        return neighbours_scene(
            sample=sample,
            changed=changed,
            found=halving_sweep(sample.X, sample.y),
            others=[halving_sweep(other.X, other.y) for other in changed],
            **place(state, axis, values),
        )

    def learner(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw one run of the private learner; all keep-probabilities and coins have the same luck."""
        moving, sample = along(state, axis, values), self._sample(state)
        runs = [
            parity.PrivateParityLearner(1.0, float(p), float(c)).run(
                sample.X, sample.y, np.random.default_rng([state["seed"], int(i)])
            )
            for p, c, i in zip(moving["keep"], moving["coin"], moving["run"], strict=True)
        ]
        return learner_scene(sample=sample, runs=runs, keep=moving["keep"], coin=moving["coin"],
                             number=moving["run"], seed=state["seed"], code=code.RUN,
                             **place(state, axis, values))  # fmt: skip

    def law(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what is published in two worlds, and the exact loss."""
        moving = along(state, axis, values)
        here, there, told = _worlds(state["worlds"], state["neighbouring"])
        first, second = (law_of(profile(s.X, s.y), moving["keep"], moving["coin"]) for s in (here, there))
        return law_scene(
            bits=_SMALL,
            laws=(first, second),
            told=told,
            samples=(here, there),
            epsilon=moving["epsilon"],
            keep=moving["keep"],
            coin=moving["coin"],
            neighbouring=state["neighbouring"],
            code=code.LAW.format(relation=state["neighbouring"]),
            **place(state, axis, values),
        )

    def amplify(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw runs and examples against the chance to fail."""
        moving = along(state, axis, values)
        frames = list(zip(*(moving[name].tolist() for name in ("d", "alpha", "beta", "each")), strict=True))
        now = {
            (split, rule): [
                parity.amplified_size(bits=d, alpha=a, beta=b, epsilon=e, split=split, keep=rule)
                for d, a, b, e in frames
            ]
            for split in ("data", "budget")
            for rule in ("seed", "tight")
        }
        accounted = {
            split: np.array(
                [
                    parity.AmplifiedParityLearner(epsilon=e, runs=size.runs, split=split).accounted(
                        neighbouring="replace"
                    )
                    for (*_, e), size in zip(frames, now[split, "seed"], strict=True)
                ]
            )
            for split in ("data", "budget")
        }
        kept: dict[tuple[Any, ...], NDArray[np.float64]] = {}
        curves = []
        for d, a, _, e in frames:
            key = (d, a, e)
            if key not in kept:
                kept[key] = _curves(*key)
            curves.append(kept[key])
        return amplify_scene(
            beta=BETAS,
            now=now,
            plainly=[parity.consistent_size(bits=d, alpha=a, beta=b) for d, a, b, _ in frames],
            accounted=accounted,
            parameters={"epsilon": moving["each"], "alpha": moving["alpha"], "beta": moving["beta"],
                        "bits": moving["d"]},
            curves=np.array(curves),
            code=code.AMPLIFY,
            **place(state, axis, values),
        )  # fmt: skip

    def live(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw all runs of one amplified learner."""
        bits = along(state, axis, values)["d"]
        numbers = {
            "alpha": state["alpha"],
            "beta": state["beta"],
            "epsilon": state["each"],
            "keep": state["rule"],
        }
        found = [live_runs(bits=int(d), seed=state["seed"], **numbers) for d in bits]
        return live_scene(bits=bits, found=found, seed=state["seed"], numbers=numbers, code=code.LIVE,
                          **place(state, axis, values))  # fmt: skip

    # The parts of the page that are more than a picture --------------------------------------------------

    def first_steps(self) -> ipywidgets.VBox:
        """Return the halving with buttons that add the reader's example, for a notebook cell to show."""
        add = Button(page=self.identity, name="add", label="Add my example")
        add.on_press(self._add)
        fresh = Button(
            page=self.identity, name="fresh", label="Other examples", help="A new sample; yours go."
        )
        fresh.on_press(self._fresh)
        panel = self.show("halving", "examples", "bits", "noise", "mine")
        panel.children[0].children += (add, fresh)
        panel.children = (panel.children[0], self.told, *panel.children[1:])
        return panel

    def _add(self) -> None:
        """Put the reader's example at the end, and look at it."""
        state = self.parameters
        if len(state.added) >= MOST_OWN * (state.bits + 1):
            self.told.tone, self.told.text = "plain", f"{MOST_OWN} examples of your own are the most."
            return
        self.told.text = ""
        with self.together():
            state.added += state.mine
            state.examples = int(state.range_of("examples")[1])

    def _fresh(self) -> None:
        self.told.text = ""
        with self.together():
            state = self.parameters
            state.set_trait("added", "")
            state.examples = 0
            state.seed += 1

    def redrawn(self, picture: str, words: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture with a button for other luck, for a notebook cell to show."""
        button = Button(page=self.identity, name=f"again-{picture}", label=words)
        button.on_press(self._again)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1


def _worlds(kind: str, neighbouring: str) -> tuple[Sample, Sample, str]:
    """Two neighbouring samples over two bits, and how they differ, in words."""
    target = np.array([1, 0], dtype=np.uint8)
    base = [([0, 0], 0)]
    record: dict[str, tuple[tuple[list[int], int], tuple[list[int], int], str]] = {
        "label": (([1, 0], 1), ([1, 0], 0), "the label of 10 is 1 here and 0 there"),
        "clash": (([0, 0], 0), ([0, 0], 1), "00 has label 0 here, and there label 1, which fits no parity"),
        "quiet": (([0, 0], 0), ([0, 0], 0), "00 with label 0 fits every parity"),
    }
    one, other, words = record[kind]
    if neighbouring == "add_remove":
        here, there = base, [*base, other]
        words = f"There one example more: {'10 with label 0' if kind == 'label' else '00 with label ' + str(other[1])}."
    else:
        here, there = [*base, one], [*base, other]
        words = words[0].upper() + words[1:] + "."
    made = [
        Sample(
            np.array([x for x, _ in s], dtype=np.uint8), np.array([y for _, y in s], dtype=np.uint8), target
        )
        for s in (here, there)
    ]
    return made[0], made[1], words


def _curves(bits: int, alpha: float, epsilon: float) -> NDArray[np.float64]:
    """Runs, examples as published, examples with the tight keep-probability, and without privacy, along β."""
    rows = []
    for beta in BETAS.tolist():
        seed, tight = (
            parity.amplified_size(bits=bits, alpha=alpha, epsilon=epsilon, beta=beta, keep=rule)
            for rule in ("seed", "tight")
        )
        rows.append(
            [seed.runs, seed.total, tight.total, parity.consistent_size(bits=bits, alpha=alpha, beta=beta)]
        )
    return np.array(rows, dtype=float).T
