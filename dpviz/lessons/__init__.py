"""The lessons: a folder each, with its sections, its questions and what the gallery says of it."""
