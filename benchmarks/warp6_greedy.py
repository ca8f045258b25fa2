"""A plain player of Warp 6 to beat: two plies, by marks alone.

The gain of an action is how many marks its die travels. The player takes the action whose gain,
less the best gain that any rival then has, is largest; equal ones are drawn among.
"""

from orrery.bots import Bot, Choice, Situation
from orrery.bots.bot import bot_kind, bot_stream, read_seed
from orrery.core import runner as runners
from orrery.core.contract import Record
from orrery.core.dice import draw_python
from orrery.games.warp6.notation import path_of
from orrery.games.warp6.state import ACT, DICE, MARKS


def best_gain(s: Record, seats: set[int]) -> int:
    """The most marks that one die of these seats can travel in a move."""
    fleet = int(s["fleet"])
    gains = [
        path_of(s, die)[-1] - int(s["mark"][die])
        for die in range(DICE)
        if die // fleet in seats and int(s["mark"][die]) < MARKS and int(s["value"][die])
    ]
    return max(gains, default=0)


@bot_kind("two_ply")
class TwoPlyBot(Bot):
    """Own gain less the rivals' best gain."""

    name = "two_ply"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = read_seed(seed)

    def consider(self, situation: Situation) -> Choice:
        """Judge every action; dice are placed at random."""
        rng = bot_stream(self.seed, situation.ply)
        moves = situation.moves
        s = situation.state[0]
        if int(s["warp6"]) != ACT:
            return Choice(moves[draw_python(rng, len(moves))])
        judged = [self._judge(situation, move) for move in moves]
        equal = [move for move, worth in zip(moves, judged, strict=True) if worth == max(judged)]
        return Choice(equal[draw_python(rng, len(equal))], None, len(moves))

    def _judge(self, situation: Situation, move: int) -> int:
        s = situation.state[0]
        die, action = divmod(move, 3)
        gain = path_of(s, die)[-1] - int(s["mark"][die]) if action == 0 else 0
        after = situation.state.copy()
        runners.at_hand(situation.game).play(after, move)
        rivals = set(range(int(s["players"]))) - {situation.seat}
        return gain - best_gain(after[0], rivals)
