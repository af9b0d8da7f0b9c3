"""Data: the shipped table, a user's own table, and good questions to ask of the shipped one.

- `health`: 5,912 people of the RAND Health Insurance Experiment, one record a person.
- `read_csv`: a table the user brought; `TableError` says what is wrong with a bad one.
- `Table`, `Column`: what both give.
- `health_questions`: recipes for `dpviz.mechanisms.questions`.
"""

from dpviz._text import MISSING
from dpviz.data.catalogue import Recipe, health_questions
from dpviz.data.rand_health import health
from dpviz.data.table import Column, Table, TableError
from dpviz.data.upload import read_csv

__all__ = ["MISSING", "Column", "Recipe", "Table", "TableError", "health", "health_questions", "read_csv"]
