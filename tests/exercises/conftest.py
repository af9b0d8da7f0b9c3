"""Fixtures of the exercises' tests."""

import pytest

from tests.exercises.judged import children


@pytest.fixture
def earlier():
    """The children from before the test: servers and browsers that a run's tests share."""
    return children()
