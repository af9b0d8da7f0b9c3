"""Data: the shipped table, a user's own table, and good questions to ask of the shipped one.

- `health`: 5,912 people of the RAND Health Insurance Experiment, one record a person.
- `read_csv`: a table the user brought; `TableError` says what is wrong with a bad one.
- `Table`, `Column`: what both give.
- `Attribute`, `binary_records`: yes-or-no attributes of any table, by public words and cuts; `HEALTH_ATTRIBUTES`:
  twelve of the shipped one.
- `health_examples`: features and labels made from it by public bounds, for private classifiers; `HEALTH_TARGETS`: what
  may be predicted.
- `health_questions`: recipes for `dpviz.mechanisms.selection`.

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz._text import MISSING
from dpviz.data.binary import HEALTH_ATTRIBUTES, Attribute, binary_records
from dpviz.data.catalogue import Recipe, health_questions
from dpviz.data.rand_health import health
from dpviz.data.regression import HEALTH_TARGETS, HealthExamples, health_examples
from dpviz.data.table import Column, Table, TableError
from dpviz.data.upload import read_csv

__all__ = [
    "HEALTH_ATTRIBUTES",
    "HEALTH_TARGETS",
    "MISSING",
    "Attribute",
    "Column",
    "HealthExamples",
    "Recipe",
    "Table",
    "TableError",
    "binary_records",
    "health",
    "health_examples",
    "health_questions",
    "read_csv",
]
