"""Plausible wrong answers to exercise 8: what makes the answer, the verdict, a word of its sentence."""

import numpy as np


def groups(table, columns=slice(0, -1)):
    found = {}
    for row in table:
        found.setdefault(tuple(row[columns]), []).append(row[-1])
    return list(found.values())


def stub(table): ...


def illness_as_well(table):
    found = groups(table, slice(0, None))
    return min(map(len, found)), min(len(set(group)) for group in found)


def first_column(table):
    found = groups(table, slice(0, 1))
    return min(map(len, found)), min(len(set(group)) for group in found)


def largest(table):
    found = groups(table)
    return max(map(len, found)), max(len(set(group)) for group in found)


def of_the_smallest(table):
    smallest = min(groups(table), key=len)
    return len(smallest), len(set(smallest))


def number_of_classes(table):
    return len(groups(table)), len({row[-1] for row in table})


def of_the_whole_table(table):
    return min(map(len, groups(table))), len({row[-1] for row in table})


def the_other_way(table):
    found = groups(table)
    return min(len(set(group)) for group in found), min(map(len, found))


def two_columns_only(table):
    found = groups(table, slice(0, 2))
    return min(map(len, found)), min(len(set(group)) for group in found)


def rows_counted_once(table):
    return illness_of(list(dict.fromkeys(table)))


def illness_of(table):
    found = groups(table)
    return min(map(len, found)), min(len(set(group)) for group in found)


def the_most_diverse(table):
    found = groups(table)
    return min(map(len, found)), max(len(set(group)) for group in found)


def not_different(table):
    found = groups(table)
    return min(map(len, found)), min(map(len, found))


def on_average(table):
    found = groups(table)
    return sum(map(len, found)) / len(found), 2


def by_sorting(table):
    """Neighbours in the sorted table; a list of NumPy's whole numbers."""
    ordered = sorted(tuple(row) for row in table)
    sizes, kinds, last = [], [], None
    for *known, illness in ordered:
        if known != last:
            sizes.append(0)
            kinds.append(set())
            last = known
        sizes[-1] += 1
        kinds[-1].add(illness)
    return np.array([min(sizes), min(map(len, kinds))])


def k_at_a_time(ages, k):
    ordered = sorted(ages)
    found, at = [], 0
    while len(ordered) - at >= 2 * k:
        found.append(ordered[at])
        end = at + k
        while end < len(ordered) and ordered[end] == ordered[end - 1]:
            end += 1
        at = end
    if len(ordered) - at >= k or not found:
        found.append(ordered[at])
    return found


