"""Black Crystal told in words: moves, who sees which, what is asked, how things stand."""

from collections.abc import Callable

from orrery.core.contract import EVERYONE, Record
from orrery.core.jit import twin

from .decks import DANDELION, EVENTS, EXIT, FINDS, IN_HAND, SHAPES, SIDES, TAG
from .rules.blasting import may_head
from .rules.digging import may_dig
from .rules.fight import ROLL_A, ROLL_CALL, ROLL_PIT, ROLL_THIEF, strength, throws
from .rules.landing import NO_FIGHT_ON, WITH_MONSTER
from .rules.mine import beside, event_at, side_of, walkable
from .rules.tools import blasters, clearers
from .state import (
    ACT,
    BLAST_TOOLS,
    CELLS,
    CLEAR_TOOLS,
    COIN,
    CRYSTAL,
    DROP,
    DROP_DRAW,
    FIND,
    GO_LOSS,
    GO_NEXT,
    KIND_SIZES,
    LAST_CHANCE,
    NOWHERE,
    PEEK_DRAW,
    PREROLL,
    RUBBLE_TOOLS,
    SKILLS,
    STEAL,
)
from .texts import boom_text, cell_text, find_text, state_name

COLOURS = ("red", "yellow", "blue", "green")  # BC-GEO-4
_KINDS = [(kind, k) for kind, size in KIND_SIZES.items() for k in range(size)]
NEAR_EXIT = 3
"""So few steps from an Exit everybody is warned of a dwarf with a Crystal."""
Sentence = tuple[str, dict[str, str]]


def kind_of(move: int) -> tuple[str, int]:
    """The kind of a move, and which of its kind it is."""
    return _KINDS[move]


def colour(s: Record, seat: int) -> str:
    """The colour of a seat's dwarf."""
    return COLOURS[twin(side_of)(s, seat)]


def seat_words(s: Record, seat: int) -> Sentence:
    """A seat is called by the colour of its dwarf."""
    return f"colour.{colour(s, seat)}", {}


def prompt(s: Record) -> str:
    """The words, by key, that say what is to be decided now."""
    phase = int(s["black_crystal"])
    if phase == ACT:
        return f"state.{_what_to_do(s)}"
    fights = int(s["ask"]) in (int(s["rival"][0]), int(s["rival"][1]))
    if phase == PREROLL and fights:
        return "state.preroll_own" if int(s["ask"]) == int(s["active"]) else "state.preroll_mine"
    if phase == DROP:
        return f"state.{_why_dropped(s)}"
    return f"state.{state_name(s).lower()}"


def _why_dropped(s: Record) -> str:
    """A card must go at the end of a turn, after a defeat, or after a wrong call."""
    then = int(s["then"])
    if then == GO_NEXT:
        return "drop_limit"
    return "drop_lost" if then == GO_LOSS else "drop_missed"


def _what_to_do(s: Record) -> str:
    """What is left of the turn, as far as everybody sees."""
    if int(s["moves"]) == 0:
        return "acted"
    seat = int(s["active"])
    digs, walks = twin(may_dig)(s, seat), twin(walkable)(s, seat, int(s["at"][seat])) != 0
    if digs and walks:
        return "act" if int(s["held"][seat]) > 0 else "act_plain"
    if digs or walks:
        return ("act_dig" if digs else "act_walk") + ("" if _has_means(s, seat) else "_plain")
    return "act_stuck"


def _has_means(s: Record, seat: int) -> bool:
    """Whether a seat has a card or a tool, as far as everybody sees."""
    if int(s["held"][seat]) > 0:
        return True
    tools = twin(blasters)(s, seat) | twin(clearers)(s, seat)
    return tools != 0 or twin(may_head)(s, seat)


def drawer(s: Record) -> int:
    """The seat that draws a card because of where it has landed."""
    return int(s["stack"][int(s["height"]) - 1])


# Moves


def who_words(s: Record, seat: int) -> str:
    """A seat that does something."""
    return f"@who.{colour(s, seat)}"


def rival_words(s: Record, seat: int) -> str:
    """A seat to which something is done."""
    return f"@rival.{colour(s, seat)}"


def _side(k: int) -> str:
    return f"@to_side.{SIDES[k].lower()}"


def _tile(kind: int) -> dict[str, str]:
    return {
        "tile": f"@tile.{EVENTS[kind // len(SHAPES)]}",
        "shape": f"@shape.{SHAPES[kind % len(SHAPES)]}",
    }


def monster_words(card: int) -> str:
    """The name of a Boom card; a seed grows into Dandelions."""
    if card >= len(TAG) - 1:
        card = next(k for k in range(len(TAG) - 1) if int(TAG[k]) == DANDELION)
    return f"@boom.{boom_text(card)}"


def find_name(card: int) -> str:
    """The name of a Find card."""
    return f"@find.{find_text(card)}"


def _tool(name: str) -> str:
    if name.startswith("F"):
        return f"@find.{name}"
    return f"@tool.{name}"


