"""What is sent of a table: always for one seat (or for somebody who watches), never more.

Views come from a state that went through `hide`; events from the stored log, cut to what their
audience may see. Words are keys with places to fill, so that a face can change its language.
"""

import itertools
from collections.abc import Mapping
from typing import Any

from orrery.core.contract import CHANCE, EVERYONE, OVER, WATCHER
from orrery.core.events import sees
from orrery.core.record import canonical, event_body, leaf, salt

from .encoding import Written, in_one, to_json, to_lasting_json, with_field
from .pace import Pace
from .people import Person
from .table import ASKED, GAVE_UP, KEEP_WRITTEN, Table, Told

Json = dict[str, Any]


def show_turn(turn: int) -> int | str:
    """The seat that decides, `chance` or `over`."""
    return {CHANCE: "chance", OVER: "over"}.get(turn, turn)


def says(words: Any) -> Json:
    """A sentence as key and places."""
    key, places = words
    return {"key": key, "places": dict(places)}


def event_frame(table: Table, told: Told, seat: int) -> Json:
    """One event, as far as a seat may know it."""
    body = told.body
    by: int | str = "chance" if told.by == CHANCE else told.by
    frame: Json = {"n": told.n, "kind": told.kind, "by": by, "at": told.at, "chain": told.chain}
    seen = table.over or sees(body.get("audience", EVERYONE), seat)
    frame |= _proof(table, told, seen)
    if told.kind == "ply":
        frame["move"] = body["move"] if seen else body["masked"]
        frame["says"] = says(body["says"] if seen else body["unseen"])
        frame["steps"] = [
            {"step": step, "a": a, "b": b, "c": c}
            for step, a, b, c, audience in body["steps"]
            if sees(audience, seat)
        ]
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
        frame |= {"name": body["name"], "bot": body.get("bot")}
        if body.get(GAVE_UP):
            frame[GAVE_UP] = True
    elif told.kind == "undo":
        frame[ASKED] = body.get(ASKED)
    elif told.kind == "timeout":
        frame["ends"] = body["ends"]
    elif told.kind == "end":
        frame["result"] = body["result"]
    return frame


def written_event(table: Table, told: Told, seat: int) -> Written:
    """One event as it is sent to a seat; what all may see is written once for all of them."""
    for key in ((told.n, None), (told.n, (table.over, seat))):
        if key in table.written:
            return table.written[key]
    written = Written(to_lasting_json(event_frame(table, told, seat)))
    if told.n > table.n - KEEP_WRITTEN:
        if len(table.written) > 2 * KEEP_WRITTEN:
            table.written.clear()
        table.written[told.n, (table.over, seat) if is_private(told.body) else None] = written
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


def _proof(table: Table, told: Told, seen: bool) -> Json:
    """The salt of what may be seen; of what may not, the leaf that keeps the chain whole."""
    own = salt(table.secret, told.n)
    return {"salt": own} if seen else {"leaf": leaf(own, canonical(event_body(told.event())))}


def seat_frame(table: Table, seat: int, person: str | None) -> Json:
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


def facts_frame(table: Table, person: str | None) -> Json:
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
) -> Json | None:
    """The position as a seat knows it; None before the game and where its rules are gone."""
    match = table.match
    if match is None:
        return None
    turn = match.turn
    decides = plays and turn == seat and table.status == "playing"
    frame: Json = {
        **(views or Views(table)).now(seat),
        "legal": match.legal() if decides and table.answered() is None else None,
        "undo": table.undo_right(seat) if plays else "no",
        "deadline": table.deadline,
        "window": window_frame(table, decides),
    }
    if board:
        frame["board"] = board_frame(table, seat)
    return frame


