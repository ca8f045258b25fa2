"""Black Crystal: the facts."""

from orrery.core.abilities import Hidden, LineText
from orrery.core.game import Game
from orrery.core.options import Choice, Flag, Span

from . import aftermath, notation, observation, refusal, telling, texts, view
from .rules import machine
from .state import MOVE_CODES, STATE, VARIANTS, WORK
from .steps import Step

GAME = Game(
    name="black_crystal",
    version=2,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (2, 3, 4), 2),  # BC-GEN-3
        Choice("variant", VARIANTS, "3+1"),
        Choice("meeting_attack", texts.MEETINGS, "either"),  # BC-PVP-1
        Flag("dropped_needs_mining", False),  # BC-CRY-12
        Flag("hand_clear_adjacent", False),  # BC-RUB-10
        Flag("rubble_on_dropped_crystal", False),
        Span("autopilot_turns", 0, 5, 3, tried=(0,)),  # BC-ALC-1
        Span("trap_rescue_after", 0, 9, 0, tried=(1,)),  # BC-TRAP-3
        Span("anti_stall", 0, 20, 0, tried=(2,)),  # BC-WIN-6
        Flag("finite_explosives", True),  # BC-COMP-6
        Span("portal_hops_per_turn", 1, 3, 1, tried=(3,)),  # BC-PORT-7
        Span("turn_limit", 50, 5000, 1000, tried=(60,)),  # BC-SM-9
    ),
    max_moves=machine.MOST_MOVES,
    move_codes=MOVE_CODES,
    max_decisions=200_000,
    observation=observation.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view.view,
    why=refusal.broken_rule,
    module=__name__,
    prompt=telling.prompt,
    seat_words=telling.seat_words,
    step_words=aftermath.step_words,
    status=telling.status,
    has_chance=True,
    careless=False,
    hidden=Hidden(telling.audience, telling.masked_text, telling.masked_words),
    text=LineText(texts.text_header, texts.text_lines, texts.text_moves),
)
