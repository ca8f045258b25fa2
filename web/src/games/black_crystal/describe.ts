// A cell in words, for those who hear the board.

import type { Choice, Say } from "./moves";
import {
  CELLS,
  SIDES,
  beside,
  cellText,
  eventOf,
  isTile,
  openings,
  placeOf,
  seatAtHome,
  wayOn,
  type MineView,
} from "./view";

function wayWords(view: MineView, cell: number, side: number, say: Say): string {
  const name = say(`side.${SIDES[side]!.toLowerCase()}`);
  const way = wayOn(view, cell, side);
  const there = view.cells[beside(cell, side) ?? -1];
  const how = way === "joined" && isTile(there) && there.rubble ? "rubble" : way;
  return say(`web_cell.way_${how}`, { side: name });
}

/** "4,4: Find, T-junction; ways on: north dark, east walked; red is here". */
export function describe(view: MineView, place: number, choices: Choice[], say: Say): string {
  const here = view.seats
    .filter((dwarf) => placeOf(dwarf) === place)
    .map((dwarf) => say("web_cell.dwarf", { who: say(`who.${dwarf.colour}`) }));
  const moves = [...new Set(choices.map(({ label }) => label))];
  if (place >= CELLS) {
    const seat = seatAtHome(view, place);
    const name =
      seat < 0
        ? say("web_cell.boarded")
        : say("web_cell.home", { who: say(`who.${view.seats[seat]!.colour}`) });
    return [name, ...here, ...moves].join("; ");
  }
  const cell = view.cells[place];
  const start = cellText(place);
  if (cell === "mushroom") return `${start}: ${say("web_cell.mushroom")}`;
  if (!isTile(cell)) return [`${start}: ${say("web_cell.unopened")}`, ...moves].join("; ");
  const sides = openings(cell.tile, cell.rot);
  const through = [0, 1, 2, 3].filter(
    (side) => !sides.includes(side) && wayOn(view, place, side) === "joined",
  );
  const ways = [
    ...sides.map((side) => wayWords(view, place, side, say)),
    ...through.map((side) =>
      say("web_cell.way_passage", { side: say(`side.${SIDES[side]!.toLowerCase()}`) }),
    ),
  ];
  const marks = [
    cell.rubble && say("web_cell.rubble"),
    cell.boom && say("web_cell.boom"),
    cell.unmined && say("web_cell.unmined"),
    cell.loose && say("web_cell.loose"),
  ].filter((words): words is string => Boolean(words));
  const tile = say(`tile.${eventOf(cell.tile)}`);
  const on = say("web_cell.ways", { n: ways.length, ways: ways.join(", ") });
  return [`${start}: ${tile}`, on, ...marks, ...here, ...moves].join("; ");
}
