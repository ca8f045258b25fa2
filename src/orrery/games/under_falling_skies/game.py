"""Under Falling Skies: the facts."""

from orrery.core.abilities import LineText, Solo
from orrery.core.game import Game
from orrery.core.options import Choice, Flag, Letters

from . import hints, notation, observation, refusal, view
from .cards import CARDS
from .state import MOVE_CODES, STATE
from .steps import Step

GAME = Game(
    name="under_falling_skies",
    version=1,
    state=STATE,
    work=hints.WORK,
    options=(
        Choice("players", (1,), 1),  # UFS-COMP-1
        Letters("sides", "es", len(CARDS), "e" * len(CARDS), tried=("ssssssss", "esesesse")),
        Flag("low_dig_placement", False),  # UFS-DIG-7
        Choice("stars", ("settled", "given"), "settled"),
    ),
    max_moves=160,
    move_codes=MOVE_CODES,
    max_decisions=800,
    observation=observation.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view.view,
    why=refusal.broken_rule,
    module=__name__,
    prompt=notation.prompt,
    seat_words=notation.seat_words,
    status=notation.status,
    has_chance=True,
    solo=Solo(notation.draw_name, notation.daily, notation.standing),
    text=LineText(notation.text_header, notation.text_lines, notation.text_moves),
)
