"""``python -m dpviz`` is the command ``dpviz``."""

from dpviz.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
