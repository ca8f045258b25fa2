"""Records of tables, the page about their dice, and records that are brought here."""

import base64
import hashlib
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from orrery.bots import bot_settings
from orrery.bots.levels import LEVELS
from orrery.core import registry
from orrery.core.contract import EVERYONE, WATCHER
from orrery.core.errors import BadOption, BadRecord
from orrery.core.events import sees
from orrery.core.game import Game
from orrery.core.record import Record, canonical, event_body, leaf, salt
from orrery.core.words import common

from . import loading
from .errors import BadRequest, NotNow
from .letters import isolated, read_name
from .schema import events, games, seats
from .seating import LONGEST_NONCE
from .store import Store
from .table import Seat, Table, Told

if TYPE_CHECKING:
    from .long_tasks import Arrival

MOST_EVENTS = 8000
MOST_SEATS = 16


def record_of(table: Table, seat: int, whole: bool = False) -> Record:
    """The record of a table: whole when the game is over, until then a seat's redacted one.

    It is made from the log alone, so it can be had even where the rules are gone. To ask for
    the `whole` of a game that goes on is for checking it, never for sending.
    """
    checking, whole = whole, whole or table.over
    if not table.told:
        raise NotNow("the game has not begun, so there is no record of it")
    begin, *events = table.told
    last = events[-1] if events else None
    ended = last is not None and last.kind == "end"
    return Record(
        {
            **begin.body,
            "begin": {"salt": salt(table.secret, 0), "chain": begin.chain},
            "events": [_recorded(table, told, seat, whole) for told in events],
            "result": last.body["result"] if ended and last is not None else None,
            "secret": table.secret.hex() if checking or table.reveals else None,
        }
    )


def _recorded(table: Table, told: Told, seat: int, whole: bool) -> dict[str, Any]:
    body = event_body(told.event())
    if told.kind == "end":
        body = {"kind": "end", "by": "chance", "result": told.body["result"]}
    own = salt(table.secret, told.n)
    if whole or sees(told.body.get("audience", EVERYONE), seat):
        return {**body, "salt": own, "chain": told.chain}
    text = leaf(own, canonical(body))
    return {**body, "move": told.body["masked"], "leaf": text, "chain": told.chain}


# The page about the dice


def dice_page(table: Table, lang: str, verdict: tuple[bool | None, str] | None) -> dict[str, Any]:
    """Who added to the dice of a table, and what checking them has said."""
    holds, sentence = verdict or (None, common().say(lang, "dice.not_begun"))
    return {**_dice_facts(table, lang), "holds": holds, "sentence": sentence}


def check_dice(table: Table, lang: str) -> tuple[bool | None, str]:
    """Whether the dice of a table hold, and the sentence that says so."""
    record = record_of(table, WATCHER)
    return _verdict(record, table.game, table.reveals, table.origin == "record", lang)


def _dice_facts(table: Table, lang: str) -> dict[str, Any]:
    given = [seat.nonce for seat in table.seats]
    if table.told:
        given = table.told[0].body["dice"].get("nonces", [])
    names = [seat.name for seat in table.seats]
    added = [
        {"seat": k, "name": names[k] if k < len(names) else "", "nonce": nonce}
        for k, nonce in enumerate(given)
        if nonce
    ]
    return {
        "kind": table.dice.kind,
        "commitment": table.commitment,
        "contributions": added,
        "secret": table.secret.hex() if table.reveals and table.told else None,
        "contributors": common().say(lang, "dice.everybody", day=table.day)
        if table.day
        else _contributors([str(a["name"]) for a in added], lang),
    }


def _contributors(names: list[str], lang: str) -> str:
    names = list(dict.fromkeys(names))
    if not names:
        return common().say(lang, "dice.nobody")
    return common().say(lang, "dice.added", n=len(names), names=", ".join(map(isolated, names)))


def _verdict(
    record: Record, game: Game | None, known: bool, brought: bool, lang: str
) -> tuple[bool | None, str]:
    say = common().say
    if game is None:
        return None, say(lang, "dice.rules_gone")
    try:
        sentence = record.verify(game, lang)
    except BadRecord as error:
        return False, say(lang, "dice.broken", why=error.message)
    if brought:
        sentence = f"{sentence} {say(lang, 'dice.brought')}"
    return (True if known else None), sentence


