"""Keeping parameters within what the sections of a lesson say that they may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpviz.frame.parameters import Parameters
from dpviz.frame.section import OWN, BoundSection


class LimitKeeper:
    """The ranges and options that depend on other parameters."""

    def __init__(self, parameters: Parameters, sections: Mapping[str, BoundSection]) -> None:
        self._parameters = parameters
        self._sections = {name: section for name, section in sections.items() if section.section.limits}
        self._read: dict[str, set[str]] = {}  # what each section's limits have been seen to depend on

    def fit(self, changed: set[str] | None, own: Any) -> None:
        """Let each section say what its parameters may be, if that depends on what changed; None: all may have.

        `own` is what there is of the reader's.
        """
        for name, section in self._sections.items():
            if changed is not None and name in self._read and not changed & self._read[name]:
                continue
            assert section.section.limits is not None
            now = section.now({**self._parameters.snapshot(), OWN: own})
            limits = section.section.limits(now)
            self._read[name] = now.read
            for kind, accepted in limits.items():
                self._parameters.fit(section.known(kind), accepted)


def state_of_link(query: str, parameters: Parameters, sections: Mapping[str, BoundSection], own: Any) -> Parameters:
    """Other parameters of the same kind, in the state of a link."""
    other = type(parameters)()
    limits = LimitKeeper(other, sections)
    limits.fit(None, own)
    other.observe(lambda change: limits.fit({change["name"]}, own), names=list(other.declared()))
    other.read(query)
    return other
