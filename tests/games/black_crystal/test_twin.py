"""Naive twin, interpreted and compiled rules agree, position by position; nothing gets lost."""

import random

import numpy as np
import pytest

from orrery.core import runner
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import generator
from orrery.core.jit import refresh_twins, twin
from orrery.games.black_crystal import texts as notation
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.rules import hidden, inputs, machine
from orrery.games.black_crystal.state import SETUP_FIRST, STATE, VARIANTS, WORK
from tests.games.black_crystal import goal
from tests.games.black_crystal.counting import demand_all_there
from tests.games.black_crystal.naive import Naive

refresh_twins()
begin, moves, play = twin(machine.begin), twin(inputs.moves), twin(machine.play)
turn, weights = twin(machine.turn), twin(inputs.weights)
hide, redeal = twin(hidden.hide), twin(hidden.redeal)
Options = dict[str, int | str | bool]


def options_of(rng: random.Random) -> Options:
    """All options, away from their defaults now and then."""
    return {
        "players": rng.choice([2, 3, 4]),
        "variant": rng.choice(VARIANTS),
        "meeting_attack": rng.choice(notation.MEETINGS),
        "dropped_needs_mining": rng.random() < 0.3,
        "hand_clear_adjacent": rng.random() < 0.3,
        "rubble_on_dropped_crystal": rng.random() < 0.3,
        "autopilot_turns": rng.choice([0, 1, 3, 5]),
        "trap_rescue_after": rng.choice([0, 1, 3]),
        "anti_stall": rng.choice([0, 1, 5]),
        "finite_explosives": rng.random() < 0.7,
        "portal_hops_per_turn": rng.choice([1, 2, 3]),
        "turn_limit": rng.choice([60, 120, 200]),
    }


def vector(options: Options, ruleset: int) -> np.ndarray:
    """The options and the ruleset as the rules are given them."""
    places = {
        "variant": VARIANTS.index(str(options["variant"])),
        "meeting_attack": notation.MEETINGS.index(str(options["meeting_attack"])),
    }
    values = [int(places.get(name, value)) for name, value in options.items()]
    return np.array([*values, ruleset], np.int32)


class SideBySide:
    """One game three times: by the rules, interpreted and compiled, and by the twin."""

    def __init__(self, number: int, ruleset: int = GAME.version) -> None:
        self.rng = random.Random(number)
        options = options_of(self.rng)
        self.naive = Naive(options, ruleset)
        self.state, self.work = np.zeros(1, STATE), np.zeros(1, WORK)
        begin(self.state[0], vector(options, ruleset), self.work[0])
        self.fast = runner.compiled(GAME)
        self.compiled = self.fast.begin(vector(options, ruleset))

    def compare(self) -> dict[str, int]:
        """Both say the same; the moves by their text, with their weights."""
        s, out, odds = self.state[0], np.zeros(256, np.int32), np.zeros(256, np.int64)
        assert self.compiled.tobytes() == self.state.tobytes()
        if int(s["black_crystal"]) > SETUP_FIRST and bool(s["finite"]):
            demand_all_there(s)
        assert notation.position(s) == self.naive.position()
        assert turn(s) == self.naive.turn
        codes = [int(code) for code in out[: moves(s, out, self.work[0])]]
        assert codes == sorted(codes) == self.fast.moves(self.compiled)
        texts = {notation.move_text(s, code): code for code in codes}
        assert sorted(texts) == sorted(self.naive.legal())
        if turn(s) == CHANCE:
            total = weights(s, odds, self.work[0])
            assert dict(zip(texts, map(int, odds), strict=False)) == self.naive.weights()
            assert total == sum(self.naive.weights().values())
            assert [int(n) for n in odds[: len(codes)]] == self.fast.weights(self.compiled)
        return texts

    def step(self, seeking: bool) -> bool:
        """One ply; False at the end."""
        texts = self.compare()
        asked = turn(self.state[0])
        if asked == OVER:
            return False
        if asked == CHANCE:
            odds = self.naive.weights()
            text = self.rng.choices(list(odds), list(odds.values()))[0]
        elif seeking and self.rng.random() < 0.9:
            text = goal.choose(self.naive, self.rng)
        else:
            text = self.rng.choice(list(texts))
        self.naive.play(text)
        play(self.state[0], texts[text], self.work[0])
        self.fast.play(self.compiled, texts[text])
        return True


@pytest.mark.parametrize(("number", "ruleset"), [*((n, 2) for n in range(8)), (0, 1), (1, 1)])
def test_all_three_agree(number: int, ruleset: int) -> None:
    game = SideBySide(number, ruleset)
    while game.step(seeking=number % 2 == 1):
        pass


@pytest.mark.prove
@pytest.mark.parametrize("ruleset", [1, 2])
@pytest.mark.parametrize("number", range(100, 400))
def test_all_three_agree_on_many_games(number: int, ruleset: int) -> None:
    game = SideBySide(number, ruleset)
    while game.step(seeking=number % 2 == 1):
        pass


@pytest.mark.rule("BC-HID-2", "BC-HID-7", "BC-HID-10")
@pytest.mark.parametrize("number", range(4))
def test_what_is_dealt_anew_looks_the_same(number: int) -> None:
    game = SideBySide(number)
    rng = generator(number, 0)
    ply = 0
    while game.step(seeking=True):
        ply += 1
        if ply % 7:
            continue
        for seat in range(-1, int(game.state[0]["players"])):
            seen = game.state.copy()
            hide(seen[0], seat)
            dealt = seen.copy()
            redeal(dealt[0], seat, rng, game.work[0])
            assert int(dealt[0]["find_deck"].sum()) == int(dealt[0]["find_left"])
            assert int(dealt[0]["hand"].sum()) == int(dealt[0]["held"].sum())
            hide(dealt[0], seat)
            assert dealt.tobytes() == seen.tobytes()


@pytest.mark.prove
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_thousand_games_end_in_time(players: int, variant: str) -> None:
    """No dead end, and none longer than it may be: 1,112 games of each of 18 kinds."""
    options = GAME.option_vector(GAME.read_options({"players": players, "variant": variant}))
    found = runner.compiled(GAME).simulate(options, players, 1, 0, 1_112)
    assert found["draws"] + sum(found["wins"]) == 1_112
    assert found["longest"] < 30_000
    assert sum(found["wins"]) > 0
