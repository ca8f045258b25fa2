"""What would happen, why not, and what a bot would do: for the seat that decides, and no other."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from orrery.bots.bot import Ranked
from orrery.core.errors import IllegalMove
from orrery.core.match import Match
from orrery.core.values import chances

from . import frames
from .botpool import BotPool, ask
from .errors import NotNow, TooFast
from .people import Person
from .tables import Tables
from .thinking import Answer, Question

HINT_LEVEL = 5
"""Coach and hints come from the strongest bot."""
MOST_WAITING = 64
"""So many people can wait for a hint; each has one question at a time."""
MOST_KNOWN = 64
"""So many answers are kept: whoever asks again about a position hears the same."""


class Advice:
    """Previews, reasons and hints."""

    def __init__(self, tables: Tables, bots: BotPool) -> None:
        self.tables = tables
        self.bots = bots
        self._asking: set[str] = set()
        self._known: dict[tuple[str, int, int], Answer] = {}

    async def _think(self, person: str, question: Question) -> Answer:
        """Ask a bot; one question a person, and in turn with those who wait for bots to move."""
        if person in self._asking:
            raise TooFast("a bot is thinking about another question of yours; wait a moment")
        if len(self._asking) >= MOST_WAITING:
            raise TooFast("many people are waiting for a hint; try again in a moment")
        self._asking.add(person)
        try:
            return await self.bots.advise(person, question)
        finally:
            self._asking.discard(person)

    async def preview(
        self, table_id: str, person: Person | None, seat: int, n: int, move: str
    ) -> list[dict[str, Any]]:
        """The steps of a move, up to the first chance, reveal or other's decision."""
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            return match.preview(move, seat)

    async def why(
        self, table_id: str, person: Person | None, seat: int, n: int, move: str, lang: str
    ) -> dict[str, Any]:
        """Whether a move is legal and, if not, the rule that it breaks."""
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            try:
                match.preview(move, seat)
            except IllegalMove as refusal:
                rule = refusal.rule
                if rule is None:
                    raise
                text = match.game.rulebook.words_of(rule, match.game.words, lang)
                return {"legal": False, "rule": rule, "text": text}
            return {"legal": True, "rule": None, "text": None}

    @asynccontextmanager
    async def _advised(
        self, table_id: str, person: Person | None, seat: int, n: int
    ) -> AsyncIterator[tuple[Match, Answer]]:
        """Ask the strongest bot; the match, if nothing has happened at it since, and the answer."""
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            if not table.hints_allowed():
                raise NotNow("there are no hints at this table")
            question = ask(match, HINT_LEVEL, hint=True)
        about = (table_id, seat, n)
        answer = self._known.get(about) or await self._think(person.id if person else "", question)
        self._known[about] = answer
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        async with self.tables.at(table_id) as table:
            yield self.tables.check_turn(table, person, seat, n), answer

    async def coach(
        self, table_id: str, person: Person | None, seat: int, n: int
    ) -> dict[str, Any]:
        """The best moves, the chance to win that each leaves, and how it might go on."""
        async with self._advised(table_id, person, seat, n) as (match, answer):
            return {"n": n, "moves": [_ranked(match, seat, move) for move in answer.best]}

    async def hint(self, table_id: str, person: Person | None, seat: int, n: int) -> dict[str, Any]:
        """What the strongest bot would do here, and what it expects."""
        async with self._advised(table_id, person, seat, n) as (match, answer):
            ((move, words),) = match.told_line([answer.move])
            return {
                "n": n,
                "move": move,
                "says": frames.says(words),
                "chance": chances(answer.values)[seat] if answer.values else None,
                "values": answer.values,
                "line": match.line_texts(answer.line) if not match.game.has_hidden else [],
            }


def _ranked(match: Match, seat: int, ranked: Ranked) -> dict[str, Any]:
    """One of the coach's moves, in words; where hands are hidden only the move itself."""
    line = ranked.line[:1] if match.game.has_hidden else ranked.line
    told = match.told_line(line)
    return {
        "move": told[0][0],
        "chance": chances(ranked.values)[seat],
        "line": [{"move": text, "says": frames.says(words)} for text, words in told],
    }
