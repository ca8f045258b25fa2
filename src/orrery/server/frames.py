"""What is sent of a table: always for one seat (or for somebody who watches), never more.

Views come from a state that went through `hide`; events from the stored log, cut to what their
audience may see. Words are keys with places to fill, so that a face can change its language.
"""

import itertools
from collections.abc import Mapping
from typing import Any, Literal

from orrery.core.contract import CHANCE, EVERYONE, OVER, WATCHER
from orrery.core.events import sees
from orrery.core.match import Match
from orrery.core.record import canonical, event_body, leaf, salt
from orrery.core.steps import told_step

from .changes import Parts, Sent, changed, fields_of, in_whole, parts_of
from .encoding import Written, in_one, to_lasting_json, with_field
from .frame_shapes import (
    ChatLine,
    EventFacts,
    EventsFrame,
    Now,
    Own,
    Presence,
    ReplayPly,
    Said,
    SeatFacts,
    Standing,
    Step,
    TableFacts,
    TableFrame,
    WindowFacts,
    as_it_is,
)
from .pace import Pace
from .people import Person
from .table import ASKED, GAVE_UP, KEEP_WRITTEN, Table, Told

Json = dict[str, Any]


def show_turn(turn: int) -> int | Literal["chance", "over"]:
    """The seat that decides, `chance` or `over`."""
    if turn == CHANCE:
        return "chance"
    return "over" if turn == OVER else turn


def says(words: Any) -> Said:
    """A sentence as key and places."""
    key, places = words
    return {"key": key, "places": dict(places)}


def event_frame(table: Table, told: Told, seat: int, proof: bool = True) -> EventFacts:
    """One event, as far as a seat may know it."""
    body = told.body
    seen = table.over or sees(body.get("audience", EVERYONE), seat)
    frame: EventFacts = {
        "n": told.n,
        "kind": told.kind,
        "by": "chance" if told.by == CHANCE else told.by,
        "at": told.at,
    }
    if proof:
        _prove(table, told, frame, seen)
    if told.kind == "ply":
        frame["move"] = body["move"] if seen else body["masked"]
        frame["says"] = says(body["says"] if seen else body["unseen"])
        frame["steps"] = _steps(table, body["steps"], seat)
        also = [says(words) for words, audience in body.get("also", ()) if sees(audience, seat)]
        if also:
            frame["also"] = also
        if body.get("typed"):
            frame["typed"] = True
        if by_timer(table, told):
            frame["timer"] = True
    elif told.kind == "begin":
        frame["seats"] = [{"name": s["name"], "bot": s.get("bot")} for s in body["seats"]]
    elif told.kind == "seat":
        frame["name"], frame["bot"] = body["name"], body.get("bot")
        if body.get(GAVE_UP):
            frame["gave_up"] = True
    elif told.kind == "undo":
        frame["asked"] = body.get(ASKED)
    elif told.kind == "timeout":
        frame["ends"] = body["ends"]
    elif told.kind == "end":
        frame["result"] = body["result"]
    return frame


def _steps(table: Table, stored: list[list[Any]], seat: int) -> list[Step]:
    """The steps of a ply that a seat sees, with their fields; none where nothing knows the game."""
    if table.game is None:
        return []
    kinds = table.game.steps
    found = (told_step(kinds, step) for step in stored if sees(step[-1], seat))
    return [step for step in found if step is not None]


def written_event(table: Table, told: Told, seat: int, proof: bool = True) -> Written:
    """One event as it is sent to a seat; what all may see is written once for all of them."""
    for key in ((told.n, (proof, None)), (told.n, (proof, table.over, seat))):
        if key in table.written:
            return table.written[key]
    written = Written(to_lasting_json(event_frame(table, told, seat, proof)))
    if told.n > table.n - KEEP_WRITTEN:
        if len(table.written) > 2 * KEEP_WRITTEN:
            table.written.clear()
        who = (proof, table.over, seat) if is_private(told.body) else (proof, None)
        table.written[told.n, who] = written
    return written


