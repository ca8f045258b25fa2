"""Fit the estimate of Under Falling Skies to games that bots played, and write it down.

    python tools/fit_skies.py play games.npz --games 2000 --simulations 400 --seed 1
    python tools/fit_skies.py fit games.npz [more.npz ...]

`play` lets the search play with the estimate as it is, half of the games with all easy sides and
half with random ones, and keeps the numbers of every position with the result of its game. `fit`
trains the small network on them and writes `data/estimate.toml`. Play and fit in turn: the better
the estimate, the better the games it learns from.
"""

import argparse
import random
import re
from pathlib import Path

import numpy as np

from orrery.bots.bot import make_bot, situation
from orrery.bots.search import compile_search
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.jit import twin
from orrery.core.match import Match
from orrery.games.under_falling_skies import hints
from orrery.games.under_falling_skies.cards import SPACES

GAME = registry.find("under_falling_skies")
TARGET = GAME.folder / "data" / "estimate.toml"
HIDDEN = 24
EPOCHS = 40
GOOD = (0, 3, 4, 5, 12, 13, 14, 16, 21, 22, 23, 24, 25, 26, 28, 29)
BAD = (1, 2, 6, 7, 8, 9, 10, 11, 18, 19, 20, 27, 30, 32, 33)
"""Numbers that only ever help, or only ever hurt: the network is kept from thinking otherwise.

Games that a bot plays say little about what it never does; without these reins a fit to them
finds, for instance, that research does not matter.
"""


def play_games(args: argparse.Namespace) -> None:
    """Play, and keep what every position looked like and how its game ended."""
    compile_search(GAME)
    measure = twin(hints.measure)
    work = np.zeros(1, GAME.work)
    features: list[np.ndarray] = []
    results: list[int] = []
    values: list[float] = []
    rng = random.Random(args.seed)
    won = 0
    for number in range(args.games):
        stars = 0 if number % 2 == 0 else rng.randint(0, args.stars)
        sides = "".join("s" if k < stars else "e" for k in rng.sample(range(8), 8))
        sides = "".join(w if w in "es" else c for w, c in zip(args.sides, sides, strict=True))
        match = Match(GAME, {"sides": sides}, dice=SeededDice(args.seed * 1_000_003 + number))
        if number % 4 >= 2:
            match = give_start(match, rng)
        bot = make_bot("search", simulations=args.simulations, seed=rng.randrange(1 << 40))
        first = len(features)
        while not match.over:
            measure(match.state[0], work[0])
            features.append(work[0]["feature"].astype(np.float32).copy())
            choice = bot.consider(situation(match))
            values.append(choice.values[0] if choice.values is not None else np.nan)
            match.play(choice.move)
        assert match.result is not None
        outcome = int(match.state[0]["research"])
        won += outcome == SPACES
        results += [outcome] * (len(features) - first)
    np.savez_compressed(args.out, features=np.array(features), results=results, values=values)
    print(f"{args.games} games, {won:.0f} won, {len(features)} positions")


def give_start(match: Match, rng: random.Random) -> Match:
    """The game some way along: hard set-ups are won now and then only from such positions."""
    dug = max(int(match.state[0]["excavator"]), rng.randint(4, 22))
    new = {"q": rng.randint(0, SPACES - 2), "e": rng.randint(2, 6), "x": dug}
    position = match.position
    for field, value in new.items():
        position = re.sub(rf" {field}\d+ ", f" {field}{value} ", position, count=1)
    return Match(GAME, match.options, dice=SeededDice(rng.randrange(1 << 40)), position=position)


