"""Events about one feature: half-lines, intervals, what is outside of them, single values, sets of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.features import Feature
from dpviz.privacy.auditing.outcomes import Layout, Table
from dpviz.privacy.auditing.reading import ordinal
from dpviz.privacy.auditing.scoring import BOLD, CAUTIOUS, Counts, score

Floats = NDArray[np.float64]
Worlds = tuple[Floats, ...]  # what a feature is in each, sorted
Looks = Callable[..., Floats]  # how good counts look
CUTS = 24
# Where draws are many, plain columns are cut more finely: narrow intervals have enough hits to be told apart.
FINE_CUTS, MANY = 96, 5000
GAPS = 4
SHOWN = 6  # values of a set in words
MOST_RARE = 40_000  # values; of more, those that were seen once are left out, which costs the set least
# Events in simpler words are kept where others look better by less than this (nats), once for each step away.
PLAINNESS = 0.03
# Numbers are told apart to so many digits of their column's size: as real numbers, not as patterns of bits.
DIGITS = 9


@dataclass(frozen=True)
class Event:
    """Something that an answer can be, chosen before it is counted."""

    words: str
    of: Callable[[Table], Any]  # what is asked about, for each answer
    test: Callable[[Any], NDArray[np.bool_]]  # whether it is so
    more: int  # the world in which it is the likelier: 0 the data, 1 the neighbour
    score: float
    price: float = 0.0  # in nats: what plainer events may look worse by and still be kept
    kind: str = ""
    rule: float = 0.0  # by which it was chosen among its like: see `scoring`
    proves: bool = False  # more than was claimed, if fresh draws are like those seen
    about: Feature | None = None  # what `of` gives, if it is one feature

    def holds(self, table: Table) -> NDArray[np.bool_]:
        """For which answers it is so."""
        with np.errstate(all="ignore"):
            return self.test(self.of(table))

    def rank(self) -> tuple[bool, float]:
        """Which of several events is the best: the one for which this is the largest."""
        return self.proves, self.score


def events_of(feature: Feature, here: Table, there: Table, layout: Layout, delta: float) -> Iterator[Event]:
    """The best events of each kind that this feature has to offer."""
    with np.errstate(all="ignore"):
        values = feature.of(here), feature.of(there)
    worlds = tuple(np.sort(world[~np.isnan(world)]) for world in values)
    both = np.sort(np.concatenate(worlds), kind="stable")  # which merges what is sorted
    looks = partial(score, runs=len(here), delta=delta, weight=here.weight)
    # Of two events that are equally good the first is taken: "is exactly 2" before "is at most 2".
    yield from _atoms(feature, worlds, both, layout, looks, len(here))
    if not feature.label and not feature.boolean:
        yield from _intervals(feature, worlds, both, looks, len(here) * here.weight)


def _extra(feature: Feature) -> float:
    return feature.price if not feature.plain else 0.0


# --- half-lines and intervals --------------------------------------------------------------------------------------


def _intervals(feature: Feature, worlds: Worlds, both: Floats, looks: Looks, runs: int) -> Iterator[Event]:
    wanted = FINE_CUTS if feature.plain and runs >= MANY else CUTS
    cuts = cuts_between(both, whole=feature.whole, wanted=wanted)
    if not len(cuts):
        return
    below = [np.concatenate([[0], np.searchsorted(world, cuts), [len(world)]]) for world in worlds]
    ends = np.concatenate([[-np.inf], cuts, [np.inf]])
    i, j = np.triu_indices(len(ends), 1)
    inside = [counts[j] - counts[i] for counts in below]
    half = (i == 0) | (j == len(ends) - 1)
    useful = ~((i == 0) & (j == len(ends) - 1))
    for outside, counts in ((False, inside), (True, [len(w) - c for w, c in zip(worlds, inside, strict=True)])):
        # What is outside of a half-line is a half-line.
        kept = useful & ~half if outside else useful
        if not kept.any():
            continue
        for more, spread in product((0, 1), (BOLD, CAUTIOUS)):
            scores = looks(counts[more], counts[1 - more], spread=spread)
            for whole_side in (True, False) if not outside else (False,):
                those = kept & (half == whole_side)
                if those.any():
                    best = int(np.argmax(np.where(those, scores, -np.inf)))
                    price = (0.0 if whole_side else 2 * PLAINNESS if outside else PLAINNESS) + _extra(feature)
                    kind = f"{'side' if whole_side else 'out' if outside else 'in'}{more}{spread}"
                    found = _interval(feature, float(ends[i[best]]), float(ends[j[best]]), outside, more)
                    yield replace(found, score=float(scores[best]) - price, price=price, kind=kind, rule=spread)


def _interval(feature: Feature, low: float, high: float, outside: bool, more: int) -> Event:
    def test(values: Floats) -> NDArray[np.bool_]:
        within = between(values, low, high)
        return ~within & ~np.isnan(values) if outside else within

    return Event(interval_words(feature, low, high, outside), feature.of, test, more, 0.0, about=feature)


def between(values: Floats, low: float, high: float) -> NDArray[np.bool_]:
    """Which values are in [low, high); a half-line holds the infinite end too."""
    return (values >= low) & ((values < high) | (high == math.inf))


def interval_words(feature: Feature, low: float, high: float, outside: bool = False) -> str:
    """Half-open intervals, said in words; whole numbers by the numbers that are in them."""
    name = feature.name
    if feature.boolean:
        return truth_words(feature, low > 0)
    if feature.size:
        return size_words(name, low, high, outside)
    if feature.whole:
        first, last = (math.ceil(end) if math.isfinite(end) else end for end in (low, high - 1))
        if high == math.inf:
            return f"{name} is {notation(feature, first)} or more"
        if low == -math.inf:
            return f"{name} is {notation(feature, last)} or less"
        said = notation(feature, first)
        said = said if first == last else f"from {said} to {notation(feature, last)}"
        return f"{name} is {'not ' if outside else ''}{said}"
    if high == math.inf:
        return f"{name} is at least {number(low)}"
    if low == -math.inf:
        return f"{name} is below {number(high)}"
    if outside:
        return f"{name} is below {number(low)}, or at least {number(high)}"
    return f"{name} is at least {number(low)} and below {number(high)}"


def truth_words(feature: Feature, true: bool) -> str:
    """A truth value is True or False; a sentence holds, or its opposite does."""
    if not feature.sentence:
        return f"{feature.name} is {true}"
    return feature.name if true else opposite(feature.name)


def opposite(sentence: str) -> str:
    """What holds where a sentence about an answer does not."""
    for verb, other in (
        (" contains ", " does not contain "),
        (" comes right before ", " does not come right before "),
        (" is odd", " is even"),
        (" is ", " is not "),
    ):
        if verb in sentence:
            return sentence.replace(verb, other, 1)
    return f"not: {sentence}"


def size_words(name: str, low: float, high: float, outside: bool) -> str:
    """How many entries there are, and whether there is a first or a seventh."""
    if math.isinf(high):
        return f"{name} is not empty" if math.ceil(low) == 1 else f"{name} has a {ordinal(math.ceil(low))} entry"
    last = math.ceil(high) - 1
    if math.isinf(low):
        return f"{name} is empty" if last == 0 else f"{name} has no {ordinal(last + 1)} entry"
    first = math.ceil(low)
    if first == last == 0:
        return f"{name} is not empty" if outside else f"{name} is empty"
    said = str(first) if first == last else f"from {first} to {last}"
    return f"{name} has {'not ' if outside else ''}{said} {'entry' if said == '1' else 'entries'}"


def notation(feature: Feature, value: float) -> str:
    """A value of this feature, in its own notation."""
    return f"2^{value:.0f}" if feature.power else number(value)


def number(value: float) -> str:
    """A number as a reader would write it; short, and exact enough to find it again."""
    value += 0.0  # no minus before a zero
    text = f"{value:.15g}"
    return text if len(text) <= 8 else f"{value:.10g}"


def cuts_between(ordered: Floats, *, whole: bool = False, wanted: int = CUTS) -> Floats:
    """Where to cut a line: at quantiles of what was seen and close to its ends, rounded where that changes little."""
    if not len(ordered):
        return np.empty(0)
    last = len(ordered) - 1
    ranks = np.linspace(0, last, wanted + 2)[1:-1]
    tail = np.array([0.0005, 0.002, 0.006, 0.015]) * last
    at = np.unique(np.round(np.concatenate([ranks, tail, last - tail])).astype(int))
    cuts = ordered[at]
    # What is rare or apart is cut off too: at the middles of the widest gaps.
    with np.errstate(all="ignore"):
        gaps = np.nan_to_num(np.diff(ordered), nan=0.0, posinf=0.0)
        wide = np.argpartition(gaps, -GAPS)[-GAPS:] if len(gaps) > GAPS else np.arange(len(gaps))
        cuts = np.concatenate([cuts, 0.5 * (ordered[wide] + ordered[wide + 1])])
    cuts = cuts[np.isfinite(cuts)]
    if whole:
        cuts = np.concatenate([np.floor(cuts), np.floor(cuts) + 1])
    else:
        cuts = np.unique(cuts)
        # Between two values that are seen often there is room for a cut that belongs to neither.
        if len(cuts) <= 12:
            cuts = np.concatenate([cuts, 0.5 * (cuts[1:] + cuts[:-1])])
        cuts = _shortened(np.sort(cuts))
    cuts = np.unique(cuts)
    return cuts[(cuts > ordered[0]) & (cuts <= ordered[-1])]


def _shortened(cuts: Floats) -> Floats:
    """Each cut with as few digits as leave it within half of the way to the next."""
    if len(cuts) < 2:
        return cuts
    gaps = np.diff(cuts)
    least = np.minimum(np.append(gaps, np.inf), np.append(np.inf, gaps))
    with np.errstate(all="ignore"):
        unit = 10.0 ** np.clip(np.ceil(-np.log10(least)), -300, 300)
        short = np.round(cuts * unit) / unit
    return np.where(np.isfinite(short), short, cuts)


# --- single values and sets of them --------------------------------------------------------------------------------


def _atoms(feature: Feature, worlds: Worlds, both: Floats, layout: Layout, looks: Looks, runs: int) -> Iterator[Event]:
    unit = 0.0 if feature.label or feature.whole or feature.boolean else unit_of(both)
    both = _rounded(both, unit)
    first = np.flatnonzero(np.append(True, both[1:] != both[:-1])[: len(both)])
    if len(first) == len(both):
        return
    if len(first) > MOST_RARE:
        first = first[np.diff(first, append=len(both)) > 1]
    atoms = both[first]
    keys = [_rounded(world, unit) for world in worlds]
    counts = [np.searchsorted(world, atoms, "right") - np.searchsorted(world, atoms) for world in keys]
    for more, spread in product((0, 1), (BOLD, CAUTIOUS)):
        sets = _sets(counts[more], counts[1 - more], partial(looks, spread=spread), runs)
        for kind, look, places, price in sets:
            found = _membership(feature, atoms[places], unit, kind == "not", more, layout)
            price += _extra(feature)
            yield replace(found, score=look - price, price=price, kind=f"{kind}{more}{spread}", rule=spread)


def _sets(
    likely: Counts, rival: Counts, looks: Looks, runs: int
) -> Iterator[tuple[str, float, NDArray[np.intp], float]]:
    """Of values that were seen so often: a kind of event, how good it looks, the values' places, and its price."""
    total = likely + rival
    often = np.flatnonzero(total >= 5)
    often = np.sort(often[np.argsort(total[often])[-400:]])
    if len(often):
        for kind, hits, price in (
            ("is", (likely[often], rival[often]), 0.0),
            ("not", (runs - likely[often], runs - rival[often]), PLAINNESS),
        ):
            scores = looks(*hits)
            best = int(np.argmax(scores))
            yield kind, float(scores[best]), often[[best]], price
    # All values whose ratio is above a bound, however rare each is. A draw is judged by what the others say.
    ratio = _log_ratio(likely, rival)
    bounds = np.unique(ratio)
    scores = looks(
        _up_to(bounds, _log_ratio(np.maximum(likely - 1, 0), rival), likely),
        _up_to(bounds, _log_ratio(likely, np.maximum(rival - 1, 0)), rival),
    )
    best = int(np.argmax(scores))
    if best < len(bounds) - 1:
        yield "set", float(scores[best]), np.flatnonzero(ratio <= bounds[best]), 2 * PLAINNESS


