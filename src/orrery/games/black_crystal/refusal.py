"""Why a move is refused: the first rule that it breaks. Interpreted only."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import twin

from .decks import BLASTERS, CLEARERS, EXIT, FINDS, PIT_TILE, PORTAL, RUBBLERS, SKILL_CARDS
from .rules.acts import is_fresh, may_meet
from .rules.digging import is_first_dig, tiles_to_draw
from .rules.mine import (
    NEAR_GATE,
    NEXT,
    beside,
    dwarf_at,
    event_at,
    has_crystal,
    has_rubble,
    joined,
    side_of,
)
from .rules.targets import AT_MUSHROOM, has_ordinary
from .rules.tools import tools_of
from .state import (
    ACT,
    BLAST_TOOLS,
    CART,
    CLEAR_TOOLS,
    HOME,
    IRON_HEAD,
    NOWHERE,
    RUBBLE_TOOLS,
    TARGET,
    THIEF,
    UNMINED,
)
from .telling import kind_of
from .texts import find_text

_CHANCE = {
    "roll_": "BC-CH-7",
    "tile_": "BC-CH-4",
    "find_": "BC-CH-5",
    "boom_": "BC-CH-6",
    "peek_": "BC-CH-10",
    "drop_": "BC-CH-8",
    "steal_": "BC-CH-9",
    "out_": "BC-CH-1",
    "skill_": "BC-CH-2",
    "first_": "BC-CH-3",
}
_RULE = {
    "dig": "BC-TILE-1",
    "mine": "BC-CRY-11",
    "end": "BC-MOVE-4",
    "pass": "BC-MOVE-4",
    "stop": "BC-FIND-5",
    "fight": "BC-BOOM-1",
    "tame": "BC-SHA-1",
    "potion": "BC-ALC-3",
    "summon": "BC-GAR-2",
    "none": "BC-ALLY-3",
    "spend": "BC-GAR-4",
    "help": "BC-TRAP-5",
    "odd": "BC-ODD-1",
    "even": "BC-ODD-1",
    "home": "BC-FIND-5",
    "keep_top": "BC-FIND-5",
    "bury": "BC-FIND-5",
    "dig_out": "BC-RUB-7",
    "to_home": "BC-FLIGHT-15",
    "attack_back": "BC-PVP-1",
    "walk": "BC-MOVE-2",
    "attack": "BC-PVP-1",
    "open": "BC-PASS-1",
    "beg": "BC-TRAP-5",
    "rob": "BC-THF-1",
    "seat": "BC-FIND-5",
    "push": "BC-FIND-5",
    "lay": "BC-TILE-3",
    "trip": "BC-FIND-5",
    "blast": "BC-EXP-5",
    "clear": "BC-RUB-10",
    "rubble": "BC-RUB-2",
    "clear_here": "BC-RUB-6",
    "play": "BC-FIND-5",
    "sell": "BC-MER-1",
    "drop": "BC-FIND-11",
    "keep": "BC-TILE-1",
    "ally": "BC-ALLY-2",
    "hop": "BC-PORT-3",
    "at": "BC-FIND-5",
    "to": "BC-FLIGHT-15",
    "storm": "BC-PVP-6",
    "storm_back": "BC-PVP-6",
}
"""What a move rests on: the rule to read when it cannot be made at all just now."""


def broken_rule(s: Record, move: int) -> str:
    """The id of the first rule broken by a move that is not legal."""
    kind, k = kind_of(move)
    if kind in _CHANCE:
        return _CHANCE[kind]
    phase, seat = int(s["black_crystal"]), int(s["ask"])
    if phase == ACT and kind in _ACTS:
        return _ACTS[kind](s, seat, k)
    if phase == CART and kind == "walk":
        return _broken_walk(s, seat, k, free=True)
    if phase == TARGET and kind == "at" and int(s["aims"]) == AT_MUSHROOM:
        return _broken_mushroom(s, k)
    return _RULE[kind]


def _broken_dig(s: Record, seat: int, k: int) -> str:
    if int(s["moves"]) == 0:
        return "BC-MOVE-1"
    if twin(tiles_to_draw)(s, twin(is_first_dig)(s, seat)) == 0:
        return "BC-TILE-8"
    return "BC-TILE-3"


def _broken_mine(s: Record, seat: int, k: int) -> str:
    cell = int(s["at"][seat])
    if int(s["crystal"][seat]):
        return "BC-CRY-8"
    unmined = cell != HOME and int(s["mark"][cell]) & UNMINED
    if cell != HOME and int(s["loose"][cell]) and not unmined and not int(s["needs_mining"]):
        return "BC-CRY-7"
    return "BC-CRY-11"


def _broken_step(s: Record, seat: int, k: int) -> str:
    return _broken_walk(s, seat, k, free=False)


def _broken_walk(s: Record, seat: int, k: int, free: bool) -> str:
    cell = int(s["at"][seat])
    there = twin(beside)(s, seat, cell, k)
    if cell == HOME and there == NOWHERE:
        return "BC-FIRST-2"
    if there == NOWHERE:
        return "BC-GEO-8"
    if not free and int(s["moves"]) == 0:
        return "BC-MOVE-1"
    if there != HOME and int(s["tile"][there]) < 0:
        return "BC-MUSH-2"
    if twin(joined)(s, seat, cell, k) and there != HOME and twin(has_rubble)(s, there):
        return "BC-RUB-5"
    return "BC-MOVE-2"


def _broken_theft(s: Record, seat: int, k: int) -> str:
    if int(s["skill"][seat]) == THIEF and twin(is_fresh)(s) and not int(s["held"][k]):
        return "BC-THF-2"
    return "BC-THF-1"


def _missing_tool(s: Record, seat: int, name: str, cards: NDArray[np.int64]) -> str | None:
    """The rule of a tool that the seat does not have."""
    tools = twin(tools_of)(s, seat, cards)
    if name == "exp":
        return None if tools & 1 else "BC-EXP-1"
    if name == "skill":
        return None if tools >> len(cards) & 2 else "BC-ENG-1"
    if name == "miner":
        return None if tools >> len(cards) & 4 else "BC-MIN-5"
    if name == "head":
        return None if int(s["skill"][seat]) == IRON_HEAD else "BC-IRN-1"
    if name == "hand":
        return None if int(s["hand_clear"]) else "BC-RUB-10"
    place = [find_text(int(card)) for card in cards].index(name)
    return None if tools >> place & 2 else "BC-FIND-5"


def _broken_blast(s: Record, seat: int, k: int) -> str:
    side, name = k // len(BLAST_TOOLS), BLAST_TOOLS[k % len(BLAST_TOOLS)]
    cell = int(s["at"][seat])
    missing = _missing_tool(s, seat, name, BLASTERS)
    if missing:
        return missing
    if int(s["moves"]) == 0:
        return "BC-MOVE-1"
    if cell == HOME or int(NEXT[cell, side]) == NOWHERE:
        return "BC-EXP-7"
    there = int(NEXT[cell, side])
    if int(s["tile"][there]) < 0 or (name != "head" and twin(has_rubble)(s, there)):
        return "BC-EXP-7"
    if int(s["tile"][there]) == 0 and not any(int(n) for n in s["bag"]):
        return "BC-TILE-8"
    return "BC-IRN-1" if name == "head" else "BC-EXP-5"


def _broken_storm(s: Record, seat: int, k: int) -> str:
    if int(s["ruleset"]) < 2 or not (int(s["moves"]) == 0 and twin(may_meet)(s)):
        return "BC-PVP-1"
    missing = _missing_tool(s, seat, BLAST_TOOLS[k % len(BLAST_TOOLS)], BLASTERS)
    return missing or "BC-PVP-6"


def _broken_clear(s: Record, seat: int, k: int) -> str:
    name = CLEAR_TOOLS[k % len(CLEAR_TOOLS)]
    missing = _missing_tool(s, seat, name, CLEARERS)
    return missing or "BC-RUB-10"


def _broken_rubble(s: Record, seat: int, k: int) -> str:
    side, name = k // len(RUBBLE_TOOLS), RUBBLE_TOOLS[k % len(RUBBLE_TOOLS)]
    missing = _missing_tool(s, seat, name, RUBBLERS)
    if missing:
        return missing
    cell = int(s["at"][seat])
    there = twin(beside)(s, seat, cell, side)
    if not int(s["rubbles"]):
        return "BC-COMP-3"
    if there == HOME:
        return "BC-RUB-4"
    if there == NOWHERE or not twin(joined)(s, seat, cell, side):
        return "BC-RUB-3"
    if twin(dwarf_at)(s, there, seat) != NOWHERE or twin(has_crystal)(s, there):
        return "BC-RUB-4"
    return "BC-RUB-2"


def _broken_hop(s: Record, seat: int, k: int) -> str:
    cell = int(s["at"][seat])
    if cell == HOME or twin(event_at)(s, cell) != PORTAL:
        return "BC-PORT-3"
    if int(s["portal"][1]) == NOWHERE:
        return "BC-PORT-2"
    if twin(event_at)(s, k) != PORTAL or k == cell:
        return "BC-PORT-3"
    if twin(has_rubble)(s, cell) or twin(has_rubble)(s, k):
        return "BC-PORT-9"
    return "BC-PORT-7" if int(s["hops"]) == 0 else "BC-PORT-3"


def _broken_card(s: Record, seat: int, k: int) -> str:
    held = int(s["hand"][seat * FINDS + k]) or int(s["table"][seat * FINDS + k])
    if held and k in [int(card) for card in SKILL_CARDS]:
        return "BC-SKILL-0c"
    return "BC-FIND-5"


def _broken_mushroom(s: Record, cell: int) -> str:
    if twin(has_crystal)(s, cell) or twin(event_at)(s, cell) in (PORTAL, PIT_TILE, EXIT):
        return "BC-MUSH-6"
    if twin(dwarf_at)(s, cell, NOWHERE) != NOWHERE:
        return "BC-MUSH-9"
    sides = [twin(side_of)(s, seat) for seat in range(int(s["players"]))]
    if any(int(NEAR_GATE[side, cell]) for side in sides):
        return "BC-MUSH-8"
    if int(s["tile"][cell]) < 0:
        return "BC-MUSH-2"
    ordinary = twin(has_ordinary)(s)
    return "BC-MUSH-7" if int(s["tile"][cell]) > 0 or ordinary else "BC-MUSH-5"


_ACTS: dict[str, Callable[[Record, int, int], str]] = {
    "dig": _broken_dig,
    "mine": _broken_mine,
    "walk": _broken_step,
    "rob": _broken_theft,
    "blast": _broken_blast,
    "clear": _broken_clear,
    "storm": _broken_storm,
    "rubble": _broken_rubble,
    "hop": _broken_hop,
    "play": _broken_card,
}
