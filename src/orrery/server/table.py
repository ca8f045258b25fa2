"""One table, live: its facts, who sits there, the match, and the log as it was stored.

Nothing here waits or writes. An action changes the match and gives the rows that continue the
log; whoever acts commits them, and drops the table if that fails: the log is what is true.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from orrery.bots import bot_text
from orrery.core import runner as runners
from orrery.core.contract import CHANCE, EVERYONE, OVER
from orrery.core.dice import DailyDice, Dice, SealedDice, SeededDice, commitment
from orrery.core.events import BROKEN_OFF, Event, Player
from orrery.core.game import Game, State
from orrery.core.match import CHECKPOINT, Match
from orrery.core.record import canonical, end_body, event_body, leaf, link, record_head, salt

from .changes import Sent
from .encoding import Written, read_json, to_lasting_json
from .windows import Windows, windows_of

MOST_EVENTS = 4000
"""So many events a game has at most, those that were taken back too; no game comes near it."""
LAST_TAKE_BACK = 3000
"""After so many nothing is taken back any more: the rest is for playing."""
FIXED_BYTES, EVENT_BYTES = 24_000, 480
"""What a table takes in memory, and each of its events beside its text; measured."""
KEEP_WRITTEN = 100
"""So many events at the end of the log are kept as they are sent."""
KEEP_STATE = 64
"""A copy of the state is stored every so many events."""
ASKED = "asked"
"""Of a take-back: the seat that wanted it. Tables know it, records do not."""
GAVE_UP = "gave_up"
"""Of a seat that a bot takes for good. Tables know it, records do not."""


def today() -> str:
    """The day it is, everywhere the same: in Greenwich."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time()))


@dataclass
class Seat:
    """One seat: open, a person's, or a bot's (perhaps standing in for a person)."""

    seat: int
    person: str | None = None
    sits: bool = False
    name: str = ""
    level: int | None = None
    nonce: str = ""
    passes: tuple[str, ...] = ()
    """The kinds of windows in which the server answers for its person; nobody else is told."""

    @property
    def kind(self) -> str:
        """`bot`, `person` or `open`."""
        if self.level is not None:
            return "bot"
        return "person" if self.person is not None or self.sits else "open"  # of records, no ids

    @property
    def ready(self) -> bool:
        """Whether play need not wait for this seat."""
        return self.sits or self.level is not None

    def player(self) -> Player:
        """Who a record says sits here."""
        return Player(self.name) if self.level is None else bot_player(self.level)


def bot_player(level: int) -> Player:
    """A bot, as records name it."""
    return Player("", bot_text(level))


@dataclass(slots=True)
class Told:
    """An event as it is stored. There are thousands of them in memory, so what it holds is text."""

    n: int
    kind: str
    by: int
    text: bytes
    """Its body, as JSON."""
    chain: str
    at: float

    @property
    def body(self) -> dict[str, Any]:
        """What is to be known of it; a copy."""
        return dict(read_json(self.text))

    def row(self, game_id: str) -> dict[str, Any]:
        """The event for the store."""
        return {
            "game_id": game_id,
            "n": self.n,
            "kind": self.kind,
            "by": self.by,
            "body": self.text.decode(),
            "chain": self.chain,
            "at": self.at,
        }

    def event(self) -> Event:
        """The event for a match."""
        body = self.body
        if self.kind == "ply":
            masked = body.get("masked", body["move"])
            audience = body.get("audience", EVERYONE)
            typed = bool(body.get("typed"))
            return Event("ply", self.by, body["code"], body["move"], masked, audience, typed)
        if self.kind == "seat":
            return Event("seat", self.by, player=Player(body["name"], body.get("bot", "")))
        if self.kind == "undo":
            return Event("undo", self.by, text=body["move"], masked=body["masked"])
        return Event(self.kind, self.by, ends=bool(body.get("ends")))


@dataclass(frozen=True)
class Held:
    """An answer in a window that is acknowledged and not played yet."""

    question: int
    """The event after which the seat was asked."""
    seat: int
    move: int


