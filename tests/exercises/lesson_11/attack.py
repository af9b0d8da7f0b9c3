"""Answers to “Break a published algorithm”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def streams(given, below=(0, 1), above=(1, 0), positives=None, weeks=None, levels=(0, 0)):
    """Weeks below, then weeks above: how far the counts are from the threshold, here and there."""
    c = given.count if positives is None else positives
    rest = (weeks or given.weeks) - c
    here, there = (
        [given.threshold + levels[0] + below[w]] * rest + [given.threshold + levels[1] + above[w]] * c for w in (0, 1)
    )
    return here, there, [False] * rest + [True] * c


def other_world(given):
    here, there, output = streams(given)
    return np.array(there), tuple(here), np.array(output)


def surprising(given):
    """Fewer weeks, but counts above the threshold that are said to be below."""
    return streams(given, weeks=given.count + 9, levels=(8, 0))


def longer_than_the_run(given):
    here, there, output = streams(given, weeks=given.weeks - 2)
    return [*here, 7, 5], [*there, 8, 5], [int(mark) for mark in output]


def mixed(given):
    here, there, output = streams(given)
    return [there[0], there[1], *here[2:]], [here[0], here[1], *there[2:]], output


WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (lambda given: streams(given, above=(0, 0), below=(0, 0)), "working", "the same"),
    (lambda given: streams(given, above=(3, 0)), "working", "at most 1"),
    (lambda given: streams(given, above=(0.5, 0)), "working", "whole numbers"),
    (lambda given: streams(given, weeks=given.weeks + 1), "working", "should be a list"),
    (lambda given: (streams(given)[0], streams(given)[1][1:], [True]), "working", "same questions"),
    (lambda given: streams(given, positives=0), "working", "not been paid for"),
    (lambda given: streams(given, positives=given.count + 1), "working", "never published"),
    (lambda given: (*streams(given)[:2], [False]), "working", "never published"),
    (lambda given: (*streams(given)[:2], [False] * 99), "working", "99 entries"),
    (lambda given: (*streams(given)[:2], ["below"]), "working", "list of `True`"),
    (lambda given: streams(given, positives=1), "almost", "How many positives"),
    (lambda given: streams(given, weeks=given.count), "working", "Pin it down"),
    (lambda given: streams(given, below=(0, 0)), "almost", "the same way"),
    (lambda given: streams(given, above=(0, 1)), "working", "the same way"),
    (mixed, "almost", "pull the same way"),
    (lambda given: streams(given, weeks=given.count + 2), "almost", "pin the threshold better"),
    (lambda given: streams(given, levels=(0, 60)), "working", "pin the threshold better"),
]


RIGHT = [other_world, surprising, longer_than_the_run]


FORMULAS = [
    lambda given: streams(given, above=(0, 1)),
    lambda given: streams(given, below=(0, 0)),
    lambda given: streams(given, above=(0, 0)),
    lambda given: streams(given, positives=given.count - 1),
    lambda given: streams(given, weeks=given.count + 2),
]
