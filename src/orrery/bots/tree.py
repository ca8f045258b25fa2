"""The search tree: what it is made of, and how positions enter it. Kernels for all games.

A node is a position (in games with hidden cards: what its decider knows of one).

| field        | holds                                                               |
|--------------|---------------------------------------------------------------------|
| first, count | its moves: slots[first] .. slots[first + count - 1], once listed    |
| visits       | how many simulations came through                                   |
| sure         | the best of its proven moves, or -1                                 |
| decider      | the seat that decides here, or CHANCE, or OVER                      |
| stage        | NEW, SEEN (judged once), LISTED (moves known), PROVEN (value exact) |
| narrowed     | 1: some of its moves were left out, as not worth a search           |
| key          | in games with hidden cards: a hash of all that the decider knows    |
| value        | for each seat; exact once PROVEN                                    |

A slot is a move at a node.

| field         | holds                                                              |
|---------------|--------------------------------------------------------------------|
| move, weight  | the move; at chance its weight                                     |
| child         | the node it leads to, or -1                                        |
| visits, value | simulations through it, and their mean value for each seat         |
| guess, prior  | how good it looked at first to the decider; its share of attention |
| proven        | 1: value is exact                                                  |

Kernels are given the `Tree`, which is what the search remembers, and the `Desk`, which is what a
simulation works with. Both are tuples of the caller's arrays: an entry puts them together.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from orrery.core import contract
from orrery.core.contract import CHANCE, OVER, Record, layout
from orrery.core.dice import draw
from orrery.core.entries import (
    Moves,
    Raw,
    Rng,
    Scores,
    States,
    Weights,
)
from orrery.core.jit import kernel

from .params import JITTER, SHARP

SEATS = 4
NEW, SEEN, LISTED, PROVEN = range(4)
ROOT, LIVE, CHILD = range(3)  # places in `states`
NODES, SLOTS, ROOT_NODE, SIMULATIONS = range(4)  # places in `counts`
WIN = 1.0 - 1e-6

NODE = layout(
    [
        ("key", np.int64),
        ("first", np.int32),
        ("count", np.int32),
        ("visits", np.int32),
        ("sure", np.int32),
        ("decider", np.int8),
        ("stage", np.int8),
        ("narrowed", np.int8),
        ("value", np.float32, SEATS),
    ]
)
SLOT = layout(
    [
        ("move", np.int32),
        ("weight", np.int32),
        ("child", np.int32),
        ("visits", np.int32),
        ("guess", np.float32),
        ("prior", np.float32),
        ("proven", np.int8),
        ("value", np.float32, SEATS),
    ]
)
Nodes = Annotated[NDArray[np.void], NODE]
Slots = Annotated[NDArray[np.void], SLOT]


class Tree(NamedTuple):
    """What the search remembers."""

    nodes: Nodes
    slots: Slots
    counts: Weights
    """How many nodes and slots there are, the root, and how many simulations were run."""
    table: Moves
    """In games with hidden cards: nodes by their keys."""


class Desk(NamedTuple):
    """What a simulation works with."""

    states: States
    """The root state, the live one of a simulation, and a child that is looked at."""
    raw: Raw
    work: Record
    out: Moves
    odds: Weights
    values: Scores
    """What a simulation is worth to each seat."""
    knobs: Scores
    rng: Rng


@kernel
def copy_state(desk: Desk, source: int, target: int) -> None:
    """Copy one state over another, but only the bytes that are in use."""
    states, raw = desk.states, desk.raw
    width = raw.shape[0] // states.shape[0]
    used = min(contract.size(states[source]), width)
    old = min(contract.size(states[target]), width)
    a, b = source * width, target * width
    for k in range(used):
        raw[b + k] = raw[a + k]
    for k in range(used, old):
        raw[b + k] = 0


@kernel
def new_node(nodes: Nodes, counts: Weights, decider: int) -> int:
    """Take the next node; -1 when there is no room."""
    node = int(counts[NODES])
    if node >= nodes.shape[0]:
        return -1
    counts[NODES] = node + 1
    nodes[node]["key"] = 0
    nodes[node]["first"] = nodes[node]["count"] = nodes[node]["visits"] = 0
    nodes[node]["sure"] = -1
    nodes[node]["decider"] = decider
    nodes[node]["stage"] = NEW
    nodes[node]["narrowed"] = 0
    return node


@kernel
def judge(state: Record, decider: int, values: Scores, work: Record) -> None:
    """The score of a finished game, else the estimate."""
    if decider == OVER:
        contract.score(state, values)
    else:
        contract.estimate(state, values, work)


@kernel
def list_moves(tree: Tree, desk: Desk, node: Record) -> bool:
    """Give the node of the live state its slots; False when there is no room."""
    slots, counts = tree.slots, tree.counts
    state, out, odds, work = desk.states[LIVE], desk.out, desk.odds, desk.work
    count = contract.moves(state, out, work)
    chance = int(node["decider"]) == CHANCE
    if not chance:
        kept = contract.narrow(state, out, count, work)
        node["narrowed"] = 1 if kept < count else 0
        count = kept
    first = int(counts[SLOTS])
    if first + count > slots.shape[0]:
        return False
    if chance:
        contract.weights(state, odds, work)
    counts[SLOTS] = first + count
    node["first"] = first
    node["count"] = count
    node["stage"] = LISTED
    share = 1.0 / count
    for k in range(count):
        slot = slots[first + k]
        slot["move"] = out[k]
        slot["weight"] = odds[k] if chance else 1
        slot["child"] = -1
        slot["visits"] = 0
        slot["proven"] = 0
        slot["guess"] = 0.0
        slot["prior"] = share
        for seat in range(SEATS):
            slot["value"][seat] = 0.0
    return True


@kernel
def look_at_moves(slots: Slots, desk: Desk, node: Record, proving: bool) -> None:
    """Judge every move of a listed node, and the node by them: the desk's values then."""
    values, child = desk.values, desk.states[CHILD]
    decider = int(node["decider"])
    first, count = int(node["first"]), int(node["count"])
    seats = values.shape[0]
    best = -1
    total = 0.0
    for k in range(first, first + count):
        slot = slots[k]
        copy_state(desk, LIVE, CHILD)
        contract.play(child, int(slot["move"]), desk.work)
        after = contract.turn(child)
        judge(child, after, values, desk.work)
        for seat in range(seats):
            slot["value"][seat] = values[seat]
        if after == OVER and proving:
            slot["proven"] = 1
        if decider >= 0:
            chance = draw(desk.rng, 2001) - 1000
            slot["guess"] = values[decider] + desk.knobs[JITTER] * chance / 1000.0
            if best < 0 or slot["guess"] > slots[best]["guess"]:
                best = k
        total += slot["weight"]
    for seat in range(seats):
        values[seat] = 0.0
        if decider >= 0:
            values[seat] = slots[best]["value"][seat]
        else:
            for k in range(first, first + count):
                values[seat] += slots[k]["weight"] * slots[k]["value"][seat] / total
    if decider >= 0 and proving:  # one deal of hidden cards says too little to prefer a move
        share_attention(slots, first, count, float(slots[best]["guess"]), desk.knobs[SHARP])


