import type * as Three from "three";
import type { Mesh, Object3D, Scene } from "three";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { CubeScene } from "../../../src/games/cubulus/cube";
import { FACELET, targetsOn } from "../../../src/games/cubulus/geometry";
import { stepsIn } from "../steps";

const step = stepsIn<"cubulus">();

/** What would be drawn, and how often. */
const drawn = vi.hoisted((): { scene: unknown; times: number } => ({ scene: null, times: 0 }));

// There is no graphics card: what would be drawn is looked at instead.
vi.mock("three", async (real) => {
  const three = await real<typeof Three>();
  class WebGLRenderer {
    toneMapping = 0;
    toneMappingExposure = 0;
    setPixelRatio = vi.fn();
    setSize = vi.fn();
    dispose = vi.fn();
    render(scene: Three.Scene, camera: Three.Camera): void {
      scene.updateMatrixWorld();
      camera.updateMatrixWorld();
      drawn.scene = scene;
      drawn.times += 1;
    }
  }
  class PMREMGenerator {
    fromScene = () => ({ texture: null });
  }
  return { ...three, WebGLRenderer, PMREMGenerator };
});

const EMPTY = ".".repeat(27);
const put = (cells: Record<number, string>) =>
  Array.from(EMPTY, (none, cell) => cells[cell] ?? none).join("");
const listener = { hover: vi.fn(), pick: vi.fn() };
let canvas: HTMLCanvasElement;
let cube: CubeScene;

const all = (): Object3D[] => {
  const found: Object3D[] = [];
  (drawn.scene as Scene).traverse((one) => found.push(one));
  return found;
};
const frame = (milliseconds = 16) => vi.advanceTimersByTime(milliseconds);
/** The balls that lie in the cube, and where. */
const balls = () =>
  all()
    .filter(({ userData }) => userData["cell"] !== undefined)
    .map((ball) => [ball.userData["cell"] as number, ball.position.toArray()] as const);
const spot = (name: string) =>
  all().find(({ userData }) => userData["facelet"] === name) as Mesh<
    Three.CircleGeometry,
    Three.MeshStandardMaterial
  >;
const colour = (name: string) => `#${spot(name).material.color.getHexString()}`;
const halo = (name: string) =>
  spot(name).children.find((one) => one.name === "halo") as
    Mesh<Three.RingGeometry, Three.MeshBasicMaterial> | undefined;

