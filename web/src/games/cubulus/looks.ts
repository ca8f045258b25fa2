// What the cube and its balls are made of.

import * as THREE from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";

import { PAINT } from "./colours";
import type { Colour } from "./view";

const ROUGH: Record<Colour, number> = { b: 0.18, w: 0.3, r: 0.3 };
/** The lamps brighten red and white; with less of them they are what the net shows. */
const TINT: Record<Colour, string> = { b: "#ffffff", w: "#ece6dc", r: "#aa9494" };

/** Colour is never the only sign: rings on black, crescents on white, bands on red. */
function pattern(colour: Colour): THREE.CanvasTexture {
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

export function ballMaterial(colour: Colour): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    map: pattern(colour),
    color: TINT[colour],
    envMapIntensity: 0.75,
    roughness: ROUGH[colour],
    clearcoat: 0.8,
    clearcoatRoughness: 0.2,
  });
}

/** The soft block, its far sides behind the balls and its near ones before them. */
export function foamBlocks(size: number): THREE.Mesh[] {
  const foam = new RoundedBoxGeometry(size, size, size, 6, 0.34);
  return (
    [
      [THREE.BackSide, 0.34],
      [THREE.FrontSide, 0.09],
    ] as const
  ).map(([side, opacity]) => {
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
    return block;
  });
}

export function softShadow(): THREE.Mesh {
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
