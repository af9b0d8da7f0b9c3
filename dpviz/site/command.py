"""The command ``dpviz build``."""

from __future__ import annotations

import argparse
import sys
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


def run(options: argparse.Namespace) -> int:
    """Build; print what was written.

    Returns
    -------
    int
        0; 1 if the site could not be built, 2 if something is not installed.
    """
    try:
        needs("voila", extra="site", purpose="building a site")
        from dpviz.site.build import build

        written = build(options.folder, source=options.pyodide, progress=_show)
    except ImportError as error:
        print(f"dpviz: {error}", file=sys.stderr)
        return 2
    except (SiteError, OSError) as error:
        print(f"\ndpviz: {error}", file=sys.stderr)
        return 1
    print(
        f"{options.folder}: {_megabytes(written.size)}, {written.new} files written, {written.same} as they were, "
        f"{written.removed} removed."
    )
    print(f"To see it: python -m http.server --directory {options.folder}")
    return 0


def _show(done: int, steps: int, what: str) -> None:
    """A bar on a terminal; elsewhere a line a step."""
    if sys.stderr.isatty():
        bar = "█" * (BAR * done // steps)
        print(f"\r{bar:·<{BAR}} {what:<50.50}", end="\n" if done == steps else "", file=sys.stderr, flush=True)
    elif what:
        print(f"{done + 1}/{steps + 1} {what}", file=sys.stderr, flush=True)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
