"""Reading a user's table: good files, then bad ones one by one, each with what it is answered."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.data import MISSING, TableError, health, read_csv
from dpviz.mechanisms.selection import candidates_in, median, mode, threshold


def read(text: str | bytes, **options):
    return read_csv(text.encode() if isinstance(text, str) else text, "my.csv", **options)


def words(column) -> list[str]:
    return [column.text(row) for row in range(len(column))]


# --- good files -------------------------------------------------------------------------------------------------


def test_numbers_and_words():
    table = read("age,city\n30,Rome\n41.5,Oslo\n-2e1,Rome\n")
    age, city = table.columns
    assert (age.kind, list(age.values)) == ("number", [30, 41.5, -20])
    assert (city.kind, city.categories, list(city.values)) == ("category", ("Oslo", "Rome"), [1, 0, 1])
    assert not age.public
    assert (age.low, age.high) == (None, None)
    assert table.notes == (
        "3 records and 2 columns, separated by commas. The first line was read as the column names: 'age', 'city'.",
    )


@pytest.mark.parametrize(("separator", "name"), [(",", "commas"), (";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(separator, name, end):
    text = end.join(separator.join(row) for row in (["a", "b c"], ["1", "x"], ["2", "y"]))
    table = read(text)
    assert table.names == ("a", "b c")
    assert list(table.column("a").values) == [1, 2]
    assert name in table.notes[0]


def test_the_separator_is_the_one_the_lines_agree_on():
    table = read("price;remark\n1,5;cheap, but good\n2,5;dear\n")
    assert table.names == ("price", "remark")
    assert words(table.column("price")) == ["1,5", "2,5"]
    assert table.column("price").first_word == "“1,5” on line 2"


@pytest.mark.parametrize(("blank", "lines"), [(100, "price;remark\n1;cheap\n2;dear\n"), (2**16, "price\n1\n2\n")])
def test_the_lines_may_come_after_many_blank_ones(blank, lines):
    table = read("\n" * blank + lines)
    assert table.column("price").values.tolist() == [1, 2]
    assert f"{blank:,} blank lines were skipped" in " ".join(table.notes)


def test_quotes_hold_separators_line_ends_and_quotes():
    table = read('a,b\n"x, y","say ""hi"""\n"two\nlines",z\nlast,w\n')
    assert words(table.column("a")) == ["x, y", "two\nlines", "last"]
    assert words(table.column("b")) == ['say "hi"', "z", "w"]


def test_byte_order_mark_and_spaces():
    table = read(b"\xef\xbb\xbfa, b\n 1 , x\n2,x \n")
    assert table.names == ("a", "b")
    assert list(table.column("a").values) == [1, 2]
    assert table.column("b").categories == ("x",)


def test_letters_beyond_ascii():
    assert read("name\nZoë\nŁódź\n").column("name").categories == ("Zoë", "Łódź")


def test_codes_with_leading_zeros_stay_words():
    zipcode, plain = read("zip,n\n02139,0\n10001,0.5\n").columns
    assert zipcode.categories == ("02139", "10001")
    assert zipcode.first_word == "“02139” on line 2"
    assert plain.kind == "number"


@pytest.mark.parametrize("odd", ["1_000", "inf", "1e999", "0x10", "१", "12%", "$5", "1 2", "nan!", "--1"])
def test_what_python_or_others_call_a_number_and_a_table_does_not(odd):
    column = read(f"a,b\n1,1\n{odd},1\n").column("a")
    assert column.kind == "category"
    assert column.first_word == f"“{odd}” on line 3"


def test_a_number_column_may_turn_to_words_late():
    text = "a,b\n" + "1,2\n" * 20_000 + "x,2\n"
    column = read(text).column("a")
    assert (column.kind, column.categories) == ("category", ("1", "x"))
    assert column.first_word == "“x” on line 20,002"
    assert np.bincount(column.values).tolist() == [20_000, 1]


def test_missing_numbers_are_counted_and_placed():
    table = read("a,b\n1,x\n,y\nNA,\n3,z\n")
    a, b = table.columns
    assert (a.kind, a.missing, a.first_missing) == ("number", 2, "line 3")
    assert (b.missing, b.first_missing, b.categories) == (1, "line 4", ("x", "y", "z", MISSING))
    assert "Column 'a': 2 missing (the first on line 3)" in table.notes[1]
    assert "Column 'b': 1 missing (the first on line 4)" in table.notes[2]


def test_na_is_a_word_among_words():
    column = read("country,x\nNA,1\nIT,1\n").column("country")
    assert (column.categories, column.missing) == (("IT", "NA"), 0)


def test_nothing_but_blanks_is_a_column_of_missing_words():
    column = read("a,b\n,1\n,2\n").column("a")
    assert (column.kind, column.categories, column.missing) == ("category", (MISSING,), 2)


