"""How a fraction of people is written."""


def share(p: float) -> str:
    """A fraction of people, to a tenth of a percent."""
    return f"{100 * p:.1f} %"
