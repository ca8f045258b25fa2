import { beforeEach, describe, expect, it } from "vitest";

import { Twist } from "../../../src/games/orion_duel/twist";

let turned = 0;
let twist: Twist;
const at = (pointerId: number, degrees: number, pointerType = "touch") => {
  const angle = (degrees * Math.PI) / 180;
  const place = { clientX: 100 * Math.cos(angle), clientY: 100 * Math.sin(angle) };
  return { pointerId, pointerType, ...place } as PointerEvent;
};
const middle = { pointerId: 1, pointerType: "touch", clientX: 0, clientY: 0 } as PointerEvent;
const twistTo = (...degrees: number[]) => {
  for (const one of degrees) twist.move(at(2, one));
};

beforeEach(() => {
  turned = 0;
  twist = new Twist((by) => (turned += by));
});

describe("two fingers that twist", () => {
  beforeEach(() => {
    twist.down(middle);
    twist.down(at(2, 0));
    twistTo(0);
  });

  it("turn by one place for more than an eighth of a circle", () => {
    twistTo(20, 44);
    expect(turned).toBe(0);
    twistTo(46);
    expect(turned).toBe(1);
    twistTo(80, 92);
    expect(turned).toBe(2);
  });

  it("turn back", () => {
    twistTo(-30, -50);
    expect(turned).toBe(-1);
  });

  it("turn on across the place where angles begin anew", () => {
    twistTo(46, 92, 138, 184, 230);
    expect(turned).toBe(5);
  });

  it("begin anew once one was lifted", () => {
    twistTo(40);
    twist.up(at(2, 40));
    twist.down(at(2, 40));
    twistTo(40, 80);
    expect(turned).toBe(0);
  });
});

describe("what is no twist", () => {
  it("is one finger alone, a mouse, or a finger that was not put down", () => {
    twist.down(middle);
    twistTo(0, 90);
    twist.down(at(2, 0, "mouse"));
    twistTo(0, 90);
    twist.down(at(3, 0));
    twistTo(0, 90);
    expect(turned).toBe(0);
  });
});
