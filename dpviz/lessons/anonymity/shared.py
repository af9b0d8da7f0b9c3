"""What sections share: whose table is published."""

from __future__ import annotations

from dpviz.lessons.tables import TableChoice

data = TableChoice()
