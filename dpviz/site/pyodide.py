"""Where Pyodide comes from: one pinned release, each of its files checked against its hash."""

from __future__ import annotations

import hashlib
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any

from dpviz._extras import needs
from dpviz.site._errors import SiteError

# Names, sizes and hashes as the release's own lock file has them, of what a page or a notebook may ask for.
_RELEASE: dict[str, Any] = json.loads(Path(__file__).with_name("pyodide.json").read_text(encoding="utf-8"))
VERSION: str = _RELEASE["info"]["version"]
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LOCK = "pyodide-lock.json"
TIMEOUT_SECONDS = 30
_CHUNK = 1 << 16

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Pyodide:
    """The files of the release that were asked for, in a folder that may hold others too."""

    folder: Path
    files: tuple[str, ...]  # their names, without the lock file
    lock: str  # the ``pyodide-lock.json`` that goes with them

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(self.folder / name for name in self.files)


def provide(
    source: str | Path | None = None, packages: Sequence[str] = ("numpy",), progress: Progress | None = None
) -> Pyodide:
    """The pinned release's core and some of its packages with what they depend on, each checked against its hash.

    The source is a folder, which is read and never written; or an ``http(s)`` address, from which the user's cache is
    filled; by default the release's public address. ``progress`` hears the bytes fetched so far and the bytes to be
    fetched.
    """
    wanted = files(packages)
    if source is not None and not _is_address(source):
        folder = Path(source).expanduser()
        if not folder.is_dir():
            raise SiteError(f"--pyodide {source}: there is no such folder")
        for name, entry in wanted.items():
            _check(folder / name, entry)
    else:
        folder = cache()
        _fill(folder, wanted, ADDRESS if source is None else str(source), progress)
    return Pyodide(folder, tuple(wanted), lock(packages))


def cache() -> Path:
    """The folder in which downloads are kept; it need not be there yet."""
    platformdirs = needs("platformdirs", extra="site", purpose="the cache of Pyodide")
    folder: Path = platformdirs.user_cache_path("dpviz", appauthor=False) / f"pyodide-{VERSION}"
    return folder


def is_whole(folder: Path, packages: Sequence[str] = ("numpy",)) -> bool:
    """Whether all files that these packages need lie in a folder, as they should be."""
    return all(_is_right(folder / name, entry) for name, entry in files(packages).items())


def files(packages: Sequence[str] = ("numpy",)) -> dict[str, Mapping[str, Any]]:
    """Name, ``size`` in bytes and ``sha256`` of each file that these packages need, the core first."""
    chosen = {_RELEASE["packages"][name]["file_name"]: _RELEASE["packages"][name] for name in closure(packages)}
    return {**_RELEASE["core"], **chosen}


def closure(packages: Sequence[str]) -> tuple[str, ...]:
    """Names of packages and of all that they depend on, sorted."""
    found: set[str] = set()
    waiting = [canonical(name) for name in packages]
    while waiting:
        name = waiting.pop()
        if name not in _RELEASE["packages"]:
            known = ", ".join(_RELEASE["packages"])
            raise SiteError(f"{name} is not among the packages of Pyodide {VERSION} that dpviz knows: {known}")
        if name not in found:
            found.add(name)
            waiting += [canonical(other) for other in _RELEASE["packages"][name]["depends"]]
    return tuple(sorted(found))


def lock(packages: Sequence[str] = ("numpy",), replaced: Mapping[str, bytes] | None = None) -> str:
    """The text of a ``pyodide-lock.json`` with these packages of the release, and what they depend on.

    `replaced` are the contents of files that are served in another form than the release's, by package: Pyodide checks
    hashes.
    """
    other = {name: hashlib.sha256(content).hexdigest() for name, content in (replaced or {}).items()}
    entries = {}
    for name in closure(packages):
        entry = {key: value for key, value in _RELEASE["packages"][name].items() if key != "size"}
        entries[name] = {**entry, "sha256": other.get(name, entry["sha256"])}
    return json.dumps({"info": _RELEASE["info"], "packages": entries}, indent=1, sort_keys=True) + "\n"


def canonical(name: str) -> str:
    """A package's name as indices compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_address(source: str | Path) -> bool:
    scheme, separator, _ = str(source).partition("://")
    if separator and scheme.lower() not in ("http", "https"):
        raise SiteError(f"--pyodide {source}: an address begins with http:// or https://")
    return bool(separator)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_right(path: Path, entry: Mapping[str, Any]) -> bool:
    return path.is_file() and path.stat().st_size == entry["size"] and _digest(path) == entry["sha256"]


def _check(path: Path, entry: Mapping[str, Any]) -> None:
    if not path.is_file():
        raise SiteError(f"{path} is missing: Pyodide {VERSION} needs it")
    _compare(str(path), entry, _digest(path))


def _compare(where: str, entry: Mapping[str, Any], found: str) -> None:
    if found != entry["sha256"]:
        expected = entry["sha256"]
        raise SiteError(f"{where} is not the file of Pyodide {VERSION}: SHA-256 {expected} expected, {found} found")


def _fill(folder: Path, wanted: Mapping[str, Mapping[str, Any]], address: str, progress: Progress | None) -> None:
    """Fetch into a folder what is missing or broken there."""
    missing = {name: entry for name, entry in wanted.items() if not _is_right(folder / name, entry)}
    total = sum(entry["size"] for entry in missing.values())
    before = 0
    for name, entry in missing.items():

        def fetched(size: int, before: int = before) -> None:
            if progress:
                progress(before + size, total)

        _fetch(folder, name, entry, address.rstrip("/") + "/" + urllib.parse.quote(name), fetched)
        before += entry["size"]


def _fetch(folder: Path, name: str, entry: Mapping[str, Any], address: str, fetched: Callable[[int], None]) -> None:
    """Fetch one file under another name, and put it in place when it is whole and right."""
    temporary = folder / f".{name}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = temporary.open("wb")
    except OSError as error:
        raise SiteError(
            f"the cache {folder} cannot be written ({error.strerror}): --pyodide FOLDER needs none"
        ) from None
    try:
        with file:
            found = _download(address, file, entry["size"], fetched)
        _compare(address, entry, found)
        os.replace(temporary, folder / name)
    finally:
        temporary.unlink(missing_ok=True)


class _Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        if not newurl.lower().startswith(("http://", "https://")):
            raise SiteError(f"{req.full_url} leads to {newurl}, which is no web address")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(address: str, file: IO[bytes], size: int, fetched: Callable[[int], None]) -> str:
    """Copy an address into a file, at most one byte more than the size that is right; the SHA-256 of what came."""
    digest, done = hashlib.sha256(), 0
    try:
        with urllib.request.build_opener(_Redirects).open(address, timeout=TIMEOUT_SECONDS) as answer:
            while done <= size and (chunk := answer.read(min(_CHUNK, size + 1 - done))):
                done += len(chunk)
                digest.update(chunk)
                file.write(chunk)
                fetched(min(done, size))
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, SiteError):
            raise
        why = " ".join(str(getattr(error, "reason", None) or error).split())
        raise SiteError(
            f"{address} cannot be fetched ({why}): --pyodide FOLDER takes the files of Pyodide {VERSION} from a folder"
        ) from None
    if done != size:
        came = "more" if done > size else f"only {done}"
        raise SiteError(f"{address} is not the file of Pyodide {VERSION}: {size} bytes expected, {came} came")
    return digest.hexdigest()
