"""How the reader says what an attribute is: a column, and which of its values mean yes."""

import numpy as np

from dpviz._text import listed
from dpviz.data import Attribute, Column, Table, TableError
from dpviz.widgets import Choice, Field, controls_row

NOTHING = {"value": "", "label": "(none yet)"}


class AttributeForm:
    """A column of a table and the fields that its kind needs: words that mean yes, or a public range and a cut."""

    def __init__(self, *, page: str, table: Table) -> None:
        self._table = table
        self.column = Choice(page=page, label="Column", options=[NOTHING])
        self.column.observe(lambda _: self._arrange(), names="value")
        self.words = Field(
            page=page, name="words", label="Yes when it is", help="One word, or several separated by commas."
        )
        self.low = Field(page=page, name="own_low", label="Smallest value possible", numeric=True)
        self.high = Field(page=page, name="own_high", label="Largest value possible", numeric=True)
        self.cut = Field(
            page=page, name="own_cut", label="Yes from", numeric=True, help="Empty: the middle of the two."
        )
        self.called = Field(page=page, name="called", label="Call it", help="Empty: a name is made.")
        self.rule = controls_row()

    def offer(self, table: Table) -> None:
        """Offer the columns of a table."""
        self._table = table
        options = [{"value": column.name, "label": column.label} for column in table.columns]
        with self.column.hold_sync():
            self.column.options = options
            self.column.value = options[0]["value"]
        self._arrange()

    def _forgive(self) -> None:
        for field in (self.words, self.low, self.high, self.cut, self.called):
            field.error = ""

    def _arrange(self) -> None:
        """Show the fields that this kind of column needs."""
        if self.column.value not in self._table.names:
            return
        column = self._table.column(self.column.value)
        self._forgive()
        if column.kind == "category":
            self.words.value = ""
            self.rule.children = (self.words, self.called)
            return
        known = column.low is not None and column.high is not None
        self.low.value, self.high.value = (f"{column.low:g}", f"{column.high:g}") if known else ("", "")
        self.cut.value = ""
        self.rule.children = (self.low, self.high, self.cut, self.called)

    def attribute(self) -> Attribute:
        """The attribute as it is stated now; what is missing or does not fit is said at its field, and raised."""
        self._forgive()
        column = self._table.column(self.column.value)
        called = self.called.value.strip()
        if column.kind == "category":
            return self._by_words(column, called)
        low, high = self._number(self.low), self._number(self.high)
        if not low < high:
            self.high.error = "It must be above the smallest."
            raise ValueError(f"The largest value possible must be above the smallest; got {low:g} and {high:g}.")
        cut = self._number(self.cut) if self.cut.value.strip() else (low + high) / 2
        if not low < cut <= high:
            self.cut.error = f"Above {low:g}, at most {high:g}."
            raise ValueError(
                f"“Yes from” must be above {low:g} and at most {high:g}, the range you stated; got {cut:g}."
            )
        # Of a column of 0 and 1 the name says enough.
        name = column.label if (low, high) == (0, 1) else f"{column.label} ≥ {cut:g}"
        return Attribute(name=called or name, column=column.name, least=cut)

    def _by_words(self, column: Column, called: str) -> Attribute:
        words = tuple(word.strip() for word in self.words.value.split(",") if word.strip())
        if not words:
            self.words.error = "State at least one."
            raise ValueError(f"Say which words of {column.label!r} mean yes.")
        if column.overflow:
            raise TableError(f"Column {column.name!r} has too many different words to be kept; choose another.")
        unknown = [word for word in words if word not in column.categories]
        if unknown:
            self.words.error = f"No record has {unknown[0]!r}."
            raise TableError(
                f"No record of column {column.name!r} has {unknown[0]!r}. Its words are {listed(column.categories)}."
            )
        if set(words) >= set(column.categories):
            self.words.error = "Every record has one of these."
            raise ValueError("Every record would be a yes. Leave a word out.")
        return Attribute(name=called or f"{column.label} is {' or '.join(words)}", column=column.name, words=words)

    def _number(self, field: Field) -> float:
        try:
            value = float(field.value)
        except ValueError:
            value = np.nan
        if not np.isfinite(value):
            instead = f"; got {field.value!r}" if field.value.strip() else ""
            field.error = f"A number is needed{instead}."
            raise ValueError(f"{field.label}: a number is needed{instead}. State it; do not read it off the data.")
        return value