def test_a_hundred_gaps_in_a_long_column():
    cells = ["" if row % 1000 == 7 else str(row) for row in range(30_000)]
    column = read("a,b\n" + "\n".join(f"{cell},1" for cell in cells)).column("a")
    assert (column.kind, column.missing, column.first_missing) == ("number", 30, "line 9")
    assert np.nansum(column.values) == sum(int(cell) for cell in cells if cell)


def test_lines_are_counted_through_quoted_line_ends():
    column = read('a,b\n"1\n\n2",5\nx,\ny,6\n').column("b")
    assert column.first_missing == "line 5"


def test_blank_lines_between_records_are_said():
    table = read("\na,b\n1,2\n\n\n3,4\n\n")
    assert table.n == 2
    assert table.notes[1] == "4 blank lines were skipped (the first is line 1)."


def test_one_column_reads_and_says_what_it_cannot_answer():
    table = read("answer\nyes\nno\n\nyes\n\n\n")
    assert words(table.column("answer")) == ["yes", "no", MISSING, "yes"]  # blank is missing, but not at the end
    assert "a threshold needs a second column" in table.notes[0]
    assert table.column("answer").first_missing == "line 4"


def test_the_shipped_table_goes_round():
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(health().names)
    writer.writerows(
        zip(
            *([str(v) if c.kind == "number" else c.categories[v] for v in c.values] for c in health().columns),
            strict=True,
        )
    )
    table = read(text.getvalue())
    for column in health().columns:
        again = table.column(column.name)
        assert again.kind == column.kind
        if column.kind == "number":
            assert (again.values == column.values).all()
        else:
            assert [again.categories[v] for v in again.values] == [column.categories[v] for v in column.values]


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=("Cs", "Cc")), max_size=8)


@given(rows=st.lists(st.tuples(CELL, CELL), min_size=1, max_size=12), separator=st.sampled_from(",;\t|"))
def test_what_is_written_is_read(rows, separator):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL)
    writer.writerow(["first", "second"])
    writer.writerows(rows)
    # A word in front keeps both columns words, whatever hypothesis comes up with.
    table = read(text.getvalue() + f'"word"{separator}"word"\n')
    for place, column in enumerate(table.columns):
        assert column.kind == "category"
        assert words(column) == [row[place].strip() or MISSING for row in rows] + ["word"]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=30))
def test_numbers_are_read_exactly(values):
    column = read("a,b\n" + "".join(f"{value!r},x\n" for value in values)).column("a")
    assert column.kind == "number"
    assert (column.values == values).all()


@given(st.binary(max_size=300))
def test_any_bytes_give_a_table_or_a_sentence(content):
    message = ""
    try:
        table = read(content)
    except TableError as error:
        message = str(error)
    assert 15 < len(message) < 700 if message else table.n >= 1


# --- bad files, one by one --------------------------------------------------------------------------------------


def zipped(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, "x" * 50)
    return out.getvalue()


