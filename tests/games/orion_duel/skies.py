"""Skies made by hand for the tests of single rules: paths, chains, and what is around them."""

import itertools
from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np

from orrery.core.dice import SeededDice
from orrery.core.match import Match
from tests.games.orion_duel.naive import CELLS, NEIGHBOURS, ZONES, board_to_text, preset_tokens
from tests.games.orion_duel.positions import GAME

ZONE_CELLS = {cell for pair in ZONES.values() for zone in pair for cell in zone}
Used = tuple[int, int, int, int]
"""How many monos, duos, mixes and tiles of three hexes are used."""


def random_match(seed: int, **options: object) -> Match:
    """A match played to its end at random."""
    return play_out(Match(GAME, options, dice=SeededDice(seed)), seed)


def play_out(match: Match, seed: int, games: int = 99) -> Match:
    """Go on at random until so many games are over."""
    rng = np.random.default_rng(seed)
    last = int(match.state[0]["game"]) + games
    while not match.over and int(match.state[0]["game"]) < last:
        match.play(int(rng.choice(match.legal_codes())))
    return match


def path(start: Collection[str], goal: str, avoid: Collection[str] = ()) -> list[str]:
    """A shortest way from some cells to another cell."""
    ways = [[cell] for cell in start]
    seen = set(start)
    for way in ways:
        if way[-1] == goal:
            return way
        for cell in NEIGHBOURS[way[-1]]:
            if cell not in seen and (cell == goal or cell not in avoid):
                seen.add(cell)
                ways.append([*way, cell])
    raise ValueError(f"no way to {goal}")


def joined(names: str, avoid: Collection[str] = ()) -> set[str]:
    """Some cells, and others that join them to one chain."""
    first, *rest = names.split()
    found = {first}
    for name in rest:
        found |= set(path(sorted(found), name, avoid))
    return found


def _hexes(used: Used) -> tuple[int, int]:
    mono, duo, mix, three = used
    return mono + 2 * duo + mix + 2 * three, mix + three


def _all_used(mono_is_left: bool) -> Iterator[Used]:
    yield from itertools.product(range(1 if mono_is_left else 2), range(2), range(4), range(10))


@lru_cache
def _tiles_for(orange: int, blue: int, mover: str) -> tuple[Used, Used]:
    """The fewest tiles with so many hexes of each colour or more; the mover has the mono left."""
    best: tuple[int, Used, Used] | None = None
    for one, two in itertools.product(_all_used(mover == "O"), _all_used(mover == "B")):
        (a, b), (c, d) = _hexes(one), _hexes(two)
        ahead = (sum(one) - sum(two)) * (1 if mover == "B" else -1)
        total = a + b + c + d
        if a + d < orange or b + c < blue or ahead not in (0, 1):
            continue
        if best is None or total < best[0]:
            best = (total, one, two)
    assert best is not None, "there are not so many tiles"
    return best[1:]


def _left(used: Used) -> str:
    mono, duo, mix, three = used
    threes = [min(3, max(0, three - 3 * k)) for k in range(3)]
    return "".join(str(n) for n in (1 - mono, 1 - duo, 3 - mix, *(3 - n for n in threes)))


def sky(
    orange: Collection[str],
    blue: Collection[str] = (),
    *,
    mover: str = "O",
    tokens: dict[str, str] | None = None,
    empty: Collection[str] = (),
    state: str = "",
    tail: str = "1 0-0",
) -> str:
    """A position with these hexes, and some far from them that make up whole tiles."""
    held = preset_tokens("preset1") if tokens is None else tokens
    used = _tiles_for(len(set(orange)), len(set(blue)), mover)
    hexes = dict.fromkeys(orange, 0) | dict.fromkeys(blue, 1)
    assert len(hexes) == len(set(orange)) + len(set(blue)), "a cell has one colour"
    (a, b), (c, d) = _hexes(used[0]), _hexes(used[1])
    for colour, wanted in ((0, a + d), (1, b + c)):
        _fill(hexes, colour, wanted, {*held, *empty})
    equal = sum(used[0]) == sum(used[1])
    first = mover if equal else {"O": "B", "B": "O"}[mover]
    stocks = f"{_left(used[0])}/{_left(used[1])}"
    return f"{board_to_text(hexes, held)} {stocks} {state or '>' + mover} {first} {tail}"


def _fill(hexes: dict[str, int], colour: int, wanted: int, barred: Collection[str]) -> None:
    """Add hexes of a colour that do not touch those given, lone ones as far as there is room."""
    given = {cell for cell in hexes if hexes[cell] == colour}
    for lone in (True, False):
        for cell in CELLS:
            if sum(held == colour for held in hexes.values()) == wanted:
                return
            near = {other for other in NEIGHBOURS[cell] if hexes.get(other) == colour}
            if cell not in hexes and cell not in barred and not (near if lone else near & given):
                hexes[cell] = colour
    assert sum(held == colour for held in hexes.values()) == wanted, "no room for more hexes"


def at(position: str, **options: object) -> Match:
    """A match that stands at a position."""
    return Match(GAME, options, dice=SeededDice(1), rolls=False, position=position)


def counts(match: Match) -> list[int]:
    """The conditions of both players."""
    return [player["count"] for player in match.view()["players"]]


def result(match: Match) -> str | None:
    """How the match ended, as text."""
    return match.result.text if match.result else None
