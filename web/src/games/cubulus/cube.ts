// The cube in three dimensions: a soft translucent block, balls inside, facelets to push at.
// It draws only when something has changed, so that a waiting table costs nothing.

import * as THREE from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";

import type { StepFacts } from "../../api/types";
import { FACELETS, place, type Colour, type Face, type Facelet, type Target } from "./geometry";
import { COLOURS } from "./view";

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
const PAINT: Record<Colour, { base: string; mark: string; rough: number }> = {
  b: { base: "#1d2133", mark: "#8f97b8", rough: 0.18 },
  w: { base: "#f6efdf", mark: "#b9a883", rough: 0.3 },
  r: { base: "#ec6f55", mark: "#8a2a1c", rough: 0.3 },
};

export interface Listener {
  hover: (facelet: string | null) => void;
  pick: (facelet: string) => void;
}

function at(cell: number): THREE.Vector3 {
  const [x, y, z] = place(cell);
  return new THREE.Vector3(x - 1, z - 1, 1 - y);
}

/** Colour is never the only sign: rings on black, crescents on white, bands on red. */
function paint(colour: Colour): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 128;
  const pen = canvas.getContext("2d")!;
  const { base, mark } = PAINT[colour];
  pen.fillStyle = base;
  pen.fillRect(0, 0, 256, 128);
  pen.strokeStyle = mark;
  pen.lineWidth = 7;
  if (colour === "b") {
    for (const x of [32, 96, 160, 224]) {
      pen.beginPath();
      pen.arc(x, 64, 17, 0, 2 * Math.PI);
      pen.stroke();
    }
  } else if (colour === "w") {
    for (const x of [32, 96, 160, 224]) {
      pen.beginPath();
      pen.arc(x, 52, 24, 0.15 * Math.PI, 0.85 * Math.PI);
      pen.stroke();
    }
  } else {
    for (const y of [36, 64, 92]) {
      pen.beginPath();
      pen.moveTo(0, y);
      pen.lineTo(256, y);
      pen.stroke();
    }
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

function softShadow(): THREE.Mesh {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext("2d")!;
  const fade = pen.createRadialGradient(64, 64, 4, 64, 64, 62);
  fade.addColorStop(0, "rgba(0,0,0,0.55)");
  fade.addColorStop(1, "rgba(0,0,0,0)");
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 128, 128);
  const material = new THREE.MeshBasicMaterial({
    map: new THREE.CanvasTexture(canvas),
    transparent: true,
    depthWrite: false,
  });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(7, 7), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = -2.15;
  return mesh;
}

interface Motion {
  ball: THREE.Mesh;
  path: THREE.Vector3[];
  from: number;
  length: number;
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
  #marked: string | null = null;
  #hint: string | null = null;
  #glow = new Set<number>();
  #yaw = -0.62;
  #pitch = 0.5;
  #wantYaw = -0.62;
  #wantPitch = 0.5;
  #frame = 0;
  #dirty = true;
  #motions: Motion[] = [];
  #done: (() => void) | null = null;
  #gone = false;
  #drag: { x: number; y: number; moved: boolean } | null = null;

