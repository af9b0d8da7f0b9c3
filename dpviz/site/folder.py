"""The folder of a site: only what changed is written, and what is not ours is not touched."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dpviz.site._errors import SiteError

#: Says that a folder is a site of ours, and which files are.
MARKER = "dpviz-site.json"


@dataclass(frozen=True)
class Written:
    """What writing a site came to: numbers of files, and bytes by the folder that they are in ("" for the pages)."""

    new: int
    same: int
    removed: int
    sizes: Mapping[str, int]


def digest(content: bytes) -> str:
    """What tells one content from another: 16 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:16]


def known(folder: Path) -> dict[str, str]:
    """The files of the site that a folder holds, with their digests; none of a new or empty folder.

    Raises `SiteError` if it holds something else.
    """
    if not folder.exists():
        return {}
    if not folder.is_dir():
        raise SiteError(f"{folder} is a file; a site is a folder")
    try:
        files = json.loads((folder / MARKER).read_text(encoding="utf-8"))["files"]
        return {str(name): str(value) for name, value in files.items()}
    except FileNotFoundError:
        if any(folder.iterdir()):
            raise SiteError(
                f"{folder} is not empty, and holds no site that dpviz made: name another folder, or empty this one"
            ) from None
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SiteError(f"{folder / MARKER} cannot be read: remove the folder, and build the site anew") from None


def write(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make a folder hold these files, by their paths below it, and no other ones of a site.

    What a page refers to is there before the page is, and goes after it: a reader who comes meanwhile, and a build that
    is cut, find a whole site.
    """
    old = known(folder)
    new = {name: digest(content) for name, content in files.items()}
    changed = [name for name in files if old.get(name) != new[name] or not (folder / name).is_file()]
    for name in sorted(changed, key=_turn):
        _put(folder / name, files[name])
    gone = [name for name in old if name not in new]
    _put(folder / MARKER, json.dumps({"files": dict(sorted(new.items()))}, indent=0).encode())
    for name in gone:
        _remove(folder, name)
    sizes: dict[str, int] = {}
    for name, content in files.items():
        top = name.partition("/")[0] if "/" in name and not name.endswith(".html") else ""
        sizes[top] = sizes.get(top, 0) + len(content)
    return Written(len(changed), len(files) - len(changed), len(gone), sizes)


def _turn(name: str) -> tuple[int, str]:
    """Pages after what they refer to; the service worker, which announces a new site, last of all."""
    return (2 if name == "sw.js" else 1 if name.endswith(".html") else 0), name


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


def _remove(folder: Path, name: str) -> None:
    path = folder / name
    if ".." in Path(name).parts or Path(name).is_absolute():
        return
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or any(parent.iterdir()):
            return
        parent.rmdir()