# Records that are brought here


def record_id(record: Record) -> str:
    """The same for the same game, so that bringing it twice makes one table."""
    last = (record.body["begin"], *record.body["events"])[-1]["chain"]
    digest = hashlib.sha256(f"record {last}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def check_modest(record: Record) -> None:
    """Refuse what no table writes: too many events, huge nonces, names that deceive."""
    body = record.body
    if len(body["events"]) > MOST_EVENTS:
        raise BadRecord(f"a record that is brought here has at most {MOST_EVENTS} events")
    nonces = body["dice"].get("nonces", [])
    if len(nonces) > MOST_SEATS or any(len(n) > 2 * LONGEST_NONCE for n in nonces):
        raise BadRecord("the nonces are not as a table takes them", event=0)
    seated = [(0, seat) for seat in body["seats"]]
    seated += [(n, e) for n, e in enumerate(body["events"], 1) if e["kind"] == "seat"]
    for n, player in seated:
        try:
            clean = not player["name"] or read_name(player["name"]) == player["name"]
        except BadRequest as error:
            raise BadRecord(f"{error.message}", event=n) from None
        if not clean:  # it is shown as the record has it, which nobody can mend
            raise BadRecord("a name has single spaces, and is in Unicode's form NFC", event=n)


def table_of(record: Record, lang: str = "en") -> tuple[Table, str]:
    """A table that shows a record, and what checking it said; BadRecord if it does not hold."""
    game = registry.find(record.game_name)
    sentence = record.verify(game, lang)
    if record.body["secret"] is None:
        raise BadRecord("the game of this record still goes on; bring it when it is over")
    now = time.time()
    table = Table(
        id=record_id(record),
        game_name=game.name,
        ruleset=record.body["ruleset"],
        options={},
        secret=b"",
        origin="record",
        hints=False,
        created=now,
        ended=now,
        game=game,
    )
    tell_record(table, record, game)
    assert table.match is not None
    table.options, table.status = dict(table.match.options), "over"
    table.seats = [
        Seat(k, sits=True, name=player.name, level=_level(player.bot))
        for k, player in enumerate(table.match.players)
    ]
    return table, f"{sentence} {common().say(lang, 'dice.brought')}"


def tell_record(table: Table, record: Record, game: Game) -> None:
    """Play a record again at a table, and tell every event as it happens."""
    before, table.most_events = None, math.inf  # it was long enough for whoever wrote it
    for match in record.replay_steps(game):
        if table.match is None:
            table.match, table.secret = match, match.dice.secret
            table.tell_begin()
        else:
            table.tell_new(before=before)
        before = match.state


def _level(bot: str) -> int | None:
    """The level of a bot as a record names it; None for a person, or a bot without one."""
    try:
        kind, settings = bot_settings(bot)
    except BadOption:
        return None
    level = settings.get("level")
    return level if kind and isinstance(level, int) and 1 <= level <= len(LEVELS) else None


async def keep(store: Store, arrival: "Arrival") -> None:
    """Store a record that somebody brought, a few events at a time, to be looked at like any game.

    Until all of it is here it is no table. Whoever brings the same once more goes on with it.
    """
    insert = sqlite.insert if store.is_sqlite else postgresql.insert

    def bring(*rows: tuple[sa.Table, Any]) -> Callable[[sa.Connection], None]:
        def write(connection: sa.Connection) -> None:
            for table, given in rows:
                connection.execute(insert(table).on_conflict_do_nothing(), given)

        return write

    game = {**arrival.game, "status": loading.ARRIVING}
    await store.write(bring((games, game), (seats, arrival.seats)))
    for some in arrival.events:
        await store.write(bring((events, orjson.loads(some))))
    here = (games.c.id == arrival.id) & (games.c.status == loading.ARRIVING)
    done = sa.update(games).where(here).values(status=arrival.game["status"])
    await store.write(lambda c: c.execute(done) and None)
