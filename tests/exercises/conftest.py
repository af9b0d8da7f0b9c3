"""Fixtures of the exercises' tests."""

import pytest

from tests.exercises.judged import children, unhurried


@pytest.fixture
def earlier():
    """The children from before the test: servers and browsers that a run's tests share."""
    return children()


@pytest.fixture
def at_leisure():
    """No check is ended by the clock."""
    with unhurried():
        yield
