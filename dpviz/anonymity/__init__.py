"""Anonymisation by generalising and suppressing, how it is measured, and how it fails."""

__all__: list[str] = []
