#!/usr/bin/env python3
"""Everything a developer does with a clone of dpviz, with nothing but Python 3.11 or newer.

    python3 tools/dev.py run [options of dpviz]     serve the gallery
    python3 tools/dev.py test [options of pytest]   run the tests of every day, the browser's included
    python3 tools/dev.py test-all [options]         run every test, with more examples of each property
    python3 tools/dev.py bench                      print the benchmark table
    python3 tools/dev.py lint                       ruff, mypy and the import contracts
    python3 tools/dev.py build-js                   rebuild the widgets' JavaScript (needs the npm registry)
    python3 tools/dev.py lessons [SLUG ...]         make all that is made from the lessons, or from these: the next two,
                                                    the README's table, glossary and corrections
    python3 tools/dev.py pictures [SLUG ...]        redraw the gallery's pictures
    python3 tools/dev.py heights [SLUG ...]         measure how high each cell's output is, for the notebooks
    python3 tools/dev.py rooms                      redraw the packages' picture from pyproject's import contract
    python3 tools/dev.py reference                  rewrite glossary and corrections in docs/ from dpviz/reference
    python3 tools/dev.py docs                       build the documentation site
    python3 tools/dev.py links                      carry the owner's name of pyproject.toml to the documents
    python3 tools/dev.py clean                      remove what the above made

It keeps a virtual environment in .venv (DPVIZ_VENV names another place) and installs only what changed.
"""

import os
import subprocess
import sys

# This file is kept readable by any Python, however old, so that it can say what to do; the work is in tasks.py.
OLDEST = (3, 11)


def newer_python():
    """Start again under a Python that is new enough, or say what is missing."""
    for name in ("python3.13", "python3.12", "python3.11", "python3.14", "python3", "python"):
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        try:
            with open(os.devnull, "w") as nowhere:
                found = subprocess.call([name, "-c", check], stdout=nowhere, stderr=nowhere) == 0
        except OSError:
            found = False
        if found:
            sys.stdout.write("Using %s.\n" % name)
            sys.stdout.flush()
            os.execvp(name, [name, os.path.abspath(__file__)] + sys.argv[1:])
    sys.exit(
        "dpviz needs Python 3.11 or newer; this is Python %d.%d, and no newer one was found on the PATH.\n"
        "Install one (python.org, your system's packages, or `uv python install 3.12`) and try again."
        % sys.version_info[:2]
    )


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        newer_python()
    from tasks import main

    sys.exit(main(sys.argv[1:], __doc__))
