"""Private empirical risk minimisation: noise on the answer against noise on the question."""

__all__: list[str] = []
