"""What is sent of a table: always for one seat (or for somebody who watches), never more.

Views come from a state that went through `hide`; events from the stored log, cut to what their
audience may see. Words are keys with places to fill, so that a face can change its language.
"""

from collections.abc import Mapping
from typing import Any

from orrery.core.contract import CHANCE, EVERYONE, OVER, WATCHER
from orrery.core.events import sees
from orrery.core.record import canonical, event_body, leaf, salt

from .people import Person
from .table import ASKED, Table, Told

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
    elif told.kind == "undo":
        frame[ASKED] = body.get(ASKED)
    elif told.kind == "timeout":
        frame["ends"] = body["ends"]
    elif told.kind == "end":
        frame["result"] = body["result"]
    return frame


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
    return {
        "seat": seat,
        "kind": held.kind,
        "name": held.name,
        "level": held.level,
        "sits": held.ready,
        "you": person is not None and held.person == person,
        "reserved": held.person is not None and not held.sits,
        "stand_in": held.level is not None and held.person is not None,
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


def now_frame(table: Table, seat: int, plays: bool, board: bool = False) -> Json | None:
    """The position as a seat knows it; None before the game and where its rules are gone."""
    match = table.match
    if match is None:
        return None
    game, turn = match.game, match.turn
    known = match.knowledge(seat)
    decides = plays and turn == seat and table.status == "playing"
    frame: Json = {
        "turn": show_turn(turn),
        "ply": len(match.plies),
        "view": game.view(known[0], seat),
        "legal": match.legal() if decides and table.answered() is None else None,
        "prompt": game.prompt(known[0]) if turn >= 0 else None,
        "status": [says(words) for words in game.status(known[0])],
        "names": [says(game.seat_words(known[0], k)) for k in range(match.seats)],
        "undo": table.undo_right(seat) if plays else "no",
        "deadline": table.deadline,
        "window": window_frame(table, decides),
        "result": None if match.result is None else match.result.as_json(),
    }
    if board:
        frame["board"] = board_frame(table, seat)
    return frame


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


def events_frame(
    table: Table, since: int, seat: int, plays: bool, board: bool = False, views: bool = True
) -> Json:
    """What happened after an event, and how things stand now.

    With `views` each ply but the last has the view after it, so that a face can show a move and
    the rolls that followed it one after another.
    """
    fresh = table.told[since + 1 :]
    events = [event_frame(table, told, seat) for told in fresh]
    match = table.match
    if views and match is not None and not any(told.kind == "undo" for told in fresh):
        plies = [event for event in events if event["kind"] == "ply"]
        first = len(match.plies) - len(plies)
        for k, event in enumerate(plies[:-1]):
            event["view"] = match.view_at(first + k + 1, seat)
    return {
        "is": "events",
        "n": table.n,
        "events": events,
        "now": now_frame(table, seat, plays, board),
    }


def table_frame(
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
    frame = events_frame(table, since, seat, table.plays(me, seat), board, views=False)
    return {
        **frame,
        "is": "table",
        "table": facts_frame(table, me),
        "show": None if seat == WATCHER else seat,
        "presence": presence,
        "chat": chat,
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
    return [
        {
            "ply": ply + 1,
            "event": event_frame(table, standing[ply], seat),
            "view": match.view_at(ply + 1, seat),
        }
        for ply in range(first, min(first + count, len(standing)))
    ]