def fit(args: argparse.Namespace) -> None:
    """Train the network and write it down."""
    loaded = [np.load(path) for path in args.data]
    x = np.concatenate([data["features"] for data in loaded]).astype(np.float64)
    reached = np.concatenate([data["results"] for data in loaded])
    y = np.where(reached == SPACES, 1.0, 0.0)
    for spaces, worth in enumerate(args.credit or [], SPACES - len(args.credit or [])):
        y[reached == spaces] = worth
    if args.mix > 0:
        value = np.concatenate([data["values"] for data in loaded])
        y = np.where(np.isnan(value), y, (1 - args.mix) * y + args.mix * (value + 1) / 2)
    rng = np.random.default_rng(1)
    held = np.arange(len(x)) >= int(0.95 * len(x))
    net = _train(x[~held], y[~held], args.hidden, rng)
    for name, part in (("fitted", ~held), ("held out", held)):
        print(name, f"log loss {_loss(net, x[part], y[part]):.4f}", f"of {part.sum()}")
    bias, direct, inner, inner_bias, outer = net
    lines = [
        "# Fitted by tools/fit_skies.py to games that the search played.",
        f"bias = {bias[0]:.5f}",
        f"direct = {_row(direct)}",
        "inner = [",
        *(f"    {_row(row)}," for row in inner),
        "]",
        f"inner_bias = {_row(inner_bias)}",
        f"outer = {_row(outer)}",
    ]
    Path(args.to or TARGET).write_text("\n".join(lines) + "\n", "utf-8")


def _row(values: np.ndarray) -> str:
    return "[" + ", ".join(f"{value:.4f}" for value in values) + "]"


def _forward(net: list[np.ndarray], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    bias, direct, inner, inner_bias, outer = net
    hidden = np.maximum(0.0, x @ inner.T + inner_bias)
    return bias[0] + x @ direct + hidden @ outer, hidden


def _loss(net: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> float:
    z, _ = _forward(net, x)
    return float(np.mean(np.logaddexp(0, z) - y * z))


def _train(
    x: np.ndarray, y: np.ndarray, hidden_units: int, rng: np.random.Generator
) -> list[np.ndarray]:
    """Adam on the log loss, with a little decay."""
    wide = x.shape[1]
    net = [
        np.zeros(1),
        np.zeros(wide),
        rng.normal(0, 0.4, (hidden_units, wide)),
        rng.normal(0, 0.2, hidden_units),
        rng.normal(0, 0.2, hidden_units),
    ]
    _rein(net)
    first = [np.zeros_like(w) for w in net]
    second = [np.zeros_like(w) for w in net]
    step = 0
    batch = 512
    total = EPOCHS * (len(x) // batch + 1)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(x)), len(x) // batch + 1):
            step += 1
            z, hidden = _forward(net, x[part])
            error = (1 / (1 + np.exp(-z)) - y[part]) / len(part)
            back = np.outer(error, net[4]) * (hidden > 0)
            slopes = [
                np.array([error.sum()]),
                x[part].T @ error,
                back.T @ x[part],
                back.sum(0),
                hidden.T @ error,
            ]
            rate = 0.003 * 0.5 * (1 + np.cos(np.pi * step / total))
            for k, slope in enumerate(slopes):
                slope = slope + 1e-5 * net[k]
                first[k] = 0.9 * first[k] + 0.1 * slope
                second[k] = 0.999 * second[k] + 0.001 * slope**2
                net[k] = net[k] - rate * (first[k] / (1 - 0.9**step)) / (
                    np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8
                )
            _rein(net)
    return net


def _rein(net: list[np.ndarray]) -> None:
    """Cut off whatever would make a good number hurt; half of the units bend the other way."""
    _, direct, inner, _, outer = net
    bend = np.where(np.arange(len(outer)) % 2 == 0, 1.0, -1.0)
    outer[outer * bend < 0] = 0.0
    for places, sign in ((GOOD, 1.0), (BAD, -1.0)):
        for k in places:
            direct[k] = max(direct[k] * sign, 0.0) * sign
            column = inner[:, k] * bend * sign
            inner[:, k] = np.maximum(column, 0.0) * bend * sign


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("play")
    command.add_argument("out")
    command.add_argument("--games", type=int, default=1000)
    command.add_argument("--simulations", type=int, default=400)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--stars", type=int, default=8, help="most stars in half of the games")
    command.add_argument("--sides", default="????????", help="sides that are the same in all")
    command.set_defaults(run=play_games)
    command = commands.add_parser("fit")
    command.add_argument("data", nargs="+")
    command.add_argument("--to")
    command.add_argument(
        "--credit", type=float, nargs="*", help="what a lost game is worth, by its last spaces"
    )
    command.add_argument(
        "--mix", type=float, default=0.0, help="how much the search's own value counts"
    )
    command.add_argument("--hidden", type=int, default=HIDDEN)
    command.set_defaults(run=fit)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
