"""Nothing leaks: deals that a seat cannot tell apart look the same to it and to its bot."""

import json

import pytest

from orrery.bots import make_bot
from orrery.bots.bot import situation
from orrery.core import runner
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import SeededDice, draw_python, generator
from orrery.core.game import State
from orrery.core.match import Match
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.state import VARIANTS


def pairs(number: int, wanted: int) -> list[tuple[State, State, int]]:
    """States of random games, each beside one that differs only in what a seat cannot know."""
    rules = runner.compiled(GAME)
    rng = generator(number, 0)
    found: list[tuple[State, State, int]] = []
    while len(found) < wanted:
        players = 2 + draw_python(rng, 3)
        variant = VARIANTS[draw_python(rng, len(VARIANTS))]
        options = GAME.read_options({"players": players, "variant": variant, "turn_limit": 150})
        state = rules.begin(GAME.option_vector(options))
        while rules.turn(state) != OVER and len(found) < wanted:
            rules.play(state, rules.sample(state, rng))
            seat = draw_python(rng, players + 1) - 1
            if draw_python(rng, 4) == 0:
                dealt = rules.redealt(rules.hidden(state, seat), seat, rng)
                if dealt.tobytes() != state.tobytes():
                    found.append((state.copy(), dealt, seat))
    return found


def look_the_same(one: State, two: State, seat: int) -> None:
    """The seat's knowledge, view, moves and observation are equal."""
    rules = runner.compiled(GAME)
    hidden = [rules.hidden(state, seat) for state in (one, two)]
    assert hidden[0].tobytes() == hidden[1].tobytes()
    views = [json.dumps(GAME.view(state[0], seat)) for state in hidden]
    assert views[0] == views[1]
    assert rules.turn(one) == rules.turn(two)
    if seat == rules.turn(one) >= 0:
        assert rules.moves(one) == rules.moves(two) == rules.moves(hidden[0])
    if seat >= 0:
        seen = [rules.observe(state, seat).tobytes() for state in (one, two)]
        assert seen[0] == seen[1]


@pytest.mark.rule("BC-HID-10")
def test_what_a_seat_cannot_know_changes_nothing_it_sees() -> None:
    for one, two, seat in pairs(1, 100):
        look_the_same(one, two, seat)


@pytest.mark.prove
@pytest.mark.timeout(1200)
def test_ten_thousand_pairs_look_the_same() -> None:
    for one, two, seat in pairs(2, 10_000):
        look_the_same(one, two, seat)


def choices(number: int, wanted: int) -> int:
    """Let a bot choose in pairs of matches; how many pairs there were."""
    rules = runner.compiled(GAME)
    rng = generator(number, 0)
    count = 0
    while count < wanted:
        match = Match(GAME, {"players": 3, "turn_limit": 100}, dice=SeededDice(number + count))
        while not match.over and count < wanted:
            seat = match.turn
            assert seat != CHANCE
            if draw_python(rng, 6) == 0:
                dealt = rules.redealt(match.knowledge(seat), seat, rng)
                if dealt.tobytes() != match.state.tobytes():
                    chosen = []
                    kept = match.state.copy()
                    for state in (kept, dealt):
                        match.state[:] = state
                        bot = make_bot("search", seed=count, simulations=100)
                        chosen.append(bot.consider(situation(match)).move)
                    match.state[:] = kept
                    assert chosen[0] == chosen[1]
                    count += 1
            moves = match.legal_codes()
            match.play(moves[draw_python(rng, len(moves))])
    return count


@pytest.mark.long
def test_bots_choose_by_what_their_seat_knows() -> None:
    assert choices(7, 12) == 12


@pytest.mark.prove
@pytest.mark.timeout(1200)
def test_bots_choose_the_same_in_three_hundred_pairs() -> None:
    assert choices(8, 300) == 300
