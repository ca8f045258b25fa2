// Small drawings for Find cards, composed of a few tools and signs; around a middle, 80 across.

const p = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;
const c = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const s = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const WOOD = "url(#bc-wood)";
const IRON = "url(#bc-iron)";
const STONE = "url(#bc-stone)";
const SKIN = "url(#bc-skin)";

const spark = (x: number, y: number): string =>
  p(`M${x} ${y - 12}l3 8 9-3-4 8 6 6-9 1-2 9-5-7-8 4 2-9-7-5 9-2z`, "url(#bc-burst)");
const eyes = (x: number, y: number, apart: number, r: number): string =>
  c(x - apart, y, r, "#fff6c8") +
  c(x + apart, y, r, "#fff6c8") +
  c(x - apart, y, r * 0.45, "#1b0d06") +
  c(x + apart, y, r * 0.45, "#1b0d06");
const stones = p("M-36 30l6-20 18-4 8 14-6 14zM0 32l-4-18 16-10 18 8 4 18z", STONE);
const boot = (x: number, y: number): string =>
  p(`M${x} ${y}h18v22q14 2 16 12l-1 5h-34z`, "#8a4f2a") +
  p(`M${x - 1} ${y + 39}h36v5h-36z`, "#3a2010") +
  p(`M${x - 2} ${y - 3}h22v9h-22z`, "#d9b27a");
const keg =
  p("M-20-18q20-8 40 0 8 24 0 44-20 8-40 0-8-20 0-44z", WOOD) +
  s("M-23-8q23 8 46 0M-23 16q23 8 46 0", "#4b4f58", 5);
const hand = p(
  "M-18 34v-26l-12-14q-4-6 2-8t8 4l6 6v-28q0-6 5-6t5 6v18-22q0-6 5-6t5 6v23-16q0-5 5-5t5 5v22-10q0-5 4-5t5 5v26q0 20-14 29z",
  SKIN,
);
const rat =
  p("M-34 14q2-26 30-26 18 0 26 14l14 6q4 3-2 7l-14 7h-44q-12 0-10-8z", "#7b6a63") +
  c(14, -10, 8, "#a58d83") +
  c(24, 5, 2.6, "#160b06") +
  s("M-32 18q-16 0-12-14", "#d8a59a", 4);
const sack =
  p("M-10-20q-30 16-22 46 4 10 32 10t32-10q8-30-22-46z", "#b78b52") +
  p("M-16-30q16 8 32 0l-6 12h-20z", "#d3ab70") +
  s("M-13-18h26", "#5a3717", 5);
const skull =
  p("M-26 2q0-30 26-30t26 30q0 10-8 14v14h-36v-14q-8-4-8-14z", "#f2e6cb") +
  c(-11, 2, 7.5, "#1b0d06") +
  c(11, 2, 7.5, "#1b0d06") +
  p("M-4 16l4-8 4 8z", "#1b0d06") +
  s("M-8 30v-9M0 30v-9M8 30v-9", "#1b0d06", 3);
const portal =
  `<circle r="34" fill="url(#bc-portal)"/>` +
  s(
    "M0-32a32 32 0 0 1 22 54M0-20a20 20 0 0 1 12 34M0 32a32 32 0 0 1-22-54M0 20a20 20 0 0 1-12-34",
    "#eafcff",
    4,
  );
const ghost =
  p("M-26 34v-38q0-30 26-30t26 30v38l-9-8-8 8-9-8-9 8-8-8z", "#dbe6f5") + eyes(0, -4, 10, 6);

