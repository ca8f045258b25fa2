"""Records of tables, the page about their dice, and records that are brought here."""

import base64
import hashlib
import time
from typing import Any

from orrery.core import registry
from orrery.core.contract import EVERYONE, WATCHER
from orrery.core.dice import SeededDice
from orrery.core.errors import BadRecord
from orrery.core.events import sees
from orrery.core.record import Record, canonical, event_body, leaf, salt
from orrery.core.words import common

from . import loading
from .errors import NotNow
from .table import Seat, Table, Told
from .tables import Tables


def record_of(table: Table, seat: int) -> Record:
    """The record of a table: whole when the game is over, until then a seat's redacted one.

    It is made from the log alone, so it can be had even where the rules are gone.
    """
    if not table.told:
        raise NotNow("the game has not begun, so there is no record of it")
    begin, *events = table.told
    last = events[-1] if events else None
    ended = last is not None and last.kind == "end"
    return Record(
        {
            **begin.body,
            "begin": {"salt": salt(table.secret, 0), "chain": begin.chain},
            "events": [_recorded(table, told, seat) for told in events],
            "result": last.body["result"] if ended and last is not None else None,
            "secret": table.secret.hex() if table.over else None,
        }
    )


def _recorded(table: Table, told: Told, seat: int) -> dict[str, Any]:
    body = event_body(told.event())
    if told.kind == "end":
        body = {"kind": "end", "by": "chance", "result": told.body["result"]}
    own = salt(table.secret, told.n)
    if table.over or sees(told.body.get("audience", EVERYONE), seat):
        return {**body, "salt": own, "chain": told.chain}
    text = leaf(own, canonical(body))
    return {**body, "move": told.body["masked"], "leaf": text, "chain": told.chain}


def dice_page(table: Table, lang: str) -> dict[str, Any]:
    """Whether the dice of a table hold, in one sentence."""
    given = table.told[0].body["dice"].get("nonces", []) if table.told else []
    names = [seat.name for seat in table.seats]
    if not table.told:
        given = [seat.nonce for seat in table.seats]
    added = [
        {"seat": k, "name": names[k] if k < len(names) else "", "nonce": nonce}
        for k, nonce in enumerate(given)
        if nonce
    ]
    holds, sentence = _verdict(table, lang)
    return {
        "kind": "seed" if isinstance(table.dice, SeededDice) else "sealed",
        "commitment": table.commitment,
        "contributions": added,
        "secret": table.secret.hex() if table.over else None,
        "holds": holds,
        "sentence": sentence,
        "contributors": _contributors([str(a["name"]) for a in added], lang),
    }


def _contributors(names: list[str], lang: str) -> str:
    if not names:
        return common().say(lang, "dice.nobody")
    return common().say(lang, "dice.added", n=len(names), names=", ".join(names))


def _verdict(table: Table, lang: str) -> tuple[bool | None, str]:
    if not table.told:
        return None, common().say(lang, "dice.not_begun")
    if table.game is None:
        return None, common().say(lang, "dice.rules_gone")
    try:
        sentence = record_of(table, WATCHER).verify(table.game, lang)
    except BadRecord as error:
        return False, common().say(lang, "dice.broken", why=error.message)
    return (True if table.over else None), sentence


# Records that are brought here


def record_id(record: Record) -> str:
    """The same for the same game, so that bringing it twice makes one table."""
    last = (record.body["begin"], *record.body["events"])[-1]["chain"]
    digest = hashlib.sha256(f"record {last}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def table_of(record: Record) -> tuple[Table, str]:
    """A table that shows a record, and what checking it said; BadRecord if it does not hold."""
    game = registry.find(record.game_name)
    sentence = record.verify(game)
    if record.body["secret"] is None:
        raise BadRecord("the game of this record still goes on; bring it when it is over")
    match = record.replay(game)
    now = time.time()
    table = Table(
        id=record_id(record),
        game_name=game.name,
        ruleset=game.version,
        options=dict(match.options),
        secret=match.dice.secret,
        origin="record",
        hints=False,
        created=now,
        ended=now,
        game=game,
        match=match,
        seats=[
            Seat(k, sits=True, name=player.name[:64], level=_level(player.bot))
            for k, player in enumerate(match.players)
        ],
    )
    table.tell_all()
    table.status = "over"
    return table, sentence


def _level(bot: str) -> int | None:
    kind, _, level = bot.partition(":")
    return int(level) if kind and level in ("1", "2", "3", "4", "5") else None


async def bring(tables: Tables, text: str) -> tuple[Table, str]:
    """Keep a record that somebody brought, to be looked at like any game."""
    table, sentence = table_of(Record.read(text))

    def write(connection: Any) -> None:
        try:
            loading.load_table(connection, table.id)
        except Exception:
            loading.insert_table(connection, table)

    await tables.store.write(write)
    return table, sentence
