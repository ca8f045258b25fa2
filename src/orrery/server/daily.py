"""The game of the day, and how games for one ended.

A day has one secret a game, made and promised a week ahead and revealed when the day is over.
No nonces go into it: everybody meets the same dice. The first try of a person counts; what follows
is practice. A try that is not finished on its day does not count. Guests cost nothing, so one
person may be several: a try that begins where another guest's had begun before, at the same
address or in the same browser, is marked. Of the address a hash is kept, until the day is over.
"""

import hmac
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from orrery.core import registry
from orrery.core.dice import commitment
from orrery.core.errors import UnknownGame
from orrery.core.game import Game

from . import loading
from .errors import BadRequest, NotNow
from .people import Person, new_id
from .schema import days, scores, tries
from .seating import begin_if_ready
from .table import Seat, Table, today
from .tables import Tables

DAYS_AHEAD = 7
"""How many days are promised in advance."""
MOST_LISTED = 200
BEST_LISTED = 5


class Daily:
    """Daily games and best lists."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store

    # Playing

    async def start(
        self, name: str, person: Person, visitor: str, same_browser: bool = False
    ) -> Table:
        """A table with the dice of today; one's first counts, the others are practice.

        In the `same_browser` somebody is known to have begun it already.
        """
        game, day = daily_game(name), today()
        secret = await self._secret(game, day)
        table = _plan(game, day, secret, person)

        def write(connection: sa.Connection) -> None:
            table.counted = _own_try(connection, game.name, day, person) is None
            table.hints = not table.counted
            if table.counted:
                address = _address(connection, game.name, day, visitor)
                near = same_browser or _begun_at(connection, game.name, day, address)
                row = {"game": game.name, "day": day, "who": f"person {person.id}"}
                row |= {"game_id": table.id, "address": address}
                connection.execute(sa.insert(tries), {**row, "near": near})
            loading.insert_table(connection, table)

        try:
            await self.store.write(write)
        except sa.exc.IntegrityError:  # another of their windows was faster
            await self.store.write(write)
        self.tables.keep(table)
        return table

    async def _secret(self, game: Game, day: str) -> bytes:
        """The secret of a day; those of the days to come are made with it."""
        wanted = [_later(day, k) for k in range(DAYS_AHEAD + 1)]
        known = await self.store.read(lambda c: _secrets(c, game.name, wanted))
        if len(known) < len(wanted):
            await self.store.write(lambda c: self._promise(c, game.name, wanted))
            known = await self.store.read(lambda c: _secrets(c, game.name, wanted))
        return known[day]

    def _promise(self, connection: sa.Connection, game: str, wanted: Sequence[str]) -> None:
        insert = sqlite.insert if self.store.is_sqlite else postgresql.insert
        now = time.time()
        for day in wanted:  # another server may have made it at the same time: the first one stays
            row = {"game": game, "day": day, "secret": secrets.token_bytes(32), "created": now}
            connection.execute(insert(days).values(row).on_conflict_do_nothing())

    async def forget_addresses(self) -> None:
        """Of days that are over nobody needs to know where they were played."""
        past = (tries.c.day < today()) & tries.c.address.is_not(None)
        keys = (days.c.day < today()) & days.c.address_key.is_not(None)
        found = sa.select(sa.exists().where(past) | sa.exists().where(keys))
        if not await self.store.read(lambda c: c.execute(found).scalar_one()):
            return

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.update(days).where(keys).values(address_key=None))
            connection.execute(sa.update(tries).where(past).values(address=None))

        await self.store.write(write)

    # Looking

    async def page(self, name: str, day: str | None, person: Person | None) -> dict[str, Any]:
        """A day: its dice, who has played it and how, and what is promised for the next ones."""
        game, now = daily_game(name), today()
        chosen = read_day(day) if day is not None else now
        if chosen > now:
            raise NotNow(f"{chosen} has not come yet", detail={"day": chosen})
        await self._secret(game, now)
        coming = [_later(now, k) for k in range(1, DAYS_AHEAD + 1)]
        known = await self.store.read(lambda c: _secrets(c, game.name, [chosen, *coming]))
        if chosen not in known:
            raise NotNow(f"nobody played {game.name} here on {chosen}", detail={"day": chosen})
        mine = await self.store.read(lambda c: _own_try(c, game.name, chosen, person))
        rows = await self.store.read(lambda c: _results(c, game.name, chosen))
        over = chosen < now
        return {
            "game": game.name,
            "day": chosen,
            "options": game.read_options(game.solo.daily(date.fromisoformat(chosen).toordinal())),
            "commitment": commitment(known[chosen]),
            "secret": known[chosen].hex() if over else None,
            "until": _ends(chosen),
            "playable": not over,
            "mine": mine,
            "finished": any(row["game_id"] == mine for row in rows),
            "results": [_score(row, person, over) for row in rows],
            "coming": [{"day": d, "commitment": commitment(known[d])} for d in coming],
            "before": _later(chosen, -1),
        }

    async def best(self, name: str, person: Person | None) -> dict[str, Any]:
        """One's own best results, by group; a stranger has none."""
        game = daily_game(name)
        if person is None:
            return {"game": game.name, "groups": []}
        query = sa.select(scores).where(
            (scores.c.game == game.name) & (scores.c.person == person.id)
        )
        rows = await self.store.read(lambda c: [dict(r) for r in c.execute(query).mappings()])
        groups = sorted({str(row["ranked_in"]) for row in rows})
        found = []
        for group in groups:
            ranked = _ranked([row for row in rows if row["ranked_in"] == group])
            shown = [_score(row, person, True) for row in ranked[:BEST_LISTED]]
            found.append({"group": group, "results": shown})
        return {"game": game.name, "groups": found}


