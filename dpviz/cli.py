"""The ``dpviz`` command: serve the gallery and its lessons on this machine."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence

from dpviz import __version__
from dpviz._extras import needs
from dpviz.server import auth

# Jupyter's schemas want a grammar of internationalised addresses, which costs two thirds of the time to start, for
# formats that none of them checks here.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 65535 (0: any free port); got {text!r}")
    return port


def _preheat(text: str) -> int | None:
    """How many lessons to keep ready; None means all."""
    if text == "all":
        return None
    if text == "none":
        return 0
    if text.isascii() and text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number >= 0, 'none' or 'all'; got {text!r}")


def _readers(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number >= 1; got {text!r}")


def _checked(read: Callable[[str], str]) -> Callable[[str], str]:
    """An option's reader, whose sentence argparse is to print."""

    def option(text: str) -> str:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return option


ORIGIN = re.compile(r"https?://([\w-]+(\.[\w-]+)*|\*(\.[\w-]+)+)(:(\d{1,5}|\*))?", re.ASCII | re.IGNORECASE)


def _embed(text: str) -> str:
    """Whose pages may show ours in a frame, as a content security policy writes it."""
    if text == "self":
        return "'self'"
    if text != "*" and not ORIGIN.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"must be the beginning of an address, such as https://lms.example.org or http://localhost:8000, "
            f"without a path; or 'self', or '*'; got {text!r}"
        )
    return text


def parser() -> argparse.ArgumentParser:
    """The command's options.

    Returns
    -------
    argparse.ArgumentParser
        What ``dpviz --help`` prints.
    """
    command = argparse.ArgumentParser(
        prog="dpviz",
        description="Serve the dpviz gallery: interactive lessons that show differential privacy at work.",
        epilog="dpviz build FOLDER writes the lessons as plain files, for any host of static pages; dpviz grade FOLDER "
        "checks a folder of exercise receipts again; dpviz assign GRADER FOLDER writes the exercises for nbgrader or "
        "otter-grader; dpviz links --hub URL prints a link for each lesson and exercise on a JupyterHub; "
        "dpviz bench FILE.py:FUNCTION --claim EPSILON tries to refute the privacy that a function claims. "
        "Each has a --help of its own.",
    )
    command.add_argument(
        "--port",
        type=_port,
        default=8866,
        help="port to serve on (default %(default)s; if it is taken, the next free one; 0: any free one)",
    )
    command.add_argument(
        "--ip",
        default="127.0.0.1",
        help="address to listen on (default %(default)s: this machine only; 0.0.0.0: everybody on the network)",
    )
    command.add_argument("--no-browser", action="store_true", help="do not open the gallery in a browser")
    command.add_argument(
        "--preheat",
        type=_preheat,
        default=2,
        metavar="N",
        help="keep the first N lessons ready in the background, so that they open at once; "
        "'all' or 'none' (default %(default)s; each takes about 30 MB of memory, 80 MB where that is no Linux)",
    )
    command.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="TABLE",
        help="open lessons with this table in place of the health table: a CSV file, or 'voters'; may be given again, "
        "and a page offers them all",
    )
    command.add_argument(
        "--base-url",
        type=_checked(auth.prefix),
        default="/",
        metavar="PATH",
        help="serve everything below this path, such as /dpviz/: for a web server in front that has other pages too",
    )
    command.add_argument(
        "--allow-host",
        type=_checked(auth.host_name),
        action="append",
        default=[],
        metavar="NAME",
        help="answer under this name too, which a web server in front passes on, for example lms.example.org; may be "
        "given again (default: this machine's own names; with --ip beyond it, any)",
    )
    command.add_argument(
        "--embed-in",
        dest="embed",
        type=_embed,
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let pages of this site show pictures and lessons in a frame, for example https://lms.example.org; may be "
        "given several times (default: only pages of this server; '*': everybody's, also those that want to pass off "
        "the lessons as their own)",
    )
    command.add_argument(
        "--no-token",
        action="store_true",
        help="let in everybody who can reach this server; without it, with --ip beyond this machine, readers must "
        f"bring the token of the link that is printed (or the one in the variable {auth.VARIABLE})",
    )
    command.add_argument(
        "--max-kernels",
        type=_readers,
        metavar="N",
        help="how many readers at once; the others wait in a line (default: as many as the memory has room for)",
    )
    command.add_argument("--verbose", action="store_true", help="also print what the server logs")
    command.add_argument("--version", action="version", version=f"dpviz {__version__}")
    return command


#: Commands beside the server: each module has `add_options(parser)` and `run(options)`.
COMMANDS = {
    "grade": "dpviz.course.grade",
    "assign": "dpviz.course.assign",
    "links": "dpviz.course.links",
    "build": "dpviz.site.command",
    "bench": "dpviz.privacy.benching.command",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command line without the program's name; by default the real one.

    Returns
    -------
    int
        The exit status: 0 when stopped in an orderly way; what the command's `run` says otherwise.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _run(words)
    except KeyboardInterrupt:  # also during the imports, which take a moment
        print("dpviz: stopped", file=sys.stderr)
        return 130


def _run(words: list[str]) -> int:
    if words and words[0] in COMMANDS:
        module = importlib.import_module(COMMANDS[words[0]])
        command = argparse.ArgumentParser(prog=f"dpviz {words[0]}")
        module.add_options(command)
        return int(module.run(command.parse_args(words[1:])))
    options = parser().parse_args(words)
    try:
        who = auth.plan(
            ip=options.ip,
            base_url=options.base_url,
            hosts=options.allow_host,
            embed=options.embed,
            no_token=options.no_token,
            environment=os.environ,
        )
        os.environ.pop(auth.VARIABLE, None)  # kernels need not know it
        if options.data and not _offer(options.data):
            return 2
        # Voilà takes a while to import; --help and --version need not wait for it.
        needs("voila", extra="app", purpose="serving the lessons")
        from dpviz.server.app import serve
    except (auth.AccessError, ImportError) as error:
        print(f"dpviz: {error}", file=sys.stderr)
        return 2

    return serve(
        ip=options.ip,
        port=options.port,
        open_browser=not options.no_browser,
        preheat=options.preheat,
        access=who,
        max_kernels=options.max_kernels,
        verbose=options.verbose,
    )


def _offer(words: list[str]) -> bool:
    """Offer tables to the lessons, and say which section cannot show them."""
    from dpviz.data import TableError
    from dpviz.data.offered import offer

    try:
        tables = offer(words)
    except TableError as error:
        print(f"dpviz: {error}", file=sys.stderr)
        return False
    for made in tables:
        print(
            f"{made.key}: {made.table.n:,} {made.table.records}, {len(made.table.columns)} columns in use.", flush=True
        )
        for why in dict.fromkeys(made.unfit.values()):
            print(f"  It {why}: sections that need that keep the health table.", flush=True)
    return True


if __name__ == "__main__":
    raise SystemExit(main())
