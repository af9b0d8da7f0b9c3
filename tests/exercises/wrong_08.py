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
    ],
    "bands": [
        (lambda given: k_at_a_time, "almost", "another cut"),
        (lambda given: at_the_gaps, "almost", "another cut"),
        (lambda given: ties_forgotten, "working", "too few"),
        (lambda given: not_sorted, "working", "no band"),
        (lambda given: one_band, "working", "single band"),
        (lambda given: decades, "working", "too few"),
        (lambda given: rest_left_over, "working", "too few"),
    ],
    "tables": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: {}, "working", "At least one"),
        (anything_in_both, "working", "nobody can be sure"),
        (without_the_last, "almost", "not all"),
        (the_first_table, "working", "cannot have"),
        (in_both, "working", "no illness"),
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
    ],
    "counts": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: a_third_each, "almost", "noisier"),
        (lambda given: one_noise_for_all, "working", "given away"),
        (lambda given: sum_of_two, "working", "given away"),
        (lambda given: exact_sum, "working", "given away"),
        (lambda given: noise_alone, "working", "around the true"),
        (lambda given: normal, "almost", "shape"),
    ],
}
