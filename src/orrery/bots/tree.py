"""The search tree, as kernels written once for all games.

    node   first, count   its moves: slots[first] .. slots[first + count - 1]; none until listed
           visits         how many simulations came through
           decider        the seat that decides here, or CHANCE, or OVER
           stage          NEW, SEEN (judged once), LISTED (moves known) or PROVEN (value exact)
           key            hidden games: a hash of all that the decider knows
           sure           the best of its proven moves, or -1
           value          for each seat, exact once PROVEN
    slot   move, weight   a move; at chance its weight
           child          the node it leads to, or -1
           visits, value  simulations through it, and their mean value for each seat
           guess, prior   how good it looked at first to the decider, and its share of attention
           proven         1: value is exact

Games without hidden information are a tree: chance has nodes, and values are proven from the
leaves up. In games with it every simulation deals the hidden part anew; a decision is found by
what its decider knows, so that nobody's choice can depend on what he does not see, and chance
is played through without a node.
"""

import math
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from orrery.core import contract
from orrery.core.contract import CHANCE, OVER, Record, layout
from orrery.core.dice import draw, mix_word
from orrery.core.entries import (
    EntrySet,
    Moves,
    Raw,
    Rng,
    Scores,
    States,
    Weights,
    Works,
)
from orrery.core.jit import kernel

from .params import DEPTH, EXPLORE, JITTER, LOOK, PLIES, SHARP, TRUST, URGENCY

SEATS = 4
NEW, SEEN, LISTED, PROVEN = range(4)
ROOT, LIVE, CHILD, BLANK = range(4)  # places in `states`
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


@kernel
def copy_state(states: States, raw: Raw, source: int, target: int) -> None:
    """Copy one state over another, but only the bytes that are in use."""
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
    return node


@kernel
def rollout(
    states: States,
    place: int,
    plies: int,
    values: Scores,
    rng: Rng,
    out: Moves,
    odds: Weights,
    work: Record,
) -> None:
    """Play random moves, so many or to the end, and judge what comes of it."""
    state = states[place]
    decider = contract.turn(state)
    while decider != OVER and plies != 0:
        contract.play(state, contract.sample(state, rng, out, odds, work), work)
        decider = contract.turn(state)
        plies -= 1
    judge(state, decider, values, work)


@kernel
def judge(state: Record, decider: int, values: Scores, work: Record) -> None:
    """The score of a finished game, else the estimate."""
    if decider == OVER:
        contract.score(state, values)
    else:
        contract.estimate(state, values, work)


@kernel
def list_moves(
    state: Record,
    node: Record,
    slots: Slots,
    counts: Weights,
    out: Moves,
    odds: Weights,
    work: Record,
) -> bool:
    """Give a node its slots; False when there is no room."""
    count = contract.moves(state, out, work)
    first = int(counts[SLOTS])
    if first + count > slots.shape[0]:
        return False
    chance = int(node["decider"]) == CHANCE
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
def look_at_moves(
    states: States, raw: Raw, node: Record, slots: Slots, values: Scores, knobs: Scores,
    proving: bool, rng: Rng, work: Record,
) -> None:  # fmt: skip
    """Judge every move of a listed node, and the node by them; `values` is its value then."""
    decider = int(node["decider"])
    first, count = int(node["first"]), int(node["count"])
    seats = values.shape[0]
    best = -1
    total = 0.0
    for k in range(first, first + count):
        slot = slots[k]
        copy_state(states, raw, LIVE, CHILD)
        contract.play(states[CHILD], int(slot["move"]), work)
        after = contract.turn(states[CHILD])
        judge(states[CHILD], after, values, work)
        for seat in range(seats):
            slot["value"][seat] = values[seat]
        if after == OVER and proving:
            slot["proven"] = 1
        if decider >= 0:
            chance = draw(rng, 2001) - 1000
            slot["guess"] = values[decider] + knobs[JITTER] * chance / 1000.0
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
    if decider >= 0:
        share_attention(slots, first, count, float(slots[best]["guess"]), knobs[SHARP])


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
def choose(node: Record, slots: Slots, knobs: Scores) -> int:
    """The slot that a simulation follows: good so far, or promising and little tried."""
    decider = int(node["decider"])
    first, count = int(node["first"]), int(node["count"])
    wide = knobs[EXPLORE] * math.sqrt(float(node["visits"]) + 1.0)
    trust = knobs[TRUST]
    best = first
    best_score = -1e30
    for k in range(first, first + count):
        slot = slots[k]
        if int(slot["proven"]) == 1:
            continue  # there is nothing more to learn there
        visits = int(slot["visits"])
        known = slot["guess"] * trust + slot["value"][decider] * visits
        score = (known + wide * slot["prior"]) / (trust + visits)
        if score > best_score:
            best_score = score
            best = k
    return best


