"""The state of Black Crystal as one record, and its move codes.

Cells are numbered 9 * y + x, HOME is a dwarf's own Entrance. Sides are N E S W, 0 to 3, and sets
of sides their bits. Arrays by seat and card have one row a seat.

field                holds
-------------------  -------------------------------------------------------------------
black_crystal        the phase, see below
ask                  the seat that is asked, CHANCE or OVER
players .. turn_limit  the options; `crystals` and `exits` are the variant
ruleset              by which rules it is played: what was begun under old ones goes on so
active               whose turn it is; `turns` finished so far, `stall` since a tile was opened
moves, acted, hops   main actions left, whether one was done, Portal hops left
shifted, arrived     the dwarf changed its cell itself; it stands where it went itself
met, opened, over    a meeting attack was made, a tile was laid, the turn is over
heap                 the cell that was blocked with Rubble last in this turn, or NOWHERE
after, after_side    what comes when all landings are done: an automatic phase
outs                 surplus tiles still to be removed
winner               -1 while there is none
skill, uses          by seat: the Skill (-1 before it is dealt) and its uses left
at                   by seat: the cell of the dwarf, or HOME
explosives, held     by seat: Explosives, and how many cards are in the hand
crystal, mining      by seat: 1 with a Crystal, 1 while mining
skip, autopilot      by seat: turns to be skipped, turns still to be run home
trapped, first       by seat: trapped turns in a row, 1 until the Entrance was left
hand, table          by seat and Find design: copies in the hand; uses left of the copy on the table
ally                 by seat and Boom design (SEED last): allies
known                by observer, holder and Find design: copies known to be in that hand
tile                 0 unopened, 1 + type, MUSHROOM on an unopened cell, MUSHROOM - 1 - type
way, pas             openings of the tile, and Passages, as sides
link                 sides on which the next cell is open and connected, Rubble or not
mark                 BOOM_TOKEN, RUBBLE, UNMINED
loose                Crystals that were dropped here
portal, pit          open Portals and Pits in the order they came, NOWHERE behind
bag, out             tiles by type: undrawn, removed from the game
drawn                tiles drawn and not yet laid, as types, NOWHERE behind
find_deck ..         cards by design: decks and discards; `find_left` and `boom_left` are sizes
boom_top, boom_seen  the card on top if it was peeked at, -1; the seats that saw it, as bits
bank                 Explosives in the box (below 0 if they are endless and many are out)
smashed, mushrooms, rubbles  Crystals smashed, Mushrooms left, Rubble tokens left
height, stack        landings: how many, and of which seats, the newest last
step, draws, flags   by seat: the landing's step, cards to draw, OPENED .. ALONE
kind .. index        the fight: see `fight.py`
caller .. coined     the call for odd or even, and the roll: see `luck.py`
fleeing .. leaves    the flight: see `flight.py`
aims                 what a target is chosen for: see `targets.py`
program .. then      the effects being run: see `effects.py`
thief, victim, steals  the theft
side, blind, picks   of the tile being laid: its side or -1, whether it triggers nothing; draws left
rides                steps left in the mine cart
fee, helper          cards offered for a rescue, the rival who is asked

move codes: see CODES, which lists each kind with its first code.
"""

import numpy as np

from orrery.core.contract import layout
from orrery.core.kinds import names_above

from .decks import ALLIES, BLASTERS, BOOMS, CLEARERS, FINDS, RUBBLERS, TYPES

SIZE = 9
CELLS = SIZE * SIZE  # BC-GEO-1
HOME = CELLS
NOWHERE = -1
MUSHROOM = -1
SEATS = 4
RUBBLES, MUSHROOMS, EXPLOSIVES = 10, 2, 10  # BC-COMP-3, BC-COMP-4, BC-COMP-6
START_EXPLOSIVES = 2  # BC-SET-8
HAND_LIMIT = 6  # BC-FIND-11
RETREAT, POTION_RUN = 3, 2  # BC-PVP-2, BC-ALC-1
MOST_FEE = 3
SIX = 6

