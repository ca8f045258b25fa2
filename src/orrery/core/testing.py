"""The test that every game must pass, for anybody's game: `check_game(game)`.

It plays random games in every combination of options worth trying, with the interpreted and
the compiled rules side by side, and checks at every step what the contract promises. A game
that fails is saved as a record that `orrery replay` opens.
"""

import itertools
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import jit
from . import runner as runners
from .contract import CHANCE, EVERYONE, OVER, WATCHER, sample_listed
from .dice import SeededDice, draw_python, generator, place_of
from .events import sees
from .game import Game, State
from .match import Match
from .options import Value
from .record import Record
from .words import LANGUAGES


class GameFault(AssertionError):  # noqa: N818 - named for what is wrong
    """A game breaks the contract; the message says how, and where the game is saved."""


MOST_COMBINATIONS = 500


def option_combinations(game: Game) -> Iterator[dict[str, Value]]:
    """Every combination of the values worth trying, and the game's own test options.

    Where there are too many, every pair of values comes together at least once.
    """
    names = [option.name for option in game.options]
    samples = [option.samples() for option in game.options]
    several = math.prod(map(len, samples)) > MOST_COMBINATIONS
    for values in _in_pairs(samples) if several else itertools.product(*samples):
        yield dict(zip(names, values, strict=True))
    for given in game.test_options:
        yield game.read_options(given)


def _in_pairs(samples: Sequence[Sequence[Value]]) -> Iterator[tuple[Value, ...]]:
    """Combinations in which every two values of two options meet: greedily, few of them."""
    places = range(len(samples))
    left = {
        (a, one, b, two)
        for a, b in itertools.combinations(places, 2)
        for one in range(len(samples[a]))
        for two in range(len(samples[b]))
    }
    while left:
        row: dict[int, int] = {}
        a, one, b, two = min(left)
        row[a], row[b] = one, two
        for place in places:
            if place not in row:
                row[place] = _most_new(place, len(samples[place]), row, left)
        left -= {(a, row[a], b, row[b]) for a, b in itertools.combinations(places, 2)}
        yield tuple(samples[place][row[place]] for place in places)


def _most_new(
    place: int, size: int, row: Mapping[int, int], left: set[tuple[int, int, int, int]]
) -> int:
    """The value of a place that brings most pairs which have not met yet."""

    def new_pairs(value: int) -> int:
        pairs = (
            (place, value, other, given) if place < other else (other, given, place, value)
            for other, given in row.items()
        )
        return sum(pair in left for pair in pairs)

    return max(range(size), key=new_pairs)


@dataclass(frozen=True)
class Sampling:
    """For very long games: what is left out of a check. The states are compared at every ply."""

    combinations: int | None = None
    """How many combinations of options are tried at the most, spread over all."""
    whole: int = 0
    """So many plies of a game are looked at from all sides ..."""
    every: int = 1
    """... and after them every so many."""


EVERYTHING = Sampling()