def is_private(body: Json) -> bool:
    """Whether anybody is told less of an event than others."""
    audiences = [body.get("audience", EVERYONE)]
    audiences += [step[-1] for step in body.get("steps", ())]
    audiences += [audience for _, audience in body.get("also", ())]
    return any(audience != EVERYONE for audience in audiences)


def by_timer(table: Table, told: Told) -> bool:
    """Whether the clock played a ply: the event before it says that time had run out."""
    before = table.told[told.n - 1]
    return before.kind == "timeout" and before.by == told.by and told.n > 0


def _prove(table: Table, told: Told, frame: EventFacts, seen: bool) -> None:
    """Put in the salt of what may be seen; of what may not, the leaf that keeps the chain whole."""
    own = salt(table.secret, told.n)
    frame["chain"] = told.chain
    if seen:
        frame["salt"] = own
    else:
        frame["leaf"] = leaf(own, canonical(event_body(told.event())))


def seat_frame(table: Table, seat: int, person: str | None) -> SeatFacts:
    """Who sits there."""
    held = table.seats[seat]
    stands_in = held.level is not None and held.person is not None
    gave_up = stands_in and table.gave_up(seat)
    return {
        "seat": seat,
        "kind": held.kind,
        "name": held.name,
        "level": held.level,
        "sits": held.ready,
        "you": person is not None and held.person == person,
        "reserved": held.person is not None and not held.sits,
        "stand_in": stands_in and not gave_up,
        "gave_up": gave_up,
        "resigning_ends": table.ends_without(seat),
        "passes": list(held.passes) if person is not None and held.person == person else None,
    }


def facts_frame(table: Table, person: str | None) -> TableFacts:
    """What there is to know of a table beside the game itself."""
    ask = table.ask if table.ask is not None and table.ask["n"] == table.n else None
    return {
        "id": table.id,
        "game": table.game_name,
        "ruleset": table.ruleset,
        "options": table.options,
        "status": table.status,
        "origin": table.origin,
        "playable": table.game is not None and table.origin == "table",
        "note": why_not_playable(table),
        "host": person is not None and table.host == person,
        "seats": [seat_frame(table, k, person) for k in range(len(table.seats))],
        "clock": table.clock,
        "window_clock": table.window_clock,
        "on_timeout": table.on_timeout,
        "hints": table.hints_allowed(),
        "hot_seat": table.hot_seat,
        "may_sit": all(one["person"] != person for one in table.unseated),
        "unseated": [{"seat": one["seat"], "name": one["name"]} for one in table.unseated]
        if person is not None and table.host == person
        else None,
        "ask": None if ask is None else {"what": "undo", "seat": ask["seat"], "n": ask["n"]},
        "rematch": table.rematch,
        "created": table.created,
        "ended": table.ended,
        "day": table.day,
        "counted": table.counted,
        "commitment": table.commitment,
        "n": table.n,
    }


def why_not_playable(table: Table) -> str | None:
    """Why a table can be read but not played on."""
    if table.origin == "record":
        return "this is a record that was brought here: it can be replayed, not played on"
    if table.game is None:
        return (
            f"ruleset {table.ruleset} of {table.game_name} is not here any more:"
            " the game can be read, not played on"
        )
    return None


def now_frame(
    table: Table, seat: int, plays: bool, board: bool = False, views: "Views | None" = None
) -> Now | None:
    """The position as a seat knows it; None before the game and where its rules are gone."""
    if table.match is None:
        return None
    standing = (views or Views(table)).now(seat)
    return {**standing, **_own(table, table.match, seat, plays, board)}


