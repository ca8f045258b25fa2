"""Guests: an unguessable token each, stored hashed, and a name at once."""

import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass

import sqlalchemy as sa

from .errors import BadRequest, BadToken
from .recent import Recent
from .schema import people
from .store import Store

LONGEST_NAME = 32
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
_KEPT = 10_000


@dataclass(frozen=True)
class Person:
    """Somebody who comes to a table."""

    id: str
    name: str


def new_id() -> str:
    """A name that nobody guesses, short enough for a link."""
    return secrets.token_urlsafe(12)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(b"orrery guest " + token.encode()).hexdigest()


def read_name(text: str) -> str:
    """A name that can be shown to anybody; BadRequest says what is wrong with another."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadRequest(f"a name has 1 to {LONGEST_NAME} letters", detail={"where": "name"})
    if any(unicodedata.category(c)[0] == "C" for c in name) or set(name) & set("<>&"):
        raise BadRequest("a name has no control characters and no < > &", detail={"where": "name"})
    return name


def read_line(text: str, longest: int) -> str:
    """A line of chat: any letters, but none that move a terminal's cursor about."""
    line = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(line) <= longest:
        raise BadRequest(f"a message has 1 to {longest} letters", detail={"where": "text"})
    if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in line):
        raise BadRequest("a message has no control characters", detail={"where": "text"})
    return line


class People:
    """Everybody who was ever here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Person] = OrderedDict()
        self._visitors: Recent[str, str] = Recent()

    async def welcome(self, name: str | None = None) -> tuple[Person, str]:
        """A new guest and the token by which they are known from now on."""
        star = f"{secrets.choice(_STARS)} {secrets.randbelow(90) + 10}"
        chosen = read_name(name) if name else star
        person, token = Person(new_id(), chosen), secrets.token_urlsafe(32)
        row = {"id": person.id, "token_hash": hashed(token), "name": chosen, "created": time.time()}
        await self._store.write(lambda c: c.execute(sa.insert(people), row) and None)
        return person, token

    async def find(self, token: str) -> Person:
        """The guest with this token; BadToken if there is none."""
        key = hashed(token)
        if key not in self._known:
            query = sa.select(people.c.id, people.c.name).where(people.c.token_hash == key)
            row = await self._store.read(lambda c: c.execute(query).one_or_none())
            if row is None:
                raise BadToken("this token belongs to nobody here")
            self._known[key] = Person(row.id, row.name)
        self._known.move_to_end(key)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return self._known[key]

    def saw(self, person: str, visitor: str) -> None:
        """Somebody came from an address."""
        self._visitors.note(person, visitor)

    def visitor_of(self, person: str) -> str:
        """The address that somebody came from last; where it is not known, they themselves."""
        return self._visitors.get(person, person)

    async def rename(self, token: str, name: str) -> Person:
        """Another name, for tables they sit down at from now on."""
        person, chosen = await self.find(token), read_name(name)
        change = sa.update(people).where(people.c.id == person.id).values(name=chosen)
        await self._store.write(lambda c: c.execute(change) and None)
        self._known[hashed(token)] = renamed = Person(person.id, chosen)
        return renamed
