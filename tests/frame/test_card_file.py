"""The text file with a lesson's theorems: how it is read, what stands on a card in which frame, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dpviz.lessons
from dpviz.draw.texts import Value
from dpviz.frame.card_file import write_cards
from dpviz.frame.kinds import Number
from dpviz.frame.section import Section

CARD = """
card: squares
title if not small: Large squares
title: Small squares
source: SQ-1
says: n^2
filled: @n^2=@square
row square: n², of
  {n} people
row root if way=back: n again
given: n is whole
given even if small: n is even
note if way=back and not small: Not said.
note: Half is {half:.1f}.
note if way=back: And back.
"""
VALUES = {
    "n": Value(3),
    "square": Value(np.array([4, 9])),
    "half": Value(1.5),
    "even": Value(np.array([True, False])),
    "small": Value(True),
    "way": Value("back"),
}


def read(tmp_path: Path, text: str) -> Section:
    n = Number(2, low=1, high=10, steps=10, whole=True, label="n, the people")
    section = Section(lambda at: None, axes=(n,), parameters={"n": n})  # type: ignore[arg-type,return-value]
    file = tmp_path / "cards.txt"
    file.write_text(text, encoding="utf-8")
    write_cards(file, {"squares": section, "cubes": section})
    return section


def test_a_card_says_what_holds_where_it_stands(tmp_path: Path) -> None:
    made = read(tmp_path, CARD).card
    card = made.card(VALUES)
    assert (card.title, card.source, card.note) == ("Small squares", "SQ-1", "Half is 1.5. And back.")
    assert card.rows == (("n², of 3 people", "square"), ("n again", "root"))
    assert [(one.text, one.holds) for one in card.assumptions] == [
        ("n is whole", (True,)),
        ("n is even", (True, False)),
    ]
    assert 'data-slot="square"' in card.filled
    assert "data-slot" not in card.formula
    other = made.card({**VALUES, "small": Value(False), "way": Value("forth")})
    assert (other.title, other.note) == ("Large squares", "Half is 1.5.")
    assert len(other.rows) == len(other.assumptions) == 1


@pytest.mark.parametrize(
    ("name", "moves"), [("n", np.array([2, 3])), ("small", np.array([True, False])), ("way", ["back", "forth"])]
)
def test_what_moves_with_the_slider_must_stand_in_a_slot(tmp_path: Path, name: str, moves: object) -> None:
    with pytest.raises(ValueError, match=f"must be one value; {name} has one a frame"):
        read(tmp_path, CARD).card.card({**VALUES, name: Value(moves)})


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("card: squares", "card: roots", "a block must be a card of a section, squares, cubes"),
        ("card: squares", "ask: squares", "ask squares: a block must be a card"),
        ("card: squares", "card: squares, cubes", "cubes has two cards"),
        ("source: SQ-1\n", "", "source is missing"),
        ("says:", "formula:", "fields must be title, .*; got formula"),
        ("row square:", "row:", "got row"),
        ("row square:", "row square when small:", "got row square when small"),
        ("if way=back and not small", "if way = back", "got note if way = back"),
        ("note if way=back:", "note way:", "got note way"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    with pytest.raises(ValueError, match=rf"cards\.txt, line 2, .*{says}"):
        read(tmp_path, CARD.replace(right, wrong))


def test_the_lines_of_the_lessons_cards_are_readable() -> None:
    for file in Path(dpviz.lessons.__path__[0]).glob("*/cards.txt"):
        assert max(map(len, file.read_text(encoding="utf-8").splitlines())) <= 120, file
