// The cube in three dimensions: a soft translucent block, balls inside, facelets to push at.
// It draws only when something has changed, so that a waiting table costs nothing.

import * as THREE from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";

import { FACELETS, place, type Face, type Facelet, type Target } from "./geometry";
import { ballMaterial, foamBlocks, softShadow } from "./looks";
import { around, Motions, type Motion } from "./motion";
import { Turning } from "./turning";
import { COLOURS, ballAt } from "./colours";
import type { Colour, Step } from "./view";

const NORMAL: Record<Face, THREE.Vector3> = {
  L: new THREE.Vector3(-1, 0, 0),
  R: new THREE.Vector3(1, 0, 0),
  F: new THREE.Vector3(0, 0, 1),
  B: new THREE.Vector3(0, 0, -1),
  D: new THREE.Vector3(0, -1, 0),
  U: new THREE.Vector3(0, 1, 0),
};
const HALF = 1.62;
const BALL = 0.42;
const HALO = new THREE.RingGeometry(0.4, 0.49, 48);
const WON = "#ffcf4d";
const HINT = "#3fe08f";
export interface Listener {
  hover: (facelet: string | null) => void;
  pick: (facelet: string) => void;
}

/** What is to be seen at a glance; places by name. */
export interface Marks {
  last: ReadonlySet<string>;
  hint: ReadonlySet<string>;
  /** The squares that won: their places, and the cells behind them. */
  won: ReadonlySet<string>;
  cells: ReadonlySet<number>;
}

/** The cell of a ball that is not yet in the cube. */
const NOWHERE = -1;

function at(cell: number): THREE.Vector3 {
  const [x, y, z] = place(cell);
  return new THREE.Vector3(x - 1, z - 1, 1 - y);
}

function cellAt({ x, y, z }: THREE.Vector3): number {
  return x + 1 + 3 * (1 - z) + 9 * (y + 1);
}