def _own(table: Table, match: Match, seat: int, plays: bool, board: bool) -> Own:
    """What a position is for one seat alone."""
    decides = plays and match.turn == seat and table.status == "playing"
    own: Own = {
        "legal": match.legal() if decides and table.answered() is None else None,
        "undo": table.undo_right(seat) if plays else "no",
        "deadline": table.deadline,
        "window": window_frame(table, decides),
    }
    if board:
        own["board"] = board_frame(table, seat)
    return own


def _stands(table: Table, seat: int) -> Sent:
    """How things stand, as all see it who know the same; what is long is written already."""
    match = table.match
    assert match is not None
    game, turn = match.game, match.turn
    known = match.knowledge(seat)[0]
    standing = {
        "turn": show_turn(turn),
        "ply": match.ply,
        "prompt": game.prompt(known) if turn >= 0 else None,
        "status": [says(words) for words in game.status(known)],
        "names": [says(game.seat_words(known, k)) for k in range(match.seats)],
        "result": None if match.result is None else match.result.as_json(),
    }
    return Sent(table.n, parts_of(game.view(known, seat)), fields_of(standing))


def window_frame(table: Table, decides: bool) -> WindowFacts | None:
    """The window that is open, if there is one; its answers for the seat that is asked alone."""
    match, turn_of = table.match, table.window_of()
    if match is None or turn_of is None:
        return None
    frame: WindowFacts = {
        "turn_of": turn_of,
        "opened": table.decision_began(),
        "answers": None,
        "default": None,
        "answered": None,
    }
    if not decides:
        return frame
    known, notation = match.knowledge(match.turn)[0], match.game.notation
    answered = table.answered()
    asked: WindowFacts = {
        **frame,
        "answers": [
            {
                "move": notation.move_text(known, code),
                "says": says(notation.move_words(known, code)),
            }
            for code in match.legal_codes()
        ],
        "default": notation.move_text(known, table.windows.default(match)),
        "answered": None if answered is None else notation.move_text(known, answered),
    }
    return asked


def board_frame(table: Table, seat: int) -> list[list[list[str]]]:
    """The text board that a seat sees: lines of pieces, each with its style."""
    assert table.match is not None
    known = table.match.knowledge(seat)
    return [[list(piece) for piece in line] for line in table.match.game.notation.board(known[0])]


async def events_frame(
    table: Table,
    since: int,
    seat: int,
    plays: bool,
    board: bool = False,
    views: "Views | None" = None,
    changes: bool = False,
) -> EventsFrame:
    """What happened after an event, and how things stand now.

    With `views` each ply but the last has the view after it, so that a face can show a move and
    the rolls that followed it one after another. With `changes` views and what stands now are
    told by what is not as it was, where it is known how it was; and nothing is proved.
    """
    fresh, pace = table.told[since + 1 :], Pace()
    events: list[Written] = []
    for told in fresh:
        events.append(written_event(table, told, seat, proof=not changes))
        await pace.rest()
    sent = views.sent(seat, since) if views is not None and changes else None
    latest = sent.view if sent is not None else {}
    if views is not None and not any(told.kind == "undo" for told in fresh):
        plies = [k for k, told in enumerate(fresh) if told.kind == "ply"][:-1]
        seen = await views.after(len(plies) + 1, seat) if plies else []
        for k, view in zip(plies, seen, strict=False):
            if sent is None:
                events[k] = with_field(events[k], "view", in_whole(view))
            else:
                events[k] = with_field(events[k], "changed", in_whole(changed(latest, view)))
            latest = view
    await pace.rest()
    frame: EventsFrame = {"is": "events", "n": table.n, "events": as_it_is(in_one(events))}
    if views is not None and sent is not None and table.match is not None:
        own = _own(table, table.match, seat, plays, board)
        frame["changed"] = as_it_is(in_whole(views.changed(seat, latest, sent) | fields_of(own)))
    else:
        frame["now"] = now_frame(table, seat, plays, board, views)
    return frame