  constructor(canvas: HTMLCanvasElement, listener: Listener) {
    this.#canvas = canvas;
    this.#listener = listener;
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.05;
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
    const foam = new RoundedBoxGeometry(2 * HALF, 2 * HALF, 2 * HALF, 6, 0.34);
    for (const [side, opacity] of [
      [THREE.BackSide, 0.34],
      [THREE.FrontSide, 0.09],
    ] as const) {
      const material = new THREE.MeshPhysicalMaterial({
        color: "#dfe8f8",
        roughness: 0.55,
        transparent: true,
        opacity,
        side,
        depthWrite: false,
        sheen: 1,
        sheenColor: new THREE.Color("#ffffff"),
      });
      const block = new THREE.Mesh(foam, material);
      block.renderOrder = side === THREE.BackSide ? 0 : 3;
      this.#turned.add(block);
    }
    for (const facelet of FACELETS) this.#turned.add(this.#makeSpot(facelet));
    for (const colour of COLOURS) {
      const { rough } = PAINT[colour];
      const made = {
        map: paint(colour),
        roughness: rough,
        clearcoat: 0.8,
        clearcoatRoughness: 0.2,
      };
      this.#materials.set(colour, new THREE.MeshPhysicalMaterial(made));
    }
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
    this.#stop();
    this.#balls.clear();
    for (let cell = 0; cell < 27; cell++) {
      const colour = cells[cell];
      if (colour && colour !== ".") this.#balls.add(this.#ball(colour as Colour, at(cell), cell));
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

  mark(marked: string | null, hint: string | null, glow: Set<number>): void {
    this.#marked = marked;
    this.#hint = hint;
    this.#glow = glow;
    for (const ball of this.#balls.children as THREE.Mesh[]) {
      ball.scale.setScalar(glow.has(ball.userData["cell"] as number) ? 1.12 : 1);
    }
    this.#colourSpots();
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
      material.emissive.set("#000000");
      if (this.#glow.has(facelet.cell)) this.#dress(material, "#ffd257", 0.55, "#8a5d00");
      else if (hot) this.#dress(material, "#f3c455", 0.75, "#7a4d00");
      else if (move !== undefined && move === this.#hint)
        this.#dress(material, "#53c98a", 0.7, "#0c4a29");
      else if (this.#marked === facelet.name) this.#dress(material, "#c9a24b", 0.6, "#3d2a00");
      else if (offer?.rotate) this.#dress(material, "#5fd0c6", 0.3, "#0b2a29");
      else if (move !== undefined) this.#dress(material, "#e8eefb", 0.2, "#101622");
      else this.#dress(material, "#31405f", 0.16, "#000000");
    }
    this.#dirty = true;
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

  /** What a move would do, as pale balls where they would end up. */
  ghost(steps: StepFacts[]): void {
    this.#ghosts.clear();
    for (const step of steps) {
      const [cell, colour] =
        step.step === "ball_in"
          ? [step.a, step.b]
          : step.step === "neutral_put"
            ? [step.a, step.b]
            : [step.b, step.c];
      const letter = COLOURS[colour];
      if (!letter || !["ball_in", "ball_pushed", "ball_round", "neutral_put"].includes(step.step))
        continue;
      const material = this.#materials.get(letter)!.clone();
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
  tell(steps: StepFacts[], facelet: string | null, done: () => void): void {
    this.#stop();
    const now = performance.now();
    const found = FACELETS.find((one) => one.name === facelet);
    const inward = found ? NORMAL[found.face] : new THREE.Vector3(0, 1, 0);
    const ballAt = (cell: number) =>
      (this.#balls.children as THREE.Mesh[]).find((ball) => ball.userData["cell"] === cell);
    const moved: [THREE.Mesh, number][] = [];
    for (const step of steps) {
      if (step.step === "ball_pushed") {
        const ball = ballAt(step.a);
        if (!ball) continue;
        moved.push([ball, step.b]);
        this.#motions.push({ ball, path: [at(step.a), at(step.b)], from: now + 120, length: 420 });
      } else if (step.step === "ball_round") {
        const ball = ballAt(step.a);
        if (!ball) continue;
        moved.push([ball, step.b]);
        this.#motions.push({
          ball,
          path: around(at(step.a), at(step.b)),
          from: now + 120,
          length: 820,
        });
      } else if (step.step === "ball_in" || step.step === "neutral_put") {
        const colour = COLOURS[step.b];
        if (!colour) continue;
        const end = at(step.a);
        const start = end.clone().addScaledVector(inward, 2.1);
        const ball = this.#ball(colour, start, step.a);
        this.#balls.add(ball);
        this.#motions.push({ ball, path: [start, end], from: now, length: 520 });
      }
    }
    for (const [ball, cell] of moved) ball.userData["cell"] = cell;
    this.#done = done;
    if (this.#motions.length === 0) this.#stop();
    this.#dirty = true;
  }

  #stop(): void {
    for (const motion of this.#motions) motion.ball.position.copy(motion.path.at(-1)!);
    this.#motions = [];
    const done = this.#done;
    this.#done = null;
    done?.();
  }

  // Turning

  turn(yaw: number, pitch: number): void {
    this.#wantYaw += yaw;
    this.#wantPitch = Math.max(-1.35, Math.min(1.35, this.#wantPitch + pitch));
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
    const now = performance.now();
    if (Math.abs(this.#wantYaw - this.#yaw) + Math.abs(this.#wantPitch - this.#pitch) > 0.0005) {
      this.#yaw += (this.#wantYaw - this.#yaw) * 0.22;
      this.#pitch += (this.#wantPitch - this.#pitch) * 0.22;
      this.#dirty = true;
    }
    if (this.#motions.length) {
      let left = 0;
      for (const motion of this.#motions) left += this.#advance(motion, now);
      this.#dirty = true;
      if (left === 0) this.#stop();
    }
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#turned.rotation.set(this.#pitch, this.#yaw, 0, "XYZ");
    this.#renderer.render(this.#scene, this.#camera);
  };

  #advance(motion: Motion, now: number): number {
    const part = Math.max(0, Math.min(1, (now - motion.from) / motion.length));
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2;
    const [first, last] = [motion.path[0]!, motion.path.at(-1)!];
    if (motion.path.length === 2) motion.ball.position.lerpVectors(first, last, eased);
    else new THREE.CatmullRomCurve3(motion.path).getPoint(eased, motion.ball.position);
    return part < 1 ? 1 : 0;
  }

  close(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    this.#done = null;
    this.#renderer.dispose();
  }
}

/** Out at one end of a line, round the outside, in at the other. */
function around(from: THREE.Vector3, to: THREE.Vector3): THREE.Vector3[] {
  const along = from.clone().sub(to).normalize();
  const middle = from.clone().add(to).multiplyScalar(0.5);
  const out =
    middle.lengthSq() > 0.1
      ? middle.clone().normalize()
      : new THREE.Vector3(along.y, along.z, along.x);
  const far = out.multiplyScalar(2.5);
  return [
    from,
    from.clone().addScaledVector(along, 1.3),
    middle.clone().add(far).addScaledVector(along, 1.4),
    middle.clone().add(far).addScaledVector(along, -1.4),
    to.clone().addScaledVector(along, -1.3),
    to,
  ];
}
