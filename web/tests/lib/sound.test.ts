import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { settings } from "../../src/lib/settings.svelte";
import { sound } from "../../src/lib/sound";

/** When each tone was begun, and how high it is. */
let tones: number[] = [];
let resumed = 0;

class ScriptedAudio {
  currentTime = 0;
  state = "suspended"; // as browsers begin, until somebody has clicked
  destination = {};
  resume(): Promise<void> {
    resumed += 1;
    this.state = "running";
    return Promise.resolve();
  }
  createOscillator() {
    const frequency = {
      setValueAtTime: (value: number) => tones.push(value),
      exponentialRampToValueAtTime: vi.fn(),
    };
    return { type: "sine", frequency, connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() };
  }
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    return { gain, connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  tones = [];
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", ScriptedAudio);
  settings.sound = true;
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("sound", () => {
  it("is silent until asked for", () => {
    settings.sound = false;
    for (const make of Object.values(sound)) make();
    vi.runAllTimers();
    expect(tones).toEqual([]);
  });

  it.each(["knock", "slide", "fall", "refuse", "turn"] as const)("%s is one tone", (name) => {
    sound[name]();
    vi.runAllTimers();
    expect(tones).toHaveLength(1);
  });

  it("rattles three times and chimes four", () => {
    sound.rattle();
    vi.advanceTimersByTime(140);
    expect(tones).toHaveLength(3);
    tones = [];
    sound.chime();
    vi.advanceTimersByTime(0);
    expect(tones).toHaveLength(1);
    vi.advanceTimersByTime(330);
    expect(tones).toEqual(tones.toSorted((a, b) => a - b));
    expect(tones).toHaveLength(4);
  });

  it("wakes what the browser has put to sleep, once", () => {
    sound.knock();
    sound.knock();
    expect(resumed).toBe(1);
  });
});
