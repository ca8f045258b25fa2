"""Who looks at which table, here and on the other servers, and what is sent to them."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from orrery.core.contract import WATCHER

from . import frames
from .encoding import to_json
from .people import Person
from .recent import Recent
from .table import Seat, Table

MOST_WAITING = 512
MOST_BYTES = 1 << 20
"""What may wait for a slow reader; then it is cut off, and reads on when it is back."""
PRESENCE_LASTS = 40.0
"""Seconds after which another server that has said nothing is thought to be gone."""
CLOSE_SLOW = 1013
LOOKING_LASTS = 30.0
"""For so long somebody who has asked for a table, without a socket, counts as looking at it."""


def encode(frame: Any) -> str:
    """A frame as text."""
    return to_json(frame).decode()


@dataclass(eq=False)
class Subscriber:
    """One socket."""

    table_id: str
    person: Person | None
    show: int = WATCHER
    board: bool = False
    n: int = -1
    """The last event that was sent."""
    chat: set[int] = field(default_factory=set)
    """The lines of chat that were sent."""
    queue: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    waiting: int = 0
    """How many letters wait in the queue."""
    cut: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the socket is to close."""

    def send(self, text: str) -> None:
        """Put a frame into the queue; whoever does not read is cut off."""
        if self.cut.is_set():
            return
        if self.queue.qsize() >= MOST_WAITING or self.waiting > MOST_BYTES:
            self.end()
            return
        self.waiting += len(text)
        self.queue.put_nowait(text)

    async def next(self) -> str:
        """The next frame to send."""
        text = await self.queue.get()
        self.waiting -= len(text)
        return text

    def end(self) -> None:
        """Let the socket close, and forget what waits."""
        self.cut.set()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.waiting = 0

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

    def join(self, subscriber: Subscriber) -> None:
        """A socket opens."""
        self._here.setdefault(subscriber.table_id, set()).add(subscriber)
        self._say_who_is_here(subscriber.table_id)

    def leave(self, subscriber: Subscriber) -> None:
        """A socket closes."""
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
            self._elsewhere[server, table_id] = time.time(), people, strangers
        else:
            self._elsewhere.pop((server, table_id), None)

    def present(self, table_id: str) -> tuple[set[str], int]:
        """The people who look at a table, anywhere, and the number of strangers."""
        known, strangers = self.people_here(table_id)
        everybody = set(known)
        oldest = time.time() - PRESENCE_LASTS
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
        return max(left, table.last_seen(seat.seat)) + self._away_seconds

    def presence(self, table: Table) -> dict[str, Any]:
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

    def send_all(self, table_id: str, frame: Any) -> None:
        """Send everybody the same."""
        self.send(self._here.get(table_id, ()), lambda _: frame, lambda _: 0)

    def send_events(self, table: Table) -> None:
        """Send everybody the events that they have not been sent yet."""

        def key(s: Subscriber) -> tuple[int, int, bool, bool]:
            seat = s.seat_at(table)
            return s.n, seat, table.plays(s.me, seat), s.board

        behind = [s for s in self._here.get(table.id, ()) if s.n < table.n]
        self.send(behind, lambda s: frames.events_frame(table, *key(s)), key)
        for subscriber in behind:
            subscriber.n = table.n

    def send_now(self, table: Table, person: str | None) -> None:
        """Send a person alone how things stand: something changed that only they may know."""

        def frame(s: Subscriber) -> Any:
            seat = s.seat_at(table)
            return frames.events_frame(table, table.n, seat, table.plays(s.me, seat), s.board)

        mine = [s for s in self._of(table.id, person) if s.n == table.n]
        self.send(mine, frame, lambda s: (s.seat_at(table), s.board))

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
        for subscriber in tuple(self._here.get(table_id, ())):
            for line in lines:
                if line["id"] not in subscriber.chat:
                    subscriber.chat.add(line["id"])
                    subscriber.send(encode({"is": "chat", "line": line}))

    def send_presence(self, table: Table) -> None:
        """Send who is there."""
        self.send_all(table.id, {"is": "presence", "presence": self.presence(table)})

    def close(self) -> None:
        """Let every socket end."""
        for subscriber in self._all():
            subscriber.end()

    def _all(self) -> Iterable[Subscriber]:
        return [s for found in self._here.values() for s in found]
