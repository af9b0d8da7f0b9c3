"""Successive halving, and tuning that counts what it costs in privacy."""

__all__: list[str] = []