@dataclass
class Table:
    """A table and the game on it."""

    id: str
    game_name: str
    ruleset: int
    options: dict[str, Any]
    secret: bytes
    version: int = 0
    """Goes up with every change beside the log, and with the beginning."""
    status: str = "open"
    origin: str = "table"
    host: str | None = None
    clock: int | None = None
    window_clock: int | None = None
    """Seconds for an answer in another's turn; None for the same as in one's own."""
    on_timeout: str = "bot"
    stand_in: int = 3
    hints: bool = True
    hot_seat: bool = True
    """Whether one person may hold several seats; where nothing is hidden always."""
    unseated: list[dict[str, Any]] = field(default_factory=list)
    """Whom the host has unseated: `person`, `name` and `seat`. They may not sit down again."""
    waiting: str = "nobody"
    kept_turn: int | None = None
    """The seat that decides, as the store has it."""
    was_unreadable: bool = False
    """Whether it could not be read the last time."""
    deadline: float | None = None
    held: Held | None = None
    due: float | None = None
    """When the answer that is held is played."""
    ask: dict[str, Any] | None = None
    rematch: str | None = None
    created: float = 0.0
    ended: float | None = None
    day: str | None = None
    """Of a daily game: its day, whose secret is the table's."""
    counted: bool | None = None
    seen_on: str | None = None
    """Of a table as it was: the day on which it is looked at; None for now."""
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None
    """None where the game, or its ruleset, is not here any more."""
    told: list[Told] = field(default_factory=list)
    text_bytes: int = 0
    """How long the texts of all events are together."""
    match: Match | None = None
    chat: list[dict[str, Any]] | None = None
    """The last lines of chat, once somebody has asked for them."""
    written: dict[tuple[int, object], Written] = field(default_factory=dict, repr=False)
    """The last events as they are sent, by who may see them."""
    sent: dict[int, Sent] = field(default_factory=dict, repr=False)
    """How things stood when it was last sent, by whose sight it is."""
    most_events: float = MOST_EVENTS
    """So long the log may become; then the game is broken off."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    # What is

    @property
    def n(self) -> int:
        """The number of the last event; -1 before the game has begun."""
        return len(self.told) - 1

    @property
    def is_long(self) -> bool:
        """Whether the log is so long that nothing is taken back any more."""
        return len(self.told) >= min(LAST_TAKE_BACK, self.most_events)

    @property
    def size(self) -> int:
        """About how many bytes of memory this table takes."""
        state = self.game.state.itemsize if self.game is not None else 0
        copies = 2 + len(self.told) / CHECKPOINT
        kept = FIXED_BYTES + sum(sent.bytes for sent in self.sent.values())
        return int(kept + EVENT_BYTES * len(self.told) + self.text_bytes + state * copies)

    @property
    def dice(self) -> Dice:
        """What Nature draws from; the nonces are frozen when the game begins."""
        nonces = [seat.nonce for seat in self.seats]
        if self.told:
            frozen = self.told[0].body["dice"]
            if frozen["kind"] == "seed":
                return SeededDice(frozen["seed"])
            nonces = frozen.get("nonces", [])
        if self.day is not None:
            return DailyDice(self.secret, self.day)
        return SealedDice(self.secret, [bytes.fromhex(nonce) for nonce in nonces])

    @property
    def commitment(self) -> str:
        """What is published of the secret."""
        return commitment(self.secret)

    @property
    def reveals(self) -> bool:
        """Whether the secret of the dice is out: after the game, and after its day."""
        return self.over and (self.day is None or self.day < (self.seen_on or today()))

    @property
    def turn(self) -> int:
        """The seat that decides; OVER also while nothing can be played."""
        return self.match.turn if self.match is not None and self.status == "playing" else OVER

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that nothing is hidden any more."""
        return self.status == "over"

    def holds(self, person: str | None, seat: int) -> bool:
        """Whether a seat is a person's own: they may see what it sees."""
        if person is None or not 0 <= seat < len(self.seats):
            return False
        return self.seats[seat].person == person and self.seats[seat].sits

    def plays(self, person: str | None, seat: int) -> bool:
        """Whether a person decides for a seat now."""
        return self.holds(person, seat) and self.seats[seat].level is None

    def people(self) -> set[str]:
        """Those who decide for a seat now."""
        return {s.person for s in self.seats if s.person is not None and s.level is None}

    def gave_up(self, seat: int) -> bool:
        """Whether the person of a seat has given up, so that a bot plays there for good."""
        taken = (t for t in reversed(self.told) if t.kind == "seat" and t.by == seat)
        last = next(taken, None)  # nobody comes back to a seat that was given up
        return last is not None and bool(last.body.get(GAVE_UP))

    def ends_without(self, seat: int) -> bool:
        """Whether the game ends if the person of a seat gives up; else a bot plays on there."""
        others = [s for s in self.seats if s.seat != seat and s.person is not None]
        left = any(s.level is None or not self.gave_up(s.seat) for s in others)
        return len(self.seats) < 3 or not left

    def hints_allowed(self) -> bool:
        """Whether a bot may be asked for advice."""
        return self.hints and self.origin == "table"

    # Beginning and loading

    def begin(self) -> list[Told]:
        """Start the game; the first events of its log."""
        assert self.game is not None
        players = [seat.player() for seat in self.seats]
        runner = runners.shared(self.game)
        self.match = Match(
            self.game,
            self.options,
            ruleset=self.ruleset,
            dice=self.dice,
            players=players,
            runner=runner,
        )
        self.status = "playing"
        self.tell_begin()
        self.tell_new()
        return list(self.told)

    def tell_begin(self) -> None:
        """The first event: who sits where, with which options and dice."""
        assert self.match is not None
        head = record_head(self.match)
        chain = link("", leaf(salt(self.secret, 0), canonical(head)))
        self._append(Told(0, "begin", CHANCE, to_lasting_json(head), chain, time.time()))

    def resume(self, states: Mapping[int, State]) -> None:
        """Restore the match from the log; `states` are copies kept on the way, by event."""
        assert self.game is not None
        begin, *events = self.told
        players = [Player(s["name"], s.get("bot", "")) for s in begin.body["seats"]]
        ended = bool(events) and events[-1].kind == "end"
        reason = events[-1].body["result"]["reason"] if ended else None
        match = Match(
            self.game,
            self.options,
            ruleset=self.ruleset,
            dice=self.dice,
            rolls=False,
            players=players,
            runner=runners.shared(self.game),
        )
        log = [told.event() for told in events if told.kind != "end"]
        self.match = match.recall(log, states, reason if reason in BROKEN_OFF else None)

    # Telling what happened

    def tell_new(
        self, asked: int | None = None, gave_up: bool = False, before: State | None = None
    ) -> list[Told]:
        """What has happened in the match and was not told yet, as events to store.

        `asked` is the seat that takes back; an undo by itself names whose move it was. So does a
        bot that sits down not say whether somebody `gave_up` or will be back. `before` is the
        state before the first ply that is told, if somebody has kept it.
        """
        match = self.match
        assert match is not None
        fresh = match.log[len(self.told) - 1 :]
        first = len(self.told)
        count = sum(event.kind == "ply" for event in fresh)
        states = match.follow(match.ply - count, before)
        for event in fresh:
            if event.kind == "ply":
                body = self._ply_body(event, next(states))
            else:
                body = _other_body(event, asked, gave_up)
            self._add(event.kind, event.by, event_body(event), body)
        if len(self.told) >= self.most_events and match.result is None:
            match.break_off("too_long")
        self._tell_end()
        return self.told[first:]

    def _tell_end(self) -> None:
        assert self.match is not None
        end = end_body(self.match)
        if end is not None and self.told[-1].kind != "end":
            self._add("end", CHANCE, end, {"result": end["result"]})
            self.status, self.ended = "over", time.time()

    def _add(self, kind: str, by: int, recorded: object, body: dict[str, Any]) -> None:
        n = len(self.told)
        text = leaf(salt(self.secret, n), canonical(recorded))
        chain = link(self.told[-1].chain, text)
        self._append(Told(n, kind, by, to_lasting_json(body), chain, time.time()))

    def _append(self, told: Told) -> None:
        self.told.append(told)
        self.text_bytes += len(told.text)

    def _ply_body(self, event: Event, state: State) -> dict[str, Any]:
        assert self.match is not None
        game = self.match.game
        notes = runners.story(game, state, event.move)
        body: dict[str, Any] = {
            "move": event.text,
            "code": event.move,
            "says": game.notation.move_words(state[0], event.move),
            "steps": [note.stored() for note in notes],
        }
        if also := runners.step_words(game, state, event.move, notes):
            body["also"] = also
        if event.audience != EVERYONE:
            body |= {"audience": event.audience, "masked": event.masked}
            body["unseen"] = game.hidden.masked_words(state[0], event.move)
        return {**body, "typed": True} if event.typed else body

    # What a face may ask

    def undo_right(self, seat: int) -> Literal["free", "ask", "no"]:
        """`free`, `ask` (the others must agree) or `no`."""
        match = self.match
        if match is None or self.turn == OVER or self.is_long:
            return "no"
        if match.may_undo(seat) or (match.may_undo(seat, agreed=True) and not self.others(seat)):
            return "free"
        return "ask" if match.may_undo(seat, agreed=True) else "no"

    def others(self, seat: int) -> set[str]:
        """The people whose agreement a seat needs: bots have no say."""
        return self.people() - {self.seats[seat].person or ""}

    def in_step(self) -> bool:
        """Whether everything that happened in the match has been told."""
        if self.match is None:
            return True
        ended = self.told[-1].kind == "end"
        return len(self.told) == 1 + len(self.match.log) + ended

    def last_seen(self, seat: int) -> float:
        """When a seat last did something."""
        return next((t.at for t in reversed(self.told) if t.by == seat), self.created)

    def decision_began(self) -> float:
        """Since when the seat that decides has been asked."""
        asked = (t.at for t in reversed(self.told) if t.kind in ("ply", "undo", "begin"))
        return next(asked, self.created)

    @property
    def question(self) -> int:
        """The number of the event after which the seat that decides was asked."""
        asked = (t.n for t in reversed(self.told) if t.kind in ("ply", "undo", "begin"))
        return next(asked, -1)

    @property
    def windows(self) -> Windows:
        """What the game says of its windows."""
        return Windows() if self.game is None else windows_of(self.game)

    def window_of(self) -> int | None:
        """The seat in whose turn another is asked now; None if this is no window."""
        return None if self.match is None or self.turn < 0 else self.windows.turn_of(self.match)

    def answered(self) -> int | None:
        """What the seat that decides has answered already, if it waits to be played."""
        held = self.held
        if held is None or held.question != self.question or held.seat != self.turn:
            return None
        return held.move

    def time_used_before(self) -> float:
        """How long the seat that decides had thought before it made what it has taken back."""
        asked = [t for t in self.told if t.kind in ("ply", "undo", "begin")]
        for ply, before in zip(reversed(asked), reversed(asked[:-1]), strict=False):
            if ply.kind == "ply" and ply.by == self.turn:
                return max(0.0, ply.at - before.at)
        return 0.0

    def waits_for(self) -> str:
        """Who is to act: `bot`, `person` or `nobody`."""
        if self.turn < 0:
            return "nobody"
        return "person" if self.seats[self.turn].level is None else "bot"

    def kept_state(self, told: Sequence[Told]) -> tuple[int, bytes] | None:
        """A copy of the state to store, if these events passed the mark for one."""
        if self.match is None or (told[0].n - 1) // KEEP_STATE == told[-1].n // KEEP_STATE:
            return None
        return len(self.match.log), self.match.state.tobytes()


def _other_body(event: Event, asked: int | None, gave_up: bool) -> dict[str, Any]:
    if event.kind == "seat" and event.player is not None:
        return {**event.player.as_json(), **({GAVE_UP: True} if gave_up else {})}
    if event.kind == "undo":
        body = {"move": event.text, "masked": event.masked}
        return body if asked is None else {**body, ASKED: asked}
    return {"ends": event.ends} if event.kind == "timeout" else {}
