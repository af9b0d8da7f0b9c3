"""Where the project is at home; ``python3 tools/dev.py links`` carries the owner's name here from pyproject.toml."""

from urllib.parse import quote

SOURCE = "https://github.com/dpviz/dpviz"
#: The documents as anybody can read them: for pages that no server of ours shows.
DOCUMENTS = f"{SOURCE}/blob/main/docs"
#: The lessons as plain files.
SITE = "https://dpviz.github.io/dpviz/"
BINDER = "https://mybinder.org/v2/gh/dpviz/dpviz/HEAD"


def on_binder(notebook: str) -> str:
    """Address of a notebook in JupyterLab, on Binder."""
    return f"{BINDER}?urlpath={quote(f'lab/tree/notebooks/{notebook}', safe='')}"