const pointer = (type: string, x: number, y: number, pointerType = "mouse") =>
  canvas.dispatchEvent(
    Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerId: 1, pointerType }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  const pen = new Proxy({}, { get: () => () => ({ addColorStop: vi.fn() }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
  canvas = document.createElement("canvas");
  canvas.setPointerCapture = vi.fn();
  canvas.getBoundingClientRect = () => new DOMRect(0, 0, 400, 400);
  drawn.times = 0;
  for (const one of Object.values(listener)) one.mockClear();
  cube = new CubeScene(canvas, listener);
  cube.resize(400, 400);
  frame();
  onTestFinished(() => {
    cube.close();
    vi.useRealTimers();
  });
});

describe("the cube", () => {
  it("is drawn only when something has changed", () => {
    const before = drawn.times;
    frame(1000);
    expect(drawn.times).toBe(before);
    cube.show(put({ 0: "b" }));
    frame();
    expect(drawn.times).toBe(before + 1);
    cube.close();
    cube.turn(1, 0);
    frame();
    expect(drawn.times).toBe(before + 1);
  });

  it("has its balls where the view says", () => {
    cube.show(put({ 0: "b", 13: "r", 26: "w" }));
    frame();
    expect(balls()).toEqual([
      [0, [-1, -1, 1]],
      [13, [0, 0, 0]],
      [26, [1, 1, -1]],
    ]);
  });

  it("is not made for a window without room", () => {
    expect(() => cube.resize(0, 300)).not.toThrow();
  });

  it("turns towards what must be seen, and says which side is in front", () => {
    cube.still = true;
    expect(cube.reveal(["B5", "B1"], 0.6)).toBe("B5");
    frame();
    expect(canvas.dataset["front"]).toBe("B");
    cube.turn(Math.PI, 0);
    frame();
    expect(canvas.dataset["front"]).toBe("F");
  });
});

describe("its places", () => {
  const full = put(Object.fromEntries(Array.from(EMPTY, (_, cell) => [cell, "b"])));

  it("show what can be done there, and what is pointed at", () => {
    cube.offer(new Map(), new Map());
    const plain = colour("F5");
    cube.offer(targetsOn(["+F1", "~F5"], full), new Map());
    frame();
    const [pushed, round, other] = [colour("F1"), colour("F5"), colour("F9")];
    expect(new Set([pushed, round, plain]).size).toBe(3);
    expect(other).toBe(plain);
    cube.hover("F1");
    expect(colour("F1")).not.toBe(pushed);
    cube.hover("F9"); // nothing can be done there
    expect([colour("F1"), colour("F9")]).toEqual([pushed, plain]);
  });

  it("show where a neutral ball can be put", () => {
    cube.offer(new Map(), new Map());
    const plain = colour("F5");
    cube.offer(new Map(), new Map([[FACELET.get("F5")!.cell, "neutral 10"]]));
    expect(colour("F5")).not.toBe(plain);
  });

  it("are marked where the last move was made, for a hint, and where the game was won", () => {
    cube.show(put({ 0: "b", 1: "b" }));
    const none = new Set<string>();
    cube.mark({ last: new Set(["F9"]), hint: new Set(["F5"]), won: none, cells: new Set() });
    frame();
    expect(new Set([colour("F9"), colour("F5"), colour("F1")]).size).toBe(3);
    expect([halo("F5") !== undefined, halo("F9")]).toEqual([true, undefined]);
    cube.mark({ last: none, hint: none, won: new Set(["F5"]), cells: new Set([0]) });
    frame();
    expect(`#${halo("F5")!.material.color.getHexString()}`).toBe("#ffcf4d");
    const [won, lost] = all().filter(({ userData }) => userData["cell"] !== undefined);
    expect(won!.scale.x).toBeGreaterThan(lost!.scale.x);
    cube.mark({ last: none, hint: none, won: none, cells: new Set() });
    expect(halo("F5")).toBeUndefined();
  });

  it("show pale balls where some would lie", () => {
    cube.ghost(new Map([[13, "r"]]));
    frame();
    const pale = () =>
      all().filter((one) => {
        const { material } = one as { material?: Three.Material };
        return material?.opacity === 0.5;
      });
    expect(pale().map(({ position }) => position.toArray())).toEqual([[0, 0, 0]]);
    cube.ghost(new Map());
    frame();
    expect(pale()).toEqual([]);
  });
});

describe("a move", () => {
  const done = vi.fn();
  beforeEach(() => done.mockClear());

  const [FRONT, MIDDLE, BACK] = [10, 13, 16]; // the line behind F5

  it("slides a ball in and pushes the others on", () => {
    cube.show(put({ [FRONT]: "r" }));
    cube.tell(
      [
        step("ball_in", { cell: FRONT, colour: "b" }),
        step("ball_pushed", { origin: FRONT, target: MIDDLE, colour: "r" }),
      ],
      "F5",
      done,
    );
    frame();
    const depth = new Map(balls().map(([cell, [, , z]]) => [cell, z]));
    expect(depth.get(FRONT)).toBeGreaterThan(2); // still outside
    expect(done).not.toHaveBeenCalled();
    frame(1000);
    expect(done).toHaveBeenCalledOnce();
    expect(new Map(balls())).toEqual(
      new Map([
        [FRONT, [0, 0, 1]],
        [MIDDLE, [0, 0, 0]],
      ]),
    );
  });

  it("takes a ball round to the other end", () => {
    cube.show(put({ [BACK]: "w" }));
    cube.tell([step("ball_round", { origin: BACK, target: FRONT, colour: "w" })], "F5", done);
    frame(530);
    const [, [x, y]] = balls()[0]!;
    expect(Math.hypot(x, y)).toBeGreaterThan(1.6); // outside
    frame(1000);
    expect(balls()).toEqual([[FRONT, [0, 0, 1]]]);
  });

  it("puts neutral balls down from above", () => {
    cube.tell([step("neutral_put", { cell: 13, colour: "r" })], null, done);
    frame(100);
    expect(balls()[0]![1][1]).toBeGreaterThan(0);
    frame(1000);
    expect(balls()).toEqual([[13, [0, 0, 0]]]);
  });

  it("is done at once where nothing moves", () => {
    cube.tell(
      [step("square_made"), step("ball_pushed", { origin: 9, target: 10, colour: "w" })],
      null,
      done,
    );
    expect(done).toHaveBeenCalledOnce();
  });
});

describe("a pointer", () => {
  beforeEach(() => {
    cube.still = true;
    cube.turn(0.62, -0.5); // one looks straight at its front
    frame();
  });

  it("points at the place beneath it, and picks it", () => {
    pointer("pointermove", 200, 200);
    const pointed = listener.hover.mock.lastCall?.[0] as string;
    expect(pointed).toBe("F5");
    pointer("pointerdown", 200, 200);
    pointer("pointerup", 202, 201);
    expect(listener.pick).toHaveBeenCalledWith(pointed);
  });

  it("beside the cube picks nothing", () => {
    pointer("pointerdown", 2, 2);
    pointer("pointerup", 2, 2);
    expect(listener.pick).not.toHaveBeenCalled();
    pointer("pointermove", 2, 2);
    expect(listener.hover).toHaveBeenLastCalledWith(null);
  });

  it("that drags turns the cube, and picks nothing", () => {
    const { front } = canvas.dataset;
    pointer("pointerdown", 60, 200);
    pointer("pointermove", 63, 200); // a hand that trembles
    expect(listener.hover).not.toHaveBeenCalled();
    pointer("pointermove", 200, 200);
    pointer("pointerup", 200, 200);
    frame();
    expect(canvas.dataset["front"]).not.toBe(front);
    expect(listener.pick).not.toHaveBeenCalled();
  });

  it("that is a finger does not point before it touches", () => {
    pointer("pointermove", 200, 200, "touch");
    expect(listener.hover).not.toHaveBeenCalled();
  });

  it("that leaves points at nothing any more", () => {
    pointer("pointerleave", 500, 200);
    expect(listener.hover).toHaveBeenCalledWith(null);
    listener.hover.mockClear();
    pointer("pointerdown", 200, 200);
    pointer("pointerleave", 500, 200);
    pointer("pointercancel", 500, 200);
    expect(listener.hover).not.toHaveBeenCalled();
    expect(listener.pick).not.toHaveBeenCalled();
  });
});
