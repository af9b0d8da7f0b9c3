"""The table's arithmetic: what is met, what is missed, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.table import Row, render


def row(ours: float | None, theirs: float | None, **rest: Any) -> Row:
    return Row(what="a thing", ours=ours, theirs=theirs, unit="ms", **rest)


def test_a_ratio_is_ours_divided_by_theirs() -> None:
    assert row(30, 120).ratio == 0.25
    assert row(30, None).ratio is None
    assert row(None, 120).ratio is None
    assert row(30, 0).ratio is None


@pytest.mark.parametrize(
    ("ours", "theirs", "targets", "met"),
    [
        (50, None, {"most": 50}, True),
        (50.01, None, {"most": 50}, False),
        (13, 10, {"most_ratio": 1.3}, True),
        (13.1, 10, {"most_ratio": 1.3}, False),
        # Two targets: both must be reached, and one that is missed decides.
        (40, 250, {"most": 50, "most_ratio": 0.2}, True),
        (40, 150, {"most": 50, "most_ratio": 0.2}, False),
        (60, 400, {"most": 50, "most_ratio": 0.2}, False),
        (60, None, {"most": 50, "most_ratio": 0.2}, False),
        (40, None, {"most": 50, "most_ratio": 0.2}, None),
        (None, 10, {"most_ratio": 1.3}, None),
        (40, 10, {}, None),
    ],
)
def test_met_or_missed(ours: float | None, theirs: float | None, targets: dict[str, float], met: bool | None) -> None:
    assert row(ours, theirs, **targets).met is met


def test_the_reason_is_given_only_for_what_is_missed() -> None:
    assert "because" in render([row(60, 100, most=50, why="because")])
    assert "because" not in render([row(40, 100, most=50, why="because")])
    assert "because" not in render([row(60, 100, why="because")])
    assert "always" in render([row(40, 100, most=50, note="always")])
