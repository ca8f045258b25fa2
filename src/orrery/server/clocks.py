"""How long a seat has for a decision, in its own turn and in another's."""

import time
from collections.abc import Sequence

from .table import Table, Told

SHORTEST_REST = 5.0
"""Seconds that are left at least to somebody who takes back."""


def seconds_for(table: Table) -> int | None:
    """How long the seat that decides has; None for as long as it likes."""
    if table.window_clock is not None and table.window_of() is not None:
        return table.window_clock
    return table.clock


def deadline_after(table: Table, told: Sequence[Told]) -> float | None:
    """Until when the seat that decides has time: nobody gains any by leaving or taking back."""
    seconds = seconds_for(table)
    if seconds is None or table.waits_for() != "person":
        return None
    kinds = {event.kind for event in told}
    if kinds & {"ply", "begin"}:
        return time.time() + seconds
    if "undo" in kinds:
        used = table.time_used_before()
        if used > seconds:  # nobody can have taken longer: the machine's clock was set meanwhile
            used = 0.0
        return time.time() + max(SHORTEST_REST, seconds - used)
    if table.deadline is not None:
        return table.deadline
    return table.decision_began() + seconds


def plays_default(table: Table) -> bool:
    """Whether a default is played when time has run out: in windows always."""
    return table.on_timeout == "default" or table.window_of() is not None
