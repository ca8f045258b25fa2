"""Every public name, as a type checker sees it where the package is installed."""

from collections.abc import Mapping
from pathlib import Path
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import orrery
from orrery import arena, bots, gpu, testing


class First(orrery.Bot):
    """A bot of one's own."""

    def consider(self, situation: bots.Situation) -> bots.Choice:
        return bots.Choice(min(situation.moves))


def play(match: orrery.Match, bot: orrery.Bot) -> orrery.Record:
    try:
        assert_type(match.play(bot.choose(match)), orrery.Match)
    except orrery.IllegalMove as refusal:
        assert_type(refusal.rule, str | None)
        assert_type(refusal.message, str)
    except (orrery.GameOver, orrery.BadNotation) as error:
        assert_type(error.code, str)
    assert_type(match.turn, int)
    assert_type(match.legal(), list[str])
    assert_type(match.result, orrery.Result | None)
    assert_type(match.game, orrery.Game)
    assert_type([event.text for event in match.log], list[str])
    assert_type([player.name for player in match.players], list[str])
    if match.turn in (orrery.CHANCE, orrery.OVER):
        assert_type(match.weights(), list[int])
    assert_type(match.record().save(Path("game.json")), None)
    return match.record()


def look(match: orrery.Match) -> None:
    assert_type(match.state.tobytes(), bytes)
    for name, value in match.view(orrery.WATCHER).items():
        print(name, value)
    for step in match.steps(0):
        print(step["step"])
    assert_type(match.sentences(0, "fr"), list[str])
    for event in match.log:
        assert_type(event, orrery.Event)
    assert_type(match.players, tuple[orrery.Player, ...])


assert_type(orrery.new("pig", seed=1, target=20), orrery.Match)
assert_type(orrery.load("game.json"), orrery.Match)
assert_type(orrery.bot("search", level=3), orrery.Bot)
assert_type(orrery.list_games(), list[str])
assert_type(orrery.__version__, str)

tally = orrery.simulate("pig", 1000, gpu=False, progress=print, target=20)
assert_type(tally, orrery.Tally)
assert_type(tally.wins, tuple[int, ...])
assert_type(tally.mean_decisions, float)
assert_type(tally.options, Mapping[str, int | str | bool])

record = orrery.Record.load("game.json")
match = orrery.load("game.json")
assert_type(record.verify(match.game), str)
assert_type(record.replay(match.game, 3), orrery.Match)

choice = bots.make_bot("search").consider(bots.situation(match, thorough=True))
assert_type(choice.values, tuple[float, ...] | None)
assert_type(choice.best, tuple[bots.Ranked, ...])
assert_type(bots.bot_names(), list[str])

report = arena.run_match("pig", {}, ("random", "greedy"), range(10))
assert_type(report, arena.Report)
assert_type(report.interval, tuple[float, float])
assert_type(arena.wilson(3, 10), tuple[float, float])

played = gpu.simulate("pig", 1000)
assert_type(played.winners, NDArray[np.int8])
assert_type(gpu.export("pig", {}, Path("kernel")), Path)

assert_type(testing.check_game(match.game, sampling=testing.Sampling(every=10)), int)
play(match, First())
look(match)

print(orrery.nwe)  # type: ignore[attr-defined]  # a slip of the pen is seen
