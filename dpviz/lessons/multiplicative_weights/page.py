"""The reader's own table: upload, say which attributes, spend ε, compare, take a synthetic table home.

Nothing is written to disk: the file stays in the kernel's memory.
"""

import ipywidgets
import numpy as np

from dpviz.data import Attribute, Table, TableError, health, offered, read_csv, teaching_table
from dpviz.frame.csv_file import LIMIT, csv_controls
from dpviz.frame.lesson import Lesson
from dpviz.frame.section import Snapshot
from dpviz.lessons.multiplicative_weights.form import NOTHING, AttributeForm
from dpviz.lessons.multiplicative_weights.own import released
from dpviz.lessons.multiplicative_weights.release import counted, release
from dpviz.queries import csv_text, draw_records
from dpviz.widgets import Button, Choice, Download, Note, Panel, controls_row

MOST = 16  # attributes
OWN = "own"
NEXT = "Press Run when all are there."
FOLLOWS = "The built-in table, with the attributes it comes with, follows the sliders at once."


class OwnTable:
    """The section “Your own table”: it begins with the lesson's table, and the lesson takes what a run releases."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, page, start = lesson, lesson.identity, lesson.parameters.data
        built_in = [made for made in map(teaching_table, offered()) if "attributes" not in made.unfit]
        self._tables = {made.key: made.table for made in built_in}
        self._attributes = {made.key: made.attributes for made in built_in}
        self._spent = dict.fromkeys(self._tables, 0.0)
        start = start if start in self._tables else "health"
        self._pictured = self._tables[start]  # the table of the picture
        self._read_off: dict[str, set[str]] = {}  # columns of which the page saw that they hold 0 and 1
        self.upload, self.encoding = csv_controls(page, self._read)
        self.source = Choice(page=page, label="Table", options=self._sources(), value=start)
        self.source.observe(lambda _: self._switch(), names="value")
        self.form = AttributeForm(page=page, table=self.table)
        self.add = Button(page=page, name="add", label="Add this attribute")
        self.add.on_press(self._add)
        self.bits = Button(page=page, name="bits", label="Add every column of 0 and 1")
        self.bits.on_press(self._add_bits)
        self.chosen = Choice(page=page, label="Chosen attributes", options=[NOTHING])
        self.drop = Button(page=page, name="drop", label="Take it away")
        self.drop.on_press(self._drop)
        self.clear = Button(page=page, name="clear", label="Take all away")
        self.clear.on_press(self._clear)
        self.listing = Note(page=page)
        self.run = Button(page=page, name="own_run", label="Run, and spend ε")
        self.run.on_press(self.release)
        self.result = Note(page=page)
        self.note = Note(page=page)
        self.download = Download(
            page=page,
            name="synthetic",
            label="Download the synthetic table",
            help="As many records as the table has, drawn from the private estimate.",
        )
        self.download.on_ask(self._synthetic)
        self.note.text = FOLLOWS
        self.head = ipywidgets.VBox(
            [
                controls_row(self.upload, self.encoding, self.source),
                controls_row(self.form.column),
                self.form.rule,
                controls_row(self.add, self.bits),
                controls_row(self.chosen, self.drop, self.clear),
                self.listing,
            ]
        )
        self._arrange()
        lesson.parameters.observe(lambda change: self._follow(change["new"]), names="data")

    # Which table ----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table in use."""
        return self._tables[self.source.value]

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """Its attributes, as chosen so far."""
        return self._attributes[self.source.value]

    def _sources(self) -> list[dict[str, str]]:
        return [{"value": key, "label": _short(table.name)} for key, table in self._tables.items()]

    def _read(self, name: str, content: bytes, encoding: str) -> None:
        """Take a new file; if it is no table, say so beside the upload and keep what there is."""
        try:
            table = read_csv(content, name, limit=LIMIT, encoding=encoding)
        except TableError as error:
            raise TableError(f"{error} {_short(self.table.name)} is still the table in use.") from None
        self._tables[OWN], self._attributes[OWN], self._spent[OWN] = table, (), 0.0
        self._read_off.pop(OWN, None)
        with self.source.hold_sync():
            self.source.options = self._sources()
            self.source.value = OWN
        self._arrange()  # also where another file was in use already
        self.upload.message = " ".join([f"{name}:", *table.notes])
        self._say("", f"Now choose its attributes: a column, what counts as yes, and Add. {self._until()}")

    def _switch(self) -> None:
        self._arrange()
        if self.source.value == OWN:
            self._say("", self._until())
        else:
            self._pictured = self.table
            self._lesson.parameters.data = self.source.value
            self._lesson.take(None)
            self._say("", FOLLOWS)

    def _follow(self, key: str) -> None:
        """Show the lesson's table, which has become another one, unless the reader has a file here."""
        if key in self._tables and self.source.value != OWN:
            self.source.value = key

    def _until(self) -> str:
        """Say of which table the picture is, as long as it is of another one."""
        if self._pictured is self.table:
            return "The picture changes when you press Run."
        return f"Until you press Run, the picture below is of another table: {_short(self._pictured.name)}."

    def _arrange(self) -> None:
        """Offer the columns of the table in use, and list its attributes."""
        self.form.offer(self.table)
        self._list()

    # Which attributes -----------------------------------------------------------------------------------

    def _add(self) -> None:
        try:
            attribute = self.form.attribute()
            attribute.values(self.table)  # what does not fit is told now
            self._take((attribute,))
        except (ValueError, TypeError) as error:
            self._say("", str(error), warn=True)
        else:
            self.form.called.value = ""
            self._say("", f"Added “{attribute.name}”. {NEXT}")

    def _add_bits(self) -> None:
        taken = {attribute.column for attribute in self.attributes}
        found = tuple(
            Attribute(name=column.label, column=column.name, least=1)
            for column in self.table.columns
            if column.kind == "number" and column.name not in taken and np.isin(column.values, (0.0, 1.0)).all()
        )
        if not found:
            self._say("", "No other column of this table holds only 0 and 1.", warn=True)
            return
        left = MOST - len(self.attributes)
        some = found[:left]
        try:
            self._take(some)
        except ValueError as error:
            self._say("", str(error), warn=True)
            return
        self._read_off.setdefault(self.source.value, set()).update(a.column for a in some)
        added = f"Added {len(some)}."
        if len(found) > left:
            added = (
                f"Added the first {len(some)} of {len(found):,} such columns, and left out {len(found) - left:,}: "
                f"{MOST} attributes are the most."
            )
        self._say(
            "",
            f"{added} That these columns hold only 0 and 1 was read off the data: no loss only if everybody knew it.",
            warn=True,
        )

    def _take(self, new: tuple[Attribute, ...]) -> None:
        names = {attribute.name for attribute in self.attributes}
        twice = next((attribute.name for attribute in new if attribute.name in names), None)
        if twice is not None:
            self.form.called.error = "This name is taken."
            raise ValueError(f"There is an attribute “{twice}” already. Call this one something else.")
        if not new or len(self.attributes) + len(new) > MOST:
            raise ValueError(f"At most {MOST} attributes can be chosen. Take one away first.")
        self._attributes[self.source.value] = (*self.attributes, *new)
        self._list()

    def _drop(self) -> None:
        name = self.chosen.value
        if not name:
            self._say("", "No attribute is chosen.", warn=True)
            return
        self._attributes[self.source.value] = tuple(a for a in self.attributes if a.name != name)
        self._list()
        self._say("", f"Took “{name}” away. {NEXT}")

    def _clear(self) -> None:
        self._attributes[self.source.value] = ()
        self._list()
        self._say("", "All are taken away. Choose a column, say what counts as yes, and Add.")

    def _list(self) -> None:
        options = [{"value": a.name, "label": a.name} for a in self.attributes] or [NOTHING]
        with self.chosen.hold_sync():
            self.chosen.options = options
            self.chosen.value = options[-1]["value"]
        count = len(self.attributes)
        names = ", ".join(attribute.name for attribute in self.attributes) or "none yet"
        self.listing.text = (
            f"{_short(self.table.name)}, {counted(self.table.n, self.table.records)}. {count} of at most {MOST} "
            f"attributes: {names}."
        )

    # The run --------------------------------------------------------------------------------------------

    def release(self) -> None:
        """Run once on the table in use; what was there stays if that fails."""
        now, table = self._now(), self.table
        seen = self._read_off.get(self.source.value, set())
        try:
            # Fresh randomness, not the page's seed: noise that can be predicted protects nobody.
            made = release(
                table,
                self.attributes,
                epsilon=now.epsilon,
                order=int(now.order),
                rounds=now.rounds,
                rng=np.random.default_rng(),
                read_off=any(attribute.column in seen for attribute in self.attributes),
            )
        except (ValueError, TypeError) as error:
            self._say(self.result.text, f"{error} The picture below is still the last run.", warn=True)
            return
        self._spent[self.source.value] += now.epsilon
        self._pictured = table
        self._lesson.take(made)
        self._say(
            f"Largest error {100 * made.errors.max():.1f} points, mean error {100 * made.errors.mean():.2f} points, "
            f"over {made.workload.num_queries:,} queries.",
            f"ε = {now.epsilon:g} was spent on this run, ε = {self._spent[self.source.value]:.4g} on this table so "
            "far: each run costs its own. The sliders take effect at the next run. The true answers in the picture are "
            "not private. For learning; do not protect real people with it.",
        )

    def _synthetic(self) -> tuple[str, str, bytes]:
        made = released(self._now())
        cells = draw_records(made.run.estimate, np.random.default_rng(), size=made.run.n)
        text = csv_text(made.workload.records(cells), made.workload.attributes)
        return "synthetic.csv", "text/csv", text.encode()

    def _now(self) -> Snapshot:
        return self._lesson.sections["own"].now(self._lesson.state())

    def _say(self, result: str, note: str, *, warn: bool = False) -> None:
        self.result.tone = "answer"
        self.result.text = result
        self.note.tone = "warn" if warn else "plain"
        self.note.text = note


def _short(name: str) -> str:
    return "The health table, built in" if name == health().name else name


class WeightsLesson(Lesson):
    """The lesson, with what it has for a table of the reader's own."""

    def show(self, picture: str, *controls: str) -> Panel:
        """Return a picture with its controls; the one of the reader's own table with forms and a download."""
        if picture != "own":
            return super().show(picture, *controls)
        names = self.sections["own"].names
        table = OwnTable(self)
        panel = super().show("own", "rank")
        ranks, back, chart = panel.children
        panel.children = (
            table.head,
            controls_row(*(self.control(names[name]) for name in ("epsilon", "rounds", "order"))),
            controls_row(table.run),
            table.result,
            table.note,
            ranks,
            back,
            chart,
            controls_row(table.download),
        )
        return panel
