// Monsters, composed of bodies, eyes, teeth and what they carry; around a middle, 90 across.

const LINE = "#1a0d08";
const p = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;
const c = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const s = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const mirror = (drawn: string): string => `${drawn}<g transform="scale(-1 1)">${drawn}</g>`;

const eye = (x: number, y: number, r: number, glow = "#fff6c8"): string =>
  c(x, y, r, glow) + c(x + r * 0.15, y + r * 0.15, r * 0.45, LINE);
const eyes = (y: number, apart: number, r: number, glow?: string): string =>
  eye(-apart, y, r, glow) + eye(apart, y, r, glow);
const brows = (y: number, apart: number): string =>
  s(`M${-apart - 7} ${y - 5}l11 5M${apart + 7} ${y - 5}l-11 5`, LINE, 4);
const teeth = (x: number, y: number, w: number, n: number): string => {
  const each = w / n;
  return p(
    `M${x - w / 2} ${y}${Array.from({ length: n }, () => `l${each / 2} 7l${each / 2}-7`).join("")}z`,
    "#fff8e6",
  );
};
const mouth = (y: number, w: number): string =>
  p(
    `M${-w / 2} ${y}q${w / 2} ${w / 4} ${w} 0-2 ${w / 2.4}-${w / 2} ${w / 2.4}t-${w / 2}-${w / 2.4}z`,
    "#3d0d12",
  );
const horns = (x: number, y: number, long: number): string =>
  mirror(
    p(
      `M${x} ${y}q${long}-4 ${long}-${long * 1.2}q-${long * 0.3} ${long * 0.6}-${long + 8} ${long * 0.7}z`,
      "#efe0bf",
    ),
  );

/** Head and shoulders of something that stands upright. */
const stout = (skin: string, cloth: string): string =>
  p("M-40 46q-2-32 22-34h36q24 2 22 34z", cloth) +
  p("M-26 2q-4-38 26-38t26 38q-4 22-26 22t-26-22z", skin);
const ears = (skin: string): string => mirror(p("M22-12q22-14 26-2-8 16-26 14z", skin));
const spider = (skin: string): string =>
  mirror(s("M20 0q20-24 28 6M22 8q22-8 24 20M18 16q16 6 14 28", LINE, 5)) +
  p("M-28 12q0-30 28-30t28 30q-6 26-28 26t-28-26z", skin);
const blob = (fill: string, deep: string): string =>
  p("M-36 42q-12-20 4-34-4-26 16-28 4-20 20-24-2 14 8 20 20 2 20 28 18 14 4 38-36 10-72 0z", fill) +
  p("M2 44q26-8 26-30 16 12 8 26-16 6-34 4z", deep, 'opacity=".5"');
const worm = (skin: string, ring: string): string =>
  p("M-30 48q-14-40 4-64 12-24 40-18 24 8 22 34-6 14-20 10 2-16-12-14-16 10-8 52z", skin) +
  s("M-34 30q12-6 26 0M-34 12q14-6 28 0M-26-6q14 0 24 8M-8-26q4 10 14 14", ring, 4);

const helmet = (main: string): string =>
  p("M-26-18q0-24 26-24t26 24q-26-8-52 0z", main) +
  p("M-32-14q32-12 64 0l-4 6q-28-9-56 0z", "#f0cd6a");
const bombs =
  c(34, 34, 10, "#23222b") + s("M38 25q4-10 12-8", "#e9d3a0", 3) + c(50, 16, 3.5, "#ffb02e");
const bandage = s(
  "M-26-18l52-10M-27-6l54-4M-26 8l50 4M-20 20l38-6M-38 30l74-6M-38 42l76-4",
  "#fff8e0",
  6,
);

