"""What sections share: whose table is published."""

from __future__ import annotations

from dpviz.lessons.whose import TableChoice

data = TableChoice()
