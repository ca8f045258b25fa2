"""Black Crystal as text: moves, results, whole games; positions are JSON and for reading only."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from orrery.core.abilities import Told
from orrery.core.contract import CHANCE, OVER, Record
from orrery.core.errors import BadNotation, nearest
from orrery.core.jit import twin
from orrery.core.options import Value, options_text

from .decks import (
    ALLIES,
    BOOM_CARDS,
    BOOMS,
    EVENTS,
    FIND_CARDS,
    FINDS,
    MINER_CARD,
    OPENINGS,
    SEED,
    SHAPES,
    SIDES,
    TYPES,
)
from .rules.landing import NO_FIGHT_ON, WITH_MONSTER
from .rules.mine import side_of
from .state import (
    AUTO,
    BLAST_TOOLS,
    BLIND,
    BOOM_TOKEN,
    CELLS,
    CLEAR_TOOLS,
    DROP,
    DROP_DRAW,
    FINISHED,
    FIRST_DIG,
    FORCED,
    HOME,
    HOP,
    KIND_SIZES,
    NO_PIT,
    NOWHERE,
    OPENED,
    OUT,
    OWN,
    PEEK,
    PEEK_DRAW,
    PHASES,
    RUBBLE,
    RUBBLE_TOOLS,
    SEATS,
    SETUP_FIRST,
    SIZE,
    SKILL_USES,
    SKILLS,
    TARGET,
    UNMINED,
)

MEETINGS = ("either", "active_only", "off")
FLAGS = {
    "opened": OPENED,
    "own": OWN,
    "forced": FORCED,
    "auto": AUTO,
    "nopit": NO_PIT,
    "blind": BLIND,
    "first": FIRST_DIG,
    "hop": HOP,
}


def find_text(card: int) -> str:
    """A Find design."""
    return str(FIND_CARDS[card]["name"])


def boom_text(card: int) -> str:
    """A Boom design, or the Gardener's seed."""
    return "seed" if card == SEED else str(BOOM_CARDS[card]["name"])


def tile_text(kind: int) -> str:
    """A type of tile."""
    return f"{EVENTS[kind // len(SHAPES)]}.{SHAPES[kind % len(SHAPES)]}"


def cell_text(cell: int) -> str:
    """A cell as x,y."""
    return f"{cell % SIZE},{cell // SIZE}"


def _tool(name: str) -> str:
    return boom_text(MINER_CARD) if name == "miner" else name


_WORDS = {
    "dig": "dig",
    "mine": "mine",
    "end": "end",
    "pass": "pass",
    "stop": "stop",
    "fight": "fight",
    "tame": "tame",
    "potion": "potion",
    "summon": "summon",
    "none": "none",
    "spend": "spend",
    "help": "help",
    "odd": "odd",
    "even": "even",
    "home": "home",
    "keep_top": "keep",
    "bury": "bury",
    "dig_out": "dig out",
    "to_home": "to home",
    "attack_back": "attack",
}


_TOOLED = {
    "blast": ("blast", BLAST_TOOLS),
    "clear": ("clear", CLEAR_TOOLS),
    "rubble": ("rubble", RUBBLE_TOOLS),
    "storm": ("attack", BLAST_TOOLS),
}


def _texts_of(kind: str, k: int) -> str:
    """The text of the k-th move of a kind."""
    if kind in _WORDS:
        return _WORDS[kind]
    if kind in ("walk", "attack", "open"):
        return f"{kind} {SIDES[k]}"
    if kind in _TOOLED:
        word, tools = _TOOLED[kind]
        return f"{word} {SIDES[k // len(tools)]} {_tool(tools[k % len(tools)])}"
    if kind == "storm_back":
        return f"attack {_tool(BLAST_TOOLS[k])}"
    if kind == "push":
        return f"push {k // 4} {SIDES[k % 4]}"
    if kind == "lay":
        return f"lay {SIDES[k // 4]} r{k % 4}"
    if kind == "trip":
        return f"play {find_text(k // 2)} {'ad'[k % 2]}"
    if kind == "clear_here":
        return f"clear here {_tool(CLEAR_TOOLS[k])}"
    if kind in ("play", "sell", "drop"):
        return f"{kind} {find_text(k)}"
    if kind == "keep":
        return f"keep {tile_text(k)}"
    if kind == "ally":
        return f"ally {boom_text(k)}"
    if kind in ("hop", "at", "to"):
        return f"{kind} {cell_text(k)}"
    if kind in ("beg", "seat"):
        return f"{kind} {k}"
    if kind == "rob":
        return f"steal {k}"
    return _chance_text(kind, k)


def _chance_text(kind: str, k: int) -> str:
    if kind in ("tile_", "out_"):
        return f"{kind[:-1]}={tile_text(k)}"
    if kind in ("boom_", "peek_"):
        return f"{kind[:-1]}={boom_text(k)}"
    if kind == "skill_":
        return f"skill={SKILLS[k]}"
    if kind in ("first_", "roll_"):
        return f"{kind[:-1]}={k + (kind == 'roll_')}"
    return f"{kind[:-1]}={find_text(k)}"


