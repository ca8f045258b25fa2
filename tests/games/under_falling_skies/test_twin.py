"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import itertools

import pytest

from orrery.bots.bot import make_bot, situation
from orrery.bots.search import compile_search
from orrery.core import runner
from orrery.core.contract import OVER
from orrery.core.dice import SeededDice, draw_python, generator
from orrery.core.match import Match
from orrery.core.options import Value
from tests.games.twins import play_side_by_side
from tests.games.under_falling_skies.cards_given import settled_cards
from tests.games.under_falling_skies.naive import Naive
from tests.games.under_falling_skies.positions import GAME

SIDES = ["".join(letters) for letters in itertools.product("es", repeat=8)]
CARDS = {"settled": settled_cards(), "given": None}


def options_of(number: int) -> dict[str, Value]:
    """All set-ups in turn, scattered; the other options change faster."""
    return GAME.read_options(
        {
            "sides": SIDES[number * 37 % 256],
            "low_dig_placement": number % 3 == 0,
            "stars": "given" if number % 2 else "settled",
        }
    )


def naive_of(options: dict[str, Value]) -> Naive:
    """The twin of a game with these options."""
    low = bool(options["low_dig_placement"])
    return Naive(str(options["sides"]), low, CARDS[str(options["stars"])])


def compare(number: int) -> int:
    """Play one random game three times over; returns its length."""
    options = options_of(number)
    return play_side_by_side(GAME, naive_of(options), options, 2026, number)


def play_well(number: int, simulations: int) -> bool:
    """A game played by the bot, move by move on all three; whether it was won."""
    options = {**options_of(number), "sides": "eeeeeeee" if number % 3 else SIDES[number]}
    match = Match(GAME, options, dice=SeededDice(number), rolls=False)
    naive = naive_of(match.options)
    plain, fast = runner.interpreted(GAME), runner.compiled(GAME)
    states = [each.begin(GAME.option_vector(match.options)) for each in (plain, fast)]
    bot = make_bot("search", simulations=simulations, seed=number)
    while not match.over:
        assert match.position == naive.position()
        assert sorted(match.legal()) == sorted(naive.legal())
        if match.turn < 0:
            match.roll()
        else:
            match.play(bot.consider(situation(match)).move)
        move = match.log[-1].move
        naive.play(match.log[-1].text)
        plain.play(states[0], move)
        fast.play(states[1], move)
        assert states[0].tobytes() == states[1].tobytes() == match.state.tobytes()
    assert match.result is not None
    assert naive.result() == match.result.text
    return match.result.scores[0] > 0


@pytest.mark.parametrize("number", range(24))
def test_random_games(number: int) -> None:
    assert compare(number) > 12


@pytest.mark.long
def test_games_that_the_bot_plays() -> None:
    for number in (1, 2):
        play_well(number, 30)


@pytest.mark.prove
def test_two_thousand_games() -> None:
    lengths = [compare(number) for number in range(2000)]
    assert max(lengths) > 130


@pytest.mark.prove
def test_fifty_games_of_the_bot_some_of_them_won() -> None:
    compile_search(GAME)
    assert sum(play_well(number, 600) for number in range(50)) > 5


def run_out(sides: str, stars: str, games: int) -> int:
    """Random games of one set-up, none of which may get stuck; how many plies there were."""
    fast = runner.compiled(GAME)
    options = GAME.option_vector(GAME.read_options({"sides": sides, "stars": stars}))
    plies = 0
    for number in range(games):
        state, rng = fast.begin(options), generator(7, number)
        while fast.turn(state) != OVER:
            moves = fast.moves(state)
            assert moves, GAME.notation.position_text(state[0])
            fast.play(state, moves[draw_python(rng, len(moves))])
            plies += 1
    return plies


@pytest.mark.long
@pytest.mark.parametrize("stars", ["settled", "given"])
def test_every_set_up_runs(stars: str) -> None:
    assert sum(run_out(sides, stars, 1) for sides in SIDES) > 256 * 40


@pytest.mark.prove
def test_every_set_up_runs_twenty_games_without_a_dead_end() -> None:
    plies = sum(run_out(sides, stars, 10) for sides in SIDES for stars in ("settled", "given"))
    assert plies > 20 * 256 * 40
