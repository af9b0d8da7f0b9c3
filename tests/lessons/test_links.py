"""A link opens a lesson in its state; what it gets wrong is told, and the rest of it is taken."""

from __future__ import annotations

import pytest

from tests.lessons.drawn import scene
from tests.lessons.outlines import OUTLINES

pytestmark = pytest.mark.usefixtures("few")

LINKS = [
    (
        "privacy",
        "?question=mean&excess.noise=gaussian&worlds.epsilon=0.37&worlds.n=1234",
        "",
        {"worlds": "With ε = 0.37 the noise has scale"},
    ),
    (
        "pac",
        "?cut.n=300&curve.n=300&curve.alpha=7&growth.line=parities",
        "takes a number from 0.01 to 0.5",
        {
            "cut": "After 300 patients",
            "curve": "With 300 patients the learner’s true error is above 10 %",
            "growth": "VC dimension 3",
        },
    ),
    (
        "private_pac",
        "?curve.epsilon=2&bits.bits=60&health.n=0",
        "takes a whole number from 10 to 10,000",
        {"curve": "ε = 2", "bits": "1,152,921,504,606,846,977 thresholds"},
    ),
    (
        "multiplicative_weights",
        "?bars.cells=8&descent.cells=8&sign=towards&bars.round=3&descent.round=3&rate.alpha=0.9",
        "takes a number from 0.02 to 0.24",
        {"bars": "Round 3 shows", "descent": "With the wrong sign"},
    ),
    (
        "private_regression",
        "?weights.epsilon=0.5&lines.epsilon=0.5&lines.n=3",
        "takes a whole number from 50 to 5,000",
        {"weights": "ε = 0.5, 1,000 records", "lines": "ε = 0.5, 1,000 records"},
    ),
    (
        "anonymity",
        "?release.age=3&release.income=4&told.age=3&told.income=4&known=7&links=1&depth=4&sensitive=5",
        "takes a whole number from 0 to 2",
        {
            "release": "in bands of 20 years, site, sex",
            "told": "sure of the health of 3 of 5,912 people",
            "intersection": "2 releases, 4-anonymous each, 5 values",
            "structure": "up to four steps away",
        },
    ),
    ("parity", "?bits=5&law.keep=7", "takes a number from 0 to 1", {"halving": "16 parities fit"}),
    ("robust", "?steps=0&worst.radius=9", "takes a number from 0 to 0.6", {"worst": "After 0 steps PGD is at 0.474"}),
    (
        "halving",
        "?way=mean&step=3&rounds.arms=8&rounds.gap=9&uniform.shape=needle&uniform.arms=8",
        "takes a number from 0.02 to 0.3",
        {
            "rounds": "Round 2: 4 arms",
            "uniform": "Successive halving loses it with probability",
            "failure": "of 2,000 runs",
            "tuning": "The 14 releases together cost ε = 1",
        },
    ),
    (
        "accounting",
        "?losses.mechanism=response&sums.releases=200&accountants.mechanism=laplace",
        "",
        {
            "losses": "with probability 73 %",
            "sums": "200 releases lose",
            "accountants": "the exact ε of 1,000 releases is 17.424",
        },
    ),
    (
        "accounting",
        "?attack.noise=3.95&records=3000",
        "",
        {"attack": "100 steps have ε = 0.998", "price": "Privacy costs less than one point here"},
    ),
]


@pytest.mark.parametrize(("slug", "link", "told", "sentences"), LINKS, ids=[link[0] for link in LINKS])
def test_a_link_opens_its_state_and_its_mistake_is_told(slug, link, told, sentences):
    lesson = OUTLINES[slug].make()
    lesson.open_link(link)
    messages = [problem["message"] for problem in lesson.page.problems]
    assert len(messages) == bool(told)
    assert told in "".join(messages)
    for name, words in sentences.items():
        drawn = scene(lesson, name)
        assert words in drawn.sentences[drawn.start], name
