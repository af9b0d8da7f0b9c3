"""What the reader of the lesson on anonymity can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters

AGES = ("exact", "in bands of 5 years", "in bands of 10 years", "in bands of 20 years", "left out")
INCOMES = ("exact", "in bands of $1,000", "in bands of $5,000", "in bands of $10,000", "left out")
KEPT = {"kept": "published", "dropped": "left out"}
RELEASES = 10  # as many as the picture of the intersection shows
RATINGS = 8  # the most the attacker knows of anybody
DEPTH, SEEDS = 4, 8  # the deepest look into a graph, and the most people found before


class AnonymityParameters(Parameters):
    """How coarse each column is, what is wanted of the classes, and what each attacker knows."""

    age = Number(
        0,
        low=0,
        high=4,
        steps=5,
        whole=True,
        label="Age",
        ends=("exact", "left out"),
        show=lambda level: AGES[int(level)],
    )
    income = Number(
        0,
        low=0,
        high=4,
        steps=5,
        whole=True,
        label="Family income",
        ends=("exact", "left out"),
        show=lambda level: INCOMES[int(level)],
    )
    site = Choice("kept", options=KEPT, label="Site (one of six)")
    sex = Choice("kept", options=KEPT, label="Sex")
    k = Number(
        5,
        low=2,
        high=100,
        values=[2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100],
        whole=True,
        label="k, class size wanted",
        ends=("small", "large"),
    )
    l = Number(  # noqa: E741
        1.5,
        low=1,
        high=4,
        steps=13,
        label="l, diversity wanted",
        ends=("one value", "all four alike"),
    )
    t = Number(
        0.2,
        low=0.05,
        high=0.95,
        steps=19,
        label="t, distance wanted",
        ends=("as the whole table", "far from it"),
    )
    known = Number(
        0,
        low=0,
        high=2,
        steps=3,
        whole=True,
        label="Values ruled out",
        help="How many false ones the attacker can strike out.",
        ends=("none", "all but two"),
    )
    size = Number(
        4, low=1, high=20, steps=20, whole=True, label="k, people in a class", ends=("alone", "a crowd")
    )
    values = Number(
        10, low=2, high=40, steps=39, whole=True, label="m, sensitive values", ends=("few", "many")
    )
    releases = Number(
        2,
        low=1,
        high=RELEASES,
        steps=RELEASES,
        whole=True,
        label="r, the releases",
        ends=("one", "many"),
        play=True,
    )
    epsilon = common.epsilon(0.5, low=0.05, high=3, steps=41, label="ε of each answer")
    ratings = Number(
        3,
        low=1,
        high=RATINGS,
        steps=RATINGS,
        whole=True,
        label="Ratings known",
        ends=("one", "many"),
        play=True,
    )
    wrong = Number(
        0.2,
        low=0,
        high=1,
        steps=11,
        label="Share wrong",
        ends=("all right", "mere noise"),
        show=lambda share: f"{100 * share:.3g} %",
        help="The stars of each known rating are drawn anew with this chance.",
    )
    threshold = Number(
        1.5,
        low=0,
        high=4,
        steps=17,
        label="Threshold",
        help="By how much a record must stand out to be named.",
        ends=("name everybody", "only if sure"),
    )
    depth = Number(
        1,
        low=0,
        high=DEPTH,
        steps=DEPTH + 1,
        whole=True,
        label="Depth known",
        ends=("nothing", "friends of friends …"),
        play=True,
        help="1: how many friends each has. 2: also how many those have. And so on.",
    )
    seeds = Number(
        0,
        low=0,
        high=SEEDS,
        steps=SEEDS + 1,
        whole=True,
        label="People found before",
        ends=("none", "many"),
        help="The attacker knows the distance of everybody to each of them.",
    )
    links = Choice(
        "2",
        options={"1": "one friend", "2": "two friends", "3": "three friends"},
        label="Each newcomer makes",
    )
    seed = common.seed()