TEXTS = [_texts_of(kind, k) for kind, size in KIND_SIZES.items() for k in range(size)]
"""Every move code as text."""
_CODES = {text: code for code, text in enumerate(TEXTS)}


def move_text(s: Record, move: int) -> str:
    """A move as text."""
    return TEXTS[move]


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The move that a text means."""
    words = " ".join(text.split())
    if words not in _CODES:
        raise BadNotation(f"'{text[:40]}' is no move.{nearest(words, _CODES)}")
    return [_CODES[words]]


# Positions


def _options(s: Record) -> dict[str, Any]:
    return {
        "players": int(s["players"]),
        "variant": f"{int(s['crystals'])}+{int(s['exits'])}",
        "meeting_attack": MEETINGS[int(s["meeting"])],
        "dropped_needs_mining": bool(s["needs_mining"]),
        "hand_clear_adjacent": bool(s["hand_clear"]),
        "rubble_on_dropped_crystal": bool(s["rubble_crystal"]),
        "autopilot_turns": int(s["autopilot_turns"]),
        "trap_rescue_after": int(s["rescue_after"]),
        "anti_stall": int(s["anti_stall"]),
        "finite_explosives": bool(s["finite"]),
        "portal_hops_per_turn": int(s["hop_limit"]),
        "turn_limit": int(s["turn_limit"]),
    }


def _state_name(phase: int) -> str:
    if phase <= SETUP_FIRST:
        return "SETUP"
    if phase == FINISHED:
        return "OVER"
    shown = {OUT: TARGET, PEEK_DRAW: PEEK, DROP_DRAW: DROP}
    return PHASES[shown.get(phase, phase)].upper()


STATES = sorted({_state_name(phase) for phase in range(FINISHED + 1)})
"""What a position can wait for."""


def state_name(s: Record) -> str:
    """The state of section 14.2."""
    return _state_name(int(s["black_crystal"]))


def _finds(row: Any) -> dict[str, int]:
    return {find_text(card): int(row[card]) for card in range(FINDS) if int(row[card]) != 0}


def _booms(row: Any) -> dict[str, int]:
    return {boom_text(card): int(row[card]) for card in range(BOOMS) if int(row[card]) != 0}


def _tiles(row: Any) -> dict[str, int]:
    return {tile_text(kind): int(row[kind]) for kind in range(TYPES) if int(row[kind]) != 0}


def _seat(s: Record, seat: int) -> dict[str, Any]:
    skill, at = int(s["skill"][seat]), int(s["at"][seat])
    counted = skill != NOWHERE and int(SKILL_USES[skill]) > 0
    table = s["table"][seat * FINDS : (seat + 1) * FINDS]
    allies = s["ally"][seat * ALLIES : (seat + 1) * ALLIES]
    return {
        "side": SIDES[twin(side_of)(s, seat)],
        "skill": None if skill == NOWHERE else SKILLS[skill],
        "uses": int(s["uses"][seat]) if counted else None,
        "at": "home" if at == HOME else [at % SIZE, at // SIZE],
        "explosives": int(s["explosives"][seat]),
        "hand": _finds(s["hand"][seat * FINDS : (seat + 1) * FINDS]),
        "table": [[find_text(card), int(table[card])] for card in range(FINDS) if table[card]],
        "allies": [boom_text(card) for card in range(ALLIES) for _ in range(int(allies[card]))],
        "crystal": bool(s["crystal"][seat]),
        "skip": int(s["skip"][seat]),
        "mining": bool(s["mining"][seat]),
        "autopilot": int(s["autopilot"][seat]),
        "trapped": int(s["trapped"][seat]),
        "first": bool(s["first"][seat]),
    }


def rotation(kind: int, way: int) -> int:
    """The quarter turns that give these openings."""
    return [int(openings) for openings in OPENINGS[kind % len(SHAPES)]].index(way)


def cell_entry(s: Record, cell: int) -> dict[str, Any] | str | None:
    """What lies on a cell."""
    tile = int(s["tile"][cell])
    if tile == 0:
        return None
    if tile < 0:
        return "mushroom"
    entry: dict[str, Any] = {
        "tile": tile_text(tile - 1),
        "rot": rotation(tile - 1, int(s["way"][cell])),
    }
    mark = int(s["mark"][cell])
    if mark & BOOM_TOKEN:
        entry["boom"] = True
    if mark & RUBBLE:
        entry["rubble"] = True
    if mark & UNMINED:
        entry["unmined"] = 1
    if int(s["loose"][cell]):
        entry["loose"] = int(s["loose"][cell])
    return entry


def passages(s: Record) -> list[list[int]]:
    """Both cells of every Passage."""
    found = []
    for cell in range(CELLS):
        for side, step in ((1, 1), (2, SIZE)):
            if int(s["pas"][cell]) >> side & 1:
                there = cell + step
                found.append([cell % SIZE, cell // SIZE, there % SIZE, there // SIZE])
    return sorted(found)


def fight_entry(s: Record) -> dict[str, Any] | None:
    """The fight that is on."""
    if int(s["kind"]) == NO_FIGHT_ON:
        return None
    monster = int(s["kind"]) == WITH_MONSTER

    def ally(side: int) -> str | None:
        card = int(s["fighter"][side])
        return None if card == NOWHERE else boom_text(card)

    return {
        "kind": "monster" if monster else "brawl",
        "a": int(s["rival"][0]),
        "d": None if monster else int(s["rival"][1]),
        "card": boom_text(int(s["card"])) if monster else None,
        "allies": {"a": ally(0), "d": ally(1)},
        "mods": {"a": int(s["mod"][0]), "d": int(s["mod"][1])},
        "dice": {"a": int(s["die"][0]) or None, "d": int(s["die"][1]) or None},
    }


def _known(s: Record) -> dict[str, dict[str, dict[str, int]]]:
    entry: dict[str, dict[str, dict[str, int]]] = {}
    for observer in range(int(s["players"])):
        for holder in range(int(s["players"])):
            first = (observer * SEATS + holder) * FINDS
            cards = _finds(s["known"][first : first + FINDS])
            if cards:
                entry.setdefault(str(observer), {})[str(holder)] = cards
    return entry


def position(s: Record) -> dict[str, Any]:
    """The whole position, its keys in the order of section 15."""
    ask = int(s["ask"])
    top = int(s["boom_top"])
    seats = range(int(s["players"]))
    return {
        "options": _options(s),
        "state": state_name(s),
        "ask": {CHANCE: "chance", OVER: "over"}.get(ask, ask),
        "active": int(s["active"]),
        "turns": int(s["turns"]),
        "stall": int(s["stall"]),
        "turn": {
            "moves": int(s["moves"]),
            "acted": bool(s["acted"]),
            "hops": int(s["hops"]),
            **{name: bool(s[name]) for name in ("shifted", "arrived", "met", "opened", "over")},
        },
        "seats": [_seat(s, seat) for seat in seats],
        "cells": [cell_entry(s, cell) for cell in range(CELLS)],
        "passages": passages(s),
        "bag": _tiles(s["bag"]),
        "out": _tiles(s["out"]),
        "drawn": [tile_text(int(kind)) for kind in s["drawn"] if int(kind) != NOWHERE],
        "find_deck": _finds(s["find_deck"]),
        "find_discard": _finds(s["find_discard"]),
        "boom_deck": _booms(s["boom_deck"]),
        "boom_discard": _booms(s["boom_discard"]),
        "boom_top": None
        if top == NOWHERE
        else [boom_text(top), [seat for seat in seats if int(s["boom_seen"]) >> seat & 1]],
        "bank": int(s["bank"]),
        "crystals_smashed": int(s["smashed"]),
        "mushrooms": int(s["mushrooms"]),
        "landings": [
            {
                "seat": int(s["stack"][k]),
                "step": f"L{int(s['step'][int(s['stack'][k])])}",
                "draws": int(s["draws"][int(s["stack"][k])]),
                "flags": [
                    name for name, bit in FLAGS.items() if int(s["flags"][int(s["stack"][k])]) & bit
                ],
            }
            for k in range(int(s["height"]))
        ],
        "fight": fight_entry(s),
        "known": _known(s),
    }


def position_text(s: Record) -> str:
    """The position as one line."""
    return json.dumps(position(s), separators=(",", ":"))


def parse_position(s: Record, text: str) -> None:
    """Positions are for reading only."""
    raise BadNotation("positions of this game are for reading only; play its moves instead")


# Results and whole games


def reason(s: Record) -> str:
    """Why the game ended."""
    if int(s["winner"]) != NOWHERE:
        return "exit"
    return "limit" if int(s["turns"]) >= int(s["turn_limit"]) else "standstill"  # BC-WIN-5


def result_text(s: Record) -> str:
    """Who has won, by seat."""
    winner = int(s["winner"])
    return "draw" if winner == NOWHERE else f"win {winner}"  # BC-WIN-4


def text_header(values: Mapping[str, Value]) -> str:
    """The first line of a game written as text."""
    return f"BC {options_text(values)}"


def text_lines(plies: Sequence[Told]) -> list[str]:
    """The set-up on one line, then one line a turn."""
    lines = [""]
    turns = 0
    for ply in plies:
        lines[-1] = f"{lines[-1]} {ply.text}".strip()
        begun = int(ply.after["black_crystal"]) > SETUP_FIRST
        now = int(ply.after["turns"]) + 1 if begun else 0
        if now != turns:
            turns = now
            lines.append("")
    return [line for line in lines if line]


_LONGEST = max(len(text.split()) for text in TEXTS)


def text_moves(s: Record, line: str) -> list[str]:
    """The moves of one line: at every word the longest text that is a move."""
    words = line.split()
    found = []
    k = 0
    while k < len(words):
        for n in range(min(_LONGEST, len(words) - k), 0, -1):
            text = " ".join(words[k : k + n])
            if text in _CODES:
                found.append(text)
                k += n
                break
        else:
            raise BadNotation(f"'{words[k][:30]}' begins no move.{nearest(words[k], _CODES)}")
    return found
