"""One valid call of every public callable of the engine, by package; `registry` puts them together."""

#: The public packages of the engine, as the tests go through them.
PACKAGES = (
    *("privacy", "mechanisms", "mechanisms.selection", "queries", "learning", "learning.parity", "erm", "anonymity"),
    *("robust", "local", "sensitivity", "tuning", "counting", "data"),
)
