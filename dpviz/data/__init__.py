"""Data: the shipped table, a user's own table, and good questions to ask of the shipped one."""

from dpviz.data.rand_health import health
from dpviz.data.table import MISSING, Column, Table, TableError

__all__ = ["MISSING", "Column", "Table", "TableError", "health"]