@kernel
def sample(node: Record, slots: Slots, rng: Rng) -> int:
    """A slot of a chance node, by weight."""
    total = 0
    first, count = int(node["first"]), int(node["count"])
    for k in range(first, first + count):
        total += int(slots[k]["weight"])
    left = draw(rng, total)
    k = first
    while left >= int(slots[k]["weight"]):
        left -= int(slots[k]["weight"])
        k += 1
    return k


@kernel
def evaluate(
    states: States, raw: Raw, nodes: Nodes, node: int, slots: Slots, counts: Weights,
    values: Scores, knobs: Scores, proving: bool, rng: Rng, out: Moves, odds: Weights, work: Record,
) -> None:  # fmt: skip
    """Judge the live state at a node that is met for the first time."""
    here = nodes[node]
    if knobs[LOOK] > 0.0 and list_moves(states[LIVE], here, slots, counts, out, odds, work):
        look_at_moves(states, raw, here, slots, values, knobs, proving, rng, work)
        if proving:
            settle(here, slots)
        return
    here["stage"] = SEEN
    rollout(states, LIVE, int(knobs[PLIES]), values, rng, out, odds, work)
    for seat in range(values.shape[0]):
        here["value"][seat] = values[seat]


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
def knowledge_key(states: States, raw: Raw, seat: int) -> int:
    """A hash of all that the decider of the live state knows."""
    copy_state(states, raw, LIVE, CHILD)
    contract.hide(states[CHILD], seat)
    width = raw.shape[0] // states.shape[0]
    used = min(contract.size(states[CHILD]), width)
    key = 1 + seat
    for k in range(used):
        key = mix_word(key, int(raw[CHILD * width + k]))
    return key


@kernel
def find_by_knowledge(
    states: States, raw: Raw, nodes: Nodes, counts: Weights, table: Moves, decider: int
) -> int:
    """The node of what the decider of the live state knows; made if it is new, -1 without room."""
    key = knowledge_key(states, raw, decider)
    mask = table.shape[0] - 1
    place = key & mask
    while table[place] >= 0:
        if int(nodes[table[place]]["key"]) == key:
            return int(table[place])
        place = (place + 1) & mask
    node = new_node(nodes, counts, decider)
    if node >= 0:
        nodes[node]["key"] = key
        table[place] = node
    return node


@kernel
def step_open(
    states: States, nodes: Nodes, counts: Weights, slot: Record, values: Scores, work: Record
) -> int:
    """Play a slot's move in the live state; the node it leads to, -1 without room."""
    contract.play(states[LIVE], int(slot["move"]), work)
    child = int(slot["child"])
    if child < 0:
        decider = contract.turn(states[LIVE])
        child = new_node(nodes, counts, decider)
        slot["child"] = child
        if child >= 0 and decider == OVER:
            contract.score(states[LIVE], values)
            nodes[child]["stage"] = PROVEN
            for seat in range(values.shape[0]):
                nodes[child]["value"][seat] = values[seat]
    return child


@kernel
def step_hidden(
    states: States, raw: Raw, nodes: Nodes, counts: Weights, table: Moves, slot: Record,
    rng: Rng, out: Moves, odds: Weights, work: Record,
) -> int:  # fmt: skip
    """Play a slot's move and the chance that follows; the next decision's node, OVER or -1."""
    contract.play(states[LIVE], int(slot["move"]), work)
    decider = contract.turn(states[LIVE])
    while decider == CHANCE:
        contract.play(states[LIVE], contract.sample(states[LIVE], rng, out, odds, work), work)
        decider = contract.turn(states[LIVE])
    if decider == OVER:
        return OVER
    return find_by_knowledge(states, raw, nodes, counts, table, decider)


