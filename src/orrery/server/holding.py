"""Answers in windows: acknowledged at once, kept in the store, and played when all are due.

How fast somebody answers in another's turn tells what they hold, and whether they were asked at
all. So every answer of a person, of a bot, and of the server for somebody who always passes is
played after the same delay since the question; a later one at the next mark of a coarse grid. An
answer that waits is a column of the game and no event: nothing that others can read has it, and a
restart finds it again.
"""

import asyncio
import functools
import json
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
import structlog

from orrery.core.errors import IllegalMove
from orrery.core.match import Match

from . import loading
from .errors import BadRequest, NotNow, NotYourSeat, Stale, TableError, UnknownTable
from .people import Person
from .schema import events, games
from .table import Held, Table

if TYPE_CHECKING:
    from .tables import Tables

log = structlog.get_logger()
GRID = 4
"""A late answer is played at the next multiple of so many delays since the question."""


def played_at(opened: float, answered: float, delay: float, deadline: float | None) -> float:
    """When an answer is played, so that its speed tells next to nothing; never after its time."""
    opened = min(opened, answered)  # the machine's clock may have been put back
    if answered <= opened + delay or not delay:
        due = opened + delay
    else:
        step = GRID * delay
        due = opened + math.ceil((answered - opened) / step) * step
    return due if deadline is None else min(due, max(deadline, opened + delay))


def passes_now(table: Table) -> bool:
    """Whether the seat that decides has its person pass here without being asked."""
    if table.match is None or table.window_of() is None:
        return False
    seat = table.seats[table.turn]
    return seat.level is None and table.windows.kind_of(table.match) in seat.passes


def held_now(table: Table, delay: float) -> tuple[Held | None, float | None]:
    """The answer that waits, given before or just now by the server for its person; and when."""
    if table.answered() is not None:
        return table.held, table.due
    if table.match is None or not passes_now(table):
        return None, None
    opened = table.decision_began()
    due = played_at(opened, time.time(), delay, table.deadline)
    return Held(table.question, table.turn, table.windows.default(table.match)), due


class Holding:
    """Holds answers, and plays them when they are due."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def delay(self) -> float:
        """Seconds from a question to its answer."""
        return self.tables.settings.window_seconds

    # Answering

    async def hold(self, table: Table, move: str | int) -> bool:
        """Keep an answer in a window until it is due; False where it can be played at once."""
        if table.match is None or table.window_of() is None:
            return False
        if table.answered() is not None:
            raise NotNow("that is answered already; it is played in a moment")
        if not self.delay:
            return False
        held = Held(table.question, table.turn, _one_input(table.match, move))
        due = played_at(table.decision_began(), time.time(), self.delay, table.deadline)
        await self._keep(table, held, due)
        return True

    async def _keep(self, table: Table, held: Held, due: float) -> None:
        """Store an answer; what is returned from here may be acknowledged."""

        async def know() -> None:
            table.held, table.due = held, due
            await self.tables.live.send_now_to(table, table.seats[held.seat].person)
            self.wait(table)

        await self.tables.write_quietly(table, lambda c: _store(c, table, held, due), know)

    async def set_passes(
        self, table_id: str, person: Person | None, seat: int, passes: Sequence[str]
    ) -> Table:
        """Choose the windows in which one always passes at a table; nobody else is told."""
        async with self.tables.at(table_id) as table:
            _check_passes(table, person, seat, passes)
            kinds = tuple(kind for kind in table.windows.kinds if kind in passes)
            chosen = replace(table.seats[seat], passes=kinds)

            async def know() -> None:
                table.seats[seat] = chosen
                self.tables.live.send_facts(table, chosen.person)

            write = functools.partial(loading.update_seat, table=table, seat=chosen)
            await self.tables.write_quietly(table, write, know)
            held, due = held_now(table, self.delay)
            if held is not None and due is not None and table.answered() is None:
                await self._keep(table, held, due)
            return table

    # Playing what is due

    def changes(self, table: Table, played: bool) -> dict[str, Any]:
        """What changes of the answer that waits, with events that are being committed."""
        held, due = held_now(table, self.delay)
        same = held == table.held and due == table.due
        table.held, table.due = held, due
        if same and not (played and table.windows.kinds):
            return {}
        return {"held": loading.held_text(held), "due": due}

    def wait(self, table: Table) -> None:
        """Have an answer played when it is due; the sweep does it if this server is gone."""
        if table.due is None:
            return
        earlier = self._timers.pop(table.id, None)
        if earlier is not None:
            earlier.cancel()
        rest = max(0.0, table.due - time.time())
        loop = asyncio.get_running_loop()
        self._timers[table.id] = loop.call_later(rest, self._ring, table.id)

    def _ring(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        self.tables.background(self._play_soon(table_id))

    async def _play_soon(self, table_id: str) -> None:
        try:
            await self.play_due(table_id)
        except TableError as error:  # the sweep finds it again
            log.debug("answer_waits", table=table_id, code=error.code)
        except Exception:
            log.exception("answer_failed", table=table_id)

    async def take_up(self, table_id: str) -> None:
        """Play an answer that the store has as due, also one that another server took."""
        async with self.tables.at(table_id) as table:
            if table.due is None:
                self.tables.drop(table)
        await self.play_due(table_id)

    async def play_due(self, table_id: str) -> None:
        """Play the answer that waits at a table, if its time has come."""
        async with self.tables.at(table_id) as table:
            if table.due is None:
                return
            if table.match is None or table.answered() is None:
                await self.tables.change(table, {"held": None, "due": None})
            elif table.due > time.time():
                self.wait(table)
            else:
                await self.play_held(table)

    async def play_held(self, table: Table) -> None:
        """Play the answer that waits. The lock of the table is held."""
        move = table.answered()
        assert move is not None
        assert table.match is not None
        before = table.match.state
        table.match.play(move)
        await self.tables.commit(table, table.tell_new(before=before))

    def close(self) -> None:
        """Stop waiting; what is held stays in the store."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


