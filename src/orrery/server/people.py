"""Guests: an unguessable token each, stored hashed, and a name at once."""

import hashlib
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import sqlalchemy as sa

from .errors import BadToken
from .letters import read_name
from .recent import Recent
from .schema import people
from .store import Store

# fmt: off
_STARS = (
    "Achernar", "Adhara", "Albireo", "Alcor", "Aldebaran", "Algol", "Alioth", "Altair",
    "Antares", "Arcturus", "Atria", "Bellatrix", "Canopus", "Capella", "Castor", "Deneb",
    "Diphda", "Electra", "Fomalhaut", "Gemma", "Hadar", "Hamal", "Izar", "Kochab", "Maia",
    "Megrez", "Mimosa", "Mintaka", "Mira", "Mizar", "Nashira", "Nunki", "Phact", "Polaris",
    "Pollux", "Procyon", "Regulus", "Rigel", "Sabik", "Sadr", "Saiph", "Scheat", "Shaula",
    "Sirius", "Spica", "Suhail", "Tarazed", "Tureis", "Vega", "Wezen", "Zosma",
)
# fmt: on


@dataclass(frozen=True)
class Person:
    """Somebody who comes to a table."""

    id: str
    name: str
    key: str = field(default="", repr=False, compare=False)
    """What is kept of the token that they came with."""


def new_id() -> str:
    """A name that nobody guesses, short enough for a link."""
    return secrets.token_urlsafe(12)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(b"orrery guest " + token.encode()).hexdigest()


class People:
    """Everybody who was ever here, and has not gone for good."""

    def __init__(self, store: Store, server: str) -> None:
        self._store = store
        self._server = server
        self._known: Recent[str, Person] = Recent()
        """By what is kept of their tokens."""
        self._keys: Recent[str, str] = Recent()
        """The same the other way, so that one can be forgotten; noted together."""
        self._changes = 0
        """Goes up whenever what was read of somebody before may not be true any more."""
        self._visitors: Recent[str, str] = Recent()
        self.hears_all: Callable[[], bool] = lambda: True
        """Whether this server would hear it if another one changed somebody."""

    async def welcome(self, name: str | None = None) -> tuple[Person, str]:
        """A new guest and the token by which they are known from now on."""
        star = f"{secrets.choice(_STARS)} {secrets.randbelow(90) + 10}"
        chosen = read_name(name) if name else star
        token = secrets.token_urlsafe(32)
        person = Person(new_id(), chosen, hashed(token))
        row = {"id": person.id, "token_hash": person.key, "name": chosen, "created": time.time()}
        await self._store.write(lambda c: c.execute(sa.insert(people), row) and None)
        return person, token

    async def find(self, token: str) -> Person:
        """The guest with this token; BadToken if there is none."""
        key = hashed(token)
        if self.hears_all() and key in self._known:
            return self._known[key]
        changes = self._changes
        found = await self._read(people.c.token_hash == key)
        if not found:
            raise BadToken("this token belongs to nobody here")
        if changes == self._changes and self.hears_all():
            self._known.note(key, found[0])
            self._keys.note(found[0].id, key)
        return found[0]

    async def read(self, ids: Collection[str]) -> dict[str, Person]:
        """Some people as the store has them now; those who are gone are missing."""
        return {person.id: person for person in await self._read(people.c.id.in_(ids))}

    async def _read(self, where: sa.ColumnElement[bool]) -> list[Person]:
        query = sa.select(people.c.id, people.c.name, people.c.token_hash).where(where)
        return await self._store.read(lambda c: [Person(*row) for row in c.execute(query)])

    def forget(self, person: str) -> None:
        """Somebody has changed: they are read again when they are met next."""
        self._changes += 1
        key = self._keys.pop(person, None)
        if key is not None:
            self._known.pop(key, None)

    def forget_all(self) -> None:
        """Anybody may have changed."""
        self._changes += 1
        self._known.clear()
        self._keys.clear()

    def saw(self, person: str, visitor: str) -> None:
        """Somebody came from an address."""
        self._visitors.note(person, visitor)

    def visitor_of(self, person: str) -> str:
        """The address that somebody came from last; where it is not known, they themselves."""
        return self._visitors.get(person, person)

    async def change(self, person: Person, **columns: str) -> None:
        """Change somebody, as long as their token is the one they came with; all servers hear."""

        def write(connection: sa.Connection) -> None:
            change = sa.update(people).where(same_person(person)).values(columns)
            if not connection.execute(change).rowcount:
                raise BadToken("this token has ended")
            self._store.notify(connection, f"n {self._server} {person.id}")

        try:
            await self._store.write(write)
        finally:
            self.forget(person.id)


def same_person(person: Person) -> sa.ColumnElement[bool]:
    """The row of somebody, if their token is still the one they came with."""
    return (people.c.id == person.id) & (people.c.token_hash == person.key)
