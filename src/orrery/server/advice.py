"""What would happen, why not, and what a bot would do: for the seat that decides, and no other."""

from typing import Any

from orrery.core.errors import IllegalMove

from .botpool import BotPool, ask
from .errors import NotNow, TooFast
from .people import Person
from .tables import Tables
from .thinking import Answer, Question

HINT_LEVEL = 5
MOST_HINTS = 2


class Advice:
    """Previews, reasons and hints."""

    def __init__(self, tables: Tables, bots: BotPool) -> None:
        self.tables = tables
        self.bots = bots
        self._asking: set[str] = set()

    async def _think(self, person: str, question: Question) -> Answer:
        """Ask a bot; one question a person, and few at a time, since bots must move too."""
        if person in self._asking or len(self._asking) >= MOST_HINTS:
            raise TooFast("a bot is thinking about another question; wait a moment")
        self._asking.add(person)
        try:
            return await self.bots.think(question)
        finally:
            self._asking.discard(person)

    async def preview(
        self, table_id: str, person: Person | None, seat: int, n: int, move: str
    ) -> list[dict[str, Any]]:
        """The steps of a move, up to the first chance, reveal or other's decision."""
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            return [
                {key: step[key] for key in ("step", "a", "b", "c")}
                for step in match.preview(move, seat)
            ]

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

    async def hint(self, table_id: str, person: Person | None, seat: int, n: int) -> dict[str, Any]:
        """What the strongest bot would do here, and what it expects."""
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            if not table.hints_allowed():
                raise NotNow("there are no hints at this table")
            question = ask(match, HINT_LEVEL, hint=True)
        answer = await self._think(person.id if person else "", question)
        async with self.tables.at(table_id) as table:
            match = self.tables.check_turn(table, person, seat, n)
            return {
                "n": n,
                "move": match.game.notation.move_text(match.knowledge(seat)[0], answer.move),
                "values": answer.values,
                "line": match.line_texts(answer.line) if not match.game.has_hidden else [],
            }
