"""Black Crystal told in words: what came of a move, step by step, for the log.

A step goes without saying where the sentence of the move has told it already. That tells one step
of a kind alone: turns of others may follow in the same move, where nobody had anything to decide.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from orrery.core.contract import Record
from orrery.core.steps import Note, Steps

from .state import HOME, NOWHERE
from .steps import Step
from .telling import Sentence, actor, find_name, kind_of, monster_words, rival_words, who_words
from .texts import cell_text

Teller = Callable[[Record, Note], Sentence]


class Told(NamedTuple):
    """How a step is told, and after which kinds of moves the first of its kind is not."""

    tell: Teller
    known_by: frozenset[str] = frozenset()
    of_mover: bool = False
    """Whether the move has told it of the seat alone that made it."""


def step_words(s: Record, move: int, steps: Sequence[Note]) -> list[Sentence | None]:
    """The sentences about the steps of a move; None for one that goes without saying."""
    kind, mover = kind_of(move)[0], actor(s)
    known: set[Steps] = set()
    said: list[Sentence | None] = []
    for step in steps:
        told = _TOLD.get(step.step)
        if told is None:
            said.append(None)
        elif (
            kind in told.known_by
            and step.step not in known
            and (not told.of_mover or step.of("seat") == mover)
        ):
            known.add(step.step)
            said.append(None)
        else:
            key, places = told.tell(s, step)
            said.append((f"also.{key}", places))
    return said


def place(cell: int) -> str:
    """A cell, or the Entrance."""
    return "@also.home" if cell >= HOME else cell_text(cell)


def _at(key: str) -> Teller:
    """Something happens on a cell."""
    return lambda s, step: (key, {"cell": place(step.of("cell"))})


def _goes(key: str) -> Teller:
    """A seat comes from one cell to another."""
    return lambda s, step: (
        key,
        {**_who(s, step), "start": place(step.of("origin")), "cell": place(step.of("target"))},
    )


def _who(s: Record, step: Note, field: str = "seat") -> dict[str, str]:
    return {"who": who_words(s, step.of(field))}


def _seat(key: str) -> Teller:
    return lambda s, step: (key, _who(s, step))


def _seat_and_cell(key: str) -> Teller:
    return lambda s, step: (key, {**_who(s, step), "cell": place(step.of("cell"))})


def _ally(key: str) -> Teller:
    return lambda s, step: (
        key,
        {**_who(s, step), "monster": monster_words(step.of("monster"))},
    )


def _passage(s: Record, step: Note) -> Sentence:
    return "passage", {"cell": place(step.of("cell")), "other": place(step.of("other"))}


def _reshuffled(s: Record, step: Note) -> Sentence:
    return f"{step.as_json()['deck']}_shuffled", {}


def _dropped(s: Record, step: Note) -> Sentence:
    return "dropped", {**_who(s, step), "card": find_name(step.of("card"))}


def _explosives(s: Record, step: Note) -> Sentence:
    return "explosives", {
        "rival": rival_words(s, step.of("seat")),
        "change": f"{step.of('change'):+d}".replace("-", "−"),
        "total": str(step.of("left")),
    }


def _skips(s: Record, step: Note) -> Sentence:
    if step.of("change") < 0:
        return "skips", _who(s, step)
    return "to_skip", {**_who(s, step), "n": str(step.of("left"))}


def _decided(s: Record, step: Note) -> Sentence:
    """A fight: against a monster, or between two dwarfs."""
    won = step.step == Step.FIGHT_WON
    attacker, defender = step.of("attacker"), step.of("defender")
    if defender == NOWHERE:
        places = {"who": who_words(s, attacker), "monster": monster_words(step.of("card"))}
        return ("won" if won else "lost"), places
    winner, loser = (attacker, defender) if won else (defender, attacker)
    return "brawl", {"who": who_words(s, winner), "rival": rival_words(s, loser)}


def _ended(s: Record, step: Note) -> Sentence:
    """The last step of a game: somebody is out with a Crystal, or nobody will ever be."""
    if step.of("winner") == NOWHERE:
        return ("standstill" if step.of("still") else "limit"), {}
    return "out", _who(s, step, "winner")


def _between(key: str) -> Teller:
    """Of the loser, and the one who has won."""
    return lambda s, step: (
        key,
        {**_who(s, step, "victor"), "rival": rival_words(s, step.of("loser"))},
    )


_TOLD: dict[Steps, Told] = {
    Step.TILE_LAID: Told(_at("laid"), frozenset({"lay"})),
    Step.WALKED: Told(
        _goes("walked"), frozenset({"walk", "attack", "storm", "lay", "tile_"}), of_mover=True
    ),
    Step.FLED: Told(_goes("fled"), frozenset({"to", "to_home"}), of_mover=True),
    Step.STAYED: Told(_seat("stayed")),
    Step.TELEPORTED: Told(_goes("teleported"), frozenset({"home"}), of_mover=True),
    Step.PUSHED: Told(_goes("pushed")),
    Step.FELL: Told(_goes("fell")),
    Step.PASSAGE_MADE: Told(_passage, frozenset({"blast", "open", "storm", "storm_back"})),
    Step.RUBBLE_PUT: Told(_at("rubble"), frozenset({"rubble"})),
    Step.RUBBLE_GONE: Told(_at("rubble_gone"), frozenset({"clear", "clear_here", "dig_out"})),
    Step.MUSHROOM_PUT: Told(_seat_and_cell("mushroom")),
    Step.BOOM_PUT: Told(_at("boom_put")),
    Step.BOOM_GONE: Told(_at("boom_gone")),
    Step.BOOM_SPARED: Told(_ally("spared")),
    Step.CARD_DROPPED: Told(_dropped, frozenset({"drop", "drop_"})),
    Step.RESHUFFLED: Told(_reshuffled),
    Step.ALLY_SENT: Told(_ally("sent"), frozenset({"ally", "summon"})),
    Step.ALLY_GAINED: Told(_ally("ally"), frozenset({"summon"})),
    Step.ALLY_GONE: Told(_ally("ally_gone")),
    Step.FIGHT_TIED: Told(lambda s, step: ("tied", {})),
    Step.FIGHT_WON: Told(_decided),
    Step.FIGHT_LOST: Told(_decided),
    Step.EXPLOSIVES: Told(_explosives),
    Step.SKIPS: Told(_skips),
    Step.MINING: Told(_seat("mining"), frozenset({"mine"})),
    Step.CRYSTAL_TAKEN: Told(_seat("crystal")),
    Step.CRYSTAL_DROPPED: Told(_seat_and_cell("crystal_dropped")),
    Step.CRYSTAL_PASSED: Told(_between("crystal_passed")),
    Step.CRYSTAL_SMASHED: Told(_between("smashed")),
    Step.TRAPPED: Told(_seat("trapped")),
    Step.GAME_ENDED: Told(_ended),
}
