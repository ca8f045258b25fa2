"""Every game in every window: nothing is wider than the window, no button is hidden or covered.

Games with known dice are played by requests, at random; the pages of all windows follow them
through their sockets and are looked over at 40 moments, above all where something is asked.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page

from orrery.core import registry
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.server import loading
from orrery.server.people import new_id
from orrery.server.seating import begin_if_ready
from orrery.server.table import Seat, Table
from tests.server.serving import Server

from .browsing import Visit

MOMENTS = 40
LONGEST = 120
"""So many moves of a game are looked at, at most."""
PHONE = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
WINDOWS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "phone": (360, 740, {**PHONE, "locale": "ru-RU"}),
    "phone held sideways": (740, 360, {**PHONE, "locale": "fr-FR"}),
    "large phone held sideways": (915, 412, {**PHONE, "locale": "ru-RU"}),
    "laptop": (1366, 768, {"locale": "en-US"}),
    "small laptop": (1280, 720, {"locale": "ru-RU"}),
    "screen": (1920, 950, {"locale": "fr-FR"}),
}
GAMES: dict[str, dict[str, Any]] = {
    "cubulus": {},
    "warp6": {},
    "orion_duel": {},
    "under_falling_skies": {},
    "black_crystal": {"players": 4},
}

LOOK = """async ([id, n]) => {
  const seen = () => {
    const kept = JSON.parse(localStorage.getItem("orrery-seen") ?? "{}")[id];
    return Object.values(kept?.seats ?? {}).some((at) => at >= n);  // a bot may have gone on
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const shows = () => seen() && document.querySelector(".board :is(svg, canvas)");
  const ends = Date.now() + 30_000;
  while (!shows() && Date.now() < ends) await frame();
  if (!shows()) return ["it never shows what happened"];
  await frame();
  await frame();

  const faults = [];
  const page = document.scrollingElement;
  // A phone zooms out of a page that is too wide: the window of such a page grows with it.
  const [wide, high] = [Math.min(innerWidth, screen.width), Math.min(innerHeight, screen.height)];
  if (page.scrollWidth > wide) faults.push(`the page is ${page.scrollWidth} px wide`);
  const pictures = [...document.querySelectorAll(".board :is(svg, canvas)")]
    .map((one) => one.getBoundingClientRect())
    .map(({ width, height }) => Math.round(Math.min(width, height)));
  const largest = Math.max(...pictures);
  if (largest < 150) faults.push(`the picture is no larger than ${largest} px`);

  // Under a finger there are no keys to speak of.
  if (matchMedia("(pointer: coarse)").matches) {
    const texts = document.createTreeWalker(document.querySelector(".play"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (parentElement.closest(".seen-by-readers, svg")) continue;
      if (/\\barrows\\b|flèches|стрелк|\\bEnter\\b/i.test(data))
        faults.push(`"${data.trim()}" speaks of keys`);
    }
  }

  const CONTROLS = "button, a.button, summary, select, input, textarea";
  const nameOf = (one) =>
    (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\\s+/g, " ").slice(0, 40) ||
    one.outerHTML.slice(0, 60);
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, box];
  };
  const scrolls = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    return [overflowX, overflowY].some((how) => how === "auto" || how === "scroll");
  };
  const clippedBy = (one) => {
    const [x, y] = centre(one);
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflow, display } = getComputedStyle(up);
      if (overflow === "visible" || display === "contents" || scrolls(up)) continue;
      const box = up.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return up;
    }
    return null;
  };
  for (const one of document.querySelectorAll(CONTROLS)) {
    if (!one.closest("main, .side") || one.disabled || one.closest("[inert]")) continue;
    if (one.closest(".seen-by-readers") || !one.checkVisibility({ visibilityProperty: true }))
      continue;
    const moved = [];
    for (let up = one.parentElement; up; up = up.parentElement)
      if (scrolls(up)) moved.push([up, up.scrollTop, up.scrollLeft]);
    const top = page.scrollTop;
    if (moved.length || page.scrollHeight > high)
      one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const [x, y, box] = centre(one);
    const what = `${one.className.toString().split(" ")[0] || one.tagName} "${nameOf(one)}"`;
    const clip = clippedBy(one);
    const hit = document.elementFromPoint(x, y);
    if (box.width < 16 || box.height < 16)
      faults.push(`${what} is ${Math.round(box.width)} by ${Math.round(box.height)} px`);
    else if (x < 0 || y < 0 || x > wide || y > high)
      faults.push(`${what} is out of the window, at ${Math.round(x)}, ${Math.round(y)}`);
    else if (clip) faults.push(`${what} is cut off by .${clip.className}`);
    else if (!hit || !(one.contains(hit) || hit.closest("label")?.control === one))
      faults.push(`${what} is covered by <${hit?.tagName} ${hit?.getAttribute("class") ?? ""}>`);
    for (const [up, above, left] of moved) up.scrollTo({ top: above, left, behavior: "instant" });
    page.scrollTop = top;
  }
  return faults;
}"""


@dataclass
class Script:
    """A game played at random: its table, the moves, and the moments that are looked at."""

    table: Table
    moves: list[tuple[int, int, str]] = field(default_factory=list)
    """After which event, by which seat, what."""
    wanted: list[int] = field(default_factory=list)
    """Before which of the moves the pages are looked at."""


def write_script(game: Game, options: dict[str, Any], seed: int, people: list[str]) -> Script:
    """The same game every time: its dice come from a secret that is known."""
    known = game.read_options(options)
    table = Table(
        id=new_id(),
        game_name=game.name,
        ruleset=game.version,
        options=dict(known),
        secret=seed.to_bytes(32, "big"),
        created=time.time(),
        seats=[
            Seat(k, person=people[min(k, 1)], sits=True, name=("Ann", "Bob", "Cleo", "Dan")[k])
            for k in range(game.seats(known))
        ],
        game=game,
    )
    script = Script(table)
    match = Match(game, known, dice=table.dice)
    kinds: list[tuple[str, ...]] = []
    rng = random.Random(seed)
    while not match.over and len(script.moves) < LONGEST:
        legal = match.legal()
        kinds.append((str(match.turn), game.prompt(match.knowledge(match.turn)[0])))
        move = rng.choice(legal)
        script.moves.append((len(match.log), match.turn, move))
        match.play(move)
    script.wanted = moments(kinds)
    begin_if_ready(table)
    return script


def moments(kinds: list[tuple[str, ...]]) -> list[int]:
    """Which moments to look at: those of each kind in turn, what is asked of seat 0 first."""
    by_kind: dict[tuple[str, ...], list[int]] = {}
    for k, kind in enumerate(kinds):
        by_kind.setdefault(kind, []).append(k)
    groups = sorted(by_kind.items(), key=lambda entry: (entry[0][0] != "0", entry[1][0]))
    chosen: list[int] = []
    for place in range(len(kinds)):
        chosen += [found[place] for _, found in groups if place < len(found)]
    return sorted(chosen[:MOMENTS])


def store(server: Server, table: Table) -> None:
    engine = sa.create_engine(f"sqlite:///{server.database}")
    with engine.begin() as connection:
        loading.insert_table(connection, table)
    engine.dispose()


@pytest.fixture
def screens(
    visit: Callable[..., Visit], server: Server
) -> tuple[dict[str, Page], list[Any], list[str]]:
    """One person's page in every window; who asks for each of two people, and their ids."""
    ann, bob = visit(), visit()
    asks = [ann.context.request, bob.context.request]
    ids = [
        ask.post(f"{server.address}/api/guests", data={"name": name}).json()["id"]
        for ask, name in zip(asks, ("Ann", "Bob"), strict=True)
    ]
    state = ann.context.storage_state()
    pages = {
        name: visit(width, height, storage_state=state, reduced_motion="reduce", **more).page
        for name, (width, height, more) in WINDOWS.items()
    }
    return pages, asks, ids


