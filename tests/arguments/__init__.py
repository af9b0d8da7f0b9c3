"""One valid call of every public callable of the engine, by package; `registry` puts them together."""
