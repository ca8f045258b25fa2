"""The machine's clock: it may be set while people play, and run on while the machine sleeps.

Limits of time are kept in the store by this clock, so that people can be shown them. When it jumps,
what they say is no longer true: whoever decides has their whole time anew, an answer that waits
is played at once, and the time in between counts for nobody.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from .schema import events, games

STEP_SECONDS = 5.0
"""A clock that is off by more than this has been set; by less it was put right, as they all are."""
LONGEST_HOLD = 60.0
"""No answer is held for longer."""


class Pause(NamedTuple):
    """Time that passed on the clock alone."""

    end: float
    length: float


class MachineClock:
    """Compares the clock that shows the time with the one that only counts seconds."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self.step = 0.0
        """By how much the clock was set; it stays until somebody has dealt with it."""
        self.pauses: list[Pause] = []

    def look(self) -> float:
        """By how much the clock was set since that was dealt with; 0 for not at all."""
        offset = time.time() - time.monotonic()
        difference, self._offset = offset - self._offset, offset
        if abs(difference) > STEP_SECONDS:
            self.step += difference
            self.add_pause(difference)
        return self.step

    def add_pause(self, seconds: float) -> None:
        """Note that the last seconds on the clock count for nobody."""
        if seconds > 0:
            self.pauses.append(Pause(time.time(), seconds))

    def dealt_with(self) -> None:
        """All limits are right again."""
        self.step = 0.0


def begin_again(now: float) -> list[sa.Update]:
    """After a jump: whole time for whoever decides, and what waits is played."""
    seconds = sa.func.coalesce(games.c.clock, games.c.window_clock)
    limited = (games.c.status == "playing") & games.c.deadline.is_not(None)
    return [
        sa.update(games).where(limited).values(deadline=now + seconds),
        sa.update(games).where(games.c.due.is_not(None)).values(due=now),
    ]


def after_a_pause(now: float, grace: float) -> list[sa.Update]:
    """After a restart: a little time for whoever is late, and no limit that cannot be meant."""
    playing = games.c.status == "playing"
    seconds = sa.func.coalesce(games.c.clock, games.c.window_clock)
    late = playing & (games.c.deadline < now + grace)
    early = playing & (games.c.deadline > now + seconds + grace)
    return [
        sa.update(games).where(late).values(deadline=now + grace),
        sa.update(games).where(early).values(deadline=now + seconds),
        sa.update(games).where(games.c.due > now + LONGEST_HOLD).values(due=now),
    ]


def quiet_since(seconds: float, pauses: Sequence[Pause]) -> sa.ColumnElement[bool]:
    """Games in which nothing has happened for so long, without the time that counts for nobody."""
    last = (
        sa.select(sa.func.max(events.c.at)).where(events.c.game_id == games.c.id).scalar_subquery()
    )
    touched = sa.func.coalesce(last, games.c.created)
    oldest = time.time() - seconds
    found: list[sa.ColumnElement[bool]] = []
    before: float | None = None
    for pause in (*sorted(pauses, reverse=True), None):
        within = [touched < oldest]
        if before is not None:
            within.append(touched < before)
        if pause is not None:
            within.append(touched >= pause.end)
            oldest, before = oldest - pause.length, pause.end
        found.append(sa.and_(*within))
    return sa.or_(*found)