def ties_forgotten(ages, k):
    ordered = sorted(ages)
    return [ordered[i * k] for i in range(len(ordered) // k)]


def not_sorted(ages, k):
    return [ages[i * k] for i in range(len(ages) // k)]


def one_band(ages, k):
    return [min(ages)]


def decades(ages, k):
    return [0, 10, 20, 30, 40, 50, 60, 70, 80]


def rest_left_over(ages, k):
    return [sorted(ages)[i] for i in range(0, len(ages), k)]


def at_the_gaps(ages, k):
    ordered = sorted(ages)
    found = [ordered[0]]
    members = 1
    for i in range(1, len(ordered)):
        if ordered[i] - ordered[i - 1] > 5 and members >= k and len(ordered) - i >= k:
            found.append(ordered[i])
            members = 0
        members += 1
    return found


def best_starts(ages, k, cost):
    """Least sum of `cost(ages of a band)`, over bands of at least k people; the ages at which they begin."""
    ordered = sorted(ages)
    best = {0: (0, [])}
    for end in range(k, len(ordered) + 1):
        if end < len(ordered) and ordered[end] == ordered[end - 1]:
            continue
        options = [
            (loss + cost(ordered[begin:end]), [*starts, ordered[begin]])
            for begin, (loss, starts) in best.items()
            if end - begin >= k
        ]
        if options:
            best[end] = min(options)
    return best[len(ordered)][1]


def loss_of(band):
    return len(band) * (band[-1] - band[0])


def widths_only(ages, k):
    return best_starts(ages, k, lambda band: band[-1] - band[0])


def squares(ages, k):
    return best_starts(ages, k, lambda band: sum((age - sum(band) / len(band)) ** 2 for age in band))


def as_many_as_possible(ages, k):
    return best_starts(ages, k, lambda band: -1)


def places(ages, k):
    ordered = sorted(ages)
    return [ordered.index(start) for start in best_starts(ages, k, loss_of)]


def ends(ages, k):
    starts = best_starts(ages, k, loss_of)
    return [max(age for age in ages if age < start) for start in starts[1:]] + [max(ages)]


def every_way(ages, k):
    ordered = sorted(set(ages))
    found = None
    for chosen in range(2 ** (len(ordered) - 1)):
        starts = [ordered[0]] + [ordered[i + 1] for i in range(len(ordered) - 1) if chosen >> i & 1]
        found = min(found or (np.inf, starts), (len(starts), starts))
    return found[1]


def a_set(ages, k):
    return set(best_starts(ages, k, loss_of))


def between_the_ages(ages, k):
    return np.array(best_starts(ages, k, loss_of), dtype=np.float32) - 0.5


def with_recursion(ages, k):
    ordered, known = sorted(ages), {}

    def best(begin):
        if begin == len(ordered):
            return 0, ()
        if begin not in known:
            options = [
                (best(end)[0] + loss_of(ordered[begin:end]), (ordered[begin], *best(end)[1]))
                for end in range(begin + k, len(ordered) + 1)
                if end == len(ordered) or ordered[end] != ordered[end - 1]
            ]
            known[begin] = min(options, default=(np.inf, ()))
        return known[begin]

    return best(0)[1]


def in_both(given):
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age <= high}
        found[name] = sorted(first & {illness for where, illness in given.insurer if where == town})
    return found


def sure(given):
    return {name: values[0] for name, values in in_both(given).items() if len(values) == 1}


def anything_in_both(given):
    return {name: values[0] for name, values in in_both(given).items()}


def without_the_last(given):
    found = sure(given)
    found.popitem()
    return found


def the_first_table(given):
    unsure = {}
    for name, age, _ in given.people:
        both = in_both(given)[name]
        lines = [illness for low, high, illness in given.hospital if low <= age <= high]
        unsure[name] = next(illness for illness in lines if illness not in both)
    return unsure


def below_the_end(given):
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age < high}
        both = first & {illness for where, illness in given.insurer if where == town}
        if len(both) == 1:
            found[name] = both.pop()
    return found


def two_groups(ask, people, victim, least):
    others = [person for person in people if person != victim]
    return ask([*others[:least], victim]) - ask(others[:least])


def the_victim_alone(ask, people, victim, least):
    return ask([victim])


def the_majority(ask, people, victim, least):
    return int(2 * ask(people) > len(people))


def a_guess(ask, people, victim, least):
    return 1


def the_count(ask, people, victim, least):
    return ask(people)


def turned_around(ask, people, victim, least):
    others = [person for person in people if person != victim]
    first, second = others[:least], others[least : 2 * least]
    return 1 - ask([*first, *second, victim]) + ask(first) + ask(second)


def victim_forgotten(ask, people, victim, least):
    others = [person for person in people if person != victim]
    first, second = others[:least], others[least : 2 * least]
    return ask([*first, *second]) - ask(first) - ask(second)


def all_but_the_victim(ask, people, victim, least):
    return ask(people) - ask([person for person in people if person != victim])


def half_of_each(ask, people, victim, least):
    others = [person for person in people if person != victim]
    middle = len(others) // 2
    return (ask(people) - ask(others[:middle]) - ask(others[middle:])) / 2


def a_share(ask, people, victim, least):
    return ask(people) / len(people)


def said_in_words(ask, people, victim, least):
    return "ill" if the_whole(ask, people, victim, least) else "well"


def asked_again(ask, people, victim, least):
    """Asking the same group again gives the same."""
    others = [person for person in people if person != victim]
    return int(ask(others) != ask(others))


def the_whole(ask, people, victim, least):
    others = [person for person in people if person != victim]
    return ask(people) - ask(others[::2]) - ask(set(others[1::2]))


def yes_or_no(ask, people, victim, least):
    return the_whole(ask, people, victim, least) == 1


def by_equations(ask, people, victim, least):
    """Three groups as rows of a matrix; the victim alone is a combination of them."""
    others = [person for person in people if person != victim]
    groups = [people, others[: len(others) // 2], others[len(others) // 2 :]]
    matrix = np.array([[float(person in group) for person in people] for group in groups])
    alone = np.array([float(person == victim) for person in people])
    weights = np.linalg.lstsq(matrix.T, alone, rcond=None)[0]
    return weights @ np.array([ask(group) for group in groups])


def five_groups(ask, people, victim, least):
    others = [person for person in people if person != victim]
    a, b = others[:least], others[least : 2 * least]
    rest = others[2 * least :]
    if len(rest) < least:
        return np.int64(ask([*a, *b, victim]) - ask(a) - ask(b))
    return np.float64(ask(people) - ask(a) - ask(b) - ask(rest))


def truth(table):
    woman, ill = table[:, 0], table[:, 1]
    return np.array([(woman * ill).sum(), ((1 - woman) * ill).sum(), ill.sum()])


def as_it_stands(table, epsilon, rng):
    return truth(table) + rng.laplace(scale=1 / epsilon, size=3)


def a_third_each(table, epsilon, rng):
    return truth(table) + rng.laplace(scale=3 / epsilon, size=3)


def one_noise_for_all(table, epsilon, rng):
    return truth(table) + rng.laplace(scale=2 / epsilon)


def sum_of_two(table, epsilon, rng):
    women, men = truth(table)[:2] + rng.laplace(scale=1 / epsilon, size=2)
    return np.array([women, men, women + men])


def exact_sum(table, epsilon, rng):
    women, men = truth(table)[:2] + rng.laplace(scale=2 / epsilon, size=2)
    return np.array([women, men, truth(table)[2]])


def noise_alone(table, epsilon, rng):
    return 40 + rng.laplace(scale=2 / epsilon, size=3)


def normal(table, epsilon, rng):
    return truth(table) + rng.normal(scale=1.25 * 2 / epsilon, size=3)


def with_noise(draw, change=lambda counts: counts):
    """The counts with `draw(rng, 1 / epsilon)` for noise, and what is made of them afterwards."""

    def counts(table, epsilon, rng):
        return change(truth(table) + draw(rng, 1 / epsilon))

    return counts


def twice(rng, unit):
    return rng.laplace(scale=2 * unit, size=3)


def geometric(rng, unit):
    stop = 1 - np.exp(-1 / (2 * unit))
    return rng.geometric(stop, size=3) - rng.geometric(stop, size=3)


def unequal(rng, unit):
    return rng.laplace(size=3) * unit * np.array([3, 3, 1.5])


def cut(rng, unit):
    return np.clip(rng.laplace(scale=2 * unit, size=3), -12 * unit, 12 * unit)


def cut_sooner(rng, unit):
    return np.clip(rng.laplace(scale=2 * unit, size=3), -8 * unit, 8 * unit)


def drawn_again(rng, unit):
    while True:
        noise = rng.laplace(scale=2 * unit, size=3)
        if (np.abs(noise) < 10 * unit).all():
            return noise


def consistent(counts):
    return counts + np.array([-1, -1, 1]) * (counts[0] + counts[1] - counts[2]) / 3


def sum_of_the_two(counts):
    return np.array([counts[0], counts[1], counts[0] + counts[1]])


def the_difference(counts):
    return [counts[0], counts[2] - counts[0], counts[2]]


def single_scale(rng, scale):
    return rng.laplace(scale=scale, size=3)


def only_women_and_men(table, epsilon, rng):
    return truth(table)[:2] + rng.laplace(scale=2 / epsilon, size=2)


def as_shares(table, epsilon, rng):
    return (truth(table) + rng.laplace(scale=2 / epsilon, size=3)) / len(table)


WRONG = {
    "measure": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: illness_as_well, "working", "know the illness"),
        (lambda given: first_column, "working", "every"),
        (lambda given: largest, "working", "largest class"),
        (lambda given: of_the_smallest, "working", "worse off"),
        (lambda given: number_of_classes, "working", "count classes"),
        (lambda given: of_the_whole_table, "working", "whole table"),
        (lambda given: the_other_way, "working", "l first"),
        (lambda given: two_columns_only, "working", "k is wrong"),
        (lambda given: rows_counted_once, "working", "equal rows once"),
        (lambda given: the_most_diverse, "working", "most diverse"),
        (lambda given: not_different, "working", "smallest class"),
        (lambda given: on_average, "working", "whole number"),
    ],
    "bands": [
        (lambda given: k_at_a_time, "almost", "another cut"),
        (lambda given: at_the_gaps, "almost", "another cut"),
        (lambda given: ties_forgotten, "working", "too few"),
        (lambda given: not_sorted, "working", "no band"),
        (lambda given: one_band, "working", "single band"),
        (lambda given: decades, "working", "too few"),
        (lambda given: rest_left_over, "working", "too few"),
        (lambda given: widths_only, "almost", "another cut"),
        (lambda given: squares, "almost", "another cut"),
        (lambda given: as_many_as_possible, "almost", "another cut"),
        (lambda given: places, "working", "places in the list"),
        (lambda given: ends, "working", "no band"),
    ],
    "tables": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: {}, "working", "At least one"),
        (anything_in_both, "working", "nobody can be sure"),
        (without_the_last, "almost", "not all"),
        (the_first_table, "working", "cannot have"),
        (in_both, "working", "no illness"),
        (below_the_end, "almost", "not all"),
        (lambda given: dict.fromkeys(sure(given), "flue"), "working", "no illness"),
        (lambda given: set(sure(given)), "working", "dictionary"),
        (lambda given: {**sure(given), "Zoe": "flu"}, "working", "Nobody of the five"),
        (lambda given: list(sure(given)), "working", "dictionary"),
    ],
    "attack": [
        (lambda given: two_groups, "working", "differs from this one in 1"),
        (lambda given: the_victim_alone, "working", "refuses a group of 1"),
        (lambda given: the_majority, "working", "guess"),
        (lambda given: a_guess, "working", "not asked"),
        (lambda given: the_count, "working", "0 or 1"),
        (lambda given: turned_around, "working", "turn it around"),
        (lambda given: victim_forgotten, "working", "guess"),
        (lambda given: all_but_the_victim, "working", "differs from this one in 1"),
        (lambda given: half_of_each, "working", "0 or 1"),
        (lambda given: a_share, "working", "0 or 1"),
        (lambda given: said_in_words, "working", "one number"),
        (lambda given: asked_again, "working", "guess"),
    ],
    "counts": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: a_third_each, "almost", "noisier"),
        (lambda given: one_noise_for_all, "working", "given away"),
        (lambda given: sum_of_two, "working", "given away"),
        (lambda given: exact_sum, "working", "given away"),
        (lambda given: noise_alone, "working", "around the true"),
        (lambda given: normal, "almost", "shape"),
        (lambda given: with_noise(cut), "almost", "shape"),
        (lambda given: with_noise(cut_sooner), "almost", "shape"),
        (lambda given: with_noise(drawn_again), "almost", "shape"),
        (lambda given: with_noise(lambda rng, unit: single_scale(rng, 1.75 * unit)), "working", "Add up"),
        (lambda given: with_noise(lambda rng, unit: single_scale(rng, 0.85 * 2 * unit)), "working", "Add up"),
        (lambda given: with_noise(lambda rng, unit: single_scale(rng, 2.2 * unit)), "almost", "noisier"),
        (lambda given: with_noise(lambda rng, unit: single_scale(rng, 3 * unit), consistent), "almost", "noisier"),
        (lambda given: with_noise(lambda rng, unit: single_scale(rng, 1.7 * unit), consistent), "working", "Add up"),
        (lambda given: with_noise(lambda rng, unit: rng.normal(scale=2.8 * unit, size=3), np.round), "almost", "shape"),
        (lambda given: only_women_and_men, "working", "shape"),
        (lambda given: as_shares, "working", "around the true"),
    ],
}