@kernel
def descend(
    states: States, raw: Raw, nodes: Nodes, slots: Slots, counts: Weights, table: Moves,
    path: Moves, knobs: Scores, values: Scores, rng: Rng, out: Moves, odds: Weights,
    work: Record, hidden: bool,
) -> int:  # fmt: skip
    """One simulation down the tree; leaves its value in `values`, returns its length."""
    node = int(counts[ROOT_NODE])
    depth = 0
    while True:
        here = nodes[node]
        stage = int(here["stage"])
        if stage == PROVEN:
            for seat in range(values.shape[0]):
                values[seat] = here["value"][seat]
            return depth
        if depth >= int(knobs[DEPTH]):
            rollout(states, LIVE, int(knobs[PLIES]), values, rng, out, odds, work)
            return depth
        if stage == NEW:
            evaluate(
                states,
                raw,
                nodes,
                node,
                slots,
                counts,
                values,
                knobs,
                not hidden,
                rng,
                out,
                odds,
                work,
            )
            return depth
        if stage == SEEN:
            if not list_moves(states[LIVE], here, slots, counts, out, odds, work):
                rollout(states, LIVE, int(knobs[PLIES]), values, rng, out, odds, work)
                return depth
            first_guesses(here, slots, knobs)
        chosen = (
            sample(here, slots, rng)
            if int(here["decider"]) == CHANCE
            else choose(here, slots, knobs)
        )
        path[2 * depth] = node
        path[2 * depth + 1] = chosen
        depth += 1
        slot = slots[chosen]
        if int(slot["proven"]) == 1:
            for seat in range(values.shape[0]):
                values[seat] = slot["value"][seat]
            return depth
        if hidden:
            node = step_hidden(states, raw, nodes, counts, table, slot, rng, out, odds, work)
        else:
            node = step_open(states, nodes, counts, slot, values, work)
        if node < 0:
            rollout(states, LIVE, int(knobs[PLIES]), values, rng, out, odds, work)
            return depth


@kernel
def first_guesses(node: Record, slots: Slots, knobs: Scores) -> None:
    """Without a look at its moves, each is thought a little worse than the position itself."""
    decider = int(node["decider"])
    if decider >= 0:
        for k in range(int(node["first"]), int(node["first"]) + int(node["count"])):
            slots[k]["guess"] = node["value"][decider] - knobs[URGENCY]


@kernel
def back_up(
    nodes: Nodes, slots: Slots, path: Moves, depth: int, values: Scores, proving: bool
) -> None:
    """Carry a value up the path, and proofs as far as they reach."""
    for k in range(depth - 1, -1, -1):
        node = nodes[path[2 * k]]
        slot = slots[path[2 * k + 1]]
        node["visits"] = int(node["visits"]) + 1
        visits = int(slot["visits"]) + 1
        slot["visits"] = visits
        if int(slot["proven"]) == 0:
            for seat in range(values.shape[0]):
                before = float(slot["value"][seat]) if visits > 1 else 0.0
                slot["value"][seat] = before + (values[seat] - before) / visits
            child = int(slot["child"])
            if proving and child >= 0 and int(nodes[child]["stage"]) == PROVEN:
                slot["proven"] = 1
                for seat in range(SEATS):
                    slot["value"][seat] = nodes[child]["value"][seat]
                settle(node, slots)
        prefer_sure(node, slots, values)


@kernel
def prefer_sure(node: Record, slots: Slots, values: Scores) -> None:
    """What was tried for the sake of knowing counts less than a proven move that is better."""
    sure, decider = int(node["sure"]), int(node["decider"])
    if sure >= 0 and slots[sure]["value"][decider] > values[decider]:
        for seat in range(values.shape[0]):
            values[seat] = slots[sure]["value"][seat]


@kernel
def search(
    states: States,
    raw: Raw,
    works: Works,
    nodes: Nodes,
    slots: Slots,
    counts: Weights,
    table: Moves,
    path: Moves,
    knobs: Scores,
    values: Scores,
    rng: Rng,
    out: Moves,
    odds: Weights,
    seat: int,
    hidden: int,
    simulations: int,
) -> None:
    """Run simulations from the root; stops early when the root is proven."""
    for _ in range(simulations):
        if int(nodes[int(counts[ROOT_NODE])]["stage"]) == PROVEN:
            return
        copy_state(states, raw, ROOT, LIVE)
        if hidden == 1:
            contract.redeal(states[LIVE], seat, rng, works[0])
        depth = descend(
            states, raw, nodes, slots, counts, table, path, knobs, values, rng, out, odds, works[0],
            hidden == 1,
        )  # fmt: skip
        back_up(nodes, slots, path, depth, values, hidden == 0)
        counts[SIMULATIONS] += 1


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


@kernel
def prepare_root(states: States, nodes: Nodes, counts: Weights, table: Moves) -> None:
    """An empty tree whose root is the root state's decision."""
    for k in range(table.shape[0]):
        table[k] = -1
    counts[NODES] = counts[SLOTS] = counts[SIMULATIONS] = 0
    counts[ROOT_NODE] = new_node(nodes, counts, contract.turn(states[ROOT]))


SEARCH = EntrySet("search", (search, prepare_root, keep_subtree), Path(__file__).parent)
"""The entries that Python calls, kept on disk per game beside the core's."""