export class CubeScene {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #scene = new THREE.Scene();
  readonly #camera = new THREE.PerspectiveCamera(32, 1, 0.1, 60);
  readonly #turned = new THREE.Group();
  readonly #balls = new THREE.Group();
  readonly #ghosts = new THREE.Group();
  readonly #spots = new Map<string, THREE.Mesh<THREE.CircleGeometry, THREE.MeshStandardMaterial>>();
  readonly #materials = new Map<Colour, THREE.MeshPhysicalMaterial>();
  readonly #rim = new THREE.MeshStandardMaterial({
    color: "#f4f8ff",
    transparent: true,
    opacity: 0.42,
    roughness: 0.4,
    depthWrite: false,
  });
  readonly #sphere = new THREE.SphereGeometry(BALL, 40, 28);
  readonly #ray = new THREE.Raycaster();
  readonly #listener: Listener;
  readonly #canvas: HTMLCanvasElement;
  #offers = new Map<string, Target>();
  #puts = new Map<number, string>();
  #hovered: string | null = null;
  #marks: Marks = { last: new Set(), hint: new Set(), won: new Set(), cells: new Set() };
  readonly #turning = new Turning();
  #frame = 0;
  #dirty = true;
  readonly #motions = new Motions();
  #gone = false;
  /** Nothing should move: the cube is turned at once. */
  still = false;
  #drag: { x: number; y: number; moved: boolean } | null = null;

  constructor(canvas: HTMLCanvasElement, listener: Listener) {
    this.#canvas = canvas;
    this.#listener = listener;
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.toneMapping = THREE.NeutralToneMapping; // it leaves colours as they are
    this.#renderer.toneMappingExposure = 0.9;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const light = new THREE.PMREMGenerator(this.#renderer);
    this.#scene.environment = light.fromScene(new RoomEnvironment(), 0.04).texture;
    this.#build();
    canvas.addEventListener("pointerdown", this.#down);
    canvas.addEventListener("pointermove", this.#move);
    canvas.addEventListener("pointerup", this.#up);
    canvas.addEventListener("pointercancel", this.#up);
    canvas.addEventListener("pointerleave", this.#leave);
    this.#tick();
  }

  #build(): void {
    const key = new THREE.DirectionalLight("#fff3dc", 1.6);
    key.position.set(4, 7, 5);
    const rim = new THREE.DirectionalLight("#9db7ff", 0.8);
    rim.position.set(-5, 2, -4);
    this.#scene.add(key, rim, softShadow());
    this.#scene.add(this.#turned);
    this.#turned.add(this.#balls, this.#ghosts);
    this.#turned.add(...foamBlocks(2 * HALF));
    for (const facelet of FACELETS) this.#turned.add(this.#makeSpot(facelet));
    for (const colour of COLOURS) this.#materials.set(colour, ballMaterial(colour));
  }

  #makeSpot(facelet: Facelet): THREE.Mesh {
    const material = new THREE.MeshStandardMaterial({
      color: "#5f7196",
      transparent: true,
      opacity: 0.14,
      roughness: 0.8,
      depthWrite: false,
    });
    const spot = new THREE.Mesh(new THREE.CircleGeometry(0.37, 40), material);
    const rim = new THREE.Mesh(new THREE.RingGeometry(0.37, 0.43, 40), this.#rim);
    rim.renderOrder = 4;
    spot.add(rim);
    const normal = NORMAL[facelet.face];
    spot.position.copy(at(facelet.cell)).addScaledVector(normal, HALF - 1 + 0.012);
    spot.lookAt(spot.position.clone().add(normal));
    spot.renderOrder = 4;
    spot.userData["facelet"] = facelet.name;
    this.#spots.set(facelet.name, spot);
    return spot;
  }

  // What is shown

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    const fit = Math.max(1, 1.02 / this.#camera.aspect);
    this.#camera.position.set(0, 0, 9.8 * fit);
    this.#camera.updateProjectionMatrix();
    this.#dirty = true;
  }

  show(cells: string): void {
    this.#motions.stop();
    this.#balls.clear();
    for (let cell = 0; cell < 27; cell++) {
      const colour = ballAt(cells, cell);
      if (colour) this.#balls.add(this.#ball(colour, at(cell), cell));
    }
    this.#dirty = true;
  }

  #ball(colour: Colour, position: THREE.Vector3, cell: number): THREE.Mesh {
    const ball = new THREE.Mesh(this.#sphere, this.#materials.get(colour));
    ball.position.copy(position);
    ball.rotation.set(0.4 * cell, 0.9 * cell, 0.2 * cell);
    ball.renderOrder = 1;
    ball.userData["cell"] = cell;
    return ball;
  }

  offer(offers: Map<string, Target>, puts: Map<number, string>): void {
    this.#offers = offers;
    this.#puts = puts;
    this.#colourSpots();
  }

  mark(marks: Marks): void {
    this.#marks = marks;
    for (const ball of this.#balls.children as THREE.Mesh[]) {
      ball.scale.setScalar(marks.cells.has(ball.userData["cell"] as number) ? 1.12 : 1);
    }
    this.#colourSpots();
  }

  /** Bring one of these places into view: the one that is seen best then. */
  reveal(facelets: Iterable<string>, enough: number): string | null {
    const face = this.#turning.show(
      [...facelets].map((name) => name.charAt(0) as Face),
      enough,
    );
    this.#dirty = true;
    return [...facelets].find((name) => name.charAt(0) === face) ?? null;
  }

  hover(facelet: string | null): void {
    this.#hovered = facelet;
    this.#colourSpots();
  }

  #colourSpots(): void {
    for (const facelet of FACELETS) {
      const spot = this.#spots.get(facelet.name);
      if (!spot) continue;
      const offer = this.#offers.get(facelet.name);
      const put = this.#puts.get(facelet.cell);
      const move = put ?? offer?.move;
      const { material } = spot;
      const hot = this.#hovered === facelet.name && move !== undefined;
      const { last, hint, won } = this.#marks;
      this.#halo(facelet.name, won.has(facelet.name) ? WON : hint.has(facelet.name) ? HINT : null);
      if (won.has(facelet.name)) this.#dress(material, "#ffd257", 0.35, "#8a5d00");
      else if (hot) this.#dress(material, "#f3c455", 0.75, "#7a4d00");
      else if (hint.has(facelet.name)) this.#dress(material, "#53c98a", 0.7, "#0c4a29");
      else if (last.has(facelet.name)) this.#dress(material, "#c9a24b", 0.6, "#3d2a00");
      else if (offer?.rotate) this.#dress(material, "#5fd0c6", 0.3, "#0b2a29");
      else if (move !== undefined) this.#dress(material, "#e8eefb", 0.2, "#101622");
      else this.#dress(material, "#31405f", 0.16, "#000000");
    }
    this.#dirty = true;
  }

  /** A bright ring round a place, or none. */
  #halo(facelet: string, colour: string | null): void {
    const spot = this.#spots.get(facelet)!;
    const worn = spot.children.find((child) => child.name === "halo") as
      THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial> | undefined;
    if (!colour) worn?.removeFromParent();
    else if (worn) worn.material.color.set(colour);
    else {
      const halo = new THREE.Mesh(HALO, new THREE.MeshBasicMaterial({ color: colour }));
      halo.name = "halo";
      halo.position.z = 0.006;
      halo.renderOrder = 5;
      spot.add(halo);
    }
  }

  #dress(
    material: THREE.MeshStandardMaterial,
    colour: string,
    opacity: number,
    glow: string,
  ): void {
    material.color.set(colour);
    material.opacity = opacity;
    material.emissive.set(glow);
  }

  /** Where balls would lie after a move, as pale ones. */
  ghost(balls: Map<number, Colour>): void {
    this.#ghosts.clear();
    for (const [cell, colour] of balls) {
      const material = this.#materials.get(colour)!.clone();
      material.transparent = true;
      material.opacity = 0.5;
      const ball = new THREE.Mesh(this.#sphere, material);
      ball.position.copy(at(cell));
      ball.scale.setScalar(1.06);
      ball.renderOrder = 2;
      this.#ghosts.add(ball);
    }
    this.#dirty = true;
  }

  /** Show a move happen: balls slide in, push on and come round. */
  tell(steps: Step[], facelet: string | null, done: () => void): void {
    this.#motions.stop();
    const motions = steps.map((step) => this.#motion(step, facelet)).filter((one) => one !== null);
    for (const { ball, path } of motions) ball.userData["cell"] = cellAt(path.at(-1)!);
    this.#motions.start(motions, done);
    this.#dirty = true;
  }

  /** How a ball moves in one step; each step is told of where the balls were before all of them. */
  #motion(step: Step, facelet: string | null): Motion | null {
    if (step.step === "ball_in" || step.step === "neutral_put") {
      const inward = facelet ? NORMAL[facelet.charAt(0) as Face] : NORMAL.U;
      const end = at(step.cell);
      const ball = this.#ball(step.colour, end.clone().addScaledVector(inward, 2.1), NOWHERE);
      this.#balls.add(ball);
      const length = step.step === "ball_in" ? 520 : 240; // of neutral ones there are nine
      return { ball, path: [ball.position.clone(), end], after: 0, length };
    }
    if (step.step !== "ball_pushed" && step.step !== "ball_round") return null;
    const [start, end] = [at(step.origin), at(step.target)];
    const ball = (this.#balls.children as THREE.Mesh[]).find(
      (one) => one.userData["cell"] === step.origin,
    );
    if (!ball) return null;
    if (step.step === "ball_pushed") return { ball, path: [start, end], after: 120, length: 420 };
    return { ball, path: around(start, end), after: 120, length: 820 };
  }

  // Turning

  turn(yaw: number, pitch: number): void {
    this.#turning.by(yaw, pitch);
    this.#dirty = true;
  }

  #down = (event: PointerEvent): void => {
    this.#drag = { x: event.clientX, y: event.clientY, moved: false };
    this.#canvas.setPointerCapture(event.pointerId);
  };

  #move = (event: PointerEvent): void => {
    if (!this.#drag) {
      if (event.pointerType === "mouse") this.#listener.hover(this.#faceletAt(event));
      return;
    }
    const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
    if (!this.#drag.moved && Math.hypot(dx, dy) < 6) return;
    this.#drag = { x: event.clientX, y: event.clientY, moved: true };
    this.turn(dx * 0.009, dy * 0.009);
    this.#listener.hover(null);
  };

  #up = (event: PointerEvent): void => {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || drag.moved || event.type === "pointercancel") return;
    const facelet = this.#faceletAt(event);
    if (facelet) this.#listener.pick(facelet);
  };

  #leave = (): void => {
    if (!this.#drag) this.#listener.hover(null);
  };

  #faceletAt(event: PointerEvent): string | null {
    const box = this.#canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.#ray.setFromCamera(new THREE.Vector2(x, y), this.#camera);
    const hit = this.#ray.intersectObjects([...this.#spots.values()], false).find(({ object }) => {
      const facing = new THREE.Vector3(0, 0, 1).applyQuaternion(
        object.getWorldQuaternion(new THREE.Quaternion()),
      );
      return facing.dot(this.#ray.ray.direction) < 0;
    });
    return (hit?.object.userData["facelet"] as string | undefined) ?? null;
  }

  // Drawing

  #tick = (): void => {
    if (this.#gone) return;
    this.#frame = requestAnimationFrame(this.#tick);
    const turned = this.#turning.step(this.still);
    const moved = this.#motions.step();
    if (turned || moved) this.#dirty = true;
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#turned.rotation.set(this.#turning.pitch, this.#turning.yaw, 0, "XYZ");
    this.#canvas.dataset["front"] = this.#turning.front;
    this.#renderer.render(this.#scene, this.#camera);
  };

  close(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    this.#motions.forget();
    this.#renderer.dispose();
  }
}
