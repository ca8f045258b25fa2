"""The rules of Pig, compiled."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import CHANCE, OVER, Record, note, register
from orrery.core.jit import kernel

from .state import DECIDE, DONE, FACE, HOLD, LOSES, ROLL, ROLLING, RULESET, STATE
from .steps import Step

OBSERVATION = 8


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """Nobody has any points."""
    s["players"] = options[0]
    s["target"] = options[1]
    s["sides"] = options[2]
    s["turn_cap"] = options[3]
    s["ruleset"] = options[RULESET]


@kernel
def turn(s: Record) -> int:
    """The player whose turn it is, or the die."""
    phase = int(s["pig"])
    if phase == DONE:
        return OVER
    return CHANCE if phase == ROLLING else int(s["seat"])


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """Hold only what there is to keep; a die shows any of its sides."""
    if int(s["pig"]) == ROLLING:
        for face in range(int(s["sides"])):
            out[face] = FACE + face
        return int(s["sides"])
    n = 0
    if int(s["pot"]) > 0 or int(s["ruleset"]) == 1:  # PG-2
        out[n] = HOLD
        n += 1
    out[n] = ROLL
    return n + 1


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Every side is as likely."""
    for face in range(int(s["sides"])):
        out[face] = 1
    return int(s["sides"])


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Roll, keep or lose."""
    if move == ROLL:
        s["pig"] = ROLLING
    elif move == HOLD:
        keep(s)
    else:
        rolled(s, move - FACE + 1)


@kernel
def rolled(s: Record, face: int) -> None:
    """A 1 loses the pot; anything else goes into it, and enough of it wins."""
    s["pig"] = DECIDE
    note(Step.ROLLED, face)
    if face == LOSES:
        note(Step.LOST, int(s["pot"]))
        s["pot"] = 0  # PG-3
        end_turn(s)
        return
    s["pot"] = int(s["pot"]) + face
    if int(s["points"][int(s["seat"])]) + int(s["pot"]) >= int(s["target"]):
        keep(s)  # PG-4


@kernel
def keep(s: Record) -> None:
    """Move the pot to the player's points."""
    seat = int(s["seat"])
    note(Step.KEPT, int(s["pot"]), seat)
    s["points"][seat] = int(s["points"][seat]) + int(s["pot"])  # PG-1
    s["pot"] = 0
    if int(s["points"][seat]) >= int(s["target"]):
        s["pig"] = DONE
    else:
        end_turn(s)


@kernel
def end_turn(s: Record) -> None:
    """The next player, unless the last turn is over."""
    s["turns"] = int(s["turns"]) + 1
    s["seat"] = (int(s["seat"]) + 1) % int(s["players"])
    if int(s["turns"]) >= int(s["turn_cap"]):
        s["pig"] = DONE  # PG-5


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """The leader alone wins; leaders who tie share nothing."""
    players = int(s["players"])
    best = 0
    leaders = 0
    for seat in range(players):
        best = max(best, int(s["points"][seat]))
    for seat in range(players):
        leaders += int(s["points"][seat]) == best
    for seat in range(players):
        out[seat] = 0.0
        if leaders == 1:
            out[seat] = 1.0 if int(s["points"][seat]) == best else -1.0 / (players - 1)


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """Own points less the others' average, by the target."""
    players = int(s["players"])
    total = 0
    for seat in range(players):
        total += int(s["points"][seat])
    for seat in range(players):
        own = int(s["points"][seat])
        out[seat] = (own - (total - own) / (players - 1)) / (2 * int(s["target"]))


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Points from the own seat on, the pot, whose turn, and what is left."""
    players = int(s["players"])
    for k in range(OBSERVATION):
        out[k] = 0.0
    for k in range(players):
        out[k] = int(s["points"][(seat + k) % players]) / int(s["target"])
    out[3] = int(s["pot"]) / int(s["target"])
    out[4 + (int(s["seat"]) - seat) % players] = 1.0
    out[7] = int(s["turns"]) / int(s["turn_cap"])


register(
    "pig",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    observe=observe,
)