@kernel
def share_attention(slots: Slots, first: int, count: int, best: float, sharp: float) -> None:
    """Moves that look better get a larger share of the attention."""
    total = 0.0
    for k in range(first, first + count):
        weight = math.exp((slots[k]["guess"] - best) / sharp)
        slots[k]["prior"] = weight
        total += weight
    for k in range(first, first + count):
        slots[k]["prior"] = slots[k]["prior"] / total


@kernel
def settle(node: Record, slots: Slots) -> None:
    """Mark a listed node as proven, if its moves prove it."""
    decider = int(node["decider"])
    first, count = int(node["first"]), int(node["count"])
    best = -1
    all_proven = True
    for k in range(first, first + count):
        slot = slots[k]
        if int(slot["proven"]) == 0:
            all_proven = False
        elif decider >= 0 and (best < 0 or slot["value"][decider] > slots[best]["value"][decider]):
            best = k
    node["sure"] = best
    if int(node["narrowed"]) == 1:
        all_proven = False  # there are moves that nobody looked at
    if decider >= 0 and best >= 0 and (all_proven or slots[best]["value"][decider] >= WIN):
        node["stage"] = PROVEN
        for seat in range(SEATS):
            node["value"][seat] = slots[best]["value"][seat]
    elif decider == CHANCE and all_proven:
        node["stage"] = PROVEN
        average(node, slots)


@kernel
def average(node: Record, slots: Slots) -> None:
    """The value of a chance node whose outcomes are all proven."""
    first, count = int(node["first"]), int(node["count"])
    for seat in range(SEATS):
        value = 0.0
        total = 0.0
        for k in range(first, first + count):
            value += slots[k]["weight"] * slots[k]["value"][seat]
            total += slots[k]["weight"]
        node["value"][seat] = value / total


@kernel
def prepare_root(states: States, nodes: Nodes, counts: Weights, table: Moves) -> None:
    """An empty tree whose root is the root state's decision."""
    for k in range(table.shape[0]):
        table[k] = -1
    counts[NODES] = counts[SLOTS] = counts[SIMULATIONS] = 0
    counts[ROOT_NODE] = new_node(nodes, counts, contract.turn(states[ROOT]))


@kernel
def keep_subtree(
    nodes: Nodes,
    slots: Slots,
    counts: Weights,
    into: Nodes,
    into_slots: Slots,
    into_counts: Weights,
) -> None:
    """Copy the part of a tree below its root, breadth first, into an empty one."""
    into[0] = nodes[int(counts[ROOT_NODE])]
    into_counts[NODES] = 1
    into_counts[SLOTS] = 0
    into_counts[ROOT_NODE] = 0
    node = 0
    while node < into_counts[NODES]:
        first, count = int(into[node]["first"]), int(into[node]["count"])
        place = int(into_counts[SLOTS])
        into[node]["first"] = place
        sure = -1
        for k in range(count):
            into_slots[place + k] = slots[first + k]
            if int(into[node]["sure"]) == first + k:
                sure = place + k
            child = int(slots[first + k]["child"])
            if child >= 0:
                target = int(into_counts[NODES])
                into[target] = nodes[child]
                into_slots[place + k]["child"] = target
                into_counts[NODES] = target + 1
        into[node]["sure"] = sure
        into_counts[SLOTS] = place + count
        node += 1