class Views:
    """What seats see of a table: worked out and written once for all who see the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[int, int], list[Parts]] = {}
        self._now: dict[int, Sent] = {}
        self._followed: set[int] = set()
        """Whose sight it is for those who are sent what has changed."""

    def _sight(self, seat: int) -> int:
        """The seat whose knowledge it is: where nothing is hidden everybody's is the same."""
        match = self._table.match
        return seat if match is None or match.game.has_hidden else WATCHER

    def _stands(self, seat: int) -> Sent:
        seat = self._sight(seat)
        if seat not in self._now:
            self._now[seat] = _stands(self._table, seat)
        return self._now[seat]

    def now(self, seat: int) -> Standing:
        """How things stand, as far as a seat knows it."""
        stands = self._stands(seat)
        standing: Any = {key: as_it_is(value) for key, value in stands.standing.items()}
        standing["view"] = as_it_is(in_whole(stands.view))
        found: Standing = standing
        return found

    def sent(self, seat: int, n: int) -> Sent | None:
        """What those who see as this seat does were sent after an event, if that is known."""
        sight = self._sight(seat)
        self._followed.add(sight)
        sent = self._table.sent.get(sight)
        return sent if sent is not None and sent.n == n else None

    def changed(self, seat: int, latest: Parts, sent: Sent) -> Parts:
        """How things stand, by what has changed: of the view since the latest one."""
        stands = self._stands(seat)
        view = changed(latest, stands.view)
        standing = changed(sent.standing, stands.standing)
        return standing | ({"view": in_whole(view)} if view else {})

    def keep(self) -> None:
        """All have been sent what is new: the next changes begin here."""
        match = self._table.match
        sights = self._followed if match is not None else ()
        self._table.sent = {sight: self._stands(sight) for sight in sights}

    async def after(self, plies: int, seat: int) -> list[Parts]:
        """The views after the last so many plies, without the very last."""
        match, seat = self._table.match, self._sight(seat)
        if match is None:
            return []
        if (plies, seat) not in self._known:
            self._known[plies, seat] = found = []
            pace = Pace()
            for view in itertools.islice(match.views(match.ply - plies + 1, seat), plies - 1):
                found.append(parts_of(view))
                await pace.rest()
        return self._known[plies, seat]


def chat_line(line: Mapping[str, Any], person: str | None) -> ChatLine:
    """A line of chat; who it is by beyond this table is told to nobody."""
    return {
        "id": line["id"],
        "seat": line["seat"],
        "name": line["name"],
        "text": line["text"],
        "at": line["at"],
        "who": line["who"],
        "you": person is not None and line["person"] == person,
    }


async def table_frame(
    table: Table,
    person: Person | None,
    seat: int,
    since: int,
    board: bool,
    presence: Presence,
    chat: list[Json],
    changes: bool = False,
) -> TableFrame:
    """Everything that somebody who has just come needs."""
    me = person.id if person else None
    pace = Pace()
    frame = await events_frame(table, since, seat, table.plays(me, seat), board, changes=changes)
    await pace.rest()
    return {
        "is": "table",
        "n": frame["n"],
        "events": frame["events"],
        "now": frame.get("now"),
        "table": facts_frame(table, me),
        "show": None if seat == WATCHER else seat,
        "presence": presence,
        "chat": [chat_line(line, me) for line in chat],
    }


def ply_frames(table: Table, seat: int, first: int, count: int) -> list[ReplayPly]:
    """The plies that stand, each with the view after it: what a replay is made of."""
    match = table.match
    assert match is not None
    standing: list[Told] = []
    for told in table.told:
        if told.kind == "ply":
            standing.append(told)
        elif told.kind == "undo":
            standing.pop()
    wanted = standing[first : first + count]
    views = match.views(first + 1, seat) if wanted else iter(())
    return [
        {"ply": ply, "event": as_it_is(written_event(table, told, seat)), "view": view}
        for (ply, told), view in zip(enumerate(wanted, first + 1), views, strict=False)
    ]