const DRAWN: Record<string, string> = {
  B01:
    s("M-30-22q26 22 0 44M-16-14q16 14 0 28M34-30q-34 30 0 60M20-20q-22 20 0 40", "#cfd8ff", 5) +
    c(0, 0, 8, "#eef2ff"),
  B02:
    stout("url(#bc-skin)", "#5d6b3c") +
    p("M-26 0q26 12 52 0 2 38-26 42t-26-42z", "#eef0f4") +
    eyes(-10, 10, 5) +
    helmet("#5d6b3c") +
    p("M30 2h14v34h-14z", "#ffe9a6") +
    p("M28-4h18v6h-18zM28 36h18v6h-18z", "url(#bc-iron)"),
  B03:
    stout("#b98a62", "#3a2c48") +
    p("M-34-8q0-38 34-38t34 38q-14-22-34-22t-34 22z", "#3a2c48") +
    eyes(-8, 10, 4.5, "#ffe27a") +
    s("M-10 12q12 6 20-4", LINE, 4) +
    p("M14 22h28v24h-28z", "url(#bc-wood)") +
    c(28, 34, 5, "#ffd75e"),
  B04:
    p("M-40-18h80v54h-80z", "url(#bc-wood)") +
    s("M-40 0h80M-40 18h80M-28-18v54M28-18v54", "#4d2d12", 4) +
    p("M-14-44h10v26h-10zM2-48h10v30h-10z", "#d8402f") +
    c(0, 9, 14, "#23222b") +
    s("M6-2q6-8 12-4", "#e9d3a0", 3),
  B05:
    p("M-46 36q2-26 28-26 10-34 30-28 16 8 8 26l24 20q6 8-6 8z", "#8fae4b") +
    p("M-44 34q40-12 86 0v8h-84z", "#c6d98a") +
    s("M6-18l-4-20M22-16l6-18", "#8fae4b", 5) +
    eye(0, -40, 7) +
    eye(30, -36, 7) +
    s("M6 2q8 6 14 0", LINE, 3),
  B06:
    ears("#7fae52") +
    stout("#7fae52", "#7a5230") +
    eyes(-10, 11, 7) +
    s("M-14 10q7-6 14 0t14 0", LINE, 4) +
    p("M-6-2l6 10 6-8z", "#5f8a3a"),
  B07:
    mirror(p("M10-4q20-30 40-20-6 8-2 16-10-2-12 6-10-2-12 8-8-4-14 2z", "#4a3b58")) +
    p("M-16 0q-2-24 16-24t16 24q0 24-16 26t-16-26z", "#6b5680") +
    mirror(p("M6-20q2-18 14-18-2 12-6 22z", "#6b5680")) +
    eyes(-6, 7, 6, "#ffd75e") +
    brows(-12, 7) +
    teeth(0, 6, 16, 2),
  B08: rats(),
  B09:
    ears("#6fa04c") +
    stout("#6fa04c", "#8a3a22") +
    eyes(-12, 11, 6) +
    mouth(4, 28) +
    teeth(0, 5, 22, 4) +
    bombs +
    p("M-24-24q24-22 48 0l-6-2q-18-8-36 0z", "#23222b"),
  B10:
    p("M-28-4q0-36 28-36t28 36q0 10-8 15v13h-40v-13q-8-5-8-15z", "#efe3c8") +
    c(-12, -6, 9, LINE) +
    c(12, -6, 9, LINE) +
    c(-12, -6, 2.6, "#ff8a3c") +
    c(12, -6, 2.6, "#ff8a3c") +
    p("M-4 10l4-9 4 9z", LINE) +
    s("M-10 24v-10M0 24v-10M10 24v-10", LINE, 3) +
    s("M-34 46L30 30M34 46L-30 30", "#efe3c8", 8) +
    helmet("#c9a24b"),
  B11:
    mirror(s("M10 24l10 18M22 20l14 16M30 12l14 10", LINE, 4)) +
    p("M-42 20q0-50 42-50t42 50q-42 18-84 0z", "#7f7a8c") +
    s("M-22-22q-8 24-6 46M0-30v58M22-22q8 24 6 46", "#4f4a5c", 4) +
    eyes(14, 10, 5),
  B12:
    ears("#c07a4a") +
    stout("#c07a4a", "#3d3550") +
    p("M-26-12q26-8 52 0-2 12-14 10-8 0-12-6-4 6-12 6-12 2-14-10z", LINE) +
    eyes(-7, 11, 4.5) +
    s("M-12 12q12 8 24-2", LINE, 4) +
    p("M22 24q14-8 22 4l-4 18h-18z", "#b78b52"),
  B13:
    spider("#5b3a66") +
    eyes(4, 9, 7, "#ff9a86") +
    eye(-20, -4, 4, "#ff9a86") +
    eye(20, -4, 4, "#ff9a86") +
    teeth(0, 20, 14, 2) +
    s("M0-18v-30", "#eef2ff", 2),
  B14:
    stout("url(#bc-skin)", "#4a4a55") +
    p("M-26 2q26 10 52 0 0 34-26 36t-26-36z", "#3a2a20") +
    eyes(-10, 10, 5) +
    helmet("#edb52a") +
    c(0, -32, 7, "#fffbe0") +
    s("M32 46L44 0", "#6d401b", 6) +
    p("M28 4q16-18 26 6-12-10-26-6z", "url(#bc-iron)"),
  B15: stout("#e3d3a8", "#c8b483") + bandage + eyes(-8, 11, 6, "#9dff8f") + helmet("#d8402f"),
  B16:
    blob("#4fa8e8", "#1b4f9c") +
    eyes(2, 12, 7) +
    s("M-10 20q10 8 20 0", "#0e2f66", 4) +
    c(-20, -30, 4, "#bfe6ff") +
    c(26, -34, 5, "#bfe6ff"),
  B17:
    s(
      "M-34 34h60q16-2 12-14M-40 18h64q18-4 14-18t-18-8M-36 2h50q18-6 12-22t-24-10q-12 4-8 14",
      "#d5ecff",
      8,
    ) + eyes(0, 10, 7),
  B18:
    mirror(s("M16 26q12 4 10 20M26 16q16 4 18 22M30 4q18-2 20 14", "#b8a990", 5)) +
    p("M-34 8q0-44 34-44t34 44q-6 26-34 26t-34-26z", "#e6dcc8") +
    eyes(-6, 12, 6, "#ff9a86") +
    eye(0, -22, 5, "#ff9a86") +
    mouth(8, 26) +
    teeth(0, 9, 22, 5),
  B19:
    stout("#6f8f6a", "#6a4a2c") +
    mirror(p("M24-6q18-6 16 8-8 8-16 4z", "#6f8f6a")) +
    s("M-18-10h14M4-10h14", LINE, 4) +
    p("M-8-2q8 18 16 0z", "#54704f") +
    mirror(p("M8 18l3-12 6 11z", "#fff8e6")) +
    p("M28-34q16-6 18 8l-8 62h-8z", "url(#bc-wood)"),
  B20:
    s("M-22 46q2-30-4-52M2 46q-2-36 2-58M24 46q-2-26 6-44", "#3d7a34", 5) +
    fluff(-26, -14, 18) +
    fluff(4, -26, 20) +
    fluff(30, -2, 16) +
    p("M-8 34q-14-12-20-4 6 10 20 4zM12 36q14-10 18-2-6 10-18 2z", "#58a04c"),
  B21:
    blob("#ff8a2b", "#c2241b") +
    p("M-18 40q-6-18 6-28 4-16 14-18 2 14 12 20 10 12 2 26z", "#ffe27a") +
    eyes(8, 10, 6, "#fff") +
    s("M-8 24q8 7 16 0", "#7c1408", 4),
  B22:
    p("M-40 46q-6-60 40-62 46 2 40 62z", "#4d4047") +
    p("M-14 0q0-14 14-14t14 14q-6 12-14 12t-14-12z", "#f0a7a0") +
    c(0, -8, 4, "#c25a66") +
    eyes(-18, 14, 3) +
    mirror(p("M20 46q-4-16 8-18t16 6v12zM24 30l2-8M32 28l4-8M40 32l6-6", "#f0c9a0")) +
    teeth(0, 12, 12, 2),
  B23:
    p("M-48-48h96v18q-10 10-20 2-8 14-20 4-10 12-22 0-14 8-20-6-10 2-14-8z", "url(#bc-stone)") +
    p("M-26-24q26-10 52 0 4 40-26 46t-26-46z", "#5a5a6e") +
    eyes(-8, 11, 7, "#ffd75e") +
    mouth(6, 26) +
    teeth(0, 7, 22, 4) +
    s("M-24-6q-20 12-14 34M24-6q20 12 14 34", "#5a5a6e", 7),
  B24:
    stout("#e6e2ea", "#1f1a2a") +
    p("M-40 46q-8-34 14-44l-6 44zM40 46q8-34-14-44l6 44z", "#8d1626") +
    p("M-26-12q2-28 26-26t26 26q-8-14-16-14l-10 10-10-10q-8 0-16 14z", LINE) +
    eyes(-8, 10, 5, "#ff6a5a") +
    s("M-9 10h18", LINE, 3) +
    mirror(p("M4 10l3 9 3-9z", "#fff")) +
    p("M12 26h24v20h-24z", "#f4ecd6") +
    s("M16 32h16M16 38h12", "#6a6a80", 2),
  B25:
    stout("#a8472f", "#5b3a22") +
    horns(16, -28, 22) +
    eyes(-10, 11, 6, "#ffd75e") +
    brows(-16, 11) +
    p("M-16 2h32v12q-16 8-32 0z", "#c9674a") +
    s("M-6 8v2M6 8v2", LINE, 4) +
    s("M0 12a6 6 0 1 0 .1 0", "#f0cd6a", 3),
  B26:
    p("M-42 44l-2-28 16-10-4-20 18-18 16 6 16-8 16 20-4 20 14 12-4 28z", "url(#bc-stone)") +
    p(
      "M-42 20l12 6 6-12M40 18l-14 8M-8-28l6 10 10-4",
      "none",
      `stroke="${LINE}" stroke-width="3"`,
    ) +
    eyes(-2, 12, 7, "#9dff8f") +
    s("M-14 16l8 4 6-5 6 5 8-4", LINE, 4) +
    p("M-30-16q-8-10 2-14M28-18q8-8-2-14", "none", 'stroke="#58a04c" stroke-width="5"'),
  B27:
    stout("#c9a06a", "#4a3a30") +
    p("M-26-8q-14-4-12 8 6 8 12 4zM26-8q14-4 12 8-6 8-12 4z", "#c9a06a") +
    eye(0, -12, 10) +
    s("M-14-24q14-8 28 0", LINE, 5) +
    mouth(6, 30) +
    mirror(p("M6 20l3-14 6 13z", "#fff8e6")) +
    bombs +
    c(-34, 34, 10, "#23222b"),
  B28:
    worm("#c98a8f", "#8a4f58") +
    mouth(-16, 0) +
    `<g transform="translate(24 -4) rotate(30)">${c(0, 0, 15, "#4a1420")}${teeth(0, -12, 22, 5)}<g transform="scale(1 -1)">${teeth(0, -12, 22, 5)}</g></g>`,
  B29:
    p(
      "M-44 46q-4-30 18-40-6-30 24-34 20-2 34 14l14 6q4 10-8 12-12 6-24 2-2 14 12 22 14 8 14 18z",
      "#5f8f4a",
    ) +
    horns(2, -26, 14) +
    eye(16, -14, 6, "#ffe27a") +
    s("M34 0h-18", LINE, 3) +
    s("M8-18a8 8 0 1 0 16 4M24-16l14-2", "#e9e2c8", 3) +
    p("M-30 40q-2-16 10-22M-22 44q0-12 10-18", "none", 'stroke="#c8dc9a" stroke-width="4"') +
    p("M40-2q10 2 8 10-8 0-12-4z", "#ff9a2b"),
  B30:
    mirror(s("M14 20q20 4 14 28M24 8q24-2 22 24M26-8q20-14 22 6", "#31204a", 8)) +
    p("M-34 6q0-46 34-46t34 46q-4 30-34 30t-34-30z", "#31204a") +
    eye(0, -8, 14, "#d59bff") +
    eye(-22, -18, 5, "#d59bff") +
    eye(20, -20, 6, "#d59bff") +
    eye(-18, 8, 4, "#d59bff") +
    mouth(12, 30) +
    teeth(0, 13, 26, 6),
  B31:
    p("M-44 46v-30l10-8h68l10 8v30z", "url(#bc-stone)") +
    p("M-24 8v-40l10-8h28l10 8v40z", "url(#bc-stone)") +
    s("M-44 30h20M24 30h20M-10-40l4 14-8 8M-8 8v20M10 8l-4 16", LINE, 3) +
    p("M-17-20h12v8h-12zM5-20h12v8h-12z", "#ffb02e") +
    s("M-12 0h24", LINE, 5),
  B32:
    mirror(s("M14 24l18 22M20 12l26 10M16 0l28-14", LINE, 5)) +
    p("M-18 22q0-14 18-14t18 14q0 24-18 26t-18-26z", "#6d2a1c") +
    p("M-24-8q0-26 24-26t24 26q-4 20-24 20t-24-20z", "#8a3a26") +
    mirror(s("M8-32q4-14 16-12", LINE, 4)) +
    eyes(-10, 12, 7, "#ffe27a") +
    mirror(p("M4 8q4 12-4 16 12 0 12-14z", "#efe0bf")) +
    p("M-18-30l-4-16 12 8 10-12 10 12 12-8-4 16q-18-6-36 0z", "#ffd75e"),
  B33:
    stout("#c2241b", "#2a1018") +
    horns(14, -30, 18) +
    eyes(-10, 11, 7, "#ffe27a") +
    brows(-17, 11) +
    mouth(4, 34) +
    teeth(0, 5, 28, 6) +
    p("M-46 20q-6-16 2-26 2 10 8 14 6 10-2 20zM46 20q6-16-2-26-2 10-8 14-6 10 2 20z", "#ff9a2b") +
    bombs,
};
DRAWN["seed"] = DRAWN["B20"]!;