def daily_game(name: str) -> Game:
    """A game that can be played alone; UnknownGame if there is none of that name."""
    game = registry.find(name)
    if not game.for_one:
        raise UnknownGame(f"{game.name} is not played alone, so it has no game of the day")
    return game


def read_day(text: str) -> str:
    """A day as it is written; BadRequest if it is none."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadRequest(f"'{text[:20]}' is no day; '2026-11-15' is") from None


def _later(day: str, count: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()


def _ends(day: str) -> float:
    return datetime.fromisoformat(_later(day, 1)).replace(tzinfo=UTC).timestamp()


def _plan(game: Game, day: str, secret: bytes, person: Person) -> Table:
    """A table that begins at once: nobody adds to the dice."""
    options = game.read_options(game.solo.daily(date.fromisoformat(day).toordinal()))
    table = Table(
        id=new_id(),
        game_name=game.name,
        ruleset=game.version,
        options=dict(options),
        secret=secret,
        host=person.id,
        created=time.time(),
        day=day,
        counted=True,
        seats=[Seat(0, person=person.id, sits=True, name=person.name)],
        game=game,
    )
    begin_if_ready(table)
    return table


def _secrets(connection: sa.Connection, game: str, wanted: Sequence[str]) -> dict[str, bytes]:
    query = sa.select(days.c.day, days.c.secret).where(
        (days.c.game == game) & days.c.day.in_(wanted)
    )
    return {row.day: bytes(row.secret) for row in connection.execute(query)}


def _own_try(connection: sa.Connection, game: str, day: str, person: Person | None) -> str | None:
    if person is None:
        return None
    query = sa.select(tries.c.game_id).where(
        (tries.c.game == game) & (tries.c.day == day) & (tries.c.who == f"person {person.id}")
    )
    return connection.execute(query).scalar_one_or_none()


def _address(connection: sa.Connection, game: str, day: str, visitor: str) -> str:
    """An address as it is kept for a day, under a key that is drawn for that day and dropped."""
    here = (days.c.game == game) & (days.c.day == day)
    fresh = sa.update(days).where(here & days.c.address_key.is_(None))
    connection.execute(fresh.values(address_key=secrets.token_bytes(32)))
    key = connection.execute(sa.select(days.c.address_key).where(here)).scalar_one()
    return hmac.new(bytes(key), visitor.encode(), "sha256").hexdigest()


def _begun_at(connection: sa.Connection, game: str, day: str, address: str) -> bool:
    """Whether anybody has begun the game of a day at an address."""
    here = (tries.c.game == game) & (tries.c.day == day) & (tries.c.address == address)
    return connection.execute(sa.select(tries.c.who).where(here)).first() is not None


def _results(connection: sa.Connection, game: str, day: str) -> list[dict[str, Any]]:
    """The counted tries of a day that are over, the best first."""
    query = (
        sa.select(scores, tries.c.near)
        .join(tries, tries.c.game_id == scores.c.game_id, isouter=True)
        .where((scores.c.game == game) & (scores.c.day == day) & (scores.c.counted == sa.true()))
    )
    return _ranked([dict(row) for row in connection.execute(query).mappings()])[:MOST_LISTED]


def _ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The best first; of equal ones the earlier."""
    by_time = sorted(rows, key=lambda row: row["ended"])
    return sorted(by_time, key=lambda row: json.loads(row["points"]), reverse=True)


def _score(row: Mapping[str, Any], person: Person | None, open_to_all: bool) -> dict[str, Any]:
    own = person is not None and row["person"] == person.id
    key, places = json.loads(row["says"])
    return {
        "name": row["name"],
        "you": own,
        "near": bool(row.get("near")),
        "group": row["ranked_in"],
        "says": {"key": key, "places": places},
        "ended": row["ended"],
        "day": row["day"],
        "counted": row["counted"],
        "table": row["game_id"] if own or open_to_all else None,
    }