def _foe(s: Record, seat: int) -> str:
    """Whom a seat fights: a monster, or the other dwarf."""
    if int(s["kind"]) == WITH_MONSTER:
        return monster_words(int(s["card"]))
    a, d = int(s["rival"][0]), int(s["rival"][1])
    return rival_words(s, d if seat == a else a)


def actor(s: Record) -> int:
    """The seat whose move it is, or to which chance happens."""
    phase = int(s["black_crystal"])
    if phase > LAST_CHANCE:
        return int(s["ask"])
    if phase == FIND:
        return drawer(s)
    if phase == DROP_DRAW:
        return int(s["runner"])
    return int(s["thief"]) if phase == STEAL else int(s["active"])


_TOOLS = {
    "blast": BLAST_TOOLS,
    "clear": CLEAR_TOOLS,
    "rubble": RUBBLE_TOOLS,
    "storm": BLAST_TOOLS,
}
_LEADING = {"blast", "storm"}
"""With these a dwarf goes to that side; what the others change lies there."""


def move_words(s: Record, move: int) -> Sentence:
    """The key of the sentence that tells a move, and what to fill in."""
    kind, k = kind_of(move)
    if kind == "roll_":
        return _roll_words(s, k + 1)
    who = {"who": who_words(s, actor(s))}
    more = _PLACES.get(kind, _no_places)(s, k)
    if kind == "mine" and int(s["black_crystal"]) == CRYSTAL:
        kind = "mine_here"
    if kind == "trip":
        kind = "trip_rival" if more["foe"].startswith("@rival.") else "trip"
    return f"move.{kind.rstrip('_')}{'_drawn' if kind in _ALSO_DRAWN else ''}", {**who, **more}


_ALSO_DRAWN = {"drop_"}


def _roll_words(s: Record, value: int) -> Sentence:
    """Who has rolled, and what for."""
    rolls, rolled = int(s["rolls"]), str(value)
    if rolls == ROLL_CALL:
        who = int(s["caller"])
        key = "roll_right" if value % 2 == int(s["odd"]) else "roll_wrong"
    elif rolls == ROLL_PIT:
        who, key = drawer(s), "roll_pit"
    elif rolls == ROLL_THIEF:
        who, key = int(s["active"]), "roll_thief"
    else:
        who, key = int(s["rival"][rolls - ROLL_A]), "roll_fight"
        mod = int(s["mod"][rolls - ROLL_A])
        if mod:
            rolled = f"{value} {'+' if mod > 0 else '−'} {abs(mod)} = {value + mod}"
    return f"move.{key}", {"who": who_words(s, who), "value": rolled}


def _no_places(s: Record, k: int) -> dict[str, str]:
    return {}


def _foe_places(s: Record, k: int) -> dict[str, str]:
    return {"monster": _foe(s, actor(s))}


def _side_places(s: Record, k: int) -> dict[str, str]:
    return {"side": _side(k)}


def _active_places(s: Record, k: int) -> dict[str, str]:
    return {"other": rival_words(s, int(s["active"]))}


def _other_places(s: Record, k: int) -> dict[str, str]:
    return {"other": rival_words(s, k)}


def _tool_places(kind: str) -> Callable[[Record, int], dict[str, str]]:
    tools, words = _TOOLS[kind], "to_side" if kind in _LEADING else "at_side"
    return lambda s, k: {
        "side": f"@{words}.{SIDES[k // len(tools)].lower()}",
        "tool": _tool(tools[k % len(tools)]),
    }


