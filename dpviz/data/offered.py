"""Which tables the lessons offer: the shipped ones, and those that `DPVIZ_DATA` or ``dpviz --data`` names.

A link can ask for these by name, and for nothing else: no path and no address in a link is ever followed.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from dpviz._numeric import check
from dpviz._text import listed
from dpviz.data.binary import HEALTH_ATTRIBUTES, Attribute
from dpviz.data.catalogue import health_questions
from dpviz.data.derived import derived
from dpviz.data.rand_health import health
from dpviz.data.regression import FEATURES, HEALTH_TARGETS
from dpviz.data.table import TableError
from dpviz.data.teaching import Feature, TeachingTable
from dpviz.data.upload import LIMIT, read_csv
from dpviz.data.voters import VOTERS_ATTRIBUTES, VOTERS_TARGETS, voters

VARIABLE = "DPVIZ_DATA"
"""The environment variable: paths of CSV files or names of shipped tables, separated as in ``PATH``."""

OWN = "own"  # what a page calls the file that its reader brings
_UNSAFE = frozenset("\"'\\{}<>&@$`")  # a name stands in code, in texts with gaps and in formulas
SHIPPED = ("health", "voters")


def offered() -> dict[str, str]:
    """The tables there are: their names, and the path of each file ("" for a shipped one).

    Returns
    -------
    dict of str to str
        Those of the environment first; the first of all is what lessons open with.

    Raises
    ------
    TableError
        If two have one name, or a file's name cannot stand in a link.
    """
    given = [word for word in os.environ.get(VARIABLE, "").split(os.pathsep) if word]
    return named([*given, *(key for key in SHIPPED if key not in given)])


def offer(words: list[str]) -> list[TeachingTable]:
    """Offer tables to this process and to those that it starts; all are read, so that what is wrong is said now.

    `words` are names of shipped tables and paths of CSV files; lessons open with the first. A `TableError` says which
    one cannot be read or offered.
    """
    keys = list(named(words))
    paths = [word if word in SHIPPED else os.path.abspath(word) for word in words]
    split = next((path for path in paths if os.pathsep in path), None)
    if split is not None:
        raise TableError(f"{split} has a {os.pathsep!r} in its path, which separates paths. Move the file.")
    before = os.environ.get(VARIABLE, "")
    os.environ[VARIABLE] = os.pathsep.join(paths)
    _made.cache_clear()
    try:
        return [teaching_table(key) for key in keys]
    except TableError:
        os.environ[VARIABLE] = before
        raise


def named(words: list[str]) -> dict[str, str]:
    """Names of shipped tables and paths of files, each by the name that a link has for it."""
    found: dict[str, str] = {}
    for word in words:
        key = word if word in SHIPPED else Path(word).name
        if key in found or key == OWN or (key in SHIPPED and key != word):
            raise TableError(f"A table called {key!r} is here already. Give the file another name.")
        if not key.isprintable() or _UNSAFE & set(key):
            raise TableError(
                f"{key!r} cannot stand in a link. Give the file a name of letters, digits, spaces, dots and hyphens."
            )
        found[key] = "" if word in SHIPPED else word
    return found


def read_file(path: str) -> TeachingTable:
    """A CSV file of this machine as a table to teach with.

    A `TableError` says that it is no file, too big (more than that is not read), no table, or that nothing can be asked
    of it.
    """
    file = Path(path)
    try:
        if not file.is_file():  # a folder, a pipe, a device
            raise TableError(f"There is no file {path}." if not file.exists() else f"{path} is not a file.")
        with file.open("rb") as stream:
            content = stream.read(LIMIT + 1)
        if len(content) > LIMIT:
            raise TableError(f"{file.name} is too big: more than {LIMIT / 2**20:.0f} MB.")
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}.") from None
    return derived(file.name, read_csv(content, file.name))


def teaching_table(name: str) -> TeachingTable:
    """A table to teach with: a shipped one, one that is offered, or a CSV file.

    Parameters
    ----------
    name : str
        ``"health"``, ``"voters"``, the name of a file that is offered (`offered`), or the path of a CSV file.

    Returns
    -------
    TeachingTable
        Read once, then cached.

    Raises
    ------
    TableError
        If there is no such table, or nothing can be asked of it.

    Examples
    --------
    >>> made = teaching_table("voters")
    >>> made.table.n, made.secret, list(made.questions)[:2]
    (944, 'party', ['mode-party', 'mode-education'])
    """
    return _made(check.text("name", name))


@cache
def _made(name: str) -> TeachingTable:
    if name in SHIPPED:
        return shipped_table(name)
    tables = offered()
    if name not in tables and not os.path.exists(name):
        raise TableError(f"There is no table {name!r}. There are {listed(list(tables))}.")
    return read_file(tables.get(name, name))


def shipped_table(key: str) -> TeachingTable:
    """One of `SHIPPED` by name: everything is stated, and lessons' texts speak of the first."""
    if key == "health":
        return TeachingTable(
            key=key,
            table=health(),
            stated=True,
            questions=health_questions(),
            attributes=HEALTH_ATTRIBUTES,
            targets=HEALTH_TARGETS,
            features=FEATURES,
            known=("age", "income", "site", "sex"),
            bands=((5, 10, 20), (1000, 5000, 10_000)),
            secret="health",
            number="chronic",
            accepts=Attribute(name="excellent", column="health", words=("excellent",)),
            tests=(
                Feature(column="plan", words=health().column("plan").categories),
                Feature(column="sex", words=health().column("sex").categories),
                Feature(column="age", words=("child", "adult"), breaks=(18,)),
                Feature(column="chronic", words=("few", "some", "many"), breaks=(8, 16)),
            ),
        )
    return derived(
        key,
        voters(),
        attributes=VOTERS_ATTRIBUTES,
        targets=VOTERS_TARGETS,
        secret="party",
        number="left_right",
        stated=True,
    )
