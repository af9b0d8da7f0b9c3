"""No right option is known by its look: of each question's options, some wrong one looks as the right one does."""

from __future__ import annotations

import re

import pytest

from dpviz.frame.questions import ChoiceQuestion
from tests.lessons.outlines import OUTLINES

LONGER = 1.6  # the right one, than the longest wrong one; the shortest wrong one, than the right one
LOOKS = {"a number": r"\d", "a decimal": r"\d\.\d", "a reason": r":|, for |, because "}


@pytest.mark.parametrize("slug", OUTLINES)
def test_the_right_option_is_neither_the_odd_one_nor_the_longest(slug: str) -> None:
    lesson = OUTLINES[slug].make()
    odd = []
    for section in lesson.sections.values():
        asked = (lesson.question, section.section.questions), (lesson.predict, section.section.predictions)
        for show, made in asked:
            for name in (name for name, one in made.items() if isinstance(one, ChoiceQuestion)):
                options = show(name).options
                (right,) = (option["label"] for option in options if option["right"])
                wrong = [option["label"] for option in options if not option["right"]]
                lengths = sorted(map(len, wrong))
                for look, pattern in LOOKS.items():
                    has = bool(re.search(pattern, right))
                    if all(bool(re.search(pattern, label)) != has for label in wrong):
                        odd.append(f"{name}: only “{right}” has {'' if has else 'not '}{look}")
                if not lengths[0] / LONGER <= len(right) <= lengths[-1] * LONGER:
                    odd.append(f"{name}: “{right}” has {len(right)} letters, the others {lengths}")
    lesson.close()
    assert not odd, "\n".join(odd)