export const GLYPHS: Record<string, string> = {
  bombyaga:
    c(-4, 10, 27, "#2b2a33") +
    s("M-22 0q6-12 16-12", "#8f90a6", 5) +
    p("M6-20l12-6 6 12-11 7z", "#565564") +
    s("M20-22q6-16 18-12", "#e9d3a0", 4) +
    spark(36, -34),
  pickaxe:
    s("M-24 36L16-20", "#6d401b", 9) + p("M-28-16Q6-48 38-2q2 6-4 4Q8-26-24-10q-8 0-4-6z", IRON),
  mushroom:
    p("M-10 36q4-18-2-30h24q-6 12-2 30-10 4-20 0z", "#f1e2c4") +
    p("M-36 8q0-40 36-42 36 2 36 42-36 12-72 0z", "url(#bc-cap)") +
    c(-14, -12, 7, "#fff3dc") +
    c(12, -16, 8, "#fff3dc") +
    c(22, 2, 5, "#fff3dc"),
  prop:
    p("M-30-34h60v12h-60z", WOOD) +
    p("M-26-22h12l8 22-10 4zM26-22h-12l-2 58h14z", WOOD) +
    p("M-22 10l10-4 4 30h-14z", WOOD) +
    s("M-20 4l8 4-6 4", "#2a1508", 3) +
    p("M-6 26l8-8 10 4 2 12h-18z", STONE),
  mug:
    p("M-26-20h40v50q-20 6-40 0z", WOOD) +
    s("M14-10h14q6 0 6 8v12q0 8-6 8h-14", "#6d401b", 7) +
    s("M-26 0h40M-26 18h40", "#4b4f58", 5) +
    p("M-30-18q-4-16 10-14 4-12 16-6 14-6 16 6 10 2 6 14-24 6-48 0z", "#fff7e4"),
  axe:
    s("M-18 38L14-30", "#6d401b", 9) +
    p("M-2-38q26 0 32 24 2 10-6 18-4-14-18-18-10-2-14 2l-4-10q10-2 10-16z", IRON) +
    s("M24-14l6-2M20-4l7 0", "#3a3f49", 3),
  hammer:
    s("M0 40v-50", "#6d401b", 10) +
    p("M-30-36h60v28h-60z", IRON) +
    s("M-18-36v28M18-36v28", "#565e6b", 4),
  mail:
    p("M-30-30h60l4 62h-26l-8-30-8 30h-26z", IRON) +
    s("M-28-18h56M-30-6h60M-30 6h24M6 6h24M-32 18h22M10 18h22", "#4b515e", 2.5) +
    p("M-32-34h64v9h-64z", "#7a4a22"),
  roar:
    p("M-36 26q-4-44 26-52 16 4 16 18-10-4-12 4 2 8 14 6-2 16-16 20z", "#c2331f") +
    c(-14, -10, 3.6, "#fff6c8") +
    s("M14-22q14 22 0 44M24-30q20 30 0 60M34-36q24 36 0 72", "#ffd75e", 4),
  trip:
    s("M-40 24q30-26 76 0", "#6d401b", 8) +
    s("M-12 10q-6-14-18-14M14 12q6-10 18-10", "#6d401b", 5) +
    `<g transform="rotate(-28) translate(2 -26) scale(.8)">${boot(-14, -18)}</g>`,
  coin:
    c(0, 0, 34, "#d99a1f") +
    c(0, 0, 28, "#ffd75e") +
    p("M0-18l5 12 13 1-10 8 4 13-12-7-12 7 4-13-10-8 13-1z", "#b3760c"),
  smoke:
    p("M-14 8h28q12 22-4 28h-20q-16-6-4-28z", "#3a3a44") +
    p(
      "M-20 6q-16-4-10-18-4-18 14-18 8-12 20-4 18-2 16 16 10 14-6 24z",
      "#b9b4c4",
      'opacity=".92"',
    ) +
    c(-8, -10, 6, "#d9d5e2") +
    c(10, -16, 7, "#d9d5e2"),
  sign:
    s("M0 40v-70", "#6d401b", 8) +
    p("M-34-32h54l14 11-14 11h-54z", WOOD) +
    p("M34-4h-50l-14 11 14 11h50z", "#c38b4c") +
    s("M-20-21h30M20 7h-30", "#2a1508", 3),
  rope:
    s("M-22 6a22 14 0 1 0 44 0a22 14 0 1 0-44 0M-16-4a18 12 0 1 0 36 0", "#d9b27a", 9) +
    s("M20 0q10-20 4-34M-22 10q-4 18 6 26", "#b98a4e", 7),
  cart:
    p("M-34-14h68l-10 36h-48z", "#5e6470") +
    p("M-36-20h72v9h-72z", "#8e96a3") +
    c(-16, 28, 9, "#2b2a33") +
    c(16, 28, 9, "#2b2a33") +
    p("M-26-20l8-14 12 6 10-8 10 10 10-4 4 10z", STONE) +
    s("M-42 38h84", "#6d401b", 5),
  boots:
    `<g transform="translate(-20 -14)">${boot(0, -10)}</g>` +
    p("M-22-6q-22-4-22-20 14 0 24 8zM-22 6q-18 0-22-10 12-2 22 2z", "#eef3ff"),
  portal,
  boot: `<g transform="rotate(24) translate(-14 -18)">${boot(0, -8)}</g>` + spark(-26, 26),
  stray:
    `<g transform="scale(.8) translate(-8 6)">${portal}</g>` +
    p("M20-42l-14 26h12l-8 22 26-32h-13l12-16z", "#ffd75e"),
  plan:
    p("M-36-26l24-8 24 8 24-8v60l-24 8-24-8-24 8z", "#ecd9ae") +
    s("M-12-34v60M12-26v60", "#c0a468", 3) +
    s("M-28 12q8-22 22-10t24-22", "#8a4f2a", 4) +
    s("M14-24l12 12M26-24l-12 12", "#c2331f", 5),
  lantern:
    s("M-12-30q12-16 24 0", "#8e96a3", 5) +
    p("M-16-28h32l4 10h-40z", IRON) +
    p("M-18-18h36l4 42h-44z", "#ffe9a6") +
    p("M0-8q12 14 6 26h-12q-6-12 6-26z", "#ff9a2b") +
    p("M-24 24h48v10h-48z", IRON) +
    s("M-18-18l-3 42M18-18l3 42", "#565e6b", 4),
  collar:
    s("M-28 0a28 20 0 1 0 56 0a28 20 0 1 0-56 0", "#8a3a22", 12) +
    p(
      "M-32-10l-10-10 16 0zM-14-20l-4-16 14 12zM14-20l4-16-14 12zM32-10l10-10-16 0zM-20 18l-8 12 16-6zM20 18l8 12-16-6z",
      IRON,
    ) +
    c(0, 24, 9, "#ffd75e"),
  leash:
    s("M-32 34q-10-40 20-36t26-30", "#8a3a22", 8) +
    s("M14-32a10 10 0 1 0 20 0a10 10 0 1 0-20 0", "#c9a24b", 6) +
    s("M-32 34q14 6 14-8", "#8e96a3", 6),
  wind:
    s(
      "M-38-10q30-16 52-4 14-14-2-20-10 0-10 10M-38 6h64q16 2 12 16-6 10-16 4M-34 22q20-8 34 2 8 8-2 14",
      "#bfe6ff",
      6,
    ) + p("M-10-34l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z", "#ffe27a"),
  powder:
    `<g transform="translate(-6 2)">${keg}</g>` +
    p("M16 2q-2-16 12-18l2 6 10 2-4 8 4 8-10 4q-12-2-14-10z", SKIN) +
    p("M8 34q20-14 36-2l-2 6h-32z", "#2b2a33"),
  charge:
    p("M-22-12h12v46h-12zM-6-16h12v50h-12zM10-12h12v46h-12z", "#d8402f") +
    p("M-22 6h44v9h-44z", "#f0d9a0") +
    s("M0-16q-2-16 14-18", "#e9d3a0", 4) +
    spark(20, -36),
  fingers:
    `<g transform="rotate(-18)">${hand}</g>` +
    p("M10-36h22v30h-22z", "#7d4bb0") +
    s("M14-30h14v18h-14z", "#e4c8ff", 2),
  crawl:
    p("M-36 2q36-36 72 0-36 32-72 0z", "#f2e6cb") +
    p("M-38 0q38-40 76 0-38-14-76 0z", "#4a2f1c") +
    s("M-26 14l-6 10M-10 20l-2 12M10 20l2 12M26 14l6 10", "#4a2f1c", 5),
  nose:
    p("M-4-36q10 26 24 44 6 18-12 20-14 8-26-4-14-4-8-18 14-16 22-42z", SKIN) +
    c(-4, 22, 5, "#5b2a16") +
    c(8, 22, 5, "#5b2a16") +
    s("M-34 32q-8-10 0-18M34 32q8-10 0-18", "#ffd75e", 4),
  cavein:
    p("M-40-38h80v14l-14 8-12-6-12 10-16-10-12 8-14-10z", STONE) +
    p("M-14 0l10-8 10 6-4 12-12 2zM14 4l8-4 6 8-6 8z", STONE) +
    stones,
  knock:
    p("M-26-38h52v76h-52z", "#120b0a") +
    s("M-28-40h56v80h-56z", "#8a5526", 6) +
    eyes(0, -12, 10, 7) +
    p("M-12 10q12 10 24 0l-4 8-4-5-4 6-4-6-4 5z", "#fff6c8"),
  hangover:
    c(0, 8, 26, "#c7d489") +
    s("M-16 2l8 6M-8 2l-8 6M16 2l-8 6M8 2l8 6", "#1b0d06", 3.5) +
    s("M-10 24q10-8 20 0", "#1b0d06", 3.5) +
    p(
      "M-30-20l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1zM0-40l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1zM30-22l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z",
      "#ffd75e",
    ),
  holes:
    sack +
    c(-10, 16, 6, "#2a1508") +
    c(12, 24, 5, "#2a1508") +
    c(-24, 38, 5, "#ffd75e") +
    c(20, 40, 5, "#ffd75e"),
  damp:
    keg + p("M26-40q14 18 4 26-12 4-12-8 2-8 8-18zM-30-30q8 12 2 17-8 2-8-6 2-5 6-11z", "#6fb7ff"),
  draught: ghost + s("M-44 8h12M-46 20h10M34 12h12M32 24h10", "#bfe6ff", 4),
  rats: `<g transform="translate(-4 -14) scale(.7)">${rat}</g><g transform="translate(4 16) scale(.85)">${rat}</g>`,
  tremor:
    stones +
    s("M-8-40l8 18-10 8 12 14-8 12", "#1b0d06", 6) +
    s("M-40-10l8 6-8 6M40-10l-8 6 8 6", "#ffd75e", 4),
  lair: skull + `<g transform="translate(26 -26) scale(.8)">${spark(0, 0)}</g>`,
};

