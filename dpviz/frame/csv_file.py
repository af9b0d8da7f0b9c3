"""The controls with which a reader brings a CSV file of their own."""

from __future__ import annotations

from collections.abc import Callable

from dpviz.data import TableError
from dpviz.widgets import Choice, Upload

LIMIT = 10_000_000  # bytes


def csv_controls(page: str, read: Callable[[str, bytes, str], object]) -> tuple[Upload, Choice]:
    """The file and its encoding; the file is read again when the encoding is chosen after it.

    Each time ``read(name, content, encoding)`` is called; its `TableError` is shown beside the file.
    """
    upload = Upload(
        page=page,
        label="Choose a CSV file",
        help="With a header line. It stays in memory and is gone when you close the page.",
        accept=".csv,.tsv,.txt,text/csv",
        limit=LIMIT,
    )
    encoding = Choice(
        page=page,
        label="Encoding",
        options=[
            {"value": "utf-8", "label": "UTF-8 (almost always)"},
            {"value": "windows-1252", "label": "Windows-1252 (older spreadsheets)"},
        ],
    )
    last: list[tuple[str, bytes]] = []

    def take(name: str, content: bytes) -> None:
        last[:] = [(name, content)]
        read(name, content, encoding.value)

    def again(_: object) -> None:
        if not last:
            return
        with upload.hold_sync():
            upload.message = upload.error = ""
            try:
                read(*last[0], encoding.value)
            except TableError as error:
                upload.error = str(error)

    upload.on_file(take)
    encoding.observe(again, names="value")
    return upload, encoding
