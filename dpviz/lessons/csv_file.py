"""The controls with which a reader brings a CSV file of their own."""

from __future__ import annotations

from dpviz.widgets import Choice, Upload

LIMIT = 10_000_000  # bytes


def csv_upload(page: str) -> Upload:
    """The control that takes the file; `LIMIT` is how large it may be."""
    return Upload(
        page=page,
        label="Choose a CSV file",
        help="With a header line. It stays in memory and is gone when you close the page.",
        accept=".csv,.tsv,.txt,text/csv",
        limit=LIMIT,
    )


def csv_encoding(page: str) -> Choice:
    """How its letters are written."""
    return Choice(
        page=page,
        label="Encoding",
        options=[
            {"value": "utf-8", "label": "UTF-8 (almost always)"},
            {"value": "windows-1252", "label": "Windows-1252 (older spreadsheets)"},
        ],
    )