def _standing(table: Table, seat: int) -> Json:
    """What is told of a position to all who see the same; what is long is written already."""
    match = table.match
    assert match is not None
    game, turn = match.game, match.turn
    known = match.knowledge(seat)[0]
    names = [says(game.seat_words(known, k)) for k in range(match.seats)]
    return {
        "turn": show_turn(turn),
        "ply": match.ply,
        "view": Written(to_json(game.view(known, seat))),
        "prompt": game.prompt(known) if turn >= 0 else None,
        "status": Written(to_json([says(words) for words in game.status(known)])),
        "names": Written(to_json(names)),
        "result": None if match.result is None else match.result.as_json(),
    }


def window_frame(table: Table, decides: bool) -> Json | None:
    """The window that is open, if there is one; its answers for the seat that is asked alone."""
    match, turn_of = table.match, table.window_of()
    if match is None or turn_of is None:
        return None
    frame: Json = {"turn_of": turn_of, "opened": table.decision_began()}
    if not decides:
        return {**frame, "answers": None, "default": None, "answered": None}
    known, notation = match.knowledge(match.turn)[0], match.game.notation
    answered = table.answered()
    return {
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
) -> Json:
    """What happened after an event, and how things stand now.

    With `views` each ply but the last has the view after it, so that a face can show a move and
    the rolls that followed it one after another.
    """
    fresh, pace = table.told[since + 1 :], Pace()
    events: list[Written] = []
    for told in fresh:
        events.append(written_event(table, told, seat))
        await pace.rest()
    if views is not None and not any(told.kind == "undo" for told in fresh):
        plies = [k for k, told in enumerate(fresh) if told.kind == "ply"][:-1]
        seen = await views.after(len(plies) + 1, seat) if plies else []
        for k, view in zip(plies, seen, strict=False):
            events[k] = with_field(events[k], "view", view)
    return {
        "is": "events",
        "n": table.n,
        "events": events,
        "now": now_frame(table, seat, plays, board, views),
    }


class Views:
    """What seats see of a table: worked out and written once for all who see the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[int, int], list[Written]] = {}
        self._now: dict[int, Json] = {}

    def _sight(self, seat: int) -> int:
        """The seat whose knowledge it is: where nothing is hidden everybody's is the same."""
        match = self._table.match
        return seat if match is None or match.game.has_hidden else WATCHER

    def now(self, seat: int) -> Json:
        """How things stand, as far as a seat knows it."""
        seat = self._sight(seat)
        if seat not in self._now:
            self._now[seat] = _standing(self._table, seat)
        return self._now[seat]

    async def after(self, plies: int, seat: int) -> list[Written]:
        """The views after the last so many plies, without the very last."""
        match, seat = self._table.match, self._sight(seat)
        if match is None:
            return []
        if (plies, seat) not in self._known:
            self._known[plies, seat] = found = []
            pace = Pace()
            for view in itertools.islice(match.views(match.ply - plies + 1, seat), plies - 1):
                found.append(Written(to_json(view)))
                await pace.rest()
        return self._known[plies, seat]


def chat_line(line: Mapping[str, Any], person: str | None) -> Json:
    """A line of chat; who it is by beyond this table is told to nobody."""
    told = {key: line[key] for key in ("id", "seat", "name", "text", "at", "who")}
    return {**told, "you": person is not None and line["person"] == person}


async def table_frame(
    table: Table,
    person: Person | None,
    seat: int,
    since: int,
    board: bool,
    presence: Mapping[str, Any],
    chat: list[Json],
) -> Json:
    """Everything that somebody who has just come needs."""
    me = person.id if person else None
    pace = Pace()
    frame = await events_frame(table, since, seat, table.plays(me, seat), board)
    await pace.rest()
    events = in_one(frame["events"])
    await pace.rest()
    return {
        **frame,
        "is": "table",
        "events": events,
        "table": facts_frame(table, me),
        "show": None if seat == WATCHER else seat,
        "presence": presence,
        "chat": [chat_line(line, me) for line in chat],
    }


def ply_frames(table: Table, seat: int, first: int, count: int) -> list[Json]:
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
        {"ply": ply, "event": written_event(table, told, seat), "view": view}
        for (ply, told), view in zip(enumerate(wanted, first + 1), views, strict=False)
    ]
