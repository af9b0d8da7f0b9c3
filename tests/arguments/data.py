"""Valid calls of dpviz.data."""

import numpy as np

from dpviz.data import Attribute, Column, Table, health, teaching_table

AGE = Column(name="age", label="age", kind="number", values=np.array([20.0, 30, 40, 60]), low=0, high=100)
SEX = Column(name="sex", label="sex", kind="category", values=np.array([0, 1, 1, 0]), categories=("female", "male"))
TABLE = Table(name="four", columns=(AGE, SEX))
OLD = Attribute(name="old", column="age", least=40)
HEALTH = health()

# What may be undefined (NaN), as documented: a number that is missing.
UNDEFINED = {"values"}
# A target of words begins at no number.
INFINITE = {"least"}

USUAL = dict(table=TABLE)

EXAMPLES = {
    "Table.head": dict(n=2),
    "Attribute": dict(name="old", column="age", least=40, below=None),
    "Column": dict(
        name="age",
        label="age",
        kind="number",
        values=[20.0, 30.0],
        low=0.0,
        high=100.0,
        whole=True,
        unit="years",
        description="at last birthday",
        public=True,
    ),
    "Column.take": dict(rows=[0, 1]),
    "Column.text": dict(row=1),
    "Recipe": dict(
        key="age",
        kind="median",
        columns=("age",),
        options={"low": 0, "high": 100, "step": 10},
        title="",
        text="",
        watch="",
    ),
    "TeachingTable.examples": dict(target="dole"),
    "TeachingTable.step": dict(instances=128),
    "Table": dict(name="four", columns=(AGE, SEX), record="person", records="people", source="", notes=("made up",)),
    "Table.column": dict(name="age"),
    "Table.row": dict(row=1),
    "Table.take": dict(rows=[0, 1]),
    "binary_records": dict(attributes=[OLD]),
    "teaching_table": dict(name="voters"),
    "read_csv": dict(content=b"age,sex\n20,male\n30,female\n", name="two", limit=1000, max_categories=10),
}

MADE = {
    "LabelledExamples": lambda: teaching_table("health").examples("adult"),
    "TeachingTable": lambda: teaching_table("voters"),
}
