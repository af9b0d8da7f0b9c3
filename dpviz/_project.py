"""Where the project is at home; ``python3 tools/dev.py links`` carries the owner's name here from pyproject.toml."""

SOURCE = "https://github.com/dpviz/dpviz"
#: The documents as anybody can read them: for pages that no server of ours shows.
DOCUMENTS = f"{SOURCE}/blob/main/docs"
