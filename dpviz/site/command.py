"""The command ``dpviz build``."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from dpviz._extras import needs
from dpviz.site._errors import SiteError

BAR = 24  # characters


def add_options(command: argparse.ArgumentParser) -> None:
    """The command's options."""
    command.description = (
        "Write the gallery and the lessons into FOLDER as plain files, which any host of static pages serves: the "
        "lessons' Python runs in each reader's browser. Run it again to update a site: only what changed is written."
    )
    command.add_argument("folder", metavar="FOLDER", type=Path, help="new, empty, or with a site of an earlier build")
    command.add_argument(
        "--pyodide",
        metavar="FOLDER|ADDRESS",
        help="take Pyodide (Python for browsers) from a folder or an address; by default its release is downloaded "
        "once. It becomes a part of the site, and must be the release that dpviz knows the hashes of",
    )
    command.add_argument(
        "--lab", action="store_true", help="with the exercises, in JupyterLite: about 60 MB more, which only they need"
    )
    command.add_argument(
        "--check",
        action="store_true",
        help="build nothing: open each page of FOLDER in Chromium, from a plain file server, and drag a slider",
    )


def run(options: argparse.Namespace) -> int:
    """Build; print what was written.

    The exit status is 1 if the site could not be built or fails its check, 2 if something is not installed.
    """
    try:
        if options.check:
            return _check(options.folder)
        needs("voila", extra="site", purpose="building a site")
        from dpviz.site.build import build

        written = build(options.folder, source=options.pyodide, exercises=options.lab, progress=_show)
    except ImportError as error:
        print(f"dpviz: {error}", file=sys.stderr)
        return 2
    except (SiteError, OSError) as error:
        print(f"\ndpviz: {error}", file=sys.stderr)
        return 1
    whole = _megabytes(sum(written.sizes.values()))
    changes = f"{written.new} files written, {written.same} as they were, {written.removed} removed"
    print(f"{options.folder}: {whole}, {changes}.")
    print(", ".join(f"{name or 'pages'} {_megabytes(size)}" for name, size in sorted(written.sizes.items())) + ".")
    print(f"To see it: python -m http.server --directory {options.folder}")
    return 0


def _check(folder: Path) -> int:
    from dpviz.site.check import check

    if check(folder, partial(print, flush=True)):
        return 0
    print(f"dpviz: {folder} fails the check; the lines above say where", file=sys.stderr)
    return 1


def _show(done: int, steps: int, what: str) -> None:
    """A bar on a terminal; elsewhere a line a step."""
    if sys.stderr.isatty():
        bar = "█" * (BAR * done // steps)
        print(f"\r{bar:·<{BAR}} {what:<50.50}", end="\n" if done == steps else "", file=sys.stderr, flush=True)
    elif what:
        print(f"{done + 1}/{steps + 1} {what}", file=sys.stderr, flush=True)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
