"""What a file is, when it is not a CSV: told by its first bytes, never guessed from its name."""

from __future__ import annotations

import re

from dpviz.data.table import TableError

UTF8 = "Save it again as “CSV UTF-8” (in Excel: Save As; in LibreOffice: character set UTF-8)."
EXPORT = "Open it where it was made and export the table as CSV."

# First bytes, what they belong to, and what to do about it.
_BINARY = [
    (b"%PDF-", "a PDF document", EXPORT),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file (.xls, .doc)", "Open it and save the sheet as CSV UTF-8."),
    (b"\x1f\x8b", "a gzip archive", "Unpack it first."),
    (b"BZh", "a bzip2 archive", "Unpack it first."),
    (b"\xfd7zXZ", "an xz archive", "Unpack it first."),
    (b"7z\xbc\xaf", "a 7-Zip archive", "Unpack it first."),
    (b"\x89PNG", "a PNG picture", "Choose the table itself."),
    (b"\xff\xd8\xff", "a JPEG picture", "Choose the table itself."),
    (b"GIF8", "a GIF picture", "Choose the table itself."),
    (b"PAR1", "a Parquet file", EXPORT),
    (b"SQLite format 3", "an SQLite database", EXPORT),
    (b"\x93NUMPY", "a NumPy array", EXPORT),
    (b"\x89HDF", "an HDF5 file", EXPORT),
]

_ZIPPED = [
    (b"xl/", "an Excel workbook (.xlsx)", "Open it and save the sheet as CSV UTF-8."),
    (b"word/", "a Word document (.docx)", EXPORT),
    (b"opendocument", "an OpenDocument file (.ods, .odt)", "Open it and save the sheet as CSV, character set UTF-8."),
    (b"", "a ZIP archive", "Unpack it first."),
]

_WIDE = [
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
]


def refuse_binary(content: bytes, name: str) -> None:
    """Raise if the bytes are a known kind of file that is not text, or are no text at all."""
    if content.startswith(b"PK\x03\x04"):
        kind, advice = next((kind, advice) for mark, kind, advice in _ZIPPED if mark in content)
        raise TableError(f"{name} is not a CSV file: it looks like {kind}. {advice}")
    for mark, kind, advice in _BINARY:
        if content.startswith(mark):
            raise TableError(f"{name} is not a CSV file: it looks like {kind}. {advice}")
    for mark, encoding in _WIDE:
        if content.startswith(mark):
            raise TableError(f"{name} is written in {encoding} (its first bytes say so), not UTF-8. {UTF8}")
    head = content[:4096]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) > 0.2 * len(head) and min(even, odd) < 0.02 * len(head):
        # Western text in UTF-16 has a zero in every other byte.
        raise TableError(f"{name} looks like UTF-16 text: every other byte is zero. {UTF8}")
    zero = content.find(b"\0")
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\v" for byte in head)
    if zero >= 0 or controls > 0.05 * len(head):
        where = f" (byte {zero + 1:,} is zero)" if zero >= 0 else ""
        raise TableError(f"{name} is not a CSV file: it is binary data{where}. Choose a table saved as CSV.")


def refuse_markup(content: bytes, name: str) -> None:
    """Raise if the text is HTML, XML or JSON."""
    head = content[:2048].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    tail = content[-64:].rstrip()
    if head.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<table")):
        raise TableError(
            f"{name} is not a CSV file: it looks like a web page (HTML). A download link often gives the page about "
            "the file: fetch the file itself."
        )
    if head.startswith((b"<?xml", b"<!doctype", b"<svg")):
        raise TableError(f"{name} is not a CSV file: it looks like XML. {EXPORT}")
    if (head[:1], tail[-1:]) in {(b"{", b"}"), (b"[", b"]")}:
        raise TableError(f"{name} is not a CSV file: it looks like JSON. {EXPORT}")


def refuse_encoding(content: bytes, encoding: str, name: str) -> None:
    """Raise if the bytes are not text in `encoding`; say where, and what they would be in Windows-1252."""
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start
        line = content.count(b"\n", 0, at) + 1
        where = f"byte {at + 1:,} (line {line:,}) is 0x{content[at]:02X}"
        if encoding != "utf-8":
            raise TableError(f"{name} is not {encoding} text: {where}, which it does not have. {UTF8}") from None
        word = _piece(content[max(0, at - 20) : at], -1).decode("utf-8", "ignore")
        word += _piece(content[at : at + 20], 0).decode("cp1252", "replace")
        raise TableError(
            f"{name} is not UTF-8 text: {where}. Read as Western European (Windows-1252) there would stand "
            f"“{word.strip()}”. {UTF8} "
            "Or, if that word is right, choose Windows-1252 as the encoding."
        ) from None


def _piece(part: bytes, which: int) -> bytes:
    """The first (0) or last (-1) piece between separators."""
    return re.split(rb"[,;|\t\r\n\"]", part)[which]
