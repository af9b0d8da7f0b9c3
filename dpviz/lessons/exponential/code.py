"""The code of what is on screen: five to ten lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

from dpviz.lessons.exponential.asked import Asked
from dpviz.lessons.exponential.parameters import DRAWS

LAW = ("ExponentialMechanism", "law = mechanism.probabilities(scores)")

RUN = (
    "ExponentialMechanism",
    "rng = np.random.default_rng({seed})\n"
    f"drawn = mechanism.choose(scores, rng, size={DRAWS[-1]})[:{{draws}}]\n"
    "counts = np.bincount(drawn, minlength=len(scores))",
)

NEIGHBOUR = (
    "ExponentialMechanism",
    """from dpviz.privacy import privacy_loss

law = mechanism.probabilities(scores)
neighbour = question.histogram({n})
{move}
neighbour_law = mechanism.probabilities(question.scores(neighbour))
loss = privacy_loss(law, neighbour_law)""",
)

WORST = (
    "ExponentialMechanism, neighbour_losses",
    """from dpviz.mechanisms.selection import neighbour_changes

pairs, changes = neighbour_changes(question, question.histogram({n}), neighbouring="{relation}")
losses = neighbour_losses(
    scores, changes, {epsilon}, sensitivity=mechanism.sensitivity, monotonic=mechanism.monotonic
)
worst = losses.max()""",
)

TAIL = (
    "ExponentialMechanism, shortfall_bound, tail, tail_bound",
    """law = mechanism.probabilities(scores)
given = {{"sensitivity": mechanism.sensitivity, "monotonic": mechanism.monotonic}}
exact = tail(law, scores, {t})
bound = tail_bound({t}, {m}, {epsilon}, **given)
within = shortfall_bound({beta}, {m}, {epsilon}, **given)""",
)

_SOLVERS = {
    "epsilon": ("epsilon_for", "alpha={alpha}, beta={beta}, n={n}"),
    "n": ("size_for", "alpha={alpha}, beta={beta}, epsilon={epsilon}"),
    "beta": ("beta_for", "alpha={alpha}, epsilon={epsilon}, n={n}"),
}


def of_picture(asked: Asked, neighbouring: str, monotonic: bool, recipe: tuple[str, str]) -> str:
    """Code that asks the question, makes the mechanism, and then follows a recipe of this module.

    Parameters
    ----------
    asked : Asked
    neighbouring : {"replace", "add_remove"}
    monotonic : bool
    recipe : tuple of str
        The names it needs from `dpviz.mechanisms`, and its lines.

    Returns
    -------
    str
        Empty for a table that only the page has.
    """
    if not asked.code:
        return ""
    names, lines = recipe
    extra = ", monotonic=True" if monotonic else ""
    return (
        f"import numpy as np\nfrom dpviz.mechanisms import {names}\n{asked.code}"
        "scores = question.scores(question.histogram({n}))\n\n"
        "mechanism = ExponentialMechanism(\n"
        f'    epsilon={{epsilon}}, sensitivity=question.sensitivity("{neighbouring}"){extra}\n)\n'
        f"{lines.replace('{relation}', neighbouring)}"
    )


def of_solution(unknown: str, candidates: int, sensitivity: float, monotonic: bool) -> str:
    """Code that solves the bound for ε, n or β."""
    name, given = _SOLVERS[unknown]
    extra = ", monotonic=True" if monotonic else ""
    return (
        f"from dpviz.mechanisms import {name}\n\n"
        f"needed = {name}({given}, candidates={candidates}, sensitivity={sensitivity}{extra})"
    )