SKILLS = (
    "engineer",
    "merchant",
    "miner",
    "thief",
    "alchemist",
    "gardener",
    "shaman",
    "iron_head",
)
ENGINEER, MERCHANT, MINER, THIEF, ALCHEMIST, GARDENER, SHAMAN, IRON_HEAD = range(8)
SKILL_USES = np.array([2, 0, 0, 0, 1, 2, 0, 0], np.int8)  # BC-ENG-1, BC-ALC-3, BC-GAR-1
VARIANTS = ("3+1", "2+1", "3+2", "2+2", "1+1", "4+2")  # BC-VAR-5
CRYSTALS_OF = np.array([int(name[0]) for name in VARIANTS], np.int8)
EXITS_OF = np.array([int(name[2]) for name in VARIANTS], np.int8)
EITHER, ACTIVE_ONLY, NEVER = range(3)

BOOM_TOKEN, RUBBLE, UNMINED = 1, 2, 4
OPENED, OWN, FORCED, AUTO, NO_PIT, BLIND, FIRST_DIG, HOP, ALONE, BOOMED = (
    1 << k for k in range(10)
)
"""Flags of a landing. ALONE: only a Boom token; BOOMED: a Boom card was resolved."""
L1, L2, L3, L4, L5, L6 = range(1, 7)

# Phases: chance first, then decisions, then what goes on by itself.
(
    SETUP_OUT,
    SETUP_SKILL,
    SETUP_FIRST,
    DRAW,
    ROLL,
    FIND,
    BOOM,
    PEEK_DRAW,
    DROP_DRAW,
    STEAL,
    OUT,
    SKIP,
    BURIED,
    BEG,
    HELP,
    ACT,
    KEEP,
    LAY,
    CART,
    TARGET,
    PEEK,
    CALL,
    COIN,
    MONSTER,
    ALLY,
    PREROLL,
    POSTROLL,
    KEEPALLY,
    REGROW,
    LOSS,
    FLEE,
    PASSAGE,
    CAVEIN,
    PIT,
    CRYSTAL,
    DROP,
    REACT,
    FINISHED,
    GO_START,
    GO_MINING,
    GO_ACT,
    GO_ON,
    GO_REACT,
    GO_END,
    GO_NEXT,
    GO_HEAD,
    GO_HELP,
    GO_PROGRAM,
    GO_WINDOW,
    GO_STAGE,
    GO_THROW,
    GO_AFTER_ROLL,
    GO_SETTLE,
    GO_RESULT,
    GO_LOSS,
    GO_FLEE,
) = range(56)
PHASES = names_above(globals(), 56)
LAST_CHANCE = OUT

# Tools, in the order in which their moves are listed.
BLAST_TOOLS = ("exp", *(f"F{card + 1:02d}" for card in BLASTERS), "skill", "miner", "head")
CLEAR_TOOLS = ("exp", *(f"F{card + 1:02d}" for card in CLEARERS), "skill", "miner", "hand")
RUBBLE_TOOLS = ("exp", *(f"F{card + 1:02d}" for card in RUBBLERS), "skill")

