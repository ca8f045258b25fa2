"""The search bot: one tree search for every game, on the machine's own terms.

It is given a state that holds only what its seat knows. Several workers are several trees with
generators of their own, merged in order, so that seed, simulations and workers fix the move
whatever the cores; a budget of seconds promises nothing of the kind.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orrery.core import cache, jit
from orrery.core.dice import draw_python
from orrery.core.errors import BadOption
from orrery.core.game import Game, State

from .bot import Bot, Choice, Ranked, Situation, bot_kind, bot_stream, read_seed, read_whole
from .levels import LEVELS, Level
from .params import DEPTH, SearchParams, read_params
from .simulation import SEARCH
from .tree import NODE, NODES, PROVEN, ROOT, ROOT_NODE, SEATS, SIMULATIONS, SLOT, SLOTS

FIRST_SLOTS = 1 << 16
HIDDEN_SLOTS = 1 << 19
MOST_SLOTS = 1 << 22
"""Room for moves in one tree, at about 50 bytes each. A full tree goes on without growing; where
hands are hidden it begins larger and does not grow."""
CHUNK_SECONDS = 0.004
MOST_WORKERS = 64
STREAMS = MOST_WORKERS + 1
"""Generators of one decision: one for each worker, and one for slips."""
LONGEST_LINE = 8
RANKED = 3
"""How many moves a thorough answer tells about."""


@dataclass(frozen=True)
class RootMove:
    """What the search thinks of one move."""

    move: int
    visits: int
    values: tuple[float, ...]
    proven: bool
    guess: float = 0.0


class Worker:
    """One worker's tree, and the buffers it works in."""

    def __init__(self, game: Game, call: dict[str, Callable[..., Any]], seats: int) -> None:
        self.game = game
        self.call = call
        self.hidden = int(game.has_hidden)
        self.states = np.zeros(3, game.state)
        self.raw = self.states.view(np.uint8)
        self.works = np.zeros(1, game.work)
        self.counts = np.zeros(4, np.int64)
        self.values = np.zeros(seats, np.float64)
        self.out = np.zeros(game.max_moves, np.int32)
        self.odds = np.zeros(game.max_moves, np.int64)
        self._make_room(HIDDEN_SLOTS if self.hidden else FIRST_SLOTS)

    def _make_room(self, slots: int, nodes: int = 0) -> None:
        self.slots = np.zeros(slots, SLOT)
        self.nodes = np.zeros(max(slots // 4, nodes), NODE)
        self.table = np.full(slots // 2 if self.hidden else 1, -1, np.int32)

    def plant(self, state: State) -> None:
        """Begin anew at a state."""
        self.states[ROOT] = state[0]
        self.call["prepare_root"](self.states, self.nodes, self.counts, self.table)

    def follow(self, state: State, moves: tuple[int, ...]) -> bool:
        """Go on below the moves that were made since; False if the tree does not reach there."""
        node = int(self.counts[ROOT_NODE])
        for move in moves:
            first, count = int(self.nodes["first"][node]), int(self.nodes["count"][node])
            here = self.slots[first : first + count]
            found = np.flatnonzero(here["move"] == move)
            if len(found) == 0 or here["child"][found[0]] < 0:
                return False
            node = int(here["child"][found[0]])
        self.counts[ROOT_NODE] = node
        self._repot(max(FIRST_SLOTS, 1 << int(self.counts[SLOTS]).bit_length()))
        self.states[ROOT] = state[0]
        self.counts[SIMULATIONS] = 0
        return True

    def _repot(self, slots: int) -> None:
        nodes, old, counts = self.nodes, self.slots, self.counts.copy()
        self._make_room(slots, int(counts[NODES]))  # where moves are few, nodes are many
        self.call["keep_subtree"](nodes, old, counts, self.nodes, self.slots, self.counts)

    def run(
        self, seat: int, knobs: NDArray[np.float64], rng: NDArray[np.uint64], count: int
    ) -> None:
        """Run simulations, with more room if they may need it."""
        crowded = self.counts[SLOTS] + count * self.game.max_moves > len(self.slots)
        crowded |= self.counts[NODES] + count > len(self.nodes)
        if crowded and len(self.slots) < MOST_SLOTS and not self.hidden:
            self._repot(2 * len(self.slots))
        self.call["search"](
            self.states,
            self.raw,
            self.works,
            self.nodes,
            self.slots,
            self.counts,
            self.table,
            np.zeros(2 * int(knobs[DEPTH]) + 2, np.int32),
            knobs,
            self.values,
            rng,
            self.out,
            self.odds,
            seat,
            self.hidden,
            count,
        )

    @property
    def proven(self) -> bool:
        """Whether the value of the root is known for certain."""
        return bool(self.nodes["stage"][int(self.counts[ROOT_NODE])] == PROVEN)

    def root_slots(self) -> NDArray[np.void]:
        """The moves at the root."""
        root = self.nodes[int(self.counts[ROOT_NODE])]
        return self.slots[int(root["first"]) : int(root["first"]) + int(root["count"])]

    def line(self, first_move: int | None = None) -> list[int]:
        """The moves that are expected, perhaps after a given one, as far as the tree goes."""
        found: list[int] = []
        node = int(self.counts[ROOT_NODE])
        if first_move is not None:
            found.append(first_move)
            here = self.root_slots()
            place = np.flatnonzero(here["move"] == first_move)
            node = int(here["child"][place[0]]) if len(place) and not self.hidden else -1
        while node >= 0 and len(found) < LONGEST_LINE and self.nodes["count"][node] > 0:
            first, count = int(self.nodes["first"][node]), int(self.nodes["count"][node])
            here = self.slots[first : first + count]
            if here["visits"].sum() == 0:
                break
            best = int(best_slot(here, int(self.nodes["decider"][node])))
            found.append(int(here["move"][best]))
            node = int(here["child"][best]) if not self.hidden else -1
        return found


def best_slot(slots: NDArray[np.void], decider: int) -> int:
    """The move to make: the most visited, unless a proven one is at least as good.

    Among equals the first look decides, and with it chance: not the order of the codes.
    """
    if decider < 0:
        return int(slots["visits"].argmax())
    values = slots["value"][:, decider]
    proven = slots["proven"] == 1
    sure = int(np.where(proven, values, -2.0).argmax())
    liked = slots["visits"] + values * 1e-3 + slots["guess"] * 1e-6
    tried = int(np.where(proven, -2.0, liked).argmax())
    if proven.all() or (proven[sure] and values[sure] >= values[tried]):
        return sure
    return tried


@bot_kind("search")
class SearchBot(Bot):
    """A bot that looks ahead; give it a level, or simulations, or seconds."""

    name = "search"

    def __init__(
        self,
        level: int | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
        seed: int | None = None,
        **knobs: Any,
    ) -> None:
        chosen = _read_level(level)
        self.params: SearchParams = read_params(knobs, chosen.params)
        self.simulations, self.seconds = _read_budget(simulations, seconds, chosen)
        self.workers = read_whole("workers", workers, 1, MOST_WORKERS)
        self.seed = read_seed(seed)
        self._trees: list[Worker] = []
        self._line: tuple[int, ...] | None = None
        self._kind: tuple[object, ...] | None = None

    def consider(self, situation: Situation) -> Choice:
        """Search, and answer with the move, the values expected and the line behind them."""
        if len(situation.moves) == 1 and not situation.thorough:
            return Choice(situation.moves[0])
        began = time.perf_counter()
        self._plant(situation)
        self._search(situation, began)
        moves = self.root_moves(situation)
        move = self._pick(moves, situation)
        known = {m.move: m.values for m in moves}
        done = sum(int(tree.counts[SIMULATIONS]) for tree in self._trees)
        line = self._trees[0].line()
        best = self._rank(moves, situation) if situation.thorough else ()
        # Nothing is known of a slip to a move that was not worth a search.
        line = line if line[:1] == [move] else [move]
        return Choice(move, known.get(move), done, tuple(line), best)

    def _rank(self, moves: list[RootMove], situation: Situation) -> tuple[Ranked, ...]:
        """The best moves in the order in which they would be chosen."""
        left = [move for move in moves if move.visits or move.proven] or moves[:1]
        ranked: list[Ranked] = []
        while left and len(ranked) < RANKED:
            found = left.pop(best_slot(_as_slots(left), situation.seat))
            line = self._trees[0].line(found.move)
            ranked.append(Ranked(found.move, found.values, found.visits, tuple(line)))
        return tuple(ranked)

    def root_moves(self, situation: Situation) -> list[RootMove]:
        """What all workers together think of each move, in the order of their codes."""
        seats = game_seats(situation)
        roots = [slots for tree in self._trees if len(slots := tree.root_slots()) > 0]
        if not roots:  # the budget was too small to look at any
            return [RootMove(move, 0, (0.0,) * seats, False) for move in situation.moves]
        return [_merge([root[k] for root in roots], seats) for k in range(len(roots[0]))]

    def _plant(self, situation: Situation) -> None:
        game, seats = situation.game, game_seats(situation)
        compiled = cache.is_loaded(game, SEARCH) or cache.is_ready(game, SEARCH)
        options = tuple(situation.options.items())
        kind = (game, seats, compiled, options, situation.start)
        if seats > SEATS:
            raise BadOption(f"the search is made for at most {SEATS} seats, not {seats}")
        if self._kind != kind:
            call = functions(game)
            self._trees = [Worker(game, call, seats) for _ in range(self.workers)]
            self._kind, self._line = kind, None
        since = _moves_since(self._line, situation.line)
        for tree in self._trees:
            if since is None or not tree.follow(situation.state, since):
                tree.plant(situation.state)
        self._line = situation.line

    def _search(self, situation: Situation, began: float) -> None:
        knobs, quick = self.params.vector(), not situation.thorough
        rngs = [bot_stream(self.seed, STREAMS * situation.ply + k) for k in range(self.workers)]
        if self.workers == 1:
            self._work(self._trees[0], situation.seat, knobs, rngs[0], 0, began, quick)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            jobs = [
                pool.submit(self._work, tree, situation.seat, knobs, rng, k, began, quick)
                for k, (tree, rng) in enumerate(zip(self._trees, rngs, strict=True))
            ]
            for job in jobs:
                job.result()

    def _work(
        self,
        tree: Worker,
        seat: int,
        knobs: NDArray[np.float64],
        rng: NDArray[np.uint64],
        number: int,
        began: float,
        quick: bool,
    ) -> None:
        """One worker's share of the budget."""
        share = None
        if self.simulations is not None:
            share = self.simulations // self.workers + (number < self.simulations % self.workers)
        done, chunk = 0, 16
        while not tree.proven and (share is None or done < share):
            count = chunk if share is None else min(chunk, share - done)
            started = time.perf_counter()
            tree.run(seat, knobs, rng, count)
            done += count
            now = time.perf_counter()
            if quick and len(tree.root_slots()) == 1:
                break  # the others are not worth a search, so there is nothing to choose
            if self.seconds is not None and now - began + (now - started) > self.seconds:
                break
            if now - started < CHUNK_SECONDS / 2:
                chunk = min(2 * chunk, 4096)

    def _pick(self, moves: list[RootMove], situation: Situation) -> int:
        """The best move; with slips, now and then any other."""
        best = best_slot(_as_slots(moves), situation.seat)
        rng = bot_stream(self.seed, STREAMS * situation.ply + MOST_WORKERS)
        if draw_python(rng, 1 << 20) < self.params.slips * (1 << 20):
            worth = [move.move for move in moves]
            any_move = list(situation.moves) if situation.game.careless else worth
            return any_move[draw_python(rng, len(any_move))]
        return moves[best].move


def _as_slots(moves: list[RootMove]) -> NDArray[np.void]:
    """What all workers think, in the shape of one tree's moves."""
    slots = np.zeros(len(moves), SLOT)
    for k, move in enumerate(moves):
        slots[k]["visits"], slots[k]["proven"] = move.visits, move.proven
        slots[k]["guess"] = move.guess
        slots[k]["value"][: len(move.values)] = move.values
    return slots


def functions(game: Game) -> dict[str, Callable[..., Any]]:
    """The compiled search for a game, or the interpreted one until that is on disk."""
    if cache.is_loaded(game, SEARCH) or cache.is_ready(game, SEARCH):
        return cache.load(game, SEARCH)
    jit.refresh_twins()
    return {jit.plain(f).__name__: jit.twin(f) for f in SEARCH.functions}


_compiling: dict[str, Any] = {}


def warm_up(game: Game) -> None:
    """Let a child compile the search in the background; until then it runs interpreted."""
    if game.name not in _compiling and not cache.is_ready(game, SEARCH):
        _compiling[game.name] = cache.start_compiling(game, SEARCH)


def compile_search(game: Game) -> None:
    """Have the search compiled for a game; only the first time takes a while."""
    cache.load(game, SEARCH)


def game_seats(situation: Situation) -> int:
    """How many seats the game has."""
    return situation.game.seats(situation.options)


def _merge(slots: list[Any], seats: int) -> RootMove:
    visits = sum(int(slot["visits"]) for slot in slots)
    sure = [slot for slot in slots if int(slot["proven"]) == 1]
    if sure:
        values = tuple(float(v) for v in sure[0]["value"][:seats])
    else:
        weights = [max(1, int(slot["visits"])) for slot in slots]
        values = tuple(
            sum(w * float(slot["value"][k]) for w, slot in zip(weights, slots, strict=True))
            / sum(weights)
            for k in range(seats)
        )
    guess = sum(float(slot["guess"]) for slot in slots) / len(slots)
    return RootMove(int(slots[0]["move"]), visits, values, bool(sure), guess)


def _moves_since(
    before: tuple[int, ...] | None, now: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    """What was played since the last search, if this is the same game going on."""
    if before is None or now is None or now[: len(before)] != before:
        return None
    return now[len(before) :]


def _read_level(level: int | None) -> Level:
    return LEVELS[read_whole("level", 5 if level is None else level, 1, len(LEVELS)) - 1]


def _read_budget(
    simulations: int | None, seconds: float | None, level: Level
) -> tuple[int | None, float | None]:
    if simulations is not None:
        simulations = read_whole("simulations", simulations, 1, 10**9)
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600
    ):
        raise BadOption("'seconds' is a number above 0, at most 3600", detail={"option": "seconds"})
    if simulations is None and seconds is None:
        return level.simulations, level.seconds
    return simulations, seconds