BAD = {
    "empty": (b"", "my.csv is empty."),
    "blank": (b"\xef\xbb\xbf \n\n", "my.csv is empty."),
    "header only": (b"a,b\n", "column names ('a', 'b') and no records below them"),
    "excel": (zipped("xl/workbook.xml"), "looks like an Excel workbook (.xlsx). Open it and save the sheet as CSV"),
    "word": (zipped("word/document.xml"), "a Word document (.docx)"),
    "zip": (zipped("data.csv"), "a ZIP archive. Unpack it first."),
    "old excel": (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Excel or Word file"),
    "pdf": (b"%PDF-1.7\n...", "looks like a PDF document"),
    "gzip": (gzip.compress(b"a,b\n1,2\n"), "a gzip archive. Unpack it first."),
    "picture": (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    "parquet": (b"PAR1\x15\x04", "a Parquet file"),
    "web page": (b"<!DOCTYPE html>\n<html><body>404</body></html>", "a web page (HTML)"),
    "xml": (b'<?xml version="1.0"?><a/>', "looks like XML"),
    "json": (b'[{"a": 1}, {"a": 2}]\n', "looks like JSON"),
    "binary": (bytes(range(1, 32)) * 20, "it is binary data. Choose a table saved as CSV."),
    "zero byte": (b"a,b\n1,\x00\n" + b"1,2\n" * 100, "it is binary data (byte 7 is zero)"),
    "utf-16": (
        "a,b\n1,2\n".encode("utf-16"),
        "my.csv is written in UTF-16 (its first bytes say so), not UTF-8. Save it",
    ),
    "utf-16 without mark": ("a,b\n1,2\n".encode("utf-16-le"), "looks like UTF-16 text: every other byte is zero."),
    "utf-32": ("a,b\n1,2\n".encode("utf-32"), "is written in UTF-32"),
    "latin-1": (
        "name,x\nAnna,1\nZoë,2\n".encode("latin-1"),
        "my.csv is not UTF-8 text: byte 17 (line 3) is 0xEB. Read as Western European (Windows-1252) there would "
        "stand “Zoë”. Save it again as “CSV UTF-8”",
    ),
    "mark, then latin-1": (
        b"\xef\xbb\xbfa,b\n1,\xe9\n",
        "byte 10 (line 2) is 0xE9. Read as Western European (Windows-1252) ",
    ),
    "too many fields": (
        b"a,b\n1,2\n3,4,5\n",
        "Line 3 of my.csv has 3 fields, but there are 2 column names (separated by commas). Put quotation marks",
    ),
    "too few fields": (b"a,b,c\n1,2,3\n3,4\n", "Line 3 of my.csv has 2 fields, but there are 3 column names"),
    "one column, two fields": (b"price\n3,5\n", "Line 2 of my.csv has 2 fields, but there is 1 column name"),
    "no header": (b"1,2\n3,4\n", "Line 1 of my.csv must hold the column names, but field 1 is the number 1."),
    "half a header": (b"a,7\n3,4\n", "field 2 is the number 7. Put a line of names at the top"),
    "same name": (b"a,b,a\n1,2,3\n", "Columns 1 and 3 of my.csv are both called 'a'."),
    "no name": (b",a\n1,2\n", "Column 1 of my.csv has no name on line 1. Name it, or take it out"),
    "separator at line ends": (b"a,b,\n1,2,\n", "Column 3 of my.csv has no name"),
    "open quote": (
        b'a,b\n1,2\n3,"x\n5,6\n',
        "my.csv cannot be read from line 3 on: a quotation mark is opened and not",
    ),
    "stray quote": (b'a,b\n"x"y,2\n', "cannot be read from line 2 on: a quotation mark is closed in the middle"),
    "endless value": (b"a,b\n1," + b"x" * 200_000 + b"\n", "a value has more than 131,072 letters"),
    "on its side": (",".join(f"c{i}" for i in range(2000)).encode() + b"\n", "2,000 columns; the limit is 1,000."),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_file(kind):
    content, message = BAD[kind]
    with pytest.raises(TableError) as caught:
        read(content)
    assert message in str(caught.value)
    assert str(caught.value).endswith(".")


def test_too_big_is_told_before_anything_is_read():
    with pytest.raises(TableError, match=r"my.csv is too big: 2.0 MB \(2,097,153 bytes\). The limit is 2.0 MB"):
        read(b"\0" * (2**21 + 1), limit=2**21)
    assert read("a,b\n1,2\n", limit=8).n == 1


def test_windows_1252_only_when_it_is_asked_for():
    content = "name,x\nZoë,“1”\n".encode("cp1252")
    assert read(content, encoding="windows-1252").column("name").categories == ("Zoë",)
    with pytest.raises(TableError, match=r"not windows-1252 text: byte 9 \(line 2\) is 0x81"):
        read(b"a,b\nx,y,\x81\n", encoding="windows-1252")
    with pytest.raises(ValueError, match="encoding must be one of 'utf-8', 'windows-1252'; got 'latin-1'"):
        read(content, encoding="latin-1")


def test_wrong_types():
    with pytest.raises(TypeError, match="content must be bytes; got str"):
        read_csv("a,b\n1,2\n", "my.csv")
    assert read_csv(memoryview(b"a,b\n1,2\n"), "my.csv").n == 1


# --- bad columns for a question ---------------------------------------------------------------------------------


def test_too_many_different_words_for_a_mode():
    table = read("id,x\n" + "\n".join(f"p{row},1" for row in range(100_000)))
    column = table.column("id")
    assert column.distinct == 100_000
    with pytest.raises(ValueError, match=r"'id' holds 100,000 different values; .* asked of 101 at most"):
        candidates_in(column)
    # Declared candidates are fine: that is the private way.
    question = mode(column, ["p1", "p2", "nobody"])
    assert question.histogram().tolist() == [1, 1, 0, 99_998]


def test_words_past_the_cap_are_not_kept():
    table = read("id,x\n" + "\n".join(f"p{row},1" for row in range(40)), max_categories=30)
    column = table.column("id")
    assert (column.overflow, column.categories, len(column), column.distinct) == (30, (), 40, 31)
    assert column.text(0) == "(not kept)"
    assert table.notes[1] == "Column 'id': more than 30 different values, not kept."
    for ask in (candidates_in, mode, lambda c: threshold(table.column("x"), c, positive="p1", low=0, high=1, size=2)):
        with pytest.raises(ValueError, match="'id' holds more than 30 different values"):
            ask(column)


def test_words_for_a_median():
    column = read("age,x\n30,1\nyoung,2\n").column("age")
    with pytest.raises(
        ValueError, match="needs numbers, but column 'age' holds words: “young” on line 3 is not a number"
    ):
        median(column, low=0, high=10, step=1)


def test_missing_values_for_a_median():
    column = read("age,x\n30,1\n,2\nNA,3\n").column("age")
    with pytest.raises(
        ValueError, match=r"'age' has 2 missing values \(the first on line 3\)\. A median needs a value"
    ):
        median(column, low=0, high=10, step=1)
    assert mode(column, [30, MISSING]).histogram().tolist() == [1, 2, 0]
    assert candidates_in(column) == ("30", MISSING)