_SIZES = {
    # decisions
    "dig": 1,
    "mine": 1,
    "end": 1,
    "pass": 1,
    "stop": 1,
    "fight": 1,
    "tame": 1,
    "potion": 1,
    "summon": 1,
    "none": 1,
    "spend": 1,
    "help": 1,
    "odd": 1,
    "even": 1,
    "home": 1,
    "keep_top": 1,
    "bury": 1,
    "dig_out": 1,
    "to_home": 1,
    "attack_back": 1,
    "walk": 4,
    "attack": 4,
    "open": 4,
    "beg": MOST_FEE + 1,
    "rob": SEATS,
    "seat": SEATS,
    "push": 4 * SEATS,
    "lay": 16,
    "trip": 2 * FINDS,
    "blast": 4 * len(BLAST_TOOLS),
    "clear": 4 * len(CLEAR_TOOLS),
    "rubble": 4 * len(RUBBLE_TOOLS),
    "clear_here": len(CLEAR_TOOLS),
    "play": FINDS,
    "sell": FINDS,
    "drop": FINDS,
    "keep": TYPES,
    "ally": ALLIES,
    "hop": CELLS,
    "at": CELLS,
    "to": CELLS,
    # chance
    "roll_": SIX,
    "tile_": TYPES,
    "find_": FINDS,
    "boom_": BOOMS,
    "peek_": BOOMS,
    "drop_": FINDS,
    "steal_": FINDS,
    "out_": TYPES,
    "skill_": len(SKILLS),
    "first_": SEATS,
    # decisions that ruleset 2 added, behind all others: codes of old games stay what they were
    "storm": 4 * len(BLAST_TOOLS),
    "storm_back": len(BLAST_TOOLS),
}
CODES: dict[str, int] = {}
"""The first move code of each kind; kinds that end in _ are chance."""
MOVE_CODES = 0
for _name, _size in _SIZES.items():
    CODES[_name] = MOVE_CODES
    MOVE_CODES += _size
KIND_SIZES = dict(_SIZES)

DIG, MINE, END, PASS, STOP = (CODES[name] for name in ("dig", "mine", "end", "pass", "stop"))
FIGHT, TAME_IT, POTION, SUMMON = (CODES[name] for name in ("fight", "tame", "potion", "summon"))
NO_ALLY, SPEND, HELP_OUT, ODD, EVEN = (
    CODES[name] for name in ("none", "spend", "help", "odd", "even")
)
AT_HOME, KEEP_TOP, BURY, DIG_OUT = (CODES[name] for name in ("home", "keep_top", "bury", "dig_out"))
TO_HOME, ATTACK_BACK = CODES["to_home"], CODES["attack_back"]
WALK, ATTACK, OPEN, BEG_FOR = (CODES[name] for name in ("walk", "attack", "open", "beg"))
ROB, SEAT, PUSH_TO, LAY_TILE, TRIP = (
    CODES[name] for name in ("rob", "seat", "push", "lay", "trip")
)
BLAST_WALL, CLEAR_NEXT, RUBBLE_AT, CLEAR_HERE = (
    CODES[name] for name in ("blast", "clear", "rubble", "clear_here")
)
PLAY, SELL, DROP_CARD, KEEP_TILE = (CODES[name] for name in ("play", "sell", "drop", "keep"))
SEND_ALLY, HOP_TO, AT, FLEE_TO = (CODES[name] for name in ("ally", "hop", "at", "to"))
ROLLED, TILE_DRAWN, FIND_DRAWN, BOOM_DRAWN = (
    CODES[name] for name in ("roll_", "tile_", "find_", "boom_")
)
PEEKED, DROPPED, STOLEN, TAKEN_OUT = (CODES[name] for name in ("peek_", "drop_", "steal_", "out_"))
SKILL_DEALT, FIRST_SEAT = CODES["skill_"], CODES["first_"]
STORM, STORM_BACK = CODES["storm"], CODES["storm_back"]