function fluff(x: number, y: number, r: number): string {
  const rays = Array.from({ length: 12 }, (_, k) => {
    const way = (k / 12) * 2 * Math.PI;
    return `M${x} ${y}l${Math.round(r * Math.cos(way))} ${Math.round(r * Math.sin(way))}`;
  }).join("");
  return (
    c(x, y, r * 0.8, "#f4efdc") +
    s(rays, "#fffdf2", 2) +
    eye(x - 5, y - 2, 4, "#fff6c8") +
    eye(x + 5, y - 2, 4, "#fff6c8") +
    s(`M${x - 5} ${y + 6}l3 3 3-3 3 3 3-3`, LINE, 2)
  );
}

function rats(): string {
  const one =
    p("M-24 12q0-26 22-26 16 0 22 14l10 6q2 4-4 6l-12 4h-30q-8 0-8-4z", "#7b6a63") +
    c(6, -12, 7, "#a58d83") +
    c(16, 0, 3, "#ffd75e") +
    teeth(25, 8, 6, 1) +
    s("M-22 14q-14 0-10-14", "#d8a59a", 4) +
    p("M-8-16q8-14 20-4l-4 6q-8-6-12 2z", "#8a3a22");
  const places: [number, number, number][] = [
    [-16, -22, 0.9],
    [18, 2, 1],
    [-14, 26, 1.1],
  ];
  return places
    .map(([x, y, k]) => `<g transform="translate(${x} ${y}) scale(${k})">${one}</g>`)
    .join("");
}

/** The drawing of a Boom card. */
export const monster = (card: string): string => DRAWN[card] ?? DRAWN["B05"]!;