def _one_input(match: Match, move: str | int) -> int:
    """The code of an answer, if it is legal; a refusal names the rule."""
    codes = match.read(move) if isinstance(move, str) else [move]
    if len(codes) != 1:
        raise IllegalMove("an answer is one input")
    if codes[0] not in match.legal_codes():
        raise match.refused(codes[0])
    return codes[0]


def _check_passes(table: Table, person: Person | None, seat: int, passes: Sequence[str]) -> None:
    if not 0 <= seat < len(table.seats):
        raise UnknownTable(f"the table has no seat {seat}", detail={"seat": seat})
    if not table.holds(person.id if person else None, seat):
        raise NotYourSeat(f"seat {seat} is not yours", detail={"seat": seat})
    if table.over or table.origin != "table":
        raise NotNow("the game is over")
    for kind in passes:
        if kind not in table.windows.kinds:
            raise BadRequest(
                f"{table.game_name} has no window '{kind[:40]}'", detail={"where": "passes"}
            )


def _store(connection: sa.Connection, table: Table, held: Held, due: float) -> None:
    """Keep an answer, unless the question is gone or answered: the row is locked, then looked at.

    Whoever inserts the next event changes the row as well, so that one of the two comes second.
    """
    mine = games.c.id == table.id
    row = connection.execute(sa.select(games.c.held).where(mine).with_for_update()).one()
    asking = events.c.kind.in_(("ply", "undo", "begin"))
    last = sa.select(sa.func.max(events.c.n)).where((events.c.game_id == table.id) & asking)
    gone = connection.execute(last).scalar_one() != held.question
    if gone or _answers(row.held, held.question):
        raise Stale("that was answered meanwhile; look again", detail={"n": table.n})
    values = {"held": loading.held_text(held), "due": due}
    connection.execute(sa.update(games).where(mine).values(values))


def _answers(text: str | None, question: int) -> bool:
    return text is not None and json.loads(text)["question"] == question


def unless_answered(connection: sa.Connection, table: Table, question: int) -> None:
    """Let a timer play for nobody whose answer another server has acknowledged."""
    mine = sa.select(games.c.held).where(games.c.id == table.id).with_for_update()
    if _answers(connection.execute(mine).scalar_one(), question):
        raise Stale("that was answered meanwhile", detail={"n": table.n})