STATE = layout(
    [
        ("black_crystal", np.int8),
        ("ask", np.int8),
        ("players", np.int8),
        ("crystals", np.int8),
        ("exits", np.int8),
        ("meeting", np.int8),
        ("needs_mining", np.int8),
        ("hand_clear", np.int8),
        ("rubble_crystal", np.int8),
        ("autopilot_turns", np.int8),
        ("rescue_after", np.int8),
        ("anti_stall", np.int8),
        ("finite", np.int8),
        ("hop_limit", np.int8),
        ("turn_limit", np.int16),
        ("ruleset", np.int16),
        ("turns", np.int16),
        ("stall", np.int16),
        ("active", np.int8),
        ("moves", np.int8),
        ("acted", np.int8),
        ("hops", np.int8),
        ("shifted", np.int8),
        ("arrived", np.int8),
        ("met", np.int8),
        ("opened", np.int8),
        ("over", np.int8),
        ("heap", np.int8),
        ("after", np.int8),
        ("after_side", np.int8),
        ("outs", np.int8),
        ("winner", np.int8),
        ("skill", np.int8, SEATS),
        ("uses", np.int8, SEATS),
        ("at", np.int8, SEATS),
        ("explosives", np.int16, SEATS),
        ("held", np.int8, SEATS),
        ("crystal", np.int8, SEATS),
        ("mining", np.int8, SEATS),
        ("skip", np.int16, SEATS),
        ("autopilot", np.int8, SEATS),
        ("trapped", np.int16, SEATS),
        ("first", np.int8, SEATS),
        ("hand", np.int8, SEATS * FINDS),
        ("table", np.int8, SEATS * FINDS),
        ("ally", np.int8, SEATS * ALLIES),
        ("known", np.int8, SEATS * SEATS * FINDS),
        ("tile", np.int8, CELLS),
        ("way", np.int8, CELLS),
        ("pas", np.int8, CELLS),
        ("link", np.int8, CELLS),
        ("mark", np.int8, CELLS),
        ("loose", np.int8, CELLS),
        ("portal", np.int8, 4),
        ("pit", np.int8, 2),
        ("bag", np.int8, TYPES),
        ("out", np.int8, TYPES),
        ("drawn", np.int8, 3),
        ("find_deck", np.int8, FINDS),
        ("find_discard", np.int8, FINDS),
        ("find_left", np.int8),
        ("boom_deck", np.int8, BOOMS),
        ("boom_discard", np.int8, BOOMS),
        ("boom_left", np.int8),
        ("boom_top", np.int8),
        ("boom_seen", np.int8),
        ("bank", np.int16),
        ("smashed", np.int8),
        ("mushrooms", np.int8),
        ("rubbles", np.int8),
        ("height", np.int8),
        ("stack", np.int8, SEATS),
        ("step", np.int8, SEATS),
        ("draws", np.int8, SEATS),
        ("flags", np.int16, SEATS),
        ("kind", np.int8),
        ("rival", np.int8, 2),
        ("card", np.int8),
        ("fighter", np.int8, 2),
        ("fought", np.int8, 2),
        ("proud", np.int8, 2),
        ("mod", np.int8, 2),
        ("die", np.int8, 2),
        ("coin", np.int8, 2),
        ("won", np.int8),
        ("index", np.int8),
        ("quiet", np.int8),
        ("caller", np.int8),
        ("calls", np.int8),
        ("odd", np.int8),
        ("rolls", np.int8),
        ("rolled", np.int8),
        ("coined", np.int8),
        ("fleeing", np.int8),
        ("far", np.int8),
        ("cause", np.int8),
        ("freely", np.int8),
        ("leaves", np.int8),
        ("aims", np.int8),
        ("program", np.int8),
        ("place", np.int8),
        ("runner", np.int8),
        ("count", np.int8),
        ("then", np.int8),
        ("thief", np.int8),
        ("victim", np.int8),
        ("steals", np.int8),
        ("side", np.int8),
        ("blind", np.int8),
        ("picks", np.int8),
        ("rides", np.int8),
        ("fee", np.int8),
        ("helper", np.int8),
    ]
)

WORK = layout(
    [
        ("move", np.int32, 256),
        ("odds", np.int64, 64),
        ("pool", np.int64, FINDS),
        ("marked", np.int8, FINDS),
        ("chance", np.float64, SEATS),
        ("far", np.int16, CELLS + 1),
        ("queue", np.int16, 2 * CELLS + 8),
        ("reach", np.int8, CELLS + 1),
    ]
)
