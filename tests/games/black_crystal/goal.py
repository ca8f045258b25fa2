"""A goal-seeking player over the naive twin: it makes games with winners and rare states.

It digs toward the unknown, mines and fetches Crystals, carries them to a known Exit, goes for
carriers, boosts hard fights, and is careless now and then so that everything gets played.
"""

import heapq
import random

from tests.games.black_crystal.naive import (
    BOOM,
    COMPASS,
    FIND,
    OTHER,
    Fight,
    Naive,
    Place,
    Seat,
    beside,
    health,
    in_grid,
    openings,
    written,
)

CARELESS = 0.03  # how often any legal input will do
FREE = 0.12  # how often a card or theft of no clear use is tried
WALK, HOP, DIG, TOOL, TOKEN = 2, 1, 3, 12, 3  # costs of a way
LONG = 3  # steps that are worth a Mine Cart
AS_MOVE = ("play F15", "play F17", "play F20", "play F28")
WANTED = ("mine", "help", "spend", "play F23", "play F11", "play F14", "play F24", "play F29")


def choose(naive: Naive, rng: random.Random) -> str:
    """A legal input for the seat asked, or an outcome of chance by its weight."""
    legal = naive.legal()
    weights = naive.weights()
    if weights:
        return rng.choices(list(weights), list(weights.values()))[0]
    if rng.random() < CARELESS:
        return rng.choice(legal)
    seat = naive.seats[naive.turn]
    if naive.state == "ACT":
        return act(naive, seat, legal, rng)
    if naive.state == "CART":
        return travel(naive, seat, legal, rng) or rng.choice(legal)
    if naive.state == "LAY":
        return lay(naive, seat, legal, rng)
    if naive.state == "REACT":
        attacks = [text for text in legal if text != "pass"]
        wanted = naive.seats[naive.active].crystal or rng.random() < 0.3
        return rng.choice(attacks) if wanted else "pass"
    if naive.state in ("PREROLL", "POSTROLL", "MONSTER") and naive.fight is not None:
        return fight(naive, naive.fight, seat, legal, rng)
    for text in WANTED:
        if text in legal:
            return text
    return rng.choice(legal)


# ----- where to go -----


def goals(naive: Naive, seat: Seat) -> list[set[Place]]:
    """Sets of places worth going to, the best first; Find tiles may give a tool in the end."""
    cells = naive.cells
    exits = {place for place, cell in cells.items() if cell.shows("exit")}
    stones = {place for place, cell in cells.items() if cell.unmined or cell.loose}
    carriers = {rival.at for rival in naive.seats if rival.crystal and rival is not seat}
    unknown = {place for place, cell in cells.items() if cell.is_unopened}
    finds = {place for place, cell in cells.items() if cell.shows("find")}
    return [exits, unknown, finds] if seat.crystal else [stones, carriers, unknown, finds]


def edges(naive: Naive, seat: Seat, place: Place) -> list[tuple[int, Place, list[str]]]:
    """What leads on from a place: cost, next place, and the inputs that would do it."""
    found: list[tuple[int, Place, list[str]]] = []
    clears, blasts = naive._tools(seat, "clear"), naive._tools(seat, "blast")
    head = ["head"] if seat.skill == "iron_head" and place == seat.at else []
    for side in COMPASS:
        there = beside(place, side)
        if place == seat.home and there == seat.gate and naive.cells[there].is_unopened:
            found.append((DIG, there, ["dig"]))
        elif naive._reach(seat, place, side) is not None:
            if not naive._has_rubble(there):
                token = TOKEN if in_grid(there) and naive.cells[there].boom else 0
                found.append((WALK + token, there, [f"walk {side}"]))
            elif clears or head:
                tools = [f"clear {side} {tool}" for tool in clears]
                found.append((TOOL, there, tools + [f"blast {side} {tool}" for tool in head]))
        elif place != seat.home and in_grid(there) and not naive.cells[there].mushroom:
            if naive.cells[there].is_unopened and side in naive.cells[place].openings:
                found.append((DIG, there, ["dig"]))
            elif (blasts or head) and not naive.cells[there].rubble:
                found.append((TOOL, there, [f"blast {side} {tool}" for tool in blasts + head]))
    portals = naive._live_portals()
    if place in portals:
        found += [(HOP, there, [f"hop {written(there)}"]) for there in portals if there != place]
    return found


