"""Simulations: down the tree, a judgement, and back up. Kernels written once for all games.

Games without hidden information are a tree: chance has nodes, and values are proven from the
leaves up. In games with it every simulation deals the hidden part anew; a decision is found by
what its decider knows, so that nobody's choice can depend on what he does not see, and chance
is played through without a node.
"""

import math
from pathlib import Path

from orrery.core import contract
from orrery.core.contract import CHANCE, OVER, Record
from orrery.core.dice import mix_word, pick
from orrery.core.entries import EntrySet, Moves, Raw, Rng, Scores, States, Weights, Works
from orrery.core.jit import kernel

from .params import DEPTH, EXPLORE, LOOK, PLIES, TRUST, URGENCY
from .tree import (
    CHILD,
    LIVE,
    NEW,
    PROVEN,
    ROOT,
    ROOT_NODE,
    SEATS,
    SEEN,
    SIMULATIONS,
    Desk,
    Nodes,
    Slots,
    Tree,
    copy_state,
    judge,
    keep_subtree,
    list_moves,
    look_at_moves,
    new_node,
    prepare_root,
    settle,
)


@kernel
def rollout(desk: Desk) -> None:
    """Play random moves in the live state, as many as the knobs say, and judge what comes of it."""
    state, rng, out, odds, work = desk.states[LIVE], desk.rng, desk.out, desk.odds, desk.work
    plies = int(desk.knobs[PLIES])
    decider = contract.turn(state)
    while decider != OVER and plies != 0:
        contract.play(state, contract.sample(state, rng, out, odds, work), work)
        decider = contract.turn(state)
        plies -= 1
    judge(state, decider, desk.values, work)


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
    first, count = int(node["first"]), int(node["count"])
    weights = slots[first : first + count]["weight"]
    total = 0
    for k in range(count):
        total += int(weights[k])
    return first + pick(rng, weights, total)


@kernel
def evaluate(tree: Tree, desk: Desk, here: Record, proving: bool) -> None:
    """Judge the live state at a node that is met for the first time."""
    if desk.knobs[LOOK] > 0.0 and list_moves(tree, desk, here):
        look_at_moves(tree.slots, desk, here, proving)
        if proving:
            settle(here, tree.slots)
        return
    here["stage"] = SEEN
    rollout(desk)
    for seat in range(desk.values.shape[0]):
        here["value"][seat] = desk.values[seat]


@kernel
def knowledge_key(desk: Desk, seat: int) -> int:
    """A hash of all that the decider of the live state knows."""
    copy_state(desk, LIVE, CHILD)
    contract.hide(desk.states[CHILD], seat)
    width = desk.raw.shape[0] // desk.states.shape[0]
    used = min(contract.size(desk.states[CHILD]), width)
    key = 1 + seat
    for k in range(used):
        key = mix_word(key, int(desk.raw[CHILD * width + k]))
    return key


@kernel
def find_by_knowledge(tree: Tree, desk: Desk, decider: int) -> int:
    """The node of what the decider of the live state knows; made if it is new, -1 without room."""
    table = tree.table
    key = knowledge_key(desk, decider)
    mask = table.shape[0] - 1
    place = key & mask
    while table[place] >= 0:
        if int(tree.nodes[table[place]]["key"]) == key:
            return int(table[place])
        place = (place + 1) & mask
    node = new_node(tree.nodes, tree.counts, decider)
    if node >= 0:
        tree.nodes[node]["key"] = key
        table[place] = node
    return node


@kernel
def step_open(tree: Tree, desk: Desk, slot: Record) -> int:
    """Play a slot's move in the live state; the node it leads to, -1 without room."""
    live, values = desk.states[LIVE], desk.values
    contract.play(live, int(slot["move"]), desk.work)
    child = int(slot["child"])
    if child < 0:
        decider = contract.turn(live)
        child = new_node(tree.nodes, tree.counts, decider)
        slot["child"] = child
        if child >= 0 and decider == OVER:
            contract.score(live, values)
            tree.nodes[child]["stage"] = PROVEN
            for seat in range(values.shape[0]):
                tree.nodes[child]["value"][seat] = values[seat]
    return child


@kernel
def step_hidden(tree: Tree, desk: Desk, slot: Record) -> int:
    """Play a slot's move and the chance that follows; the next decision's node, OVER or -1."""
    live, rng, out, odds, work = desk.states[LIVE], desk.rng, desk.out, desk.odds, desk.work
    contract.play(live, int(slot["move"]), work)
    decider = contract.turn(live)
    while decider == CHANCE:
        contract.play(live, contract.sample(live, rng, out, odds, work), work)
        decider = contract.turn(live)
    if decider == OVER:
        return OVER
    return find_by_knowledge(tree, desk, decider)


@kernel
def descend(tree: Tree, desk: Desk, path: Moves, hidden: bool) -> int:
    """One simulation down the tree; leaves its value at the desk, returns its length."""
    node = int(tree.counts[ROOT_NODE])
    depth = 0
    while True:
        here = tree.nodes[node]
        stage = int(here["stage"])
        if stage == PROVEN:
            take_value(desk, here)
            return depth
        if depth >= int(desk.knobs[DEPTH]):
            rollout(desk)
            return depth
        if stage == NEW:
            evaluate(tree, desk, here, not hidden)
            return depth
        if stage == SEEN:
            if not list_moves(tree, desk, here):
                rollout(desk)
                return depth
            first_guesses(here, tree.slots, desk.knobs)
        chosen = (
            sample(here, tree.slots, desk.rng)
            if int(here["decider"]) == CHANCE
            else choose(here, tree.slots, desk.knobs)
        )
        path[2 * depth] = node
        path[2 * depth + 1] = chosen
        depth += 1
        slot = tree.slots[chosen]
        if int(slot["proven"]) == 1:
            take_value(desk, slot)
            return depth
        node = step_hidden(tree, desk, slot) if hidden else step_open(tree, desk, slot)
        if node < 0:
            rollout(desk)
            return depth


@kernel
def take_value(desk: Desk, known: Record) -> None:
    """The value of a node or a slot is what this simulation is worth."""
    for seat in range(desk.values.shape[0]):
        desk.values[seat] = known["value"][seat]


@kernel
def first_guesses(node: Record, slots: Slots, knobs: Scores) -> None:
    """Without a look at its moves, each is thought a little worse than the position itself."""
    decider = int(node["decider"])
    if decider >= 0:
        for k in range(int(node["first"]), int(node["first"]) + int(node["count"])):
            slots[k]["guess"] = node["value"][decider] - knobs[URGENCY]


@kernel
def back_up(tree: Tree, path: Moves, depth: int, values: Scores, proving: bool) -> None:
    """Carry a value up the path, and proofs as far as they reach."""
    nodes, slots = tree.nodes, tree.slots
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
    tree = Tree(nodes, slots, counts, table)
    desk = Desk(states, raw, works[0], out, odds, values, knobs, rng)
    for _ in range(simulations):
        if int(nodes[int(counts[ROOT_NODE])]["stage"]) == PROVEN:
            return
        copy_state(desk, ROOT, LIVE)
        if hidden == 1:
            contract.redeal(states[LIVE], seat, rng, works[0])
        depth = descend(tree, desk, path, hidden == 1)
        back_up(tree, path, depth, values, hidden == 0)
        counts[SIMULATIONS] += 1


SEARCH = EntrySet("search", (search, prepare_root, keep_subtree), Path(__file__).parent)
"""The entries that Python calls, kept on disk per game beside the core's."""
