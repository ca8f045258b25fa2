"""What the values of Black Crystal are that leave its rules, and what a move tells."""

from typing import Annotated

from orrery.core.kinds import Names, Seat, maybe
from orrery.core.steps import Steps, step

from .decks import BOOM_CARDS, EVENTS, FIND_CARDS, SHAPES, SIDES
from .state import SKILLS

Find = Annotated[str, Names(str(card["name"]) for card in FIND_CARDS)]
Boom = Annotated[str, Names([*(str(card["name"]) for card in BOOM_CARDS), "seed"])]
Tile = Annotated[str, Names(f"{event}.{shape}" for event in EVENTS for shape in SHAPES)]
Skill = Annotated[str, Names(SKILLS)]
Side = Annotated[str, Names(SIDES)]
Cell = Annotated[int, "a cell of the mine, 0 to 80, row by row"]
Place = Annotated[int, "a cell, or 81: the Entrance of the dwarf"]
Turns = Annotated[int, "quarter turns, clockwise"]
Deck = Annotated[str, Names(("find", "boom"))]
Fighter = Annotated[str, Names(("a", "d"))]
Rolled = Annotated[str, Names(("a", "d", "call", "pit", "thief"))]
Call = Annotated[str, Names(("find", "tame", "grow", "effect"))]
Aim = Annotated[
    str,
    Names(
        ("mushroom", "self", "push", "rival", "rival_cell", "powder", "pocket", "lair", "fall"),
    ),
]


class Step(Steps):
    """What reveals shows what was hidden: a Boom card, or that a seat has something to play."""

    TURN_BEGUN = step(seat=Seat, turn=int, reveals=True)  # BC-HID-6
    TILE_DRAWN = step(seat=Seat, tile=Tile)
    TILE_LAID = step(cell=Cell, tile=Tile, rot=Turns)
    TILE_OUT = step(tile=Tile)
    WALKED = step(seat=Seat, origin=Place, target=Place)
    FLED = step(seat=Seat, origin=Place, target=Place)
    STAYED = step(seat=Seat, cell=Place)
    TELEPORTED = step(seat=Seat, origin=Place, target=Place)
    HOPPED = step(seat=Seat, origin=Place, target=Place)
    PUSHED = step(seat=Seat, origin=Place, target=Place)
    FELL = step(seat=Seat, origin=Place, target=Place)
    PASSAGE_MADE = step(cell=Cell, other=Cell)
    RUBBLE_PUT = step(cell=Cell)
    RUBBLE_GONE = step(cell=Cell)
    MUSHROOM_PUT = step(seat=Seat, cell=Cell, number=int)
    BOOM_PUT = step(cell=Cell)
    BOOM_GONE = step(cell=Cell)
    BOOM_DRAWN = step(seat=Seat, card=Boom, cell=Place)
    FIND_DRAWN = step(seat=Seat, card=maybe(Find))
    FIND_SEEN = step(seat=Seat, card=Find)
    CARD_PLAYED = step(seat=Seat, card=Find)
    CARD_SOLD = step(seat=Seat, card=Find)
    CARD_DROPPED = step(seat=Seat, card=Find)
    CARD_STOLEN = step(thief=Seat, victim=Seat)
    CARD_SEEN = step(thief=Seat, victim=Seat, card=Find)
    RESHUFFLED = step(deck=Deck, left=int)
    PEEKED = step(seat=Seat, card=maybe(Boom))
    ROLLED = step(rolled=Rolled, value=int)
    CALLED = step(seat=Seat, odd=bool, call=Call)
    FIGHT_BEGUN = step(attacker=Seat, defender=maybe(Seat), card=maybe(Boom))
    MODIFIED = step(fighter=Fighter, change=int, total=int)
    ALLY_SENT = step(seat=Seat, monster=Boom)
    ALLY_GAINED = step(seat=Seat, monster=Boom)
    ALLY_GONE = step(seat=Seat, monster=Boom)
    FIGHT_TIED = step()
    FIGHT_WON = step(attacker=Seat, defender=maybe(Seat), card=maybe(Boom))
    FIGHT_LOST = step(attacker=Seat, defender=maybe(Seat), card=maybe(Boom))
    EXPLOSIVES = step(seat=Seat, change=int, left=int)
    SKIPS = step(seat=Seat, change=int, left=int)
    MINING = step(seat=Seat, cell=Cell)
    CRYSTAL_TAKEN = step(seat=Seat, cell=Place)
    CRYSTAL_DROPPED = step(seat=Seat, cell=Place)
    CRYSTAL_PASSED = step(loser=Seat, victor=Seat)
    CRYSTAL_SMASHED = step(loser=Seat, victor=Seat)
    TRAPPED = step(seat=Seat, times=int)
    HELPED = step(helper=Seat, seat=Seat, fee=int)
    SKILL_USED = step(seat=Seat, skill=Skill, left=int)
    TURN_ENDED = step(seat=Seat)
    GAME_ENDED = step(winner=maybe(Seat), still=bool)
    HAND_TOLD = step(seat=Seat, reveals=True)  # BC-HID-6
    BOOM_BURIED = step(seat=Seat, card=Boom, reveals=True)
    BOOM_SPARED = step(seat=Seat, monster=Boom)