def way(naive: Naive, seat: Seat, targets: set[Place], legal: list[str]) -> list[str] | None:
    """The inputs that begin the cheapest way to one of some places, legal ones only."""
    queue: list[tuple[int, int, Place, list[str]]] = [(0, 0, seat.at, [])]
    done: set[Place] = set()
    number = 0
    while queue:
        cost, _, place, begin = heapq.heappop(queue)
        if place in done:
            continue
        done.add(place)
        if begin and place in targets:
            return begin
        if place != seat.home and not naive.cells[place].is_open:
            continue
        for more, there, texts in edges(naive, seat, place):
            start = begin or [text for text in texts if text in legal]
            if start and there not in done:
                number += 1
                heapq.heappush(queue, (cost + more, number, there, start))
    return None


def travel(naive: Naive, seat: Seat, legal: list[str], rng: random.Random) -> str | None:
    """The input that brings the best goal in reach nearer."""
    for targets in goals(naive, seat):
        begin = way(naive, seat, targets, legal)
        if begin is None:
            continue
        if begin == ["dig"]:
            begin = [text for text in ("dig", "play F20", "play F28") if text in legal]
        elif begin[0].startswith("walk ") and "play F15" in legal:
            near = min((distance(seat.at, target) for target in targets), default=0)
            if near >= LONG:
                return "play F15"
        return rng.choice(begin)
    return None


def distance(one: Place, two: Place) -> int:
    """Distance through rock."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


# ----- what to do -----


def act(naive: Naive, seat: Seat, legal: list[str], rng: random.Random) -> str:
    """ACT: a Crystal at hand, an attack on a carrier, a card, a way on, or the end."""
    if "mine" in legal:
        return "mine"
    for text in legal:
        if text.startswith("attack "):
            rival = naive._dwarf_on(beside(seat.at, text.split()[1]))
            if rival is not None and (rival.crystal or rng.random() < 0.3):
                return text
    extras = [text for text in legal if text.startswith("steal ")]
    extras += [text for text in legal if text.startswith("play ") and text not in AS_MOVE]
    if extras and rng.random() < FREE:
        return rng.choice(extras)
    if naive.record.moves > 0:
        step = travel(naive, seat, legal, rng)
        if step is not None:
            return step
        moves = [text for text in legal if text.split()[0] in ("dig", "walk", "hop", "play")]
        if moves:
            return rng.choice(moves)
    return "end" if "end" in legal else rng.choice(legal)


def lay(naive: Naive, seat: Seat, legal: list[str], rng: random.Random) -> str:
    """LAY so that the new tile leads on into the unknown."""
    scores = {}
    for text in legal:
        _, side, turn = text.split()
        there = beside(seat.at, side)
        around = [beside(there, each) for each in openings(naive.drawn[0], int(turn[1:]))]
        ahead = sum(in_grid(place) and naive.cells[place].is_unopened for place in around)
        scores[text] = ahead + 0.5 * rng.random()
    return max(scores, key=lambda text: scores[text])


def fight(naive: Naive, duel: Fight, seat: Seat, legal: list[str], rng: random.Random) -> str:
    """Windows of a fight: boost what is hard, sell and reroll what is lost."""
    if naive.state == "MONSTER":
        hard = duel.card is not None and health(duel.card) >= 4
        clever = [text for text in ("tame", "play F22") if text in legal]
        if clever:
            return rng.choice(clever)
        return "play F12" if "play F12" in legal and hard and rng.random() < 0.5 else "fight"
    if naive.state == "POSTROLL":
        others = [text for text in legal if text != "pass"]
        return rng.choice(others) if rng.random() < 0.8 else "pass"
    side = next((side for side in OTHER if duel.seat(side) == seat.number), None)
    if side is None:
        return rng.choice(legal)
    if "potion" in legal and rng.random() < 0.5:
        return "potion"
    foe = OTHER[side]
    strong = 3.5 if duel.card is None else BOOM[duel.card]["health"]
    gap = strong + duel.mods[foe] - duel.mods[side]
    boosts = [f"play {card}" for card, entry in FIND.items() if "own" in entry["effect"]]
    boosts = [text for text in [*boosts, "play F09", f"play F10 {foe}"] if text in legal]
    if boosts and gap >= 3 and rng.random() < 0.8:
        return rng.choice(boosts)
    return "pass"
