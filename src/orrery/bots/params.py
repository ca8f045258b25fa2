"""Everything about the search that can be turned, in one record."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orrery.core.errors import BadOption, nearest


@dataclass(frozen=True)
class SearchParams:
    """The knobs of the search; each is a number."""

    explore: float = 1.1
    """How strongly moves that were tried less are preferred."""
    look: int = 1
    """1: judge every move of a new position by the estimate; 0: judge the position alone."""
    sharp: float = 0.18
    """With `look`: how much the judgements differ before one move gets most of the attention."""
    jitter: float = 0.02
    """With `look`: how much of a judgement is chance, so that no two games are the same."""
    trust: float = 1.0
    """How many visits a first judgement is worth."""
    plies: int = 0
    """How many random moves are played before a position is judged; -1: to the end."""
    urgency: float = 0.1
    """Without `look`: how much worse than its parent a move is thought before it is tried."""
    depth: int = 200
    """No simulation looks further ahead."""
    slips: float = 0.0
    """How often it does not look and plays any move, out of 1."""

    def vector(self) -> NDArray[np.float64]:
        """The knobs as the kernels are given them, in the order above."""
        return np.array([float(getattr(self, field.name)) for field in fields(self)])


EXPLORE, LOOK, SHARP, JITTER, TRUST, PLIES, URGENCY, DEPTH, SLIPS = range(len(fields(SearchParams)))


RANGES: dict[str, tuple[float, float]] = {
    "explore": (0.0, 1000.0),
    "look": (0, 1),
    "sharp": (0.001, 1000.0),
    "jitter": (0.0, 1.0),
    "trust": (0.001, 1000.0),
    "plies": (-1, 100_000),
    "urgency": (-2.0, 2.0),
    "depth": (1, 10_000),
    "slips": (0.0, 1.0),
}


def read_params(given: dict[str, Any], base: SearchParams) -> SearchParams:
    """Knobs by name on top of others; BadOption for what is no knob or out of its range."""
    names = [field.name for field in fields(SearchParams)]
    values = {name: getattr(base, name) for name in names}
    for name, value in given.items():
        if name not in names:
            raise BadOption(
                f"the search has no setting '{name[:40]}'; there are {', '.join(names)}."
                f"{nearest(name, names)}",
                detail={"option": name[:40]},
            )
        low, high = RANGES[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high or value != value:
            raise BadOption(
                f"the setting '{name}' is a number from {low} to {high}", detail={"option": name}
            )
        values[name] = value
    return SearchParams(**values)
