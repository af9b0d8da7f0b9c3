"""Ten thousand releases by privacy loss distributions: ours against dp-accounting, on grids of the same step.

Run ``python -m benchmarks.accounting``. Ours gives a bound from below too, and counts the rounding of its transforms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.draws import _interleaved
from benchmarks.table import Row, render
from dpviz.privacy import LossDistribution

RELEASES = 10_000
DELTA = 1e-5


def rows(repetitions: int = 5) -> list[Row]:
    """One row a mechanism, in milliseconds: from its parameters to ε at δ = 1e-5."""
    gaussian = lambda: LossDistribution.gaussian(100.0, step=2e-4)  # noqa: E731
    laplace = lambda: LossDistribution.laplace(100.0, step=2e-4)  # noqa: E731

    def sampled() -> tuple[LossDistribution, LossDistribution]:
        remove = LossDistribution.sampled_gaussian(1.0, 0.001, direction="remove", step=1e-4)
        return remove, LossDistribution.sampled_gaussian(1.0, 0.001, direction="add", step=1e-4)

    return [
        _row("Gaussian noise", lambda: (gaussian(),), _theirs("from_gaussian_mechanism", 100.0, 2e-4), repetitions),
        _row("Laplace noise", lambda: (laplace(),), _theirs("from_laplace_mechanism", 100.0, 2e-4), repetitions),
        _row(
            "sampled Gaussian noise",
            sampled,
            _theirs("from_gaussian_mechanism", 1.0, 1e-4, sampling_prob=0.001),
            repetitions,
        ),
    ]


def _row(what: str, ours: Callable[[], Any], theirs: Callable[[], float] | None, repetitions: int) -> Row:
    def bounds() -> tuple[float, float]:
        each = [losses.epsilon_of(RELEASES, DELTA) for losses in ours()]
        return max(low for low, _ in each), max(high for _, high in each)

    times = _interleaved({"ours": bounds} | ({"dp-accounting": theirs} if theirs else {}), repetitions)
    low, high = bounds()
    note = f"ours: ε from {low:.6f} to {high:.6f}" + (f"; dp-accounting: at most {theirs():.6f}" if theirs else "")
    return Row(
        what=f"{RELEASES} releases of {what}, ε at δ = {DELTA}; against dp-accounting at the same step",
        ours=times["ours"],
        theirs=times.get("dp-accounting"),
        unit="ms",
        most=1000.0,
        most_ratio=0.2,
        why="ours makes two bounds and counts every rounding error, theirs makes one",
        note=note,
    )


def _theirs(name: str, parameter: float, step: float, **more: float) -> Callable[[], float] | None:
    try:
        from dp_accounting.pld import privacy_loss_distribution as peer
    except ImportError:
        return None
    make = getattr(peer, name)

    def epsilon() -> float:
        losses = make(parameter, value_discretization_interval=step, **more)
        return float(losses.self_compose(RELEASES).get_epsilon_for_delta(DELTA))

    return epsilon


if __name__ == "__main__":
    print(render(rows()))
