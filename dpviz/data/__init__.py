"""Data: the shipped tables, a user's own table, and good questions to ask of them.

- `health`: 5,912 people of the RAND Health Insurance Experiment, one record a person; `voters`: 944 of the American
  National Election Study 1996.
- `teaching_table`: one of these or a CSV file, with what each lesson asks of it: a `TeachingTable`; `offered`: which
  tables lessons offer.
- `read_csv`: a table the user brought; `TableError` says what is wrong with a bad one.
- `Table`, `Column`: what both give.
- `Attribute`, `binary_records`: yes-or-no attributes of any table, by public words and cuts; `HEALTH_ATTRIBUTES`,
  `VOTERS_ATTRIBUTES`: twelve of each shipped one.
- `LabelledExamples`: features and labels made from a table by public bounds, for private classifiers;
  `HEALTH_TARGETS`: what may be predicted.
- `health_questions`: recipes for `dpviz.mechanisms.selection`.
"""

from dpviz._text import MISSING
from dpviz.data.binary import HEALTH_ATTRIBUTES, Attribute, binary_records
from dpviz.data.catalogue import Recipe, health_questions
from dpviz.data.offered import offered, teaching_table
from dpviz.data.rand_health import health
from dpviz.data.regression import HEALTH_TARGETS, LabelledExamples
from dpviz.data.table import Column, Table, TableError
from dpviz.data.teaching import TeachingTable
from dpviz.data.upload import read_csv
from dpviz.data.voters import VOTERS_ATTRIBUTES, voters

__all__ = [
    "HEALTH_ATTRIBUTES",
    "HEALTH_TARGETS",
    "MISSING",
    "VOTERS_ATTRIBUTES",
    "Attribute",
    "Column",
    "LabelledExamples",
    "Recipe",
    "Table",
    "TableError",
    "TeachingTable",
    "binary_records",
    "health",
    "health_questions",
    "offered",
    "read_csv",
    "teaching_table",
    "voters",
]
