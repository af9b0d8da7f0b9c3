"""Events about one feature: half-lines, intervals, what is outside of them, single values, sets of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.privacy.auditing.features import Feature
from dpviz.privacy.auditing.outcomes import Layout, Table
from dpviz.privacy.auditing.reading import ordinal
from dpviz.privacy.auditing.scoring import BOLD, CAUTIOUS, score

Floats = NDArray[np.float64]
CUTS = 24
# Where draws are many, plain columns are cut more finely: narrow intervals have enough hits to be told apart.
FINE_CUTS, MANY = 96, 5000
GAPS = 4
# Events in simpler words are kept where others look better by less than this (nats), once for each step away.
PLAINNESS = 0.03
# Numbers are told apart to so many digits of their column's size: as real numbers, not as patterns of bits.
DIGITS = 9


@dataclass(frozen=True)
class Event:
    """Something that an answer can be, chosen before it is counted."""

    words: str
    holds: Callable[[Table], NDArray[np.bool_]]
    more: int  # the world in which it is the likelier: 0 the data, 1 the neighbour
    score: float
    price: float = 0.0  # in nats: what plainer events may look worse by and still be kept
    kind: str = ""
    rule: float = 0.0  # by which it was chosen among its like: see `scoring`

    def scored(self, value: float) -> Event:
        """The same event, with another score."""
        return replace(self, score=value)


def events_of(feature: Feature, here: Table, there: Table, layout: Layout, delta: float) -> Iterator[Event]:
    """The best events of each kind that this feature has to offer."""
    with np.errstate(all="ignore"):
        values = feature.of(here), feature.of(there)
    # Of two events that are equally good the first is taken: "is exactly 2" before "is at most 2".
    yield from _atoms(feature, values, layout, delta)
    if not feature.label and not feature.boolean:
        yield from _intervals(feature, values, delta)


def _extra(feature: Feature) -> float:
    return feature.price if not feature.plain else 0.0


# --- half-lines and intervals --------------------------------------------------------------------------------------


def _intervals(feature: Feature, values: tuple[Floats, Floats], delta: float) -> Iterator[Event]:
    fine = [world[~np.isnan(world)] for world in values]
    runs = len(values[0])
    wanted = FINE_CUTS if feature.plain and runs >= MANY else CUTS
    cuts = cuts_between(np.concatenate(fine), whole=feature.whole, wanted=wanted)
    if not len(cuts):
        return
    below = [np.concatenate([[0], np.searchsorted(np.sort(world), cuts), [len(world)]]) for world in fine]
    ends = np.concatenate([[-np.inf], cuts, [np.inf]])
    i, j = np.triu_indices(len(ends), 1)
    inside = [counts[j] - counts[i] for counts in below]
    half = (i == 0) | (j == len(ends) - 1)
    useful = ~((i == 0) & (j == len(ends) - 1))
    for outside, counts in ((False, inside), (True, [len(w) - c for w, c in zip(fine, inside, strict=True)])):
        # What is outside of a half-line is a half-line.
        kept = useful & ~half if outside else useful
        if not kept.any():
            continue
        for more, spread in product((0, 1), (BOLD, CAUTIOUS)):
            looks = score(counts[more], counts[1 - more], runs, delta, spread)
            for whole_side in (True, False) if not outside else (False,):
                those = kept & (half == whole_side)
                if those.any():
                    best = int(np.argmax(np.where(those, looks, -np.inf)))
                    price = (0.0 if whole_side else 2 * PLAINNESS if outside else PLAINNESS) + _extra(feature)
                    kind = f"{'side' if whole_side else 'out' if outside else 'in'}{more}{spread}"
                    found = _interval(feature, float(ends[i[best]]), float(ends[j[best]]), outside, more)
                    yield replace(found, score=float(looks[best]) - price, price=price, kind=kind, rule=spread)


def _interval(feature: Feature, low: float, high: float, outside: bool, more: int) -> Event:
    def holds(table: Table) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            found = feature.of(table)
            within = between(found, low, high)
            return ~within & ~np.isnan(found) if outside else within

    return Event(interval_words(feature, low, high, outside), holds, more, 0.0)


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
    for verb, other in ((" contains ", " does not contain "), (" is odd", " is even"), (" is ", " is not ")):
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


def cuts_between(values: Floats, *, whole: bool = False, wanted: int = CUTS) -> Floats:
    """Where to cut a line: at quantiles of what was seen and close to its ends, rounded where that changes little."""
    if not len(values):
        return np.empty(0)
    ordered = np.sort(values)
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


def _atoms(feature: Feature, values: tuple[Floats, Floats], layout: Layout, delta: float) -> Iterator[Event]:
    unit = 0.0 if feature.label or feature.whole or feature.boolean else unit_of(np.concatenate(values))
    keys = tuple(_rounded(world, unit) for world in values)
    pooled = np.concatenate(keys)
    present = pooled[~np.isnan(pooled)]
    atoms, counts = np.unique(present, return_counts=True)
    often = counts >= 5
    if not often.any():
        return
    atoms, counts = atoms[often], counts[often]
    if len(atoms) > 400:
        atoms = np.sort(atoms[np.argsort(counts)[-400:]])
    runs = len(values[0])
    codes = _code(keys[0], atoms), _code(keys[1], atoms)
    count = [bincount(code, minlength=len(atoms) + 1)[:-1] for code in codes]
    extra = _extra(feature)
    for more, spread in product((0, 1), (BOLD, CAUTIOUS)):
        for negated in (False, True):
            hits = [runs - part for part in count] if negated else count
            looks = score(hits[more], hits[1 - more], runs, delta, spread)
            best = int(np.argmax(looks))
            price = extra + (PLAINNESS if negated else 0.0)
            found = _membership(feature, atoms[[best]], unit, negated, more, layout)
            kind = f"{'not' if negated else 'is'}{more}{spread}"
            yield replace(found, score=float(looks[best]) - price, price=price, kind=kind, rule=spread)
        if len(atoms) > 2:
            # All values whose ratio is above a bound.
            order = np.argsort(np.log(count[1 - more] + 0.5) - np.log(count[more] + 0.5), kind="stable")
            looks = score(np.cumsum(count[more][order]), np.cumsum(count[1 - more][order]), runs, delta, spread)
            best = int(np.argmax(looks))
            if best:
                found = _membership(feature, np.sort(atoms[order[: best + 1]]), unit, False, more, layout)
                price = extra + 2 * PLAINNESS
                yield replace(
                    found, score=float(looks[best]) - price, price=price, kind=f"set{more}{spread}", rule=spread
                )


def _membership(feature: Feature, atoms: Floats, unit: float, negated: bool, more: int, layout: Layout) -> Event:
    def holds(table: Table) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            found = np.isin(_rounded(feature.of(table), unit), atoms)
        return ~found if negated else found

    return Event(_membership_words(feature, atoms, unit, negated, layout), holds, more, 0.0)


def _membership_words(feature: Feature, atoms: Floats, unit: float, negated: bool, layout: Layout) -> str:
    if feature.boolean and len(atoms) == 1:
        return truth_words(feature, bool(atoms[0]) != negated)
    if feature.size and len(atoms) == 1:
        return size_words(feature.name, float(atoms[0]), float(atoms[0]) + 1, negated)
    if feature.label:
        listed = [layout.vocabulary.words(atom) for atom in atoms]
    elif feature.boolean:
        listed = [str(bool(atom)) for atom in atoms]
    else:
        listed = [notation(feature, atom * unit if unit else atom) for atom in atoms]
    verb = "is not" if negated else "is"
    if len(listed) == 1:
        exactly = "" if feature.label or feature.boolean or negated else "exactly "
        return f"{feature.name} {verb} {exactly}{listed[0]}"
    shown = ", ".join(listed[:6]) + (f", … ({len(listed)} values)" if len(listed) > 6 else "")
    return f"{feature.name} {verb} one of {shown}"


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


def _code(keys: Floats, atoms: Floats) -> NDArray[np.int64]:
    """The place of each key among the atoms; their number for what is none of them."""
    places = np.minimum(np.searchsorted(atoms, keys), len(atoms) - 1)
    return np.where(atoms[places] == keys, places, len(atoms))
