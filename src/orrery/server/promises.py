"""Dice that are promised before a table is made, so that whoever makes it can sit down at once.

What somebody adds to the dice may only be known here after the promise. A guest is told the promise
of their next table beforehand; who makes it then names that promise, and adds their part in the
same request. A promise is kept in memory and good for one table: after a restart it is not known
any more, and one sits down afterwards, as those do who name none.
"""

import secrets

from orrery.core.dice import commitment

from .recent import Recent


class Promises:
    """The secret of each guest's next table."""

    def __init__(self) -> None:
        self._secrets: Recent[str, bytes] = Recent()

    def of(self, person: str) -> str:
        """What is promised of the dice of a guest's next table."""
        if person not in self._secrets:
            self._secrets.note(person, secrets.token_bytes(32))
        return commitment(self._secrets[person])

    def take(self, person: str, promise: str) -> bytes | None:
        """The secret that was promised so, for one table; None if it is not known."""
        if person not in self._secrets or self.of(person) != promise:
            return None
        return self._secrets.pop(person)
