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
from orrery.core.dice import draw, mix_word
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
    Nodes,
    Slots,
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


SEARCH = EntrySet("search", (search, prepare_root, keep_subtree), Path(__file__).parent)
"""The entries that Python calls, kept on disk per game beside the core's."""
