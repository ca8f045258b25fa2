"""Compiled functions and their interpreted twins live side by side."""

import numpy as np
import pytest

from orrery.core import contract, jit, registry, runner
from orrery.core.contract import layout, listening, note, tell
from orrery.core.dice import SeededDice, draw, generator, next_word, pick, stream
from orrery.games.cubulus import rules
from orrery.games.cubulus.steps import Step

GAME = registry.find("cubulus")


def test_a_twin_runs_the_same_code_with_twins_as_its_globals() -> None:
    jit.refresh_twins()
    twin = jit.twin(rules.legal_facelets)
    assert twin.__code__ is jit.plain(rules.legal_facelets).__code__
    if not jit.COMPILER_OFF:
        assert twin is not rules.legal_facelets
        assert twin.__globals__["hand"] is jit.twin(rules.hand)
        assert twin.__globals__["note"] is contract.note


def test_notes_are_told_interpreted_and_are_nothing_compiled() -> None:
    options = GAME.option_vector(GAME.read_options({}))
    told = []
    for kind in (runner.interpreted(GAME), runner.compiled(GAME)):
        state = kind.begin(options)
        with listening() as notes:
            kind.play(state, kind.moves(state)[0])
        told.append(len(notes))
    assert told[0] == 1
    assert told[1] == (1 if jit.COMPILER_OFF else 0)


def test_nobody_listens_outside_the_block() -> None:
    with listening() as notes:
        note(Step.FIRST_DRAWN, 1)
        tell(2, Step.BALL_ROUND, 6, 7, 2)
    note(Step.FIRST_DRAWN, 0)
    assert notes == [(Step.FIRST_DRAWN, (1,), -1), (Step.BALL_ROUND, (6, 7, 2), 2)]


def test_a_step_that_is_told_has_the_values_that_it_declares() -> None:
    with listening(), pytest.raises(TypeError, match="BALL_ROUND has the fields origin, target"):
        note(Step.BALL_ROUND, 6, 7)


@pytest.mark.parametrize("seed", [0, 1, -5, 2**62, 12345678901234])
def test_the_generator_gives_the_same_integers_compiled_and_interpreted(seed: int) -> None:
    compiled, plain = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    stream(compiled, seed, 7)
    jit.twin(stream)(plain, seed, 7)
    assert compiled.tolist() == plain.tolist() == generator(seed, 7).tolist()
    weights = np.array([3, 1, 4, 1, 5], np.int64)
    jit.refresh_twins()
    for n in (1, 2, 3, 6, 54, 1000, 2**31 - 1):
        assert draw(compiled, n) == jit.twin(draw)(plain, n)
        assert next_word(compiled) == jit.twin(next_word)(plain)
        assert pick(compiled, weights, 14) == jit.twin(pick)(plain, weights, 14)
    assert compiled.tolist() == plain.tolist()


def test_draws_are_uniform_and_streams_differ() -> None:
    rng = generator(1, 0)
    counts = np.zeros(7, int)
    for _ in range(70_000):
        counts[draw(rng, 7)] += 1
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 22.5
    starts = {tuple(generator(seed, k).tolist()) for seed in range(50) for k in range(50)}
    assert len(starts) == 2500


def test_dice_of_a_seed_repeat_and_differ_by_event() -> None:
    one = [SeededDice(3).choose(n, [1] * 6) for n in range(200)]
    assert one == [SeededDice(3).choose(n, [1] * 6) for n in range(200)]
    assert one != [SeededDice(4).choose(n, [1] * 6) for n in range(200)]
    assert len(set(one)) == 6


def test_a_layout_has_no_gaps() -> None:
    made = layout([("x", np.int8), ("y", np.int64), ("z", np.int16, 3)])
    assert made.itemsize == sum(made[name].itemsize for name in made.names or ())
    assert (
        made.itemsize == np.dtype([("x", "i1"), ("y", "i8"), ("z", "i2", 3)], align=True).itemsize
    )
    assert made.isalignedstruct


MOVES = 10_000
"""Of random games that make so many moves, one more is no news."""


@pytest.mark.long
@pytest.mark.parametrize("name", registry.names())
def test_random_games_are_the_same_interpreted_and_compiled(name: str) -> None:
    game = registry.find(name)
    options = game.read_options({})
    vector, seats = game.option_vector(options), game.seats(options)
    fast = runner.compiled(game)
    games = next(
        n
        for n in range(20, 0, -1)
        if n < 5 or fast.simulate(vector, seats, 3, 5, n)["moves"] < MOVES
    )
    made = [make(game).simulate(vector, seats, 3, 5, games) for make in KINDS]
    made += [make(game).simulate(vector, seats, 3, 5, games, listing=True) for make in KINDS]
    assert all(counts == made[0] for counts in made)


KINDS = (runner.interpreted, runner.compiled)


def dummy(*_: object) -> None:
    return None


FUNCTIONS = dict.fromkeys(contract.REQUIRED, dummy)


def test_registering_refuses_what_the_compiler_would_mix_up() -> None:
    with pytest.raises(TypeError, match="first field"):
        contract.register("odd", layout([("x", np.int8)]), **FUNCTIONS)
    with pytest.raises(TypeError, match="same state record"):
        contract.register("cubulus", GAME.state, **FUNCTIONS)
    gappy = np.dtype([("odd", np.int8), ("y", np.int64)], align=True)
    with pytest.raises(TypeError, match="gaps"):
        contract.register("odd", gappy, **FUNCTIONS)
    with pytest.raises(TypeError, match="too few"):
        contract.register("odd", layout([("odd", np.int8)]), begin=dummy)
    with pytest.raises(TypeError, match="extra"):
        contract.register("odd", layout([("odd", np.int8)]), **FUNCTIONS, fly=dummy)


def test_small_integers_overflow_loudly_when_interpreted() -> None:
    state = np.zeros(1, layout([("loud", np.int8)]))
    with pytest.raises(OverflowError):
        state[0]["loud"] = int(state[0]["loud"]) + 200
