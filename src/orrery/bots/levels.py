"""Five levels, from one that a child can beat to the strongest that the time allows."""

from dataclasses import dataclass

from .params import SearchParams


@dataclass(frozen=True)
class Level:
    """How long a level thinks, and how carelessly it then chooses."""

    simulations: int | None
    seconds: float | None
    params: SearchParams


LEVELS = (
    Level(6, None, SearchParams(slips=0.5)),
    Level(20, None, SearchParams(slips=0.2)),
    Level(100, None, SearchParams()),
    Level(800, None, SearchParams()),
    Level(None, 0.1, SearchParams()),
)