def _log_ratio(likely: Counts, rival: Counts) -> Floats:
    return np.asarray(np.log(rival + 0.5) - np.log(likely + 0.5), dtype=np.float64)


def _up_to(bounds: Floats, keys: Floats, counts: Counts) -> Counts:
    """How many there are with keys up to each bound."""
    order = np.argsort(keys, kind="stable")
    return np.append(0, np.cumsum(counts[order]))[np.searchsorted(keys[order], bounds, "right")]


def _membership(feature: Feature, atoms: Floats, unit: float, negated: bool, more: int, layout: Layout) -> Event:
    def test(values: Floats) -> NDArray[np.bool_]:
        return np.isin(_rounded(values, unit), atoms, invert=negated)

    words = _membership_words(feature, atoms, unit, negated, layout)
    return Event(words, feature.of, test, more, 0.0, about=feature)


def _membership_words(feature: Feature, atoms: Floats, unit: float, negated: bool, layout: Layout) -> str:
    if feature.boolean and len(atoms) == 1:
        return truth_words(feature, bool(atoms[0]) != negated)
    if feature.size and len(atoms) == 1:
        return size_words(feature.name, float(atoms[0]), float(atoms[0]) + 1, negated)
    shown = atoms[:SHOWN]
    if feature.label:
        listed = [layout.vocabulary.words(atom) for atom in shown]
    elif feature.boolean:
        listed = [str(bool(atom)) for atom in shown]
    else:
        listed = [notation(feature, atom * unit if unit else atom) for atom in shown]
    verb = "is not" if negated else "is"
    if len(atoms) == 1:
        exactly = "" if feature.label or feature.boolean or negated else "exactly "
        return f"{feature.name} {verb} {exactly}{listed[0]}"
    more = f", … ({len(atoms)} values)" if len(atoms) > SHOWN else ""
    return f"{feature.name} {verb} one of {', '.join(listed)}{more}"


def unit_of(values: Floats) -> float:
    """What two numbers of a column must differ by at least to count as different."""
    values = values[:: max(1, len(values) // 1000)]
    sizes = np.abs(values[np.isfinite(values)])
    size = float(np.quantile(sizes, 0.9)) if len(sizes) else 0.0
    return 10.0 ** (math.floor(math.log10(size)) - DIGITS) if size > 1e-290 else 0.0


def _rounded(values: Floats, unit: float) -> Floats:
    # Infinite values are values too.
    with np.errstate(over="ignore"):  # infinitely many units are one value too
        return np.round(values / unit) if unit else values
