// Small sounds made on the spot; silent until asked for.

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (!settings.sound) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(frequency: number, length: number, loudness: number, type: OscillatorType): void {
  const out = audio();
  if (!out) return;
  const now = out.currentTime;
  const source = out.createOscillator();
  const gain = out.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, now);
  source.frequency.exponentialRampToValueAtTime(frequency * 0.6, now + length);
  gain.gain.setValueAtTime(loudness, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
  source.connect(gain).connect(out.destination);
  source.start(now);
  source.stop(now + length);
}

export const sound = {
  knock: () => tone(180, 0.12, 0.25, "triangle"),
  slide: () => tone(90, 0.25, 0.12, "sine"),
  fall: () => tone(640, 0.22, 0.1, "sine"),
  rattle: () =>
    [0, 60, 140].forEach((late) => setTimeout(() => tone(240 + late, 0.07, 0.14, "square"), late)),
  refuse: () => tone(120, 0.2, 0.12, "sawtooth"),
  turn: () => tone(520, 0.18, 0.08, "sine"),
  chime: () =>
    [523, 659, 784, 1047].forEach((f, k) => setTimeout(() => tone(f, 0.5, 0.1, "sine"), 110 * k)),
};
