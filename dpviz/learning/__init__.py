"""Concept classes, what a sample can teach, and learners that are private."""

__all__: list[str] = []
