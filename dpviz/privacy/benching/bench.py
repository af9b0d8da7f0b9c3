"""One call that tries a mechanism of the reader's own against what it claims."""

from __future__ import annotations

import importlib
import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.verdict import Audit
from dpviz.privacy.benching.looks import FIRST, Look, Watch, watch

TRIALS = 32_000
RELATIONS = {"replace": "one record replaced", "add_remove": "one record added or removed"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Bench:
    """What the bench found.

    Attributes
    ----------
    looks : tuple of Look
        One a certificate; and if there was no time for any, one that certifies nothing.
    pairs : int
        Pairs of data sets that were tried.
    neighbouring : str
        The relation of the pairs that were found; empty if they were given.
    mechanism, options : callable, dict
        What `bench` was called with.
    ended : {"violated", "trials", "seconds"}
        Why no more was drawn.
    """

    looks: tuple[Look, ...]
    pairs: int
    neighbouring: str
    mechanism: Callable[..., Any]
    options: dict[str, Any]
    ended: str

    @property
    def found(self) -> Audit:
        """The best certificate: event, counts, the pair, and the bound at 99 %."""
        return self.looks[-1].found

    @property
    def lower_bound(self) -> float:
        """At least this ε is lost at the δ claimed, at 99 % confidence over all looks and pairs, in nats."""
        return self.looks[-1].lower_bound

    @property
    def lower_bound_95(self) -> float:
        """The same at 95 %."""
        return self.looks[-1].lower_bound_95

    @property
    def violated(self) -> bool:
        """Whether the claim is refuted, at 99 %."""
        return self.looks[-1].violated

    @property
    def draws(self) -> int:
        """Calls of the mechanism, on all data sets."""
        return self.looks[-1].draws

    def __str__(self) -> str:
        """In sentences: what was certified, by which event, what was tried, and what that means."""
        last, found = self.looks[-1], self.found
        said = [str(found)]
        if found.lower_bound > 0:
            said.append(f"The data: {check.shown(found.data)}; the neighbour: {check.shown(found.neighbour)}.")
        which = f", {RELATIONS[self.neighbouring]}" if self.neighbouring else ""
        pairs, looks = _counted(self.pairs, "pair"), _counted(last.number, "look")
        said.append(f"Tried: {pairs} of neighbours{which}; {last.draws:,} draws, {looks}.")
        said.append("The confidence holds for all pairs and looks together.")
        if not last.number:
            said.append("The time was over before anything could be certified.")
        if last.failed:
            said.append(f"{_counted(len(last.failed), 'pair')} left out, for instance: {last.failed[0]}.")
        if "no proof" not in said[0]:
            said.append("Nothing found is no proof.")
        said.append("Other data, or more draws, may show a larger loss.")
        return " ".join(said)

    def to_frame(self) -> Any:
        """The certificates as a table of pandas, a row a look."""
        try:
            pandas: Any = importlib.import_module("pandas")
        except ImportError:
            raise ImportError("Bench.to_frame() needs pandas: pip install pandas", name="pandas") from None
        return pandas.DataFrame([_row(look) for look in self.looks])

    def as_test(self) -> str:
        """A test for pytest that tries the mechanism on the best pair, and fails as long as its claim is refuted there.

        The source of a module. It imports the function from where it was defined, and needs dpviz.
        """
        from dpviz.privacy.benching.as_test import source_of_test  # lessons in a browser have no such file

        return source_of_test(self.mechanism, self.found, self.options)


def bench(
    mechanism: Callable[..., Any],
    claim: float = 1.0,
    *,
    delta: float = 0.0,
    data: Any = None,
    neighbour: Any = None,
    neighbouring: str = "replace",
    values: Any = None,
    trials: int = TRIALS,
    seconds: float | None = None,
    seed: int = 0,
    batch: bool | None = None,
    bits: bool = False,
    exceptions: str = "raise",
) -> Bench:
    """Try to refute what a mechanism claims.

    Pairs of neighbours are drawn from, searched and counted, in rounds of twice as many draws each, until the claim is
    refuted at 99 % confidence or the trials or the time are used up. `watch` says why the confidence is true for all
    looks and all pairs. Whoever wants to go on uses it. Source: DP-1, DP-2.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(data, rng)`` returns one answer of any type, ``mechanism(data, rng, size)`` many at once (the names
        ``size`` or ``trials`` say so); ``mechanism(data)`` has randomness of its own, which `seed` does not fix.
    claim, delta : float
        The ε claimed in nats, finite and >= 0, by default 1; and the δ, in [0, 1), by default 0.
    data : object, optional
        A data set; without, an array of ten people's answers, 0 and 1.
    neighbour : object, optional
        Its neighbour. Without, neighbours are made of `data`: a number, or records in a list, a tuple, an array or a
        data frame.
    neighbouring : {"replace", "add_remove"}, default "replace"
        How neighbours differ that are made. Who promises less than `convert_relation` says has to name it.
    values : sequence, optional
        What a record may be; without, what occurs in `data`. Name extremes here that the mechanism has to clip.
    trials : int, default 32000
        The most draws for one data set of one pair, at least 500. Rounded down to 500, 1000, 2000, and so on.
    seconds : float, optional
        The time after which no more draws are made.
    seed : int, default 0
        Of the generator, >= 0.
    batch : bool, optional
        Whether many answers are asked for at once, as ``mechanism(data, trials, rng)``, whatever its parameters' names.
    bits, exceptions : bool, str
        As for `audit`: where many answers are asked for at once, an error is none of them. Pairs on which the mechanism
        raises are left out as long as others are left.

    Returns
    -------
    Bench
        `.violated`, `.lower_bound`, `.found`; `print` says all in sentences.

    Examples
    --------
    >>> def mean(data, rng, size):
    ...     return (sum(data) + rng.laplace(size=size)) / len(data)
    >>> bench(mean).violated
    False
    >>> found = bench(mean, neighbouring="add_remove")
    >>> found.violated, found.found.data.tolist(), found.found.neighbour.tolist()
    (True, [1], [1, 0])
    """
    ready = prepare(
        mechanism, claim, delta=delta, data=data, neighbour=neighbour, neighbouring=neighbouring, values=values,
        trials=trials, seconds=seconds, seed=seed, batch=batch, bits=bits, exceptions=exceptions,
    )  # fmt: skip
    ended, start = "trials", time.monotonic()
    for look in ready.watch:
        if look.certified and (look.violated or 2 * look.drawn > trials):
            ended = "violated" if look.violated else "trials"
            break
        if seconds is not None and time.monotonic() - start > seconds:
            ended = "seconds"
            break
    return ready.result(ended)


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """What `bench` is about to do: the watch that it draws from, and what it was called with."""

    watch: Watch
    mechanism: Callable[..., Any]
    neighbouring: str
    options: dict[str, Any]

    def result(self, ended: str) -> Bench:
        """What was found by now, at the claim and the δ that the watch aims at."""
        return Bench(
            looks=tuple(self.watch.history() or [self.watch.look()]),
            pairs=len(self.watch.pairs),
            neighbouring=self.neighbouring,
            mechanism=self.mechanism,
            options={**self.options, "claim": self.watch.epsilon, "delta": self.watch.delta},
            ended=ended,
        )


def prepare(*given: Any, **options: Any) -> Prepared:
    """Check what `bench` is called with, and find the pairs; nothing is drawn yet."""
    called = inspect.signature(bench).bind(*given, **options)
    called.apply_defaults()
    named = called.arguments
    claim, delta = check.nonnegative("claim", named["claim"]), check.slack("delta", named["delta"])
    trials = check.count("trials", named["trials"], least=2 * FIRST, most=10_000_000)
    if named["seconds"] is not None:
        check.positive("seconds", named["seconds"])
    seed = check.count("seed", named["seed"], least=0)
    neighbouring, data = check.relation(named["neighbouring"]), named["data"]
    two = named["neighbour"] is not None
    if two and data is None:
        raise ValueError("data must be given where neighbour is; got None")
    from dpviz.privacy.benching.neighbours import PEOPLE, neighbours_of  # lessons in a browser have no such file

    base = np.array(PEOPLE) if data is None else data
    if two:
        pairs = [(base, named["neighbour"])]
    else:
        pairs = neighbours_of(base, neighbouring=neighbouring, values=named["values"])
    drawn = {name: named[name] for name in ("batch", "bits", "exceptions")}
    rng = np.random.default_rng(seed)
    return Prepared(
        watch=watch(named["mechanism"], pairs, epsilon=claim, delta=delta, rng=rng, **drawn),
        mechanism=named["mechanism"],
        neighbouring="" if two else neighbouring,
        options={"claim": claim, "delta": delta, "trials": trials, "seed": seed, **drawn},
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _row(look: Look) -> dict[str, Any]:
    found = look.found
    return {
        "draws": look.draws,
        "lower_bound_95": look.lower_bound_95,
        "lower_bound_99": look.lower_bound,
        "event": found.event,
        "likelier_on": found.likelier_on,
        "on_data": found.counts[0],
        "on_neighbour": found.counts[1],
        "counted": found.trials,
        "pair": found.pair,
    }