#: Wrong answers that must differ from the right ones on every seed.
FORMULAS = {"tables": [below_the_end, anything_in_both, without_the_last, the_first_table]}

#: Right answers by other ways, and of other types.
RIGHT = {
    "measure": [lambda given: by_sorting, lambda given: lambda table: [float(value) for value in illness_of(table)]],
    "bands": [lambda given: a_set, lambda given: between_the_ages, lambda given: with_recursion],
    "tables": [
        lambda given: {name: np.str_(illness) for name, illness in sure(given).items()},
        lambda given: {name: {illness} for name, illness in sure(given).items()},
    ],
    "attack": [lambda given: the_whole, lambda given: yes_or_no, lambda given: by_equations, lambda given: five_groups],
    "counts": [
        lambda given: with_noise(twice, consistent),
        lambda given: with_noise(twice, lambda counts: np.round(consistent(counts)).astype(int)),
        lambda given: with_noise(twice, lambda counts: np.maximum(counts, 0).tolist()),
        lambda given: with_noise(twice, lambda counts: [max(0, round(float(count))) for count in counts]),
        lambda given: with_noise(twice, sum_of_the_two),
        lambda given: with_noise(twice, lambda counts: sum_of_the_two(np.maximum(np.round(counts), 0))),
        lambda given: with_noise(twice, the_difference),
        lambda given: with_noise(twice, lambda counts: counts.astype(np.float32)),
        lambda given: with_noise(geometric),
        lambda given: with_noise(geometric, sum_of_the_two),
        lambda given: with_noise(unequal),
    ],
}
