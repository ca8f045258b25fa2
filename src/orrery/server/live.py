"""Who looks at which table, here and on the other servers, and what is sent to them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from orrery.core.contract import WATCHER

from . import frames
from .encoding import to_json
from .frame_shapes import Presence
from .pace import Pace
from .people import Person
from .recent import Recent
from .table import Seat, Table

K = TypeVar("K")
MOST_WAITING = 512
MOST_BYTES = 1 << 20
"""What may wait for a slow reader; then it is cut off, and reads on when it is back."""
MOST_OF_ONE = 8 << 20
"""What may wait for all sockets of one address."""
PRESENCE_LASTS = 40.0
"""Seconds after which another server that has said nothing is thought to be gone."""
CLOSE_SLOW = 1013
LOOKING_LASTS = 30.0
"""For so long somebody who has asked for a table, without a socket, counts as looking at it."""


def encode(frame: Any) -> str:
    """A frame as text."""
    return to_json(frame).decode()


@dataclass(eq=False)
class Backlog:
    """How many letters wait for the sockets of one address."""

    waiting: int = 0


@dataclass(eq=False)
class Asker:
    """A socket that waits for the answer to a move; the frame that tells of the move can be it."""

    subscriber: "Subscriber"
    id: int | str
    answered: bool = False

    def answer(self, text: str) -> str:
        """The frame that tells everybody, as the answer to the one who asked."""
        self.answered = True
        return f'{text[:-1]},"id":{encode(self.id)}}}'


@dataclass(eq=False)
class Subscriber:
    """One socket."""

    table_id: str
    person: Person | None
    show: int = WATCHER
    board: bool = False
    brief: bool = False
    """Whether a move is answered by the frame that tells of it."""
    changes: bool = False
    """Whether it is sent what has changed, and no proofs: what a page asks for."""
    backlog: Backlog = field(default_factory=Backlog)
    at_once: Callable[[str], bool] = field(default=lambda text: False, repr=False)
    """Sends a frame without its waiting in the queue, if that can be."""
    n: int = -1
    """The last event that was sent."""
    chat: set[int] = field(default_factory=set)
    """The lines of chat that were sent."""
    queue: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    waiting: int = 0
    """How many letters wait in the queue."""
    sending: bool = False
    """Whether a frame that had waited is on its way still."""
    room: int = field(default_factory=lambda: MOST_BYTES)
    """How many may wait: what was asked for, however long, and as much again as for anybody."""
    cut: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the socket is to close."""

    def send(self, text: str) -> None:
        """Put a frame into the queue; whoever does not read is cut off."""
        if self.cut.is_set():
            return
        if not self.sending and self.queue.empty() and self.at_once(text):
            return
        full = self.queue.qsize() >= MOST_WAITING or self.waiting > self.room
        if full or self.backlog.waiting > MOST_OF_ONE:
            self.end()
            return
        self._count(len(text))
        self.queue.put_nowait(text)

    def send_asked(self, text: str) -> None:
        """Send what the socket has asked for: a long log must not cut it off."""
        self.room = max(self.room, len(text) + MOST_BYTES)
        self.send(text)

    async def next(self) -> str:
        """The next frame to send; the one before has been sent."""
        self.sending = False
        text = await self.queue.get()
        self.sending = True
        if not self.cut.is_set():
            self._count(-len(text))
        return text

    def _count(self, letters: int) -> None:
        self.waiting += letters
        self.backlog.waiting += letters

    def end(self) -> None:
        """Let the socket close, and forget what waits."""
        self.cut.set()
        self.forget()

    def forget(self) -> None:
        """Nothing waits any more."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self._count(-self.waiting)

    @property
    def me(self) -> str | None:
        """The id of the person, if known."""
        return self.person.id if self.person else None

    def seat_at(self, table: Table) -> int:
        """The seat whose view is sent: only ever one of their own."""
        return self.show if table.holds(self.me, self.show) else WATCHER


class Live:
    """All sockets of this server, by table."""

    def __init__(self, publish: Callable[[str, list[str], int], None], away_seconds: float) -> None:
        self._here: dict[str, set[Subscriber]] = {}
        self._elsewhere: dict[tuple[str, str], tuple[float, list[str], int]] = {}
        self._left: Recent[tuple[str, str], float] = Recent()
        self._backlogs: WeakValueDictionary[str, Backlog] = WeakValueDictionary()
        self._asked_for: Recent[str, float] = Recent()
        self._publish = publish
        self._away_seconds = away_seconds
        self._began = time.time()

    def __len__(self) -> int:
        return sum(len(subscribers) for subscribers in self._here.values())

    def tables(self) -> list[str]:
        """The tables that somebody looks at."""
        return list(self._here)

    def watched(self, table_id: str) -> bool:
        """Whether anybody here looks at a table."""
        return table_id in self._here

    def ask_for(self, table_id: str) -> None:
        """Somebody has looked at a table without a socket."""
        self._asked_for.note(table_id, time.monotonic())

    def looked_at(self, table_id: str) -> bool:
        """Whether anybody looks at a table, on this server or another."""
        people, strangers = self.present(table_id)
        asked = self._asked_for.get(table_id)
        lately = asked is not None and time.monotonic() - asked < LOOKING_LASTS
        return bool(people) or strangers > 0 or lately

    def backlog_of(self, visitor: str) -> Backlog:
        """What waits for the sockets of an address, as long as it has any."""
        return self._backlogs.setdefault(visitor, Backlog())

    def join(self, subscriber: Subscriber) -> None:
        """A socket opens."""
        self._here.setdefault(subscriber.table_id, set()).add(subscriber)
        self._say_who_is_here(subscriber.table_id)

    def leave(self, subscriber: Subscriber) -> None:
        """A socket closes."""
        subscriber.forget()
        found = self._here.get(subscriber.table_id, set())
        found.discard(subscriber)
        if not found:
            self._here.pop(subscriber.table_id, None)
        if subscriber.me is not None:
            self._note_gone(subscriber.table_id, [subscriber.me])
        self._say_who_is_here(subscriber.table_id)

    def _note_gone(self, table_id: str, people: Iterable[str]) -> None:
        for person in people:
            self._left.note((table_id, person), time.time())

    def clock_was_set(self, step: float) -> None:
        """The machine's clock has jumped: since when somebody is away jumps with it."""
        self._began += step
        for key, left in self._left.items():
            self._left[key] = left + step

    # Presence

    def people_here(self, table_id: str) -> tuple[list[str], int]:
        """The people with a socket here, and how many sockets are nobody's."""
        found = self._here.get(table_id, ())
        known = sorted({s.me for s in found if s.me is not None})
        return known, sum(s.me is None for s in found)

    def _say_who_is_here(self, table_id: str) -> None:
        self._publish(table_id, *self.people_here(table_id))

    def heard(self, server: str, table_id: str, people: list[str], strangers: int) -> None:
        """Another server says who looks at a table there."""
        before = self._elsewhere.get((server, table_id), (0.0, [], 0))[1]
        self._note_gone(table_id, set(before) - set(people))
        if people or strangers:
            self._elsewhere[server, table_id] = time.monotonic(), people, strangers
        else:
            self._elsewhere.pop((server, table_id), None)

    def present(self, table_id: str) -> tuple[set[str], int]:
        """The people who look at a table, anywhere, and the number of strangers."""
        known, strangers = self.people_here(table_id)
        everybody = set(known)
        oldest = time.monotonic() - PRESENCE_LASTS
        for key in [k for k, (at, _, _) in self._elsewhere.items() if at < oldest]:
            del self._elsewhere[key]
        for (_, other), (_, people, more) in self._elsewhere.items():
            if other == table_id:
                everybody |= set(people)
                strangers += more
        return everybody, strangers

    def replaceable(self, table: Table, seat: Seat) -> float | None:
        """From when on others may let a bot play for a seat; None where they may not.

        Its person has neither looked at the table nor done anything there for long enough.
        """
        if table.status != "playing" or table.clock is not None or seat.kind != "person":
            return None
        if seat.person is None or seat.person in self.present(table.id)[0]:
            return None
        left = self._left.get((table.id, seat.person), self._began)
        acted = min(table.last_seen(seat.seat), time.time())  # by a clock that was put back since
        return max(left, acted) + self._away_seconds

    def presence(self, table: Table) -> Presence:
        """Which seats are looking, and how many others."""
        everybody, strangers = self.present(table.id)
        seated = {seat.person for seat in table.seats if seat.sits}
        return {
            "seats": [seat.sits and seat.person in everybody for seat in table.seats],
            "watchers": len(everybody - seated) + strangers,
            "replaceable": [self.replaceable(table, seat) for seat in table.seats],
        }

    # Sending

    def send(
        self,
        to: Iterable[Subscriber],
        make: Callable[[Subscriber], Any],
        key: Callable[[Subscriber], Any],
    ) -> None:
        """Send each socket its frame; equal keys share one."""
        made: dict[Any, str] = {}
        for subscriber in tuple(to):
            kind = key(subscriber)
            if kind not in made:
                made[kind] = encode(make(subscriber))
            subscriber.send(made[kind])

    async def _send_in_steps(
        self,
        to: Sequence[Subscriber],
        make: Callable[[K], Awaitable[Any]],
        key: Callable[[Subscriber], K],
        asker: Asker | None = None,
    ) -> None:
        """The same where frames are long work, made of the key alone: nobody waits for all."""
        made: dict[K, str] = {}
        pace = Pace()
        for subscriber in to:
            kind = key(subscriber)
            if kind not in made:
                made[kind] = encode(await make(kind))
                await pace.rest()
            asked = asker is not None and asker.subscriber is subscriber
            subscriber.send(asker.answer(made[kind]) if asker and asked else made[kind])

    def send_all(self, table_id: str, frame: Any) -> None:
        """Send everybody the same."""
        self.send(self._here.get(table_id, ()), lambda _: frame, lambda _: 0)

    async def send_events(self, table: Table, asker: Asker | None = None) -> None:
        """Send everybody the events that they have not been sent yet; the table's lock is held."""
        views = frames.Views(table)

        def key(s: Subscriber) -> tuple[int, int, bool, bool, frames.Views, bool]:
            seat = s.seat_at(table)
            return s.n, seat, table.plays(s.me, seat), s.board, views, s.changes

        behind = [s for s in self._here.get(table.id, ()) if s.n < table.n]
        await self._send_in_steps(behind, lambda of: frames.events_frame(table, *of), key, asker)
        views.keep()
        for subscriber in behind:
            subscriber.n = table.n

    async def send_now(self, table: Table, to: Iterable[Subscriber]) -> None:
        """Send some how things stand, though nothing has happened that they were not told."""

        def key(s: Subscriber) -> tuple[int, bool, bool]:
            seat = s.seat_at(table)
            return seat, table.plays(s.me, seat), s.board

        current = [s for s in to if s.n == table.n]
        await self._send_in_steps(current, lambda of: frames.events_frame(table, table.n, *of), key)

    async def send_now_to(self, table: Table, person: str | None) -> None:
        """Send a person alone how things stand: something changed that only they may know."""
        await self.send_now(table, self._of(table.id, person))

    async def send_again(self, table: Table) -> None:
        """Send everybody how things stand: what they know need not be true."""
        everybody = tuple(self._here.get(table.id, ()))
        current = [s for s in everybody if s.n == table.n]
        await self.send_events(table)
        await self.send_now(table, current)

    def people(self) -> set[str]:
        """Everybody who is known and looks at a table on this server."""
        return {s.me for s in self._all() if s.me is not None}

    def know(self, person: str, now: Person | None) -> None:
        """Somebody has another name, or has gone: sockets of a token that has ended close."""
        for subscriber in self._all():
            known = subscriber.person
            if known is None or known.id != person:
                continue
            if now is None or now.key != known.key:
                subscriber.end()
            else:
                subscriber.person = now

    def _of(self, table_id: str, person: str | None) -> list[Subscriber]:
        """The sockets of a person at a table."""
        found = self._here.get(table_id, ())
        return [s for s in found if person is not None and s.me == person]

    def send_facts(self, table: Table, person: str | None = None) -> None:
        """Send what has changed beside the game: to all, or to one person."""
        self.send(
            self._here.get(table.id, ()) if person is None else self._of(table.id, person),
            lambda s: {"is": "facts", "table": frames.facts_frame(table, s.me)},
            lambda s: s.me,
        )
        if person is None:  # whoever has sat down or got up is no longer counted as before
            self.send_presence(table)

    def send_chat(self, table_id: str, lines: list[dict[str, Any]]) -> None:
        """Send everybody the lines of chat that they have not been sent yet."""
        for line in lines:
            self._send_line(table_id, line)

    def _send_line(self, table_id: str, line: dict[str, Any]) -> None:
        to = [s for s in self._here.get(table_id, ()) if line["id"] not in s.chat]
        self.send(
            to,
            lambda s: {"is": "chat", "line": frames.chat_line(line, s.me)},
            lambda s: s.me is not None and s.me == line["person"],
        )
        for subscriber in to:
            subscriber.chat.add(line["id"])

    def send_presence(self, table: Table) -> None:
        """Send who is there."""
        self.send_all(table.id, {"is": "presence", "presence": self.presence(table)})

    def close(self) -> None:
        """Let every socket end."""
        for subscriber in self._all():
            subscriber.end()

    def _all(self) -> Iterable[Subscriber]:
        return [s for found in self._here.values() for s in found]
