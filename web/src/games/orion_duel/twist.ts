// Two fingers on a board that twist: every eighth of a circle turns what is held by one place.

interface Point {
  x: number;
  y: number;
}

export class Twist {
  readonly #turn: (by: number) => void;
  readonly #fingers = new Map<number, Point>();
  #angle: number | null = null;

  constructor(turn: (by: number) => void) {
    this.#turn = turn;
  }

  down(event: PointerEvent): void {
    if (event.pointerType === "touch") this.#at(event);
  }

  move(event: PointerEvent): void {
    if (this.#fingers.size < 2 || !this.#fingers.has(event.pointerId)) return;
    this.#at(event);
    const [a, b] = [...this.#fingers.values()];
    const now = Math.atan2(b!.y - a!.y, b!.x - a!.x);
    this.#angle ??= now;
    const by = ((now - this.#angle + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    if (Math.abs(by) <= Math.PI / 4) return;
    this.#turn(by > 0 ? 1 : -1);
    this.#angle = now;
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#angle = null;
  }

  #at(event: PointerEvent): void {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
}