@pytest.mark.parametrize("name", GAMES)
def test_everything_fits_at_any_moment(screens: Any, server: Server, name: str) -> None:
    pages, asks, ids = screens
    faults: dict[str, list[str]] = {}
    left, seed = MOMENTS, 1

    def look(table: str, n: int) -> None:
        for window, page in pages.items():
            for fault in page.evaluate(LOOK, [table, n]):
                faults.setdefault(f"{window}: {fault}", []).append(f"{seed}:{n}")

    while left > 0:
        script = write_script(registry.find(name), GAMES[name], seed, ids)
        store(server, script.table)
        path = f"{server.address}/api/tables/{script.table.id}"
        for page in pages.values():
            page.goto(f"{server.address}/t/{script.table.id}")
        for k, (n, seat, move) in enumerate(script.moves):
            if k in script.wanted and left > 0:
                left -= 1
                look(script.table.id, n)
            act = {"n": n, "seat": seat, "move": move}
            answer = asks[min(seat, 1)].post(f"{path}/moves", data=act)
            assert answer.ok, answer.text()
        now = asks[0].get(path).json()
        if now["table"]["status"] != "over":  # how it ends is seen in any case
            act = {"n": now["n"], "seat": 0}
            assert asks[0].post(f"{path}/resign", data=act).ok
        look(script.table.id, asks[0].get(path).json()["n"])
        seed += 1
    told = [f"{what} ({len(when)} times, first at {when[0]})" for what, when in faults.items()]
    assert not told, "\n".join(told)
