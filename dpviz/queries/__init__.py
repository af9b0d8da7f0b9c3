"""Counting queries, marginals, and private multiplicative weights."""

__all__: list[str] = []