def check_game(
    game: Game,
    games: int = 2,
    seed: int = 1,
    compiled: bool = True,
    sampling: Sampling = EVERYTHING,
) -> int:
    """Check a game against the contract; returns how many plies were played."""
    check_facts(game)
    plies = new_deals = secrets = 0
    combinations = list(option_combinations(game))
    most = sampling.combinations or len(combinations)
    step = -(-len(combinations) // most)
    for number, options in enumerate(combinations[::step]):
        for k in range(games):
            check = _Check(game, options, seed + 1000 * number + k, compiled, sampling)
            plies += check.run()
            new_deals += check.new_deals
            secrets += check.secrets
    for old in game.rulesets[:-1]:
        for k in range(games):
            options = game.read_options({}, old)
            plies += _Check(game, options, seed + k, compiled, sampling, old).run()
    if game.has_hidden:
        _demand(new_deals > 0, "redeal() always deals what was hidden")
        _demand(secrets > 0, "hands are hidden, but everybody sees every draw")
    return plies


def check_facts(game: Game) -> None:
    """Check what a game says about itself: options, words and rulebook."""
    _demand(game.options[0].name == "players", "the first option must be 'players'")
    _demand(game.state.names is not None and game.state.names[0] == game.name, "state's first name")
    _demand(set(game.words.tables) >= set(LANGUAGES), f"words in {', '.join(LANGUAGES)}")
    wanted = {"name", *(f"option.{option.name}.label" for option in game.options)}
    wanted |= {f"rule.{rule.id}" for rule in game.rulebook.rules.values() if rule.for_players}
    wanted |= {f"chapter.{chapter}" for chapter in game.rulebook.chapters}
    for language, table in game.words.tables.items():
        missing = sorted(wanted - set(table))
        _demand(not missing, f"words/{language}.toml lacks {missing[:5]}")
        _demand(set(table) == set(game.words.tables["en"]), f"words/{language}.toml: other keys")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise GameFault(what)


class _Check:
    """One random game, looked at from all sides."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        seed: int,
        compiled: bool,
        sampling: Sampling = EVERYTHING,
        ruleset: int | None = None,
    ) -> None:
        self.sampling = sampling
        self.game = game
        self.options = options
        self.seed = seed
        self.plain = runners.interpreted(game)
        self.fast = runners.compiled(game) if compiled else self.plain
        self.match = Match(
            game, options, ruleset=ruleset, dice=SeededDice(seed), rolls=False, runner=self.fast
        )
        self.rng = generator(seed, 0)
        self.new_deals = self.secrets = 0

    def run(self) -> int:
        """Play the game to its end; GameFault says what is wrong and saves the game."""
        try:
            return self._run()
        except Exception as error:
            path = Path(tempfile.mkdtemp(prefix="orrery-")) / f"{self.game.name}.json"
            Record.of(self.match).save(path)
            raise GameFault(
                f"{self.game.name}, ruleset {self.match.ruleset}, with {dict(self.options)},"
                f" seed {self.seed}, after {len(self.match.log)} plies: {error}"
                f" (saved: orrery replay {path})"
            ) from error

    def _run(self) -> int:
        match, game = self.match, self.game
        vector = game.option_vector(match.options, match.ruleset)
        state, twin = self.plain.begin(vector), self.fast.begin(vector)
        decisions = 0
        while True:
            _demand(state.tobytes() == twin.tobytes(), "interpreted and compiled states differ")
            decider = self._check_turn(state, twin)
            if decider == OVER:
                break
            moves = self._check_moves(state, twin)
            move = self._choose(state, moves, decider)
            decisions += decider != CHANCE
            _demand(decisions <= game.max_decisions, f"more than {game.max_decisions} decisions")
            ply, sampling = len(match.log), self.sampling
            thorough = ply < sampling.whole or ply % sampling.every == 0
            if thorough:
                self._check_size(state, twin)
                self._check_sample(state, twin)
                self._check_narrow(state, twin, moves, decider)
                self._check_text(state, move)
                self._check_view(state)
                self._check_knowledge(state, moves, decider, move)
                self._check_tensors(state, twin)
                self._check_secrets(state, moves)
            before = state.tobytes()
            kept = state.copy()
            match.play(move, typed=False)
            self.plain.play(state, move)
            self.fast.play(twin, move)
            if thorough:
                _demand(kept.tobytes() == before, "a copy changed with its original")
                self._check_undo(kept, move, state)
        self._check_end(state, twin)
        return len(match.log)

    def _check_turn(self, state: State, twin: State) -> int:
        before = state.tobytes()
        decider = self.plain.turn(state)
        _demand(decider == self.fast.turn(twin), "interpreted and compiled turns differ")
        _demand(decider in range(OVER, self.match.seats), f"turn() answers {decider}")
        _demand(state.tobytes() == before, "turn() changed the state")
        return decider

    def _check_moves(self, state: State, twin: State) -> list[int]:
        before = state.tobytes()
        moves = self.plain.moves(state)
        _demand(moves == self.fast.moves(twin), "interpreted and compiled moves differ")
        _demand(state.tobytes() == before, "moves() changed the state")
        _demand(0 < len(moves) <= self.game.max_moves, f"{len(moves)} moves")
        _demand(moves == sorted(set(moves)), "moves are not ascending or not unique")
        _demand(moves[0] >= 0 and moves[-1] < self.game.move_codes, "a move code is out of range")
        return moves

    def _choose(self, state: State, moves: list[int], decider: int) -> int:
        if decider != CHANCE:
            return moves[draw_python(self.rng, len(moves))]
        weights = self.plain.weights(state)
        _demand(weights == self.fast.weights(state), "interpreted and compiled weights differ")
        _demand(min(weights) > 0, "a weight is not positive")
        total = sum(weights)
        _demand(total == self.plain.total_weight(state) < 2**31, "the weights sum up wrong")
        return moves[jit.twin(place_of)(weights, draw_python(self.rng, total))]

    def _check_sample(self, state: State, twin: State) -> None:
        """A move drawn without the list is the one that the list would have given."""
        listed = jit.twin(sample_listed)
        rngs = [self.rng.copy() for _ in range(3)]
        buffers = self.plain.buffers()
        wanted = listed(state[0], rngs[0], *buffers)
        drawn = self.plain.sample(state, rngs[1]), self.fast.sample(twin, rngs[2])
        _demand(drawn == (wanted, wanted), f"sample() draws {drawn}, listing {wanted}")
        _demand(len({rng.tobytes() for rng in rngs}) == 1, "sample() draws otherwise than listing")

    def _check_narrow(self, state: State, twin: State, moves: list[int], decider: int) -> None:
        """What is worth a search is some of the moves, in an order of its own."""
        if decider == CHANCE:
            return
        before = state.tobytes()
        order, kept = self.plain.narrow(state)
        _demand(self.fast.narrow(twin) == (order, kept), "interpreted and compiled narrow() differ")
        _demand(sorted(order) == moves, "narrow() changes which moves there are")
        _demand(1 <= kept <= len(moves), f"narrow() keeps {kept} of {len(moves)}")
        _demand(state.tobytes() == before, "narrow() changed the state")

    def _check_size(self, state: State, twin: State) -> None:
        used = self.plain.size(state)
        _demand(used == self.fast.size(twin), "interpreted and compiled sizes differ")
        _demand(not any(state.tobytes()[used:]), "there is something behind the size")

    def _check_text(self, state: State, move: int) -> None:
        notation = self.game.notation
        text = notation.move_text(state[0], move)
        read = list(notation.parse_move(state[0], text))
        _demand(read == [move], f"'{text}' is read as {read}, not as {move}")
        told = [words for words, _ in runners.step_words(self.game, state, move)]
        for key, places in [notation.move_words(state[0], move), *told]:
            for language in LANGUAGES:
                said = self.game.words.say(language, key, **places)
                _demand(said != key, f"no words '{key}' in {language}")
        position = notation.position_text(state[0])
        _demand("\n" not in position, "a position is more than one line")

    def _check_view(self, state: State) -> None:
        """Where nothing is hidden all seats see the same, so a table tells it to all at once."""
        game, seats = self.game, range(WATCHER, self.match.seats)
        if not game.has_hidden:
            seen = {repr(game.view(state[0], seat)) for seat in seats}
            _demand(len(seen) == 1, "nothing is hidden, and yet seats see different things")

    def _check_knowledge(self, state: State, moves: list[int], decider: int, move: int) -> None:
        for seat in range(WATCHER, self.match.seats):
            hidden = self.plain.hidden(state, seat)
            _demand(hidden.tobytes() == self.fast.hidden(state, seat).tobytes(), "hide() differs")
            _demand(
                self.plain.hidden(hidden, seat).tobytes() == hidden.tobytes(),
                "hiding twice hides more",
            )
            if not self.game.has_hidden:
                _demand(hidden.tobytes() == state.tobytes(), "an open game hides something")
                continue
            dealt = self._redealt(hidden, seat)
            self._check_same_to(seat, state, dealt, moves, decider)
            self._check_same_after(seat, state, dealt, move)

    def _redealt(self, hidden: State, seat: int) -> State:
        again = self.rng.copy()
        dealt = self.plain.redealt(hidden, seat, self.rng)
        _demand(
            dealt.tobytes() == self.fast.redealt(hidden, seat, again).tobytes(), "redeal() differs"
        )
        return dealt

    def _check_same_after(self, seat: int, state: State, dealt: State, move: int) -> None:
        """A move that a seat sees, and that shows nothing, tells two deals no more apart."""
        if not sees(self.game.hidden.audience(state[0], move), seat):
            return
        if move not in self.plain.moves(dealt) or self._reveals(state, move):
            return
        after = []
        for before in (state, dealt):
            copy = before.copy()
            self.plain.play(copy, move)
            after.append(self.plain.hidden(copy, seat).tobytes())
        _demand(after[0] == after[1], f"a move lets seat {seat} tell two deals apart")

    def _check_same_to(
        self, seat: int, state: State, dealt: State, moves: list[int], decider: int
    ) -> None:
        """A seat cannot tell a redealt state from the real one."""
        hidden, other = (self.plain.hidden(s, seat) for s in (state, dealt))
        _demand(hidden.tobytes() == other.tobytes(), f"seat {seat} can tell a new deal apart")
        _demand(self.plain.turn(dealt) == decider, "a new deal changes whose turn it is")
        filler = hidden.tobytes() != state.tobytes()
        _demand(not filler or dealt.tobytes() != hidden.tobytes(), "redeal() leaves the filler")
        self.new_deals += dealt.tobytes() != state.tobytes()
        if seat == decider != CHANCE:
            _demand(self.plain.moves(dealt) == moves, "a new deal changes the legal moves")
            _demand(self.plain.moves(hidden) == moves, "hiding changes the own legal moves")

    def _check_tensors(self, state: State, twin: State) -> None:
        """Observations and estimates agree, and an observation is made of knowledge alone."""
        seats = self.match.seats
        one, two = self.plain.estimate(state, seats), self.fast.estimate(twin, seats)
        _demand(
            bool(np.allclose(one, two, atol=1e-12)), "interpreted and compiled estimates differ"
        )
        _demand(all(-1 <= value <= 1 for value in one), f"an estimate is {one}")
        for seat in range(seats):
            seen = self.plain.observe(state, seat)
            known = self.plain.observe(self.plain.hidden(state, seat), seat)
            _demand(bool(np.array_equal(seen, known)), "an observation shows what is hidden")
            fast = self.fast.observe(twin, seat)
            _demand(bool(np.array_equal(seen, fast)), "compiled observations differ")

    def _check_secrets(self, state: State, moves: list[int]) -> None:
        """Seats that may not see a move cannot tell it from the others that could be played."""
        game = self.game
        if not game.has_hidden:
            return
        for one, two in itertools.pairwise([m for m in moves[:4] if not self._reveals(state, m)]):
            seeing = game.hidden.audience(state[0], one) | game.hidden.audience(state[0], two)
            for seat in range(WATCHER, self.match.seats):
                if not sees(seeing, seat):
                    _demand(
                        self._shown(state, one, seat) == self._shown(state, two, seat),
                        f"seat {seat} can tell apart what it may not see",
                    )
        if self.plain.turn(state) == CHANCE:
            self.secrets += sum(game.hidden.audience(state[0], move) != EVERYONE for move in moves)

    def _reveals(self, state: State, move: int) -> bool:
        told = runners.story(self.game, state, move)
        return any(note.step.reveals for note in told)

    def _shown(self, state: State, move: int, seat: int) -> tuple[object, ...]:
        """All that a seat is shown of a move it may not see."""
        game, after = self.game, state.copy()
        self.plain.play(after, move)
        hidden = self.plain.hidden(after, seat)
        told = runners.story(game, state, move)
        steps = [note for note in told if sees(note.audience, seat)]
        also = runners.step_words(game, state, move, told)
        return (
            hidden.tobytes(),
            repr(game.view(hidden[0], seat)),
            game.hidden.masked_text(state[0], move),
            game.hidden.masked_words(state[0], move),
            steps,
            [words for words, audience in also if sees(audience, seat)],
        )

    def _check_undo(self, before: State, move: int, after: State) -> None:
        count = len(self.match.plies)
        restored = self.match.state_at(count - 1)
        _demand(restored.tobytes() == before.tobytes(), "undoing leads to another state")
        self.plain.play(restored, move)
        _demand(restored.tobytes() == after.tobytes(), "redoing leads to another state")

    def _check_end(self, state: State, twin: State) -> None:
        seats = self.match.seats
        scores = self.plain.score(state, seats)
        _demand(scores == self.fast.score(twin, seats), "interpreted and compiled scores differ")
        _demand(all(-1 <= score <= 1 for score in scores), f"scores {scores}")
        self._check_tensors(state, twin)
        self._check_replay(state)

    def _check_replay(self, state: State) -> None:
        record = Record.read(Record.of(self.match).text())
        again = record.replay(self.game)
        _demand(again.state.tobytes() == state.tobytes(), "a replay ends in another state")
        _demand(again.position == self.match.position, "a replay ends in another position")