/** The drawing of each Find card, and the sign in its corner. */
export const FIND_ART: Record<string, [string, string]> = {
  F01: ["bombyaga", ""],
  F02: ["pickaxe", "×2"],
  F03: ["mushroom", ""],
  F04: ["prop", ""],
  F05: ["mug", "+1"],
  F06: ["axe", "+2"],
  F07: ["hammer", "+3"],
  F08: ["mail", "+1"],
  F09: ["roar", "−2"],
  F10: ["trip", "−2"],
  F11: ["coin", "↻"],
  F12: ["smoke", ""],
  F13: ["sign", ""],
  F14: ["rope", ""],
  F15: ["cart", "3"],
  F16: ["boots", "+1"],
  F17: ["portal", ""],
  F18: ["boot", ""],
  F19: ["stray", "?"],
  F20: ["plan", "3"],
  F21: ["lantern", ""],
  F22: ["collar", "≤4"],
  F23: ["leash", "×2"],
  F24: ["wind", "+1"],
  F25: ["powder", ""],
  F26: ["charge", "+1"],
  F27: ["fingers", ""],
  F28: ["crawl", ""],
  F29: ["nose", ""],
  F30: ["cavein", "!"],
  F31: ["knock", "!"],
  F32: ["hangover", "!"],
  F33: ["holes", "!"],
  F34: ["damp", "!"],
  F35: ["draught", "!"],
  F36: ["rats", "!"],
  F37: ["tremor", "!"],
  F38: ["lair", "!"],
};
