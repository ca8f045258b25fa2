"""Short ways to a position, for the tests of single rules."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
import pytest

from orrery.core import registry
from orrery.core.contract import Record
from orrery.core.dice import SeededDice
from orrery.core.errors import IllegalMove
from orrery.core.events import Event
from orrery.core.match import Match
from orrery.core.runner import Runner, at_hand

GAME = registry.find("under_falling_skies")
START = (
    "UFS eeeeeeee r1 L p0 e2 q0 d0 x5 G=0.1,0.2,0.3,0.4,0.5 R=- card=g0r0 sup=r2 bots=- hand=-"
    " base=-"
)
FIELDS = "sides r state p e q d x G R card sup bots hand base"
"""The fields of a position, as `position` and `tell` call them."""
PLACING = {
    "sides": "eeeeeeee", "r": 2, "state": "P", "p": 0, "e": 3, "q": 0, "d": 0, "x": 5,
    "G": "0.1,0.2,0.3,0.4,0.5", "R": "-", "bots": "-", "hand": "b1,b2,b3,w4,w5", "base": "-",
}  # fmt: skip


def _count(ships: object) -> int:
    return 0 if ships == "-" else str(ships).count(",") + 1


def position(**changes: object) -> str:
    """A position like that of `PLACING`, but for some fields.

    Green ships that are not named wait on the card, red ones in the supply.
    """
    fields: dict[str, object] = {**PLACING, **changes}
    if fields["state"] != "P" and "hand" not in changes:
        fields["hand"] = "-"
    reds = fields.pop("card_red", 0)
    sup = fields.get("sup", f"r{2 - _count(fields['R']) - int(str(reds))}")
    card = fields.get("card", f"g{5 - _count(fields['G'])}r{reds}")
    numbers = " ".join(f"{name}{fields[name]}" for name in "peqdx")
    return (
        f"UFS {fields['sides']} r{fields['r']} {fields['state']} {numbers} G={fields['G']}"
        f" R={fields['R']} card={card} sup={sup} bots={fields['bots']} hand={fields['hand']}"
        f" base={fields['base']}"
    )


def at(text: str, runner: Runner | None = None, /, **options: object) -> Match:
    """A match that stands at a position, in which Nature waits to be asked."""
    given = {"sides": text.split()[1], "stars": "given", **options}
    return Match(GAME, given, dice=SeededDice(1), rolls=False, position=text, runner=runner)


def placing(**changes: object) -> Match:
    """A match in which dice are placed."""
    return at(position(**changes))


def rooms(**changes: object) -> Match:
    """A match in which rooms are used."""
    return at(position(**{"state": "R", **changes}))


def fresh(**options: object) -> Match:
    """A new match in which Nature waits to be asked."""
    given = {"stars": "given", **options}
    return Match(GAME, given, dice=SeededDice(1), rolls=False)


def play(match: Match, line: str) -> Match:
    """Play moves that stand in a row; a roll in brackets is one of them."""
    for token in re.findall(r"\([^)]*\)|\S+", line):
        match.play(token)
    return match


def tell(match: Match, names: str) -> str:
    """Some fields of the position, as they stand there."""
    fields: Mapping[str, str] = dict(zip(FIELDS.split(), match.position.split()[1:], strict=True))
    return " ".join(fields[name] for name in names.split())


def refused(match: Match, move: str | int) -> str | None:
    """The rule that refuses a move, which loses nothing."""
    before, log = match.state.tobytes(), len(match.log)
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert (match.state.tobytes(), len(match.log)) == (before, log)
    return refusal.value.rule


def legal(match: Match, first: str) -> list[str]:
    """The legal moves that begin with one of some letters, in order."""
    return sorted(text for text in match.legal() if text[0] in first)


def told(match: Match) -> list[str]:
    """The steps of the last ply, by name."""
    return [step["step"] for step in match.steps(len(match.plies) - 1)]


RICH = position(state="L", p=1, e=7, q=6, x=24, G="1.1,1.2,1.3,1.4,1.5", bots="24:5,44:6", hand="-")
"""All rooms open, and two robots at work: random games from here see all that there is."""


def random_match(seed: int, start: str | None = None, /, **options: object) -> Match:
    """A match played to its end at random, by a player who likes rooms and shuns damage."""
    sides = {"sides": start.split()[1]} if start else {}
    given = {"stars": "given", **sides, **options}
    match = Match(GAME, given, dice=SeededDice(seed), position=start)
    rng = np.random.default_rng(seed)
    rules = at_hand(GAME)
    while not match.over:
        assert len(match.plies) < 2000
        codes, texts = match.legal_codes(), match.legal()
        if rng.random() < 0.8:
            codes = [c for c, text in zip(codes, texts, strict=True) if text[0] in "u+="] or codes
        best: tuple[int, int] | None = None
        for code in rng.choice(codes, 4):
            after = match.state
            rules.play(after, int(code))
            harm = 2 * int(after[0]["damage"]) + int(after[0]["row"])
            if best is None or harm < best[0]:
                best = harm, int(code)
        assert best is not None
        match.play(best[1])
    return match


@cache
def games() -> tuple[Match, ...]:
    """Random games of every kind: easy, star and mixed cards, from the start and from RICH."""
    found = []
    for seed in range(36):
        sides = ("eeeeeeee", "ssssssss", "esesesse", "sesesees")[seed % 4]
        rich = RICH.replace("eeeeeeee", sides)
        start = rich if seed % 8 >= 4 else None
        found.append(random_match(seed, start, sides=sides, low_dig_placement=seed % 3 == 0))
    return tuple(found)


def walk(match: Match) -> Iterator[tuple[Record, Event, Record]]:
    """The state before each ply, the ply, and the state after it."""
    rules = at_hand(GAME)
    state = match.state_at(0)
    for event in match.plies:
        before = state.copy()
        rules.play(state, event.move)
        yield before[0], event, state.copy()[0]
