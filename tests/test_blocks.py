"""Text files of blocks."""

from __future__ import annotations

import pytest

from dpviz._blocks import blocks


def written(folder, text):
    file = folder / "questions.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_is_read_block_by_block(tmp_path):
    text = "# a remark\nask: cost\nsays: How many times\n  the records? A: none\n\n\n# more\nask: rate\n"
    first, second = blocks(written(tmp_path, text + "option:\n  2\noption: 3"))
    assert (first.kind, first.name, first.line) == ("ask", "cost", 2)
    assert first.once() == {"ask": "cost", "says": "How many times the records? A: none"}
    assert second.line == 8
    assert second.all("option") == ["2", "3"]


@pytest.mark.parametrize(("text", "says"), [("ask: a\nno colon", "line 2.*no colon"), (" ask: a", "line 1.*' ask: a'")])
def test_a_line_that_is_neither_field_nor_text_is_refused(tmp_path, text, says):
    with pytest.raises(ValueError, match=says):
        list(blocks(written(tmp_path, text)))


def test_a_field_that_stands_twice_or_is_unknown_or_missing_is_refused(tmp_path):
    (block,) = blocks(written(tmp_path, "ask: a\nsays: b\nsays: c"))
    with pytest.raises(ValueError, match=r"questions\.txt, line 1, ask a: says stands twice"):
        block.once()
    (block,) = blocks(written(tmp_path, "ask: a\nwhy: b"))
    assert block.once() == block.once(("why",), ()) == {"ask": "a", "why": "b"}
    with pytest.raises(ValueError, match="fields must be among says, small; got why"):
        block.once((), ("says", "small"))
    with pytest.raises(ValueError, match="says is missing"):
        block.once(("says",))