def _trip_places(s: Record, k: int) -> dict[str, str]:
    if k % 2 == 1 and int(s["kind"]) == WITH_MONSTER:
        foe = monster_words(int(s["card"]))
    else:
        foe = rival_words(s, int(s["rival"][k % 2]))
    return {"card": find_name(k // 2), "foe": foe}


def _find_places(s: Record, k: int) -> dict[str, str]:
    return {"card": find_name(k)}


def _boom_places(s: Record, k: int) -> dict[str, str]:
    return {"card": monster_words(k)}


def _cell_places(s: Record, k: int) -> dict[str, str]:
    return {"cell": cell_text(k)}


_PLACES: dict[str, Callable[[Record, int], dict[str, str]]] = {
    "fight": _foe_places,
    "tame": _foe_places,
    "help": _active_places,
    "attack_back": _active_places,
    "walk": _side_places,
    "attack": _side_places,
    "open": _side_places,
    "beg": lambda s, k: {"n": str(k)},
    "rob": _other_places,
    "seat": _other_places,
    "push": lambda s, k: {"other": rival_words(s, k // 4), "side": _side(k % 4)},
    "lay": lambda s, k: {"side": _side(k // 4), **_tile(max(0, int(s["drawn"][0])))},
    "trip": _trip_places,
    "blast": _tool_places("blast"),
    "clear": _tool_places("clear"),
    "rubble": _tool_places("rubble"),
    "storm": _tool_places("storm"),
    "storm_back": lambda s, k: {**_active_places(s, k), "tool": _tool(BLAST_TOOLS[k])},
    "clear_here": lambda s, k: {"tool": _tool(CLEAR_TOOLS[k])},
    "play": _find_places,
    "sell": _find_places,
    "drop": _find_places,
    "keep": lambda s, k: _tile(k),
    "ally": lambda s, k: {"monster": monster_words(k)},
    "hop": _cell_places,
    "at": _cell_places,
    "to": _cell_places,
    "tile_": lambda s, k: _tile(k),
    "find_": _find_places,
    "boom_": _boom_places,
    "peek_": _boom_places,
    "drop_": _find_places,
    "steal_": lambda s, k: {**_find_places(s, k), "other": rival_words(s, int(s["victim"]))},
    "out_": lambda s, k: _tile(k),
    "skill_": lambda s, k: {"who": who_words(s, next_dealt(s)), "skill": f"@skill.{SKILLS[k]}"},
    "first_": lambda s, k: {"who": who_words(s, k)},
}


def next_dealt(s: Record) -> int:
    """The seat that is dealt a Skill next."""
    return sum(int(s["skill"][seat]) != NOWHERE for seat in range(int(s["players"])))


# Who sees what: BC-HID-5


def audience(s: Record, move: int) -> int:
    """A bit for each seat that sees a move: draws to a hand, thefts and peeks are private."""
    phase = int(s["black_crystal"])
    kind, k = kind_of(move)
    if phase == FIND and kind == "find_" and int(IN_HAND[k]) == 1:
        return 1 << drawer(s)
    if phase == STEAL and kind == "steal_":
        return 1 << int(s["thief"]) | 1 << int(s["victim"])
    if phase == PEEK_DRAW and kind == "peek_":
        return 1 << int(s["active"])
    return EVERYONE


def masked_text(s: Record, move: int) -> str:
    """The move as the others see it."""
    return f"{kind_of(move)[0][:-1]}=?"


def masked_words(s: Record, move: int) -> Sentence:
    """The sentence that tells it to the others."""
    kind = kind_of(move)[0]
    places = {"who": who_words(s, actor(s))}
    if kind == "steal_":
        places["other"] = rival_words(s, int(s["victim"]))
    return f"move.{kind[:-1]}_unseen", places


# How things stand


def status(s: Record) -> list[Sentence]:
    """The turn, what is left in the bag, and the fight that is on."""
    bag = str(sum(int(n) for n in s["bag"]))
    said: list[Sentence] = [("status.turn", {"n": str(int(s["turns"]) + 1), "bag": bag})]
    if int(s["kind"]) != NO_FIGHT_ON:
        who, foe = _fighter(s, 0), _fighter(s, 1)
        a, d = _strength(s, 0), _strength(s, 1)
        said.append(("status.fight", {"who": who, "foe": foe, "a": a, "d": d}))
    for seat in range(int(s["players"])):
        steps = _steps_to_exit(s, seat) if int(s["crystal"][seat]) else 0
        if steps:
            said.append(("status.carrier", {"who": who_words(s, seat), "n": str(steps)}))
    if int(s["black_crystal"]) == COIN:
        called = int(s["rolls"]) == ROLL_CALL
        key = f"status.coin_{'odd' if int(s['odd']) else 'even'}" if called else "status.coin_pit"
        said.append((key, {"value": str(int(s["rolled"]))}))
    return said


def _steps_to_exit(s: Record, seat: int) -> int:
    """How many steps a dwarf is from an open Exit, if it is about to leave; otherwise 0."""
    reached = {int(s["at"][seat])}
    for steps in range(1, NEAR_EXIT + 1):
        reached |= {
            twin(beside)(s, seat, cell, side)
            for cell in reached
            for side in range(len(SIDES))
            if twin(walkable)(s, seat, cell) >> side & 1
        }
        if any(cell < CELLS and twin(event_at)(s, cell) == EXIT for cell in reached):
            return steps
    return 0


def _fighter(s: Record, side: int) -> str:
    """Who stands in the fight for a side: an ally, the monster, or the dwarf itself."""
    ally = int(s["fighter"][side])
    if ally != NOWHERE:
        return monster_words(ally)
    if side == 1 and int(s["kind"]) == WITH_MONSTER:
        return monster_words(int(s["card"]))
    return who_words(s, int(s["rival"][side]))


def _strength(s: Record, side: int) -> str:
    """Health or die and modifiers of a side: '4+2'; before it has rolled, '?+2'."""
    mod = int(s["mod"][side])
    if twin(throws)(s, side) and int(s["die"][side]) == 0:
        base = "?"
    else:
        base = str(twin(strength)(s, side) - mod)
    return base + (f"{mod:+d}".replace("-", "−") if mod else "")


def hand_texts(s: Record, seat: int) -> list[str]:
    """The cards that a seat holds, as far as the state tells."""
    row = s["hand"][seat * FINDS : (seat + 1) * FINDS]
    return [find_text(card) for card in range(FINDS) for _ in range(int(row[card]))]
