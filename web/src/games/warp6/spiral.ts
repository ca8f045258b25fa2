// The spiral in the plane: six rings of six sectors, wound counter-clockwise towards the centre.

export const RINGS = 6;
export const SECTORS = 6;
export const INNER = 8;
export const STEP = 15.4;
export const OUTER = INNER + RINGS * STEP;
const TURN = 0.62; // where the outer end lies, as a share of a full turn

export interface Point {
  x: number;
  y: number;
}

/** The first mark of each ring, from the outside in. */
export const RING_START: number[] = [];
const RING_OF: number[] = [];
for (let ring = RINGS; ring > 0; ring--) {
  RING_START[ring] = RING_OF.length;
  for (let k = 0; k < SECTORS * ring; k++) RING_OF.push(ring);
}
export const MARKS = RING_OF.length;
export const CENTRE = MARKS;
export const ringOf = (mark: number): number => RING_OF[mark] ?? 0;

/** A place along the line, marks and what lies between them; from CENTRE on it is the middle. */
export function along(progress: number): Point {
  if (progress >= CENTRE) return { x: 0, y: 0 };
  const ring = ringOf(Math.floor(progress));
  const way = progress - RING_START[ring]!;
  const share = way / (SECTORS * ring);
  let radius = INNER + STEP * (ring - share);
  if (progress > CENTRE - 1) radius *= CENTRE - progress; // the last step falls in
  const angle = 2 * Math.PI * (TURN + share);
  return { x: radius * Math.cos(angle), y: -radius * Math.sin(angle) };
}

/** Where the dotted line of a mark leads. */
export function laneOf(mark: number): number {
  const ring = ringOf(mark);
  if (ring === 1) return CENTRE;
  const way = mark - RING_START[ring]!;
  const sector = Math.floor(way / ring);
  return RING_START[ring - 1]! + sector * (ring - 1) + Math.min(way % ring, ring - 2);
}

/** Where a ring's number stands: inside its first step, where neither dice nor lines are. */
export const ringLabels: (Point & { ring: number })[] = [6, 5, 4, 3, 2, 1].map((ring) => {
  const angle = 2 * Math.PI * (TURN + 0.5 / (SECTORS * ring));
  const radius = INNER + STEP * (ring - 0.5);
  return { ring, x: radius * Math.cos(angle), y: -radius * Math.sin(angle) };
});

/** Arrowheads on the line, in every other sixth, halfway between two marks. */
export const ARROWS: string[] = RING_START.flatMap((start, ring) =>
  [0, 2, 4].map((sector) => {
    const at = start + ring * sector + 0.5 + Math.floor(ring / 2);
    const [a, b] = [along(at - 0.1), along(at + 0.1)];
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return `translate(${pair(along(at))}) rotate(${turn.toFixed(1)})`;
  }),
);

export const marks: (Point & { mark: number; ring: number; arm: boolean })[] = RING_OF.map(
  (ring, mark) => ({
    mark,
    ring,
    ...along(mark),
    arm: (mark - RING_START[ring]!) % ring === 0,
  }),
);

/** A stretch of the line as an SVG path. */
export function stretch(from: number, to: number): string {
  const points: string[] = [];
  for (let at = from; at < to; at += 0.25) points.push(pair(along(at)));
  points.push(pair(along(to)));
  return `M${points.join("L")}`;
}

export function pair({ x, y }: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
export const WHOLE = stretch(0, CENTRE);
export const LANES = marks
  .map(({ mark, ring }) => {
    const a = along(mark);
    const b = along(laneOf(mark));
    // From ring 1 a lane ends at the rim of the hole.
    const end = ring === 1 ? { x: a.x * 0.35, y: a.y * 0.35 } : b;
    return `M${pair(a)}L${pair(end)}`;
  })
  .join("");
