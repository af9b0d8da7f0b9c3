"""How a table that comes with dpviz is coded and read: a packed CSV file whose columns' coding is public."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np

from dpviz.data.table import Column

Coding = dict[str, Any]


def category(label: str, description: str, *words: str) -> Coding:
    """A column of words, in their order."""
    return {"kind": "category", "label": label, "description": description, "categories": words}


def number(label: str, unit: str, low: int, high: int, description: str) -> Coding:
    """A column of whole numbers in a public range."""
    return {
        "kind": "number",
        "label": label,
        "unit": unit,
        "low": float(low),
        "high": float(high),
        "whole": True,
        "description": description,
    }


def shipped(file: str, columns: Mapping[str, Coding]) -> tuple[Column, ...]:
    """The columns of a file beside this one."""
    packed = files("dpviz.data").joinpath(file).read_bytes()
    header, *lines = gzip.decompress(packed).decode("ascii").splitlines()
    words = dict(zip(header.split(","), zip(*(line.split(",") for line in lines), strict=True), strict=True))
    return tuple(_column(name, coding, words[name]) for name, coding in columns.items())


def _column(name: str, coding: Coding, words: tuple[str, ...]) -> Column:
    if coding["kind"] == "number":
        values = np.array(words, dtype=np.float64)
    else:
        code = {word: index for index, word in enumerate(coding["categories"])}
        values = np.array([code[word] for word in words], dtype=np.int32)
    return Column(name=name, values=values, public=True, **coding)
