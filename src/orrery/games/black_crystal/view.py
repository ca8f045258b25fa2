"""What a seat sees of Black Crystal, as JSON: from a state that went through `hide`."""

from typing import Any

from orrery.core.contract import Record
from orrery.core.jit import twin

from .decks import BOOM_CARDS, DANDELION, FINDS, SEED_HEALTH, TAGS
from .rules.hands import known_at
from .rules.hidden import UNSEEN
from .state import CALL, CELLS, FINISHED, HELP, NOWHERE, SKILL_USES, TARGET
from .telling import colour
from .texts import boom_text, find_text, position

AIMS = ("mushroom", "self", "push", "rival", "rival_cell", "powder", "pocket", "lair", "fall")
CALLS = ("find", "tame", "grow", "effect")

HEALTH = {str(card["name"]): int(card["health"]) for card in BOOM_CARDS if "health" in card}
HEALTH["seed"] = SEED_HEALTH
KINDS = {str(card["name"]): str(card["tag"]) for card in BOOM_CARDS if "tag" in card}
KINDS["seed"] = TAGS[DANDELION]


def view(s: Record, seat: int) -> dict[str, Any]:
    """The mine and everything beside it, with this seat's own hand."""
    phase = int(s["black_crystal"])
    whole = position(s)
    for hidden in ("find_deck", "known"):
        del whole[hidden]
    return {
        **whole,
        "boom_top": _top(s, seat),
        "seats": [{**entry, **_seat(s, seat, other)} for other, entry in enumerate(whole["seats"])],
        "links": [int(s["link"][cell]) for cell in range(CELLS)],
        "find_left": int(s["find_left"]),
        "boom_left": int(s["boom_left"]),
        "rubbles": int(s["rubbles"]),
        "aim": AIMS[int(s["aims"])] if phase == TARGET else None,
        "call": CALLS[int(s["calls"])] if phase == CALL else None,
        "offer": int(s["fee"]) if phase == HELP else None,
        "winner": int(s["winner"]) if phase == FINISHED and int(s["winner"]) != NOWHERE else None,
        "health": HEALTH,
        "kinds": KINDS,
    }


def _top(s: Record, seat: int) -> dict[str, Any] | None:
    """The Boom card on top, if somebody looked at it; which it is only for who did."""
    top = int(s["boom_top"])
    if top == NOWHERE:
        return None
    seen = [other for other in range(int(s["players"])) if int(s["boom_seen"]) >> other & 1]
    return {"card": None if top == UNSEEN else boom_text(top), "seen": seen}


def _seat(s: Record, seat: int, other: int) -> dict[str, Any]:
    """What this seat knows of another: how many cards it holds, and which of them."""
    cards = range(FINDS) if seat >= 0 and seat != other else ()
    held = [(card, int(s["known"][twin(known_at)(seat, other, card)])) for card in cards]
    known = {find_text(card): count for card, count in held if count}
    skill = int(s["skill"][other])
    return {
        "colour": colour(s, other),
        "most_uses": int(SKILL_USES[skill]) if skill != NOWHERE else 0,
        "held": int(s["held"][other]),
        "known": known,
        **({} if seat == other else {"hand": None}),
    }
