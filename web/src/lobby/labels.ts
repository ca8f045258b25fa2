// Where the names of planets stand: by their planets, and not on each other or on the sun.

export interface Disc {
  x: number;
  y: number;
  size: number;
}
interface Named extends Disc {
  text: string;
}
interface Place {
  x: number;
  y: number;
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Half of how wide a letter is for its height, on average. */
const WIDE = 0.28;

/** A name in the middle of whose foot a place is. */
const boxOf = (text: string, letter: number, { x, y }: Place): Box => {
  const half = text.length * letter * WIDE;
  return { left: x - half, right: x + half, top: y - letter * 0.75, bottom: y + letter * 0.25 };
};
const around = ({ x, y, size }: Disc): Box => ({
  left: x - size,
  right: x + size,
  top: y - size,
  bottom: y + size,
});
const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Places for the names of planets, in their order. */
export function placeNames(planets: Named[], sun: Disc, letter: number, width: number): Place[] {
  const found: Place[] = [];
  const place = (planet: Named, k: number) => {
    const others = found.flatMap((at, j) =>
      j === k ? [] : [boxOf(planets[j]?.text ?? "", letter, at)],
    );
    const discs = [sun, ...planets.filter((other) => other !== planet)].map(around);
    /** How much it would hide. */
    const cost = (at: Place) => {
      const box = boxOf(planet.text, letter, at);
      return [...others, ...discs].reduce((sum, other) => sum + shared(box, other), 0);
    };
    const tries = triesFor(planet, sun, letter, width);
    found[k] = tries.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  };
  // The first to choose did not know of those that came later: all may choose once more.
  planets.forEach(place);
  planets.forEach(place);
  return found;
}

/** Where a name may stand, the best place first. */
function triesFor({ x, y, size, text }: Named, sun: Disc, letter: number, width: number): Place[] {
  const half = text.length * letter * WIDE;
  const inside = (at: number) => Math.max(half, Math.min(width - half, at));
  const out = x < sun.x ? -1 : 1;
  const below = y + size + letter;
  const above = y - size - letter * 0.4;
  const edges = [below, above, below + letter, above - letter, below + 2 * letter];
  return [
    ...edges.slice(0, 2).map((y) => ({ x, y })),
    ...[out, -out].flatMap((side) => [
      { x: x + side * (half + size + letter * 0.3), y: y + letter * 0.3 },
      ...edges.map((y) => ({ x: x + side * (half - size), y })),
    ]),
    ...edges.slice(2).map((y) => ({ x, y })),
  ].map((place) => ({ ...place, x: inside(place.x) }));
}
