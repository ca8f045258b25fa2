"""Black Crystal told in words: what came of a move, step by step, for the log.

A step goes without saying where the sentence of the move has told it already. That tells one step
of a kind alone: turns of others may follow in the same move, where nobody had anything to decide.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from orrery.core.contract import Note, Record

from .state import HOME, NOWHERE
from .steps import STEPS_TOLD
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
    known: set[int] = set()
    said: list[Sentence | None] = []
    for step in steps:
        told = _TOLD.get(STEPS_TOLD[step.what])
        if told is None:
            said.append(None)
        elif (
            kind in told.known_by
            and step.what not in known
            and (step.a == mover or not told.of_mover)
        ):
            known.add(step.what)
            said.append(None)
        else:
            key, places = told.tell(s, step)
            said.append((f"also.{key}", places))
    return said


def place(cell: int) -> str:
    """A cell, or the Entrance."""
    return "@also.home" if cell >= HOME else cell_text(cell)


def _at(key: str) -> Teller:
    """Something happens on the cell that the step names first."""
    return lambda s, step: (key, {"cell": place(step.a)})


def _goes(key: str) -> Teller:
    """A seat comes from one cell to another."""
    return lambda s, step: (
        key,
        {"who": who_words(s, step.a), "start": place(step.b), "cell": place(step.c)},
    )


def _seat(key: str) -> Teller:
    return lambda s, step: (key, {"who": who_words(s, step.a)})


def _seat_and_cell(key: str) -> Teller:
    return lambda s, step: (key, {"who": who_words(s, step.a), "cell": place(step.b)})


def _ally(key: str) -> Teller:
    return lambda s, step: (
        key,
        {"who": who_words(s, step.a), "monster": monster_words(step.b)},
    )


def _passage(s: Record, step: Note) -> Sentence:
    return "passage", {"cell": place(step.a), "other": place(step.b)}


def _reshuffled(s: Record, step: Note) -> Sentence:
    return ("boom_shuffled" if step.a else "find_shuffled"), {}


def _dropped(s: Record, step: Note) -> Sentence:
    return "dropped", {"who": who_words(s, step.a), "card": find_name(step.b)}


def _explosives(s: Record, step: Note) -> Sentence:
    return "explosives", {
        "rival": rival_words(s, step.a),
        "change": f"{step.b:+d}".replace("-", "−"),
        "total": str(step.c),
    }


def _skips(s: Record, step: Note) -> Sentence:
    who = who_words(s, step.a)
    return ("skips", {"who": who}) if step.b < 0 else ("to_skip", {"who": who, "n": str(step.c)})


def _decided(s: Record, step: Note) -> Sentence:
    """A fight: against a monster, or between two dwarfs."""
    won = STEPS_TOLD[step.what] == "fight_won"
    if step.b == NOWHERE:
        places = {"who": who_words(s, step.a), "monster": monster_words(step.c)}
        return ("won" if won else "lost"), places
    winner, loser = (step.a, step.b) if won else (step.b, step.a)
    return "brawl", {"who": who_words(s, winner), "rival": rival_words(s, loser)}


def _ended(s: Record, step: Note) -> Sentence:
    """The last step of a game: somebody is out with a Crystal, or nobody will ever be."""
    if step.a == NOWHERE:
        return ("standstill" if step.b else "limit"), {}
    return "out", {"who": who_words(s, step.a)}


def _between(key: str) -> Teller:
    """Of the loser, and the one who has won."""
    return lambda s, step: (
        key,
        {"who": who_words(s, step.b), "rival": rival_words(s, step.a)},
    )


_TOLD = {
    "tile_laid": Told(_at("laid"), frozenset({"lay"})),
    "walked": Told(
        _goes("walked"), frozenset({"walk", "attack", "storm", "lay", "tile_"}), of_mover=True
    ),
    "fled": Told(_goes("fled"), frozenset({"to", "to_home"}), of_mover=True),
    "stayed": Told(_seat("stayed")),
    "teleported": Told(_goes("teleported"), frozenset({"home"}), of_mover=True),
    "pushed": Told(_goes("pushed")),
    "fell": Told(_goes("fell")),
    "passage_made": Told(_passage, frozenset({"blast", "open", "storm", "storm_back"})),
    "rubble_put": Told(_at("rubble"), frozenset({"rubble"})),
    "rubble_gone": Told(_at("rubble_gone"), frozenset({"clear", "clear_here", "dig_out"})),
    "mushroom_put": Told(_seat_and_cell("mushroom")),
    "boom_put": Told(_at("boom_put")),
    "boom_gone": Told(_at("boom_gone")),
    "boom_spared": Told(_ally("spared")),
    "card_dropped": Told(_dropped, frozenset({"drop", "drop_"})),
    "reshuffled": Told(_reshuffled),
    "ally_sent": Told(_ally("sent"), frozenset({"ally", "summon"})),
    "ally_gained": Told(_ally("ally"), frozenset({"summon"})),
    "ally_gone": Told(_ally("ally_gone")),
    "fight_tied": Told(lambda s, step: ("tied", {})),
    "fight_won": Told(_decided),
    "fight_lost": Told(_decided),
    "explosives": Told(_explosives),
    "skips": Told(_skips),
    "mining": Told(_seat("mining"), frozenset({"mine"})),
    "crystal_taken": Told(_seat("crystal")),
    "crystal_dropped": Told(_seat_and_cell("crystal_dropped")),
    "crystal_passed": Told(_between("crystal_passed")),
    "crystal_smashed": Told(_between("smashed")),
    "trapped": Told(_seat("trapped")),
    "game_ended": Told(_ended),
}
